//! Small helpers for byte strings.

/// Parses the decimal number at the start of the text as C's `atoi` does: optional blanks, an
/// optional sign, and digits. Returns 0 if there is no number.
pub(crate) fn leading_number(text: &[u8]) -> i64 {
    let text = text.trim_ascii_start();
    let (negative, digits) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    let value = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .fold(0i64, |value, byte| {
            value
                .saturating_mul(10)
                .saturating_add(i64::from(byte - b'0'))
        });
    if negative { -value } else { value }
}

/// Returns the value of a digit in a radix of up to 16; `None` if the byte is not a digit in that
/// radix.
#[inline]
pub(crate) fn digit(byte: u8, radix: u8) -> Option<i64> {
    let value = DIGITS[usize::from(byte)];
    (value < radix).then_some(i64::from(value))
}

static DIGITS: [u8; 256] = {
    let mut digits = [u8::MAX; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value] as usize] = value as u8;
        digits[b"0123456789ABCDEF"[value] as usize] = value as u8;
        value += 1;
    }
    digits
};

/// Returns the text between double quotes, or the whole text if it does not begin with a double
/// quote.
pub(crate) fn unquote(text: &[u8]) -> &[u8] {
    match text.strip_prefix(b"\"") {
        None => text,
        Some(rest) => &rest[..memchr::memchr(b'"', rest).unwrap_or(rest.len())],
    }
}

/// Converts bytes to text for messages, and replaces invalid UTF-8.
pub(crate) fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// Returns the offset of the first byte at or after `from` that is not a blank.
pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let mut at = from.min(text.len());
    while text.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// For each byte value: true if the lexer must treat that byte specially instead of copying it.
pub(crate) static SPECIAL: [bool; 256] = {
    let mut table = [false; 256];
    let stops = b"\t\r;'\"{\x80";
    let mut index = 0;
    while index < stops.len() {
        table[stops[index] as usize] = true;
        index += 1;
    }
    table
};

/// The placeholder for a protected blank (such as one inside quotes) while a line is being cleaned.
/// As in dasm, a byte $80 in the source therefore turns into a blank.
pub(crate) const PROTECTED_BLANK: u8 = 0x80;
