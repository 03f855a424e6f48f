//! Open conditional blocks and loops.

use crate::names::symbols::Place;
use crate::sources::frames::Bookmark;

/// One open conditional block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IfEntry {
    /// True if the condition of the current branch holds; `ELSE` inverts this.
    pub holds: bool,
    /// True if the lines of the enclosing block are assembled and this block's condition is known.
    pub counts: bool,
    /// The `Frame::id` of the file or macro call that opened the block; 0 for [`IfEntry::BASE`].
    pub frame: u32,
    /// True if a branch of the block has been assembled; later `ELIF` branches are then skipped.
    pub taken: bool,
    /// The line that opened the block.
    pub place: Place,
    /// True if the block was opened in a macro.
    pub in_macro: bool,
    /// True if `REPEAT` opened the block.
    pub repeat: bool,
}

impl IfEntry {
    /// The entry at the bottom of the stack, for lines outside of all blocks.
    pub const BASE: IfEntry = IfEntry {
        holds: true,
        counts: true,
        frame: 0,
        taken: true,
        place: Place { file: 0, line: 0 },
        in_macro: false,
        repeat: false,
    };

    /// Returns true if the lines of the current branch are assembled.
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
