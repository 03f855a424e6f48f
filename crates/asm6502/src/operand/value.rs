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

/// One item of a comma-separated list.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
    pub form: Form,
}

pub(crate) type Items = SmallVec<[Item; 1]>;
