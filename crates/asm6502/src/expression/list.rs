//! Lists of numbers, names and strings without operators, as most data lines are.

use smallvec::SmallVec;

use super::operators::{Operator, prefix};
use super::simple::simple_number;
use super::{index_letter, name_length};
use crate::assembler::Assembler;
use crate::symbols::Content;

/// One item of such a list.
#[derive(Debug, Clone, Copy)]
pub(crate) enum DataItem<'t> {
    Number { value: i64, unknown: bool },
    Text(&'t [u8]),
}

/// An item before its name is looked up.
#[derive(Debug, Clone, Copy)]
enum Word<'t> {
    Number(i64),
    /// The name, the half that is wanted, and where the name ends in the list.
    Name(&'t [u8], Option<Operator>, usize),
    Text(&'t [u8]),
}

impl<'t> Word<'t> {
    /// The number or name, with `<` or `>` before it.
    fn read(text: &'t [u8], end: usize) -> Option<Word<'t>> {
        let (half, text) = match text.split_first()? {
            (b'<', rest) => (Some(Operator::Low), rest),
            (b'>', rest) => (Some(Operator::High), rest),
            _ => (None, text),
        };
        let first = *text.first()?;
        if let Some(value) = simple_number(first, text) {
            let value = half.map_or(value, |half| prefix(half, value));
            return Some(Word::Number(value));
        }
        let is_name = first.is_ascii_alphabetic() || first == b'_';
        (is_name && name_length(text, false) == text.len()).then_some(Word::Name(text, half, end))
    }
}

/// The words of a list; `None` if one of them needs the stack machine.
fn words(text: &[u8]) -> Option<SmallVec<[Word<'_>; 16]>> {
    let mut words = SmallVec::new();
    let mut at = 0;
    loop {
        let rest = text[at..].trim_ascii_start();
        at = text.len() - rest.len();
        if let Some(string) = rest.strip_prefix(b"\"") {
            let length = memchr::memchr(b'"', string)?;
            words.push(Word::Text(&string[..length]));
            at += length + 2;
            at = text.len() - text[at..].trim_ascii_start().len();
        } else {
            let length = memchr::memchr(b',', rest).unwrap_or(rest.len());
            let word = rest[..length].trim_ascii_end();
            words.push(Word::read(word, at + word.len())?);
            at += length;
        }
        match text.get(at) {
            None => return Some(words),
            Some(b',') if index_letter(text, at).is_none() => at += 1,
            Some(_) => return None,
        }
    }
}

impl Assembler<'_> {
    /// The items of a list; `None` if it needs the stack machine.
    pub(crate) fn evaluate_list<'t>(
        &mut self,
        text: &'t [u8],
    ) -> Option<SmallVec<[DataItem<'t>; 16]>> {
        let words = words(text)?;
        for word in &words {
            // Strings and EQM texts behind names are for the stack machine.
            if let Word::Name(name, ..) = word
                && let Some(id) = self.find_symbol(name)
                && self.symbols.get(id).content != Content::Number
            {
                return None;
            }
        }
        let items = words.into_iter().map(|word| match word {
            Word::Text(text) => DataItem::Text(text),
            Word::Number(value) => DataItem::Number {
                value,
                unknown: false,
            },
            Word::Name(name, half, end) => {
                let id = self.local_symbol(name);
                self.use_symbol(id, text, end);
                let symbol = self.symbols.get(id);
                let value = half.map_or(symbol.value, |half| prefix(half, symbol.value));
                let unknown = symbol.unknown;
                DataItem::Number { value, unknown }
            }
        });
        Some(items.collect())
    }
}
