//! Instruction traces: one line per instruction, the state before its execution.

use super::{Metadata, Step, Symbols, forms};
use crate::cpu::flag;
use std::{
    collections::HashMap,
    fmt::{self, Write},
};

/// Format name of an instruction trace.
pub const INSTRUCTIONS_FORMAT: &str = "crownhead-instructions";
/// Its version.
pub const INSTRUCTIONS_VERSION: u32 = 1;

/// Names of the columns.
const COLUMNS: &str =
    "frame line clk      cycle bk pc   bytes    instruction              ea   val a  x  y  s  p";

/// In which program's manner a line is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// Our own fixed columns.
    #[default]
    Crownhead,
    /// The columns of `nestest.log`, the usual form for comparing 6502 processors.
    Nestest,
    /// The lines of Stella's log with a break that always holds: `logBreaks`, `breakIf {1}`.
    Stella,
    /// The lines of MAME's debugger command `trace ...,noloop`.
    Mame,
}

/// Writes instruction traces.
#[derive(Debug)]
pub struct InstructionWriter<'a> {
    form: Form,
    symbols: &'a Symbols,
    /// Disassembly by address and bytes: a program runs the same few instructions again and again.
    texts: HashMap<(u16, [u8; 3]), String>,
    line: String,
}

/// Instructions whose text is kept; programs that change themselves forever must not eat memory.
const MAX_TEXTS: usize = 1 << 16;

impl<'a> InstructionWriter<'a> {
    /// A writer of lines of this form.
    pub fn new(form: Form, symbols: &'a Symbols) -> Self {
        InstructionWriter {
            form,
            symbols,
            texts: HashMap::new(),
            line: String::new(),
        }
    }

    /// Writes the lines before the first instruction; the foreign forms have none.
    pub fn header(&self, out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
        match self.form {
            Form::Crownhead => {
                metadata.write_table(out, INSTRUCTIONS_FORMAT, INSTRUCTIONS_VERSION, COLUMNS)
            }
            _ => Ok(()),
        }
    }

    /// Writes one line.
    pub fn step(&mut self, out: &mut impl Write, step: &Step) -> fmt::Result {
        self.line.clear();
        match self.form {
            Form::Crownhead => self.crownhead(step)?,
            Form::Nestest => forms::nestest(&mut self.line, step)?,
            Form::Stella => forms::stella(&mut self.line, step)?,
            Form::Mame => forms::mame(&mut self.line, step),
        }
        self.line.push('\n');
        out.write_str(&self.line)
    }

    fn crownhead(&mut self, step: &Step) -> fmt::Result {
        let line = &mut self.line;
        let place = step.place;
        decimal(line, place.frame, 5);
        decimal(line, place.scanline.into(), 5);
        decimal(line, place.clock.into(), 4);
        decimal(line, step.cycle, 11);
        decimal(line, step.bank as u64, 3);
        line.push(' ');
        hex4(line, step.registers.pc);
        line.push(' ');
        push_bytes(line, step, 9);
        self.push_text(step, 25);
        let line = &mut self.line;
        match step.effective {
            Some(address) => hex4(line, address),
            None => line.push_str("----"),
        }
        line.push(' ');
        match step.value {
            Some(value) => hex2(line, value),
            None => line.push_str("--"),
        }
        line.push(' ');
        let registers = &step.registers;
        for value in [registers.a, registers.x, registers.y, registers.s] {
            line.push(' ');
            hex2(line, value);
        }
        line.push(' ');
        push_flags(line, registers.p, b"nvdizc");
        Ok(())
    }

    /// The disassembly with names, padded.
    fn push_text(&mut self, step: &Step, width: usize) {
        let mut bytes = [0; 3];
        bytes[..step.instruction.bytes().len()].copy_from_slice(step.instruction.bytes());
        if self.texts.len() >= MAX_TEXTS {
            self.texts.clear();
        }
        let symbols = self.symbols;
        let key = (step.registers.pc, bytes);
        let text = self.texts.entry(key).or_insert_with(|| step.text(symbols));
        self.line.push_str(text);
        let length = text.chars().count();
        pad(&mut self.line, width.saturating_sub(length).max(1));
    }
}

pub(super) fn push_bytes(line: &mut String, step: &Step, width: usize) {
    let bytes = step.instruction.bytes();
    for byte in bytes {
        hex2(line, *byte);
        line.push(' ');
    }
    pad(line, width - bytes.len() * 3);
}

/// Flags as letters, capital where set; `-` stands for the bit that does not exist.
pub(super) fn push_flags(line: &mut String, status: u8, letters: &[u8]) {
    for &letter in letters {
        let bit = match letter {
            b'n' => flag::N,
            b'v' => flag::V,
            b'b' => flag::B,
            b'd' => flag::D,
            b'i' => flag::I,
            b'z' => flag::Z,
            b'c' => flag::C,
            _ => 0,
        };
        let set = status & bit != 0;
        line.push(char::from(if set {
            letter.to_ascii_uppercase()
        } else {
            letter
        }));
    }
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

pub(super) fn hex2(line: &mut String, value: u8) {
    line.push(char::from(HEX[usize::from(value >> 4)]));
    line.push(char::from(HEX[usize::from(value & 15)]));
}

pub(super) fn hex4(line: &mut String, value: u16) {
    let [high, low] = value.to_be_bytes();
    hex2(line, high);
    hex2(line, low);
}

/// A right-aligned number; twice as fast as `write!`, which counts at a million lines a second.
pub(super) fn decimal(line: &mut String, mut value: u64, width: usize) {
    let mut digits = [b' '; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    let from = at.min(digits.len() - width.min(digits.len()));
    line.extend(digits[from..].iter().map(|&digit| char::from(digit)));
}

pub(super) fn pad(line: &mut String, width: usize) {
    line.extend(std::iter::repeat_n(' ', width));
}
