//! A dasm-compatible assembler for the 6502.
//!
//! [`assemble`] takes sources from a [`SourceProvider`] and returns the binary, the listing, the
//! symbols, the text that dasm would print, and diagnostics with a location, an excerpt and
//! advice. It does not access the disk. The programs `asm6502` and `crownhead asm` both run
//! [`cli::run`].
//!
//! ```
//! use asm6502::{Format, ListingMode, MemoryProvider, Options, assemble};
//!
//! let mut sources = MemoryProvider::default();
//! let main = " processor 6502\n include \"names.h\"\n org $f000\nStart lda #RED\n";
//! sources.insert("main.asm", main);
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
//! For a single source in memory, [`assemble_str`] is enough.
//!
//! # How it works
//!
//! A source is assembled in passes until no statement asks for another pass; `assemble.rs` shows
//! the phases of a pass on one page. Bytes go into the binary only while no statement of the pass
//! has asked for another pass. Lines are cleaned (of comments and TABs) and split into fields once,
//! in the first pass, and assembled many times. A stack machine that follows dasm token by token
//! evaluates all operands; a line whose operand contains only numbers stores its bytes and reuses
//! them the next time. The page `docs/speed.md` lists every part that exists only for speed.
//! Modules import only from the rows below their own:
//!
//! ```text
//! cli  build  project             command line; building a program; project files
//! assembly  assemble              library calls; the pipeline
//! conclude  passes                exit code and final messages; the passes
//! lines                           one line after another; one statement
//! recording                       fills the record of a run, for editors and debuggers
//! directives                      one table of names, one file per family
//! encode  reading                 instructions; entering and leaving files and macros
//! expression  generate  labels    evaluation of operands; bytes; labels
//! cycles  map  usage              cycles, the map file, bytes free
//! context                         the state that directives and instructions work on:
//!   report  emitter  sources  operand (tokens of operands, stacks of the evaluation)  names
//! record  syntax                  the record, statement by statement; the fields of a line
//! error  diagnostic  options  address  terminal  text  json
//! ```
//!
//! A new directive is a row in the table of `directives` and a function in one of its files.
//!
//! Binary, listing, symbol file, exit code and printed text match those of dasm 2.20.14.1 byte for
//! byte.
#![doc = include_str!("../docs/differences.md")]

mod address;
mod assemble;
mod assembly;
pub mod build;
pub mod cli;
mod conclude;
mod context;
mod cycles;
mod diagnostic;
mod directives;
mod emitter;
mod encode;
mod error;
mod expression;
mod generate;
mod json;
mod labels;
mod lines;
mod map;
mod names;
mod operand;
mod options;
mod output;
mod passes;
pub mod project;
mod reading;
pub mod record;
mod recording;
mod report;
mod sources;
pub mod syntax;
mod terminal;
#[cfg(test)]
mod tests;
mod text;
mod usage;

pub use assemble::{assemble, assemble_recorded, assemble_with_listing};
pub use assembly::{assemble_raw, assemble_str};
pub use build::{Build, BuildError, build, is_source};
pub use diagnostic::{Diagnostic, Note, Severity, Site};
pub use map::{FileLine, LineSpan};
pub use names::scopes::split_scope;
pub use options::{
    Define, Dialect, ErrorStyle, Format, ListingMode, Options, SymbolOrder, Warnings,
};
pub use output::{Output, SymbolInfo};
pub use report::listing::ListingSink;
pub use sources::built_in_header;
pub use sources::provider::{DiskProvider, MemoryProvider, SourceProvider};
pub use terminal::escape_controls;
pub use usage::{BankUsage, CycleSum, PageMark, SegmentUsage, Usage};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
