//! The buffers of printed text and diagnostics.

use crate::diagnostic::Diagnostic;
use crate::error::ErrorCode;
use crate::names::symbols::{Place, SymbolId};
use crate::text::lossy;

/// The printed text, and the messages of the current pass.
#[derive(Debug, Default)]
pub(crate) struct Messages {
    /// The text printed so far, over all passes.
    pub printed: Vec<u8>,
    /// dasm's error lines in the pass.
    pub errors: Vec<u8>,
    /// Text that `ECHO` has printed in the pass.
    pub echo: Vec<u8>,
    /// The errors of the pass with excerpt and advice, and the warnings.
    pub diagnostics: Vec<Diagnostic>,
    /// The current statement's diagnostics and uses of unknown symbols that have no excerpt yet.
    pub pending: Vec<Pending>,
    /// Uses of unknown symbols in the pass.
    pub unknown_uses: Vec<UnknownUse>,
    /// Index of the most recent diagnostic; `None` if it was not kept.
    pub latest: Option<usize>,
    /// The location in dasm's last error line, which dasm repeats in its final message.
    pub location: Vec<u8>,
    /// True if the statement only tests whether names are known, so that unknown names are not
    /// recorded.
    pub ignore_unknown: bool,
}

/// A use of a symbol whose value was unknown.
#[derive(Debug)]
pub(crate) struct UnknownUse {
    pub symbol: SymbolId,
    pub place: Place,
    /// The error to report if the symbol never gets a value, without its text.
    pub diagnostic: Diagnostic,
}

/// The diagnostic that a [`Pending`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Owner {
    /// An index into `Messages::diagnostics`.
    Diagnostic(usize),
    /// An index into `Messages::unknown_uses`.
    UnknownUse(usize),
}

/// A diagnostic that has no excerpt yet. `needle` is a piece of the source line, and the diagnostic
/// points to the byte at offset `at` in it.
#[derive(Debug)]
pub(crate) struct Pending {
    pub owner: Owner,
    pub needle: Vec<u8>,
    pub at: usize,
}

/// Maximum number of diagnostics, and of uses of unknown symbols, to keep per pass.
pub(crate) const MAX_KEPT: usize = 1000;

impl Messages {
    /// Returns true if the statement has messages that have no excerpt yet.
    pub fn needs_excerpts(&self) -> bool {
        !self.pending.is_empty()
    }

    pub fn diagnostic_of(&mut self, owner: Owner) -> &mut Diagnostic {
        match owner {
            Owner::Diagnostic(index) => &mut self.diagnostics[index],
            Owner::UnknownUse(index) => &mut self.unknown_uses[index].diagnostic,
        }
    }

    pub fn start_pass(&mut self) {
        self.location.clear();
        self.errors.clear();
        self.echo.clear();
        self.diagnostics.clear();
        self.pending.clear();
        self.unknown_uses.clear();
        self.latest = None;
    }
}

/// Appends dasm's text for an error.
pub(crate) fn push_error_text(out: &mut Vec<u8>, code: ErrorCode, detail: &[u8]) {
    for (number, part) in code.text().split("{}").enumerate() {
        if number > 0 {
            out.extend_from_slice(detail);
        }
        out.extend_from_slice(part.as_bytes());
    }
}

/// Finds `needle`, a piece of the cleaned line, in the excerpt, and returns the column, from 1, of
/// the byte at offset `at` in `needle`. Cleaning replaces TABs with blanks, so a blank matches a
/// TAB. Cleaning can also remove blanks, so `needle` may not be found as a whole; then this
/// function searches only for the word that begins at offset `at`.
pub(crate) fn column(excerpt: &[u8], needle: &[u8], at: usize) -> Option<usize> {
    if needle.is_empty() {
        return None;
    }
    let blank = |&byte: &u8| if byte == b'\t' { b' ' } else { byte };
    let blanked = |text: &[u8]| text.iter().map(blank).collect::<Vec<u8>>();
    let (line, needle) = (blanked(excerpt), blanked(needle));
    let place = match memchr::memmem::find(&line, &needle) {
        Some(start) => start + at,
        None => {
            let word = needle.get(at..)?.split(|&byte| byte == b' ').next()?;
            memchr::memmem::find(&line, word).filter(|_| !word.is_empty())?
        }
    };
    let end = place.min(excerpt.len());
    Some(lossy(&excerpt[..end]).chars().count() + 1)
}
