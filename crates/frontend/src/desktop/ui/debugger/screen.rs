//! The contents of the debugger's screen, as plain values.

use crate::desktop::ui::toolkit::Texture;
use epaint::Color32;
use std::{ops::Range, sync::Arc};

/// The contents of the screen. Two equal values look the same when drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DebuggerScreen {
    /// The picture with all scanlines. Down to the beam it shows the current frame, below the beam
    /// the previous frame.
    pub picture: Option<Texture>,
    /// The number of scanlines in the picture.
    pub lines: usize,
    /// The beam's pixel and scanline; the pixel is negative during the horizontal blank.
    pub beam: (i16, u16),
    /// The edges of the objects.
    pub outlines: Arc<Vec<Outline>>,
    /// The objects whose edges are shown: bits in the order of [`LEGEND`].
    pub outlined: u8,
    /// The title of the code: a file, or the disassembly of a bank.
    pub title: String,
    /// The code, as many rows as fit.
    pub code: Vec<CodeRow>,
    /// Two rows that show the registers of the processor and the position of the beam.
    pub registers: [Vec<Cell>; 2],
    /// The bytes of RAM.
    pub ram: Vec<u8>,
    /// The bytes that the last step changed. Bit n stands for address `$80 + n`.
    pub ram_changed: u128,
    /// Index of the RAM byte that the stack pointer addresses; `None` if it does not point into
    /// RAM.
    pub stack_index: Option<u8>,
    /// The open tab, as an index into [`TABS`].
    pub tab: usize,
    /// The rows of the open tab, as many as fit.
    pub tab_rows: Vec<TextRow>,
    /// The contents of the kernel tab, while it is open.
    pub kernel: Option<KernelPage>,
    /// The command line.
    pub command_line: String,
}

/// The kernel tab: a scanline, its writes to the TIA, and the selected write and instruction.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelPage {
    /// The scanline.
    pub line: Arc<kernel::Line>,
    /// The colors of the scanline's 160 pixels, `0x00RRGGBB`.
    pub colors: Arc<Vec<u32>>,
    /// The range of writes that have a row, as indices into [`kernel::Line::writes`].
    pub rows: Range<usize>,
    /// The selected write, whose pixels are marked in the picture.
    pub write: Option<usize>,
    /// The selected instruction.
    pub instruction: Option<usize>,
}

/// The tabs below the code.
pub const TABS: [&str; 7] = [
    "Output",
    "Variables",
    "TIA",
    "Inputs",
    "Stack",
    "Points",
    "Kernel",
];

/// The steps and their keys. With Shift, a key steps backward.
pub const STEPS: [(&str, &str); 8] = [
    ("Clock", "F3"),
    ("Cycle", "F4"),
    ("Instruction", "F8"),
    ("Line", "F11"),
    ("Over", "F10"),
    ("Out", "F12"),
    ("Scanline", "F6"),
    ("Frame", "F7"),
];

/// A row of the code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CodeRow {
    /// The line's number, or the address.
    pub number: String,
    /// The text.
    pub text: String,
    /// Whether the program contains bytes for the row's source line or address.
    pub is_code: bool,
    /// The breakpoint in the row: true if it is enabled, false if it is disabled, `None` if there
    /// is none.
    pub breakpoint: Option<bool>,
    /// Whether the machine's next instruction is in the row.
    pub is_next: bool,
    /// Whether the cursor is in the row.
    pub has_cursor: bool,
}

/// A named value, such as a register.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// Whether the last step changed the value.
    pub changed: bool,
}

/// A row below the code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TextRow {
    /// The text.
    pub text: String,
    /// Whether the row is a command.
    pub is_command: bool,
    /// Whether a click has an effect.
    pub is_link: bool,
    /// The colors whose values are in the text. For each: the column after the value, and the color
    /// as `0x00RRGGBB`.
    pub colors: Vec<(usize, u32)>,
}

/// The objects, in the order of the bits of [`vcs::tia::Tia::objects_on`], and the colors of their
/// edges.
pub const LEGEND: [(&str, Color32); 6] = [
    ("P0", Color32::from_rgb(0xff, 0x6b, 0x6b)),
    ("M0", Color32::from_rgb(0xff, 0xb0, 0x54)),
    ("P1", Color32::from_rgb(0x5c, 0xc8, 0xff)),
    ("M1", Color32::from_rgb(0x9d, 0x8c, 0xff)),
    ("BL", Color32::from_rgb(0xf4, 0xf4, 0xf4)),
    ("PF", Color32::from_rgb(0x78, 0xe0, 0x8f)),
];

/// An edge of an object: a horizontal or vertical line. Its coordinates are pixels and scanlines of
/// the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    /// The object's index in [`LEGEND`].
    pub object: u8,
    /// The start: x and scanline.
    pub from: (u16, u16),
    /// The end. It has the same x or the same scanline as the start.
    pub to: (u16, u16),
}
