use super::*;
use addr2line::gimli::LittleEndian;
use gimli::{
    Encoding, Format, LineEncoding,
    write::{Address, AttributeValue, DwarfUnit, EndianVec, LineProgram, LineString, Sections},
};
use object::{
    Architecture, BinaryFormat, Endianness, SectionKind, SymbolFlags, SymbolScope,
    write::{StandardSection, Symbol, SymbolSection},
};

const MAP: &str = "
 .text          0x00000c08       0x40 main.o
                0x00000c08                main
                0x0000000000000c20                move_player
                0x00000c30                . = ALIGN (0x4)
                0x40001800                __bss_start = .
";

#[test]
fn a_map_names_functions() {
    let symbols = ArmSymbols::parse(MAP.as_bytes()).expect("a map");
    assert_eq!(symbols.location(0xc07), None);
    assert_eq!(symbols.location(0xc1e).as_deref(), Some("main"));
    assert_eq!(symbols.location(0xc20).as_deref(), Some("move_player"));
    assert_eq!(symbols.functions.len(), 2);
    assert!(ArmSymbols::parse(b"nothing at all").is_none());
    assert!(ArmSymbols::parse(b"\x7fELF, but no more").is_none());
}

/// Builds the debug information (a DWARF unit) of one source file. Each entry of `lines` is a start
/// address and a line number; the last entry only marks the end of the code.
pub fn debugging_information(
    (version, address_size): (u16, u8),
    lines: &[(u64, u64)],
) -> Sections<EndianVec<LittleEndian>> {
    let encoding = Encoding {
        format: Format::Dwarf32,
        version,
        address_size,
    };
    let mut dwarf = DwarfUnit::new(encoding);
    let mut string = |text: &str| LineString::new(text, encoding, &mut dwarf.line_strings);
    let (folder, file) = (string("/build"), string("game.c"));
    let mut program = LineProgram::new(
        encoding,
        LineEncoding::default(),
        folder,
        None,
        file.clone(),
        None,
    );
    let directory = program.default_directory();
    let file = program.add_file(file, directory, None);
    let (begin, end) = (lines[0].0, lines[lines.len() - 1].0);
    program.begin_sequence(Some(Address::Constant(begin)));
    for (address, line) in &lines[..lines.len() - 1] {
        let row = program.row();
        row.address_offset = address - begin;
        row.file = file;
        row.line = *line;
        program.generate_row();
    }
    program.end_sequence(end - begin);
    dwarf.unit.line_program = program;
    let root = dwarf.unit.root();
    let attributes = [
        (
            gimli::DW_AT_comp_dir,
            AttributeValue::String(b"/build".into()),
        ),
        (gimli::DW_AT_name, AttributeValue::String(b"game.c".into())),
        (
            gimli::DW_AT_low_pc,
            AttributeValue::Address(Address::Constant(begin)),
        ),
        (gimli::DW_AT_high_pc, AttributeValue::Udata(end - begin)),
        (gimli::DW_AT_stmt_list, AttributeValue::LineProgramRef),
    ];
    for (name, value) in attributes {
        dwarf.unit.get_mut(root).set(name, value);
    }
    let mut sections = Sections::new(EndianVec::new(LittleEndian));
    dwarf
        .write(&mut sections)
        .expect("all sections can be written");
    sections
}

/// Builds an ELF file with these functions and sections. The address of a Thumb function has bit 0
/// set, as in a linker's output.
fn elf(functions: &[(u64, &str)], sections: &Sections<EndianVec<LittleEndian>>) -> Vec<u8> {
    let mut file =
        object::write::Object::new(BinaryFormat::Elf, Architecture::Arm, Endianness::Little);
    let text = file.section_id(StandardSection::Text);
    file.append_section_data(text, &[0; 0x1000], 4);
    for (address, name) in functions {
        file.add_symbol(Symbol {
            name: name.as_bytes().to_vec(),
            value: *address,
            size: 0,
            kind: SymbolKind::Text,
            scope: SymbolScope::Linkage,
            weak: false,
            section: SymbolSection::Section(text),
            flags: SymbolFlags::None,
        });
    }
    let added: Result<(), ()> = sections.for_each(|id, data| {
        if !data.slice().is_empty() {
            let name = id.name().as_bytes().to_vec();
            let section = file.add_section(Vec::new(), name, SectionKind::Debug);
            file.append_section_data(section, data.slice(), 1);
        }
        Ok(())
    });
    added.expect("adding sections cannot fail");
    file.write().expect("an ELF file")
}

#[test]
fn an_elf_file_names_functions_and_lines() {
    for version in [2, 3, 4, 5] {
        let lines = [(0xc08, 12), (0xc0c, 13), (0xc20, 30), (0xc28, 0)];
        let functions = [(0xc09, "main"), (0xc21, "move_player"), (0xc08, "$t")];
        let image = elf(&functions, &debugging_information((version, 4), &lines));
        let symbols = ArmSymbols::parse(&image).expect("an ELF file with functions");
        let locations = [
            (0xc06, None),
            (0xc08, Some("main, /build/game.c:12")),
            (0xc0a, Some("main, /build/game.c:12")),
            (0xc1e, Some("main, /build/game.c:13")),
            (0xc20, Some("move_player, /build/game.c:30")),
            (0xc28, Some("move_player")),
        ];
        for (address, location) in locations {
            let found = symbols.location(address);
            assert_eq!(found.as_deref(), location, "DWARF {version}, {address:#x}");
        }
    }
}

#[test]
fn an_elf_file_without_debugging_information_names_functions() {
    let no_sections = Sections::new(EndianVec::new(LittleEndian));
    let image = elf(&[(0xc09, "main")], &no_sections);
    let symbols = ArmSymbols::parse(&image).expect("an ELF file with functions");
    assert_eq!(symbols.location(0xc0a).as_deref(), Some("main"));
    assert!(ArmSymbols::parse(&elf(&[(0xc08, "$t")], &no_sections)).is_none());
}

#[test]
fn damaged_debugging_information_causes_no_panic() {
    let lines = [(0xc08, 12), (0xc0c, 13), (0xc20, 30), (0xc28, 0)];
    let image = elf(&[(0xc09, "main")], &debugging_information((5, 4), &lines));
    for end in 0..image.len() {
        ArmSymbols::parse(&image[..end]);
    }
    for at in 0..image.len() {
        let mut damaged = image.clone();
        damaged[at] ^= 0xff;
        ArmSymbols::parse(&damaged);
    }
}

#[cfg(unix)]
#[test]
fn an_endless_file_is_refused() {
    let error = ArmSymbols::read(Path::new("/dev/zero")).unwrap_err();
    assert!(error.to_string().contains("16 MiB"), "{error}");
}
