//! The stack of files and macros being read.

use std::rc::Rc;

use crate::names::scopes::Scopes;
use crate::names::symbols::Place;
use crate::sources::arguments::Arguments;
use crate::sources::script::Script;

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
    /// Lines read so far: the number of the line read last, from 1.
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
    pub line: u32,
}

impl Frame {
    pub fn at_end(&self) -> bool {
        self.ended || self.line >= self.script.len()
    }

    /// The line read last, as written.
    pub fn raw_line(&self) -> &[u8] {
        let last = self.line.checked_sub(1);
        let line = last.and_then(|number| self.script.raw_line(number));
        line.map_or(b"", |(raw, _)| raw)
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
