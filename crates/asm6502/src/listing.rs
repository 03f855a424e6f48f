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
    raw: Vec<u8>,
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

    pub fn start_pass(&mut self) {
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
        self.raw.clear();
        self.build(entry);
        compress(&self.raw, &mut self.text);
        self.text.push(b'\n');
    }

    /// The line by columns: number 0-6, `U` 8, address 9, bytes 31, mark 42, source 43.
    fn build(&mut self, entry: &Entry) {
        let raw = &mut self.raw;
        push_decimal(raw, entry.line);
        raw.push(b' ');
        raw.push(if entry.uninitialized { b'U' } else { b' ' });
        push_address(raw, entry.address.value);
        raw.extend_from_slice(if entry.address.unknown {
            b" ???? "
        } else {
            b"      "
        });
        raw.extend_from_slice(b"            ");
        for index in 0..4 {
            match entry.bytes.get(index) {
                Some(&byte) => raw.extend_from_slice(&[
                    HEX[usize::from(byte >> 4)],
                    HEX[usize::from(byte & 15)],
                    b' ',
                ]),
                None => raw.extend_from_slice(b"   "),
            }
        }
        raw.pop();
        raw.push(match entry {
            _ if entry.bytes.len() > 4 => b'*',
            _ if entry.skipped => b'-',
            _ => b' ',
        });
        raw.extend_from_slice(entry.cycles.as_bytes());
        let source = raw.len();
        raw.extend_from_slice(entry.label);
        if raw.len() < source + 10 {
            raw.resize(source + 10, b' ');
        }
        raw.push(b' ');
        raw.extend_from_slice(entry.operation);
        if !entry.suffix.is_empty() {
            raw.push(b'.');
            raw.extend_from_slice(entry.suffix);
        }
        raw.push(b'\t');
        raw.extend_from_slice(entry.operand);
        if let Some(comment) = entry.comment {
            raw.extend_from_slice(b"\t;");
            raw.extend_from_slice(comment);
        }
    }
}

const HEX: &[u8; 16] = b"0123456789abcdef";

/// A line number in seven columns.
fn push_decimal(out: &mut Vec<u8>, number: u32) {
    let mut digits = [b' '; 10];
    let mut at = digits.len();
    let mut rest = number;
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
fn push_address(out: &mut Vec<u8>, value: i64) {
    let value = value as u64;
    let digits = (16 - value.leading_zeros() / 4).max(4);
    for digit in (0..digits).rev() {
        out.push(HEX[(value >> (4 * digit) & 15) as usize]);
    }
}

/// Replaces runs of blanks before each eighth column by TABs and cuts what trails.
///
/// A TAB in the line leaves the column counter at 1 instead of 0 for the character behind it, so
/// that the cells behind it end a column early: dasm counts so.
fn compress(raw: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let mut column = 0u8;
    let mut previous = 0u8;
    for &byte in raw {
        if byte == b'\t' {
            while column > 0 && out.last() == Some(&b' ') {
                out.pop();
                column -= 1;
            }
            out.push(b'\t');
            column = 0;
        } else {
            out.push(byte);
            if column == 7 && byte == b' ' && previous == b' ' {
                let mut most = 8;
                while most > 0 && out.len() > start && out.last() == Some(&b' ') {
                    out.pop();
                    most -= 1;
                }
                out.push(b'\t');
            }
        }
        previous = byte;
        column = (column + 1) & 7;
    }
    while out.len() > start && matches!(out.last(), Some(b' ' | b'\t')) {
        out.pop();
    }
}
