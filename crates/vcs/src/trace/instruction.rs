//! Instruction traces: one line per instruction, the state before its execution.

use super::{Metadata, Step, Symbols, forms};
use crate::cpu::flag;
use isa6502::Disassembly;
use std::fmt::{self, Write};

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
    /// The last instruction at each address: a program runs the same few again and again.
    known: Vec<Option<Known>>,
    line: String,
}

/// What is the same each time that an instruction runs.
#[derive(Debug, Clone)]
struct Known {
    pc: u16,
    instruction: Disassembly,
    /// Its bytes and text, padded.
    text: String,
}

/// Addresses that the processor tells apart.
const ADDRESSES: usize = 0x2000;

impl<'a> InstructionWriter<'a> {
    /// A writer of lines of this form.
    pub fn new(form: Form, symbols: &'a Symbols) -> Self {
        InstructionWriter {
            form,
            symbols,
            known: vec![None; ADDRESSES],
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
        self.push_known(step);
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

    /// Bytes, and the disassembly with names.
    fn push_known(&mut self, step: &Step) {
        let pc = step.registers.pc;
        let known = &mut self.known[usize::from(pc) % ADDRESSES];
        let same = |known: &&Known| known.pc == pc && known.instruction == step.instruction;
        if known.as_ref().filter(same).is_none() {
            let mut text = String::new();
            push_bytes(&mut text, step, 9);
            let name = step.text(self.symbols);
            text.push_str(&name);
            pad(
                &mut text,
                25usize.saturating_sub(name.chars().count()).max(1),
            );
            let instruction = step.instruction;
            *known = Some(Known {
                pc,
                instruction,
                text,
            });
        }
        if let Some(known) = known {
            self.line.push_str(&known.text);
        }
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
    let mut text = [0; 8];
    for (to, &letter) in text.iter_mut().zip(letters) {
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
        *to = if set {
            letter.to_ascii_uppercase()
        } else {
            letter
        };
    }
    push_ascii(line, &text[..letters.len()]);
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";

fn digits(value: u8) -> [u8; 2] {
    [value >> 4, value & 15].map(|digit| HEX[usize::from(digit)])
}

/// One copy in place of a character at a time: a line is written in half the time.
fn push_ascii(line: &mut String, text: &[u8]) {
    line.push_str(str::from_utf8(text).unwrap_or_default());
}

pub(super) fn hex2(line: &mut String, value: u8) {
    push_ascii(line, &digits(value));
}

pub(super) fn hex4(line: &mut String, value: u16) {
    let [a, b] = value.to_be_bytes().map(digits);
    push_ascii(line, &[a[0], a[1], b[0], b[1]]);
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
    push_ascii(line, &digits[from..]);
}

pub(super) fn pad(line: &mut String, width: usize) {
    const SPACES: &str = "                                ";
    line.push_str(&SPACES[..width.min(SPACES.len())]);
}
