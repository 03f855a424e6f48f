//! Finds the functions and source lines of an ARM program, using the ELF file or the map file from
//! its build.

use super::output::read_bytes;
use crate::{elf, error::Error};
use lab::trace::{Instruction, SourceFinder};
use object::{Object, ObjectSymbol, SymbolKind};
use std::path::Path;

/// The functions and source lines of an ARM program, by their addresses in the ARM processor's
/// memory.
#[derive(Debug, Default)]
pub struct ArmSymbols {
    /// Start addresses and names of the functions, in ascending order.
    functions: Vec<(u32, String)>,
    /// Start addresses of the source lines, in ascending order. A line is `FILE:LINE`, or `FILE` if
    /// only the file is known. `None` marks the start of a range whose source is unknown.
    lines: Vec<(u32, Option<String>)>,
}

impl ArmSymbols {
    /// Reads an ELF file or a linker map.
    ///
    /// # Errors
    /// The file cannot be read, is too large, or is neither an ELF file nor a linker map with
    /// function names.
    pub fn read(path: &Path) -> Result<ArmSymbols, Error> {
        ArmSymbols::parse(&read_bytes(path)?).ok_or_else(|| {
            Error::Usage(format!(
                "{}: no functions in this file; specify the ELF file from the ARM program's build, \
                 or the map that the linker writes with -Map",
                path.display()
            ))
        })
    }

    fn parse(bytes: &[u8]) -> Option<ArmSymbols> {
        let mut symbols = if elf::is_elf(bytes) {
            ArmSymbols::of_elf(bytes)?
        } else {
            ArmSymbols::of_map(&String::from_utf8_lossy(bytes))
        };
        symbols.functions.sort();
        symbols.lines.sort();
        (!symbols.functions.is_empty()).then_some(symbols)
    }

    fn of_elf(bytes: &[u8]) -> Option<ArmSymbols> {
        let file = object::File::parse(bytes).ok()?;
        let functions = file
            .symbols()
            .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition())
            .filter_map(|symbol| {
                // Bit 0 of the symbol's value is not part of the address: it marks Thumb code.
                let address = u32::try_from(symbol.address()).ok()? & !1;
                Some((address, symbol.name().ok()?.to_owned()))
            })
            // The linker's symbols $a, $t and $d are not functions: they mark where ARM code,
            // Thumb code and data begin.
            .filter(|(_, name)| !name.starts_with('$'));
        Some(ArmSymbols {
            functions: functions.collect(),
            lines: lines_of(&file),
        })
    }

    /// Reads a map file of GNU ld. The line for a symbol has an address of 8 or 16 digits, and a
    /// name.
    fn of_map(text: &str) -> ArmSymbols {
        let function = |line: &str| {
            let mut words = line.split_whitespace();
            let (address, name) = (words.next()?, words.next()?);
            let digits = address.strip_prefix("0x")?;
            let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
            let address = u32::from_str_radix(digits.get(digits.len().checked_sub(8)?..)?, 16);
            (is_name && words.next().is_none()).then_some((address.ok()? & !1, name.to_owned()))
        };
        ArmSymbols {
            functions: text.lines().filter_map(function).collect(),
            lines: Vec::new(),
        }
    }

    /// Returns the name of the function that contains an address, and the source line if it is
    /// known. Returns `None` for an address before the first function.
    fn location(&self, address: u32) -> Option<String> {
        let last_index = |count: usize| count.checked_sub(1);
        let function = last_index(
            self.functions
                .partition_point(|(start, _)| *start <= address),
        );
        let line = last_index(self.lines.partition_point(|(start, _)| *start <= address));
        let function = &self.functions[function?].1;
        match line.and_then(|line| self.lines[line].1.as_ref()) {
            Some(line) => Some(format!("{function}, {line}")),
            None => Some(function.clone()),
        }
    }
}

/// Reads the source lines from a file's debug information, in the form of [`ArmSymbols::lines`].
/// Returns an empty list if there is no such information.
fn lines_of(file: &object::File<'_>) -> Vec<(u32, Option<String>)> {
    let mut lines = Vec::new();
    for range in elf::line_ranges(file) {
        let name = range.file.map(|file| match range.line {
            Some(line) => format!("{file}:{line}"),
            None => file,
        });
        lines.push((range.start, name));
        lines.push((range.start.saturating_add(range.size), None));
    }
    // A range may end at the address where the next one begins. Sort the `None` entry for the end
    // before the entry for the beginning, because a search uses the last entry for an address.
    lines.sort_by_key(|(start, name)| (*start, name.is_some()));
    lines
}

/// Creates the function that finds the source location of an instruction. It looks up an
/// instruction of the ARM processor in `arm`, and an instruction of the 6507 in the lines of
/// `build`. `bank_0_offset` is the offset of the first bank in the image.
pub fn sources(
    arm: Option<ArmSymbols>,
    build: Option<&asm6502::Build>,
    bank_0_offset: usize,
) -> SourceFinder {
    let lines = build.map(|build| build.lines.clone());
    SourceFinder::new(move |instruction| match instruction {
        Instruction::Arm(address) => arm.as_ref()?.location(address),
        Instruction::Console { next_address, bank } => {
            let offset =
                bank_0_offset + usize::from(bank) * 0x1000 + usize::from(next_address & 0xfff);
            let span = lines.as_ref()?.at(offset.checked_sub(1)?)?;
            let line = span.call.as_ref().unwrap_or(&span.line);
            Some(format!("{}:{}", line.file, line.line))
        }
    })
}

#[cfg(test)]
pub(crate) mod tests;
