//! Text of sources and names of files as a terminal may see it: without its commands.

use std::borrow::Cow;

use crate::text::lossy;

/// A text of one line with its control characters escaped (`\u{1b}`), except TABs, and with the
/// characters that change the direction of writing.
pub(crate) fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let escaped = text.chars().map(|character| match is_command(character) {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    });
    Cow::Owned(escaped.collect())
}

/// Lines of console text, which the sources may have written any bytes into.
pub(crate) fn shown_lines(text: &[u8]) -> String {
    let text = lossy(text);
    let lines: Vec<_> = text.split('\n').map(shown).collect();
    lines.join("\n")
}

/// True for characters that a terminal takes for commands or that hide what is written.
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
        assert_eq!(shown("\u{1b}]0;x\u{7}"), "\\u{1b}]0;x\\u{7}");
        assert_eq!(shown("a\r\nb\u{9b}\u{202e}c"), "a\\r\\nb\\u{9b}\\u{202e}c");
        assert_eq!(shown("\tlda #1 ; Größe"), "\tlda #1 ; Größe");
        assert_eq!(shown_lines(b"a\x1b\nb\n"), "a\\u{1b}\nb\n");
    }
}
