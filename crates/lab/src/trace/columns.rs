//! Writes columns of text into a byte buffer. A trace has millions of lines; for speed, digits come
//! from tables, and text from the previous line is reused where possible.

use vcs::{Place, cpu::flag};

/// The two hexadecimal digits of each byte.
const HEX: [[u8; 2]; 256] = {
    let digits = b"0123456789ABCDEF";
    let mut table = [[0; 2]; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = [digits[byte >> 4], digits[byte & 15]];
        byte += 1;
    }
    table
};

/// The flags as letters, for each value of the status register. A capital letter means that the
/// flag is set.
const FLAGS: [[u8; 6]; 256] = {
    let bits = [flag::N, flag::V, flag::D, flag::I, flag::Z, flag::C];
    let mut table = [*b"nvdizc"; 256];
    let mut status = 0;
    while status < 256 {
        let mut at = 0;
        while at < 6 {
            if status as u8 & bits[at] != 0 {
                table[status][at] = table[status][at].to_ascii_uppercase();
            }
            at += 1;
        }
        status += 1;
    }
    table
};

/// The two decimal digits of each number below 100.
const DIGIT_PAIRS: [[u8; 2]; 100] = {
    let mut table = [[b'0'; 2]; 100];
    let mut number = 0;
    while number < 100 {
        table[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    table
};

/// Returns the four decimal digits of a number below 10,000.
#[inline]
fn four_digits(value: u16) -> [u8; 4] {
    let [[a, b], [c, d]] = [value / 100, value % 100].map(|pair| DIGIT_PAIRS[usize::from(pair)]);
    [a, b, c, d]
}

/// Returns the two hexadecimal digits of a byte.
#[inline]
pub fn hex2(value: u8) -> [u8; 2] {
    HEX[usize::from(value)]
}

/// Returns the four hexadecimal digits of an address.
#[inline]
pub fn hex4(value: u16) -> [u8; 4] {
    let [high, low] = value.to_be_bytes().map(hex2);
    [high[0], high[1], low[0], low[1]]
}

/// Returns the flags as letters, with capitals for set flags.
#[inline]
pub fn flags(status: u8) -> [u8; 6] {
    FLAGS[usize::from(status)]
}

/// Appends a number, right-aligned in `width` columns. A longer number takes more columns.
pub fn decimal(out: &mut Vec<u8>, mut value: u64, width: usize) {
    let mut digits = [b' '; 20];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    let from = at.min(digits.len() - width.min(digits.len()));
    out.extend_from_slice(&digits[from..]);
}

/// A column with a right-aligned number that grows slowly. The last four digits are rewritten each
/// time, the other digits only when they change.
#[derive(Debug, Clone)]
pub struct CounterColumn<const WIDTH: usize> {
    text: [u8; WIDTH],
    /// The number in `text` divided by 10,000; `None` if all digits must be rewritten next time.
    high: Option<u64>,
}

/// The number of different values that the last four digits can have.
const LOW_RANGE: u64 = 10_000;

impl<const WIDTH: usize> Default for CounterColumn<WIDTH> {
    fn default() -> Self {
        CounterColumn {
            text: [b' '; WIDTH],
            high: None,
        }
    }
}

impl<const WIDTH: usize> CounterColumn<WIDTH> {
    /// Returns the column's text; `None` if the number has more than `WIDTH` digits.
    #[inline]
    pub fn text(&mut self, value: u64) -> Option<&[u8; WIDTH]> {
        match self.text.last_chunk_mut::<4>() {
            Some(low) if self.high == Some(value / LOW_RANGE) => {
                *low = four_digits((value % LOW_RANGE) as u16)
            }
            _ => self.rewrite(value)?,
        }
        Some(&self.text)
    }

    /// Appends the number. If it has more than `WIDTH` digits, it takes more columns.
    #[inline]
    pub fn push(&mut self, out: &mut Vec<u8>, value: u64) {
        match self.text(value) {
            Some(text) => out.extend_from_slice(text),
            None => decimal(out, value, WIDTH),
        }
    }

    fn rewrite(&mut self, value: u64) -> Option<()> {
        let mut text = Vec::with_capacity(WIDTH);
        decimal(&mut text, value, WIDTH);
        self.text = text.try_into().ok()?;
        // A number below 10,000 may have blanks instead of leading zeros in the last four columns,
        // so rewrite the whole column next time.
        self.high = Some(value / LOW_RANGE).filter(|&high| high > 0);
        Some(())
    }
}

/// The columns for frame, scanline and color clock. The scanline has 5 characters, the color clock
/// 4, and the frame the rest of `WIDTH`. Frame and scanline are rewritten only when they change.
#[derive(Debug, Clone)]
pub struct PlaceColumns<const WIDTH: usize> {
    text: [u8; WIDTH],
    /// The frame and scanline that the text shows.
    line: Option<(u64, u16)>,
}

impl<const WIDTH: usize> Default for PlaceColumns<WIDTH> {
    fn default() -> Self {
        PlaceColumns {
            text: [b' '; WIDTH],
            line: None,
        }
    }
}

impl<const WIDTH: usize> PlaceColumns<WIDTH> {
    /// Returns the text of the three columns; `None` if the frame number does not fit.
    #[inline]
    pub fn text(&mut self, place: Place) -> Option<&[u8; WIDTH]> {
        match self.text.last_chunk_mut::<4>() {
            Some(clock) if self.line == Some((place.frame, place.scanline)) => {
                *clock = clock_column(place.clock);
            }
            _ => self.rewrite(place)?,
        }
        Some(&self.text)
    }

    /// Appends the place. A number that does not fit makes its column wider.
    #[inline]
    pub fn push(&mut self, out: &mut Vec<u8>, place: Place) {
        match self.text(place) {
            Some(text) => out.extend_from_slice(text),
            None => push_place(out, place, WIDTH),
        }
    }

    fn rewrite(&mut self, place: Place) -> Option<()> {
        let mut text = Vec::with_capacity(WIDTH);
        push_place(&mut text, place, WIDTH);
        self.text = text.try_into().ok()?;
        self.line = Some((place.frame, place.scanline));
        Some(())
    }
}

fn push_place(out: &mut Vec<u8>, place: Place, width: usize) {
    decimal(out, place.frame, width - 9);
    decimal(out, place.scanline.into(), 5);
    out.extend_from_slice(&clock_column(place.clock));
}

/// Returns a color clock, `0..228`, right-aligned in four columns.
#[inline]
fn clock_column(clock: u16) -> [u8; 4] {
    let [_, hundreds, tens, ones] = four_digits(clock);
    match clock {
        100.. => [b' ', hundreds, tens, ones],
        10.. => [b' ', b' ', tens, ones],
        _ => [b' ', b' ', b' ', ones],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(out: &[u8]) -> &str {
        std::str::from_utf8(out).unwrap()
    }

    #[test]
    fn a_counter_column_matches_the_format_macro() {
        let mut counter = CounterColumn::<11>::default();
        let big = [99_990, 99_999_999_990, 9_999_999_999_999];
        let numbers = (0..30_000).chain([9, 10_000, 9_999, 0]);
        let numbers = numbers.chain(big.into_iter().flat_map(|from| from..from + 20));
        for number in numbers {
            let wanted = format!("{number:11}");
            let counted = counter.text(number).map(|bytes| text(bytes));
            assert_eq!(counted, Some(&wanted[..]).filter(|_| wanted.len() == 11));
            let mut out = Vec::new();
            counter.push(&mut out, number);
            assert_eq!(text(&out), wanted);
        }
    }

    #[test]
    fn text_reused_from_the_previous_place_is_correct() {
        let mut columns = PlaceColumns::<14>::default();
        for frame in [0, 1, 99_999, 100_000, 7] {
            for scanline in [0, 9, 10, 311, 5] {
                for clock in 0..228 {
                    let place = Place {
                        frame,
                        scanline,
                        clock,
                    };
                    let wanted = format!("{frame:5}{scanline:5}{clock:4}");
                    let shown = columns.text(place).map(|bytes| text(bytes));
                    assert_eq!(shown, Some(&wanted[..]).filter(|_| frame < 100_000));
                    let mut out = Vec::new();
                    columns.push(&mut out, place);
                    assert_eq!(text(&out), wanted);
                }
            }
        }
    }

    #[test]
    fn bytes_and_flags_come_from_tables() {
        assert_eq!((hex2(0xa7), hex4(0xf01c)), (*b"A7", *b"F01C"));
        assert_eq!(flags(flag::N | flag::I | flag::B), *b"NvdIzc");
        assert_eq!(flags(flag::V | flag::D | flag::Z | flag::C), *b"nVDiZC");
    }
}
