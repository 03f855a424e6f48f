//! A report for `crownhead doctor`, made up of rows with a name and a value.

use headless::print;
use std::fmt::Write;

/// Rows with a name and a value.
#[derive(Debug, Default)]
pub struct Report {
    text: String,
}

impl Report {
    /// Adds a row.
    pub fn row(&mut self, name: &str, value: &str) {
        let value = value.lines().collect::<Vec<_>>().join("; ");
        let value = print::escape_controls(&value);
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{name:<17} {value}");
    }

    /// Returns all rows, one per line.
    pub fn text(&self) -> &str {
        &self.text
    }
}
