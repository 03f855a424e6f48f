//! Escapes text for HTML pages.

use asm6502::shown;

/// Escapes the control characters in a text, and the characters that are special in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = shown(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
