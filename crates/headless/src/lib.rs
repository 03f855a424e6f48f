//! The console without a window: the parts that all commands of the program share.
//!
//! - [`error`] describes a failure in one line, with an exit status; [`print`] writes to standard
//!   output and standard error; [`progress`] shows the progress of a long run; [`interrupt`]
//!   handles signals; [`prompt`] reads lines from a terminal or a pipe.
//! - [`files`] reads cartridges, with the help of [`image`] and [`sources`], and writes whole
//!   files; [`outputs`] makes sure that no output overwrites an input; [`record_file`] saves games,
//!   [`save_key`] reads the contents of a SaveKey, and [`path_setting`] writes paths into scripts.
//!   [`output`] streams traces, [`lines`] reads them, and [`watch`] notices changed files.
//! - [`console`] powers on a console with the command-line options. [`session`] adds a script and
//!   symbols, and [`program`] adds the data for a debugger. [`television`] draws a picture as a
//!   television set would show it.
//! - [`traced_run`] and [`filter`] write traces, [`recording`] writes scripts, and [`check`] and
//!   [`power_on_runs`] verify them. [`html`], [`covered`] and [`artifacts`] read files and have
//!   the crate `reports` make reports on them.
//!
//! The crates `club` and `editor` and the program itself use these modules.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arm_symbols;
pub mod artifacts;
pub mod check;
pub mod console;
pub mod convergence;
pub mod covered;
mod elf;
pub mod error;
pub mod files;
pub mod filter;
pub mod html;
pub mod image;
pub mod interrupt;
pub mod kernel_view;
pub mod lines;
pub mod output;
pub mod outputs;
pub mod path_setting;
pub mod picture;
pub mod power_on_runs;
pub mod print;
pub mod program;
pub mod progress;
pub mod prompt;
pub mod record_file;
pub mod recording;
pub mod rows;
pub mod save_key;
pub mod session;
pub mod sources;
pub mod swatches;
pub mod television;
pub mod traced_run;
pub mod watch;
pub mod wav;
pub mod y4m;
