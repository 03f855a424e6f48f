//! Hashes of pictures, sound and RAM, the same on every machine.

use crate::television::{Frame, Sample};
use std::{fmt, str::FromStr};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// XXH3-64 with seed 0, written as sixteen hexadecimal digits. Fast enough to hash every frame;
/// it tells mistakes apart, not forgeries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hash(pub u64);

impl Hash {
    /// Hash of any bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(xxh3_64(bytes))
    }

    /// Hash of a frame's pixels, line by line, one byte each; its number plays no part.
    pub fn of_picture(frame: &Frame) -> Hash {
        Hash::of(&frame.pixels)
    }

    /// Hash of sound samples, each two 16-bit little-endian numbers.
    pub fn of_samples(samples: &[Sample]) -> Hash {
        let mut hash = AudioHash::default();
        hash.update(samples);
        hash.finish()
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Hash {
    type Err = std::num::ParseIntError;

    /// Sixteen hexadecimal digits; anything else is an error.
    fn from_str(text: &str) -> Result<Hash, Self::Err> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(if digits { text } else { "" }, 16).map(Hash)
    }
}

/// A hash of sound samples that come piece by piece: each is two 16-bit little-endian numbers.
#[derive(Clone, Default)]
pub struct AudioHash(Xxh3);

impl fmt::Debug for AudioHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AudioHash({})", self.finish())
    }
}

impl AudioHash {
    /// Adds samples.
    pub fn update(&mut self, samples: &[Sample]) {
        let mut bytes = [0; 1024];
        for chunk in samples.chunks(bytes.len() / 4) {
            for (to, Sample([a, b])) in bytes.chunks_exact_mut(4).zip(chunk) {
                to[..2].copy_from_slice(&a.to_le_bytes());
                to[2..].copy_from_slice(&b.to_le_bytes());
            }
            self.0.update(&bytes[..chunk.len() * 4]);
        }
    }

    /// The hash of all samples so far.
    pub fn finish(&self) -> Hash {
        Hash(self.0.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        // XXH3-64 of no bytes, from the xxHash test vectors: the text form is big-endian.
        assert_eq!(Hash::of(b"").to_string(), "2d06800538d394c2");
        assert_eq!("2d06800538d394c2".parse(), Ok(Hash::of(b"")));
        for bad in [
            "",
            "2d06800538d394c",
            "+d06800538d394c2",
            "2d06800538d394c2 ",
        ] {
            assert!(bad.parse::<Hash>().is_err(), "{bad:?}");
        }
    }

    #[test]
    fn sound_hashes_the_same_in_any_pieces() {
        let samples: Vec<_> = (0..700).map(|n| Sample([n, 1710 - n])).collect();
        let mut whole = AudioHash::default();
        whole.update(&samples);
        let mut pieces = AudioHash::default();
        samples.chunks(33).for_each(|piece| pieces.update(piece));
        assert_eq!(whole.finish(), pieces.finish());
        let bytes: Vec<u8> = samples
            .iter()
            .flat_map(|s| s.0)
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(whole.finish(), Hash::of(&bytes));
    }
}
