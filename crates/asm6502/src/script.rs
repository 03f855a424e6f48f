//! Scripts: the lines of a file or of a macro, read once.
//!
//! Most lines mean the same whenever they are met. They are split here, without a copy if they
//! are written plainly, and run from memory. In macros some have places for arguments, which are
//! put in where the line is met. The few others (inside `/* */`, with a quote that is not closed,
//! with a label built at assembly time) are read anew each time.

use std::rc::Rc;

use crate::lexer::{LONGEST_LINE, LexContext, LineBuffer, brace, has_comment_marks};
use crate::line::{Fields, Line, Memo};
use crate::macros::Arguments;
use crate::parser::{LabelEnd, split_plain, trim_and_squeeze};

#[derive(Debug)]
pub(crate) struct Script {
    raw: Rc<Vec<u8>>,
    /// Cleaned text of the lines that are not written plainly.
    cleaned: Vec<u8>,
    places: Vec<Place>,
    lines: Vec<Entry>,
}

/// Where a macro argument is put in: the text before it, and its number.
#[derive(Debug, Clone, Copy)]
struct Place {
    before: (u32, u32),
    number: i64,
}

#[derive(Debug)]
struct Entry {
    start: u32,
    length: u32,
    /// Offset of the comment within the line, behind its `;`; 0 if there is none.
    comment: u16,
    kind: Kind,
    fields: Fields,
    memo: Memo,
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

impl Script {
    /// The lines of a file.
    pub fn of_file(raw: Rc<Vec<u8>>) -> Script {
        let mut script = Script::new(raw.clone());
        let mut buffer = LineBuffer::default();
        let mut start = 0;
        for end in memchr::memchr_iter(b'\n', &raw).chain([raw.len()]) {
            if start < raw.len() {
                script.add(&raw[start..end], start, &mut buffer, true);
            }
            start = end + 1;
        }
        script
    }

    /// The body of a macro: its lines, and where each begins and ends in the text.
    pub fn of_body(text: Vec<u8>, lines: &[(usize, usize)]) -> Script {
        let raw = Rc::new(text);
        let mut script = Script::new(raw.clone());
        let mut buffer = LineBuffer::default();
        for &(start, end) in lines {
            script.add(&raw[start..end], start, &mut buffer, false);
        }
        script
    }

    fn new(raw: Rc<Vec<u8>>) -> Script {
        Script {
            // A guess that is seldom far too large.
            lines: Vec::with_capacity(raw.len() / 20 + 1),
            raw,
            cleaned: Vec::new(),
            places: Vec::new(),
        }
    }

    fn add(&mut self, raw: &[u8], start: usize, buffer: &mut LineBuffer, in_file: bool) {
        let mut entry = Entry {
            start: start as u32,
            length: raw.len() as u32,
            comment: 0,
            kind: Kind::Unread,
            fields: Fields::default(),
            memo: Memo::default(),
        };
        if raw.len() < LONGEST_LINE {
            self.split(raw, buffer, in_file, &mut entry);
        }
        self.lines.push(entry);
    }

    fn split(&mut self, raw: &[u8], buffer: &mut LineBuffer, in_file: bool, entry: &mut Entry) {
        if let Some(plain) = split_plain(raw) {
            entry.fields = plain.fields;
            entry.comment = plain.comment as u16;
            entry.kind = Kind::Plain;
        } else if buffer.read_simple(raw, in_file, LexContext::default())
            && let LabelEnd::At(at) = buffer.split_label()
        {
            buffer.split_rest(at);
            entry.fields = buffer.fields;
            entry.comment = buffer.comment_start(raw) as u16;
            entry.kind = Kind::Cleaned(self.cleaned.len() as u32);
            self.cleaned.extend_from_slice(&buffer.text);
        } else if !in_file && let Some(fields) = split_template(raw) {
            entry.fields = fields;
            entry.kind = Kind::Template(self.places.len() as u32);
            self.note_places(raw, entry.start);
        }
    }

    /// Notes the places of the line; the last of its entries has no argument.
    fn note_places(&mut self, raw: &[u8], start: u32) {
        let mut from = 0;
        while let Some(open) = memchr::memchr(b'{', &raw[from..]).map(|at| from + at) {
            let Some((number, length)) = brace(&raw[open + 1..]) else {
                break;
            };
            let before = (start + from as u32, start + open as u32);
            self.places.push(Place { before, number });
            from = open + 1 + length;
        }
        let before = (start + from as u32, start + raw.len() as u32);
        self.places.push(Place { before, number: -1 });
    }

    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// The line as written.
    pub fn raw_line(&self, index: usize) -> &[u8] {
        self.raw_of(&self.lines[index])
    }

    fn raw_of(&self, entry: &Entry) -> &[u8] {
        let start = entry.start as usize;
        &self.raw[start..start + entry.length as usize]
    }

    /// The line, if it could be read beforehand. A line with places for arguments is put together
    /// in the scratch buffer.
    #[inline]
    pub fn line<'t>(
        &'t self,
        index: usize,
        arguments: Option<&Arguments>,
        scratch: &'t mut Vec<u8>,
    ) -> Option<Line<'t>> {
        let entry = &self.lines[index];
        let raw = self.raw_of(entry);
        let mut fields = entry.fields;
        let text = match entry.kind {
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
        let comment = match entry.comment {
            0 => None,
            start => raw.get(usize::from(start)..),
        };
        Some(Line {
            text: &text[..fields.operand.range().end],
            comment,
            fields,
            memo: &entry.memo,
            varies: matches!(entry.kind, Kind::Template(_)),
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
            if place.number < 0 {
                break;
            }
            text.extend_from_slice(arguments.get(place.number)?);
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
    let fields = split_plain(&head)?.fields;
    (!fields.operand.is_empty()).then_some(fields)
}
