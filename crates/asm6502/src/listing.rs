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

/// The text of the listing so far.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub mode: ListingMode,
    pub text: Vec<u8>,
    /// `LIST ON`, for all files.
    pub on: bool,
    /// The pass cannot be the last one, so its lines are left out; see [`Listing::cut_short`].
    pub paused: bool,
    /// Never pause.
    pub complete: bool,
    /// The line up to the operand.
    head: Vec<u8>,
}

impl Listing {
    pub fn new(mode: ListingMode) -> Self {
        Listing {
            mode,
            on: true,
            ..Listing::default()
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
            self.text.clear();
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
        head.resize(
            head.len() + LABEL.saturating_sub(entry.label.len()) + 1,
            b' ',
        );
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
    }
}

/// Columns of a label.
const LABEL: usize = 10;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// The line by columns up to the label: number 0-6, `U` 8, address 9, bytes 31, mark 42.
fn push_columns(out: &mut Vec<u8>, entry: &Entry) {
    push_decimal(out, entry.line);
    out.push(b' ');
    out.push(if entry.uninitialized { b'U' } else { b' ' });
    push_address(out, entry.address.value);
    out.extend_from_slice(if entry.address.unknown {
        b" ????             "
    } else {
        b"                  "
    });
    let mut bytes = *b"            ";
    for (index, &byte) in entry.bytes.iter().take(4).enumerate() {
        bytes[3 * index] = HEX[usize::from(byte >> 4)];
        bytes[3 * index + 1] = HEX[usize::from(byte & 15)];
    }
    bytes[11] = match entry {
        _ if entry.bytes.len() > 4 => b'*',
        _ if entry.skipped => b'-',
        _ => b' ',
    };
    out.extend_from_slice(&bytes);
}

/// A line number in seven columns.
fn push_decimal(out: &mut Vec<u8>, number: u32) {
    let mut digits = [b' '; 10];
    let mut rest = number;
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at.min(3)..]);
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
            self.end_cell();
        }
        self.out.extend_from_slice(rest);
        self.column = rest.len();
    }

    /// If the cell ends with two blanks or more, a TAB takes the place of the run.
    #[inline]
    fn end_cell(&mut self) {
        let cell = self.out.len().saturating_sub(CELL).max(self.start);
        let blanks = self.out[cell..]
            .iter()
            .rev()
            .take_while(|&&byte| byte == b' ')
            .count();
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
