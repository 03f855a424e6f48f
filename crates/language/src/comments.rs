//! Extracts the text of comments.

use crate::program::Program;
use crate::text::lossy;

/// Returns the comment lines directly above a line, at most 20, as Markdown; lines count from 0.
pub(crate) fn comments_above(program: &Program, file: u32, line: u32) -> String {
    let text = program.text(file);
    let mut lines = Vec::new();
    for above in (0..line).rev().take(20) {
        let raw = text.line(above).trim_ascii();
        if !raw.starts_with(b";") {
            break;
        }
        lines.push(comment_text(raw));
    }
    lines.reverse();
    lines.retain(|line| !line.is_empty());
    lines.join("  \n")
}

/// Returns a comment without its leading `;` and without ruled lines such as `-----`.
pub(crate) fn comment_text(raw: &[u8]) -> String {
    let text = lossy(raw);
    let text = text.trim().trim_start_matches(';').trim();
    let rule = |letter: char| matches!(letter, '-' | '=' | '*' | '#' | ';' | '_');
    text.trim_matches(rule).trim().to_owned()
}
