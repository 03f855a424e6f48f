//! Reads an ELF file without trusting it: headers, sections, symbols, relocations.
//!
//! Source of the format: System V ABI, chapter 4; ELF for the Arm Architecture (IHI 0044).

use super::ElfError;

/// Types of sections.
const NONE: u32 = 0;
pub(super) const PROGBITS: u32 = 1;
pub(super) const SYMTAB: u32 = 2;
pub(super) const NOBITS: u32 = 8;
pub(super) const REL: u32 = 9;
pub(super) const INIT_ARRAY: u32 = 14;
pub(super) const PREINIT_ARRAY: u32 = 16;
pub(super) const ATTRIBUTES: u32 = 0x7000_0003;
/// Flags of sections.
pub(super) const WRITE: u32 = 1;
pub(super) const ALLOC: u32 = 2;
pub(super) const CODE: u32 = 4;
/// Section numbers of symbols without a section.
pub(super) const ABSOLUTE: u16 = 0xfff1;
pub(super) const COMMON: u16 = 0xfff2;
/// The type of a function's symbol.
pub(super) const FUNCTION: u8 = 2;

/// Sizes in bytes of the file header and of the tables' entries.
const HEADER_SIZE: usize = 52;
const SECTION_SIZE: usize = 40;
const SYMBOL_SIZE: usize = 16;
const RELOCATION_SIZE: usize = 8;
/// Maximum number of bytes in a symbol's name.
const MAX_NAME: usize = 4096;

/// An ELF file.
pub(super) struct File<'a> {
    bytes: &'a [u8],
    pub(super) sections: Vec<Section>,
    pub(super) symbols: Vec<Symbol<'a>>,
}

/// A section's header.
#[derive(Clone, Copy)]
pub(super) struct Section {
    pub(super) kind: u32,
    pub(super) flags: u32,
    offset: u32,
    pub(super) size: u32,
    link: u32,
    /// In a relocation section, the section to which the relocations apply.
    pub(super) info: u32,
    pub(super) align: u32,
}

/// A symbol.
#[derive(Clone)]
pub(super) struct Symbol<'a> {
    pub(super) name: &'a str,
    pub(super) value: u32,
    pub(super) size: u32,
    pub(super) kind: u8,
    pub(super) weak: bool,
    pub(super) section: u16,
}

/// A relocation: its offset in the section, its type and its symbol.
#[derive(Clone, Copy)]
pub(super) struct Relocation {
    pub(super) offset: u32,
    pub(super) kind: u8,
    pub(super) symbol: u32,
}

impl<'a> File<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<File<'a>, ElfError> {
        if !is_program(bytes) || bytes.len() < HEADER_SIZE {
            return Err(ElfError::NotRelocatable);
        }
        let table = word(bytes, 0x20)? as usize;
        let (size, count) = (half(bytes, 0x2e)?, half(bytes, 0x30)?);
        if usize::from(size) != SECTION_SIZE {
            return Err(ElfError::Damaged("the size of section headers"));
        }
        let end = SECTION_SIZE * usize::from(count);
        let headers = table
            .checked_add(end)
            .and_then(|end| bytes.get(table..end))
            .ok_or(ElfError::Damaged("the section headers"))?;
        let sections: Vec<Section> = headers
            .chunks_exact(SECTION_SIZE)
            .map(Section::read)
            .collect();
        // Overlapping sections could make a small file cost a lot of work, so their total size is
        // limited to the size of the file.
        let sizes = sections.iter().filter(|section| section.has_content());
        if sizes.map(|section| u64::from(section.size)).sum::<u64>() > bytes.len() as u64 {
            return Err(ElfError::Damaged("the sections' sizes"));
        }
        let mut file = File {
            bytes,
            sections,
            symbols: Vec::new(),
        };
        file.symbols = file.read_symbols()?;
        Ok(file)
    }

    /// Returns a section's bytes in the file.
    pub(super) fn content(&self, section: &Section) -> Result<&'a [u8], ElfError> {
        let start = section.offset as usize;
        start
            .checked_add(section.size as usize)
            .and_then(|end| self.bytes.get(start..end))
            .ok_or(ElfError::Damaged("a section's content"))
    }

    fn linked_section(&self, section: &Section) -> Result<&Section, ElfError> {
        let linked = self.sections.get(section.link as usize);
        linked.ok_or(ElfError::Damaged("a section's link"))
    }

    fn read_symbols(&self) -> Result<Vec<Symbol<'a>>, ElfError> {
        let Some(table) = self.sections.iter().find(|section| section.kind == SYMTAB) else {
            return Ok(Vec::new());
        };
        let names = self.content(self.linked_section(table)?)?;
        let entries = self.content(table)?.chunks_exact(SYMBOL_SIZE);
        entries.map(|entry| Symbol::read(entry, names)).collect()
    }

    /// Returns the relocations in a relocation section.
    pub(super) fn relocations(&self, section: &Section) -> Result<Vec<Relocation>, ElfError> {
        let entries = self.content(section)?.chunks_exact(RELOCATION_SIZE);
        entries
            .map(|entry| {
                let info = word(entry, 4)?;
                Ok(Relocation {
                    offset: word(entry, 0)?,
                    kind: info as u8,
                    symbol: info >> 8,
                })
            })
            .collect()
    }
}

impl Section {
    // `header` is a whole header, so it contains every word below.
    fn read(header: &[u8]) -> Section {
        let word = |at| word(header, at).unwrap_or(0);
        Section {
            kind: word(4),
            flags: word(8),
            offset: word(16),
            size: word(20),
            link: word(24),
            info: word(28),
            align: word(32),
        }
    }

    fn has_content(&self) -> bool {
        ![NONE, NOBITS].contains(&self.kind)
    }

    /// Returns true if the section is in memory when the program runs.
    pub(super) fn is_loaded(&self) -> bool {
        let kinds = [PROGBITS, NOBITS, INIT_ARRAY, PREINIT_ARRAY];
        self.flags & ALLOC != 0 && kinds.contains(&self.kind)
    }
}

impl<'a> Symbol<'a> {
    fn read(entry: &[u8], names: &'a [u8]) -> Result<Symbol<'a>, ElfError> {
        let name = name_at(names, word(entry, 0)? as usize);
        let info = entry[12];
        Ok(Symbol {
            name: name.ok_or(ElfError::Damaged("a symbol's name"))?,
            value: word(entry, 4)?,
            size: word(entry, 8)?,
            kind: info & 0x0f,
            weak: info >> 4 == 2,
            section: half(entry, 14)?,
        })
    }
}

/// Returns the name at an offset in a string table. Each name ends with a zero byte.
fn name_at(names: &[u8], at: usize) -> Option<&str> {
    let names = names.get(at..)?;
    let end = names.iter().take(MAX_NAME).position(|byte| *byte == 0)?;
    std::str::from_utf8(&names[..end]).ok()
}

pub(super) fn half(bytes: &[u8], at: usize) -> Result<u16, ElfError> {
    let bytes = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
    let bytes = bytes.ok_or(ElfError::Damaged("a table's end"))?;
    Ok(u16::from_le_bytes(*bytes))
}

pub(super) fn word(bytes: &[u8], at: usize) -> Result<u32, ElfError> {
    let bytes = bytes.get(at..).and_then(|bytes| bytes.first_chunk());
    let bytes = bytes.ok_or(ElfError::Damaged("a table's end"))?;
    Ok(u32::from_le_bytes(*bytes))
}

/// Returns true for an ELF file of the kind that these cartridges use: relocatable, 32-bit
/// little-endian, for ARM.
pub fn is_program(bytes: &[u8]) -> bool {
    let half_at = |at: usize| half(bytes, at).ok();
    bytes.starts_with(b"\x7fELF\x01\x01\x01")
        && (half_at(0x10), half_at(0x12), half_at(0x14)) == (Some(1), Some(0x28), Some(1))
}
