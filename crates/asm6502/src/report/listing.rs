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

/// Receives the text of a listing page by page, so that the whole text need not be in memory.
pub trait ListingSink {
    /// Discards everything written so far: another pass begins.
    fn restart(&mut self);

    /// Appends text.
    fn write(&mut self, text: &[u8]);
}

/// Size of a page in bytes: less than 64 KiB, so that a buffer of 64 KiB is enough for a page and
/// its last line.
const PAGE_SIZE: usize = 60 << 10;

/// The text of the listing so far.
#[derive(Default)]
pub(crate) struct Listing<'a> {
    mode: ListingMode,
    sink: Option<&'a mut dyn ListingSink>,
    /// Number of bytes passed to the sink.
    flushed: usize,
    /// The text that has not been passed to the sink.
    pub text: Vec<u8>,
    /// The columns before the operand of the line that is being added.
    head: Vec<u8>,
    /// False after `LIST OFF`, in all files.
    pub on: bool,
    /// True while lines are omitted because another pass is needed. If it is true at the end of the
    /// run, the listing of the last pass is missing.
    pub paused: bool,
    /// True if the listing is never paused.
    never_pauses: bool,
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

    /// Returns an empty listing that is never paused, with the same sink.
    pub fn restarted(self) -> Listing<'a> {
        Listing {
            never_pauses: true,
            ..Listing::new(self.mode, self.sink)
        }
    }

    /// Returns the size of the listing so far, in bytes.
    pub fn len(&self) -> usize {
        self.flushed + self.text.len()
    }

    /// Passes the text to the sink, if there is one.
    pub fn flush(&mut self) {
        if let Some(sink) = &mut self.sink {
            sink.write(&self.text);
            self.flushed += self.text.len();
            self.text.clear();
        }
    }

    /// Returns true if a listing was requested.
    pub fn enabled(&self) -> bool {
        self.mode != ListingMode::None
    }

    /// Pauses the listing, because another pass is needed and `-l` lists only the last pass. If
    /// this pass turns out to be the last after all, the run is repeated with a complete listing.
    pub fn pause(&mut self) {
        self.paused = self.mode == ListingMode::LastPass && !self.never_pauses;
    }

    pub fn start_pass(&mut self) {
        self.paused = false;
        if self.mode == ListingMode::LastPass {
            self.text.clear();
            self.flushed = 0;
            if let Some(sink) = &mut self.sink {
                sink.restart();
            }
        }
    }

    /// Appends text unchanged, if a listing was requested.
    pub fn push(&mut self, text: &[u8]) {
        if self.enabled() {
            self.text.extend_from_slice(text);
        }
    }

    /// Appends the line of a statement.
    pub fn add(&mut self, entry: &ListedLine) {
        self.head.clear();
        self.head.resize(entry.width(), b' ');
        entry.write_head(&mut self.head);
        let mut line = Compressor::new(&mut self.text);
        line.put(&self.head);
        line.tab();
        line.put_with_tabs(entry.operand);
        if let Some(comment) = entry.comment {
            line.tab();
            line.put(b";");
            line.put_with_tabs(comment);
        }
        line.finish();
        if self.text.len() >= PAGE_SIZE {
            self.flush();
        }
    }
}

/// Minimum width of the label column; a blank follows.
const LABEL_WIDTH: usize = 10;

/// Number of columns before the label. The line number is in columns 0 to 6, the `U` of an
/// uninitialized segment in 8, the address in 9 to 12, the `????` of an unknown address in 14 to
/// 17. The bytes begin in column 31; column 42 has a `*` for more bytes, or a `-` for a skipped
/// line. A longer address shifts the columns after it to the right.
const LABEL_START: usize = 43;

impl ListedLine<'_> {
    /// Returns how many extra columns a long address needs.
    fn excess(&self) -> usize {
        address_digits(self.address.value) - DIGITS
    }

    /// Returns the number of columns before the operand.
    fn width(&self) -> usize {
        let label = self.label.len().max(LABEL_WIDTH) + 1;
        let suffix = self.suffix.map_or(0, |letters| 1 + letters.len());
        let statement = label + self.operation.len() + suffix;
        LABEL_START + self.excess() + self.cycles.len() + statement
    }

    /// Writes the columns before the operand. `head` must contain only blanks.
    fn write_head(&self, head: &mut [u8]) {
        put_decimal(&mut head[..7], self.line);
        if self.uninitialized {
            head[8] = b'U';
        }
        put_address(&mut head[9..9 + DIGITS + self.excess()], self.address.value);
        let head = &mut head[self.excess()..];
        if self.address.unknown {
            head[14..18].copy_from_slice(b"????");
        }
        for (cell, &byte) in head[31..LABEL_START].chunks_exact_mut(3).zip(self.bytes) {
            cell[0] = HEX[usize::from(byte >> 4)];
            cell[1] = HEX[usize::from(byte & 15)];
        }
        if self.bytes.len() > 4 {
            head[LABEL_START - 1] = b'*';
        } else if self.skipped {
            head[LABEL_START - 1] = b'-';
        }
        self.write_statement(&mut head[LABEL_START..]);
    }

    /// Writes cycles, label and operation.
    fn write_statement(&self, columns: &mut [u8]) {
        let (cycles, columns) = columns.split_at_mut(self.cycles.len());
        cycles.copy_from_slice(self.cycles.as_bytes());
        columns[..self.label.len()].copy_from_slice(self.label);
        let label = self.label.len().max(LABEL_WIDTH) + 1;
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
