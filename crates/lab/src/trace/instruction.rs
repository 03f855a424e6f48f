//! Instruction traces: one line per instruction, with the state before it runs.

use super::{
    Metadata, Symbols,
    columns::{CounterColumn, PlaceColumns, flags, hex2, hex4},
    forms,
    symbols::register_name,
};
use isa6502::{Access, Disassembly};
use std::fmt::{self, Write};
use vcs::Step;

/// Format name of an instruction trace.
pub const INSTRUCTIONS_FORMAT: &str = "crownhead-instructions";
/// Version of the format [`INSTRUCTIONS_FORMAT`].
pub const INSTRUCTIONS_VERSION: u32 = 1;

/// The headings of the columns.
const COLUMNS: &str =
    "frame line clk      cycle bk pc   bytes    instruction              ea   val a  x  y  s  p";

/// The format of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TraceFormat {
    /// Crownhead's own format, with fixed columns.
    #[default]
    Crownhead,
    /// The columns of `nestest.log`, the usual form for comparing 6502 processors.
    Nestest,
    /// The lines of Stella's log for a breakpoint that is always true: `logBreaks`, `breakIf {1}`.
    Stella,
    /// The lines of MAME's debugger command `trace ...,noloop`.
    Mame,
}

/// Writes instruction traces.
#[derive(Debug)]
pub struct InstructionWriter<'a> {
    form: TraceFormat,
    symbols: &'a Symbols,
    place: PlaceColumns<14>,
    cycle: CounterColumn<11>,
    /// The text of the instruction that last ran at each address. Programs mostly run the same
    /// instructions again and again, so the texts are reused.
    cache: Vec<Option<CachedText>>,
}

/// An instruction, and the part of its line that is the same each time it runs.
#[derive(Debug, Clone)]
struct CachedText {
    bank: usize,
    instruction: Disassembly,
    text: Vec<u8>,
}

/// Number of different addresses of the 6507, which has 13 address lines.
const ADDRESSES: usize = 0x2000;

impl<'a> InstructionWriter<'a> {
    /// Creates a writer for the format `form`.
    pub fn new(form: TraceFormat, symbols: &'a Symbols) -> Self {
        InstructionWriter {
            form,
            symbols,
            place: PlaceColumns::default(),
            cycle: CounterColumn::default(),
            cache: vec![None; ADDRESSES],
        }
    }

    /// Writes the lines before the first instruction. The formats of other programs have no such
    /// lines.
    pub fn header(&self, out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
        match self.form {
            TraceFormat::Crownhead => {
                metadata.write_table(out, INSTRUCTIONS_FORMAT, INSTRUCTIONS_VERSION, COLUMNS)
            }
            _ => Ok(()),
        }
    }

    /// Appends one line.
    pub fn step(&mut self, out: &mut Vec<u8>, step: &Step) {
        match self.form {
            TraceFormat::Crownhead => return self.write_crownhead_line(out, step),
            TraceFormat::Nestest => out.extend_from_slice(forms::nestest(step).as_bytes()),
            TraceFormat::Stella => {
                out.extend_from_slice(forms::stella_prefix(step).as_bytes());
                out.extend_from_slice(self.cached_text(step));
            }
            TraceFormat::Mame => out.extend_from_slice(self.cached_text(step)),
        }
        out.push(b'\n');
    }

    fn write_crownhead_line(&mut self, out: &mut Vec<u8>, step: &Step) {
        let place = self.place.text(step.place).copied();
        let head = place.zip(self.cycle.text(step.cycle).copied());
        let Some((place, cycle)) = head else {
            // A number was too long for its column.
            self.place.push(out, step.place);
            self.cycle.push(out, step.cycle);
            let line = self.cached_text(step);
            out.extend_from_slice(&line[HEAD_WIDTH..line.len() - TAIL_WIDTH]);
            return out.extend_from_slice(&tail(step));
        };
        let line = self.cached_text(step);
        if let Some(start) = line.first_chunk_mut::<HEAD_WIDTH>() {
            start[..place.len()].copy_from_slice(&place);
            start[place.len()..].copy_from_slice(&cycle);
        }
        if let Some(end) = line.last_chunk_mut() {
            *end = tail(step);
        }
        out.extend_from_slice(line);
    }

    /// Returns the part of the line that is the same each time this instruction runs. For
    /// [`TraceFormat::Crownhead`], returns a whole line; the caller must overwrite its first
    /// [`HEAD_WIDTH`] and its last [`TAIL_WIDTH`] characters.
    fn cached_text(&mut self, step: &Step) -> &mut Vec<u8> {
        let pc = step.registers.pc;
        let cached = &mut self.cache[usize::from(pc) % ADDRESSES];
        let is_same_instruction = |cached: &CachedText| {
            // `instruction` contains its address, so this compares the addresses, too.
            cached.bank == step.bank && cached.instruction == step.instruction
        };
        if !cached.as_ref().is_some_and(is_same_instruction) {
            *cached = None;
        }
        let cached = cached.get_or_insert_with(|| CachedText {
            bank: step.bank,
            instruction: step.instruction,
            text: match self.form {
                TraceFormat::Crownhead => line_template(step, self.symbols),
                TraceFormat::Nestest => String::new(),
                TraceFormat::Stella => forms::stella_text(step),
                TraceFormat::Mame => forms::mame(step),
            }
            .into_bytes(),
        });
        &mut cached.text
    }
}

/// Total width of the columns before the bank, in Crownhead's own format.
const HEAD_WIDTH: usize = 25;
/// Total width of the columns after the disassembly, including the newline, in Crownhead's own
/// format.
const TAIL_WIDTH: usize = 28;

/// Returns the instruction as text, with names of symbols and registers.
pub fn instruction_text(step: &Step, symbols: &Symbols) -> String {
    let write = step.access() == Access::Write;
    let opcode = step.instruction.opcode();
    let name = |address: u16| {
        symbols
            .operand_name(opcode?, write, address)
            .map(source_spelling)
    };
    step.instruction.with_names(name).to_string()
}

/// Returns a name as it is written in the source. Before a local name, dasm adds a scope number,
/// which this removes.
fn source_spelling(name: &str) -> &str {
    let local = name.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if local.starts_with('.') { local } else { name }
}

/// Returns the instruction as text for a trace. Names are written exactly as in the symbol file, so
/// that all versions of Crownhead write identical traces.
fn recorded_text(step: &Step, symbols: &Symbols) -> String {
    let write = step.access() == Access::Write;
    let name = |address: u16| {
        let symbol = symbols.name(address).filter(|_| address >= 0x80);
        symbol.or_else(|| register_name(address, write))
    };
    step.instruction.with_names(name).to_string()
}

/// Returns one line in Crownhead's own format, without the newline.
pub fn instruction_line(step: &Step, symbols: &Symbols) -> String {
    let mut line = Vec::new();
    PlaceColumns::<14>::default().push(&mut line, step.place);
    CounterColumn::<11>::default().push(&mut line, step.cycle);
    let middle = line_template(step, symbols).into_bytes();
    line.extend_from_slice(&middle[HEAD_WIDTH..middle.len() - TAIL_WIDTH]);
    line.extend_from_slice(&tail(step)[..TAIL_WIDTH - 1]);
    String::from_utf8_lossy(&line).into_owned()
}

/// Returns a line in Crownhead's own format, with blanks instead of the first [`HEAD_WIDTH`] and
/// the last [`TAIL_WIDTH`] characters.
fn line_template(step: &Step, symbols: &Symbols) -> String {
    let bytes = step.instruction.bytes().iter();
    let bytes: Vec<String> = bytes.map(|byte| format!("{byte:02X}")).collect();
    let (pc, bytes) = (step.registers.pc, bytes.join(" "));
    let text = recorded_text(step, symbols);
    // The format string puts a blank after `text` even if `text` is wider than its column.
    format!(
        "{:HEAD_WIDTH$}{:3} {pc:04X} {bytes:8} {text:24} {:TAIL_WIDTH$}",
        "", step.bank, ""
    )
}

/// Returns the columns from the effective address to the newline, in Crownhead's own format.
#[inline]
fn tail(step: &Step) -> [u8; TAIL_WIDTH] {
    let mut line = *b"---- --  aa xx yy ss nvdizc\n";
    if let Some(address) = step.effective {
        line[..4].copy_from_slice(&hex4(address));
    }
    if let Some(value) = step.value {
        line[5..7].copy_from_slice(&hex2(value));
    }
    let registers = &step.registers;
    line[9..11].copy_from_slice(&hex2(registers.a));
    line[12..14].copy_from_slice(&hex2(registers.x));
    line[15..17].copy_from_slice(&hex2(registers.y));
    line[18..20].copy_from_slice(&hex2(registers.s));
    line[21..27].copy_from_slice(&flags(registers.p));
    line
}
