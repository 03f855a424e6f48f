//! The simplest entry points: they assemble a source to raw bytes in memory.

use crate::assemble::assemble;
use crate::diagnostic::Diagnostic;
use crate::options::{Format, Options};
use crate::output::Output;
use crate::sources::provider::{MemoryProvider, SourceProvider};

/// Assembles a source without includes to raw bytes. Messages show `source` as the file name.
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
pub fn assemble_str(source: &str) -> Result<Output, Vec<Diagnostic>> {
    let mut sources = MemoryProvider::default();
    sources.insert("source", source);
    let output = assemble_raw(&sources, "source");
    match output.exit_code {
        0 => Ok(output),
        _ => Err(output.diagnostics),
    }
}

/// Assembles a source to raw bytes (`-f3`), with dasm's defaults for everything else.
pub fn assemble_raw(provider: &dyn SourceProvider, source: &str) -> Output {
    let options = Options {
        source: source.as_bytes().to_vec(),
        format: Format::Raw,
        ..Options::default()
    };
    assemble(provider, &options)
}
