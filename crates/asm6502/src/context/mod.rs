//! The context of a statement: what directives and instructions work on.

use crate::emitter::Emitter;
use crate::names::Names;
use crate::names::operations::Operations;
use crate::operand::stacks::Stacks;
use crate::options::{Dialect, Options};
use crate::record::recorder::Recorder;
use crate::report::Report;
use crate::report::listing::Listing;
use crate::sources::Sources;

mod messages;

/// The parts of a run. Directives and instructions get it as their only state.
pub(crate) struct Context<'a> {
    pub options: &'a Options,
    pub sources: Sources<'a>,
    pub names: Names,
    pub operands: Stacks,
    pub emitter: Emitter,
    pub report: Report<'a>,
    /// What the pass does, for those who ask for it.
    pub recorder: Option<Box<Recorder>>,
}

impl<'a> Context<'a> {
    /// A run before its first pass. `operations` are the words known from the start.
    pub fn new(
        sources: Sources<'a>,
        options: &'a Options,
        operations: Operations,
        listing: Listing<'a>,
    ) -> Self {
        Context {
            options,
            sources,
            names: Names::new(operations),
            operands: Stacks::default(),
            emitter: Emitter::new(options.format),
            report: Report::new(options, listing),
            recorder: None,
        }
    }
}

impl Context<'_> {
    /// True for the rules of 2.20.16.
    pub fn newer(&self) -> bool {
        self.options.dialect >= Dialect::V2_20_16
    }
}
