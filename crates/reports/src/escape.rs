//! Escapes text for HTML pages.

use asm6502::shown;

/// Returns a text with control characters and the special characters of HTML escaped.
pub(crate) fn escaped(text: &str) -> String {
    let text = shown(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
