//! Answers an editor's questions about a dasm source: names, values, cycles, and safe edits.
//!
//! All answers come from the assembler itself; there is no second parser. A [`Program`] records one
//! run of the assembler, statement by statement. The other modules answer questions about a
//! position in a file. The crate does not use files, threads or the clock, so it also runs in a web
//! page. The server `crownhead lsp` translates the answers to the Language Server Protocol.
//!
//! ```
//! use asm6502::{MemoryProvider, Options};
//! use language::{Position, Program, Timing, hover, rename};
//!
//! let mut sources = MemoryProvider::default();
//! let main = " processor 6502\n org $f000\nLoop\n dex\n bne Loop\n";
//! sources.insert("main.asm", main);
//! let options = Options {
//!     source: b"main.asm".to_vec(),
//!     ..Options::default()
//! };
//! let program = Program::new(&sources, &options);
//! let file = program.file(b"main.asm").unwrap();
//! let at = Position { line: 4, column: 6 };
//!
//! let info = hover(&program, &Timing::new(&program), file, at).unwrap();
//! assert!(info.text.contains("$f000"));
//! let edits = rename(&program, &sources, &options, file, at, "Again")?;
//! assert_eq!(edits.len(), 2);
//! # Ok::<(), language::RenameError>(())
//! ```
//!
//! # How it works
//!
//! ```text
//! rename  format                  edits, checked by assembling: the bytes stay the same
//! hover  completion  hints        answers about a position
//! semantic  outline
//! signature  navigate  fixes  links
//! calls  selection  colors  shapes
//! timing  comments
//! numeric_jumps  data_flow
//! usage  diagnostics              facts about the whole program
//! program                         one recorded run
//! registers  instructions  text   console and processor; lines, columns, edits
//! ```

mod calls;
mod colors;
mod comments;
mod completion;
mod data_flow;
mod diagnostics;
mod fixes;
mod format;
mod hints;
mod hover;
mod instructions;
mod links;
mod navigate;
mod numeric_jumps;
mod outline;
mod program;
mod registers;
mod rename;
mod selection;
mod semantic;
mod shapes;
mod signature;
mod text;
mod timing;
mod usage;

pub use calls::{Callable, Calls, callable_at, callees, callers};
pub use colors::{Color, colors};
pub use completion::{Completion, CompletionKind, Completions, complete, file_prefix};
pub use diagnostics::{Problem, Related, check, problems};
pub use fixes::{Fix, fixes};
pub use format::{Columns, FormatError, format, format_file};
pub use hints::{Hint, end_of_statement, hints};
pub use hover::{Hover, hover};
pub use links::{Link, links};
pub use navigate::{definition, references};
pub use outline::{Fold, OutlineItem, OutlineKind, contains_letters, find_symbols, folds, outline};
pub use program::{Mention, Program};
pub use registers::{REGISTERS, Register, register_at, register_named};
pub use rename::{RenameError, prepare as prepare_rename, rename};
pub use selection::selections;
pub use semantic::{Word, WordKind, words};
pub use shapes::{ShapeRow, shapes};
pub use signature::{Call, Parameter, Usage, call_at};
pub use text::{Edit, Encoding, Location, Position, Text, TextRange, apply};
pub use timing::{Cycles, Timing};
pub use usage::{BANK_SIZE, Lens, lenses, used_bytes_per_bank};
