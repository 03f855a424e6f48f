//! The marks that a game draws over the picture of its cartridge.

/// A rectangle in the frame: `clocks` color clocks from `clock` on, and `lines` scanlines from
/// `line` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Area {
    pub clock: usize,
    pub clocks: usize,
    pub line: usize,
    pub lines: usize,
}

/// A line in the list of moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListLine {
    /// The text. If it belongs in the right-hand column, it starts with spaces that move it there.
    pub text: String,
    /// The color, `0x00RRGGBB`.
    pub color: u32,
    /// The letter of the piece that moved.
    pub piece: Option<char>,
}

/// A mark to draw over the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The area, in color clocks and scanlines of the whole frame.
    pub area: Area,
    /// The shape.
    pub shape: MarkShape,
    /// The color `0x00RRGGBB`.
    pub color: u32,
}

/// The shape of a [`Mark`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MarkShape {
    /// A thin outline: the piece can move.
    Outline,
    /// A thick outline: the square of the selected piece, a square on its path, or a square of a
    /// suggested move.
    ThickOutline,
    /// A thin outline with a dot in the middle: the piece can go here.
    Target,
    /// The number of the square, in its upper left corner.
    Number(u32),
}
