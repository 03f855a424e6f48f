//! Source encodings. The assembler reads bytes; most sources are ASCII.

use std::borrow::Cow;

/// Returns the text of a source: its bytes unchanged, except that UTF-16 with a byte order mark is
/// converted to UTF-8.
pub(crate) fn decoded(content: &[u8]) -> Cow<'_, [u8]> {
    let word: fn([u8; 2]) -> u16 = match content {
        [0xff, 0xfe, ..] => u16::from_le_bytes,
        [0xfe, 0xff, ..] => u16::from_be_bytes,
        _ => return Cow::Borrowed(content),
    };
    let (pairs, _) = content[2..].as_chunks::<2>();
    let words = pairs.iter().map(|&pair| word(pair));
    let text: String = char::decode_utf16(words)
        .map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    Cow::Owned(text.into_bytes())
}

/// Checks whether the assembler, like dasm, would ignore most of a text. If so, returns the reason,
/// and advice on how to save the file.
pub(crate) fn problem(text: &[u8]) -> Option<(&'static str, &'static str)> {
    let first_nul = memchr::memchr(0, text).unwrap_or(text.len());
    let nul_count = memchr::memchr_iter(0, &text[first_nul..]).count();
    if nul_count * 4 >= text.len() && nul_count > 0 {
        return Some((
            "a quarter of this file or more is NUL bytes: UTF-16 without a byte order mark, or \
             not text",
            "save the file as ASCII or UTF-8",
        ));
    }
    if memchr::memchr(b'\n', text).is_some() {
        return None;
    }
    let first = memchr::memchr(b'\r', text)?;
    (!text[first..].trim_ascii().is_empty()).then_some((
        "the lines of this file end with CR alone, so all but the first are lost",
        "save the file with LF or CR LF line endings",
    ))
}
