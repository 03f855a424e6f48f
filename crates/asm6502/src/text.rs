//! Small helpers on byte strings.

/// The decimal number at the start, as C's `atoi` reads it: blanks, sign, digits; junk gives 0.
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

/// The text between double quotes, or all of it when it does not begin with one.
pub(crate) fn unquote(text: &[u8]) -> &[u8] {
    match text.strip_prefix(b"\"") {
        None => text,
        Some(rest) => &rest[..memchr::memchr(b'"', rest).unwrap_or(rest.len())],
    }
}

/// For messages: bytes as text, whatever they are.
pub(crate) fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}
