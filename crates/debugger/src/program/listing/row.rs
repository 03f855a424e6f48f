//! A listing of any assembler, as rows.

use crate::place_in_source::SourceLine;

/// The rows of a listing.
pub struct Listing {
    /// The names of the source files; the main file is the first.
    pub files: Vec<String>,
    /// The rows with an address.
    pub rows: Vec<Row>,
}

impl Listing {
    /// Returns the number of a file, and true if it is new.
    pub fn file(files: &mut Vec<String>, name: &str) -> (usize, bool) {
        match files.iter().position(|file| file == name) {
            Some(known) => (known, false),
            None => {
                files.push(name.to_owned());
                (files.len() - 1, true)
            }
        }
    }
}

/// Returns a text with single spaces.
pub fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row with an address.
pub struct Row {
    /// Line of the listing, from 1.
    pub own: u32,
    /// The line of a source.
    pub line: SourceLine,
    /// The address at which it runs.
    pub address: usize,
    /// The first of its bytes, as many as the listing shows.
    pub bytes: Vec<u8>,
    /// True if the listing shows all bytes of the row.
    pub is_whole: bool,
    /// The label before the instruction.
    pub label: Option<String>,
    /// True if the row is in an uninitialized segment, which makes no bytes.
    pub uninitialized: bool,
}
