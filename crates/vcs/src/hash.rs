//! The checksum used for images, states, pictures and RAM. It is the same on all host systems.

use std::{fmt, str::FromStr};
use xxhash_rust::xxh3::xxh3_64;

/// A checksum: XXH3-64 with seed 0, written as sixteen hexadecimal digits. XXH3 is fast enough to
/// hash every frame. It detects accidental changes, not forgeries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hash(pub u64);

impl Hash {
    /// Hashes bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(xxh3_64(bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for Hash {
    type Err = std::num::ParseIntError;

    /// Parses sixteen hexadecimal digits; anything else is an error.
    fn from_str(text: &str) -> Result<Hash, Self::Err> {
        let digits = text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit());
        u64::from_str_radix(if digits { text } else { "" }, 16).map(Hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_match_the_published_test_vectors() {
        // XXH3-64 of an empty input, from the xxHash test vectors, as text in big-endian order.
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
}
