//! Splits lines that need no cleaning (most lines): their fields are parts of the line as written.

use crate::sources::line::Fields;
use crate::text::PROTECTED_BLANK;

/// The fields of a line that needs no cleaning.
pub(crate) struct PlainLine {
    pub fields: Fields,
    /// Offset of the comment's text, after the `;`; 0 if the line has no comment.
    pub comment: usize,
}

/// Bit masks for the roles of a byte: which fields it can be part of, and whether it ends a field.
mod mark {
    /// Can be part of a label.
    pub const LABEL: u8 = 1;
    /// Can be part of an operation, but is not the dot before its suffix.
    pub const OPERATION: u8 = 2;
    /// Can be part of an operand.
    pub const OPERAND: u8 = 4;
    /// Is a blank or TAB.
    pub const WHITE: u8 = 8;
    /// Ends a field.
    pub const END: u8 = 16;
    pub const DOT: u8 = 32;
}

static MARKS: [u8; 256] = {
    let mut marks = [mark::LABEL | mark::OPERATION | mark::OPERAND; 256];
    marks[b'.' as usize] = mark::LABEL | mark::DOT | mark::OPERAND;
    marks[b' ' as usize] = mark::WHITE | mark::END;
    marks[b'\t' as usize] = mark::WHITE | mark::END;
    // A comma is not part of a label: it begins the arguments from which a label's name is built.
    let (no_label, ends, special) = (b"=:,", b";\r\n", b"\"'/{");
    // One loop handles all three lists: `no_label` and `ends` have three bytes, `special` has four.
    let mut index = 0;
    while index < 4 {
        if index < 3 {
            marks[no_label[index] as usize] = mark::OPERATION | mark::OPERAND;
            marks[ends[index] as usize] = mark::END;
        }
        marks[special[index] as usize] = 0;
        index += 1;
    }
    marks[PROTECTED_BLANK as usize] = 0;
    marks
};

/// Returns the offset of the first byte without the mark, at or after `from`.
fn skip(text: &[u8], from: usize, mark: u8) -> usize {
    let mut at = from;
    while at < text.len() && MARKS[usize::from(text[at])] & mark != 0 {
        at += 1;
    }
    at
}

/// Returns true if the line or a field ends at that offset.
fn ends(text: &[u8], at: usize) -> bool {
    text.get(at)
        .is_none_or(|&byte| MARKS[usize::from(byte)] & mark::END != 0)
}

/// Splits a line, without its LF. Returns `None` if the line may need cleaning: for example,
/// because it may be part of a block comment, or has a quote, a macro argument, or two consecutive
/// blanks in its operand.
pub(crate) fn split_plain(raw: &[u8]) -> Option<PlainLine> {
    let first = skip(raw, 0, mark::WHITE);
    let (mut fields, mut end) = (Fields::default(), first);
    if !ends(raw, first) {
        if matches!(raw[first], b'^' | b'#') {
            return None;
        }
        let label = if first > 0 {
            0
        } else {
            skip(raw, 0, mark::LABEL)
        };
        if first == 0 && !ends(raw, label) && !matches!(raw[label], b'=' | b':') {
            return None;
        }
        let after_label = label + usize::from(first == 0 && raw.get(label) == Some(&b':'));
        let start = skip(raw, after_label.max(first), mark::WHITE);
        let (operation, suffix) = operation_end(raw, start)?;
        let operand = skip(raw, suffix, mark::WHITE);
        let (operand_end, statement_end) = operand_end(raw, operand)?;
        fields.label = (0..label).into();
        fields.operation = (start..operation).into();
        fields.suffix = (suffix.min(operation + 1)..suffix).into();
        fields.operand = (operand..operand_end).into();
        end = statement_end;
    }
    let comment = match raw.get(end) {
        Some(b';') => end + 1,
        Some(b'\r') if end + 1 < raw.len() => return None,
        _ => 0,
    };
    Some(PlainLine { fields, comment })
}

/// Returns two offsets: where the operation ends without its suffix, and where the suffix ends.
fn operation_end(raw: &[u8], start: usize) -> Option<(usize, usize)> {
    if raw.get(start) == Some(&b'=') {
        return Some((start + 1, start + 1));
    }
    let word = skip(raw, start, mark::OPERATION);
    let end = skip(raw, word, mark::OPERATION | mark::DOT);
    // A dot that begins the word is part of the operation, which then has no suffix.
    let word = if word > start { word } else { end };
    ends(raw, end).then_some((word, end))
}

/// Returns two offsets: where the operand ends, and where the blanks after it end.
fn operand_end(raw: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut end = skip(raw, start, mark::OPERAND);
    loop {
        let next = skip(raw, end, mark::WHITE);
        if next == raw.len()
            || (MARKS[usize::from(raw[next])] & (mark::END | mark::WHITE)) == mark::END
        {
            return Some((end, next));
        }
        if next != end + 1 || raw[end] != b' ' || !ends(raw, end) {
            return None;
        }
        end = skip(raw, next, mark::OPERAND);
        if end == next {
            return None;
        }
    }
}
