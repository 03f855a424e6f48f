//! The ranges around a position, from the smallest to the largest: the word, its field, the
//! statement, the line, the blocks, the file. An editor selects them one after another.

use asm6502::syntax::{split_line, tokens};

use crate::outline::folds;
use crate::text::{Position, Text, TextRange};

/// Returns the ranges around a position, with the innermost one first. Each range contains the
/// previous one.
pub fn selections(text: &Text, position: Position) -> Vec<TextRange> {
    let line = position.line;
    let raw = text.line(line);
    let fields = split_line(raw, &mut false);
    let start = fields.operand.start;
    let words = tokens(&raw[fields.operand.clone()])
        .map(|token| start + token.range.start..start + token.range.end);
    let code = fields.operation.start..fields.operand.end.max(fields.operation.end);
    let pieces = words.chain([
        fields.label,
        fields.operation,
        fields.operand,
        fields.comment,
        code,
        trimmed_range(raw),
        0..raw.len(),
    ]);
    let column = position.column as usize;
    let mut candidates: Vec<TextRange> = pieces
        .filter(|piece| !piece.is_empty() && (piece.start..=piece.end).contains(&column))
        .map(|piece| TextRange::in_line(line, piece.start as u32..piece.end as u32))
        .collect();
    let blocks = folds(text).into_iter();
    let mut blocks: Vec<TextRange> = blocks
        .filter(|fold| (fold.first..=fold.last).contains(&line))
        .map(|fold| line_range(text, fold.first, fold.last))
        .collect();
    blocks.sort_by_key(|block| block.end.line - block.start.line);
    candidates.extend(blocks);
    candidates.push(line_range(text, 0, text.line_count().saturating_sub(1)));
    let mut nested: Vec<TextRange> = Vec::new();
    for piece in candidates {
        let is_larger =
            |last: &TextRange| *last != piece && piece.start <= last.start && last.end <= piece.end;
        if nested.last().is_none_or(is_larger) {
            nested.push(piece);
        }
    }
    nested
}

/// Returns the range of a line without leading and trailing spaces.
fn trimmed_range(raw: &[u8]) -> std::ops::Range<usize> {
    let is_text = |byte: &u8| !byte.is_ascii_whitespace();
    let start = raw.iter().position(is_text).unwrap_or(0);
    let end = raw.iter().rposition(is_text).map_or(start, |end| end + 1);
    start..end
}

fn line_range(text: &Text, first: u32, last: u32) -> TextRange {
    let width = text.line(last).len() as u32;
    TextRange {
        start: TextRange::in_line(first, 0..0).start,
        end: TextRange::in_line(last, width..width).end,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_grows_from_the_word_to_the_file() {
        let source = "Start\n mac wait ; {1}\n lda table+1,x ; why\n endm\n";
        let text = Text::new(source.as_bytes().to_vec());
        let at = Position { line: 2, column: 6 };
        let ranges = selections(&text, at);
        let pieces: Vec<&[u8]> = ranges.iter().map(|range| text.slice(*range)).collect();
        let expected: [&[u8]; 7] = [
            b"table",
            b"table+1,x",
            b"lda table+1,x",
            b"lda table+1,x ; why",
            b" lda table+1,x ; why",
            b" mac wait ; {1}\n lda table+1,x ; why\n endm",
            source.as_bytes(),
        ];
        assert_eq!(pieces, expected);
    }
}
