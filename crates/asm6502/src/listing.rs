//! The listing: one line per statement, built by columns and then compressed with TABs.

use crate::options::ListingMode;
use crate::segments::Address;

/// Everything that one listing line shows.
pub(crate) struct Entry<'a> {
    pub line: u32,
    pub uninitialized: bool,
    pub address: Address,
    pub bytes: &'a [u8],
    /// Inside a block that is not assembled.
    pub skipped: bool,
    pub label: &'a [u8],
    pub operation: &'a [u8],
    pub suffix: &'a [u8],
    pub operand: &'a [u8],
    pub comment: Option<&'a [u8]>,
    /// Cycles of the instruction, when asked for.
    pub cycles: &'a str,
}

/// Takes the text of a listing piece by piece, so that it need not be held in memory.
pub trait ListingSink {
    /// All that was written so far is to be forgotten: another pass begins.
    fn restart(&mut self);

    /// More text.
    fn write(&mut self, text: &[u8]);
}

/// Text that is held back before it goes to the sink.
const HELD: usize = 64 << 10;

/// The text of the listing so far.
#[derive(Default)]
pub(crate) struct Listing<'a> {
    pub mode: ListingMode,
    /// The text, as far as it has not gone to the sink.
    pub text: Vec<u8>,
    sink: Option<&'a mut dyn ListingSink>,
    /// Bytes that have gone to the sink.
    written: usize,
    /// `LIST ON`, for all files.
    pub on: bool,
    /// The pass cannot be the last one, so its lines are left out; see [`Listing::cut_short`].
    pub paused: bool,
    /// Never pause.
    pub complete: bool,
    /// The line up to the operand.
    head: Vec<u8>,
}

impl<'a> Listing<'a> {
    pub fn new(mode: ListingMode, sink: Option<&'a mut dyn ListingSink>) -> Self {
        Listing {
            mode,
            sink,
            on: true,
            ..Listing::default()
        }
    }

    /// Bytes of the listing so far.
    pub fn len(&self) -> usize {
        self.written + self.text.len()
    }

    /// Hands what is held back on to the sink.
    pub fn flush(&mut self) {
        if let Some(sink) = &mut self.sink {
            sink.write(&self.text);
            self.written += self.text.len();
            self.text.clear();
        }
    }

    /// Begins anew, with the same sink.
    pub fn restarted(self) -> Listing<'a> {
        let mut listing = Listing::new(self.mode, self.sink);
        listing.complete = true;
        listing.forget();
        listing
    }

    fn forget(&mut self) {
        self.text.clear();
        if self.written > 0 || self.complete {
            self.written = 0;
            if let Some(sink) = &mut self.sink {
                sink.restart();
            }
        }
    }

    pub fn enabled(&self) -> bool {
        self.mode != ListingMode::None
    }

    /// A pass that needs another one is never listed with `-l`, unless the run ends with it. That
    /// is rare enough to do such a run once more.
    pub fn pause(&mut self) {
        self.paused = self.mode == ListingMode::LastPass && !self.complete;
    }

    /// True if the run ended in the pass whose listing was left out.
    pub fn cut_short(&self) -> bool {
        self.paused
    }

    pub fn start_pass(&mut self) {
        self.paused = false;
        if self.mode == ListingMode::LastPass {
            self.forget();
        }
    }

    /// Adds text as it is, if there is a listing.
    pub fn push(&mut self, text: &[u8]) {
        if self.enabled() {
            self.text.extend_from_slice(text);
        }
    }

    pub fn add(&mut self, entry: &Entry) {
        let head = &mut self.head;
        head.clear();
        push_columns(head, entry);
        head.extend_from_slice(entry.cycles.as_bytes());
        head.extend_from_slice(entry.label);
        head.extend_from_slice(&[b' '; LABEL + 1][entry.label.len().min(LABEL)..]);
        head.extend_from_slice(entry.operation);
        if !entry.suffix.is_empty() {
            head.push(b'.');
            head.extend_from_slice(entry.suffix);
        }
        let mut line = Compressor::new(&mut self.text);
        line.put(head);
        line.tab();
        line.put_with_tabs(entry.operand);
        if let Some(comment) = entry.comment {
            line.tab();
            line.put(b";");
            line.put_with_tabs(comment);
        }
        line.finish();
        if self.text.len() >= HELD {
            self.flush();
        }
    }
}

/// Columns of a label.
const LABEL: usize = 10;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Columns up to the label.
const COLUMNS: usize = 43;

/// Column of the address, which has four digits at least.
const ADDRESS: usize = 9;

/// The line by columns up to the label: number 0-6, `U` 8, address 9, bytes 31, mark 42. Longer
/// numbers push the rest to the right.
fn push_columns(out: &mut Vec<u8>, entry: &Entry) {
    let mut columns = [b' '; COLUMNS];
    put_marks(&mut columns, entry);
    if entry.line < 10_000_000 {
        put_decimal(&mut columns[..7], entry.line);
    } else {
        out.extend_from_slice(entry.line.to_string().as_bytes());
    }
    out.extend_from_slice(&columns[out.len().min(7)..ADDRESS]);
    push_address(out, entry.address.value);
    out.extend_from_slice(&columns[ADDRESS + 4..]);
}

/// What does not depend on the length of numbers.
fn put_marks(columns: &mut [u8; COLUMNS], entry: &Entry) {
    if entry.uninitialized {
        columns[8] = b'U';
    }
    if entry.address.unknown {
        columns[14..18].copy_from_slice(b"????");
    }
    for (cell, &byte) in columns[31..].chunks_exact_mut(3).zip(entry.bytes) {
        cell[0] = HEX[usize::from(byte >> 4)];
        cell[1] = HEX[usize::from(byte & 15)];
    }
    if entry.bytes.len() > 4 {
        columns[COLUMNS - 1] = b'*';
    } else if entry.skipped {
        columns[COLUMNS - 1] = b'-';
    }
}

/// A number at the right end of its columns.
fn put_decimal(columns: &mut [u8], mut number: u32) {
    for column in columns.iter_mut().rev() {
        *column = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
}

/// At least four hexadecimal digits.
pub(crate) fn push_address(out: &mut Vec<u8>, value: i64) {
    let value = value as u64;
    let digits = (16 - value.leading_zeros() / 4).max(4);
    for digit in (4..digits).rev() {
        out.push(HEX[(value >> (4 * digit) & 15) as usize]);
    }
    let digit = |number: u32| HEX[(value >> (4 * number) & 15) as usize];
    out.extend_from_slice(&[digit(3), digit(2), digit(1), digit(0)]);
}

/// Replaces runs of blanks before each eighth column by TABs and cuts what trails.
///
/// A TAB in the line leaves the column counter at 1 instead of 0 for the character behind it, so
/// that the cells behind it end a column early: dasm counts so.
struct Compressor<'t> {
    out: &'t mut Vec<u8>,
    start: usize,
    column: usize,
}

/// Columns from one TAB stop to the next.
const CELL: usize = 8;

/// Number of blanks that the cell ends with.
#[inline]
fn blanks_at_end(cell: [u8; CELL]) -> usize {
    let differences = u64::from_le_bytes(cell) ^ u64::from_le_bytes([b' '; CELL]);
    differences.leading_zeros() as usize / 8
}

impl<'t> Compressor<'t> {
    fn new(out: &'t mut Vec<u8>) -> Self {
        let start = out.len();
        Compressor {
            out,
            start,
            column: 0,
        }
    }

    fn put_with_tabs(&mut self, mut text: &[u8]) {
        while let Some(at) = memchr::memchr(b'\t', text) {
            self.put(&text[..at]);
            self.tab();
            text = &text[at + 1..];
        }
        self.put(text);
    }

    /// Text without TABs. Only the end of a cell needs a look.
    fn put(&mut self, mut text: &[u8]) {
        if self.column > 0 {
            let (rest_of_cell, behind) = text.split_at(text.len().min(CELL - self.column));
            self.out.extend_from_slice(rest_of_cell);
            self.column += rest_of_cell.len();
            if self.column < CELL {
                return;
            }
            self.end_cell();
            text = behind;
        }
        let (cells, rest) = text.as_chunks::<CELL>();
        for cell in cells {
            self.out.extend_from_slice(cell);
            self.shorten(blanks_at_end(*cell));
        }
        self.out.extend_from_slice(rest);
        self.column = rest.len();
    }

    /// The cell before has just been filled.
    fn end_cell(&mut self) {
        let blanks = match self.out[self.start..].last_chunk::<CELL>() {
            Some(cell) => blanks_at_end(*cell),
            None => 0, // A line begins with a number of seven columns.
        };
        self.shorten(blanks);
    }

    /// If the cell ends with two blanks or more, a TAB takes the place of the run.
    #[inline]
    fn shorten(&mut self, blanks: usize) {
        if blanks >= 2 {
            self.out.truncate(self.out.len() - blanks);
            self.out.push(b'\t');
        }
    }

    /// A TAB in the line: blanks before it go, back to the start of the cell.
    fn tab(&mut self) {
        while self.column > 0 && self.out.last() == Some(&b' ') {
            self.out.pop();
            self.column -= 1;
        }
        self.out.push(b'\t');
        self.column = 1;
    }

    fn finish(self) {
        while self.out.len() > self.start && matches!(self.out.last(), Some(b' ' | b'\t' | b'\n')) {
            self.out.pop();
        }
        self.out.push(b'\n');
    }
}
