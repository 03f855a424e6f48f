//! Text for a terminal: control characters in sources and file names are escaped.

use std::borrow::Cow;

use crate::text::lossy;

/// Escapes the control characters of a one-line text (`\u{1b}`), except TABs, and the characters
/// that change the direction of writing.
pub(crate) fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|character| {
        if is_command(character) {
            character.escape_default().to_string()
        } else {
            character.to_string()
        }
    });
    Cow::Owned(escaped.collect())
}

/// Escapes each line of a text that may contain any bytes of the sources.
pub(crate) fn escaped_lines(text: &[u8]) -> String {
    let text = lossy(text);
    let lines: Vec<_> = text.split('\n').map(escaped).collect();
    lines.join("\n")
}

/// True for characters that a terminal takes as commands, or that hide text.
fn is_command(character: char) -> bool {
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
    fn commands_are_escaped() {
        assert_eq!(escaped("\u{1b}]0;x\u{7}"), "\\u{1b}]0;x\\u{7}");
        assert_eq!(
            escaped("a\r\nb\u{9b}\u{202e}c"),
            "a\\r\\nb\\u{9b}\\u{202e}c"
        );
        assert_eq!(escaped("\tlda #1 ; Größe"), "\tlda #1 ; Größe");
        assert_eq!(escaped_lines(b"a\x1b\nb\n"), "a\\u{1b}\nb\n");
    }
}
