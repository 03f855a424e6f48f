//! The message of a log point, with expressions in braces.

use lab::trace::{Condition, ConditionError, Symbols};
use std::fmt;
use vcs::{Machine, Step};

/// A message such as `x is {x}, lives {lives}`, with expressions between braces. `{{` and `}}`
/// stand for single braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    text: String,
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Value(Condition),
}

impl Template {
    /// Parses a message.
    ///
    /// # Errors
    /// Returns [`ConditionError`] if an expression in braces is invalid.
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Template, ConditionError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let after = &rest[at + 1..];
            let brace = &rest[at..=at];
            if after.starts_with(brace) {
                plain.push_str(brace);
                rest = &after[1..];
                continue;
            }
            match (brace, after.find('}')) {
                ("{", Some(end)) => {
                    parts.push(Part::Text(std::mem::take(&mut plain)));
                    parts.push(Part::Value(Condition::parse(&after[..end], symbols)?));
                    rest = &after[end + 1..];
                }
                _ => {
                    plain.push_str(brace);
                    rest = after;
                }
            }
        }
        plain.push_str(rest);
        parts.push(Part::Text(plain));
        Ok(Template {
            text: text.into(),
            parts,
        })
    }

    /// Returns the expressions of the message.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Condition> {
        self.parts.iter().filter_map(|part| match part {
            Part::Value(value) => Some(value),
            Part::Text(_) => None,
        })
    }

    /// Returns the message with the values that the expressions have before this instruction.
    pub fn fill(&self, machine: &Machine, step: &Step) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Value(value) => value.value(machine, step).to_string(),
        };
        self.parts.iter().map(part).collect()
    }
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
