//! Escapes text for HTML pages.

use asm6502::shown;

/// Escapes a text's control characters and HTML's special characters.
pub(crate) fn escaped(text: &str) -> String {
    let text = shown(text);
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
