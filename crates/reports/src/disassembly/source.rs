//! Writes an explored program as assembly source.

use super::{Program, Use};
use isa6502::{Access, Mnemonic, Mode, OPCODES, disassemble};
use lab::trace::symbols::register_name;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    sync::LazyLock,
};

/// The source written so far.
#[derive(Default)]
struct Text<'a> {
    body: String,
    /// The names and addresses of the registers and RAM bytes that the source refers to.
    equates: BTreeMap<&'a str, u16>,
}

impl<'a> Program<'a> {
    /// Returns the source.
    pub fn source(&self, title: &str) -> String {
        let names = self.names();
        let mut text = Text::default();
        for number in 0..self.banks.len() {
            self.write_bank(number, &names, &mut text);
        }
        let mut source = format!("; {title}\n        processor 6502\n\n");
        for (name, address) in text.equates {
            let _ = writeln!(source, "{name:8}= ${address:02x}");
        }
        // A label inside an instruction, or inside code that runs in RAM, cannot be at the start
        // of a source line. Define it as a constant instead.
        for (offset, name) in &names {
            if self.uses[*offset] == Use::Operand || self.continues_in_ram(*offset) {
                let _ = writeln!(source, "{name:8}= ${:04x}", self.address(*offset));
            }
        }
        source + &text.body
    }

    fn write_bank(&self, number: usize, names: &BTreeMap<usize, String>, text: &mut Text<'a>) {
        let bank = &self.banks[number];
        let (start, origin) = (bank.bytes.start, bank.origin);
        let _ = if self.is_banked() {
            // `org` sets the offset in the image, `rorg` the address that the processor sees.
            writeln!(
                text.body,
                "\n; bank {number}\n        org ${start:05x}\n        rorg ${origin:04x}\n"
            )
        } else {
            writeln!(text.body, "\n        org ${origin:04x}\n")
        };
        let mut offset = start;
        while offset < bank.bytes.end {
            let continues = self.continues_in_ram(offset);
            if !continues && offset > start && self.follows_ram_code(offset) {
                let _ = match self.is_banked() {
                    true => writeln!(text.body, "        rorg ${:04x}", self.address(offset)),
                    false => writeln!(text.body, "        rend"),
                };
            }
            if let Some(name) = names.get(&offset).filter(|_| !continues) {
                let _ = writeln!(text.body, "{name}");
            }
            if let Some(address) = self.ram_addresses.get(&offset).filter(|_| !continues) {
                let _ = writeln!(text.body, "        rorg ${address:04x}   ; runs in RAM");
            }
            offset += match self.uses[offset] {
                Use::Opcode => self.write_instruction(offset, names, text),
                Use::Graphics => self.write_graphics(offset, text),
                Use::Data | Use::Operand => self.write_data(offset, names, text),
            };
        }
        if self.is_banked() {
            text.body.push_str("        rend\n");
        }
    }

    /// If the instruction directly before `offset` runs in RAM, returns the RAM address after that
    /// instruction.
    fn ram_address_before(&self, offset: usize) -> Option<u16> {
        let (start, address) = self.ram_addresses.range(..offset).next_back()?;
        let length = disassemble(*address, &self.image[*start..]).bytes().len();
        (start + length == offset).then(|| address + length as u16)
    }

    /// Returns true if the instruction at `offset` runs in RAM, and if its predecessor in the image
    /// is also its predecessor in RAM.
    fn continues_in_ram(&self, offset: usize) -> bool {
        let here = self.ram_addresses.get(&offset);
        here.is_some() && self.ram_address_before(offset) == here.copied()
    }

    /// Returns true if the byte at `offset` follows directly after an instruction that runs in RAM.
    fn follows_ram_code(&self, offset: usize) -> bool {
        self.ram_address_before(offset).is_some()
    }

    /// Returns the address at which an instruction runs. It may be in RAM or in the bank.
    fn run_address(&self, offset: usize) -> u16 {
        let ram_address = self.ram_addresses.get(&offset).copied();
        ram_address.unwrap_or_else(|| self.address(offset))
    }

    /// Returns all labels, by their offset in the image.
    fn names(&self) -> BTreeMap<usize, String> {
        let mut used_names = BTreeSet::new();
        let name = |&offset: &usize| {
            let address = self.address(offset);
            if self.is_banked() {
                // Do not use the names in the symbol file, because it does not say which bank a
                // symbol belongs to.
                return (offset, format!("B{}_{address:04X}", self.bank_of(offset)));
            }
            let symbol_name = self
                .symbols
                .name(address)
                .map(|name| plain_name(name, address));
            let symbol_name = symbol_name.filter(|name| is_plain(&name.as_str()));
            let symbol_name =
                symbol_name.filter(|name| used_names.insert(name.to_ascii_lowercase()));
            (
                offset,
                symbol_name.unwrap_or_else(|| format!("L{address:04X}")),
            )
        };
        self.targets.iter().map(name).collect()
    }

    /// Writes an instruction and returns its length.
    fn write_instruction(
        &self,
        offset: usize,
        names: &BTreeMap<usize, String>,
        text: &mut Text<'a>,
    ) -> usize {
        let instruction = disassemble(self.run_address(offset), &self.image[offset..]);
        let opcode = &OPCODES[usize::from(self.image[offset])];
        let operand = instruction.operand().unwrap_or_default();
        let label = self
            .offset(operand, self.bank_of(offset))
            .filter(|offset| self.address(*offset) == operand);
        let label = label
            .and_then(|offset| names.get(&offset))
            .map(String::as_str);
        let is_jump = matches!(opcode.mnemonic, Mnemonic::Jmp | Mnemonic::Jsr)
            || opcode.mode == Mode::Relative;
        let has_address = opcode.mode != Mode::Immediate && instruction.operand().is_some();
        let is_short = instruction.bytes().len() == 2;
        let ram_or_register_name = || {
            let write = opcode.mnemonic.access() == Access::Write;
            let name = match operand {
                0x80..=0xff => {
                    let symbol = self.symbols.name(operand).filter(is_plain);
                    symbol.or((is_short || is_jump).then(|| ram_name(operand)))
                }
                _ => register_name(operand, write),
            };
            // The target of a jump gets such a name only if it is in RAM.
            name.filter(|_| has_address && (!is_jump || (0x80..=0xff).contains(&operand)))
        };
        // A register has many mirrors. Only the first address at which the program accesses the
        // register gets its name.
        let operand_name = label.or_else(|| {
            ram_or_register_name()
                .filter(|name| *text.equates.entry(name).or_insert(operand) == operand)
        });
        let line = instruction.with_names(|_| operand_name);
        let _ = writeln!(text.body, "        {line}");
        instruction.bytes().len()
    }

    fn write_graphics(&self, offset: usize, text: &mut Text<'a>) -> usize {
        let byte = self.image[offset];
        let picture: String = (0..8)
            .map(|bit| if byte << bit & 0x80 != 0 { '#' } else { '.' })
            .collect();
        let _ = writeln!(text.body, "        .byte %{byte:08b}   ; {picture}");
        1
    }

    /// Writes a row of data, and returns the number of its bytes. A row has at most eight bytes,
    /// and ends before the next label and before the next byte that is not data.
    fn write_data(
        &self,
        offset: usize,
        names: &BTreeMap<usize, String>,
        text: &mut Text<'a>,
    ) -> usize {
        let end = self.banks[self.bank_of(offset)].bytes.end;
        let is_plain_data = |&next: &usize| {
            matches!(self.uses[next], Use::Data) && (next == offset || !names.contains_key(&next))
        };
        let count = (offset..end.min(offset + 8))
            .take_while(is_plain_data)
            .count()
            .max(1);
        let bytes = self.image[offset..offset + count]
            .iter()
            .map(|byte| format!("${byte:02x}"));
        let bytes = bytes.collect::<Vec<_>>().join(",");
        let _ = writeln!(text.body, "        .byte {bytes}");
        count
    }
}

/// Returns a name, such as `ram_80`, for a RAM byte that has no symbol.
fn ram_name(address: u16) -> &'static str {
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        (0x80..=0xff)
            .map(|address| format!("ram_{address:02X}"))
            .collect()
    });
    &NAMES[usize::from(address & 0x7f)]
}

/// Converts a symbol's name to a global label: `Main.loop` becomes `Main_loop`. A name with a scope
/// number gets the address instead of the number: `3.loop` becomes `loop_F012`.
fn plain_name(name: &str, address: u16) -> String {
    match name.split_once('.') {
        None => name.to_owned(),
        Some((scope, local)) if scope.parse::<u32>().is_ok() => format!("{local}_{address:04X}"),
        Some(_) => name.replace('.', "_"),
    }
}

/// Returns true if every assembler accepts the name as a label.
fn is_plain(name: &&str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
