//! Any bytes as a source: `cargo fuzz run assemble` in `crates/asm6502`.
#![no_main]

use asm6502::{ListingMode, MemoryProvider, Options, assemble};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", source);
    let options = Options {
        source: b"a.asm".to_vec(),
        listing: ListingMode::LastPass,
        extensions: true,
        ..Options::default()
    };
    let output = assemble(&sources, &options);
    let _ = (output.messages(), output.symbol_file(), output.map);
});
