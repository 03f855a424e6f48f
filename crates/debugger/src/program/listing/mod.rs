//! Reads listings by dasm (also written by our assembler), 64tass and MADS. The rows of a listing
//! refer to lines of the source files. If the main source file cannot be read, the debugger shows
//! the lines of the listing instead.
//!
//! A listing does not contain offsets in the image, so the image is searched for each row's bytes,
//! starting after those of the previous row.

mod dasm;
mod mads;
mod row;
mod tass;

use super::{Label, Program, Sources, Span, Variable, sort_labels};
use crate::source_line::SourceLine;
use lab::trace::Symbols;
use row::{Listing, Row};
use std::collections::HashMap;
use thiserror::Error;

/// The reason a listing cannot be used.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum ListingError {
    /// The text has no listing rows.
    #[error(
        "this is not a listing; write one with `crownhead asm SOURCE -lFILE`, `dasm -lFILE`, \
         `64tass --list FILE` or `mads -l:FILE`"
    )]
    NoRows,
    /// The bytes are not in the image.
    #[error(
        "the listing belongs to another image: only {found} of its {rows} rows with bytes match"
    )]
    OtherImage {
        /// Number of rows whose bytes were found.
        found: usize,
        /// Number of rows with bytes.
        rows: usize,
    },
}

/// Returns true if the text is a listing.
pub fn is_listing(text: &str) -> bool {
    match Assembler::of(text) {
        Assembler::Mads => text.contains("\nSource: "),
        Assembler::Tass => true,
        Assembler::Dasm => !dasm::read(text).rows.is_empty(),
    }
}

/// The assembler that wrote a listing.
enum Assembler {
    Mads,
    Tass,
    Dasm,
}

impl Assembler {
    fn of(text: &str) -> Assembler {
        if text.starts_with("mads ") {
            Assembler::Mads
        } else if text.contains(tass::INPUT_FILE_PREFIX) {
            Assembler::Tass
        } else {
            Assembler::Dasm
        }
    }
}

/// The alignment of a bank's first address. The smallest banks are 256 bytes.
const BANK_ALIGNMENT: usize = 0x100;

impl Program {
    /// Creates a program with the source lines, labels and variables in a listing. If the sources
    /// cannot be read, the program's lines are those of the listing, whose name is `name`.
    pub(super) fn with_listing(
        symbols: Symbols,
        name: &str,
        text: &str,
        image: &[u8],
        sources: &Sources<'_>,
    ) -> Result<Program, ListingError> {
        let Listing { files, rows } = match Assembler::of(text) {
            Assembler::Mads => mads::read(text, sources),
            Assembler::Tass => tass::read(text, sources),
            Assembler::Dasm => dasm::read(text),
        };
        let (ram, rows): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.uninitialized);
        let has_sources = files.first().is_some_and(|main| sources(main).is_some());
        let line_of = |row: &Row| match has_sources {
            true => row.line,
            false => SourceLine {
                file: 0,
                line: row.listing_line,
            },
        };
        let ends = rows.iter().skip(1).map(|row| Some(row.address));
        let with_bytes: Vec<(&Row, usize)> = rows
            .iter()
            .zip(ends.chain([None]))
            .filter(|(row, _)| !row.bytes.is_empty())
            .filter_map(|(row, end)| Some((row, length(row, end)?)))
            .collect();
        if with_bytes.is_empty() {
            return Err(ListingError::NoRows);
        }
        let mut search = Search {
            image,
            position: 0,
            shift: None,
        };
        let spans: Vec<(u32, Span)> = with_bytes
            .iter()
            .filter_map(|(row, length)| {
                let span = Span {
                    offset: search.find(row, *length)?,
                    length: *length,
                    address: row.address as u16,
                    line: line_of(row),
                    call: None,
                };
                Some((row.listing_line, span))
            })
            .collect();
        if spans.len() * 10 < with_bytes.len() * 9 {
            return Err(ListingError::OtherImage {
                found: spans.len(),
                rows: with_bytes.len(),
            });
        }
        let mut program = Program::with_symbols(symbols);
        program.add_labels(&rows, &spans, line_of);
        program.add_variables(&ram);
        program.files = if has_sources {
            super::paths(files, sources)
        } else {
            vec![name.to_owned()]
        };
        program.spans = spans.into_iter().map(|(_, span)| span).collect();
        program.spans.sort_by_key(|span| span.offset);
        super::map::drop_overlaps(&mut program.spans);
        Ok(program)
    }

    /// Adds the rows' labels. A label belongs to the next row with bytes, if that row has the
    /// label's address. `spans` pairs each span with the listing line of its row.
    fn add_labels(
        &mut self,
        rows: &[Row],
        spans: &[(u32, Span)],
        line_of: impl Fn(&Row) -> SourceLine,
    ) {
        let mut labels = Vec::new();
        let mut names_at: HashMap<u16, Vec<String>> = HashMap::new();
        for (name, value) in self.symbols.values() {
            names_at.entry(value).or_default().push(name.to_owned());
        }
        for (row, row_name) in rows
            .iter()
            .filter_map(|row| Some((row, row.label.as_ref()?)))
        {
            let address = row.address as u16;
            let next = spans
                .get(spans.partition_point(|(listing_line, _)| *listing_line < row.listing_line));
            let next = next.filter(|(_, span)| span.address == address);
            let scoped = names_at.get(&address).into_iter().flatten();
            let name = scoped.into_iter().find(|name| is_local(name, row_name));
            let name = name.unwrap_or(row_name);
            self.symbols.add_if_absent(name, row.address as u32);
            labels.push(Label {
                name: name.clone(),
                address,
                offset: next.map(|(_, span)| span.offset),
                line: Some(line_of(row)),
            });
        }
        if !labels.is_empty() {
            sort_labels(&mut labels);
            self.labels = labels;
        }
    }

    /// Adds the variables in rows of uninitialized segments.
    fn add_variables(&mut self, rows: &[Row]) {
        let ram = rows
            .iter()
            .filter(|row| (0x80..=0xff).contains(&row.address));
        let named = ram.filter_map(|row| Some((row.address as u16, row.label.as_deref()?)));
        let mut named: Vec<(u16, &str)> = named.collect();
        named.sort_unstable();
        if named.is_empty() {
            return;
        }
        for (address, name) in &named {
            self.symbols.add_if_absent(name, (*address).into());
        }
        let names = named.iter().map(|(_, name)| *name);
        self.symbols = std::mem::take(&mut self.symbols).with_variables(names);
        let ends = named.iter().skip(1).map(|(address, _)| *address);
        let ends = ends.chain([named[named.len() - 1].0 + 1]);
        let sized = named
            .iter()
            .zip(ends)
            .filter(|((address, _), end)| end > address);
        self.variables = sized
            .map(|((address, name), end)| Variable {
                name: (*name).to_owned(),
                address: *address,
                size: end - address,
            })
            .collect();
    }
}

/// Returns true if a symbol is a row's name preceded by its scope, such as `wait.loop` for `loop`.
fn is_local(symbol: &str, name: &str) -> bool {
    let scope = symbol.len().checked_sub(name.len());
    let Some((scope, last)) = scope.and_then(|scope| symbol.split_at_checked(scope)) else {
        return false;
    };
    let is_scoped = !scope.is_empty() && (scope.ends_with('.') || name.starts_with('.'));
    is_scoped && last.eq_ignore_ascii_case(name)
}

/// Returns how many bytes a row has, up to the address of the next row. Returns `None` for a row
/// without bytes in the image. An equate is such a row: in the column for bytes, the listing shows
/// the equate's value.
fn length(row: &Row, next: Option<usize>) -> Option<usize> {
    let shown = row.bytes.len();
    if row.shows_all_bytes {
        return Some(shown);
    }
    // Before an ORG, or at the end of the listing, only the bytes in the row are known.
    let Some(length) = next.and_then(|next| next.checked_sub(row.address)) else {
        return Some(shown);
    };
    // Bytes that an ORG skipped do not belong to the row.
    let is_gap = length > MAX_ROW_BYTES || length > shown && shown < SHOWN_BYTES;
    (length > 0).then_some(if is_gap { shown } else { length })
}

/// Upper bound on the number of bytes in one row.
const MAX_ROW_BYTES: usize = 0x1000;
/// Number of bytes that a row of long data shows.
const SHOWN_BYTES: usize = 4;

/// Searches the image for the rows' bytes.
struct Search<'a> {
    image: &'a [u8],
    /// The image offset just after the previous row's bytes.
    position: usize,
    /// For the previous row, the image offset minus the address.
    shift: Option<isize>,
}

impl Search<'_> {
    fn find(&mut self, row: &Row, length: usize) -> Option<usize> {
        let same_shift = self
            .shift
            .and_then(|shift| row.address.checked_add_signed(shift));
        let first = self.position + (row.address.wrapping_sub(self.position)) % BANK_ALIGNMENT;
        let others = (first..self.image.len()).step_by(BANK_ALIGNMENT);
        let offset = same_shift.into_iter().chain(others).find(|offset| {
            self.image.get(*offset..*offset + row.bytes.len()) == Some(&row.bytes)
        })?;
        self.shift = Some(offset as isize - row.address as isize);
        self.position = offset + length;
        Some(offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "------- FILE game.asm LEVEL 1 PASS 2\n      \
        1  10000 ????\t\t\t\t       processor\t6502\n      \
        2 U0080\t\t       00\t   frames     ds\t1\n      \
        3  f000\t\t       a9 02\t   Start      lda\t#2\n      \
        4  f002\t\t       00 07\t   SEVEN      =\t7\n      \
        5  f002\t\t       85 80\t\t      sta\tframes\n      \
        6  f004\t\t       01 02 03 04*\t\t      .byte.b\t1,2,3,4,5,6\n      \
        7  f00a\t\t       00\t\t      brk\n      \
        8  fffc\t\t\t\t\t      org\t$fffc\n      \
        9  fffc\t\t       00 f0\t\t      .word.w\tStart\n";

    fn image() -> Vec<u8> {
        let mut image = vec![0xff; 0x1000];
        image[..11].copy_from_slice(&[0xa9, 2, 0x85, 0x80, 1, 2, 3, 4, 5, 6, 0]);
        image[0xffc..0xffe].copy_from_slice(&[0, 0xf0]);
        image
    }

    #[test]
    fn rows_with_bytes_stand_in_for_missing_source_lines() {
        let program =
            Program::with_listing(Symbols::default(), "game.lst", LISTING, &image(), &|_| None);
        let program = program.unwrap();
        let spans = program.spans().iter();
        let found: Vec<_> = spans
            .map(|span| (span.offset, span.length, span.line.line))
            .collect();
        let expected = [(0, 2, 4), (2, 2, 6), (4, 6, 7), (10, 1, 8), (0xffc, 2, 10)];
        assert_eq!(found, expected);
        assert_eq!(program.describe(program.spans()[0].line), "game.lst:4");
    }

    #[test]
    fn rows_give_labels_variables_and_source_lines() {
        let listing = "------- FILE game.asm LEVEL 1 PASS 2\n      \
            4 U0080\t\t       00\t   frames\t      ds\t1\n      \
            5  f000\t\t\t\t   Start\n      \
            6  f000\t\t       a9 02\t\t      lda\t#2\n      \
            0  f002\t\t\t\t\t      PAIR\n      \
            1  f002\t\t       85 80\t\t      sta\tframes\n      \
            2  f004\t\t       01 02\t      .byte.b\t1,2\n\
            ------- FILE sub.inc LEVEL 2 PASS 2\n      \
            0  f006\t\t\t\t\t      include\t\"sub.inc\"\n      \
            1  f006\t\t       03 04\t   Sub      .byte.b\t3,4\n\
            ------- FILE game.asm\n      \
            9  f008\t\t       05\t      .byte.b\t5\n     \
            10  f009\t\t       00 07\t   SEVEN      =\t7\n";
        let mut image = image();
        image[6..9].copy_from_slice(&[3, 4, 5]);
        let source = |name: &str| {
            let path = "src/game.asm".to_owned();
            (name == "game.asm").then(|| (path, String::new()))
        };
        let program =
            Program::with_listing(Symbols::default(), "g.lst", listing, &image, &source).unwrap();
        assert_eq!(program.files(), ["src/game.asm", "sub.inc"]);
        let lines: Vec<String> = program
            .spans()
            .iter()
            .map(|span| program.describe(span.line))
            .collect();
        let game = |line: u32| format!("src/game.asm:{line}");
        assert_eq!(
            lines,
            [game(6), game(7), game(7), "sub.inc:1".into(), game(9)]
        );
        let labels: Vec<_> = program
            .labels()
            .iter()
            .map(|label| (&*label.name, label.offset))
            .collect();
        assert_eq!(labels, [("Start", Some(0)), ("Sub", Some(6))]);
        assert_eq!(program.variables()[0].name, "frames");
        assert_eq!(program.symbols.variable("frames"), Some(0x80));
        assert_eq!(program.symbols.value("SEVEN"), None);
    }

    #[test]
    fn a_repeated_address_is_found_in_the_next_bank() {
        let mut two = image();
        two.extend(image());
        two[0x1001] = 3;
        let second = LISTING.replace("a9 02", "a9 03");
        let both = LISTING.to_owned() + &second;
        let program =
            Program::with_listing(Symbols::default(), "a.lst", &both, &two, &|_| None).unwrap();
        let spans = program.spans().iter();
        let found: Vec<usize> = spans.map(|span| span.offset).collect();
        assert_eq!(found[..5], [0, 2, 4, 10, 0xffc]);
        assert_eq!(found[5..], [0x1000, 0x1002, 0x1004, 0x100a, 0x1ffc]);
    }

    #[test]
    fn other_texts_and_other_images_are_rejected() {
        let symbols = Symbols::default();
        let fault =
            Program::with_listing(symbols.clone(), "", "hello\n", &image(), &|_| None).unwrap_err();
        assert_eq!(fault, ListingError::NoRows);
        let fault =
            Program::with_listing(symbols, "", LISTING, &[1; 0x1000], &|_| None).unwrap_err();
        assert_eq!(fault, ListingError::OtherImage { found: 0, rows: 5 });
    }
}
