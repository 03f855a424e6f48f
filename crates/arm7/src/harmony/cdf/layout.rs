//! The differences between the drivers of the CDF family, read from an image.

use super::super::facts::{KILOHERTZ, RAM_BYTES, STACK};
use serde::{Deserialize, Serialize};

/// The drivers of the CDF family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Family {
    Cdf0,
    Cdf1,
    Cdfj,
    CdfjPlus,
}

/// The differences between the drivers. Offsets are in RAM unless noted.
// Sources: for CDF1, CDFJ and CDFJ+, the drivers' own code; for CDF0, Stella and 6502.ts, which
// agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Layout {
    /// The driver.
    pub family: Family,
    /// Pointers of the data streams, one word for each stream.
    pub pointers: u16,
    /// Increments of the data streams.
    pub increments: u16,
    /// The table that holds the addresses of the three waves. The sample is at the address of the
    /// first wave.
    pub waves: u16,
    /// The operand that reads the amplitude. Lower operands read streams.
    pub amplitude: u8,
    /// Number of streams that supply jump targets, beginning with stream 0x21.
    pub jump_streams: u8,
    /// True if an immediate LDX also fetches from streams.
    pub fetches_x: bool,
    /// True if an immediate LDY also fetches from streams.
    pub fetches_y: bool,
    /// RAM offset of the number that the driver subtracts from operands; `None` if it does not
    /// subtract one.
    pub subtrahend: Option<u16>,
    /// In a voice's counter, the lowest bit of the field that indexes the bytes of a sample. The
    /// bit below it selects the nibble.
    pub sample_shift: u8,
    /// Address in flash of the driver's services.
    pub services: u16,
    /// Size of RAM in bytes.
    pub ram_bytes: u32,
    /// Offset of bank 0 in the image.
    pub banks_offset: u16,
    /// The bank at power-on.
    pub start_bank: u8,
    /// The processor's clock in kHz.
    pub kilohertz: u32,
}

/// Size, in bytes, of the part of the image that is searched for marks: the words that identify a
/// driver.
const DRIVER_BYTES: usize = 0x800;

impl Layout {
    /// Returns the layout of an image; `None` if its driver is not of this family.
    pub fn of(image: &[u8]) -> Option<Layout> {
        family(&words(image)).map(|family| Layout::with(family, image))
    }

    /// Returns the layout of an image, assuming that its driver is of this family. Does not check
    /// the driver's marks.
    pub fn with(family: Family, image: &[u8]) -> Layout {
        let words = words(image);
        let plus = family == Family::CdfjPlus;
        let has = |word: u32| plus && words.contains(&word);
        let (pointers, increments, waves, amplitude) = match family {
            Family::Cdf0 => (0x6e0, 0x768, 0x7f0, 0x22),
            Family::Cdf1 => (0x0a0, 0x128, 0x1b0, 0x22),
            Family::Cdfj | Family::CdfjPlus => (0x098, 0x124, 0x1b0, 0x23),
        };
        Layout {
            family,
            pointers,
            increments,
            waves,
            amplitude,
            jump_streams: amplitude - 0x21,
            fetches_x: has(0x1352_00a2),
            fetches_y: has(0x1352_00a0),
            subtrahend: subtrahend(&words).filter(|_| plus),
            sample_shift: sample_shift(&words),
            services: if family == Family::Cdf0 { 0x6e0 } else { 0x750 },
            ram_bytes: match image.len() / 1024 {
                0..64 => RAM_BYTES as u32,
                64..256 => 0x4000,
                _ => 0x8000,
            },
            banks_offset: if plus { 0x800 } else { 0x1000 },
            start_bank: if plus { 0 } else { 6 },
            kilohertz: if image.len() > 0x8000 && !words.contains(&0xe3a0_1026) {
                60_000
            } else {
                KILOHERTZ
            },
        }
    }

    /// Returns true for the later CDFJ+ driver, which has a different sample rate. We call it P48.
    pub(super) fn is_p48(&self) -> bool {
        self.sample_shift == 13
    }

    /// Returns the number of fractional bits in a stream pointer.
    pub(super) fn fraction_bits(&self) -> u32 {
        match self.family {
            Family::CdfjPlus => 16,
            _ => 20,
        }
    }

    /// Returns the address of a call's first instruction, and the stack pointer at the start of the
    /// call.
    pub(super) fn entry(&self, image: &[u8]) -> (u32, u32) {
        let word = |offset: usize| image.get(offset..).and_then(|bytes| bytes.first_chunk());
        match (self.family, word(0x17f8), word(0x17f4)) {
            (Family::CdfjPlus, Some(entry), Some(stack)) => (
                u32::from_le_bytes(*entry),
                u32::from_le_bytes(*stack).wrapping_sub(36),
            ),
            _ => (0x800, STACK),
        }
    }
}

/// Returns the words in the driver's part of the image.
fn words(image: &[u8]) -> Vec<u32> {
    let driver = &image[..DRIVER_BYTES.min(image.len())];
    driver
        .chunks_exact(4)
        .map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

// Stella, 6502.ts and the drivers agree on the marks.
fn family(words: &[u32]) -> Option<Family> {
    let plus_mark = [
        u32::from_le_bytes(*b"PLUS"),
        u32::from_le_bytes(*b"CDFJ"),
        1,
    ];
    if words.windows(3).any(|words| words == plus_mark) {
        return Some(Family::CdfjPlus);
    }
    let is_mark = |word: u32| word & 0x00ff_ffff == u32::from_le_bytes(*b"CDF\0");
    let mark = words
        .windows(3)
        .find(|words| is_mark(words[0]) && words.iter().all(|word| *word == words[0]))?;
    Some(match (mark[0] >> 24) as u8 {
        0 => Family::Cdf0,
        b'J' => Family::Cdfj,
        _ => Family::Cdf1,
    })
}

/// Returns the offset of the immediate n in the instruction `sub r2, r2, #n`. The driver runs in
/// RAM, where the game's code can change n.
fn subtrahend(words: &[u32]) -> Option<u16> {
    let index = words
        .iter()
        .position(|word| word & 0xffff_ff00 == 0xe242_2000)?;
    Some(4 * index as u16)
}

/// Returns the shift n in the instruction `movs r3, r8, lsr #n`; 21 if the driver does not contain
/// that instruction.
fn sample_shift(words: &[u32]) -> u8 {
    let is_shift = |word: &&u32| **word & 0xffff_f07f == 0xe1b0_3028;
    words
        .iter()
        .find(is_shift)
        .map_or(21, |word| (word >> 7 & 31) as u8)
}
