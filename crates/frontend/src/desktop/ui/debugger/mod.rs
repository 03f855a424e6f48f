//! The debugger's screen: picture, code, registers, RAM, and what was asked.

mod layout;
mod picture;
mod text;

pub use layout::{Fit, fit};
pub use picture::{LEGEND, Outline};

use super::{
    spot::Spots,
    theme,
    toolkit::{Brush, Image},
};
use layout::Layout;
use std::sync::Arc;

/// What the screen shows. Equal values look the same.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DebuggerScreen {
    /// The picture with all scanlines, the new frame down to the beam.
    pub picture: Option<Image>,
    /// Its scanlines.
    pub lines: usize,
    /// The beam: pixel, negative in the horizontal blank, and scanline.
    pub beam: (i16, u16),
    /// The edges of the objects.
    pub outlines: Arc<Vec<Outline>>,
    /// The objects whose edges are shown: bits in the order of [`LEGEND`].
    pub outlined: u8,
    /// What the code is: a file, or the disassembly of a bank.
    pub title: String,
    /// The code, as many rows as fit.
    pub code: Vec<CodeRow>,
    /// Processor and beam, in two rows.
    pub registers: [Vec<Cell>; 2],
    /// The bytes of RAM.
    pub ram: Vec<u8>,
    /// Those that the last step changed: bit n is address `$80 + n`.
    pub ram_changed: u128,
    /// The stack pointer's byte of RAM, if it points there.
    pub stack: Option<u8>,
    /// The open tab of [`TABS`].
    pub tab: usize,
    /// What it shows, as many rows as fit.
    pub below: Vec<Line>,
    /// The command line.
    pub line: String,
}

/// The tabs below the code.
pub const TABS: [&str; 6] = ["Output", "Variables", "TIA", "Inputs", "Stack", "Points"];

/// The steps, each with its key; Shift goes back.
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
    /// It has bytes of the program.
    pub is_code: bool,
    /// It has a breakpoint, which is switched on (true) or off.
    pub point: Option<bool>,
    /// The machine is here.
    pub here: bool,
    /// The cursor is here.
    pub cursor: bool,
}

/// A name and a value.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
    /// The last step changed it.
    pub changed: bool,
}

/// A row below the code.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// The text.
    pub text: String,
    /// What was typed.
    pub is_command: bool,
    /// A click does something.
    pub is_link: bool,
}

impl DebuggerScreen {
    /// Draws the screen.
    pub fn draw(&self, brush: &mut Brush<'_>, spots: &mut Spots) {
        let layout = Layout::of(brush.area, self.lines);
        brush.painter.rect_filled(brush.area, 0.0, theme::desk());
        self.draw_tools(brush, &layout, spots);
        self.draw_picture(brush, &layout, spots);
        self.draw_registers(brush, &layout);
        self.draw_ram(brush, &layout, spots);
        self.draw_code(brush, &layout, spots);
        self.draw_below(brush, &layout, spots);
        self.draw_command_line(brush, &layout);
    }
}
