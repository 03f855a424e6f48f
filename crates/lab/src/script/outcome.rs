//! The outcome of an expectation, and the message that describes it.

use super::{Address, RequiredValue};
use crate::trace::Symbols;
use std::fmt::Display;
use vcs::{Frame, Hash};

/// The outcome of an expectation.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Index of the expectation's event in the script.
    pub event: usize,
    /// Number of the frame that the expectation is about. If the expectation is about the current
    /// state, this is the frame in which it was judged.
    pub frame: u64,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on an expectation.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// The expectation holds.
    Met,
    /// The expectation does not hold, or its value has not been recorded yet.
    Differs(Box<Difference>),
}

/// The reason why an expectation does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// A description of the difference.
    pub text: String,
    /// The text of a script with which the expectation would hold: the words after `expect KIND`,
    /// or the `|` lines of a picture. `None` if there is no such text.
    pub renewed: Option<String>,
    /// The actual frame, for pictures.
    pub actual: Option<Frame>,
    /// The expected frame, for pictures given as text.
    pub expected: Option<Frame>,
}

impl Difference {
    pub(super) fn verdict(text: String, renewed: String) -> Verdict {
        Verdict::Differs(Box::new(Difference {
            text,
            renewed: Some(renewed),
            actual: None,
            expected: None,
        }))
    }

    /// Returns the verdict on an expectation that fails whatever value the script requires.
    pub(super) fn unsatisfiable(text: String) -> Verdict {
        Verdict::Differs(Box::new(Difference {
            text,
            renewed: None,
            actual: None,
            expected: None,
        }))
    }

    pub(super) fn unknown_symbol(address: &Address) -> Verdict {
        let name = address.symbol.as_deref().unwrap_or_default();
        Difference::unsatisfiable(format!(
            "there is no symbol `{name}`; name the symbol file with `symbols PATH`, or use the \
             source as the cartridge"
        ))
    }
}

/// Judges a hash. `advice` is appended to the message about a hash that differs.
pub(super) fn judge_hash(
    subject: &str,
    wanted: Option<Hash>,
    actual: Hash,
    advice: &str,
) -> Verdict {
    match wanted {
        Some(wanted) if wanted == actual => Verdict::Met,
        Some(wanted) => Difference::verdict(
            format!("{subject} has hash {actual}, expected {wanted}; {advice}"),
            actual.to_string(),
        ),
        None => Difference::verdict(not_recorded(subject, &actual), actual.to_string()),
    }
}

/// Returns the message for a value that has not been recorded yet.
pub(super) fn not_recorded(subject: &str, actual: &impl Display) -> String {
    format!("{subject} has not been recorded yet (now {actual}); record it with `verify --update`")
}

impl Verdict {
    /// Inserts `words` at the beginning of [`Difference::renewed`].
    pub(super) fn prefix_renewed(mut self, words: &str) -> Verdict {
        if let Verdict::Differs(difference) = &mut self
            && let Some(renewed) = &mut difference.renewed
        {
            *renewed = format!("{words} {renewed}");
        }
        self
    }

    pub(super) fn with_frame(mut self, frame: &Frame) -> Verdict {
        if let Verdict::Differs(difference) = &mut self {
            difference.actual = Some(frame.clone());
        }
        self
    }
}

/// Judges a number. `format_number` formats numbers for the message about a mismatch, and `advice`
/// is appended to that message.
pub(super) fn judge_number(
    subject: &str,
    wanted: &RequiredValue,
    actual: u64,
    symbols: &Symbols,
    format_number: fn(u64) -> String,
    advice: &str,
) -> Verdict {
    let relation = wanted.relation;
    let renewed = match relation.satisfying_number(actual) {
        Some(number) => format!("{relation} {}", format_number(number)),
        None => format!("= {}", format_number(actual)),
    };
    let Some(value) = &wanted.value else {
        let text = not_recorded(subject, &format_number(actual));
        return Difference::verdict(text, renewed);
    };
    let Some(required) = value.resolve(symbols) else {
        return Difference::unknown_symbol(value);
    };
    if relation.holds(actual, required.into()) {
        Verdict::Met
    } else {
        let (actual, required) = (format_number(actual), format_number(required.into()));
        let text = format!("{subject} is {actual}, expected {relation} {required}{advice}");
        Difference::verdict(text, renewed)
    }
}

/// Returns a byte as text.
pub(super) fn hexadecimal(value: u64) -> String {
    format!("${value:02X}")
}
