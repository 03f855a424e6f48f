//! Lines of macros with places for arguments in their operands.

use crate::sources::arguments::Arguments;
use crate::sources::comments::has_comment_marks;
use crate::sources::lexer::{LONGEST_LINE, brace};
use crate::sources::line::Fields;
use crate::sources::parser::plain::{Split, split};

/// Where a macro argument is inserted: the text before it, and its number; no number at the end
/// of the line.
#[derive(Debug, Clone, Copy)]
struct Insertion {
    before: (u32, u32),
    number: Option<i64>,
}

/// The insertions of all lines, in order.
#[derive(Debug, Default)]
pub(crate) struct Insertions(Vec<Insertion>);

impl Insertions {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds those of a line that begins at `start`; returns the number of the first.
    pub fn add(&mut self, raw: &[u8], start: usize) -> u32 {
        let first = self.0.len() as u32;
        let mut from = 0;
        while let Some(open) = memchr::memchr(b'{', &raw[from..]).map(|at| from + at) {
            let Some((number, length)) = brace(&raw[open + 1..]) else {
                break;
            };
            self.push(start + from, start + open, Some(number));
            from = open + 1 + length;
        }
        self.push(start + from, start + raw.len(), None);
        first
    }

    fn push(&mut self, start: usize, end: usize, number: Option<i64>) {
        self.0.push(Insertion {
            before: (start as u32, end as u32),
            number,
        });
    }

    /// Writes the line with the arguments inserted; `None` if it needs the full parser.
    pub fn fill_in(
        &self,
        first: u32,
        arguments: &Arguments,
        text: &[u8],
        line: &mut Vec<u8>,
    ) -> Option<()> {
        if !arguments.are_plain() {
            return None;
        }
        line.clear();
        for insertion in &self.0[first as usize..] {
            let (start, end) = insertion.before;
            line.extend_from_slice(&text[start as usize..end as usize]);
            let Some(number) = insertion.number else {
                break;
            };
            line.extend_from_slice(arguments.get(number)?);
        }
        (line.len() < LONGEST_LINE).then_some(())
    }
}

/// The fields of a line whose label and operation are written plainly, with places for
/// arguments in the operand.
pub(crate) fn split_template(raw: &[u8]) -> Option<Fields> {
    let first = memchr::memchr(b'{', raw)?;
    let special = |&byte: &u8| matches!(byte, b'"' | b'\'' | b';' | b'\t' | b'\r' | 0x80);
    let blanks = |pair: &[u8]| pair == b"  ";
    let operand = raw.iter().take(first).rposition(|&byte| byte == b' ')?;
    if raw.iter().any(special) || has_comment_marks(raw) || raw[operand..].windows(2).any(blanks) {
        return None;
    }
    // A letter in the place of the argument makes sure that the operand begins there.
    let mut head = raw[..first].to_vec();
    head.push(b'x');
    match split(&head) {
        Split::Plain(line) if !line.fields().operand.is_empty() => Some(line.fields()),
        _ => None,
    }
}
