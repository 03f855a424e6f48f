//! Scripts: the lines of a file or of a macro, parsed once and run many times.
//!
//! Most lines mean the same each time they are run. They are split here, without a copy if they
//! are written plainly, and run from memory. In macros some have places for arguments, which are
//! inserted when the line is run. The few others (inside `/* */`, with a quote that is not closed,
//! with a label built at assembly time) are parsed each time.

use std::cell::RefCell;
use std::rc::Rc;

use crate::sources::large::LargeFile;
use crate::sources::script::chunk::Chunk;

pub(crate) mod chunk;
pub(crate) mod entry;
mod template;

/// The text of a file or of a macro.
#[derive(Debug, Clone)]
pub(crate) enum Text {
    Whole(Rc<Vec<u8>>),
    /// Each chunk has its part of it.
    Large(Rc<LargeFile>),
}

/// The lines, in chunks. A chunk is split when the first of its lines is run, so it is still in
/// the cache for the others. It is kept only if its lines will be run again.
#[derive(Debug)]
pub(crate) struct Script {
    text: Text,
    /// The chunks that have been run, and the next one.
    pieces: RefCell<Vec<Piece>>,
}

/// Where a chunk begins in the text, and what is kept of it.
#[derive(Debug)]
struct Piece {
    start: usize,
    kept: Option<Rc<Chunk>>,
}

impl Script {
    /// The lines of a file.
    pub fn of_file(text: Text) -> Script {
        let first = Piece {
            start: 0,
            kept: None,
        };
        let text = match text {
            Text::Whole(text) => Text::Whole(without_nul(text)),
            large => large,
        };
        Script {
            text,
            pieces: RefCell::new(vec![first]),
        }
    }

    /// The body of a macro: its lines, and where each begins and ends in the text. All are kept.
    pub fn of_body(text: Vec<u8>, lines: &[(usize, usize)]) -> Script {
        let text = Rc::new(text);
        let mut pieces = Vec::new();
        let mut rest = lines;
        while !rest.is_empty() || pieces.is_empty() {
            let (chunk, count) = Chunk::of_body(&text, rest);
            pieces.push(Piece {
                start: chunk.start(),
                kept: Some(Rc::new(chunk)),
            });
            rest = &rest[count..];
        }
        Script {
            text: Text::Whole(text),
            pieces: RefCell::new(pieces),
        }
    }

    /// The chunk of that number; `None` behind the last one. If it has to be split, that is done
    /// in the place of the spare one.
    pub fn chunk(&self, number: usize, spare: &mut Option<Chunk>) -> Option<Rc<Chunk>> {
        let mut pieces = self.pieces.borrow_mut();
        let piece = pieces.get(number)?;
        if let Some(chunk) = &piece.kept {
            return Some(chunk.clone());
        }
        let (chunk, next) = self.split(piece.start, spare.take().unwrap_or_default());
        if let Some(start) = next
            && pieces.len() == number + 1
        {
            pieces.push(Piece { start, kept: None });
        }
        Some(Rc::new(chunk))
    }

    /// The text of all lines.
    pub fn text(&self) -> Rc<Vec<u8>> {
        match &self.text {
            Text::Whole(text) => text.clone(),
            Text::Large(file) => without_nul(Rc::new(file.read())),
        }
    }

    /// The chunk that begins there in the file, and where the next one begins, if there is one.
    fn split(&self, start: usize, mut spare: Chunk) -> (Chunk, Option<usize>) {
        let (chunk, next, end) = match &self.text {
            Text::Whole(text) => {
                let chunk = Chunk::of_file(text, start, spare);
                let next = chunk.end();
                (chunk, next, text.len())
            }
            Text::Large(file) => {
                let mut lines = spare.take_text();
                file.read_lines(start, Chunk::SIZE, &mut lines);
                let next = start + lines.len();
                let text = without_nul(Rc::new(lines));
                (Chunk::of_file(&text, 0, spare), next, file.len())
            }
        };
        (chunk, (start < next && next < end).then_some(next))
    }

    /// The text of a line, from 1.
    pub fn line_text(&self, number: u32) -> Option<Vec<u8>> {
        let index = number.checked_sub(1)? as usize;
        let text = self.text();
        let line = text.split(|&byte| byte == b'\n').nth(index)?;
        Some(line.strip_suffix(b"\r").unwrap_or(line).to_vec())
    }

    /// Keeps a chunk, with what its lines remember.
    pub fn keep(&self, number: usize, chunk: &Rc<Chunk>) {
        if let Some(piece) = self.pieces.borrow_mut().get_mut(number) {
            piece.kept.get_or_insert_with(|| chunk.clone());
        }
    }
}

/// Each line up to its first NUL: to dasm it ends the text of the line.
fn without_nul(raw: Rc<Vec<u8>>) -> Rc<Vec<u8>> {
    if memchr::memchr(0, &raw).is_none() {
        return raw;
    }
    let line = |line: &[u8]| line.split(|&byte| byte == 0).next().map(<[u8]>::to_vec);
    let lines: Vec<_> = raw.split(|&byte| byte == b'\n').filter_map(line).collect();
    Rc::new(lines.join(&b'\n'))
}
