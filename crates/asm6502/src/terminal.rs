//! Text for a terminal, with the control characters of sources and file names escaped.

use std::borrow::Cow;

use crate::text::lossy;

/// Escapes the control characters in a text, except line feeds and TABs. For example, ESC becomes
/// `\u{1b}`. Also escapes the characters that change the text direction.
pub fn escape_controls(text: &str) -> Cow<'_, str> {
    escape(text, |character| character != '\n' && is_control(character))
}

/// Does the same as [`escape_controls`], but also escapes line feeds, so that the result is a
/// single line.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    escape(text, is_control)
}

/// Converts bytes of a source to text, and escapes it like [`escape_controls`].
pub(crate) fn escaped_lines(text: &[u8]) -> String {
    escape_controls(&lossy(text)).into_owned()
}

fn escape(text: &str, must_escape: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&must_escape) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if must_escape(character) {
            escaped.extend(character.escape_default())
        } else {
            escaped.push(character)
        }
    }
    Cow::Owned(escaped)
}

/// Returns true for control characters, which a terminal may interpret as commands, and for
/// characters that change the text direction. A TAB does not count.
fn is_control(character: char) -> bool {
    match character {
        '\t' => false,
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(escaped("\u{1b}]0;x\u{7}"), "\\u{1b}]0;x\\u{7}");
        assert_eq!(
            escaped("a\r\nb\u{9b}\u{202e}c"),
            "a\\r\\nb\\u{9b}\\u{202e}c"
        );
        assert_eq!(escaped("\tlda #1 ; Größe"), "\tlda #1 ; Größe");
        assert_eq!(escaped_lines(b"a\x1b\nb\n"), "a\\u{1b}\nb\n");
    }

    #[test]
    fn escape_controls_keeps_only_line_feeds_and_tabs() {
        for code in (0..0x20).chain(0x7f..0xa0) {
            let character = char::from_u32(code).unwrap();
            let text = format!("a{character}b");
            match character {
                '\n' | '\t' => assert_eq!(escape_controls(&text), text),
                _ => assert!(!escape_controls(&text).contains(character), "{code:x}"),
            }
        }
        assert_eq!(escape_controls("a\rb\u{202e}c"), "a\\rb\\u{202e}c");
        assert_eq!(escape_controls("Dámě 黒 é"), "Dámě 黒 é");
    }
}
