//! Reads symbols and source lines from ELF files with DWARF debug information. The files come from
//! llvm-mos, or from the build of a cartridge's ARM program.

use crate::error::Error;
use addr2line::{
    Context,
    gimli::{Dwarf, DwarfSections, EndianSlice, LittleEndian, SectionId},
};
use debugger::{Label, Parts, Program, SourceLine, Sources, Span, Variable};
use lab::trace::Symbols;
use object::{Object, ObjectSection, ObjectSymbol, SectionKind, SymbolKind};
use std::{borrow::Cow, path::Path};

/// Returns true if the bytes begin with the magic number of an ELF file.
pub fn is_elf(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF")
}

/// A range of addresses whose code comes from one source line.
pub struct LineRange {
    /// The first address.
    pub start: u32,
    /// Number of bytes.
    pub size: u32,
    /// The source file; `None` if it is unknown.
    pub file: Option<String>,
    /// The number of the line, from 1; `None` if it is unknown.
    pub line: Option<u32>,
}

/// Returns the address ranges of the source lines in a file's debug information; an empty list if
/// there is none.
pub fn line_ranges(file: &object::File<'_>) -> Vec<LineRange> {
    let section = |id: SectionId| -> Result<Cow<'_, [u8]>, ()> {
        let section = file.section_by_name(id.name());
        let data = section.and_then(|section| section.uncompressed_data().ok());
        Ok(data.unwrap_or_default())
    };
    let Ok(sections) = DwarfSections::load(section) else {
        return Vec::new();
    };
    let dwarf: Dwarf<_> = sections.borrow(|data| EndianSlice::new(data, LittleEndian));
    let Ok(context) = Context::from_dwarf(dwarf) else {
        return Vec::new();
    };
    let Ok(ranges) = context.find_location_range(0, u64::from(u32::MAX)) else {
        return Vec::new();
    };
    let range = |(start, size, location): (u64, u64, addr2line::Location<'_>)| {
        Some(LineRange {
            start: u32::try_from(start).ok()?,
            size: u32::try_from(size).ok()?,
            file: location.file.map(str::to_owned),
            line: location.line.filter(|line| *line > 0),
        })
    };
    ranges.filter_map(range).collect()
}

/// Returns the symbols of an ELF file; `None` if the file is damaged.
pub fn symbols(bytes: &[u8]) -> Option<Symbols> {
    let file = object::File::parse(bytes).ok()?;
    Some(symbols_of(&named_symbols(&file)))
}

fn symbols_of(names: &[NamedSymbol]) -> Symbols {
    let values = names.iter().map(|name| (&*name.name, name.address));
    let variables = names.iter().filter(|name| name.is_variable());
    let variables = variables.map(|name| &*name.name);
    Symbols::from_values(values).with_variables(variables)
}

/// A symbol that has a name and is not a section or file.
struct NamedSymbol {
    name: String,
    address: u32,
    size: u64,
    kind: SymbolKind,
    is_absolute: bool,
}

impl NamedSymbol {
    fn is_variable(&self) -> bool {
        !self.is_absolute && (0x80..=0xff).contains(&(self.address & 0xffff))
    }
}

fn named_symbols(file: &object::File<'_>) -> Vec<NamedSymbol> {
    let excluded_kinds = [SymbolKind::Section, SymbolKind::File];
    let named = file.symbols().filter(|symbol| {
        (symbol.is_definition() || symbol.section_index().is_none() && !symbol.is_undefined())
            && !excluded_kinds.contains(&symbol.kind())
    });
    let mut names: Vec<NamedSymbol> = named
        .filter_map(|symbol| {
            let name = symbol.name().ok().filter(|name| !name.is_empty())?;
            Some(NamedSymbol {
                name: name.to_owned(),
                // llvm-mos stores the bank in the upper 16 bits.
                address: u32::try_from(symbol.address()).ok()?,
                size: symbol.size(),
                kind: symbol.kind(),
                is_absolute: symbol.section_index().is_none(),
            })
        })
        .collect();
    names.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
    names
}

/// The position of a code or data section in the image.
struct PlacedSection {
    address: u32,
    size: u32,
    offset: usize,
}

/// Finds the code and data sections in the image by searching for their bytes. The offset of a
/// section in the image must have the same low 8 bits as the section's address. If several offsets
/// qualify, prefers one with the same low 12 bits.
fn placed_sections(file: &object::File<'_>, image: &[u8]) -> Vec<PlacedSection> {
    let kinds = [
        SectionKind::Text,
        SectionKind::Data,
        SectionKind::ReadOnlyData,
    ];
    let sections = file.sections().filter(|section| {
        let is_kind =
            kinds.contains(&section.kind()) || section.kind() == SectionKind::ReadOnlyString;
        is_kind && section.address() & 0x1000 != 0
    });
    let place = |section: object::Section<'_, '_>| {
        let (address, data) = (section.address() as usize, section.data().ok()?);
        let last = image.len().checked_sub(data.len())?;
        let offsets = (address % 0x100..=last).step_by(0x100);
        let found = offsets.filter(|offset| image[*offset..].starts_with(data));
        let offset = found.min_by_key(|offset| (offset ^ address) & 0xfff != 0)?;
        Some(PlacedSection {
            address: address as u32,
            size: data.len() as u32,
            offset,
        })
    };
    let placed = sections.filter_map(place);
    placed.filter(|section| section.size > 0).collect()
}

/// Creates the debugger's program for an image. The symbols and source lines come from the ELF
/// file, whose contents are `bytes`.
///
/// # Errors
/// [`Error::Usage`] if the ELF file is damaged, or belongs to a different image.
pub fn program(
    path: &Path,
    bytes: &[u8],
    image: &[u8],
    sources: &Sources<'_>,
) -> Result<Program, Error> {
    let fault = |text: &str| Error::Usage(format!("{}: {text}", path.display()));
    let file = object::File::parse(bytes).map_err(|error| fault(&error.to_string()))?;
    let placed = placed_sections(&file, image);
    if placed.is_empty() {
        return Err(fault(
            "none of this file's sections is in the image; give the ELF file of this image's build",
        ));
    }
    let offset = |address: u32| {
        let contains = |section: &&PlacedSection| {
            address
                .checked_sub(section.address)
                .is_some_and(|byte| byte < section.size)
        };
        let section = placed.iter().find(contains)?;
        Some(section.offset + (address - section.address) as usize)
    };
    let mut files: Vec<String> = Vec::new();
    let mut spans = Vec::new();
    for range in line_ranges(&file) {
        let (Some(name), Some(line), Some(offset)) = (range.file, range.line, offset(range.start))
        else {
            continue;
        };
        let name = sources(&name).map_or(name, |(path, _)| path);
        let known = files.iter().position(|file| *file == name);
        let index = known.unwrap_or(files.len());
        if known.is_none() {
            files.push(name);
        }
        spans.push(Span {
            offset,
            length: range.size as usize,
            address: range.start as u16,
            line: SourceLine { file: index, line },
            call: None,
        });
    }
    let names = named_symbols(&file);
    let is_code = |name: &&NamedSymbol| !name.is_absolute && name.kind != SymbolKind::Data;
    let line_at = |offset: usize| {
        let starts_there = |span: &&Span| span.offset == offset;
        spans.iter().find(starts_there).map(|span| span.line)
    };
    let labels = names.iter().filter(is_code).filter_map(|name| {
        let offset = offset(name.address)?;
        Some(Label {
            name: name.name.clone(),
            address: name.address as u16,
            offset: Some(offset),
            line: line_at(offset),
        })
    });
    let variables = names.iter().filter(|name| name.is_variable());
    let variables = variables.map(|name| Variable {
        name: name.name.clone(),
        address: name.address as u16,
        size: name.size.clamp(1, 0x80) as u16,
    });
    Ok(Program::with_parts(Parts {
        symbols: symbols_of(&names),
        labels: labels.collect(),
        variables: variables.collect(),
        files,
        spans,
    }))
}

#[cfg(test)]
mod tests;
