//! Text for HTML pages.

use asm6502::shown;

/// Escapes control characters and the characters that HTML gives a meaning.
pub(crate) fn escaped(text: &str) -> String {
    let text = shown(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
