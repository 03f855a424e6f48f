//! The part of a link after `#`: compressed bytes, encoded in characters that a URL may contain.

use crate::error::WebError;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use std::io::{Read, Write};

/// Maximum size of an unpacked link in bytes. The scripts of the longest games are far smaller.
const MAX_SIZE: u64 = 8 << 20;

/// Packs bytes.
pub fn pack(bytes: &[u8]) -> String {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    URL_SAFE_NO_PAD.encode(packed.expect("writing to a Vec cannot fail"))
}

/// Unpacks the output of [`pack`].
///
/// # Errors
/// [`WebError::DamagedLink`] if the text is incomplete or damaged, [`WebError::LargeLink`] if the
/// unpacked bytes exceed 8 MiB.
pub fn unpack(text: &str) -> Result<Vec<u8>, WebError> {
    let packed = URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|_| WebError::DamagedLink)?;
    let mut bytes = Vec::new();
    let mut decoder = DeflateDecoder::new(&packed[..]).take(MAX_SIZE + 1);
    decoder
        .read_to_end(&mut bytes)
        .map_err(|_| WebError::DamagedLink)?;
    if bytes.len() as u64 > MAX_SIZE {
        Err(WebError::LargeLink)
    } else {
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unpacking_returns_the_packed_bytes() {
        for bytes in [vec![], vec![0; 10_000], (0..=255).collect()] {
            let link = pack(&bytes);
            assert!(
                link.chars()
                    .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
            );
            assert_eq!(unpack(&link).unwrap(), bytes);
        }
    }

    #[test]
    fn damaged_links_are_refused() {
        let link = pack(&[7; 1000].map(|byte: u8| byte.wrapping_mul(3)));
        for text in [&link[..link.len() - 2], "$", "AAAA", &link[2..]] {
            assert!(matches!(unpack(text), Err(WebError::DamagedLink)), "{text}");
        }
    }

    #[test]
    fn a_link_that_unpacks_to_too_many_bytes_is_refused() {
        let bomb = pack(&vec![0; MAX_SIZE as usize + 1]);
        assert!(matches!(unpack(&bomb), Err(WebError::LargeLink)));
    }
}
