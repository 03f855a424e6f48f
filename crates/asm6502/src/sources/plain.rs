//! Splits the lines that need no cleaning, which are most lines. Their fields are ranges of the
//! line as written.

use crate::sources::line::Fields;
use crate::text::PROTECTED_BLANK;

/// The fields of a line that needs no cleaning.
pub(crate) struct PlainLine {
    pub fields: Fields,
    /// Offset of the comment's text, after the `;`; 0 if the line has no comment.
    pub comment: usize,
}

/// Bits that classify a byte: the fields in which it can occur, and whether it ends a field.
mod mark {
    /// A byte that can be part of a label.
    pub const LABEL: u8 = 1;
    /// A byte other than a dot that can be part of an operation. A dot may begin the suffix.
    pub const OPERATION: u8 = 2;
    /// A byte that can be part of an operand.
    pub const OPERAND: u8 = 4;
    /// A blank or TAB.
    pub const WHITE: u8 = 8;
    /// A byte that ends a field.
    pub const END: u8 = 16;
    pub const DOT: u8 = 32;
}

static MARKS: [u8; 256] = {
    let mut marks = [mark::LABEL | mark::OPERATION | mark::OPERAND; 256];
    marks[b'.' as usize] = mark::LABEL | mark::DOT | mark::OPERAND;
    marks[b' ' as usize] = mark::WHITE | mark::END;
    marks[b'\t' as usize] = mark::WHITE | mark::END;
    // A comma ends a label: after it come the arguments of a label name built at assembly time.
    let (no_label, ends, special) = (b"=:,", b";\r\n", b"\"'/{");
    // One loop handles all three lists. Only `special` has a fourth byte.
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

/// Skips the bytes that have any bit of `mask`, starting at `from`. Returns the offset of the first
/// byte that has none.
fn skip(text: &[u8], from: usize, mask: u8) -> usize {
    let mut at = from;
    while at < text.len() && MARKS[usize::from(text[at])] & mask != 0 {
        at += 1;
    }
    at
}

/// Returns true if a field, or the whole line, ends at offset `at`.
fn ends_at(text: &[u8], at: usize) -> bool {
    text.get(at)
        .is_none_or(|&byte| MARKS[usize::from(byte)] & mark::END != 0)
}

/// Splits a line, without its LF. Returns `None` if the line may need cleaning: for example,
/// because it may be part of a block comment, or has a quote, a macro argument, or two consecutive
/// blanks in its operand.
pub(crate) fn split_plain(raw: &[u8]) -> Option<PlainLine> {
    let first = skip(raw, 0, mark::WHITE);
    let (mut fields, mut end) = (Fields::default(), first);
    if !ends_at(raw, first) {
        if matches!(raw[first], b'^' | b'#') {
            return None;
        }
        let label_end = if first > 0 {
            0
        } else {
            skip(raw, 0, mark::LABEL)
        };
        if first == 0 && !ends_at(raw, label_end) && !matches!(raw[label_end], b'=' | b':') {
            return None;
        }
        let after_label = label_end + usize::from(first == 0 && raw.get(label_end) == Some(&b':'));
        let start = skip(raw, after_label.max(first), mark::WHITE);
        let (operation_end, suffix_end) = operation_ends(raw, start)?;
        let operand = skip(raw, suffix_end, mark::WHITE);
        let (operand_end, statement_end) = operand_ends(raw, operand)?;
        fields.label = (0..label_end).into();
        fields.operation = (start..operation_end).into();
        fields.suffix = (suffix_end.min(operation_end + 1)..suffix_end).into();
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

/// Returns two offsets: the end of the operation, not counting its suffix, and the end of the
/// suffix. They are equal if there is no suffix.
fn operation_ends(raw: &[u8], start: usize) -> Option<(usize, usize)> {
    if raw.get(start) == Some(&b'=') {
        return Some((start + 1, start + 1));
    }
    let word_end = skip(raw, start, mark::OPERATION);
    let end = skip(raw, word_end, mark::OPERATION | mark::DOT);
    // If the word begins with a dot, the dot is part of the operation, and there is no suffix.
    let word_end = if word_end > start { word_end } else { end };
    ends_at(raw, end).then_some((word_end, end))
}

/// Returns two offsets: the end of the operand, and the end of the blanks after it.
fn operand_ends(raw: &[u8], start: usize) -> Option<(usize, usize)> {
    let mut end = skip(raw, start, mark::OPERAND);
    loop {
        let next = skip(raw, end, mark::WHITE);
        if next == raw.len()
            || (MARKS[usize::from(raw[next])] & (mark::END | mark::WHITE)) == mark::END
        {
            return Some((end, next));
        }
        if next != end + 1 || raw[end] != b' ' || !ends_at(raw, end) {
            return None;
        }
        end = skip(raw, next, mark::OPERAND);
        if end == next {
            return None;
        }
    }
}
