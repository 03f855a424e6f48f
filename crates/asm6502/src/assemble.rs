//! The pipeline: from a source to its output, phase by phase.

use crate::conclude::finish_run;
use crate::context::Context;
use crate::directives;
use crate::directives::equate::define_from_options;
use crate::names::operations::Operations;
use crate::options::{Dialect, ListingMode, Options};
use crate::output::Output;
use crate::passes::{Ending, end_pass, enter_source, start_pass, verdict};
use crate::record::Record;
use crate::recording::finish_record;
use crate::report::listing::{Listing, ListingSink};
use crate::run::run_lines;
use crate::sources::Sources;
use crate::sources::provider::SourceProvider;

/// Assembles a source.
pub fn assemble(provider: &dyn SourceProvider, options: &Options) -> Output {
    run(provider, options, None)
}

/// Assembles a source; the listing goes to the sink instead of the output.
pub fn assemble_with_listing(
    provider: &dyn SourceProvider,
    options: &Options,
    sink: &mut dyn ListingSink,
) -> Output {
    run(provider, options, Some(sink))
}

/// Assembles a source and records what the last pass did, which takes longer.
pub fn assemble_recorded(provider: &dyn SourceProvider, options: &Options) -> (Output, Record) {
    let mut context = new_context(provider, options, Listing::new(ListingMode::None, None));
    context.recorder = Some(Box::default());
    let ending = run_passes(&mut context);
    let record = finish_record(&mut context);
    (finish_run(context, ending), record)
}

fn run<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> Output {
    let mut context = new_context(provider, options, Listing::new(options.listing, sink));
    let mut ending = run_passes(&mut context);
    if context.report.listing.cut_short() {
        context = again_with_full_listing(context);
        ending = run_passes(&mut context);
    }
    finish_run(context, ending)
}

/// The phases of a run up to its last pass.
///
/// ```text
/// define_from_options    -D and -M, before the first pass
/// start_pass             keeps symbols, clears addresses and messages
/// enter_source           reads the main file, cleans and splits its lines  (sources)
/// run_lines              for each line of the innermost file or macro:
///     run_statement          finds what the operation means                (names)
///     instruction, directive     evaluate the operand                      (expression)
///                                choose mode and opcode, or act            (encode, directives)
///     generate               bytes into segment and binary                 (emitter)
///     list_statement         the line of the listing                       (report)
/// end_pass               tables of -v
/// verdict                done, another pass, or no solution
/// ```
fn run_passes(context: &mut Context) -> Ending {
    if let Err(abort) = define_from_options(context) {
        context.operands.clear();
        return abort.into();
    }
    loop {
        let before = context.report.pass;
        start_pass(context);
        if let Err(abort) = enter_source(context).and_then(|()| run_lines(context)) {
            return abort.into();
        }
        end_pass(context);
        if let Some(ending) = verdict(context, before) {
            return ending;
        }
    }
}

/// A run before its first pass.
fn new_context<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    listing: Listing<'a>,
) -> Context<'a> {
    let sources = Sources::new(provider, options);
    Context::new(sources, options, known_words(options), listing)
}

/// The same run from the start, with the listing of each pass: the one that ended it was left out.
fn again_with_full_listing(context: Context) -> Context {
    let options = context.options;
    let sources = context.sources.restarted(options);
    let listing = context.report.listing.restarted();
    Context::new(sources, options, known_words(options), listing)
}

/// The words known from the start of a run.
fn known_words(options: &Options) -> Operations {
    let newer = options.dialect >= Dialect::V2_20_16;
    directives::operations(options.extensions, newer)
}
