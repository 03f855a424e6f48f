//! The fuzz target for the assembler.

use asm6502::{ListingMode, MemoryProvider, Options};

/// Assembles arbitrary bytes.
pub fn assemble(source: &[u8]) {
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", source);
    let options = Options {
        source: b"a.asm".to_vec(),
        listing: ListingMode::LastPass,
        extensions: true,
        ..Options::default()
    };
    let output = asm6502::assemble(&sources, &options);
    let _ = (output.messages(), output.symbol_file(), output.map);
}
