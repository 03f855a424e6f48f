//! A small ELF writer, which assembles Thumb programs and writes them as ELF files.

use arm7::text::assemble;

/// A program to assemble. In the sources, `bl NAME` calls a function of the program or the library,
/// and `ldr r0, =$NAME` loads an address.
pub struct Program<'a> {
    /// The names and sources of the functions.
    pub functions: &'a [(&'a str, &'a str)],
    /// The names and contents of the writable data.
    pub data: &'a [(&'a str, &'a [u8])],
    /// Size in bytes of the section `bss`, which is cleared at the start.
    pub bss_size: u32,
    /// The names of the functions that run before the entry point.
    pub init_functions: &'a [&'a str],
    /// The architecture that the attributes specify; 12 is ARMv6S-M.
    pub architecture: u8,
}

impl Default for Program<'_> {
    fn default() -> Self {
        Program {
            functions: &[],
            data: &[],
            bss_size: 0,
            init_functions: &[],
            architecture: 12,
        }
    }
}

/// A BL with a placeholder distance, which a relocation fills in.
const CALL: &str = ".half 0xf7ff\n.half 0xfffe\n";
/// The bytes of [`CALL`].
const CALL_BYTES: [u8; 4] = [0xff, 0xf7, 0xfe, 0xff];
/// The placeholder for the first literal to be replaced with an address by a relocation. The
/// placeholders of later literals count up.
const LITERAL: u32 = 0x5eed_0000;

/// Relocation types.
const ABS32: u32 = 2;
const THM_CALL: u32 = 10;

/// Section numbers.
const TEXT: u16 = 1;
const DATA: u16 = 2;
const BSS: u16 = 3;
const INIT: u16 = 4;

struct Relocation {
    section: u16,
    offset: usize,
    kind: u32,
    name: String,
}

#[derive(Default)]
struct Writer {
    text: Vec<u8>,
    data: Vec<u8>,
    init: Vec<u8>,
    /// The name, value, type with binding, and section of each symbol.
    symbols: Vec<(String, u32, u8, u16)>,
    relocations: Vec<Relocation>,
}

impl Program<'_> {
    /// Returns the program as an ELF file.
    pub fn to_elf(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        for (name, source) in self.functions {
            writer.add_function(name, source);
        }
        for (name, bytes) in self.data {
            let offset = writer.data.len() as u32;
            writer.symbols.push((name.to_string(), offset, 0x11, DATA));
            writer.data.extend(*bytes);
            writer.data.resize(writer.data.len().next_multiple_of(4), 0);
        }
        writer.symbols.push(("bss".to_owned(), 0, 0x11, BSS));
        for name in self.init_functions {
            writer.relocations.push(Relocation {
                section: INIT,
                offset: writer.init.len(),
                kind: ABS32,
                name: name.to_string(),
            });
            writer.init.extend([0; 4]);
        }
        writer.finish(self.bss_size, self.architecture)
    }
}

impl Writer {
    fn add_function(&mut self, name: &str, source: &str) {
        let mut calls = Vec::new();
        let mut literals = Vec::new();
        let mut text = String::new();
        for line in source.lines() {
            let line = line.trim();
            if let Some(callee) = line.strip_prefix("bl ") {
                calls.push(callee.trim().to_owned());
                text += CALL;
            } else if let Some((load, symbol)) = line.split_once("=$") {
                text += &format!("{load}={:#x}\n", LITERAL + literals.len() as u32);
                literals.push(symbol.trim().to_owned());
            } else {
                text += line;
                text.push('\n');
            }
        }
        let start = self.text.len();
        let mut code = assemble(&text, start as u32).expect("a program");
        let mut calls = calls.into_iter();
        for offset in (0..code.len().saturating_sub(3)).step_by(2) {
            if code[offset..offset + 4] == CALL_BYTES {
                let name = calls.next().expect("a call");
                self.add_relocation(start + offset, THM_CALL, name);
            }
        }
        for (number, name) in literals.into_iter().enumerate() {
            let literal = (LITERAL + number as u32).to_le_bytes();
            let offset = code.windows(4).position(|four| four == literal);
            let offset = offset.expect("the literal");
            code[offset..offset + 4].fill(0);
            self.add_relocation(start + offset, ABS32, name);
        }
        self.text.extend(code);
        self.text.resize(self.text.len().next_multiple_of(4), 0);
        self.symbols
            .push((name.to_owned(), start as u32 | 1, 0x12, TEXT));
    }

    fn add_relocation(&mut self, offset: usize, kind: u32, name: String) {
        self.relocations.push(Relocation {
            section: TEXT,
            offset,
            kind,
            name,
        });
    }

    fn finish(mut self, bss_size: u32, architecture: u8) -> Vec<u8> {
        let missing: Vec<String> = self
            .relocations
            .iter()
            .map(|relocation| relocation.name.clone())
            .filter(|name| self.symbols.iter().all(|symbol| symbol.0 != *name))
            .collect();
        for name in missing {
            if self.symbols.iter().all(|symbol| symbol.0 != name) {
                self.symbols.push((name, 0, 0x10, 0));
            }
        }
        let mut string_table = vec![0];
        let mut symbol_table = vec![0; 16];
        for (name, value, info, section) in &self.symbols {
            symbol_table.extend((string_table.len() as u32).to_le_bytes());
            symbol_table.extend(value.to_le_bytes());
            symbol_table.extend([0, 0, 0, 0, *info, 0]);
            symbol_table.extend(section.to_le_bytes());
            string_table.extend(name.bytes());
            string_table.push(0);
        }
        let relocation_bytes = |section: u16| {
            let mut bytes = Vec::new();
            for relocation in self
                .relocations
                .iter()
                .filter(|relocation| relocation.section == section)
            {
                let is_target = |symbol: &(String, u32, u8, u16)| symbol.0 == relocation.name;
                let index = self.symbols.iter().position(is_target).expect("a symbol") + 1;
                bytes.extend((relocation.offset as u32).to_le_bytes());
                bytes.extend(((index as u32) << 8 | relocation.kind).to_le_bytes());
            }
            bytes
        };
        let mut attributes = b"A\x16\0\0\0aeabi\0\x01\x0c\0\0\0".to_vec();
        attributes.extend([6, architecture, 8, 1, 9, 1, 10, 0]);
        // Type, flags, content, size, link, information, alignment.
        let sections: [(u32, u32, Vec<u8>, u32, u32, u32); 10] = [
            (0, 0, Vec::new(), 0, 0, 0),
            (1, 6, self.text.clone(), 0, 0, 4),
            (1, 3, self.data.clone(), 0, 0, 4),
            (8, 3, Vec::new(), 0, 0, 4),
            (14, 3, self.init.clone(), 0, 0, 4),
            (9, 0, relocation_bytes(TEXT), 8, TEXT.into(), 4),
            (9, 0, relocation_bytes(INIT), 8, INIT.into(), 4),
            (0x7000_0003, 0, attributes, 0, 0, 1),
            (2, 0, symbol_table, 9, 1, 4),
            (3, 0, string_table, 0, 0, 1),
        ];
        let mut file = header();
        let mut headers = Vec::new();
        for (kind, flags, content, link, info, align) in sections {
            let size = match kind {
                8 => bss_size,
                _ => content.len() as u32,
            };
            let words = [
                0,
                kind,
                flags,
                0,
                file.len() as u32,
                size,
                link,
                info,
                align,
                0,
            ];
            headers.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            file.extend(content);
            file.resize(file.len().next_multiple_of(4), 0);
        }
        let headers_offset = (file.len() as u32).to_le_bytes();
        file[0x20..0x24].copy_from_slice(&headers_offset);
        file.extend(headers);
        file
    }
}

/// Returns the header of a relocatable ARM file with ten section headers of forty bytes each.
fn header() -> Vec<u8> {
    let mut header = b"\x7fELF\x01\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    header.extend([1, 0, 0x28, 0, 1, 0, 0, 0]);
    header.resize(0x2e, 0);
    header[0x28] = 52;
    header.extend([40, 0, 10, 0, 9, 0]);
    header
}
