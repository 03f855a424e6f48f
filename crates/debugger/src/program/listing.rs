//! The assembler's listing file, as dasm writes it too: the lines of the listing are the source.
//!
//! A row has its line number, the address and, between tabs, the bytes:
//! `     29  f000\t\t       d8\t   Start      cld`. A listing knows no offsets in the image, so the
//! bytes are looked for there, from where the row before ended.

use super::{Program, Span};
use crate::place_in_source::SourceLine;
use lab::trace::Symbols;
use thiserror::Error;

/// Why a listing cannot be used.
#[derive(Debug, Error, Clone, Copy, PartialEq, Eq)]
pub enum ListingError {
    /// No row has the form of a listing.
    #[error("this is no listing; write one with `crownhead asm SOURCE -lFILE` or `dasm`")]
    NoRows,
    /// The bytes are not those of the image.
    #[error("the listing is of another image: {found} of its {rows} rows with bytes are in it")]
    OtherImage {
        /// Rows whose bytes were found.
        found: usize,
        /// Rows with bytes.
        rows: usize,
    },
}

/// A row with an address.
struct Row {
    /// Line of the listing, from 1.
    line: u32,
    address: usize,
    /// The first of its bytes, as many as the listing shows.
    bytes: Vec<u8>,
}

/// Where a bank may begin: the smallest slices have 256 bytes.
const SLICE: usize = 0x100;

impl Program {
    /// A program whose source lines are those of a listing, called `name`.
    ///
    /// # Errors
    /// [`ListingError`] if the text is no listing, or one of another image.
    pub fn with_listing(
        symbols: Symbols,
        name: &str,
        listing: &str,
        image: &[u8],
    ) -> Result<Program, ListingError> {
        let rows: Vec<Row> = (1..)
            .zip(listing.lines())
            .filter_map(|(line, text)| row(line, text))
            .collect();
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
        let spans: Vec<Span> = with_bytes
            .iter()
            .filter_map(|(row, length)| {
                Some(Span {
                    offset: search.find(row, *length)?,
                    length: *length,
                    address: row.address as u16,
                    line: SourceLine {
                        file: 0,
                        line: row.line,
                    },
                    call: None,
                })
            })
            .collect();
        if spans.len() * 10 < with_bytes.len() * 9 {
            return Err(ListingError::OtherImage {
                found: spans.len(),
                rows: with_bytes.len(),
            });
        }
        let mut program = Program::with_symbols(symbols);
        program.files = vec![name.to_owned()];
        program.spans = spans;
        program.spans.sort_by_key(|span| span.offset);
        super::map::drop_overlaps(&mut program.spans);
        Ok(program)
    }
}

/// The bytes of a row, up to the next row's address; an equate has none, though it shows its value.
fn length(row: &Row, next: Option<usize>) -> Option<usize> {
    let shown = row.bytes.len();
    // After an ORG, or at the end, no more is known than what the row shows.
    let Some(length) = next.and_then(|next| next.checked_sub(row.address)) else {
        return Some(shown);
    };
    // An ORG within the segment leaves bytes out that are not the row's.
    let is_gap = length > LONGEST || length > shown && shown < SHOWN;
    (length > 0).then_some(if is_gap { shown } else { length })
}

/// More bytes than one row makes.
const LONGEST: usize = 0x1000;
/// The bytes that a row shows of a long run of data.
const SHOWN: usize = 4;

fn row(line: u32, text: &str) -> Option<Row> {
    let mut fields = text.split('\t');
    let head = fields.next()?;
    let (number, address) = head.get(..7).zip(head.get(7..))?;
    number.trim().parse::<u32>().ok()?;
    // `U` is an uninitialized segment, which makes no bytes.
    let address = address
        .strip_prefix("  ")
        .filter(|rest| !rest.contains(' '))?;
    let address = usize::from_str_radix(address, 16).ok()?;
    let bytes = fields.nth(1).unwrap_or_default();
    let bytes = bytes.split_whitespace().map_while(|byte| {
        let digits = byte.trim_end_matches('*');
        let is_byte = digits.len() == 2;
        is_byte.then(|| u8::from_str_radix(digits, 16).ok())?
    });
    Some(Row {
        line,
        address,
        bytes: bytes.collect(),
    })
}

/// Looks for the rows in the image.
struct Search<'a> {
    image: &'a [u8],
    /// Where the last row ended.
    position: usize,
    /// From an address to an offset, as in the last row.
    shift: Option<isize>,
}

impl Search<'_> {
    fn find(&mut self, row: &Row, length: usize) -> Option<usize> {
        let same = self
            .shift
            .and_then(|shift| row.address.checked_add_signed(shift));
        let first = self.position + (row.address.wrapping_sub(self.position)) % SLICE;
        let others = (first..self.image.len()).step_by(SLICE);
        let offset = same.into_iter().chain(others).find(|offset| {
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
    fn rows_with_bytes_are_source_lines() {
        let program = Program::with_listing(Symbols::default(), "game.lst", LISTING, &image());
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
    fn the_same_address_in_another_bank_is_found_there() {
        let mut two = image();
        two.extend(image());
        two[0x1001] = 3;
        let second = LISTING.replace("a9 02", "a9 03");
        let both = LISTING.to_owned() + &second;
        let program = Program::with_listing(Symbols::default(), "a.lst", &both, &two).unwrap();
        let spans = program.spans().iter();
        let found: Vec<usize> = spans.map(|span| span.offset).collect();
        assert_eq!(found[..5], [0, 2, 4, 10, 0xffc]);
        assert_eq!(found[5..], [0x1000, 0x1002, 0x1004, 0x100a, 0x1ffc]);
    }

    #[test]
    fn other_texts_and_other_images_are_refused() {
        let symbols = Symbols::default();
        let fault = Program::with_listing(symbols.clone(), "", "hello\n", &image()).unwrap_err();
        assert_eq!(fault, ListingError::NoRows);
        let fault = Program::with_listing(symbols, "", LISTING, &[1; 0x1000]).unwrap_err();
        assert_eq!(fault, ListingError::OtherImage { found: 0, rows: 5 });
    }
}
