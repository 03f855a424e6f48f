//! The contents of a SaveKey: 32 KiB in pages of 64 bytes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The contents of a SaveKey. A new one is erased: every byte is $FF.
///
/// Only pages that are not erased are stored, so an empty memory is quick to copy and save.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SaveKeyMemory {
    pages: BTreeMap<u16, Vec<u8>>,
}

impl SaveKeyMemory {
    /// Total number of bytes.
    pub const SIZE: usize = 32_768;
    /// Number of bytes in a page. A single write changes only one page.
    // Data sheet of the 24LC256.
    pub const PAGE_SIZE: usize = 64;
    /// Number of pages.
    pub const PAGES: u16 = (SaveKeyMemory::SIZE / SaveKeyMemory::PAGE_SIZE) as u16;

    /// Creates a memory with these contents; `None` unless there are exactly
    /// [`SaveKeyMemory::SIZE`] bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<SaveKeyMemory> {
        if bytes.len() != SaveKeyMemory::SIZE {
            return None;
        }
        let mut memory = SaveKeyMemory::default();
        for (number, page) in (0..).zip(bytes.chunks_exact(SaveKeyMemory::PAGE_SIZE)) {
            memory.set_page(number, page);
        }
        Some(memory)
    }

    /// Returns all bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        (0..SaveKeyMemory::PAGES)
            .flat_map(|number| self.page(number))
            .collect()
    }

    /// Returns the pages that are not erased, with their numbers.
    pub fn pages(&self) -> impl Iterator<Item = (u16, &[u8])> {
        self.pages.iter().map(|(number, page)| (*number, &page[..]))
    }

    /// Returns a page; `number` is taken modulo [`SaveKeyMemory::PAGES`].
    pub fn page(&self, number: u16) -> [u8; SaveKeyMemory::PAGE_SIZE] {
        let page = self.pages.get(&(number % SaveKeyMemory::PAGES));
        let whole = page.and_then(|page| page.as_slice().try_into().ok());
        whole.unwrap_or([0xff; SaveKeyMemory::PAGE_SIZE])
    }

    /// Replaces a page. If there are fewer than [`SaveKeyMemory::PAGE_SIZE`] bytes, the rest of the
    /// page is erased; if there are more, the excess is ignored.
    pub fn set_page(&mut self, number: u16, bytes: &[u8]) {
        let number = number % SaveKeyMemory::PAGES;
        let mut page = bytes.to_vec();
        page.resize(SaveKeyMemory::PAGE_SIZE, 0xff);
        if page.iter().all(|byte| *byte == 0xff) {
            _ = self.pages.remove(&number);
        } else {
            _ = self.pages.insert(number, page);
        }
    }

    /// Returns the byte at an address. The top bit of the address is ignored.
    pub(super) fn byte(&self, address: u16) -> u8 {
        let page = self.pages.get(&(address / 64 % SaveKeyMemory::PAGES));
        page.map_or(0xff, |page| page[usize::from(address % 64)])
    }

    /// Returns true if every byte is $FF.
    pub fn is_erased(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns false for contents that only a damaged state could have.
    pub(super) fn is_plausible(&self) -> bool {
        self.pages.iter().all(|(number, page)| {
            *number < SaveKeyMemory::PAGES
                && page.len() == SaveKeyMemory::PAGE_SIZE
                && page.iter().any(|byte| *byte != 0xff)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_can_be_set_and_read_as_bytes() {
        let bytes: Vec<u8> = (0..SaveKeyMemory::SIZE)
            .map(|at| (at / 100) as u8)
            .collect();
        let memory = SaveKeyMemory::from_bytes(&bytes).unwrap();
        assert_eq!(memory.to_bytes(), bytes);
        assert_eq!(memory.byte(0x7fff), bytes[0x7fff]);
        assert_eq!(SaveKeyMemory::from_bytes(&bytes[1..]), None);
    }

    #[test]
    fn an_erased_page_equals_one_that_was_never_written() {
        let mut memory = SaveKeyMemory::default();
        memory.set_page(3, &[1, 2]);
        assert_eq!(memory.pages().count(), 1);
        assert_eq!(memory.page(3)[..3], [1, 2, 0xff]);
        memory.set_page(3, &[0xff; 64]);
        assert_eq!(memory, SaveKeyMemory::default());
    }
}
