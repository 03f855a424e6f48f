//! Elements that the mouse can click.

use epaint::Rect;

/// An element that the mouse can click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A tab.
    Tab(usize),
    /// A row.
    Row(usize),
    /// An arrow beside the value of a row: true increases the value, false decreases it.
    Step(usize, bool),
    /// The page's close button.
    Close,
    /// A menu of the bar.
    Menu(usize),
    /// An item of the open menu.
    Item(usize),
    /// An element of the debugger.
    Debugger(DebuggerSpot),
}

/// Clickable elements and their rectangles, in drawing order: a later element covers an earlier
/// one.
pub type Spots = Vec<(Rect, Spot)>;

/// An element of the debugger's screen that the mouse can click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebuggerSpot {
    /// Closes the debugger and continues the game.
    Play,
    /// A step, as an index into `STEPS` (`debugger/screen.rs`); true steps back.
    Step(usize, bool),
    /// The whole picture, with its number of scanlines.
    Picture(u16),
    /// A pixel of the picture: its x coordinate and its scanline.
    Pixel(u16, u16),
    /// An object, as an index into `LEGEND` (`debugger/screen.rs`).
    Legend(usize),
    /// A row of the code.
    Code(usize),
    /// A byte of RAM, 0 to 127.
    Ram(u8),
    /// A tab, as an index into `TABS` (`debugger/screen.rs`).
    Tab(usize),
    /// A row of the tab below the code.
    TabRow(usize),
    /// An instruction in the kernel tab.
    Instruction(usize),
}
