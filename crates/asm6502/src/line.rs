//! One line of a source, cleaned and split into its fields.

use std::cell::Cell;
use std::ops::Range;

use crate::expression::Operand;
use crate::mnemonics::Operation;
use crate::symbols::SymbolId;

/// A piece of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn start(self) -> usize {
        self.start as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Span {
            start: range.start as u32,
            end: range.end as u32,
        }
    }
}

/// Where the fields of a line lie in its text.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Fields {
    pub label: Span,
    /// Operation with its leading dot, without suffix.
    pub operation: Span,
    /// Letters behind the dot of the operation.
    pub suffix: Span,
    pub operand: Span,
}

impl Fields {
    /// Where the last field ends.
    pub fn end(&self) -> usize {
        self.operand.range().end.max(self.label.range().end)
    }
}

/// What the words of a line turned out to mean. A line is read once and assembled many times: in
/// each pass, in each round of a loop, in each call of its macro.
#[derive(Debug, Default)]
pub(crate) struct Memo {
    /// The operation, and the state of the table of operations for which it holds.
    pub operation: Cell<(u32, Option<Operation>)>,
    /// The symbol of the label field.
    pub label: Cell<Option<ScopedSymbol>>,
    pub operand: Cell<Operand>,
}

/// A symbol that a name stands for within a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScopedSymbol {
    pub scope: Scope,
    pub id: SymbolId,
}

/// Where a name is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// Everywhere.
    Global,
    /// `.name`, in the scope of that number.
    Dot(u32),
    /// `name$`, in the scope of that number.
    Dollar(u32),
}

/// A line as the directives see it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'t> {
    /// The cleaned text. The fields are parts of it.
    pub text: &'t [u8],
    /// Comment without its `;`.
    pub comment: Option<&'t [u8]>,
    pub fields: Fields,
    pub memo: &'t Memo,
    /// The operand depends on the arguments of a macro, so there is nothing to remember of it.
    pub varies: bool,
}

impl<'t> Line<'t> {
    pub fn label(&self) -> &'t [u8] {
        &self.text[self.fields.label.range()]
    }

    pub fn operation(&self) -> &'t [u8] {
        &self.text[self.fields.operation.range()]
    }

    pub fn suffix(&self) -> &'t [u8] {
        &self.text[self.fields.suffix.range()]
    }

    pub fn operand(&self) -> &'t [u8] {
        &self.text[self.fields.operand.range()]
    }

    /// The line without a name built at assembly time.
    pub fn own_text(&self) -> &'t [u8] {
        &self.text[..self.fields.operand.range().end]
    }
}
