//! Hashes of sound. They are the same on every computer.

use std::fmt;
use vcs::{Hash, television::Sample};
use xxhash_rust::xxh3::Xxh3;

/// A running hash of sound samples. Each sample is hashed as two 16-bit little-endian numbers.
#[derive(Clone, Default)]
pub struct AudioHash(Xxh3);

impl fmt::Debug for AudioHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AudioHash({})", self.finish())
    }
}

impl AudioHash {
    /// Returns the hash of some samples.
    pub fn of(samples: &[Sample]) -> Hash {
        let mut hash = AudioHash::default();
        hash.update(samples);
        hash.finish()
    }

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

    /// Returns the hash of all samples so far.
    pub fn finish(&self) -> Hash {
        Hash(self.0.digest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_does_not_depend_on_how_the_samples_are_split() {
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
