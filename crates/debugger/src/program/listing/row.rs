//! The rows of a listing, in a form common to all assemblers.

use crate::source_line::SourceLine;

/// The rows of a listing.
pub struct Listing {
    /// The names of the source files. The first is the main source.
    pub files: Vec<String>,
    /// The rows with an address.
    pub rows: Vec<Row>,
}

impl Listing {
    /// Returns the index of the file called `name`, and true if the file is new. Adds the file to
    /// the list if it is new.
    pub fn find_or_add_file(files: &mut Vec<String>, name: &str) -> (usize, bool) {
        match files.iter().position(|file| file == name) {
            Some(index) => (index, false),
            None => {
                files.push(name.to_owned());
                (files.len() - 1, true)
            }
        }
    }
}

/// Replaces each run of whitespace with a single space.
pub fn collapse_whitespace(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row with an address.
pub struct Row {
    /// Line of the listing, from 1.
    pub listing_line: u32,
    /// The source line.
    pub line: SourceLine,
    /// The address at which the row's code runs.
    pub address: usize,
    /// The first bytes of the row, as many as the listing shows.
    pub bytes: Vec<u8>,
    /// True if the listing shows all bytes of the row.
    pub shows_all_bytes: bool,
    /// The label before the instruction.
    pub label: Option<String>,
    /// True if the row is in an uninitialized segment, which has no bytes in the image.
    pub uninitialized: bool,
}
