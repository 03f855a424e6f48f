//! Replaces runs of blanks in a listing line with TABs.

/// Replaces two or more blanks at the end of each eight-column cell with a TAB, and removes
/// trailing blanks from the line.
///
/// A TAB that is already in the line sets the column counter to 1 instead of 0, as in dasm, so
/// every later cell of the line ends one column early.
pub(crate) struct Compressor<'t> {
    /// The listing, to which the line is appended.
    out: &'t mut Vec<u8>,
    /// Offset of the line in `out`.
    start: usize,
    /// Current column within its cell, from 0.
    column: usize,
}

/// Number of columns from one TAB stop to the next.
const CELL: usize = 8;

/// Returns the number of blanks at the end of the cell.
#[inline]
fn blanks_at_end(cell: [u8; CELL]) -> usize {
    let differences = u64::from_le_bytes(cell) ^ u64::from_le_bytes([b' '; CELL]);
    differences.leading_zeros() as usize / 8
}

impl<'t> Compressor<'t> {
    pub fn new(out: &'t mut Vec<u8>) -> Self {
        Compressor {
            start: out.len(),
            out,
            column: 0,
        }
    }

    /// Adds text that may contain TABs.
    pub fn put_with_tabs(&mut self, mut text: &[u8]) {
        while let Some(at) = memchr::memchr(b'\t', text) {
            self.put(&text[..at]);
            self.tab();
            text = &text[at + 1..];
        }
        self.put(text);
    }

    /// Adds text without TABs. If a cell that the text fills ends with two or more blanks, replaces
    /// them with a TAB.
    #[inline]
    pub fn put(&mut self, mut text: &[u8]) {
        if self.column > 0 {
            let (rest_of_cell, after) = text.split_at(text.len().min(CELL - self.column));
            self.out.extend_from_slice(rest_of_cell);
            self.column += rest_of_cell.len();
            if self.column < CELL {
                return;
            }
            self.end_cell();
            text = after;
        }
        let (cells, rest) = text.as_chunks::<CELL>();
        for cell in cells {
            self.out.extend_from_slice(cell);
            self.shorten(blanks_at_end(*cell));
        }
        self.out.extend_from_slice(rest);
        self.column = rest.len();
    }

    /// Ends a cell that has just been filled.
    fn end_cell(&mut self) {
        let blanks = match self.out[self.start..].last_chunk::<CELL>() {
            Some(cell) => blanks_at_end(*cell),
            None => 0, // Does not happen: a full cell has eight bytes.
        };
        self.shorten(blanks);
    }

    /// Replaces two or more blanks at the end of a cell with a TAB.
    #[inline]
    fn shorten(&mut self, blanks: usize) {
        if blanks >= 2 {
            self.out.truncate(self.out.len() - blanks);
            self.out.push(b'\t');
        }
    }

    /// Returns the last character written.
    fn last(&self) -> Option<u8> {
        self.out[self.start..].last().copied()
    }

    /// Adds a TAB that is part of the line's own text, and removes any blanks of the same cell
    /// directly before it.
    #[inline]
    pub fn tab(&mut self) {
        while self.column > 0 && self.last() == Some(b' ') {
            self.out.pop();
            self.column -= 1;
        }
        self.out.push(b'\t');
        self.column = 1;
    }

    /// Removes trailing blanks, TABs and LFs, and adds an LF.
    pub fn finish(self) {
        while matches!(self.last(), Some(b' ' | b'\t' | b'\n')) {
            self.out.pop();
        }
        self.out.push(b'\n');
    }
}
