//! A dasm-compatible assembler for the 6502.
//!
//! [`assemble`] takes sources from a [`SourceProvider`] and returns the binary, the listing, the
//! symbols, what dasm would print, and messages with place, excerpt and advice. It touches no
//! disk. The two programs `asm6502` and `crownhead asm` are [`cli::run`].
//!
//! ```
//! use asm6502::{Format, ListingMode, MemoryProvider, Options, assemble};
//!
//! let mut sources = MemoryProvider::default();
//! sources.insert("main.asm", " processor 6502\n include \"names.h\"\n org $f000\nStart lda #RED\n");
//! sources.insert("names.h", "RED = $40\n");
//! let options = Options {
//!     source: b"main.asm".to_vec(),
//!     format: Format::Raw,
//!     listing: ListingMode::LastPass,
//!     ..Options::default()
//! };
//! let output = assemble(&sources, &options);
//! assert_eq!(output.exit_code, 0, "{}", output.messages());
//! assert_eq!(output.binary, [0xa9, 0x40]);
//! assert_eq!(output.symbol("Start"), Some(0xf000));
//! assert!(output.symbol_file().is_some() && !output.listing.is_empty());
//! ```
//!
//! A source is assembled in full passes until nothing is unknown and nothing moves (`passes`). Its
//! lines are split some hundred at a time (`script`, by `lexer` and `parser`) and kept only where
//! another pass is known to come. Each is run (`input`, `statement`): it goes to a directive
//! (`directives/*`), a macro (`macros`) or the choice of the addressing mode (`encode`, over the
//! table of the `isa6502` crate), and remembers what its words meant (`line`), so that most need no
//! more than a glance the next time (`quick`). Operands are compiled once (`expression`); what is
//! odd about them is left to a stack machine that follows dasm. Bytes go through `generate` and
//! `segments` to `output`.
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
mod quick;
mod report;
mod script;
mod segments;
#[cfg(test)]
mod short_ways;
mod source;
mod statement;
mod symbol_file;
mod symbols;
mod text;

pub use diagnostic::{Diagnostic, Note, Severity, Site};
pub use listing::ListingSink;
pub use options::{
    Define, Dialect, ErrorStyle, Format, ListingMode, Options, SymbolOrder, Warnings,
};
pub use report::{Output, SymbolInfo};
pub use source::{DiskProvider, MemoryProvider, SourceProvider};

use std::mem::ManuallyDrop;

use assembler::Assembler;
use listing::Listing;

/// Assembles a source.
pub fn assemble(provider: &dyn SourceProvider, options: &Options) -> Output {
    run(provider, options, None).0
}

/// Assembles a source; the listing goes to the sink and not into the output.
pub fn assemble_with_listing(
    provider: &dyn SourceProvider,
    options: &Options,
    sink: &mut dyn ListingSink,
) -> Output {
    run(provider, options, Some(sink)).0
}

/// Assembles a source for a program that ends with it: to give all memory back piece by piece would
/// take longer than that.
pub(crate) fn assemble_and_end<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> ManuallyDrop<Output> {
    let (output, rest) = run(provider, options, sink);
    std::mem::forget(rest);
    ManuallyDrop::new(output)
}

fn run<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> (Output, report::Rest) {
    let listing = Listing::new(options.listing, sink);
    let mut assembler = Assembler::new(provider, options, listing);
    let mut ending = assembler.run();
    if assembler.listing.cut_short() {
        assembler = assembler.restarted();
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
