//! The marks that a game draws over the cartridge's picture.

/// A rectangle in the frame: its first color clock and its width, and its first scanline and its
/// height.
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
    /// The text, indented with spaces if it belongs in the right column.
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
    /// A thick outline: the piece is selected, or has been sent here.
    ThickOutline,
    /// A thin outline with a dot in the middle: the piece can go here.
    Target,
    /// The number of the square, in its upper left corner.
    Number(u32),
}
