//! Errors in scripts.

use super::version::{SCRIPT_FORMAT, SCRIPT_VERSION};
use crate::trace::PictureError;
use thiserror::Error;
use vcs::place::CLOCKS_PER_LINE;

/// A fault in a script, and its position in the text.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[error("{line}:{column}: {fault}")]
pub struct ScriptError {
    /// Line number, starting at 1.
    pub line: usize,
    /// Column number in characters, starting at 1.
    pub column: usize,
    /// The kind of fault, with its message.
    pub fault: Fault,
}

/// A kind of fault. Its message says what is wrong and how to fix it.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[allow(missing_docs)] // The messages explain the variants.
#[non_exhaustive]
pub enum Fault {
    #[error("not an input script: the first line must be `{SCRIPT_FORMAT} {SCRIPT_VERSION}`")]
    NotAScript,
    #[error(
        "the script has version {0}; this program reads version {SCRIPT_VERSION}; \
         use a newer version of Crownhead"
    )]
    Version(String),
    #[error("`{word}` is not a command{} Valid here: {known}", suggestion_or_period(.suggestion))]
    UnknownCommand {
        word: String,
        suggestion: Option<String>,
        known: String,
    },
    #[error("expected {wanted}, found {}", or_end_of_line(.found))]
    Expected { wanted: String, found: String },
    #[error("the command ends before `{0}`; separate commands with `;`")]
    ExtraWord(String),
    #[error(
        "{place} is before the previous place, {previous}; places must be in chronological order"
    )]
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
    #[error(
        "`{0}` needs a place before it, such as `@0 {0}`; only settings and input commands may \
         omit the place"
    )]
    NoPlace(String),
    #[error("`{0}` is a setting; move it before the first place")]
    LateSetting(String),
    #[error("`{0}` is set twice; remove one of the two lines")]
    SetTwice(String),
    #[error(
        "the controller in {port} is `{plugged}`; write `plug {port} {needed}` before this command"
    )]
    WrongController {
        port: String,
        plugged: &'static str,
        needed: &'static str,
    },
    #[error("{0}")]
    NotEmulated(&'static str),
    #[error("`next` has no `repeat` before it; remove `next`, or add `repeat N`")]
    NextWithoutRepeat,
    #[error("`repeat` has no `next` after it; add `next` after the lines to repeat")]
    RepeatWithoutNext,
    #[error("`{0}` must be the only command on its line")]
    NotAlone(&'static str),
    #[error("`end` inside `repeat`; put it after `next`")]
    EndInRepeat,
    #[error("the script is truncated: its last line must be `end`")]
    Unfinished,
    #[error("the script continues after `end`; remove the rest")]
    AfterEnd,
    #[error("the loops repeat more than {0} lines and commands; use a smaller count")]
    TooLong(usize),
    #[error("the loops repeat more than {0} bytes of text; use a smaller count")]
    TooMuchText(usize),
    #[error("a `|` line is valid only after `expect picture`")]
    StrayBlock,
    #[error(
        "a picture inside `repeat` would have another frame number in each iteration; expect its \
         hash instead"
    )]
    PictureInRepeat,
    #[error("this is the picture of frame {picture}, but the place is in frame {place}")]
    OtherFrame { picture: u64, place: u64 },
    #[error("{0}")]
    Picture(PictureError),
    #[error("the closing quotation mark is missing")]
    UnclosedQuote,
}

fn did_you_mean(suggestion: &Option<String>) -> String {
    suggestion
        .as_ref()
        .map_or(String::new(), |word| format!("; did you mean `{word}`?"))
}

fn suggestion_or_period(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(_) => did_you_mean(suggestion),
        None => ".".into(),
    }
}

fn or_end_of_line(found: &str) -> String {
    match found {
        "" => "the end of the line".into(),
        word => format!("`{word}`"),
    }
}

impl Fault {
    /// Returns the fault for a word that is not in `known`. The message suggests a known word if
    /// one is similar.
    pub(super) fn unknown(word: &str, known: &[&str]) -> Fault {
        let closest = known
            .iter()
            .map(|name| (strsim::damerau_levenshtein(word, name), name))
            .min();
        let suggestion = closest
            .filter(|(distance, name)| *distance <= name.len().div_ceil(3))
            .map(|(_, name)| name.to_string());
        Fault::UnknownCommand {
            word: word.into(),
            suggestion,
            known: known.join(", "),
        }
    }
}
