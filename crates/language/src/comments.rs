//! Extracts the text of comments.

use crate::program::Program;
use crate::text::lossy;

/// Returns up to 20 comment lines from directly above a line, as Markdown. Lines are numbered from
/// 0.
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

/// Returns the text of a comment, without the leading `;` and without rules such as `-----` at
/// either end.
pub(crate) fn comment_text(raw: &[u8]) -> String {
    let text = lossy(raw);
    let text = text.trim().trim_start_matches(';').trim();
    let rule = |letter: char| matches!(letter, '-' | '=' | '*' | '#' | ';' | '_');
    text.trim_matches(rule).trim().to_owned()
}
