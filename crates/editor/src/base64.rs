//! Base64 as RFC 4648 has it, for memory and pictures in messages.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The bytes as text.
pub fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for index in 0..4 {
            text.push(match index <= group.len() {
                true => char::from(LETTERS[(bits >> (18 - 6 * index) & 63) as usize]),
                false => '=',
            });
        }
    }
    text
}

/// The bytes of a text; `None` if it is no Base64.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let mut bits = 0;
        for letter in group {
            let value = LETTERS.iter().position(|known| known == letter)?;
            bits = bits << 6 | value as u32;
        }
        bits <<= 6 * (4 - group.len());
        let count = [0, 0, 1, 2, 3][group.len()];
        if group.len() == 1 {
            return None;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[1..1 + count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_standard() {
        let pairs = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (plain, coded) in pairs {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded).as_deref(), Some(plain.as_bytes()));
        }
        for wrong in ["Z", "Zm9v!", "Zm9vY"] {
            assert_eq!(decode(wrong), None, "{wrong}");
        }
    }
}
