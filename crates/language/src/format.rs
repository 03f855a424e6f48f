//! Formats a source in four columns: label, operation, operand, comment.
//!
//! Only the spaces between the columns change. Some lines are left unchanged, because in them other
//! spaces may matter, too: lines that contain `/* */`, an unclosed quote, control characters or
//! invalid UTF-8, and lines that begin with `^` or `#`.

use asm6502::syntax::{SplitLine, split_line};
use asm6502::{Options, SourceProvider};
use std::ops::Range;
use thiserror::Error;

use crate::program::Program;
use crate::rename::assembles_to_same_bytes;
use crate::text::{Edit, Location, Text, TextRange, lossy};

/// The columns in which the parts of a line begin. Columns are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    /// The column of the operation.
    pub operation: usize,
    /// The column of the operand. If the operation extends past it, the operand follows after one
    /// space.
    pub operand: usize,
    /// The column of a comment after a statement. If the statement extends past it, the comment
    /// follows after two spaces.
    pub comment: usize,
    /// The number of columns by which lines inside `IF` and `REPEAT` are indented.
    pub indent: usize,
}

impl Default for Columns {
    fn default() -> Self {
        Columns {
            operation: 8,
            operand: 12,
            comment: 32,
            indent: 2,
        }
    }
}

/// The error if a file cannot be formatted without a change to the program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0} is not formatted, because the result would not assemble to the same bytes")]
pub struct FormatError(String);

/// Returns the edits that format a text: one for each line that changes.
pub fn format(text: &Text, columns: Columns) -> Vec<(TextRange, String)> {
    let lines = split(text);
    let equates = equate_columns(&lines, columns);
    let mut edits = Vec::new();
    let mut depth = 0usize;
    for (index, (raw, line)) in lines.iter().enumerate() {
        let word = raw[line.operation.clone()].to_ascii_lowercase();
        let word = word.strip_prefix(b".").unwrap_or(&word);
        if matches!(word, b"endif" | b"eif" | b"repend") {
            depth = depth.saturating_sub(1);
        }
        let outdent = usize::from(matches!(word, b"else" | b"elif"));
        let indent = depth.saturating_sub(outdent) * columns.indent;
        if let Some(formatted) = format_line(raw, line, columns, indent, equates[index])
            && formatted.as_bytes() != *raw
        {
            let range = TextRange::in_line(index as u32, 0..raw.len() as u32);
            edits.push((range, formatted));
        }
        if matches!(
            word,
            b"if" | b"ifconst" | b"ifnconst" | b"ifdef" | b"ifndef" | b"repeat"
        ) {
            depth += 1;
        }
    }
    edits
}

/// Returns the lines without LF and CR, each with its fields.
fn split(text: &Text) -> Vec<(&[u8], SplitLine)> {
    let mut in_comment = false;
    let lines = text
        .lines()
        .map(|raw| raw.strip_suffix(b"\r").unwrap_or(raw));
    lines
        .map(|raw| (raw, split_line(raw, &mut in_comment)))
        .collect()
}

/// For each line, returns the column of the operation if the line is an assignment, otherwise
/// `None`. Consecutive assignments have the same column.
fn equate_columns(lines: &[(&[u8], SplitLine)], columns: Columns) -> Vec<Option<usize>> {
    let is_assignment = |(raw, line): &(&[u8], SplitLine)| {
        let word = raw[line.operation.clone()].to_ascii_lowercase();
        !line.label.is_empty()
            && matches!(
                word.as_slice(),
                b"=" | b"equ" | b"set" | b"eqm" | b"setstr" | b"setsym"
            )
    };
    let mut result = Vec::new();
    for block in lines.chunk_by(|a, b| is_assignment(a) == is_assignment(b)) {
        let column = is_assignment(&block[0]).then(|| {
            let widths = block
                .iter()
                .map(|(raw, line)| width(label_text(raw, line)) + 1);
            widths.max().unwrap_or(0).max(columns.operation)
        });
        result.extend(block.iter().map(|_| column));
    }
    result
}

/// Returns the label, including its colon if there is one.
fn label_text<'t>(raw: &'t [u8], line: &SplitLine) -> &'t [u8] {
    let colon = raw.get(line.label.end) == Some(&b':');
    &raw[line.label.start..line.label.end + usize::from(colon)]
}

/// Returns the formatted line; `None` if the line must not change.
fn format_line(
    raw: &[u8],
    line: &SplitLine,
    columns: Columns,
    indent: usize,
    equate_column: Option<usize>,
) -> Option<String> {
    let is_control = |byte: &u8| byte.is_ascii_control() && *byte != b'\t' || *byte == 0x80;
    let first = raw.trim_ascii_start().first();
    if line.block_comment
        || line.is_malformed
        || raw.iter().any(is_control)
        || str::from_utf8(raw).is_err()
        || matches!(first, Some(b'^' | b'#'))
    {
        return None;
    }
    let comment = lossy(raw[line.comment.clone()].trim_ascii_end());
    if line.label.is_empty() && line.operation.is_empty() {
        let blanks = raw.len() - raw.trim_ascii_start().len();
        return Some(match blanks {
            _ if comment.is_empty() => String::new(),
            // A comment in the first column stays there. A comment that starts at the comment
            // column or to the right of it goes there; others are indented like the code
            // around them.
            0 => comment,
            _ if blanks >= columns.comment => format!("{:1$}{comment}", "", columns.comment),
            _ => format!("{:1$}{comment}", "", columns.operation + indent),
        });
    }
    let mut result = lossy(label_text(raw, line));
    if !line.operation.is_empty() {
        let has_label = !line.label.is_empty();
        let column =
            equate_column.unwrap_or(columns.operation + if has_label { 0 } else { indent });
        pad(&mut result, column, usize::from(has_label).max(1));
        let end = line.suffix.end.max(line.operation.end);
        result.push_str(&lossy(&raw[line.operation.start..end]));
        if !line.operand.is_empty() {
            let start = column + columns.operand.saturating_sub(columns.operation);
            let start = if equate_column.is_some() { 0 } else { start };
            pad(&mut result, start, 1);
            result.push_str(&lossy(&raw[line.operand.clone()]));
        }
    }
    if !comment.is_empty() {
        pad(&mut result, columns.comment, 2);
        result.push_str(&comment);
    }
    Some(result)
}

/// Adds spaces until the text reaches `column`; adds at least `min` spaces.
fn pad(text: &mut String, column: usize, min: usize) {
    let length = text.chars().count();
    let blanks = column.saturating_sub(length).max(min);
    text.extend(std::iter::repeat_n(' ', blanks));
}

fn width(text: &[u8]) -> usize {
    lossy(text).chars().count()
}

/// Returns the edits that format some lines of a file of the program. Lines are numbered from 0.
///
/// # Errors
///
/// [`FormatError`] if the formatted program would assemble to different bytes.
pub fn format_file(
    program: &Program,
    provider: &dyn SourceProvider,
    options: &Options,
    file: u32,
    lines: Range<u32>,
    columns: Columns,
) -> Result<Vec<Edit>, FormatError> {
    let text = program.text(file);
    let path = program.path(file);
    let edits: Vec<Edit> = format(text, columns)
        .into_iter()
        .filter(|(range, _)| lines.contains(&range.start.line))
        .map(|(range, text)| Edit {
            location: Location {
                file: path.to_vec(),
                range,
            },
            text,
        })
        .collect();
    if assembles_to_same_bytes(program, provider, options, &edits) {
        Ok(edits)
    } else {
        Err(FormatError(lossy(path)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::apply;

    fn formatted(source: &str) -> String {
        let text = Text::new(source.as_bytes().to_vec());
        let edits = format(&text, Columns::default());
        String::from_utf8(apply(&text, &edits).unwrap()).unwrap()
    }

    #[test]
    fn a_line_has_four_columns() {
        let cases = [
            ("a lda #1;b", "a       lda #1                  ;b"),
            ("\tsta\tWSYNC\t; c", "        sta WSYNC               ; c"),
            ("Label:\tSUBROUTINE", "Label:  SUBROUTINE"),
            ("AVeryLongLabel lda x", "AVeryLongLabel lda x"),
            (" byte \"a  b\" , 1", "        byte \"a  b\" , 1"),
            ("   ; about the code", "        ; about the code"),
            ("; a title", "; a title"),
            ("   ", ""),
            (" lda #' ; blank", "        lda #'                  ; blank"),
            (" lda /* x */ a", " lda /* x */ a"),
            (" ldx.w  a", "        ldx.w a"),
        ];
        for (source, expected) in cases {
            assert_eq!(formatted(source), expected);
            assert_eq!(formatted(expected), expected);
        }
    }

    #[test]
    fn assignments_in_a_row_are_aligned() {
        let source = "A=1\nLONG_NAME  = 2 ; b\n\nB  equ 3\n";
        let expected = "A         = 1\nLONG_NAME = 2                   ; b\n\nB       equ 3\n";
        assert_eq!(formatted(source), expected);
    }

    #[test]
    fn blocks_are_indented() {
        let source = " if a\nx nop\n nop\n if b\n nop\n endif\n else\n nop\n endif\n nop\r\n";
        let expected = "        if  a\nx       nop\n          nop\n          if  b\n\
                        \x20           nop\n\
                        \x20         endif\n        else\n          nop\n        endif\n\
                        \x20       nop\r\n";
        assert_eq!(formatted(source), expected);
    }
}
