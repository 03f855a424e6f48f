//! Searches an image for bytes.

use md5::{Digest, Md5};

/// Number of bytes in a KiB.
pub const KIB: usize = 1024;

/// An image to search.
pub struct Image<'a>(pub &'a [u8]);

impl Image<'_> {
    pub(crate) fn size(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn starts_with(&self, bytes: &[u8]) -> bool {
        self.0.starts_with(bytes)
    }

    pub(crate) fn head(&self, size: usize) -> Image<'_> {
        Image(&self.0[..size.min(self.size())])
    }

    pub(crate) fn has(&self, bytes: &[u8]) -> bool {
        self.0.windows(bytes.len()).any(|window| window == bytes)
    }

    pub(crate) fn has_any(&self, sequences: &[&[u8]]) -> bool {
        sequences.iter().any(|sequence| self.has(sequence))
    }

    /// Returns true if the bytes occur at least `count` times without overlap.
    pub(crate) fn has_at_least(&self, count: usize, bytes: &[u8]) -> bool {
        let (mut found, mut rest) = (0, self.0);
        while let Some(at) = rest.windows(bytes.len()).position(|window| window == bytes) {
            found += 1;
            if found == count {
                return true;
            }
            rest = &rest[at + bytes.len()..];
        }
        false
    }

    /// Returns true if the bytes occur within the last eight bytes of the image.
    pub(crate) fn tail_has(&self, bytes: &[u8]) -> bool {
        Image(&self.0[self.size().saturating_sub(8)..]).has(bytes)
    }

    /// Returns true if, in every 4 KiB bank, the second 128 bytes are the same as the first 128.
    pub(crate) fn has_superchip(&self) -> bool {
        let mut banks = self.0.chunks_exact(4096);
        banks.all(|bank| bank[..128] == bank[128..256])
    }

    /// Returns true if the two halves of the image are the same.
    pub(crate) fn is_doubled(&self) -> bool {
        let (first, second) = self.0.split_at(self.size() / 2);
        first == second
    }

    /// Returns the image's MD5 in hexadecimal. Lists of ROM dumps identify images by their MD5.
    pub(crate) fn md5(&self) -> String {
        let digest = Md5::digest(self.0);
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
