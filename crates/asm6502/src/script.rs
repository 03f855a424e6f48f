//! Scripts: the lines of a file or of a macro, read once.
//!
//! Most lines mean the same whenever they are met. They are split here, without a copy if they
//! are written plainly, and run from memory. In macros some have places for arguments, which are
//! put in where the line is met. The few others (inside `/* */`, with a quote that is not closed,
//! with a label built at assembly time) are read anew each time.

mod chunk;

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use crate::lexer::LineBuffer;
use crate::line::Line;
use crate::macros::Arguments;
use chunk::Chunk;

pub(crate) use chunk::Bare;

/// The lines, in chunks of a fixed number. A chunk is split when the first of its lines is met: so
/// it is still near when the others are.
#[derive(Debug)]
pub(crate) struct Script {
    raw: Rc<Vec<u8>>,
    count: usize,
    chunks: Box<[OnceCell<Chunk>]>,
    /// Number of chunks that are there, and where in the text the next one begins.
    progress: Cell<(usize, usize)>,
}

/// Lines in a chunk, as a power of two.
const CHUNK_BITS: u32 = 12;

/// Lines in a chunk.
const CHUNK: usize = 1 << CHUNK_BITS;
impl Script {
    /// The lines of a file. To dasm a NUL ends the text of a line.
    pub fn of_file(mut raw: Rc<Vec<u8>>) -> Script {
        if memchr::memchr(0, &raw).is_some() {
            raw = Rc::new(without_nul(&raw));
        }
        let ends = memchr::memchr_iter(b'\n', &raw).count();
        let open = raw.last().is_some_and(|&byte| byte != b'\n');
        Script::new(raw, ends + usize::from(open))
    }

    /// The body of a macro: its lines, and where each begins and ends in the text.
    pub fn of_body(text: Vec<u8>, lines: &[(usize, usize)]) -> Script {
        let script = Script::new(Rc::new(text), lines.len());
        let mut buffer = LineBuffer::default();
        for (cell, lines) in script.chunks.iter().zip(lines.chunks(CHUNK)) {
            cell.get_or_init(|| Chunk::of_body(&script.raw, lines, &mut buffer));
        }
        script
    }

    fn new(raw: Rc<Vec<u8>>, count: usize) -> Script {
        let chunks = (0..count.div_ceil(CHUNK)).map(|_| OnceCell::new());
        Script {
            raw,
            count,
            chunks: chunks.collect(),
            progress: Cell::new((0, 0)),
        }
    }

    #[inline]
    fn chunk(&self, index: usize) -> &Chunk {
        let number = index >> CHUNK_BITS;
        match self.chunks[number].get() {
            Some(chunk) => chunk,
            None => self.next_chunks(number),
        }
    }

    #[cold]
    fn next_chunks(&self, wanted: usize) -> &Chunk {
        let (first, mut at) = self.progress.get();
        let mut buffer = LineBuffer::default();
        let mut split = |at| Chunk::of_file(&self.raw, at, &mut buffer);
        for cell in &self.chunks[first..wanted] {
            at = cell.get_or_init(|| split(at)).end;
        }
        let chunk = self.chunks[wanted].get_or_init(|| split(at));
        self.progress.set((wanted + 1, chunk.end));
        chunk
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// True if an LF follows the line of a file.
    pub fn has_newline(&self, index: usize) -> bool {
        index + 1 < self.count || self.raw.last() == Some(&b'\n')
    }

    /// The line as written.
    pub fn raw_line(&self, index: usize) -> &[u8] {
        self.chunk(index).raw_line(index % CHUNK)
    }

    /// What is remembered of a line without label and suffix.
    #[inline]
    pub fn bare(&self, index: usize) -> Option<Bare<'_>> {
        self.chunk(index).bare(index % CHUNK)
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
        let chunk = self.chunk(index);
        chunk.line(index % CHUNK, arguments, scratch)
    }
}

/// Each line up to its first NUL.
fn without_nul(raw: &[u8]) -> Vec<u8> {
    let line = |line: &[u8]| line.split(|&byte| byte == 0).next().map(<[u8]>::to_vec);
    let lines: Vec<_> = raw.split(|&byte| byte == b'\n').filter_map(line).collect();
    lines.join(&b'\n')
}
