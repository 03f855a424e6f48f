//! Builds a program from the files of any toolchain.

use super::{
    Label, Program, Sources, Span, Variable,
    dbg::{self, DbgError},
    listing::{self, ListingError},
    map::{self, MapError},
};
use lab::trace::Symbols;
use thiserror::Error;

/// The reason why a file with the lines of a program cannot be used.
#[derive(Debug, Error)]
pub enum LinesError {
    /// A map of our assembler.
    #[error(transparent)]
    Map(#[from] MapError),
    /// A listing.
    #[error(transparent)]
    Listing(#[from] ListingError),
    /// A debugging file of ld65.
    #[error(transparent)]
    Dbg(#[from] DbgError),
}

/// The contents of a file with lines, for [`Program::with_parts`].
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Names and values.
    pub symbols: Symbols,
    /// The files of the source.
    pub files: Vec<String>,
    /// The sources of the image's bytes.
    pub spans: Vec<Span>,
    /// The labels, by address.
    pub labels: Vec<Label>,
    /// The names in RAM, by address.
    pub variables: Vec<Variable>,
}

impl Program {
    /// Creates a program from parts that were read elsewhere, such as those of an ELF file. The
    /// spans may overlap.
    pub fn with_parts(parts: Parts) -> Program {
        let mut program = Program {
            files: parts.files,
            spans: parts.spans,
            labels: parts.labels,
            variables: parts.variables,
            ..Program::default()
        };
        program.spans.sort_by_key(|span| span.offset);
        map::drop_overlaps(&mut program.spans);
        let names = program.variables.iter().map(|variable| &*variable.name);
        program.symbols = parts.symbols.with_variables(names);
        program
    }

    /// True for a text that [`Program::with_lines`] reads.
    pub fn has_lines_in(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains("bank_size")
            || text.starts_with(dbg::MARK)
            || listing::is_listing(text)
    }

    /// Creates a program with the lines and names of a file called `name`, which an assembler or a
    /// linker wrote: our map, a listing of dasm, 64tass or MADS, or a debugging file of ld65.
    ///
    /// # Errors
    /// [`LinesError`] if the text has another form, or belongs to another image.
    pub fn with_lines(
        symbols: Symbols,
        name: &str,
        text: &str,
        image: &[u8],
        sources: &Sources<'_>,
    ) -> Result<Program, LinesError> {
        let program = if text.trim_start().starts_with('{') {
            Program::with_map(symbols, text)?
        } else if text.starts_with(dbg::MARK) {
            Program::with_dbg(symbols, text, image, sources)?
        } else {
            Program::with_listing(symbols, name, text, image, sources)?
        };
        Ok(program.with_basic_lines(sources))
    }
}
