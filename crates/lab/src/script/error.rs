//! Errors in scripts.

use super::version::{SCRIPT_FORMAT, SCRIPT_VERSION};
use crate::trace::PictureError;
use thiserror::Error;
use vcs::place::CLOCKS_PER_LINE;

/// A fault in a script, and its place.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{line}:{column}: {fault}")]
pub struct ScriptError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The fault.
    pub fault: Fault,
}

/// The kinds of faults. The text of a fault describes it and gives advice.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // The messages explain the variants.
#[non_exhaustive]
pub enum Fault {
    #[error("not an input script: the first line must be `{SCRIPT_FORMAT} {SCRIPT_VERSION}`")]
    NotAScript,
    #[error(
        "the script has version {0}; this program reads version {SCRIPT_VERSION}: \
         use a newer crownhead"
    )]
    Version(String),
    #[error("`{word}` is not a command{} Valid here: {known}", ends(.suggestion))]
    UnknownCommand {
        word: String,
        suggestion: Option<String>,
        known: String,
    },
    #[error("expected {wanted}, found {}", or_nothing(.found))]
    Expected { wanted: String, found: String },
    #[error("`{0}` is more than this command takes; separate commands by `;`")]
    TooMuch(String),
    #[error("{place} is before {previous}; places never go back")]
    GoesBack { place: String, previous: String },
    #[error(
        "color clock {clock} is too high; a scanline has color clocks 0 to {}",
        CLOCKS_PER_LINE - 1
    )]
    Clock { clock: u64 },
    #[error("a place inside `repeat` must be relative, such as +1")]
    AbsoluteInRepeat,
    #[error("a place after `wait` or `@pc` must be relative, such as +1")]
    AbsoluteAfterWait,
    #[error("`{0}` is before the first place; settings come first, then `@0 {0}`")]
    NoPlace(String),
    #[error("`{0}` is a setting; settings come before the first place")]
    LateSetting(String),
    #[error("`{0}` is set twice")]
    TwiceSet(String),
    #[error("{port} holds {plugged}; write `plug {port} {needed}` before")]
    WrongController {
        port: String,
        plugged: &'static str,
        needed: &'static str,
    },
    #[error("{0}")]
    NotEmulated(&'static str),
    #[error("`next` without `repeat`")]
    NextWithoutRepeat,
    #[error("`repeat` without `next`")]
    RepeatWithoutNext,
    #[error("`{0}` must be the only command of its line")]
    NotAlone(&'static str),
    #[error("`end` inside `repeat`; put it after `next`")]
    EndInRepeat,
    #[error("the script is truncated: its last line must be `end`")]
    Unfinished,
    #[error("nothing may follow `end`")]
    AfterEnd,
    #[error("the loops run for more than {0} lines and commands; use a smaller count")]
    TooLong(usize),
    #[error("the loops run through more than {0} bytes of text; use a smaller count")]
    TooMuchText(usize),
    #[error("a `|` line must follow `expect picture`")]
    StrayBlock,
    #[error("a picture inside `repeat` would differ each time; expect its hash instead")]
    PictureInRepeat,
    #[error("this is the picture of frame {picture}, expected at frame {place}")]
    OtherFrame { picture: u64, place: u64 },
    #[error("{0}")]
    Picture(PictureError),
    #[error("the quotation mark is not closed")]
    OpenQuote,
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion
        .as_ref()
        .map_or(String::new(), |word| format!("; did you mean `{word}`?"))
}

fn ends(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(_) => did_you_mean(suggestion),
        None => ".".into(),
    }
}

fn or_nothing(found: &str) -> String {
    match found {
        "" => "the line's end".into(),
        word => format!("`{word}`"),
    }
}

impl Fault {
    /// Returns the fault of an unknown word, with a similar known word if there is one.
    pub(super) fn unknown(word: &str, known: &[&str]) -> Fault {
        let near = known
            .iter()
            .map(|name| (strsim::damerau_levenshtein(word, name), name))
            .min();
        let suggestion = near
            .filter(|(distance, name)| *distance <= name.len().div_ceil(3))
            .map(|(_, name)| name.to_string());
        Fault::UnknownCommand {
            word: word.into(),
            suggestion,
            known: known.join(", "),
        }
    }
}
