//! Tests with files like those of llvm-mos, whose linker script places code at `$F000` and RAM at
//! `$80`.

use super::*;
use crate::arm_symbols::tests::debugging_information;
use object::{
    Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolScope,
    write::{Object, Symbol, SymbolSection},
};

const CODE: [u8; 8] = [0xa9, 0x02, 0x85, 0x00, 0xe6, 0x80, 0x85, 0x09];

/// Returns a 4 KB image that contains `CODE`, and its ELF file. The file has DWARF information of
/// this `version`, with addresses of `size` bytes.
fn build_elf(version: u16, size: u8) -> (Vec<u8>, Vec<u8>) {
    let mut image = vec![0xff; 4096];
    image[..8].copy_from_slice(&CODE);
    // A decoy: a copy of the code. The section cannot be at this offset, because the low 8 bits of
    // the offset differ from those of the section's address.
    image[0x123..0x12b].copy_from_slice(&CODE);
    let mut file = Object::new(BinaryFormat::Elf, Architecture::Arm, Endianness::Little);
    let text = file.add_section(Vec::new(), b".text".to_vec(), SectionKind::Text);
    file.append_section_data(text, &CODE, 1);
    let ram = file.add_section(Vec::new(), b".zp".to_vec(), SectionKind::UninitializedData);
    file.append_section_bss(ram, 4, 1);
    let mut add = |name: &str, value, size, kind, section| {
        file.add_symbol(Symbol {
            name: name.as_bytes().to_vec(),
            value,
            size,
            kind,
            scope: SymbolScope::Linkage,
            weak: false,
            section,
            flags: SymbolFlags::None,
        });
    };
    add(
        "main",
        0xf000,
        8,
        SymbolKind::Text,
        SymbolSection::Section(text),
    );
    add(
        "frames",
        0x80,
        1,
        SymbolKind::Data,
        SymbolSection::Section(ram),
    );
    add(
        "buffer",
        0x81,
        3,
        SymbolKind::Data,
        SymbolSection::Section(ram),
    );
    add("__rc0", 0x90, 0, SymbolKind::Label, SymbolSection::Absolute);
    let lines = [(0xf000, 12), (0xf004, 13), (0xf006, 14), (0xf008, 0)];
    let sections = debugging_information((version, size), &lines);
    let added: Result<(), ()> = sections.for_each(|id, data| {
        if !data.slice().is_empty() {
            let name = id.name().as_bytes().to_vec();
            let section = file.add_section(Vec::new(), name, SectionKind::Debug);
            file.append_section_data(section, data.slice(), 1);
        }
        Ok(())
    });
    added.expect("nothing fails");
    let mut bytes = file.write().expect("an ELF file");
    set_section_address(&mut bytes, 0xf000);
    (image, bytes)
}

/// Writes the address of the code into the header of its section, as a linker does.
fn set_section_address(bytes: &mut [u8], address: u32) {
    let word = |bytes: &[u8], offset: usize| {
        u32::from_le_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize
    };
    let headers = word(bytes, 0x20);
    // The first section header is empty. Each header is 40 bytes, and its fourth word is the
    // section's address.
    let address_offset = headers + 40 + 12;
    assert_eq!(word(bytes, headers + 40 + 20), CODE.len());
    bytes[address_offset..address_offset + 4].copy_from_slice(&address.to_le_bytes());
}

#[test]
fn source_lines_and_symbols_of_a_6502_program_are_read() {
    for (version, size) in [(4, 2), (4, 4), (5, 2), (5, 4)] {
        let (image, bytes) = build_elf(version, size);
        let sources =
            |name: &str| (name == "/build/game.c").then(|| ("game.c".into(), String::new()));
        let program = program(Path::new("game.elf"), &bytes, &image, &sources).unwrap();
        let spans = program.spans().iter();
        let lines: Vec<_> = spans
            .map(|span| (span.offset, span.length, program.describe(span.line)))
            .collect();
        let line = |offset, length, line: u32| (offset, length, format!("game.c:{line}"));
        assert_eq!(lines, [line(0, 4, 12), line(4, 2, 13), line(6, 2, 14)]);
        assert_eq!(program.labels().len(), 1);
        let main = program.label("main").unwrap();
        assert_eq!((main.address, main.offset), (0xf000, Some(0)));
        let variables = program.variables().iter();
        let variables: Vec<_> = variables
            .map(|variable| (&*variable.name, variable.size))
            .collect();
        assert_eq!(variables, [("frames", 1), ("buffer", 3)]);
        assert_eq!(program.symbols.variable("buffer"), Some(0x81));
        assert_eq!(program.symbols.value("__rc0"), Some(0x90));
        assert_eq!(symbols(&bytes).unwrap().value("main"), Some(0xf000));
    }
}

#[test]
fn a_different_image_or_a_damaged_file_is_an_error() {
    let (image, bytes) = build_elf(5, 4);
    let read = |bytes: &[u8], image: &[u8]| program(Path::new("a.elf"), bytes, image, &|_| None);
    let error = read(&bytes, &[0; 4096]).unwrap_err().to_string();
    assert!(
        error.contains("none of this file's sections is in the image"),
        "{error}"
    );
    for end in 0..bytes.len() {
        let _ = read(&bytes[..end], &image);
    }
    for offset in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[offset] ^= 0xff;
        let _ = read(&damaged, &image);
    }
}
