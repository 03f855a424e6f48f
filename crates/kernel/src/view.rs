//! The contents of the kernel view, line by line.

use serde::Serialize;

/// The kernel view of some scanlines of a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kernel {
    /// The frame, counted from 0 at power-on.
    pub frame: u64,
    /// The scanlines, top to bottom.
    pub lines: Vec<Line>,
}

/// One scanline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Number of the scanline.
    pub scanline: u16,
    /// Number of cycles in the line: 76, unless RSYNC shortens it.
    pub cycles: u16,
    /// Number of cycles in which the processor is waiting, either after WSYNC for the end of the
    /// line, or in a loop for the timer.
    pub free: u16,
    /// The cycles in which the processor is waiting, as ranges.
    pub waits: Vec<InclusiveRange>,
    /// The instructions, in chronological order.
    pub instructions: Vec<Instruction>,
    /// The writes to all TIA registers except WSYNC, in chronological order.
    pub writes: Vec<Write>,
    /// The 160 pixels, as TIA color numbers, or 1 for a blank pixel.
    pub pixels: Vec<u8>,
}

/// A range of cycles, pixels or scanlines, including both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct InclusiveRange {
    /// The first cycle, pixel or scanline.
    pub first: u16,
    /// The last cycle, pixel or scanline.
    pub last: u16,
}

/// An instruction in a line. An instruction that extends into the next line appears in both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Instruction {
    /// The cycles of the instruction in this line, not including a wait before its opcode fetch.
    #[serde(rename = "cells")]
    pub cycles: InclusiveRange,
    /// The address of the opcode.
    pub address: u16,
    /// The cartridge bank.
    pub bank: usize,
    /// The instruction as text, and its source line.
    #[serde(flatten)]
    pub code: Code,
}

/// An instruction as text.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Code {
    /// The disassembly, with names.
    pub text: String,
    /// The line of the source, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
}

/// A source line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

/// A write to a register of the TIA.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Write {
    /// The cycle of the line in which the write lands (takes effect), counted from 0.
    pub cycle: u16,
    /// The register's address.
    pub register: u8,
    /// The register's name.
    pub name: &'static str,
    /// The byte written.
    pub data: u8,
    /// The index in [`Line::instructions`] of the instruction that makes the write.
    pub instruction: Option<usize>,
    /// The first pixel that the write can change: -68 to -1 in horizontal blank, 160 or more if the
    /// write can affect only the next line.
    pub pixel: i16,
    /// The earliest cycle of the line in which the write could land with the same result if no
    /// other write moves.
    pub earliest: u16,
    /// The latest cycle of the line in which the write could land with the same result if no other
    /// write moves.
    pub latest: u16,
    /// The pixels of this line that would differ without the write.
    pub changes: Vec<InclusiveRange>,
    /// True if the TIA would be in a different state at the end of the line without the write.
    #[serde(rename = "lasts")]
    pub changes_end_state: bool,
}

impl Write {
    /// Returns true if the write has no slack: it cannot land in any other cycle of its line.
    pub fn is_tight(&self) -> bool {
        self.earliest == self.latest
    }

    /// Returns true if the write changes neither a pixel of its line nor the TIA's state at the end
    /// of the line.
    pub fn has_no_effect(&self) -> bool {
        self.changes.is_empty() && !self.changes_end_state
    }
}

impl Line {
    /// Returns the number of writes without slack.
    pub fn tight_writes(&self) -> usize {
        self.writes.iter().filter(|write| write.is_tight()).count()
    }
}

impl Kernel {
    /// Returns the view as JSON.
    pub fn json(&self) -> String {
        let mut text = serde_json::to_string(self).expect("plain values can be written as JSON");
        text.insert_str(1, "\"format\":\"crownhead-kernel\",\"version\":1,");
        text.push('\n');
        text
    }
}
