//! A dasm-compatible assembler for the 6502.
//!
//! [`assemble`] takes sources from a [`SourceProvider`] and returns the binary, the listing, the
//! symbols, what dasm would print, and messages with place, excerpt and advice. It touches no
//! disk. The two programs `asm6502` and `crownhead asm` are [`cli::run`].
//!
//! A source is read in full passes until nothing is unknown and nothing moves (`passes`). A line
//! goes `input` -> `lexer` -> `parser` -> `assembler`, then to a directive (`directives/*`), a
//! macro (`macros`) or the choice of the addressing mode (`encode`, over the table of the
//! `isa6502` crate). Bytes go through `segments` to `output`.
//!
//! Binary, listing, symbol file, exit code and console text are those of dasm 2.20.14.1, byte for
//! byte.
#![doc = include_str!("../docs/differences.md")]

mod assembler;
pub mod cli;
mod cycles;
mod diagnostic;
mod directives;
mod encode;
mod expression;
mod generate;
mod hints;
mod input;
mod json;
mod lexer;
mod line;
mod listing;
mod macros;
mod map;
mod messages;
mod mnemonics;
mod names;
mod options;
mod output;
mod parser;
mod passes;
mod report;
mod script;
mod segments;
mod source;
mod statement;
mod symbol_file;
mod symbols;
mod text;

pub use diagnostic::{Diagnostic, Note, Severity, Site};
pub use options::{
    Define, Dialect, ErrorStyle, Format, ListingMode, Options, SymbolOrder, Warnings,
};
pub use report::{Output, SymbolInfo};
pub use source::{DiskProvider, MemoryProvider, SourceProvider};

/// Assembles a source.
pub fn assemble(provider: &dyn SourceProvider, options: &Options) -> Output {
    let mut assembler = assembler::Assembler::new(provider, options);
    let mut ending = assembler.run();
    if assembler.listing.cut_short() {
        assembler = assembler::Assembler::new(provider, options);
        assembler.listing.complete = true;
        ending = assembler.run();
    }
    report::report(assembler, ending)
}

/// Assembles a source to raw bytes (`-f3`), with everything else as dasm has it by default.
pub fn assemble_raw(provider: &dyn SourceProvider, source: &str) -> Output {
    let options = Options {
        source: source.as_bytes().to_vec(),
        format: Format::Raw,
        ..Options::default()
    };
    assemble(provider, &options)
}
