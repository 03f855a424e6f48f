//! Lays out the sections of a file in memory, and applies the relocations.

use super::{
    ElfError,
    call::{call_offset, with_call_offset},
    file::{self, File, Relocation, Section, Symbol},
    library, thumb2,
};

/// Address of RAM. RAM is close enough to the code for calls in both directions.
pub(super) const RAM: u32 = 0x0080_0000;
/// Maximum sizes of ROM and RAM in bytes.
const MAX_ROM: usize = 0x40_0000;
const MAX_RAM: usize = 0x8_0000;
/// Size of the stack, which is above all data.
const STACK_SIZE: usize = 0x8000;
/// Size in bytes of the arguments that `elf_main` receives, which are below the stack.
const ARGUMENTS_SIZE: usize = 16;

/// Types of relocations.
const NONE: u8 = 0;
const ABS32: u8 = 2;
const REL32: u8 = 3;
const CALL: u8 = 10;
const TARGET1: u8 = 38;

/// A program in memory.
#[derive(Debug)]
pub(super) struct LinkedProgram {
    /// The library, code and constants; their first address is [`library::LIBRARY`].
    pub(super) rom: Vec<u8>,
    /// Data and stack; their first address is [`RAM`].
    pub(super) ram: Vec<u8>,
    /// The addresses of the functions to call before the entry.
    pub(super) constructors: Vec<u32>,
    pub(super) entry: u32,
    /// The address of the entry's arguments, below the stack.
    pub(super) arguments: u32,
}

struct Link<'a> {
    file: File<'a>,
    rom: Vec<u8>,
    ram: Vec<u8>,
    /// The address of each section; `None` if it is not loaded.
    section_addresses: Vec<Option<u32>>,
    /// The address of each common symbol.
    common_addresses: Vec<Option<u32>>,
}

/// Reads a file and links its program.
pub(super) fn link(bytes: &[u8]) -> Result<LinkedProgram, ElfError> {
    let file = File::read(bytes)?;
    thumb2::check(&file)?;
    let mut link = Link {
        section_addresses: vec![None; file.sections.len()],
        common_addresses: vec![None; file.symbols.len()],
        file,
        rom: library::bytes(),
        ram: Vec::new(),
    };
    link.place_sections()?;
    link.place_common()?;
    link.relocate()?;
    let entry = link.entry()?;
    let constructors = link.constructors()?;
    let data = append_zeros(&mut link.ram, 8, 0, MAX_RAM - STACK_SIZE - ARGUMENTS_SIZE)?;
    link.ram.resize(data + ARGUMENTS_SIZE + STACK_SIZE, 0);
    Ok(LinkedProgram {
        rom: link.rom,
        ram: link.ram,
        constructors,
        entry,
        arguments: RAM + data as u32,
    })
}

/// Appends `size` zero bytes to the memory, aligned to a multiple of `align`, and returns their
/// offset. Fails if the memory would then be larger than `max_size` bytes.
fn append_zeros(
    memory: &mut Vec<u8>,
    align: u32,
    size: u32,
    max_size: usize,
) -> Result<usize, ElfError> {
    let align = align.clamp(1, 0x1000).next_power_of_two() as usize;
    let start = memory.len().next_multiple_of(align);
    let end = start.saturating_add(size as usize);
    if end > max_size {
        return Err(ElfError::TooLarge(end, max_size));
    }
    memory.resize(end, 0);
    Ok(start)
}

impl Link<'_> {
    fn place_sections(&mut self) -> Result<(), ElfError> {
        for index in 0..self.file.sections.len() {
            let section = self.file.sections[index];
            if section.is_loaded() {
                self.section_addresses[index] = Some(self.place(&section)?);
            }
        }
        Ok(())
    }

    fn place(&mut self, section: &Section) -> Result<u32, ElfError> {
        let (memory, base, max_size) = match section.flags & file::WRITE {
            0 => (&mut self.rom, library::LIBRARY, MAX_ROM),
            _ => (&mut self.ram, RAM, MAX_RAM),
        };
        let content = match section.kind {
            file::NOBITS => &[],
            _ => self.file.content(section)?,
        };
        // Every section is aligned to at least a word.
        let at = append_zeros(memory, section.align.max(4), section.size, max_size)?;
        memory[at..at + content.len()].copy_from_slice(content);
        Ok(base + at as u32)
    }

    /// Reserves RAM for the common symbols, which belong to no section. The value of such a symbol
    /// is its alignment.
    fn place_common(&mut self) -> Result<(), ElfError> {
        for (symbol, address) in self.file.symbols.iter().zip(&mut self.common_addresses) {
            if symbol.section == file::COMMON {
                let at = append_zeros(&mut self.ram, symbol.value, symbol.size, MAX_RAM)?;
                *address = Some(RAM + at as u32);
            }
        }
        Ok(())
    }

    /// Returns a symbol's address; bit 0 is set for functions.
    fn address(&self, index: u32) -> Result<u32, ElfError> {
        let index = index as usize;
        let symbol = self.file.symbols.get(index);
        let symbol = symbol.ok_or(ElfError::Damaged("a relocation's symbol"))?;
        match (symbol.section, self.common_addresses[index]) {
            (_, Some(address)) => Ok(address),
            (file::ABSOLUTE, _) => Ok(symbol.value),
            (0, _) => match library::address_of(symbol.name) {
                Some(address) => Ok(address),
                None if symbol.weak || symbol.name.is_empty() => Ok(0),
                None => Err(ElfError::UnknownSymbol(symbol.name.to_owned())),
            },
            _ => self.defined_address(symbol),
        }
    }

    fn defined_address(&self, symbol: &Symbol<'_>) -> Result<u32, ElfError> {
        let address = self
            .section_addresses
            .get(usize::from(symbol.section))
            .copied();
        let address = address.flatten();
        let address = address.ok_or(ElfError::Damaged("a symbol's section is not loaded"))?;
        Ok(address.wrapping_add(symbol.value))
    }

    fn relocate(&mut self) -> Result<(), ElfError> {
        for index in 0..self.file.sections.len() {
            let section = self.file.sections[index];
            let address = self
                .section_addresses
                .get(section.info as usize)
                .copied()
                .flatten();
            if let (file::REL, Some(address)) = (section.kind, address) {
                let size = self.file.sections[section.info as usize].size;
                for relocation in self.file.relocations(&section)? {
                    if relocation
                        .offset
                        .checked_add(4)
                        .is_none_or(|end| end > size)
                    {
                        return Err(ElfError::Damaged("a relocation's place"));
                    }
                    self.apply(address + relocation.offset, relocation)?;
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, at: u32, relocation: Relocation) -> Result<(), ElfError> {
        if relocation.kind == NONE {
            return Ok(());
        }
        let target = self.address(relocation.symbol)?;
        let word = self.word(at);
        let word = match relocation.kind {
            ABS32 | TARGET1 => word.wrapping_add(target),
            REL32 => word.wrapping_add(target).wrapping_sub(at),
            CALL => {
                let offset = call_offset(word).wrapping_add(target & !1).wrapping_sub(at);
                with_call_offset(word, offset).ok_or_else(|| {
                    let symbol = &self.file.symbols[relocation.symbol as usize];
                    ElfError::OutOfRange(symbol.name.to_owned())
                })?
            }
            kind => return Err(ElfError::Relocation(kind)),
        };
        *self.word_mut(at) = word.to_le_bytes();
        Ok(())
    }

    fn word(&mut self, at: u32) -> u32 {
        u32::from_le_bytes(*self.word_mut(at))
    }

    /// Returns the four bytes at an address in a section, for writing.
    fn word_mut(&mut self, at: u32) -> &mut [u8; 4] {
        let (memory, base) = if at >= RAM {
            (&mut self.ram, RAM)
        } else {
            (&mut self.rom, library::LIBRARY)
        };
        memory[(at - base) as usize..]
            .first_chunk_mut()
            .expect("the word is in its section")
    }

    fn entry(&self) -> Result<u32, ElfError> {
        let named = |name: &str| {
            let is_entry = |symbol: &&Symbol<'_>| symbol.name == name && symbol.section != 0;
            self.file.symbols.iter().find(is_entry)
        };
        let symbol = named("elf_main").or_else(|| named("main"));
        Ok(self.defined_address(symbol.ok_or(ElfError::NoEntry)?)? | 1)
    }

    /// Returns the functions in the constructor arrays.
    fn constructors(&mut self) -> Result<Vec<u32>, ElfError> {
        let mut functions = Vec::new();
        for kind in [file::PREINIT_ARRAY, file::INIT_ARRAY] {
            for index in 0..self.file.sections.len() {
                let section = self.file.sections[index];
                if let (Some(address), true) = (self.section_addresses[index], section.kind == kind)
                {
                    let words = (0..section.size / 4).map(|number| address + 4 * number);
                    functions.extend(words.map(|at| self.word(at) | 1).collect::<Vec<_>>());
                }
            }
        }
        Ok(functions)
    }
}
