//! Reads listings in dasm's format, which our assembler also writes.
//!
//! A row consists of the line number, the address and, between tabs, the bytes and the text: ` 29
//! f000\t\t d8\t Start cld`. In a macro, line numbers start over at 1. The macro's rows follow a
//! row with line number 0, which is the macro call.

use super::row::{Listing, Row};
use crate::source_line::SourceLine;

/// Reads the rows of a listing.
pub fn read(text: &str) -> Listing {
    let mut files = Files::default();
    let lines = (1..).zip(text.lines());
    let rows = lines.filter_map(|(listing_line, text)| row(listing_line, text, &mut files));
    let rows = rows.collect();
    let files = files.entries.into_iter().map(|(file, _)| file).collect();
    Listing { files, rows }
}

/// The files in the listing, and the state needed to find a row's line.
#[derive(Default)]
struct Files {
    /// The name of each file, and the number of its last line read so far.
    entries: Vec<(String, u32)>,
    /// The current file, as an index into `entries`.
    file: usize,
    /// True if `file` has just begun. A row with line number 0 is then the INCLUDE of that file,
    /// not a macro call.
    has_just_begun: bool,
    /// The line of the macro call whose rows are being read.
    call: Option<u32>,
}

impl Files {
    /// Reads a row such as `------- FILE game.asm LEVEL 1 PASS 2`; returns false for any other row.
    fn read_file_header(&mut self, text: &str) -> bool {
        let Some(name) = text.strip_prefix("------- FILE ") else {
            return false;
        };
        let name = name.split(" LEVEL ").next().unwrap_or(name);
        let known = self.entries.iter().position(|(entry, _)| entry == name);
        self.file = known.unwrap_or(self.entries.len());
        if known.is_none() {
            self.entries.push((name.to_owned(), 0));
        }
        (self.has_just_begun, self.call) = (true, None);
        true
    }

    /// Returns the source line of a row with this number; in a macro, the line of the call.
    fn line(&mut self, number: u32) -> SourceLine {
        let is_include = std::mem::take(&mut self.has_just_begun);
        let file = self.file;
        let line = match self.entries.get_mut(file) {
            Some((_, last)) => {
                let next = *last + 1;
                if number == 0 && !is_include {
                    self.call.get_or_insert(next);
                }
                match self.call {
                    Some(call) if number != call + 1 => call,
                    _ => {
                        self.call = None;
                        *last = number;
                        number
                    }
                }
            }
            None => number,
        };
        SourceLine { file, line }
    }
}

fn row(listing_line: u32, text: &str, files: &mut Files) -> Option<Row> {
    if files.read_file_header(text) {
        return None;
    }
    let mut fields = text.split('\t');
    let head = fields.next()?;
    let (number, address) = head.get(..7).zip(head.get(7..))?;
    let line = files.line(number.trim().parse().ok()?);
    let uninitialized = address.starts_with(" U");
    let address = address.trim_start().trim_start_matches('U');
    let address = usize::from_str_radix(address, 16).ok()?;
    let bytes = fields.nth(1).unwrap_or_default();
    let bytes = bytes.split_whitespace().map_while(|byte| {
        let digits = byte.trim_end_matches('*');
        let is_byte = digits.len() == 2;
        is_byte.then(|| u8::from_str_radix(digits, 16).ok())?
    });
    let bytes: Vec<u8> = bytes.collect();
    let (label, is_equate) = label(fields);
    Some(Row {
        listing_line,
        line,
        address,
        // For an equate, these bytes are its value; they are not in the image.
        bytes: if is_equate { Vec::new() } else { bytes },
        shows_all_bytes: false,
        label: label.filter(|_| !is_equate),
        uninitialized,
    })
}

/// Returns the name before a row's operation, and true if the row is an equate. The listing puts
/// three spaces before the name.
fn label<'a>(fields: impl Iterator<Item = &'a str>) -> (Option<String>, bool) {
    let mut fields = fields.skip_while(|field| field.is_empty());
    let text = fields.next().and_then(|field| field.strip_prefix("   "));
    let mut words = text
        .unwrap_or_default()
        .split(' ')
        .chain(fields.flat_map(str::split_whitespace));
    let name = words
        .next()
        .filter(|name| !name.is_empty() && !name.starts_with(';'));
    let operation = words.find(|word| !word.is_empty()).unwrap_or_default();
    let is_equate = EQUATES.contains(&operation.to_ascii_lowercase().as_str());
    (name.map(str::to_owned), name.is_some() && is_equate)
}

/// Directives whose label is not an address.
const EQUATES: [&str; 7] = ["=", "equ", "eqm", "set", "setstr", "mac", "macro"];
