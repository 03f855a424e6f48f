//! The console without a window: what every command of the program shares.
//!
//! - [`error`] is a failure as one line and an exit status, [`print`] writes to standard output
//!   and standard error, [`progress`] shows how far a long run is,
//!   [`interrupt`] knows signals, [`prompt`] reads a terminal or a pipe.
//! - [`files`] reads cartridges and writes whole files, through [`image`] and [`sources`];
//!   [`outputs`] protects what was read; [`record_file`] keeps games, [`save_key`] a SaveKey, and
//!   [`path_setting`] writes paths into scripts. [`output`] streams traces, [`lines`] reads them,
//!   [`watch`] sees changes.
//! - [`console`] powers a console on with the options of the command line, [`session`] adds a
//!   script and symbols, [`program`] what a debugger needs,
//!   and [`television`] a set.
//! - [`kinds`] and [`filter`] write traces, [`recording`] scripts, [`check`] and [`many`] verify
//!   them; [`html`], [`covered`] and [`artifacts`] give the crate `reports` its files.
//!
//! `club`, `editor` and the program itself are made of these.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod arm_symbols;
pub mod artifacts;
pub mod check;
pub mod console;
pub mod covered;
pub mod error;
pub mod files;
pub mod filter;
pub mod html;
pub mod image;
pub mod interrupt;
pub mod kinds;
pub mod lines;
pub mod many;
pub mod output;
pub mod outputs;
pub mod path_setting;
pub mod picture;
pub mod print;
pub mod program;
pub mod progress;
pub mod prompt;
pub mod record_file;
pub mod recording;
pub mod rows;
pub mod save_key;
pub mod session;
pub mod settled;
pub mod sources;
pub mod television;
pub mod watch;
pub mod wav;
pub mod y4m;
