//! Reads listings written by MADS (`-l:FILE`).
//!
//! A row consists of the line number, the address, the bytes and, after a tab, the text:
//! ` 16 F005 A9 02\t\tmain lda #2`. A `+` after the bytes means that there are more bytes than the
//! listing shows. A header of a file block, `FFFF>` or `2000-2010>`, may come before the address.
//! `Source: FILE` begins or continues a file. `Macro: NAME [Source: FILE]` begins the rows of a
//! macro, which belong to the line of its call. The end of an included file is not marked, so a
//! row's number and text decide whether it still belongs to that file.

use super::row::{Listing, Row, collapse_whitespace};
use crate::{program::Sources, source_line::SourceLine};

/// A file that is being read, and its last line read so far.
struct OpenFile {
    file: usize,
    last_line: u32,
}

/// Reads the rows of a listing.
pub fn read(text: &str, sources: &Sources<'_>) -> Listing {
    let (mut files, mut rows): (Vec<String>, Vec<Row>) = (Vec::new(), Vec::new());
    let mut texts: Vec<Vec<String>> = Vec::new();
    let mut open_files: Vec<OpenFile> = Vec::new();
    let mut in_macro = false;
    for (listing_line, line) in (1..).zip(text.lines()) {
        if let Some(name) = line.strip_prefix("Source: ") {
            in_macro = false;
            let (file, is_new) = Listing::find_or_add_file(&mut files, name);
            if is_new {
                let text = sources(name).map(|(_, text)| text).unwrap_or_default();
                texts.push(text.lines().map(collapse_whitespace).collect());
            }
            match open_files.iter().position(|open| open.file == file) {
                Some(at) => open_files.truncate(at + 1),
                None => open_files.push(OpenFile { file, last_line: 0 }),
            }
        } else if line.starts_with("Macro: ") {
            in_macro = true;
        } else if let Some(number) = line.get(..6).and_then(|digits| digits.trim().parse().ok()) {
            let (numbers, source) = columns(&line[6..]);
            if !in_macro {
                // The end of an included file is not marked, so find the file whose next line
                // matches.
                let is_next = |open: &OpenFile| {
                    let text = texts[open.file].get(number as usize - 1);
                    number > open.last_line
                        && text.is_none_or(|text| *text == collapse_whitespace(source))
                };
                let top = open_files.iter().rposition(is_next);
                open_files.truncate(top.map_or(open_files.len(), |top| top + 1));
                open_files
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|open| open.last_line = number);
            }
            let here = open_files.last().map(|open| SourceLine {
                file: open.file,
                line: open.last_line,
            });
            rows.extend(here.and_then(|here| row(listing_line, here, numbers, source)));
        }
    }
    Listing { files, rows }
}

/// Splits a row into its numbers and its text, at a tab or at the `+` that marks further bytes.
fn columns(text: &str) -> (&str, &str) {
    let (numbers, source) = text.split_once('\t').unwrap_or((text, ""));
    match numbers.split_once(" + ") {
        Some(_) => {
            let at = text.find(" + ").unwrap_or_default() + 2;
            text.split_at(at)
        }
        None => (numbers, source.trim_start_matches('\t')),
    }
}

/// Reads a row; returns `None` if it has no address.
fn row(listing_line: u32, line: SourceLine, numbers: &str, source: &str) -> Option<Row> {
    let is_header = |word: &&str| word.ends_with('>');
    let mut words = numbers.split_whitespace().filter(|word| !is_header(word));
    let address = usize::from_str_radix(words.next()?, 16).ok()?;
    let mut bytes = Vec::new();
    let mut shows_all_bytes = true;
    for word in words {
        match u8::from_str_radix(word, 16) {
            Ok(byte) => bytes.push(byte),
            Err(_) => shows_all_bytes = word != "+",
        }
    }
    let source = source
        .strip_prefix(' ')
        .filter(|_| !shows_all_bytes)
        .unwrap_or(source);
    let label = source.split([' ', '\t', ':']).next().unwrap_or_default();
    let is_name = label.starts_with(|first: char| first.is_alphabetic() || "_?@".contains(first));
    Some(Row {
        listing_line,
        line,
        address: address & 0xffff,
        uninitialized: bytes.is_empty() && address < 0x1000,
        bytes,
        shows_all_bytes,
        label: is_name.then(|| label.to_owned()),
    })
}
