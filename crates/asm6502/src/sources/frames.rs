//! The stack of files and macros that are being assembled.

use std::rc::Rc;

use crate::names::scopes::Scopes;
use crate::names::symbols::Place;
use crate::sources::arguments::Arguments;
use crate::sources::script::Script;

/// A macro: its name and the lines of its body, without comments.
#[derive(Debug)]
pub(crate) struct Macro {
    /// The highest argument number that the body uses; `None` if the body uses the whole operand.
    pub max_argument: Option<usize>,
    pub name: Box<[u8]>,
    pub script: Rc<Script>,
    /// The line of `MAC`; the body begins on the next.
    pub place: Place,
    /// The line of `ENDM`.
    pub end: u32,
    /// The pass that defined the macro.
    pub pass: u32,
}

/// One file or macro call that is being assembled.
pub(crate) struct Frame {
    /// The number that identifies the blocks and loops opened in this frame. A new frame reuses the
    /// number that was freed last. So a block that MEXIT left open becomes a block of the next
    /// macro call, as in dasm, which identifies a frame by its memory address.
    pub id: u32,
    pub kind: FrameKind,
    pub script: Rc<Script>,
    /// Number of the current line, from 1; 0 before the first line.
    pub line: u32,
    /// True after an `END`.
    pub ended: bool,
    /// True after `LIST LOCALOFF`.
    pub unlisted: bool,
    /// The scopes of local labels outside of this frame; restored when a macro is left.
    pub outer_scopes: Scopes,
    /// Index of this frame's entry in [`Record::entries`](crate::record::Record::entries); 0 if no
    /// record is made.
    pub record_entry: u32,
}

pub(crate) enum FrameKind {
    /// A file, as an index into `Sources::entered`.
    File(u32),
    Macro {
        body: Rc<Macro>,
        arguments: Arguments,
    },
}

impl Frame {
    /// Returns true if no lines are left.
    pub fn at_end(&self) -> bool {
        self.ended || self.line >= self.script.len()
    }

    /// Returns the current line, as written.
    pub fn raw_line(&self) -> &[u8] {
        let last = self.line.checked_sub(1);
        let line = last.and_then(|number| self.script.raw_line(number));
        line.map_or(b"", |(raw, _)| raw)
    }

    /// Returns the arguments of the macro call.
    pub fn arguments(&self) -> Option<&Arguments> {
        match &self.kind {
            FrameKind::File(_) => None,
            FrameKind::Macro { arguments, .. } => Some(arguments),
        }
    }

    pub fn is_macro(&self) -> bool {
        matches!(self.kind, FrameKind::Macro { .. })
    }

    /// Returns the current line with its file; in a macro, the line in the macro's definition.
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
