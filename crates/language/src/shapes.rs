//! Finds shapes: consecutive lines of data that each contain one binary number, such as
//! `.byte %00111100`.

use asm6502::syntax::split_line;

use crate::text::{Text, TextRange};

/// A row of a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShapeRow {
    /// The range of the eight digits, without the `%`.
    pub digits: TextRange,
    /// The value of the digits. Bit 7 is the leftmost pixel of a player.
    pub bits: u8,
}

impl ShapeRow {
    /// Returns the line number of the row. Lines are numbered from 0.
    pub fn line(&self) -> u32 {
        self.digits.start.line
    }

    /// Returns a picture of the row, with one character for each bit.
    pub fn picture(&self) -> String {
        let pixel = |bit: u8| {
            if self.bits >> bit & 1 == 1 {
                '█'
            } else {
                '░'
            }
        };
        (0..8).rev().map(pixel).collect()
    }
}

/// Returns the shapes in a file: groups of at least two consecutive rows. A label starts a new
/// shape.
pub fn shapes(text: &Text) -> Vec<Vec<ShapeRow>> {
    let mut shapes: Vec<Vec<ShapeRow>> = Vec::new();
    let mut in_comment = false;
    let mut previous = None;
    for (line, raw) in (0..).zip(text.lines()) {
        let found = parse_row(raw, line, &mut in_comment);
        if let Some((row, labeled)) = found {
            match shapes.last_mut() {
                Some(shape) if previous.is_some() && !labeled => shape.push(row),
                _ => shapes.push(vec![row]),
            }
        }
        previous = found;
    }
    shapes.retain(|shape| shape.len() > 1);
    shapes
}

/// Parses a line as a row of a shape. Returns the row, and true if the line has a label; `None` if
/// the line is not such a row.
fn parse_row(raw: &[u8], line: u32, in_comment: &mut bool) -> Option<(ShapeRow, bool)> {
    let fields = split_line(raw, in_comment);
    let operation = raw[fields.operation].to_ascii_lowercase();
    let is_data = match operation.strip_prefix(b".").unwrap_or(&operation) {
        b"byte" => fields.suffix.is_empty(),
        b"dc" => matches!(&raw[fields.suffix], b"" | b"b" | b"B"),
        _ => false,
    };
    let (prefix, digits) = raw[fields.operand.clone()].split_first()?;
    let is_number = digits.len() == 8 && digits.iter().all(|digit| matches!(digit, b'0' | b'1'));
    if !is_data || *prefix != b'%' || !is_number {
        return None;
    }
    let bits = digits.iter().fold(0, |bits, digit| bits << 1 | digit & 1);
    let range = fields.operand.start as u32 + 1..fields.operand.end as u32;
    let row = ShapeRow {
        digits: TextRange::in_line(line, range),
        bits,
    };
    Some((row, !fields.label.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shapes_in(source: &str) -> Vec<(u32, usize, u8)> {
        let text = Text::new(source.as_bytes().to_vec());
        let shapes = shapes(&text);
        let summary = |shape: &Vec<ShapeRow>| (shape[0].line(), shape.len(), shape[0].bits);
        shapes.iter().map(summary).collect()
    }

    #[test]
    fn rows_of_binary_numbers_are_shapes() {
        let source =
            "Ship .byte %00011000 ; top\n byte %00111100\n dc.b %01111110\n DC %11111111\n";
        assert_eq!(shapes_in(source), [(0, 4, 0x18)]);
        // A label starts a new shape, any other line ends a shape, and a single row is not a shape.
        let source = " .byte %00000001\n .byte %00000010\nB .byte %00000011\n .byte %00000100\n\
                      \n .byte %00000101\n";
        assert_eq!(shapes_in(source), [(0, 2, 1), (2, 2, 3)]);
        for other in [
            " .word %00011000\n .word %00011000\n",
            " dc.w %00011000\n dc.w %00011000\n",
            " .byte $18\n .byte $18\n",
            " .byte %0001100\n .byte %0001100\n",
            " .byte %00011000,1\n .byte %00011000,1\n",
            " lda #%00011000\n lda #%00011000\n",
            "/*\n .byte %00011000\n .byte %00011000\n*/\n",
        ] {
            assert_eq!(shapes_in(other), [], "{other}");
        }
    }

    #[test]
    fn a_row_returns_the_range_of_its_digits_and_its_picture() {
        let text = Text::new(b" .byte %00111100\r\n .byte\t%10000001;x\n".to_vec());
        let shapes = shapes(&text);
        let [first, last] = shapes[0][..] else {
            panic!("{shapes:?}");
        };
        assert_eq!(first.picture(), "░░████░░");
        assert_eq!(text.slice(first.digits), b"00111100");
        assert_eq!(text.slice(last.digits), b"10000001");
        assert_eq!(last.bits, 0x81);
    }
}
