//! Block comments: `/* */`, spanning any number of lines.

use memchr::memmem;

/// Returns true if the line may begin or end a block comment.
pub(crate) fn has_comment_marks(raw: &[u8]) -> bool {
    memchr::memchr_iter(b'/', raw)
        .any(|at| raw.get(at + 1) == Some(&b'*') || (at > 0 && raw[at - 1] == b'*'))
}

/// Moves the `/* */` comments of a line to its end, after a `;`. Returns true if the line has a
/// `*/` that does not close a comment.
///
/// A `/*` opens a comment only if it is before the first `;` of the line. It does so even within
/// quotes.
pub(crate) fn strip_block_comments(line: &mut Vec<u8>, in_comment: &mut bool) -> bool {
    // The CR is put back at the end, unless a comment has been moved there.
    let carriage_return = line.last() == Some(&b'\r');
    if carriage_return {
        line.pop();
    }
    let mut appended = false;
    if *in_comment {
        let Some(close) = memmem::find(line, b"*/") else {
            line.insert(0, b';');
            if carriage_return {
                line.push(b'\r');
            }
            return false;
        };
        *in_comment = false;
        let before: Vec<u8> = line.drain(..close + 2).collect();
        line.extend_from_slice(b";*/");
        appended = true;
        line.extend_from_slice(&before[..close]);
    }
    let limit = |line: &[u8]| memchr::memchr(b';', line).unwrap_or(line.len());
    while let Some(open) = memmem::find(&line[..limit(line)], b"/*") {
        let end = limit(line);
        // Only the first `*/` in the line is considered. If it is before the `/*`, the comment
        // stays open even if another `*/` follows.
        match memmem::find(&line[..end], b"*/").filter(|&close| close > open) {
            Some(close) => {
                let removed: Vec<u8> = line.drain(open..close + 2).collect();
                appended = true;
                line.push(b';');
                line.extend_from_slice(&removed[..removed.len() - 1]);
            }
            None => {
                *in_comment = true;
                line.insert(open, b';');
            }
        }
    }
    let stray = memmem::find(&line[..limit(line)], b"*/").is_some();
    if carriage_return && !appended {
        line.push(b'\r');
    }
    stray
}
