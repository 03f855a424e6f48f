//! Blanks of a listing line as TABs.

/// Replaces runs of blanks before each eighth column by TABs and cuts what trails.
///
/// A TAB in the line leaves the column counter at 1 instead of 0 for the character behind it, so
/// that the cells behind it end a column early: dasm counts so.
pub(crate) struct Compressor<'t> {
    /// Room for the line, not less than the text put into it.
    out: &'t mut [u8],
    /// What is written of it.
    at: usize,
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
    pub fn new(out: &'t mut [u8]) -> Self {
        Compressor {
            out,
            at: 0,
            column: 0,
        }
    }

    #[inline]
    fn write(&mut self, text: &[u8]) {
        self.out[self.at..][..text.len()].copy_from_slice(text);
        self.at += text.len();
    }

    pub fn put_with_tabs(&mut self, mut text: &[u8]) {
        while let Some(at) = memchr::memchr(b'\t', text) {
            self.put(&text[..at]);
            self.tab();
            text = &text[at + 1..];
        }
        self.put(text);
    }

    /// Text without TABs. Only the end of a cell needs a look.
    #[inline]
    pub fn put(&mut self, mut text: &[u8]) {
        if self.column > 0 {
            let (rest_of_cell, behind) = text.split_at(text.len().min(CELL - self.column));
            self.write(rest_of_cell);
            self.column += rest_of_cell.len();
            if self.column < CELL {
                return;
            }
            self.end_cell();
            text = behind;
        }
        let (cells, rest) = text.as_chunks::<CELL>();
        for cell in cells {
            self.write(cell);
            self.shorten(blanks_at_end(*cell));
        }
        self.write(rest);
        self.column = rest.len();
    }

    /// The cell before has just been filled.
    fn end_cell(&mut self) {
        let blanks = match self.out[..self.at].last_chunk::<CELL>() {
            Some(cell) => blanks_at_end(*cell),
            None => 0, // A line begins with a number of seven columns.
        };
        self.shorten(blanks);
    }

    /// If the cell ends with two blanks or more, a TAB takes the place of the run.
    #[inline]
    fn shorten(&mut self, blanks: usize) {
        if blanks >= 2 {
            self.at -= blanks;
            self.write(b"\t");
        }
    }

    /// The character written last.
    fn last(&self) -> Option<u8> {
        self.out[..self.at].last().copied()
    }

    /// A TAB in the line: blanks before it go, back to the start of the cell.
    #[inline]
    pub fn tab(&mut self) {
        while self.column > 0 && self.last() == Some(b' ') {
            self.at -= 1;
            self.column -= 1;
        }
        self.write(b"\t");
        self.column = 1;
    }

    /// Cuts what trails; returns the length of the line.
    pub fn finish(mut self) -> usize {
        while matches!(self.last(), Some(b' ' | b'\t' | b'\n')) {
            self.at -= 1;
        }
        self.write(b"\n");
        self.at
    }
}
