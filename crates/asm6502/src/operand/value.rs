//! The values of operands, and their addressing forms.

use smallvec::SmallVec;
use std::rc::Rc;

/// What surrounds the operand: decides what parentheses mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Parentheses and index letters choose an addressing mode.
    Instruction,
    /// Parentheses group.
    Data,
}

/// Addressing form of an operand, by its punctuation alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum Form {
    #[default]
    Implied,
    Immediate,
    Plain,
    Indirect,
    IndexedIndirect,
    IndirectIndexed,
    IndexedX,
    IndexedY,
}

/// An item without its string.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Value {
    pub value: i64,
    pub unknown: bool,
    pub form: Form,
}

/// One item of a comma-separated list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
    pub form: Form,
}

impl Form {
    pub const ALL: [Form; 8] = [
        Form::Implied,
        Form::Immediate,
        Form::Plain,
        Form::Indirect,
        Form::IndexedIndirect,
        Form::IndirectIndexed,
        Form::IndexedX,
        Form::IndexedY,
    ];
}

impl Item {
    /// Makes it that value.
    pub fn set(&mut self, value: Value) {
        self.value = value.value;
        self.unknown = value.unknown;
        self.form = value.form;
    }

    pub fn without_text(&self) -> Value {
        Value {
            value: self.value,
            unknown: self.unknown,
            form: self.form,
        }
    }
}

impl From<Value> for Item {
    fn from(value: Value) -> Self {
        Item {
            value: value.value,
            unknown: value.unknown,
            form: value.form,
            text: None,
        }
    }
}

pub(crate) type Items = SmallVec<[Item; 1]>;
