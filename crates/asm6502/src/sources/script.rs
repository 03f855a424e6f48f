//! Scripts: the lines of a file or macro. Most lines are cleaned and split only once, although they
//! are assembled many times.
//!
//! Lines whose fields may change are cleaned and split each time they are assembled: those that may
//! be part of a `/* */` comment, that insert a macro argument, that have an unclosed quote, or
//! whose label is built at assembly time. The same is true of lines with a field or a comment after
//! byte 255.

use std::ops::Range;
use std::rc::Rc;

use crate::sources::comments::has_comment_marks;
use crate::sources::lexer::{LexContext, LineBuffer, MAX_LINE_LENGTH};
use crate::sources::line::{Bounds, Fields, Line, Memo};
use crate::sources::parser::LabelEnd;
use crate::sources::plain::split_plain;

/// The text of a file or macro, and its lines.
#[derive(Debug)]
pub(crate) struct Script {
    text: Rc<Vec<u8>>,
    /// True if the script is a file rather than a macro body. In a file, the LF that ends a line
    /// counts as part of the line.
    in_file: bool,
    /// True if the text contains a NUL. As in dasm, the first NUL in a line ends the line. A line
    /// that ends with a NUL has no LF.
    has_nul: bool,
    lines: Vec<ScriptLine>,
    /// The text of the cleaned lines, concatenated.
    cleaned: Vec<u8>,
}

/// A line of a script. Offsets in it have 8 bits, because a large table costs time: a page fault
/// takes as long as assembling several lines.
#[derive(Debug, Default)]
struct ScriptLine {
    /// Offset of the line in the text. The line ends before the next LF, or at the end of the text.
    start: u32,
    /// Offset of the text that the fields refer to: the line as written if it needs no cleaning, or
    /// else a text in [`Script::cleaned`], where offsets continue those of the script's text.
    text_start: u32,
    /// Offset of the comment in the line, after the `;`; 0 if there is no comment.
    comment: u8,
    bounds: Bounds,
    memo: Memo,
}

impl ScriptLine {
    /// Stores how the line is split, unless an offset does not fit in 8 bits.
    fn set(&mut self, text_start: usize, fields: Fields, comment: Option<usize>) {
        let comment = u8::try_from(comment.unwrap_or(0));
        if let (Some(bounds), Ok(comment)) = (fields.bounds(), comment) {
            (self.text_start, self.bounds, self.comment) = (text_start as u32, bounds, comment);
        }
    }
}

/// The [`ScriptLine::text_start`] of a line that has to be cleaned and split each time it is
/// assembled.
const EACH_TIME: u32 = u32::MAX;

/// Average length of a line in a source with short lines, in bytes. Reserving too many lines costs
/// nothing: only the memory that is used takes time.
const TYPICAL_LINE_LENGTH: usize = 24;

impl Script {
    /// Splits the text of a file into a script.
    pub fn of_file(text: &Rc<Vec<u8>>) -> Script {
        let mut script = Script::empty(text.clone(), true);
        let (mut buffer, mut start) = (LineBuffer::default(), 0);
        script.lines.reserve(text.len() / TYPICAL_LINE_LENGTH + 1);
        while start < text.len() {
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            script.add(start..end, &mut buffer);
            start = end + 1;
        }
        script
    }

    /// Splits the body of a macro into a script. `lines` are the ranges of the body's lines in
    /// `text`.
    pub fn of_body(text: Vec<u8>, lines: Vec<Range<usize>>) -> Script {
        let mut script = Script::empty(Rc::new(text), false);
        let mut buffer = LineBuffer::default();
        script.lines.reserve(lines.len());
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
            lines: Vec::new(),
            cleaned: Vec::new(),
        }
    }

    fn add(&mut self, line: Range<usize>, buffer: &mut LineBuffer) {
        let (raw, newline) = self.cut(line.clone());
        let mut entry = ScriptLine {
            start: line.start as u32,
            text_start: EACH_TIME,
            ..ScriptLine::default()
        };
        if raw.len() >= MAX_LINE_LENGTH {
            // The line is too long. The error is reported each time the line is assembled.
        } else if let Some(plain) = split_plain(raw) {
            // dasm ignores a comment if nothing follows its `;`, not even an LF.
            let counts = newline || plain.comment < raw.len();
            entry.set(line.start, plain.fields, counts.then_some(plain.comment));
        } else if split_alone(raw, newline, buffer) {
            let comment = raw.len() - buffer.comment.len();
            let start = self.text.len() + self.cleaned.len();
            entry.set(start, buffer.fields, buffer.has_comment.then_some(comment));
            self.cleaned.extend_from_slice(&buffer.text);
        }
        self.lines.push(entry);
    }

    /// Returns the number of lines.
    pub fn len(&self) -> u32 {
        self.lines.len() as u32
    }

    /// Returns a line as written but without its LF, together with whether that LF counts as part
    /// of the line. Lines are numbered from 0.
    pub fn raw_line(&self, number: u32) -> Option<(&[u8], bool)> {
        let entry = self.lines.get(number as usize)?;
        let rest = &self.text[entry.start as usize..];
        let end = match self.lines.get(number as usize + 1) {
            Some(next) => (next.start - entry.start) as usize - 1,
            None => rest.len() - usize::from(rest.ends_with(b"\n")),
        };
        let start = entry.start as usize;
        Some(self.cut(start..start + end))
    }

    /// Returns a line up to its first NUL and without its LF, together with whether that LF counts
    /// as part of the line.
    fn cut(&self, line: Range<usize>) -> (&[u8], bool) {
        let newline = self.in_file && line.end < self.text.len();
        let raw = &self.text[line];
        let nul = self.has_nul.then(|| memchr::memchr(0, raw)).flatten();
        match nul {
            Some(nul) => (&raw[..nul], false),
            None => (raw, newline),
        }
    }

    /// Returns a cleaned and split line, with its comment if `listed` is true. Returns `None` if
    /// the line has to be cleaned each time it is assembled. Lines are numbered from 0.
    pub fn line(&self, number: u32, listed: bool) -> Option<Line<'_>> {
        let entry = self.lines.get(number as usize)?;
        let (start, fields) = (entry.text_start as usize, Fields::from_bounds(entry.bounds));
        let text = match start.checked_sub(self.text.len()) {
            None => &self.text[start..],
            // `EACH_TIME` is after the end of the cleaned texts.
            Some(at) => self.cleaned.get(at..)?,
        };
        Some(Line {
            text: &text[..fields.operand.range().end],
            comment: match entry.comment {
                at @ 1.. if listed => self
                    .raw_line(number)
                    .and_then(|(raw, _)| raw.get(usize::from(at)..)),
                _ => None,
            },
            fields,
            memo: &entry.memo,
        })
    }
}

/// Cleans and splits a line using only its own text. Returns false if the line has an error, or if
/// its fields would depend on anything else, such as an open block comment.
fn split_alone(raw: &[u8], newline: bool, buffer: &mut LineBuffer) -> bool {
    if has_comment_marks(raw) {
        return false;
    }
    buffer.clean_alone(raw, newline, LexContext::default());
    match buffer.split_label() {
        _ if !buffer.errors.is_empty() => false,
        LabelEnd::Arguments(_) => false,
        LabelEnd::At(at) => {
            buffer.split_rest(at);
            true
        }
    }
}
