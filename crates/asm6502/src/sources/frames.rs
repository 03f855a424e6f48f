//! The stack of files and macros being read.

use std::rc::Rc;

use crate::names::scopes::Scopes;
use crate::names::symbols::Place;
use crate::sources::arguments::Arguments;
use crate::sources::script::Script;
use crate::sources::script::chunk::Chunk;

/// A macro: its name and the lines of its body, without comments.
#[derive(Debug)]
pub(crate) struct Macro {
    pub name: Box<[u8]>,
    pub script: Rc<Script>,
    /// The line of `MAC`; the body begins on the next.
    pub place: Place,
    /// The pass that defined it.
    pub pass: u32,
}

/// One file or macro being read.
pub(crate) struct Frame {
    /// Tags entries of the stacks of conditionals and repeats. The number left free last is given
    /// out first: what a MEXIT left open is then taken for the own by the next call, as in dasm,
    /// where the tag is an address of memory.
    pub id: u32,
    pub kind: FrameKind,
    pub script: Rc<Script>,
    /// The lines that are being read, and their number among those of the script.
    pub chunk: Rc<Chunk>,
    pub chunk_number: usize,
    /// The entry of the chunk that is read next.
    pub next: usize,
    /// Of a run of lines without statements that are read one by one: the bytes read.
    pub within: usize,
    /// Number of the line read last, from 1; 0 before the first.
    pub line: u32,
    /// `END` was assembled.
    pub ended: bool,
    /// `LIST LOCALOFF`.
    pub unlisted: bool,
    /// Scopes of the caller, to come back to.
    pub scopes: Scopes,
    /// Its number in the record, if there is one.
    pub record: u32,
}

pub(crate) enum FrameKind {
    /// Index into the file names.
    File(u32),
    Macro {
        body: Rc<Macro>,
        arguments: Arguments,
    },
}

/// A place to come back to within a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bookmark {
    pub frame: u32,
    pub chunk: usize,
    pub entry: usize,
    pub within: usize,
    pub line: u32,
}

impl Frame {
    /// Which lines are being read.
    pub fn place_of_chunk(&self) -> (u32, usize) {
        (self.id, self.chunk_number)
    }

    /// The entry that is read next, and the number of the line read last.
    pub fn position(&self) -> (usize, u32) {
        (self.next, self.line)
    }

    /// Moves within the chunk.
    pub fn go_to(&mut self, next: usize, line: u32) {
        (self.next, self.line) = (next, line);
    }

    pub fn at_end_of_chunk(&self) -> bool {
        self.next >= self.chunk.len() || self.ended
    }

    /// A line of that many bytes, with its LF, has been read; of a run without statements one of
    /// many.
    pub fn pass_line(&mut self, length: usize) {
        let read = self.within + length;
        let run = self.chunk.length(self.next);
        self.within = if read < run { read } else { 0 };
        self.next += usize::from(self.within == 0);
    }

    /// The line read last, as written.
    pub fn raw_line(&self) -> &[u8] {
        self.chunk.raw_line_before(self.next, self.within)
    }

    /// The arguments of the macro call.
    pub fn arguments(&self) -> Option<&Arguments> {
        match &self.kind {
            FrameKind::File(_) => None,
            FrameKind::Macro { arguments, .. } => Some(arguments),
        }
    }

    pub fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    pub fn place(&self) -> Place {
        match &self.kind {
            FrameKind::File(file) => Place {
                file: *file,
                line: self.line,
            },
            FrameKind::Macro { body, .. } => Place {
                file: body.place.file,
                line: body.place.line + self.line,
            },
        }
    }
}
