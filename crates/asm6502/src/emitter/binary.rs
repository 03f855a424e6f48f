//! The binary: a stream of bytes in source order, in one of three file formats.

use crate::options::Format;

/// The result of appending a block of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Appended {
    Written,
    /// The block's address is below the output's current position, which this variant contains.
    Backwards(i64),
    /// The gap before the block is larger than `MAX_GAP`.
    TooFar,
}

/// The binary of the current pass.
#[derive(Debug, Default)]
pub(crate) struct BinaryOutput {
    pub format: Format,
    pub bytes: Vec<u8>,
    /// Address of the next byte; `None` before the first block.
    position: Option<i64>,
    /// Offset of the length field of the current hunk. As in dasm, a new pass keeps the offset from
    /// the previous one.
    length_at: usize,
    hunk_length: usize,
    /// Sum of the bytes generated in this pass: the value of `...`.
    pub checksum: i64,
}

/// Maximum size, in bytes, of a gap that is filled. Useful values of the option `address_limit` are
/// lower.
const MAX_GAP: i64 = 1 << 26;

impl BinaryOutput {
    pub fn start_pass(&mut self) {
        self.bytes.clear();
        self.position = None;
        self.checksum = 0;
    }

    /// Returns the address of the first byte of an image without headers; `None` for other formats,
    /// or if the image is empty.
    pub fn first_address(&self) -> Option<i64> {
        let is_raw = self.format == Format::Raw && !self.bytes.is_empty();
        let position = self.position.filter(|_| is_raw)?;
        Some(position - self.bytes.len() as i64)
    }

    /// Appends a block at `address`. Fills any gap before the block, except in [`Format::Hunks`].
    pub fn append(&mut self, address: i64, block: &[u8], fill: u8) -> Appended {
        let position = match self.position {
            Some(position) => position,
            None => {
                self.open(address);
                address
            }
        };
        match self.format {
            Format::Hunks => {
                if position != address {
                    self.end_hunk();
                    self.start_hunk(address);
                }
                self.hunk_length += block.len();
            }
            _ if position == address => {}
            _ if position > address => return Appended::Backwards(position),
            _ if address.wrapping_sub(position) > MAX_GAP => return Appended::TooFar,
            _ => {
                let gap = address.wrapping_sub(position) as usize;
                self.bytes.resize(self.bytes.len() + gap, fill);
            }
        }
        self.bytes.extend_from_slice(block);
        self.position = Some(address.wrapping_add(block.len() as i64));
        Appended::Written
    }

    fn open(&mut self, address: i64) {
        match self.format {
            Format::Origin => self.push_word(address as u16),
            Format::Hunks => self.start_hunk(address),
            Format::Raw => {}
        }
    }

    fn start_hunk(&mut self, address: i64) {
        self.push_word(address as u16);
        self.length_at = self.bytes.len();
        self.push_word(0);
        self.hunk_length = 0;
    }

    fn end_hunk(&mut self) {
        let end = self.length_at + 2;
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[self.length_at..end].copy_from_slice(&(self.hunk_length as u16).to_le_bytes());
    }

    fn push_word(&mut self, word: u16) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    /// Ends the pass: writes the length of the last hunk. As in dasm, the length is written even if
    /// no hunk was begun in this pass.
    pub fn finish_pass(&mut self) {
        if self.format == Format::Hunks {
            self.end_hunk();
        }
    }
}
