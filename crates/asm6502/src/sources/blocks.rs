//! Open conditional blocks and loops.

use crate::names::symbols::Place;

/// One open conditional block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct IfEntry {
    /// True if the condition of the current branch holds; `ELSE` inverts this.
    pub holds: bool,
    /// True if the lines of the enclosing block are assembled and this block's condition is known.
    pub enabled: bool,
    /// The `Frame::id` of the file or macro call that opened the block.
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
    /// Returns true if the lines of the current branch are assembled.
    pub fn active(&self) -> bool {
        self.holds && self.enabled
    }
}

/// An open loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RepeatEntry {
    /// The `Frame::id` of the file or macro call that opened the loop.
    pub frame: u32,
    /// The line of `REPEAT` in the frame; the loop continues after it.
    pub line: u32,
    pub rounds_left: i64,
}
