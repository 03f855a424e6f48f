//! Runs of the assembler.

use crate::conclude::finish_run;
use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::directives;
use crate::names::operations::Operations;
use crate::options::{Dialect, Format, ListingMode, Options};
use crate::output::{Output, SymbolInfo};
use crate::passes::run_passes;
use crate::record::Record;
use crate::recording::finish_record;
use crate::report::listing::{Listing, ListingSink};
use crate::sources::Sources;
use crate::sources::provider::{MemoryProvider, SourceProvider};

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

fn run<'a>(
    provider: &'a dyn SourceProvider,
    options: &'a Options,
    sink: Option<&'a mut dyn ListingSink>,
) -> Output {
    let mut context = new_context(provider, options, Listing::new(options.listing, sink));
    let ending = run_passes(&mut context);
    finish_run(context, ending)
}

/// Assembles a source and records what the last pass did, which takes longer.
pub fn assemble_recorded(provider: &dyn SourceProvider, options: &Options) -> (Output, Record) {
    let mut context = new_context(provider, options, Listing::new(ListingMode::None, None));
    context.recorder = Some(Box::default());
    let ending = run_passes(&mut context);
    let record = finish_record(&mut context);
    (finish_run(context, ending), record)
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

/// A program assembled by [`assemble_str`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Assembly {
    /// The bytes, without a header; gaps are filled with $FF.
    pub binary: Vec<u8>,
    /// All symbols, by name.
    pub symbols: Vec<SymbolInfo>,
    /// What looks wrong although it could be assembled.
    pub warnings: Vec<Diagnostic>,
}

impl Assembly {
    /// The value of a symbol, by its name in the symbol file.
    pub fn symbol(&self, name: &str) -> Option<i64> {
        let found = self.symbols.iter().find(|symbol| symbol.name == name)?;
        found.known.then_some(found.value)
    }
}

/// Assembles a source without includes to raw bytes. Messages call it `source`.
///
/// # Errors
///
/// All errors and warnings of the last pass, at least one of them an error.
///
/// ```
/// let program = asm6502::assemble_str(" processor 6502\n org $f000\nStart lda #1\n")?;
/// assert_eq!(program.binary, [0xa9, 1]);
/// assert_eq!(program.symbol("Start"), Some(0xf000));
///
/// let errors = asm6502::assemble_str(" processor 6502\n org 0\n ldx missing,x\n").unwrap_err();
/// assert_eq!(errors[0].site.line, 3);
/// # Ok::<(), Vec<asm6502::Diagnostic>>(())
/// ```
pub fn assemble_str(source: &str) -> Result<Assembly, Vec<Diagnostic>> {
    let mut sources = MemoryProvider::default();
    sources.insert("source", source);
    let output = assemble_raw(&sources, "source");
    match output.exit_code {
        0 => Ok(Assembly {
            symbols: output.symbols(),
            binary: output.binary,
            warnings: output.diagnostics,
        }),
        _ => Err(output.diagnostics),
    }
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
