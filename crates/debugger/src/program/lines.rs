//! Creates a program from the files that a toolchain writes.

use super::{
    Label, Program, Sources, Span, Variable,
    dbg::{self, DbgError},
    listing::{self, ListingError},
    map::{self, MapError},
};
use lab::trace::Symbols;
use thiserror::Error;

/// The reason why a file that lists a program's source lines cannot be used.
#[derive(Debug, Error)]
pub enum LinesError {
    /// An error in our assembler's map file.
    #[error(transparent)]
    Map(#[from] MapError),
    /// An error in a listing.
    #[error(transparent)]
    Listing(#[from] ListingError),
    /// An error in a debug file of ld65.
    #[error(transparent)]
    Dbg(#[from] DbgError),
}

/// The parts of a program that another crate has read from a file, for [`Program::with_parts`].
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Names and values.
    pub symbols: Symbols,
    /// The paths of the source files.
    pub files: Vec<String>,
    /// The source lines of the image's bytes.
    pub spans: Vec<Span>,
    /// The labels, by address.
    pub labels: Vec<Label>,
    /// The variables in RAM, by address.
    pub variables: Vec<Variable>,
}

impl Program {
    /// Creates a program from its parts, such as those read from an ELF file. The spans may
    /// overlap.
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

    /// Returns true if the text is in a format that [`Program::with_lines`] can read.
    pub fn can_read_lines(text: &str) -> bool {
        text.trim_start().starts_with('{') && text.contains("bank_size")
            || text.starts_with(dbg::HEADER)
            || listing::is_listing(text)
    }

    /// Creates a program with the lines and names in a file that an assembler or linker wrote: our
    /// map, a listing by dasm, 64tass or MADS, or a debug file of ld65. `name` is the file's name,
    /// and `text` its contents.
    ///
    /// # Errors
    /// [`LinesError`] if the text has an unknown format, or belongs to a different image.
    pub fn with_lines(
        symbols: Symbols,
        name: &str,
        text: &str,
        image: &[u8],
        sources: &Sources<'_>,
    ) -> Result<Program, LinesError> {
        let program = if text.trim_start().starts_with('{') {
            Program::with_map(symbols, text)?
        } else if text.starts_with(dbg::HEADER) {
            Program::with_dbg(symbols, text, image, sources)?
        } else {
            Program::with_listing(symbols, name, text, image, sources)?
        };
        Ok(program.with_basic_lines(sources))
    }
}
