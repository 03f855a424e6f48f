//! The arguments of a macro call.

use smallvec::SmallVec;
use std::cell::Cell;

use crate::operand::simple::ArgumentValue;
use crate::text::{is_special, skip_blanks};

/// Arguments of a call, within the text of its operand: 0 is all of it, then the parts.
#[derive(Debug)]
pub(crate) struct Arguments {
    pub text: Box<[u8]>,
    pub parts: SmallVec<[(u32, u32); 6]>,
    pub plain: bool,
    pub tight: bool,
    /// What the first of them are as operands, the whole text included.
    pub values: Cell<[ArgumentValue; VALUES]>,
}

/// Arguments whose values are remembered.
const VALUES: usize = 5;

impl Arguments {
    /// Splits at every comma; blanks behind a comma are dropped.
    pub fn split(operand: &[u8]) -> Self {
        let mut parts = SmallVec::new();
        parts.push((0, operand.len() as u32));
        let mut tight = !operand.is_empty();
        if !operand.is_empty() {
            let mut start = 0;
            // Nothing behind the last comma is no argument.
            let list = operand.strip_suffix(b",").unwrap_or(operand);
            for part in list.split(|&byte| byte == b',') {
                let end = start + part.len();
                let from = skip_blanks(&operand[..end], start);
                tight &= from < end && !operand[from..end].contains(&b' ');
                parts.push((from as u32, end as u32));
                start = end + 1;
            }
        }
        Arguments {
            text: operand.into(),
            parts,
            plain: !operand.iter().any(|&byte| is_special(byte)),
            tight,
            values: Cell::default(),
        }
    }

    /// What is known of an argument as an operand; `None` if it cannot be remembered.
    #[inline]
    pub fn value(&self, number: u8) -> Option<ArgumentValue> {
        self.values.get().get(usize::from(number)).copied()
    }

    pub fn set_value(&self, number: u8, value: ArgumentValue) {
        let mut values = self.values.get();
        if let Some(place) = values.get_mut(usize::from(number)) {
            *place = value;
        }
        self.values.set(values);
    }

    /// True if nothing in the text needs cleaning, so that it can be put in as it is.
    pub fn are_plain(&self) -> bool {
        self.plain
    }

    /// True if no argument is empty or holds a blank, so that no blanks can meet.
    pub fn are_tight(&self) -> bool {
        self.tight
    }

    pub fn get(&self, number: i64) -> Option<&[u8]> {
        let &(start, end) = self.parts.get(usize::try_from(number).ok()?)?;
        Some(&self.text[start as usize..end as usize])
    }
}
