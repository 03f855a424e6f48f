//! Runs of the assembler.

use std::mem::ManuallyDrop;

use crate::context::Context;
use crate::directives;
use crate::names::operations::Operations;
use crate::options::{Dialect, Format, Options};
use crate::output::{Output, Rest, finish_run};
use crate::passes::run_passes;
use crate::report::listing::{Listing, ListingSink};
use crate::sources::Sources;
use crate::sources::provider::SourceProvider;

/// Assembles a source.
pub fn assemble(provider: &dyn SourceProvider, options: &Options) -> Output {
    run(provider, options, None).0
}

/// Assembles a source; the listing goes to the sink and not into the output.
pub fn assemble_with_listing(
    provider: &dyn SourceProvider,
    options: &Options,
    sink: &mut dyn ListingSink,
) -> Output {
    run(provider, options, Some(sink)).0
}

/// Assembles a source for a program that ends with it: to give all memory back piece by piece would
/// take longer than that.
pub(crate) fn assemble_and_end<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> ManuallyDrop<Output> {
    let (output, rest) = run(provider, options, sink);
    std::mem::forget(rest);
    ManuallyDrop::new(output)
}

fn run<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> (Output, Rest) {
    let listing = Listing::new(options.listing, sink);
    let mut context = new_context(provider, options, listing);
    let mut ending = run_passes(&mut context);
    if context.report.listing.cut_short() {
        let sources = context.sources.restarted(options);
        let listing = context.report.listing.restarted();
        context = Context::new(sources, options, operations(options), listing);
        ending = run_passes(&mut context);
    }
    finish_run(context, ending)
}

/// A run before its first pass.
pub(crate) fn new_context<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    listing: Listing<'a>,
) -> Context<'a> {
    let sources = Sources::new(provider, options);
    Context::new(sources, options, operations(options), listing)
}

/// The words known from the start of a run.
fn operations(options: &Options) -> Operations {
    let newer = options.dialect >= Dialect::V2_20_16;
    directives::operations(options.extensions, newer)
}

/// Assembles a source to raw bytes (`-f3`), with everything else as dasm has it by default.
pub fn assemble_raw(provider: &dyn SourceProvider, source: &str) -> Output {
    let options = Options {
        source: source.as_bytes().to_vec(),
        format: Format::Raw,
        ..Options::default()
    };
    assemble(provider, &options)
}
