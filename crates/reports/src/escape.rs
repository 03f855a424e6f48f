//! Escapes text for HTML pages.

use asm6502::escape_controls;

/// Escapes the control characters in a text, and the characters that are special in HTML.
pub(crate) fn escaped(text: &str) -> String {
    let text = escape_controls(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
