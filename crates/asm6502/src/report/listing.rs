//! The listing: one line per statement, laid out in columns and then compressed with TABs.

use crate::address::{Address, DIGITS, HEX, address_digits, put_address};
use crate::options::ListingMode;
use crate::report::tabs::Compressor;

/// The content of one listing line.
pub(crate) struct ListedLine<'a> {
    pub line: u32,
    pub uninitialized: bool,
    pub address: Address,
    pub bytes: &'a [u8],
    /// True inside a block that a condition skips.
    pub skipped: bool,
    pub label: &'a [u8],
    pub operation: &'a [u8],
    /// The operation's suffix: the text after the dot, if there is one.
    pub suffix: Option<&'a [u8]>,
    pub operand: &'a [u8],
    pub comment: Option<&'a [u8]>,
    /// The cycles column; empty without `--cycles`.
    pub cycles: &'a str,
}

/// Receives the text of a listing piece by piece, so that it need not be held in memory.
pub trait ListingSink {
    /// Discards everything written so far: another pass begins.
    fn restart(&mut self);

    /// Appends text.
    fn write(&mut self, text: &[u8]);
}

/// Size in bytes of a page. The listing writes lines into one page until it is full.
const PAGE: usize = 64 << 10;

/// The text of the listing so far.
#[derive(Default)]
pub(crate) struct Listing<'a> {
    pub mode: ListingMode,
    /// The text of completed pages, if no sink receives it.
    pub text: Vec<u8>,
    /// The page that is being written.
    page: Vec<u8>,
    /// Number of bytes used in the page.
    filled: usize,
    sink: Option<&'a mut dyn ListingSink>,
    /// Number of bytes passed to the sink.
    written: usize,
    /// False after `LIST OFF`, in all files.
    pub on: bool,
    /// True while lines are omitted because another pass is needed; see [`Listing::cut_short`].
    pub paused: bool,
    /// True if the listing is never paused.
    complete: bool,
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

    /// Returns the size of the listing so far, in bytes.
    pub fn len(&self) -> usize {
        self.written + self.text.len() + self.filled
    }

    /// Passes the page to the sink, or adds it to the text.
    pub fn flush(&mut self) {
        let page = &self.page[..self.filled];
        match &mut self.sink {
            Some(sink) => {
                sink.write(page);
                self.written += page.len();
            }
            None => self.text.extend_from_slice(page),
        }
        self.filled = 0;
    }

    /// Returns the free part of the page, after making it at least `bytes` long.
    fn reserve(&mut self, bytes: usize) -> &mut [u8] {
        if self.filled + bytes > self.page.len() {
            self.flush();
            self.page.resize(bytes.max(PAGE), 0);
        }
        &mut self.page[self.filled..]
    }

    /// Returns an empty listing that is never paused, with the same sink.
    pub fn restarted(self) -> Listing<'a> {
        let mut listing = Listing::new(self.mode, self.sink);
        listing.complete = true;
        listing.forget();
        listing
    }

    /// Discards the listing so far.
    fn forget(&mut self) {
        self.text.clear();
        self.filled = 0;
        if self.written > 0 || self.complete {
            self.written = 0;
            if let Some(sink) = &mut self.sink {
                sink.restart();
            }
        }
    }

    /// Returns true if a listing was requested.
    pub fn enabled(&self) -> bool {
        self.mode != ListingMode::None
    }

    /// Pauses the listing, because another pass is needed and `-l` lists only the last pass. If
    /// this pass turns out to be the last after all, the run is repeated with a complete listing.
    pub fn pause(&mut self) {
        self.paused = self.mode == ListingMode::LastPass && !self.complete;
    }

    /// Returns true if the run ended in a pass whose listing was omitted.
    pub fn cut_short(&self) -> bool {
        self.paused
    }

    pub fn start_pass(&mut self) {
        self.paused = false;
        if self.mode == ListingMode::LastPass {
            self.forget();
        }
    }

    /// Appends text unchanged, if a listing was requested.
    pub fn push(&mut self, text: &[u8]) {
        if self.enabled() {
            self.reserve(text.len())[..text.len()].copy_from_slice(text);
            self.filled += text.len();
        }
    }

    /// Appends the line of a statement.
    pub fn add(&mut self, entry: &ListedLine) {
        let width = entry.width();
        let comment = entry.comment.map_or(0, |comment| comment.len() + 2);
        // The 4 is for two TABs, a `;` and the LF.
        let mut line = Compressor::new(self.reserve(width + entry.operand.len() + comment + 4));
        if width <= USUAL_HEAD {
            let mut head = [b' '; USUAL_HEAD];
            entry.write_head(&mut head[..width]);
            line.put(&head[..width]);
        } else {
            let mut head = vec![b' '; width];
            entry.write_head(&mut head);
            line.put(&head);
        }
        line.tab();
        line.put_with_tabs(entry.operand);
        if let Some(comment) = entry.comment {
            line.tab();
            line.put(b";");
            line.put_with_tabs(comment);
        }
        self.filled += line.finish();
    }
}

/// Minimum width of the label column; a blank follows.
const LABEL: usize = 10;

/// Number of columns before the label. The line number is in columns 0 to 6, the `U` of an
/// uninitialized segment in 8, the address in 9 to 12, the `????` of an unknown address in 14 to
/// 17. The bytes begin in column 31; column 42 has a `*` for more bytes, or a `-` for a skipped
/// line. A longer line number or address shifts the columns after it to the right.
const COLUMNS: usize = 43;

/// Width of the line number column.
const NUMBER: usize = 7;

/// Number of columns before the operand that is enough in most lines.
const USUAL_HEAD: usize = 72;

impl ListedLine<'_> {
    /// Returns the numbers of extra columns that a long line number and a long address need.
    fn excess(&self) -> (usize, usize) {
        let number = match self.line {
            ..10_000_000 => 0,
            line => line.to_string().len() - NUMBER,
        };
        (number, address_digits(self.address.value) - DIGITS)
    }

    /// Returns the number of columns before the operand.
    fn width(&self) -> usize {
        let (number, address) = self.excess();
        let label = self.label.len().max(LABEL) + 1;
        let suffix = self.suffix.map_or(0, |letters| 1 + letters.len());
        let statement = label + self.operation.len() + suffix;
        COLUMNS + number + address + self.cycles.len() + statement
    }

    /// Writes the columns before the operand. `head` must contain only blanks.
    fn write_head(&self, head: &mut [u8]) {
        let (number, address) = self.excess();
        put_decimal(&mut head[..NUMBER + number], self.line);
        let head = &mut head[number..];
        if self.uninitialized {
            head[8] = b'U';
        }
        put_address(&mut head[9..9 + DIGITS + address], self.address.value);
        let head = &mut head[address..];
        if self.address.unknown {
            head[14..18].copy_from_slice(b"????");
        }
        for (cell, &byte) in head[31..COLUMNS].chunks_exact_mut(3).zip(self.bytes) {
            cell[0] = HEX[usize::from(byte >> 4)];
            cell[1] = HEX[usize::from(byte & 15)];
        }
        if self.bytes.len() > 4 {
            head[COLUMNS - 1] = b'*';
        } else if self.skipped {
            head[COLUMNS - 1] = b'-';
        }
        self.write_statement(&mut head[COLUMNS..]);
    }

    /// Writes cycles, label and operation.
    fn write_statement(&self, columns: &mut [u8]) {
        let (cycles, columns) = columns.split_at_mut(self.cycles.len());
        cycles.copy_from_slice(self.cycles.as_bytes());
        columns[..self.label.len()].copy_from_slice(self.label);
        let label = self.label.len().max(LABEL) + 1;
        let (operation, suffix) = columns[label..].split_at_mut(self.operation.len());
        operation.copy_from_slice(self.operation);
        if let ([dot, letters @ ..], Some(after_dot)) = (suffix, self.suffix) {
            *dot = b'.';
            letters.copy_from_slice(after_dot);
        }
    }
}

/// Writes a number, right-aligned in its columns.
fn put_decimal(columns: &mut [u8], mut number: u32) {
    for column in columns.iter_mut().rev() {
        *column = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
}
