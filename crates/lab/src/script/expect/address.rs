//! Addresses and values: a number, or a symbol with an offset.

use super::super::{ScriptError, words, words::Words};
use crate::trace::Symbols;
use std::fmt;

/// A number, or a symbol with an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// The symbol's name; `None` for a plain number.
    pub symbol: Option<String>,
    /// The number, or the offset from the symbol's value.
    pub offset: u16,
}

impl Address {
    /// Parses a number, or a symbol with an optional `+N`; returns `None` for any other text.
    pub(in super::super) fn parse(text: &str) -> Option<Address> {
        let numeric = |text| words::number(text).and_then(|number| u16::try_from(number).ok());
        if let Some(offset) = numeric(text) {
            let symbol = None;
            return Some(Address { symbol, offset });
        }
        let (name, offset) = match text.split_once('+') {
            Some((name, offset)) => (name, numeric(offset)?),
            None => (text, 0),
        };
        let mut letters = name.chars();
        let has_valid_start = letters
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '.');
        let is_name =
            has_valid_start && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '.');
        is_name.then(|| Address {
            symbol: Some(name.into()),
            offset,
        })
    }

    /// Returns the number, or the symbol's value plus the offset; `None` if the symbol is unknown.
    pub fn resolve(&self, symbols: &Symbols) -> Option<u16> {
        match &self.symbol {
            None => Some(self.offset),
            Some(name) => Some(symbols.value(name)?.wrapping_add(self.offset)),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.symbol, self.offset) {
            (None, offset) if offset < 0x100 => write!(f, "${offset:02X}"),
            (None, offset) => write!(f, "${offset:04X}"),
            (Some(name), 0) => write!(f, "{name}"),
            (Some(name), offset) => write!(f, "{name}+{offset}"),
        }
    }
}

/// The relation that a script requires between the actual and the expected value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Relation {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// The relations and their notations in scripts.
const RELATIONS: [(&str, Relation); 7] = [
    ("=", Relation::Equal),
    ("==", Relation::Equal),
    ("!=", Relation::Unequal),
    ("<", Relation::Less),
    ("<=", Relation::AtMost),
    (">", Relation::Greater),
    (">=", Relation::AtLeast),
];

impl Relation {
    /// Returns the relation with the notation `word`; `None` if `word` is not a relation.
    pub(in super::super) fn parse(word: &str) -> Option<Relation> {
        let found = RELATIONS.iter().find(|(text, _)| *text == word);
        found.map(|(_, relation)| *relation)
    }

    /// Returns true if `left` has this relation to `right`.
    pub fn holds(self, left: u64, right: u64) -> bool {
        match self {
            Relation::Equal => left == right,
            Relation::Unequal => left != right,
            Relation::Less => left < right,
            Relation::AtMost => left <= right,
            Relation::Greater => left > right,
            Relation::AtLeast => left >= right,
        }
    }

    /// Returns the number closest to `actual` for which the relation holds with `actual` on the
    /// left side: `actual` for `<=`, `actual + 1` for `<`. Returns `None` for `!=`, and if there is
    /// no such number.
    pub(in super::super) fn satisfying_number(self, actual: u64) -> Option<u64> {
        match self {
            Relation::Equal | Relation::AtMost | Relation::AtLeast => Some(actual),
            Relation::Less => actual.checked_add(1),
            Relation::Greater => actual.checked_sub(1),
            Relation::Unequal => None,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = RELATIONS.iter().find(|(_, relation)| relation == self);
        f.write_str(text.map_or("", |(text, _)| text))
    }
}

/// A required value: a relation, and the number on its right side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequiredValue {
    /// The relation between the actual value and the number.
    pub relation: Relation,
    /// The number on the right side; `None` if it has not been recorded yet.
    pub value: Option<Address>,
}

impl RequiredValue {
    /// Reads a relation and a value, such as `= 5`. A number must fit in a byte: if it were larger,
    /// the expectation would either always hold or never hold.
    pub(super) fn of_byte(words: &mut Words<'_>) -> Result<RequiredValue, ScriptError> {
        let mut ahead = words.clone();
        if Relation::parse(ahead.peek().text).is_some() {
            ahead.next_word();
        }
        let word = ahead.next_word();
        let wanted = RequiredValue::parse(words, "a value")?;
        let is_large = |value: &Address| value.symbol.is_none() && value.offset > 0xff;
        match wanted.value.as_ref().is_some_and(is_large) {
            true => Err(words.expected(word, "a byte, 0 to 255")),
            false => Ok(wanted),
        }
    }

    /// Reads a relation and a value, such as `< 5`. A missing relation counts as `=`.
    pub(super) fn parse(words: &mut Words<'_>, what: &str) -> Result<RequiredValue, ScriptError> {
        let relation = Relation::parse(words.peek().text);
        if relation.is_some() {
            words.next_word();
        }
        let word = words.next_word();
        let value = match (word.text, Address::parse(word.text)) {
            ("?", _) => None,
            (_, Some(value)) => Some(value),
            _ => {
                let wanted =
                    format!("{what} such as $0E, a symbol or `?`, after =, !=, <, <=, >, >=");
                return Err(words.expected(word, &wanted));
            }
        };
        let relation = relation.unwrap_or(Relation::Equal);
        Ok(RequiredValue { relation, value })
    }
}
