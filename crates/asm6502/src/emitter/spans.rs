//! Which source line each run of bytes comes from.

use crate::names::symbols::Place;

/// A run of bytes that one line made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SourceSpan {
    pub origin: i64,
    pub address: i64,
    pub length: usize,
    pub place: Place,
    /// The outermost call in a file, if the line belongs to a macro.
    pub called_at: Option<Place>,
}
