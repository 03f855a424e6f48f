//! Scripts: the lines of a file or of a macro, cleaned and split once and run many times.
//!
//! Most lines mean the same each time they are run. The others are read each time: those that have
//! to do with `/* */`, that insert the argument of a macro, whose quote is not closed, or whose
//! label is built at assembly time.

use std::ops::Range;
use std::rc::Rc;

use crate::sources::comments::has_comment_marks;
use crate::sources::lexer::{LONGEST_LINE, LexContext, LineBuffer};
use crate::sources::line::{Fields, Line, Memo};
use crate::sources::parser::LabelEnd;
use crate::sources::plain::split_plain;

/// The text of a file or of a macro, and its lines.
#[derive(Debug)]
pub(crate) struct Script {
    text: Rc<Vec<u8>>,
    /// The LF after a line belongs to it.
    in_file: bool,
    /// There are NULs. To dasm the first one ends the text of a line, without its LF.
    has_nul: bool,
    entries: Vec<Entry>,
    /// The cleaned lines, concatenated.
    cleaned: Vec<u8>,
}

/// A line.
#[derive(Debug)]
struct Entry {
    /// Offset in the text. The line ends before an LF, or with the text.
    start: u32,
    /// Where it begins in the cleaned text; [`PLAIN`] if its fields lie in the line itself,
    /// [`UNREAD`] if it has to be read each time.
    cleaned: u32,
    /// Where its comment begins in the line, behind the `;`; 0 if it has none.
    comment: u16,
    fields: Fields,
    memo: Memo,
}

/// Marks a line that has to be read each time.
const UNREAD: u32 = u32::MAX;
/// Marks a line that need not be cleaned.
const PLAIN: u32 = UNREAD - 1;

impl Script {
    /// The lines of a file.
    pub fn of_file(text: &Rc<Vec<u8>>) -> Script {
        let mut script = Script::empty(text.clone(), true);
        let (mut buffer, mut start) = (LineBuffer::default(), 0);
        script.reserve(memchr::memchr_iter(b'\n', text).count());
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            script.add(start..end, &mut buffer);
            start = end + 1;
        }
        script
    }

    /// The body of a macro: where each of its lines begins and ends in the text.
    pub fn of_body(text: Vec<u8>, lines: Vec<Range<usize>>) -> Script {
        let mut script = Script::empty(Rc::new(text), false);
        let mut buffer = LineBuffer::default();
        script.reserve(lines.len());
        for line in lines {
            script.add(line, &mut buffer);
        }
        script
    }

    fn empty(text: Rc<Vec<u8>>, in_file: bool) -> Script {
        Script {
            has_nul: memchr::memchr(0, &text).is_some(),
            text,
            in_file,
            entries: Vec::new(),
            cleaned: Vec::new(),
        }
    }

    /// Reserves memory: moving what has been written costs more than room that stays unused.
    fn reserve(&mut self, lines: usize) {
        self.entries.reserve(lines + 1);
    }

    fn add(&mut self, line: Range<usize>, buffer: &mut LineBuffer) {
        let (raw, newline) = self.cut(line.clone());
        let mut entry = Entry {
            start: line.start as u32,
            cleaned: UNREAD,
            comment: 0,
            fields: Fields::default(),
            memo: Memo::default(),
        };
        if raw.len() >= LONGEST_LINE {
            // Its error is reported each time.
        } else if let Some(plain) = split_plain(raw) {
            // A comment without any text, not even an LF, is none to dasm.
            if newline || plain.comment < raw.len() {
                entry.comment = plain.comment as u16;
            }
            (entry.cleaned, entry.fields) = (PLAIN, plain.fields);
        } else if split_alone(raw, newline, buffer) {
            if buffer.has_comment {
                entry.comment = (raw.len() - buffer.comment.len()) as u16;
            }
            (entry.cleaned, entry.fields) = (self.cleaned.len() as u32, buffer.fields);
            self.cleaned.extend_from_slice(&buffer.text);
        }
        self.entries.push(entry);
    }

    /// Number of lines.
    pub fn len(&self) -> u32 {
        self.entries.len() as u32
    }

    /// The text of all lines.
    pub fn text(&self) -> &Rc<Vec<u8>> {
        &self.text
    }

    /// The line of that number, from 0, as written, and whether an LF follows that belongs to it.
    pub fn raw_line(&self, number: u32) -> Option<(&[u8], bool)> {
        let entry = self.entries.get(number as usize)?;
        let rest = &self.text[entry.start as usize..];
        let end = match self.entries.get(number as usize + 1) {
            Some(next) => (next.start - entry.start) as usize - 1,
            None => rest.len() - usize::from(rest.ends_with(b"\n")),
        };
        let start = entry.start as usize;
        Some(self.cut(start..start + end))
    }

    /// A line up to its first NUL, and whether an LF follows that belongs to it.
    fn cut(&self, line: Range<usize>) -> (&[u8], bool) {
        let newline = self.in_file && line.end < self.text.len();
        let raw = &self.text[line];
        let nul = self.has_nul.then(|| memchr::memchr(0, raw)).flatten();
        match nul {
            Some(nul) => (&raw[..nul], false),
            None => (raw, newline),
        }
    }

    /// The line of that number, from 0; `None` if it has to be read each time.
    pub fn line(&self, number: u32) -> Option<Line<'_>> {
        let entry = self.entries.get(number as usize)?;
        let text = match entry.cleaned {
            UNREAD => return None,
            PLAIN => &self.text[entry.start as usize..],
            start => &self.cleaned[start as usize..],
        };
        Some(Line {
            text: &text[..entry.fields.operand.range().end],
            comment: match entry.comment {
                0 => None,
                at => self
                    .raw_line(number)
                    .and_then(|(raw, _)| raw.get(usize::from(at)..)),
            },
            fields: entry.fields,
            memo: &entry.memo,
        })
    }
}

/// Cleans and splits a line by its own text alone; false if that does not do.
fn split_alone(raw: &[u8], newline: bool, buffer: &mut LineBuffer) -> bool {
    if has_comment_marks(raw) {
        return false;
    }
    buffer.read_alone(raw, newline, LexContext::default());
    match buffer.split_label() {
        _ if !buffer.errors.is_empty() => false,
        LabelEnd::Arguments(_) => false,
        LabelEnd::At(at) => {
            buffer.split_rest(at);
            true
        }
    }
}
