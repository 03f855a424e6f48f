//! The context of a statement: what directives and instructions work on.

use crate::emitter::Emitter;
use crate::names::Names;
use crate::names::operations::Operations;
use crate::names::symbols::Symbols;
use crate::operand::Operands;
use crate::options::{Dialect, Options, SymbolOrder};
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
    pub operands: Operands,
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
        let keeps_definitions = options.map
            || options.warnings.unused
            || options.symbol_order == SymbolOrder::Definition;
        Context {
            options,
            sources,
            names: Names::new(Symbols::new(keeps_definitions), operations),
            operands: Operands::default(),
            emitter: Emitter::new(options.format),
            report: Report::new(options, listing),
            recorder: None,
        }
    }

    /// Reserves memory for what a source of that many bytes is likely to need: memory that stays
    /// unused costs nothing, but moving does.
    pub fn reserve(&mut self, source: usize) {
        self.names.symbols.reserve(source);
        self.operands.programs.reserve(source);
        self.emitter.output.bytes.reserve(source / 8);
    }
}

impl Context<'_> {
    /// True for the rules of 2.20.16.
    pub fn newer(&self) -> bool {
        self.options.dialect >= Dialect::V2_20_16
    }

    /// Moves to the next lines of the innermost file or macro; false at its end.
    pub fn next_chunk(&mut self) -> bool {
        let next_pass = self.report.pass.redos > 0;
        self.sources.next_chunk(next_pass)
    }
}
