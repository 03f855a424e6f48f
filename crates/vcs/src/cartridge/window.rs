/// Bytes of a page.
pub const PAGE: usize = 0x100;
/// Pages in `$1000-$1FFF`.
const PAGES: usize = 16;
/// A page where no ROM answers.
const NO_ROM: u32 = u32::MAX;

/// What stands where in `$1000-$1FFF`, a page of 256 bytes at a time. Follows from the board's
/// registers, so it is not part of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Where in the ROM each page begins.
    offsets: [u32; PAGES],
    /// Bit n: page n answers with its ROM and nothing else happens, in reads and in writes.
    plain: u16,
}

impl Window {
    /// A window without any ROM in it.
    pub fn empty() -> Window {
        Window {
            offsets: [NO_ROM; PAGES],
            plain: 0,
        }
    }

    /// Puts ROM from `offset` on into the window: from address `start` (0..=0xFFF) on, `size` bytes.
    /// Both are multiples of a page. The pages become plain.
    pub fn map(&mut self, start: usize, size: usize, offset: usize) {
        for page in 0..size / PAGE {
            let slot = (start / PAGE + page) % PAGES;
            self.offsets[slot] = (offset + page * PAGE) as u32;
            self.plain |= 1 << slot;
        }
    }

    /// A bank of 4 KiB fills the window.
    pub fn map_bank(&mut self, bank: usize) {
        self.map(0, 0x1000, bank * 0x1000);
    }

    /// No ROM answers in these pages; the board is asked.
    pub fn unmap(&mut self, start: usize, size: usize) {
        for page in start / PAGE..(start + size).div_ceil(PAGE) {
            self.offsets[page % PAGES] = NO_ROM;
        }
        self.watch(start, size);
    }

    /// The board sees every access to the pages with these addresses.
    pub fn watch(&mut self, start: usize, size: usize) {
        for page in start / PAGE..(start + size).div_ceil(PAGE) {
            self.plain &= !(1 << (page % PAGES));
        }
    }

    /// The board sees every access.
    pub fn watch_all(&mut self) {
        self.plain = 0;
    }

    /// The byte of a plain page.
    #[inline]
    pub fn plain(&self, address: u16, rom: &[u8]) -> Option<u8> {
        let page = usize::from(address >> 8) % PAGES;
        match self.plain >> page & 1 {
            0 => None,
            _ => rom
                .get(self.offsets[page] as usize + usize::from(address & 0xff))
                .copied(),
        }
    }

    /// The byte of ROM at an address; `None` where no ROM answers.
    pub fn rom(&self, address: u16, rom: &[u8]) -> Option<u8> {
        rom.get(self.offset(address)?).copied()
    }

    /// Where in the ROM the byte at an address is.
    pub fn offset(&self, address: u16) -> Option<usize> {
        let offset = self.offsets[usize::from(address >> 8) % PAGES];
        (offset != NO_ROM).then_some(offset as usize + usize::from(address & 0xff))
    }
}
