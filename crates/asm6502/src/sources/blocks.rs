//! Open conditional blocks and loops.

use crate::sources::frames::Bookmark;

/// One open conditional block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IfEntry {
    /// The condition holds now; `ELSE` inverts it.
    pub holds: bool,
    /// The block around is assembled, and the condition is known.
    pub counts: bool,
    /// The file or macro call that opened it; 0 for the outermost entry.
    pub frame: u32,
    /// A branch has been assembled: no `ELIF` after it.
    pub taken: bool,
    /// The line that opened it.
    pub line: u32,
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
        line: 0,
        repeat: false,
    };

    pub fn active(&self) -> bool {
        self.holds && self.counts
    }
}

/// An open loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RepeatEntry {
    /// Behind the line of `REPEAT`.
    pub mark: Bookmark,
    pub rounds_left: i64,
}
