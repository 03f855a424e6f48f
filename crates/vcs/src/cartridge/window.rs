/// Bytes of a page.
const PAGE: usize = 0x100;
/// Pages in `$1000-$1FFF`.
const PAGES: usize = 16;
/// A page where no ROM answers.
const NO_ROM: u32 = u32::MAX;

/// What stands where in `$1000-$1FFF`, a page of 256 bytes at a time. Follows from the board's
/// registers, so it is not part of a state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Where in the image each page begins.
    offsets: [u32; PAGES],
    /// Bit n: page n answers with its ROM and nothing else happens, in reads and in writes.
    plain: u16,
}

impl Window {
    /// Nothing but ROM of `size` bytes from `offset` on, repeated to fill the window.
    pub fn whole(size: usize, offset: usize) -> Window {
        let mut window = Window {
            offsets: [NO_ROM; PAGES],
            plain: 0xffff,
        };
        for (page, start) in window.offsets.iter_mut().enumerate() {
            *start = (offset + page * PAGE % size.max(1)) as u32;
        }
        window
    }

    /// The byte of a plain page.
    #[inline]
    pub fn plain(&self, address: u16, image: &[u8]) -> Option<u8> {
        let page = usize::from(address >> 8) % PAGES;
        match self.plain >> page & 1 {
            0 => None,
            _ => image
                .get(self.offsets[page] as usize + usize::from(address & 0xff))
                .copied(),
        }
    }

    /// The byte of ROM at an address; `None` where no ROM answers.
    pub fn rom(&self, address: u16, image: &[u8]) -> Option<u8> {
        let page = usize::from(address >> 8) % PAGES;
        let start = self.offsets[page] as usize;
        image.get(start + usize::from(address & 0xff)).copied()
    }
}
