//! The text of a file, divided into lines, with the columns that editors use.

use asm6502::SourceProvider;
use std::ops::Range;

/// A position in a text: a line, and a byte in that line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Position {
    /// The line number. Lines are numbered from 0.
    pub line: u32,
    /// The index of the byte in the line, from 0.
    pub column: u32,
}

/// A range of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct TextRange {
    /// The position of the first byte.
    pub start: Position,
    /// The position after the last byte.
    pub end: Position,
}

impl TextRange {
    /// Returns a range inside one line.
    pub fn in_line(line: u32, columns: Range<u32>) -> TextRange {
        TextRange {
            start: Position {
                line,
                column: columns.start,
            },
            end: Position {
                line,
                column: columns.end,
            },
        }
    }

    /// Returns true if a position is in the range or directly after it.
    pub fn touches(&self, position: Position) -> bool {
        self.start <= position && position <= self.end
    }
}

/// A range of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The path at which the source provider finds the file.
    pub file: Vec<u8>,
    /// The range.
    pub range: TextRange,
}

/// A change to a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edit {
    /// The range to replace.
    pub location: Location,
    /// The new text.
    pub text: String,
}

/// The unit in which an editor counts columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Encoding {
    /// UTF-8 bytes.
    Utf8,
    /// UTF-16 code units, as in JavaScript and most editors.
    #[default]
    Utf16,
}

/// The bytes of a file, and the starts of its lines.
#[derive(Debug, Clone, Default)]
pub struct Text {
    bytes: Vec<u8>,
    starts: Vec<u32>,
}

impl Text {
    /// Creates a text from the bytes of a file.
    pub fn new(bytes: Vec<u8>) -> Text {
        let mut starts = vec![0];
        let ends = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
        starts.extend(ends.map(|(at, _)| at as u32 + 1));
        Text { bytes, starts }
    }

    /// Reads a file. If the provider does not have it, uses the header with this name that is built
    /// into the assembler. If there is no such header either, the text is empty.
    pub fn read(provider: &dyn SourceProvider, path: &[u8]) -> Text {
        let built_in = || asm6502::built_in_header(path).map(|text| text.as_bytes().to_vec());
        Text::new(provider.read(path).or_else(built_in).unwrap_or_default())
    }

    /// Returns all bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of lines. The text after the last LF counts as a line, even if it is
    /// empty.
    pub fn line_count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Returns a line without its LF. Lines are numbered from 0. The result is empty if there is no
    /// such line.
    pub fn line(&self, line: u32) -> &[u8] {
        let range = self.line_range(line);
        &self.bytes[range]
    }

    /// Returns the byte range of a line, without its LF.
    fn line_range(&self, line: u32) -> Range<usize> {
        let Some(&start) = self.starts.get(line as usize) else {
            return self.bytes.len()..self.bytes.len();
        };
        let end = match self.starts.get(line as usize + 1) {
            Some(&next) => next as usize - 1,
            None => self.bytes.len(),
        };
        start as usize..end
    }

    /// Returns all lines, without their LFs.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.line_count()).map(|line| self.line(line))
    }

    /// Returns the index of the byte at a position. A position outside the text counts as the
    /// nearest position inside.
    pub fn offset(&self, position: Position) -> usize {
        let range = self.line_range(position.line);
        (range.start + position.column as usize).min(range.end)
    }

    /// Returns the position of the byte at an index.
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.bytes.len()) as u32;
        let line = self.starts.partition_point(|&start| start <= offset) - 1;
        Position {
            line: line as u32,
            column: offset - self.starts[line],
        }
    }

    /// Returns the bytes of a range.
    pub fn slice(&self, range: TextRange) -> &[u8] {
        let start = self.offset(range.start);
        &self.bytes[start..self.offset(range.end).max(start)]
    }

    /// Returns the range of the whole text.
    pub fn range(&self) -> TextRange {
        TextRange {
            start: Position::default(),
            end: self.position(self.bytes.len()),
        }
    }

    /// Returns the column of a position, in the units that the editor uses (`encoding`).
    pub fn column_in(&self, position: Position, encoding: Encoding) -> u32 {
        let line = self.line(position.line);
        let column = (position.column as usize).min(line.len());
        if encoding == Encoding::Utf8 || line.is_ascii() {
            return column as u32;
        }
        character_lengths(&line[..column])
            .map(|(_, units)| units)
            .sum()
    }

    /// Converts a line and a column in the editor's units (`encoding`) to a position. A column
    /// beyond the end of the line becomes the end of the line.
    pub fn position_of(&self, line: u32, column: u32, encoding: Encoding) -> Position {
        let text = self.line(line);
        let mut at = (column as usize).min(text.len());
        if encoding == Encoding::Utf16 && !text.is_ascii() {
            let mut units = 0;
            at = 0;
            for (bytes, width) in character_lengths(text) {
                if units + width > column {
                    break;
                }
                units += width;
                at += bytes;
            }
        }
        Position {
            line: line.min(self.line_count() - 1),
            column: at as u32,
        }
    }

    /// Replaces a range with new text.
    pub fn replace(&mut self, range: TextRange, text: &[u8]) {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        self.bytes
            .splice(start..end.max(start), text.iter().copied());
        *self = Text::new(std::mem::take(&mut self.bytes));
    }
}

/// Returns the length of each character of a line, both in bytes and in UTF-16 code units. A byte
/// that is not valid UTF-8 counts as one character.
fn character_lengths(line: &[u8]) -> impl Iterator<Item = (usize, u32)> {
    line.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars();
        let valid = valid.map(|character| (character.len_utf8(), character.len_utf16() as u32));
        valid.chain(chunk.invalid().iter().map(|_| (1, 1)))
    })
}

/// Returns the text after the edits; `None` if the edits overlap.
pub fn apply(text: &Text, edits: &[(TextRange, String)]) -> Option<Vec<u8>> {
    let mut sorted: Vec<_> = edits.iter().collect();
    sorted.sort_by_key(|(range, _)| *range);
    let mut result = Vec::with_capacity(text.bytes.len());
    let mut at = 0;
    for (range, replacement) in sorted {
        let (start, end) = (text.offset(range.start), text.offset(range.end));
        result.extend_from_slice(text.bytes.get(at..start)?);
        result.extend_from_slice(replacement.as_bytes());
        at = end.max(start);
    }
    result.extend_from_slice(&text.bytes[at..]);
    Some(result)
}

/// Converts bytes to a string. Replaces bytes that are not valid UTF-8.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn positions_and_offsets_convert_to_each_other() {
        let text = Text::new(b"ab\n\ncd\n".to_vec());
        assert_eq!(text.line_count(), 4);
        for offset in 0..=text.bytes().len() {
            assert_eq!(text.offset(text.position(offset)), offset);
        }
        assert_eq!(text.offset(at(0, 99)), 2);
        assert_eq!(text.offset(at(99, 0)), 7);
    }

    #[test]
    fn columns_are_counted_in_the_units_of_the_editor() {
        let text = Text::new("aé😀b\n".as_bytes().to_vec());
        for (column, units) in [(0, 0), (1, 1), (3, 2), (7, 4), (8, 5)] {
            assert_eq!(text.column_in(at(0, column), Encoding::Utf16), units);
            assert_eq!(text.position_of(0, units, Encoding::Utf16), at(0, column));
            assert_eq!(text.position_of(0, column, Encoding::Utf8), at(0, column));
        }
        // A column in the middle of a surrogate pair, and one beyond the end of the line.
        assert_eq!(text.position_of(0, 3, Encoding::Utf16), at(0, 3));
        assert_eq!(text.position_of(0, 99, Encoding::Utf16), at(0, 8));
        assert_eq!(text.position_of(9, 9, Encoding::Utf16).line, 1);
        let latin = Text::new(b"\xe9\xe8x".to_vec());
        assert_eq!(latin.column_in(at(0, 2), Encoding::Utf16), 2);
    }

    #[test]
    fn edits_apply_in_any_order_unless_they_overlap() {
        let text = Text::new(b"one two\nthree".to_vec());
        let edit = |line, columns, text: &str| (TextRange::in_line(line, columns), text.to_owned());
        let edits = [edit(1, 0..5, "3"), edit(0, 0..3, "1"), edit(0, 4..7, "2")];
        assert_eq!(apply(&text, &edits).as_deref(), Some(b"1 2\n3".as_slice()));
        assert_eq!(apply(&text, &[edit(0, 0..3, ""), edit(0, 2..4, "")]), None);
    }
}
