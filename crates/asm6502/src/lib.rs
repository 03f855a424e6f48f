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
//! more than a kind the next time (`quick`). Operands are compiled once (`expression`); what is
//! odd about them is left to a stack machine that follows dasm. Bytes go through `generate` and
//! `segments` to `output`.
//!
//! Binary, listing, symbol file, exit code and console text are those of dasm 2.20.14.1, byte for
//! byte.
#![doc = include_str!("../docs/differences.md")]

mod address;
mod assemble;
mod checks;
pub mod cli;
mod context;
mod cycles;
mod diagnostic;
mod directives;
mod emitter;
mod encode;
mod expression;
mod generate;
mod json;
mod labels;
mod map;
mod names;
mod operand;
mod options;
mod output;
mod passes;
mod reading;
mod report;
mod run;
mod sources;
#[cfg(test)]
mod tests;
mod text;

pub use assemble::{assemble, assemble_raw, assemble_with_listing};
pub use diagnostic::{Diagnostic, Note, Severity, Site};
pub use options::{
    Define, Dialect, ErrorStyle, Format, ListingMode, Options, SymbolOrder, Warnings,
};
pub use output::{Output, SymbolInfo};
pub use report::listing::ListingSink;
pub use sources::provider::{DiskProvider, MemoryProvider, SourceProvider};
