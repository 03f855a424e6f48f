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

/// The value of a byte as a digit, if it is one in that radix, which is 16 at most.
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

pub(crate) fn skip_blanks(text: &[u8], from: usize) -> usize {
    let mut at = from.min(text.len());
    while text.get(at) == Some(&b' ') {
        at += 1;
    }
    at
}

/// True for bytes that cleaning does not copy as they are.
pub(crate) fn is_special(byte: u8) -> bool {
    SPECIAL[usize::from(byte)]
}

/// Bytes at which the fast copy has to stop.
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

/// Replaces a blank inside quotes. A byte $80 in the source therefore turns into a blank.
pub(crate) const PROTECTED_BLANK: u8 = 0x80;

/// Bytes that are compared at once: most lines have runs of blanks, and comments.
const GROUP: usize = 8;

/// A group of equal bytes.
const fn group_of(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; GROUP])
}

/// The group that begins there, the first byte lowest.
#[inline]
fn group_at(text: &[u8], at: usize) -> Option<u64> {
    let group = text.get(at..)?.first_chunk::<GROUP>()?;
    Some(u64::from_le_bytes(*group))
}

/// The first position from there on without a blank or TAB.
#[inline]
pub(crate) fn skip_white(text: &[u8], from: usize) -> usize {
    let mut at = from;
    loop {
        match text.get(at) {
            Some(b' ') => match group_at(text, at) {
                Some(group) => {
                    let others = group ^ group_of(b' ');
                    at += others.trailing_zeros() as usize / 8;
                    // Most runs of blanks are short, and no TAB follows them.
                    if others != 0 && text.get(at) != Some(&b'\t') {
                        return at;
                    }
                }
                None => at += 1,
            },
            Some(b'\t') => at += 1,
            _ => return at,
        }
    }
}

/// The first LF from there on, or the end of the text. Most are near, where this is faster than
/// `memchr`.
#[inline]
pub(crate) fn line_end(text: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(group) = group_at(text, at) {
        let others = group ^ group_of(b'\n');
        // The highest bit of each byte that is 0; above the first one also of others.
        let zeros = others.wrapping_sub(group_of(1)) & !others & group_of(0x80);
        if zeros != 0 {
            return at + zeros.trailing_zeros() as usize / 8;
        }
        at += GROUP;
    }
    let rest = text.get(at..).unwrap_or_default();
    let length = rest.iter().position(|&byte| byte == b'\n');
    at + length.unwrap_or(rest.len())
}
