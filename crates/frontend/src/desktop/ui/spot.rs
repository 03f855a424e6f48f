//! Places that the mouse can click.

use epaint::Rect;

/// A place that the mouse can click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A tab.
    Tab(usize),
    /// A row.
    Row(usize),
    /// A row's value, one less or one more.
    Step(usize, bool),
    /// The cross that closes the page.
    Close,
    /// A menu of the bar.
    Menu(usize),
    /// An item of the open menu.
    Item(usize),
    /// Something of the debugger.
    Debugger(DebuggerSpot),
}

/// Places, the later ones above the earlier.
pub type Spots = Vec<(Rect, Spot)>;

/// A place of the debugger's screen that the mouse can click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DebuggerSpot {
    /// Closes the debugger: the game plays on.
    Play,
    /// A step of `STEPS` of the screen; true goes back.
    Step(usize, bool),
    /// The picture, of that many scanlines.
    Picture(u16),
    /// A pixel of the picture: its x and its scanline.
    Pixel(u16, u16),
    /// An entry of `LEGEND` of the screen.
    Legend(usize),
    /// A row of the code.
    Code(usize),
    /// A byte of RAM, 0 to 127.
    Ram(u8),
    /// A tab of `TABS` of the screen.
    Tab(usize),
    /// A row below the code.
    Below(usize),
}
