//! Scripts: the lines of a file or of a macro, parsed once and run many times.
//!
//! Most lines mean the same each time they are run. They are split here, without a copy if they
//! are written plainly, and run from memory. In macros some have places for arguments, which are
//! inserted when the line is run. The few others (inside `/* */`, with a quote that is not closed,
//! with a label built at assembly time) are parsed each time.

use std::cell::RefCell;
use std::rc::Rc;

use crate::sources::script::chunk::Chunk;

pub(crate) mod chunk;
pub(crate) mod entry;
mod template;

/// The lines, in chunks. A chunk is split when the first of its lines is run, so it is still in
/// the cache for the others. It is kept only if its lines will be run again.
#[derive(Debug)]
pub(crate) struct Script {
    text: Rc<Vec<u8>>,
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
    pub fn of_file(text: Rc<Vec<u8>>) -> Script {
        let first = Piece {
            start: 0,
            kept: None,
        };
        Script {
            text: without_nul(text),
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
            text,
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
        let chunk = Chunk::of_file(&self.text, piece.start, spare.take().unwrap_or_default());
        if pieces.len() == number + 1 && chunk.end() < self.text.len() {
            pieces.push(Piece {
                start: chunk.end(),
                kept: None,
            });
        }
        Some(Rc::new(chunk))
    }

    /// The text of all lines.
    pub fn text(&self) -> Rc<Vec<u8>> {
        self.text.clone()
    }

    /// The text of a line, from 1.
    pub fn line_text(&self, number: u32) -> Option<Vec<u8>> {
        let index = number.checked_sub(1)? as usize;
        let line = self.text.split(|&byte| byte == b'\n').nth(index)?;
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
