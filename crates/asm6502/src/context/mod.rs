//! The context of a statement: the state that directives and instructions read and change.

use crate::emitter::Emitter;
use crate::names::Names;
use crate::operand::stacks::Stacks;
use crate::options::{Dialect, Options};
use crate::record::draft::Draft;
use crate::report::Report;
use crate::sources::Sources;

mod messages;

/// The whole state of a run; directives and instructions keep no state elsewhere.
pub(crate) struct Context<'a> {
    pub options: &'a Options,
    pub sources: Sources<'a>,
    pub names: Names,
    pub stacks: Stacks,
    pub emitter: Emitter,
    pub report: Report<'a>,
    /// The record of the run so far, if a record was requested.
    pub record_draft: Option<Box<Draft>>,
}

impl Context<'_> {
    /// Returns true if the run follows the rules of dasm 2.20.16.
    pub fn is_newer_dialect(&self) -> bool {
        self.options.dialect >= Dialect::V2_20_16
    }
}
