//! The buffers of console text and diagnostics.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Note};
use crate::names::symbols::{Place, SymbolId};
use crate::options::{ErrorStyle, Options};
use crate::text::lossy;

/// What is printed, and the messages of the current pass.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    pub style: ErrorStyle,
    /// Text printed so far, over all passes.
    pub console: Vec<u8>,
    /// Error lines of the pass.
    pub errors: Vec<u8>,
    /// Text of `ECHO` in the pass.
    pub echo: Vec<u8>,
    /// The same errors, with all that a reader needs.
    pub diagnostics: Vec<Diagnostic>,
    /// Diagnostics of the statement whose excerpt is still missing.
    pub pending: Vec<Pending>,
    /// Uses of unknown symbols in the pass.
    pub unknown_uses: Vec<UnknownUse>,
    /// The diagnostic recorded last, if it was kept.
    pub latest: Option<usize>,
    /// How many of these still lack their excerpt.
    pub unexplained: usize,
    /// Location of the last error line.
    pub location: Vec<u8>,
    pub silent: bool,
    /// The statement only asks whether names are known.
    pub asking: bool,
}

/// A use of a symbol that had no value.
#[derive(Debug)]
pub(crate) struct UnknownUse {
    pub symbol: SymbolId,
    pub place: Place,
    pub chain: Vec<Note>,
    pub excerpt: String,
    pub column: Option<usize>,
    /// The operand, until the excerpt is there, and where the name begins in it.
    pub needle: Vec<u8>,
    pub at: usize,
}

/// The place of a message in the line: an offset into a piece of its text.
#[derive(Debug)]
pub(crate) struct Pending {
    pub diagnostic: usize,
    pub needle: Vec<u8>,
    pub at: usize,
}

/// Most diagnostics kept per pass, and most uses of unknown symbols.
pub(crate) const MOST: usize = 1000;

impl Messages {
    pub fn new(options: &Options) -> Self {
        Messages {
            style: options.error_style,
            silent: options.strict_dasm,
            ..Messages::default()
        }
    }

    /// Location of the last error of the pass, as dasm repeats it for the final message.
    pub fn last_location(&self) -> Vec<u8> {
        self.location.clone()
    }

    /// True if the statement has reported messages that have no excerpt yet.
    pub fn needs_excerpts(&self) -> bool {
        !self.pending.is_empty() || self.unexplained > 0
    }

    pub fn start_pass(&mut self) {
        self.location.clear();
        self.errors.clear();
        self.echo.clear();
        self.diagnostics.clear();
        self.pending.clear();
        self.unknown_uses.clear();
        self.unexplained = 0;
        self.latest = None;
    }
}

pub(crate) fn push_error_text(out: &mut Vec<u8>, code: Code, detail: &[u8]) {
    const MARK: &str = "\u{1}";
    let text = code.text(MARK);
    match text.split_once(MARK) {
        Some((before, after)) => {
            out.extend_from_slice(before.as_bytes());
            out.extend_from_slice(detail);
            out.extend_from_slice(after.as_bytes());
        }
        None => out.extend_from_slice(text.as_bytes()),
    }
}

/// The column, from 1, of a place in a piece of the excerpt. The piece comes from the cleaned
/// line, where TABs are blanks; if blanks were squeezed, the column is that of the word at `at`.
pub(crate) fn column(excerpt: &[u8], needle: &[u8], at: usize) -> Option<usize> {
    if needle.is_empty() {
        return None;
    }
    let blank = |&byte: &u8| if byte == b'\t' { b' ' } else { byte };
    let line: Vec<u8> = excerpt.iter().map(blank).collect();
    let place = match memchr::memmem::find(&line, needle) {
        Some(start) => start + at,
        None => {
            let word = needle.get(at..)?.split(|&byte| byte == b' ').next()?;
            memchr::memmem::find(&line, word).filter(|_| !word.is_empty())?
        }
    };
    let end = place.min(excerpt.len());
    Some(lossy(&excerpt[..end]).chars().count() + 1)
}
