//! Open conditional blocks and loops.

use crate::names::symbols::Place;
use crate::sources::frames::Bookmark;

/// One open conditional block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IfEntry {
    /// The condition of the current branch holds; `ELSE` inverts it.
    pub holds: bool,
    /// The enclosing block is assembled, and the condition is known.
    pub counts: bool,
    /// The file or macro call that opened it; 0 for the outermost entry.
    pub frame: u32,
    /// A branch has been assembled, so no further `ELIF` is.
    pub taken: bool,
    /// The line that opened it.
    pub place: Place,
    /// It was opened in a macro.
    pub in_macro: bool,
    /// Opened by `REPEAT`.
    pub repeat: bool,
}

impl IfEntry {
    /// The bottom of the stack.
    pub const BASE: IfEntry = IfEntry {
        holds: true,
        counts: true,
        frame: 0,
        taken: true,
        place: Place { file: 0, line: 0 },
        in_macro: false,
        repeat: false,
    };

    /// True if the lines of the current branch are assembled.
    pub fn active(&self) -> bool {
        self.holds && self.counts
    }
}

/// An open loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RepeatEntry {
    /// The line after `REPEAT`.
    pub mark: Bookmark,
    pub rounds_left: i64,
}
