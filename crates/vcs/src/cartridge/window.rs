//! The window `$1000-$1FFF`: the bytes of ROM visible there, and the addresses that the board
//! watches.
//!
//! An address is plain if a read there returns a byte of ROM, and neither a read nor a write there
//! has any effect. Most addresses are plain, so lookups first test whether a whole cell of 64 bytes
//! is plain.

use std::ops::Range;

/// Size in bytes of a page, the smallest piece of ROM that boards map.
pub const PAGE: usize = 0x100;
/// Number of pages in `$1000-$1FFF`.
const PAGES: usize = 16;
/// Size of a cell in bytes. The window records for each cell which bytes are plain.
const CELL: usize = 0x40;
/// Number of cells in `$1000-$1FFF`.
const CELLS: usize = 64;
/// Size of the window in bytes.
const SIZE: usize = PAGE * PAGES;
/// Size in bytes of the longest instruction.
const MAX_INSTRUCTION_BYTES: usize = 3;
/// An opcode that halts the processor, so no working program executes it.
const JAM: u8 = 0x02;
/// The offset of a page where no ROM answers.
const NO_ROM: u32 = u32::MAX;

/// The contents of `$1000-$1FFF`, in pages of 256 bytes. They follow from the board's registers, so
/// a saved state does not contain them.
#[derive(Debug, Clone)]
pub struct Window {
    /// The ROM offset of each page.
    offsets: [u32; PAGES],
    /// Bit n is set if all bytes of cell n are plain.
    plain_cells: u64,
    /// For each cell that is not entirely plain, a mask of its plain bytes.
    partial_cells: [u64; CELLS],
    /// The bytes of ROM visible in the window, plus two bytes of padding.
    bytes: [u8; SIZE + 2],
    /// The ROM offset from which each page of `bytes` was copied.
    copied_offsets: [u32; PAGES],
    /// The byte at each address, or [`JAM`]; see [`Window::code`].
    opcodes: [u8; SIZE],
    /// The value of `plain_cells` when the opcodes were last computed.
    plain_cells_before: u64,
    /// The value of `partial_cells` when the opcodes were last computed.
    partial_cells_before: [u64; CELLS],
}

impl PartialEq for Window {
    // Windows with equal offsets also have equal `bytes`, except in pages without ROM, where
    // `bytes` is not used.
    fn eq(&self, other: &Window) -> bool {
        self.offsets == other.offsets
            && self.plain_cells == other.plain_cells
            && self.partial_cells == other.partial_cells
    }
}

impl Eq for Window {}

impl Window {
    /// Creates a window without any ROM.
    pub(crate) fn empty() -> Window {
        Window {
            offsets: [NO_ROM; PAGES],
            plain_cells: 0,
            partial_cells: [0; CELLS],
            bytes: [0; SIZE + 2],
            copied_offsets: [NO_ROM; PAGES],
            opcodes: [JAM; SIZE],
            plain_cells_before: 0,
            partial_cells_before: [0; CELLS],
        }
    }

    /// Rebuilds the window. `map` must map all ROM that is visible now.
    pub(crate) fn rebuild(&mut self, rom: &[u8], map: impl FnOnce(&mut Window)) {
        self.offsets = [NO_ROM; PAGES];
        self.watch_all();
        map(self);
        let mut changed_pages = 0;
        let mut page = 0;
        while page < PAGES {
            let pages = self.consecutive_pages(page);
            changed_pages |= self.copy_pages(page, pages, rom);
            page += pages;
        }
        self.update_opcodes(changed_pages);
    }

    /// Returns how many pages, beginning with `page`, are consecutive both in the window and in the
    /// ROM. The result is at least 1.
    fn consecutive_pages(&self, page: usize) -> usize {
        let follows = |pair: &&[u32]| pair[1].wrapping_sub(pair[0]) == PAGE as u32;
        1 + self.offsets[page..].windows(2).take_while(follows).count()
    }

    /// Updates the bytes of consecutive pages. Returns the pages that have changed (bit n: page n).
    fn copy_pages(&mut self, page: usize, pages: usize, rom: &[u8]) -> u16 {
        let range = page..page + pages;
        let offset = self.offsets[page];
        if offset == NO_ROM || self.offsets[range.clone()] == self.copied_offsets[range.clone()] {
            return 0;
        }
        let (start, size) = (page * PAGE, pages * PAGE);
        let Some(bytes) = rom.get(offset as usize..offset as usize + size) else {
            self.watch(start..start + size);
            return 0;
        };
        self.bytes[start..start + size].copy_from_slice(bytes);
        self.copied_offsets[range.clone()].copy_from_slice(&self.offsets[range]);
        (((1_u32 << pages) - 1) << page) as u16
    }

    /// Maps `size` bytes of ROM, from ROM offset `offset`, to window offset `start` (0..=0xFFF),
    /// and makes them plain. All three numbers must be multiples of the page size.
    pub(crate) fn map(&mut self, start: usize, size: usize, offset: usize) {
        for page in 0..size / PAGE {
            let window_page = (start / PAGE + page) % PAGES;
            self.offsets[window_page] = (offset + page * PAGE) as u32;
            self.plain_cells |= 0xf << (window_page * (PAGE / CELL));
        }
    }

    /// Fills the window with a 4 KiB bank.
    pub(crate) fn map_bank(&mut self, bank: usize) {
        self.map(0, 0x1000, bank * 0x1000);
    }

    /// Unmaps all pages that this range touches, so that the board answers there.
    pub(crate) fn unmap(&mut self, start: usize, size: usize) {
        for page in start / PAGE..(start + size).div_ceil(PAGE) {
            self.offsets[page % PAGES] = NO_ROM;
        }
        let first = start / PAGE * PAGE;
        self.watch(first..(start + size).next_multiple_of(PAGE));
    }

    /// Makes the board see every access to these window offsets (0..=0x1000).
    pub(crate) fn watch(&mut self, addresses: Range<usize>) {
        for cell in addresses.start / CELL..addresses.end.div_ceil(CELL) {
            let first = addresses.start.saturating_sub(cell * CELL);
            let end = (addresses.end - cell * CELL).min(CELL);
            let watched = (u64::MAX >> (CELL - (end - first))) << first;
            self.partial_cells[cell] = self.plain_bytes(cell) & !watched;
            self.plain_cells &= !(1 << cell);
        }
    }

    /// Makes the board see every access.
    pub(crate) fn watch_all(&mut self) {
        self.plain_cells = 0;
        self.partial_cells = [0; CELLS];
    }

    /// Returns a mask of the plain bytes in a cell, with bit n for byte n. The mask is 0 for a cell
    /// past the last one.
    fn plain_bytes(&self, cell: usize) -> u64 {
        match self.partial_cells.get(cell) {
            Some(_) if self.plain_cells >> cell & 1 != 0 => u64::MAX,
            Some(mask) => *mask,
            None => 0,
        }
    }

    /// Returns true if [`Window::code`] can supply the instruction at an address: the opcode that
    /// it returns is not [`JAM`].
    pub(crate) fn can_run(&self, address: u16) -> bool {
        address & 0x1000 != 0 && self.code(address).0 != JAM
    }

    /// Returns the opcode at an address in the window, and the next two bytes. Replaces the opcode
    /// with [`JAM`] if any of these three bytes is not plain, or if a three-byte instruction there
    /// would reach the last byte of the window.
    #[inline(always)]
    pub(crate) fn code(&self, address: u16) -> (u8, u16) {
        let at = usize::from(address) % SIZE;
        let operand = [self.bytes[at + 1], self.bytes[at + 2]];
        (self.opcodes[at], u16::from_le_bytes(operand))
    }

    /// Updates `opcodes` in the pages that have changed (bit n: page n), or in all pages if the set
    /// of plain bytes has changed.
    fn update_opcodes(&mut self, changed_pages: u16) {
        let pages = if self.plain_cells == self.plain_cells_before
            && self.partial_cells == self.partial_cells_before
        {
            changed_pages
        } else {
            u16::MAX
        };
        (self.plain_cells_before, self.partial_cells_before) =
            (self.plain_cells, self.partial_cells);
        if pages == u16::MAX {
            self.opcodes.copy_from_slice(&self.bytes[..SIZE]);
        } else {
            for start in (0..PAGES)
                .filter(|page| pages >> page & 1 != 0)
                .map(|page| page * PAGE)
            {
                self.opcodes[start..start + PAGE].copy_from_slice(&self.bytes[start..start + PAGE]);
            }
        }
        // A cell needs changes unless this cell and the next are entirely plain.
        let mut incomplete = !(self.plain_cells & self.plain_cells >> 1);
        while incomplete != 0 {
            self.jam_incomplete_opcodes(incomplete.trailing_zeros() as usize);
            incomplete &= incomplete - 1;
        }
    }

    /// Replaces opcodes in a cell with [`JAM`] if they and the next two bytes are not all plain.
    fn jam_incomplete_opcodes(&mut self, cell: usize) {
        let (plain, next) = (self.plain_bytes(cell), self.plain_bytes(cell + 1));
        let opcodes = &mut self.opcodes[cell * CELL..(cell + 1) * CELL];
        if plain == 0 {
            return opcodes.fill(JAM);
        }
        let mut jams = !(plain & (plain >> 1 | next << 63) & (plain >> 2 | next << 62));
        if cell == CELLS - 1 {
            // A three-byte instruction there would reach the last byte of the window.
            jams |= 1 << (CELL - MAX_INSTRUCTION_BYTES);
        }
        while jams != 0 {
            opcodes[jams.trailing_zeros() as usize] = JAM;
            jams &= jams - 1;
        }
    }

    /// Returns true if an address is plain, so that a read there returns [`Window::byte`].
    #[inline]
    pub(crate) fn is_plain(&self, address: u16) -> bool {
        let (cell, byte) = (
            usize::from(address) % SIZE / CELL,
            usize::from(address) % CELL,
        );
        self.plain_cells >> cell & 1 != 0 || self.partial_cells[cell] >> byte & 1 != 0
    }

    /// Returns true if all bytes in the cell of this address are plain. This test is faster than
    /// [`Window::is_plain`], but returns false for some plain addresses.
    #[inline(always)]
    pub(crate) fn is_in_plain_cell(&self, address: u16) -> bool {
        self.plain_cells >> (usize::from(address) % SIZE / CELL) & 1 != 0
    }

    /// Returns the byte at a plain address.
    #[inline(always)]
    pub(crate) fn byte(&self, address: u16) -> u8 {
        self.bytes[usize::from(address) % SIZE]
    }

    /// Returns the byte at an address, if it is plain.
    #[inline]
    pub(crate) fn plain_byte(&self, address: u16) -> Option<u8> {
        self.is_plain(address).then(|| self.byte(address))
    }

    /// Returns the byte of ROM at an address; `None` where no ROM answers.
    pub(crate) fn rom(&self, address: u16, rom: &[u8]) -> Option<u8> {
        rom.get(self.offset(address)?).copied()
    }

    /// Returns the ROM offset of the byte at an address; `None` where no ROM answers.
    pub(crate) fn offset(&self, address: u16) -> Option<usize> {
        let offset = self.offsets[usize::from(address >> 8) % PAGES];
        (offset != NO_ROM).then_some(offset as usize + usize::from(address & 0xff))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a window that shows one bank full of NOPs, with hot spots at these addresses.
    fn window_with_hot_spots(spots: Range<usize>) -> Window {
        let mut window = Window::empty();
        window.rebuild(&[0xea; SIZE], |window| {
            window.map_bank(0);
            window.watch(spots);
        });
        window
    }

    #[test]
    fn code_runs_up_to_a_hot_spot_and_after_it() {
        for spots in [0xff8..0xffa, 0x7f..0x80, 0x40..0x42, 0x3c..0x85, 0..1] {
            let window = window_with_hot_spots(spots.clone());
            for at in 0..SIZE {
                let address = 0x1000 + at as u16;
                assert_eq!(window.is_plain(address), !spots.contains(&at), "{at:x}");
                let all_plain = (at..at + MAX_INSTRUCTION_BYTES).all(|byte| !spots.contains(&byte));
                let runs = all_plain && at + MAX_INSTRUCTION_BYTES < SIZE;
                assert_eq!(window.can_run(address), runs, "{at:x} with {spots:x?}");
            }
        }
    }

    #[test]
    fn rebuilding_the_window_forgets_its_hot_spots() {
        let mut window = window_with_hot_spots(0x10..0x20);
        window.rebuild(&[0xea; SIZE], |window| window.map_bank(0));
        assert!(window.is_plain(0x1010) && window.can_run(0x1010));
    }
}
