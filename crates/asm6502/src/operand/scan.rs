//! Numbers, names and index letters in the text of an operand.

use crate::text::digit;

/// Returns the index letter, in lower case, if `,x` or `,y` is at the offset `at` and no letter or
/// digit follows.
pub(crate) fn index_letter(text: &[u8], at: usize) -> Option<u8> {
    if text.get(at) != Some(&b',') {
        return None;
    }
    let letter = text.get(at + 1)?.to_ascii_lowercase();
    let ends = !text.get(at + 2).is_some_and(u8::is_ascii_alphanumeric);
    (matches!(letter, b'x' | b'y') && ends).then_some(letter)
}

/// Returns the numeric value of a string: its last eight bytes as a big-endian number.
pub(crate) fn big_endian(string: &[u8]) -> i64 {
    string
        .iter()
        .fold(0i64, |value, &byte| (value << 8) | i64::from(byte))
}

/// The item that [`literal`] has read: a number or character constant, or a name that begins with a
/// digit. Each includes the offset where it ends.
pub(crate) enum Literal {
    /// The value, and the offset after it.
    Number(i64, usize),
    /// The offset after a name such as `12$`.
    Name(usize),
}

/// Reads the literal at `start`, which is a `'`, `$`, `%` or digit.
#[inline(always)]
pub(crate) fn literal(text: &[u8], start: usize) -> Literal {
    let number = |at, radix| {
        let (value, end) = digits(text, at, radix);
        Literal::Number(value, end)
    };
    match (text[start], text.get(start + 1)) {
        (b'\'', character) => {
            let value = character.map_or(0, |&byte| i64::from(byte as i8));
            Literal::Number(value, start + 2)
        }
        (b'$', _) => number(start + 1, 16),
        (b'%', _) => number(start + 1, 2),
        (b'0', Some(b'x')) => number(start + 2, 16),
        (first, _) => match dollar_name_length(&text[start..]) {
            Some(length) => Literal::Name(start + length),
            None if first == b'0' => number(start + 1, 8),
            None => number(start, 10),
        },
    }
}

/// Reads the digits at `start`. Returns their value modulo 2^64, and the offset after them.
#[inline(always)]
fn digits(text: &[u8], start: usize, radix: u8) -> (i64, usize) {
    let mut value = 0i64;
    let mut at = start;
    while let Some(digit) = text.get(at).and_then(|&byte| digit(byte, radix)) {
        value = value.wrapping_mul(i64::from(radix)).wrapping_add(digit);
        at += 1;
    }
    (value, at)
}

/// Returns the length of a name such as `12$` at the start of the text.
fn dollar_name_length(text: &[u8]) -> Option<usize> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (text.get(digits) == Some(&b'$')).then_some(digits + 1)
}

/// Returns the length of the symbol name at the start of the text. A name may end with one `$`, and
/// with `braces` it may contain braces, as in dasm 2.20.16.
#[inline]
pub(crate) fn name_length(text: &[u8], braces: bool) -> usize {
    let belongs = |byte: &u8| NAME[usize::from(*byte)] || (braces && matches!(byte, b'{' | b'}'));
    let length = text
        .iter()
        .position(|byte| !belongs(byte))
        .unwrap_or(text.len());
    match text.get(length) {
        Some(b'$') if length > 0 => length + 1,
        _ => length,
    }
}

/// For each byte: true if a name may contain it.
static NAME: [bool; 256] = {
    let mut name = [false; 256];
    let mut byte = 0u8;
    while byte < 128 {
        name[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@');
        byte += 1;
    }
    name
};
