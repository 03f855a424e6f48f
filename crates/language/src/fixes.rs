//! Quick fixes: edits that a message's help text proposes.

use asm6502::syntax::split_line;

use crate::diagnostics::{Problem, is_error};
use crate::text::{Edit, Location, Position, Text, TextRange, lossy};

/// A fix that a message's help text proposes.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The title, such as `replace with lda`.
    pub title: String,
    /// The edits.
    pub edits: Vec<Edit>,
}

/// Returns the fixes that a message's help text proposes, likeliest first. `text` is the text of
/// the file that the message refers to.
pub fn fixes(problem: &Problem, text: &Text) -> Vec<Fix> {
    // A message from inside a macro is shown at the macro call. A fix would edit the line of the
    // call instead of the faulty line.
    let help = problem.diagnostic.help.as_ref();
    let Some(help) = help.filter(|_| !problem.in_macro) else {
        return Vec::new();
    };
    let range = problem.location.range;
    let fix = |title: String, range: TextRange, replacement: String| Fix {
        title,
        edits: vec![Edit {
            location: Location {
                file: problem.location.file.clone(),
                range,
            },
            text: replacement,
        }],
    };
    let replace = |word: &str| {
        fix(
            format!("replace with {word}"),
            word_range(text, range),
            word.to_owned(),
        )
    };
    if let Some(names) = help.strip_prefix("did you mean ") {
        let names = names.trim_end_matches('?').split(" or ");
        return names
            .map(|name| replace_name(problem, text, name, fix))
            .collect();
    }
    if let Some(name) = help.strip_prefix("dasm calls this instruction ") {
        return vec![replace_operation(text, range, name, fix)];
    }
    if let Some(names) = help.strip_prefix("use ").filter(|_| is_error(problem)) {
        let words: Vec<&str> = names.split(" or ").collect();
        if matches!(words.as_slice(), ["byte" | "word", "dc.b" | "dc.w"]) {
            return words
                .iter()
                .map(|word| replace_operation(text, range, word, fix))
                .collect();
        }
    }
    let line = range.start.line;
    let start = TextRange::in_line(line, 0..0);
    match help.as_str() {
        "indent the line" => vec![fix("indent the line".to_owned(), start, " ".repeat(8))],
        "remove one #" => {
            let hash = TextRange::in_line(line, range.start.column..range.start.column + 1);
            vec![fix("remove one #".to_owned(), hash, String::new())]
        }
        "comments begin with ;" => comment_fix(text, line, fix).into_iter().collect(),
        "add the )" => {
            let end = TextRange {
                start: range.end.max(statement_end(text, line)),
                end: range.end.max(statement_end(text, line)),
            };
            vec![fix("add the )".to_owned(), end, ")".to_owned())]
        }
        "begin the source with `processor 6502`" => {
            let top = TextRange::in_line(0, 0..0);
            vec![fix(
                "begin the source with processor 6502".to_owned(),
                top,
                "        processor 6502\n".to_owned(),
            )]
        }
        "indent the line with `processor 6502`: in column 1 it is a label" => {
            let found = text.lines().position(|raw| {
                raw.get(..9)
                    .is_some_and(|word| word.eq_ignore_ascii_case(b"processor"))
            });
            let line = found.unwrap_or(0) as u32;
            let start = TextRange::in_line(line, 0..0);
            vec![fix(
                "indent processor 6502".to_owned(),
                start,
                " ".repeat(8),
            )]
        }
        _ => match help.strip_prefix("hexadecimal numbers begin with a $: ") {
            Some(number) => vec![replace(number)],
            None => Vec::new(),
        },
    }
}

/// Returns the fix that replaces an undefined name or an unknown operation with a known one.
fn replace_name(
    problem: &Problem,
    text: &Text,
    name: &str,
    fix: impl Fn(String, TextRange, String) -> Fix,
) -> Fix {
    let range = problem.location.range;
    let message = &problem.diagnostic.message;
    if message.starts_with("unknown mnemonic") {
        return replace_operation(text, range, name, fix);
    }
    fix(
        format!("replace with {name}"),
        word_range(text, range),
        name.to_owned(),
    )
}

fn replace_operation(
    text: &Text,
    range: TextRange,
    name: &str,
    fix: impl Fn(String, TextRange, String) -> Fix,
) -> Fix {
    let line = range.start.line;
    let fields = split_line(text.line(line), &mut false);
    let (start, end) = (
        fields.operation.start,
        fields.suffix.end.max(fields.operation.end),
    );
    let whole = TextRange::in_line(line, start as u32..end as u32);
    fix(format!("replace with {name}"), whole, name.to_owned())
}

/// Returns the range of the word that begins at the start of `range`, or `range` if it is longer.
fn word_range(text: &Text, range: TextRange) -> TextRange {
    let raw = text.line(range.start.line);
    let rest = raw.get(range.start.column as usize..).unwrap_or_default();
    let is_word_byte =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'@' | b'$');
    let length = rest.iter().take_while(|byte| is_word_byte(byte)).count() as u32;
    let end = Position {
        column: range.start.column + length,
        ..range.start
    };
    TextRange {
        end: end.max(range.end),
        ..range
    }
}

fn statement_end(text: &Text, line: u32) -> Position {
    let fields = split_line(text.line(line), &mut false);
    let column = fields.operand.end as u32;
    Position { line, column }
}

/// Returns the fix that replaces `//` with `;`.
fn comment_fix(
    text: &Text,
    line: u32,
    fix: impl Fn(String, TextRange, String) -> Fix,
) -> Option<Fix> {
    let raw = lossy(text.line(line));
    let at = raw.find("//")? as u32;
    Some(fix(
        "replace // with ;".to_owned(),
        TextRange::in_line(line, at..at + 2),
        ";".to_owned(),
    ))
}
