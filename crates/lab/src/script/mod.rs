//! Input scripts: texts that set input over time and check the results.
//!
#![doc = include_str!("../../docs/script.md")]
//!
#![doc = include_str!("../../docs/testing.md")]
//!
//! # In the code
//!
//! [`Script::parse`] turns a text into a [`Script`], a flat list of events in chronological order.
//! [`ScriptRun`] runs a machine under the control of a script. Neither of them opens any files; the
//! front end does that.

mod check;
mod commands;
mod error;
mod event;
mod expect;
mod outcome;
mod parse;
mod renew;
mod run;
mod seeded;
mod settings;
#[cfg(test)]
mod tests;
mod version;
mod words;
mod write;

pub use check::{PictureDifference, picture_difference};
pub use error::{Fault, ScriptError};
pub use event::{Action, Event, Script, Setup, Source};
pub use expect::{Address, Expectation, Relation, RequiredByte, RequiredRam, RequiredValue};
pub use outcome::{Difference, Outcome, Verdict};
pub use renew::{RenewError, renew};
pub use run::{MergeKey, ScriptRun};
pub use seeded::seeded_play;
pub use version::{SCRIPT_FORMAT, SCRIPT_VERSION};
pub use write::{Recorder, quoted, write_header, write_input_changes};
