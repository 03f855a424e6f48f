//! A cartridge image as source that assembles back to the same bytes.

use isa6502::{Access, Mnemonic, Mode, OPCODES, disassemble};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};
use vcs::{
    Cartridge, Machine, PowerOn,
    trace::{Step, Symbols, pull, symbols::register_name},
};

/// What a byte of the image is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Use {
    /// Nothing is known: written as bytes.
    #[default]
    Data,
    /// First byte of an instruction.
    Opcode,
    /// A later byte of an instruction.
    Operand,
    /// Goes into a player or the playfield: written as bits.
    Graphics,
}

/// An image of at most 4 KiB, as the processor sees it.
pub struct Program<'a> {
    image: &'a [u8],
    /// Address of the first byte.
    origin: u16,
    uses: Vec<Use>,
    /// Places that code jumps or points to.
    targets: BTreeSet<usize>,
    symbols: &'a Symbols,
}

impl<'a> Program<'a> {
    /// Tells code, data and graphics apart: follows the code from the reset vector, and runs the
    /// machine for a number of frames to see jumps through pointers and what becomes graphics.
    pub fn explore(cartridge: &'a Cartridge, symbols: &'a Symbols, frames: u64) -> Program<'a> {
        let image = cartridge.image();
        let vector = image.len() - 4;
        let reset = u16::from_le_bytes([image[vector], image[vector + 1]]);
        let top = (reset & 0xe000) | 0x1000;
        // An image of 2 KiB shows twice; the upper copy holds the vectors where it is mapped.
        let upper = image.len() < 4096 && reset & 0x0800 != 0;
        let mut program = Program {
            image,
            origin: if upper { top | 0x0800 } else { top },
            uses: vec![Use::Data; image.len()],
            targets: BTreeSet::new(),
            symbols,
        };
        program.follow(reset);
        program.watch(cartridge, frames);
        for (address, _) in symbols.labels() {
            if let Some(at) = program.offset(address) {
                program.targets.insert(at);
            }
        }
        program
    }

    /// Offset in the image of an address of the cartridge.
    fn offset(&self, address: u16) -> Option<usize> {
        (address & 0x1000 != 0).then(|| usize::from(address & 0x0fff) % self.image.len())
    }

    fn address(&self, offset: usize) -> u16 {
        self.origin + offset as u16
    }

    /// Follows code from an address on, until it is known or cannot be followed.
    fn follow(&mut self, start: u16) {
        let mut open = vec![start];
        while let Some(address) = open.pop() {
            let Some(at) = self.offset(address) else {
                continue;
            };
            self.targets.insert(at);
            self.run(at, &mut open);
        }
    }

    fn run(&mut self, mut at: usize, open: &mut Vec<u16>) {
        while at < self.image.len() && self.uses[at] == Use::Data {
            let instruction = disassemble(self.address(at), &self.image[at..]);
            let Some(opcode) = instruction.opcode() else {
                return;
            };
            let length = instruction.bytes().len();
            if opcode.mnemonic == Mnemonic::Jam
                || self.uses[at..at + length].iter().any(|of| *of != Use::Data)
            {
                return;
            }
            self.uses[at] = Use::Opcode;
            self.uses[at + 1..at + length].fill(Use::Operand);
            let target = instruction.operand();
            match (opcode.mnemonic, opcode.mode) {
                (Mnemonic::Jmp, Mode::Absolute) => {
                    open.extend(target);
                    return;
                }
                (Mnemonic::Jsr, _) | (_, Mode::Relative) => open.extend(target),
                (Mnemonic::Jmp | Mnemonic::Rts | Mnemonic::Rti | Mnemonic::Brk, _) => return,
                _ => {}
            }
            at += length;
        }
    }

    /// Runs the machine: whatever is executed is code, whatever is loaded and then stored into a
    /// graphics register is graphics.
    fn watch(&mut self, cartridge: &Cartridge, frames: u64) {
        let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
        // Offset of the byte that A, X and Y were loaded from.
        let mut origins = [None; 3];
        // A jammed or endless program must end, too.
        let steps = frames.saturating_mul(6_000);
        for step in
            pull::instructions(&mut machine).take(usize::try_from(steps).unwrap_or(usize::MAX))
        {
            if step.place.frame >= frames {
                break;
            }
            if let Some(at) = self.offset(step.registers.pc)
                && self.uses[at] == Use::Data
            {
                self.follow(step.registers.pc);
            }
            self.trace_graphics(&step, &mut origins);
        }
    }

    fn trace_graphics(&mut self, step: &Step, origins: &mut [Option<usize>; 3]) {
        let Some(opcode) = step.instruction.opcode() else {
            return;
        };
        let from = step.effective.and_then(|address| self.offset(address));
        let [a, x, y] = *origins;
        match opcode.mnemonic {
            Mnemonic::Lda => origins[0] = from,
            Mnemonic::Ldx => origins[1] = from,
            Mnemonic::Ldy => origins[2] = from,
            Mnemonic::Lax => (origins[0], origins[1]) = (from, from),
            Mnemonic::Tax => origins[1] = a,
            Mnemonic::Tay => origins[2] = a,
            Mnemonic::Txa => origins[0] = x,
            Mnemonic::Tya => origins[0] = y,
            Mnemonic::And | Mnemonic::Ora | Mnemonic::Eor => origins[0] = from.or(a),
            Mnemonic::Sta => self.stored(step, a),
            Mnemonic::Stx => self.stored(step, x),
            Mnemonic::Sty => self.stored(step, y),
            _ => {}
        }
    }

    fn stored(&mut self, step: &Step, origin: Option<usize>) {
        let graphics = ["GRP0", "GRP1", "PF0", "PF1", "PF2"];
        let register = step.effective.filter(|address| address & 0x1080 == 0);
        let name = register.and_then(|address| register_name(address & 0x3f, true));
        if let (Some(name), Some(at)) = (name, origin)
            && graphics.contains(&name)
            && self.uses[at] == Use::Data
        {
            self.uses[at] = Use::Graphics;
        }
    }

    /// Writes the instruction around an offset as bytes from now on, because an assembler makes
    /// others of its text. False where no instruction is there.
    pub fn demote(&mut self, offset: usize) -> bool {
        let Some(start) = (0..=offset).rev().find(|at| self.uses[*at] != Use::Operand) else {
            return false;
        };
        if self.uses[start] != Use::Opcode {
            return false;
        }
        self.uses[start] = Use::Data;
        for of in self.uses[start + 1..]
            .iter_mut()
            .take_while(|of| **of == Use::Operand)
        {
            *of = Use::Data;
        }
        true
    }

    /// The source.
    pub fn source(&self, title: &str) -> String {
        let names = self.names();
        let mut body = String::new();
        let mut registers = BTreeMap::new();
        let mut at = 0;
        while at < self.image.len() {
            if let Some(name) = names.get(&at) {
                let _ = writeln!(body, "{name}");
            }
            at += match self.uses[at] {
                Use::Opcode => self.instruction(at, &names, &mut registers, &mut body),
                Use::Graphics => self.graphics(at, &mut body),
                Use::Data | Use::Operand => self.data(at, &names, &mut body),
            };
        }
        let mut source = format!("; {title}\n        processor 6502\n\n");
        for (name, address) in registers {
            let _ = writeln!(source, "{name:8}= ${address:02x}");
        }
        // Labels in the middle of an instruction.
        for (at, name) in &names {
            if self.uses[*at] == Use::Operand {
                let _ = writeln!(source, "{name:8}= ${:04x}", self.address(*at));
            }
        }
        let _ = write!(source, "\n        org ${:04x}\n\n{body}", self.origin);
        source
    }

    /// Names of the targets, by offset.
    fn names(&self) -> BTreeMap<usize, String> {
        let mut taken = BTreeSet::new();
        let name = |&at: &usize| {
            let address = self.address(at);
            let plain = |name: &&str| {
                name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
                    && name.starts_with(|c: char| c.is_ascii_alphabetic())
            };
            let given = self.symbols.name(address).filter(plain);
            let given = given.filter(|name| taken.insert(name.to_ascii_lowercase()));
            (
                at,
                given.map_or_else(|| format!("L{address:04X}"), String::from),
            )
        };
        self.targets.iter().map(name).collect()
    }

    /// Writes an instruction and gives its length.
    fn instruction(
        &self,
        at: usize,
        names: &BTreeMap<usize, String>,
        registers: &mut BTreeMap<&'static str, u16>,
        out: &mut String,
    ) -> usize {
        let instruction = disassemble(self.address(at), &self.image[at..]);
        let opcode = &OPCODES[usize::from(self.image[at])];
        let write = opcode.mnemonic.access() == Access::Write;
        let jump = matches!(opcode.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr)
            || opcode.mode == Mode::Relative;
        let operand = instruction.operand().unwrap_or_default();
        let label = self
            .offset(operand)
            .filter(|at| self.address(*at) == operand);
        let label = label.and_then(|at| names.get(&at)).cloned();
        let has_address = opcode.mode != Mode::Immediate && instruction.operand().is_some();
        let register = register_name(operand, write).filter(|_| !jump && has_address);
        // A register has one name but many addresses: the first one seen gets it.
        let register = register.filter(|name| *registers.entry(name).or_insert(operand) == operand);
        let named = label.or(register.map(String::from));
        let text = instruction.with_names(|_| named.clone()).to_string();
        let _ = writeln!(out, "        {text}");
        instruction.bytes().len()
    }

    fn graphics(&self, at: usize, out: &mut String) -> usize {
        let byte = self.image[at];
        let picture: String = (0..8)
            .map(|bit| if byte << bit & 0x80 != 0 { '#' } else { '.' })
            .collect();
        let _ = writeln!(out, "        .byte %{byte:08b}   ; {picture}");
        1
    }

    /// Writes a row of data up to the next label or other use, at most eight bytes.
    fn data(&self, at: usize, names: &BTreeMap<usize, String>, out: &mut String) -> usize {
        let plain = |&offset: &usize| {
            matches!(self.uses[offset], Use::Data) && (offset == at || !names.contains_key(&offset))
        };
        let count = (at..self.image.len().min(at + 8))
            .take_while(plain)
            .count()
            .max(1);
        let bytes = self.image[at..at + count]
            .iter()
            .map(|byte| format!("${byte:02x}"));
        let _ = writeln!(out, "        .byte {}", bytes.collect::<Vec<_>>().join(","));
        count
    }
}
