//! Items: the results of an evaluation, with their addressing form.

use smallvec::SmallVec;
use std::rc::Rc;

/// The meaning of parentheses in an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// Parentheses and index letters choose an addressing mode.
    Instruction,
    /// Parentheses group subexpressions.
    Data,
}

/// The addressing form of an operand, judged by punctuation alone.
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

/// One item of a comma-separated list: its value, and the text if it is a string.
#[derive(Debug, Clone, Default)]
pub(crate) struct Item {
    pub value: i64,
    pub unknown: bool,
    pub text: Option<Rc<[u8]>>,
    pub form: Form,
}

/// The items of an operand; an instruction has one.
pub(crate) type Items = SmallVec<[Item; 1]>;
