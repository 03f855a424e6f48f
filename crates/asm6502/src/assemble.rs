//! The pipeline: from a source to its output, phase by phase.

use crate::conclude::finish_run;
use crate::context::Context;
use crate::directives;
use crate::directives::equate::define_from_options;
use crate::emitter::Emitter;
use crate::lines::assemble_lines;
use crate::names::Names;
use crate::operand::stacks::Stacks;
use crate::options::{Dialect, ListingMode, Options};
use crate::output::Output;
use crate::passes::{Ending, end_pass, enter_source, start_pass, verdict};
use crate::record::Record;
use crate::recording::finish_record;
use crate::report::Report;
use crate::report::listing::{Listing, ListingSink};
use crate::sources::Sources;
use crate::sources::provider::SourceProvider;

/// Assembles a source.
pub fn assemble(provider: &dyn SourceProvider, options: &Options) -> Output {
    assemble_with_listing(provider, options, None)
}

/// Assembles a source, and passes the listing to `sink`, if there is one.
pub fn assemble_with_listing<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> Output {
    let listing = Listing::new(options.listing, sink);
    let mut context = new_context(Sources::new(provider, options), options, listing);
    let mut ending = run_passes(&mut context);
    if context.report.listing.paused {
        context = restarted_with_full_listing(context);
        ending = run_passes(&mut context);
    }
    finish_run(context, ending)
}

/// Assembles a source and records every statement of the last pass, which makes the run slower.
pub fn assemble_recorded(provider: &dyn SourceProvider, options: &Options) -> (Output, Record) {
    let listing = Listing::new(ListingMode::None, None);
    let mut context = new_context(Sources::new(provider, options), options, listing);
    context.record_draft = Some(Box::default());
    let ending = run_passes(&mut context);
    let record = finish_record(&mut context);
    (finish_run(context, ending), record)
}

/// Performs the passes of a run.
///
/// ```text
/// define_from_options     -D and -M, before the first pass
/// start_pass              keeps symbols, split lines and printed text; forgets bytes and messages;
///                         the addresses of segments become unknown
/// enter_source            enters the main file; a file's lines are cleaned and split once,
///                         except the lines that sources::script lists  (sources)
/// assemble_lines          for each line of the innermost file or macro:
///     assemble_statement      looks up the operation                       (names)
///     instruction, directive      most set the label to the current address; a line with only
///                                 a label does the same                    (labels)
///                                 evaluate the operand                     (expression)
///                                 choose mode and opcode, or act           (encode, directives)
///     generate                advances the address; writes the bytes into the binary,
///                             if no statement of this pass has asked for another pass
///                                                                            (generate, emitter)
///     list_statement          adds the line to the listing                 (reading, report)
/// end_pass                prints the tables that -v requests
/// verdict                 ends the run, or asks for another pass
/// ```
fn run_passes(context: &mut Context) -> Ending {
    if let Err(abort) = define_from_options(context) {
        // If an expression in a -D failed, it may have left values on the stacks.
        context.stacks.clear();
        return abort.into();
    }
    loop {
        let previous = context.report.pass;
        start_pass(context);
        if let Err(abort) = enter_source(context).and_then(|()| assemble_lines(context)) {
            return abort.into();
        }
        end_pass(context);
        if let Some(ending) = verdict(context, previous) {
            return ending;
        }
    }
}

/// Creates the state of a run before its first pass.
fn new_context<'a>(
    sources: Sources<'a>,
    options: &'a Options,
    listing: Listing<'a>,
) -> Context<'a> {
    let newer = options.dialect >= Dialect::V2_20_16;
    let operations = directives::operations(options.extensions, newer);
    Context {
        options,
        sources,
        names: Names {
            operations,
            ..Names::default()
        },
        stacks: Stacks::default(),
        emitter: Emitter::new(options.format),
        report: Report {
            listing,
            ..Report::default()
        },
        record_draft: None,
    }
}

/// Restarts the run, this time with a listing of every pass. The first run made no listing of the
/// pass that turned out to be the last.
fn restarted_with_full_listing(context: Context) -> Context {
    let sources = context.sources.restarted(context.options);
    new_context(sources, context.options, context.report.listing.restarted())
}
