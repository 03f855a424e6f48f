//! Some thousand lines of a script, split.

use std::rc::Rc;

use super::CHUNK;
use crate::expression::Slot;
use crate::lexer::{LONGEST_LINE, LexContext, LineBuffer, brace, has_comment_marks};
use crate::line::{Fields, Line, Memo, Span};
use crate::macros::Arguments;
use crate::parser::{LabelEnd, PlainLine, split_plain, trim_and_squeeze};

/// Some thousand lines.
#[derive(Debug)]
pub(super) struct Chunk {
    raw: Rc<Vec<u8>>,
    /// Where in the text it ends.
    pub(super) end: usize,
    lines: Vec<Entry>,
    /// The lines that are longer than most, or not written plainly.
    others: Vec<Other>,
    /// Cleaned text of the lines that are not written plainly.
    cleaned: Vec<u8>,
    places: Vec<Place>,
}

/// Where a macro argument is put in: the text before it, and its number; no number at the end of
/// the line.
#[derive(Debug, Clone, Copy)]
struct Place {
    before: (u32, u32),
    number: Option<i64>,
}

/// A line. Sources have a hundred thousand of these, so what most of them need is kept in one byte
/// each.
#[derive(Debug)]
struct Entry {
    /// Offset in the raw text; of other lines the index among them.
    start: u32,
    marks: Option<Marks>,
    memo: Memo,
}

/// The parts of a plain line of less than 256 bytes, as in [`PlainLine`].
#[derive(Debug, Clone, Copy)]
struct Marks {
    label: u8,
    operation: u8,
    operation_end: u8,
    suffix_end: u8,
    operand: u8,
    operand_end: u8,
    comment: u8,
    length: u8,
}

#[derive(Debug)]
struct Other {
    start: u32,
    length: u32,
    /// Offset of the comment within the line, behind its `;`; 0 if there is none.
    comment: u16,
    kind: Kind,
    fields: Fields,
    /// Of a line without label and suffix: an operand of one argument.
    slot: Option<Slot>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The fields lie in the raw text.
    Plain,
    /// The fields lie in the cleaned text, from here on.
    Cleaned(u32),
    /// The operand has places for arguments: the first of them.
    Template(u32),
    /// The line has to be read where it is met.
    Unread,
}

/// A line without label and suffix.
pub(crate) enum Bare<'s> {
    /// With nothing but a comment.
    Blank,
    Operation(&'s Memo),
    /// With an argument of the macro as its operand.
    Slot(&'s Memo, Slot),
}

impl Marks {
    fn of(line: &PlainLine) -> Option<Marks> {
        let byte = |mark: usize| mark as u8;
        (line.length <= usize::from(u8::MAX)).then(|| Marks {
            label: byte(line.label),
            operation: byte(line.operation),
            operation_end: byte(line.operation_end),
            suffix_end: byte(line.suffix_end),
            operand: byte(line.operand),
            operand_end: byte(line.operand_end),
            comment: byte(line.comment),
            length: byte(line.length),
        })
    }

    #[inline]
    fn fields(self) -> Fields {
        // Behind the dot, if there is one.
        let suffix = self.operation_end + u8::from(self.operation_end < self.suffix_end);
        Fields {
            label: Span::short(0, self.label),
            operation: Span::short(self.operation, self.operation_end),
            suffix: Span::short(suffix, self.suffix_end),
            operand: Span::short(self.operand, self.operand_end),
        }
    }
}

impl Chunk {
    /// The lines of a file from there on.
    pub(super) fn of_file(raw: &Rc<Vec<u8>>, start: usize, buffer: &mut LineBuffer) -> Chunk {
        let mut chunk = Chunk::new(raw);
        let mut start = start;
        let guess = raw.len().saturating_sub(start) / 16 + 1;
        chunk.lines.reserve_exact(CHUNK.min(guess));
        while start < raw.len() && chunk.lines.len() < CHUNK {
            let rest = &raw[start..];
            let plain = split_plain(rest);
            let length = match plain {
                Some(line) => line.length,
                None => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            };
            let newline = length < rest.len();
            // A comment of nothing at all is none to dasm.
            let plain = plain.map(|line| match newline {
                false if line.comment == length => PlainLine { comment: 0, ..line },
                _ => line,
            });
            chunk.add(&rest[..length], plain, start, buffer, newline, true);
            start += length + 1;
        }
        chunk.end = start;
        chunk
    }

    pub(super) fn of_body(
        raw: &Rc<Vec<u8>>,
        lines: &[(usize, usize)],
        buffer: &mut LineBuffer,
    ) -> Chunk {
        let mut chunk = Chunk::new(raw);
        for &(start, end) in lines {
            let line = &raw[start..end];
            // An open quote takes in the LF behind it.
            let plain = split_plain(line).filter(|plain| plain.length == line.len());
            chunk.add(line, plain, start, buffer, false, false);
        }
        chunk
    }

    fn new(raw: &Rc<Vec<u8>>) -> Chunk {
        Chunk {
            raw: raw.clone(),
            end: 0,
            lines: Vec::new(),
            others: Vec::new(),
            cleaned: Vec::new(),
            places: Vec::new(),
        }
    }

    fn add(
        &mut self,
        raw: &[u8],
        plain: Option<PlainLine>,
        start: usize,
        buffer: &mut LineBuffer,
        newline: bool,
        in_file: bool,
    ) {
        let marks = plain.as_ref().and_then(Marks::of);
        let start = match marks {
            Some(_) => start,
            None => {
                let other = self.other(raw, plain, start as u32, buffer, newline, in_file);
                self.others.push(other);
                self.others.len() - 1
            }
        };
        self.lines.push(Entry {
            start: start as u32,
            marks,
            memo: Memo::default(),
        });
    }

    #[cold]
    fn other(
        &mut self,
        raw: &[u8],
        plain: Option<PlainLine>,
        start: u32,
        buffer: &mut LineBuffer,
        newline: bool,
        in_file: bool,
    ) -> Other {
        let mut other = Other {
            start,
            length: raw.len() as u32,
            comment: 0,
            kind: Kind::Unread,
            fields: Fields::default(),
            slot: None,
        };
        if raw.len() >= LONGEST_LINE {
            return other;
        }
        if let Some(plain) = plain {
            other.fields = plain.fields();
            other.comment = plain.comment as u16;
            other.kind = Kind::Plain;
        } else if buffer.read_simple(raw, newline, LexContext::default())
            && let LabelEnd::At(at) = buffer.split_label()
        {
            buffer.split_rest(at);
            other.fields = buffer.fields;
            other.comment = buffer.comment_start(raw) as u16;
            other.kind = Kind::Cleaned(self.cleaned.len() as u32);
            self.cleaned.extend_from_slice(&buffer.text);
        } else if !in_file && let Some(fields) = split_template(raw) {
            other.fields = fields;
            other.kind = Kind::Template(self.places.len() as u32);
            self.note_places(raw, start);
            if fields.label.is_empty() && fields.suffix.is_empty() {
                other.slot = Slot::read(&raw[fields.operand.start()..]);
            }
        }
        other
    }

    /// Notes the places of the line; the last of its entries has no argument.
    fn note_places(&mut self, raw: &[u8], start: u32) {
        let mut from = 0;
        while let Some(open) = memchr::memchr(b'{', &raw[from..]).map(|at| from + at) {
            let Some((number, length)) = brace(&raw[open + 1..]) else {
                break;
            };
            let before = (start + from as u32, start + open as u32);
            self.places.push(Place {
                before,
                number: Some(number),
            });
            from = open + 1 + length;
        }
        let before = (start + from as u32, start + raw.len() as u32);
        self.places.push(Place {
            before,
            number: None,
        });
    }

    pub(super) fn raw_line(&self, index: usize) -> &[u8] {
        let entry = &self.lines[index];
        match entry.marks {
            Some(marks) => self.raw_at(entry.start, u32::from(marks.length)),
            None => {
                let other = &self.others[entry.start as usize];
                self.raw_at(other.start, other.length)
            }
        }
    }

    fn raw_at(&self, start: u32, length: u32) -> &[u8] {
        &self.raw[start as usize..][..length as usize]
    }

    #[inline]
    pub(super) fn bare(&self, index: usize) -> Option<Bare<'_>> {
        let entry = &self.lines[index];
        let Some(marks) = entry.marks else {
            let slot = self.others[entry.start as usize].slot?;
            return Some(Bare::Slot(&entry.memo, slot));
        };
        if marks.label > 0 || marks.operation_end < marks.suffix_end {
            None
        } else if marks.operation == marks.operation_end {
            Some(Bare::Blank)
        } else {
            Some(Bare::Operation(&entry.memo))
        }
    }

    #[inline]
    pub(super) fn line<'t>(
        &'t self,
        index: usize,
        arguments: Option<&Arguments>,
        scratch: &'t mut Vec<u8>,
    ) -> Option<Line<'t>> {
        let entry = &self.lines[index];
        let Some(marks) = entry.marks else {
            return self.other_line(entry, arguments, scratch);
        };
        let raw = self.raw_at(entry.start, u32::from(marks.length));
        let comment = match marks.comment {
            0 => None,
            start => raw.get(usize::from(start)..),
        };
        Some(Line {
            text: &raw[..usize::from(marks.operand_end)],
            comment,
            fields: marks.fields(),
            memo: &entry.memo,
            varies: false,
        })
    }

    fn other_line<'t>(
        &'t self,
        entry: &'t Entry,
        arguments: Option<&Arguments>,
        scratch: &'t mut Vec<u8>,
    ) -> Option<Line<'t>> {
        let other = &self.others[entry.start as usize];
        let raw = self.raw_at(other.start, other.length);
        let mut fields = other.fields;
        let text = match other.kind {
            Kind::Plain => raw,
            Kind::Cleaned(start) => &self.cleaned[start as usize..],
            Kind::Template(first) => {
                let arguments = arguments?;
                self.fill_in(first as usize, arguments, scratch)?;
                let start = fields.operand.start();
                fields.operand = if arguments.are_tight() {
                    (start..scratch.len()).into()
                } else {
                    trim_and_squeeze(scratch, start)
                };
                scratch
            }
            Kind::Unread => return None,
        };
        let comment = match other.comment {
            0 => None,
            start => raw.get(usize::from(start)..),
        };
        Some(Line {
            text: &text[..fields.operand.range().end],
            comment,
            fields,
            memo: &entry.memo,
            varies: matches!(other.kind, Kind::Template(_)),
        })
    }

    /// Puts the arguments in; `None` if the line needs more care than that.
    fn fill_in(&self, first: usize, arguments: &Arguments, text: &mut Vec<u8>) -> Option<()> {
        if !arguments.are_plain() {
            return None;
        }
        text.clear();
        for place in &self.places[first..] {
            let (start, end) = place.before;
            text.extend_from_slice(&self.raw[start as usize..end as usize]);
            let Some(number) = place.number else { break };
            text.extend_from_slice(arguments.get(number)?);
        }
        (text.len() < LONGEST_LINE).then_some(())
    }
}

/// The fields of a line whose label and operation are written plainly, with places for
/// arguments in the operand.
fn split_template(raw: &[u8]) -> Option<Fields> {
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
    let fields = split_plain(&head)?.fields();
    (!fields.operand.is_empty()).then_some(fields)
}
