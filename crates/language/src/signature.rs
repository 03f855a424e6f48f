//! The parameters of macros, and the current parameter in a call.

use asm6502::record::Target;
use asm6502::syntax::{TokenKind, split_line, tokens};

use crate::comments::{comment_text, comments_above};
use crate::program::Program;
use crate::text::{Position, lossy};

/// The description of a macro for its callers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Usage {
    /// The name with its parameters, such as `sleep {1}, {2}`.
    pub label: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The macro's comments, as Markdown.
    pub documentation: String,
}

/// A parameter of a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parameter {
    /// The byte range of the parameter in the label.
    pub range: (u32, u32),
    /// The description from a comment, such as `cycles` from `; {1} = cycles`; may be empty.
    pub documentation: String,
}

/// A macro call that the user is typing.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// The description of the macro.
    pub usage: Usage,
    /// The number of the parameter at the cursor. Parameters are numbered from 0.
    pub active: u32,
}

/// Returns the description of the macro with this index. A macro's parameters have numbers instead
/// of names. A comment above the macro or on its first line can describe a parameter, for example
/// `; {1} = cycles`.
pub fn usage(program: &Program, index: u32) -> Usage {
    let body = &program.record.macros[index as usize];
    let above = comments_above(program, body.file, body.line - 1);
    let raw = program.text(body.file).line(body.line - 1);
    let same_line = comment_text(&raw[split_line(raw, &mut false).comment]);
    let documentation = [above, same_line]
        .into_iter()
        .filter(|text| !text.is_empty());
    let documentation = documentation.collect::<Vec<_>>().join("  \n");
    let mut label = body.name.clone();
    let mut parameters = Vec::new();
    for number in 1..=parameter_count(program, index) {
        label.push_str(if number == 1 { " " } else { ", " });
        let start = label.len() as u32;
        label.push_str(&format!("{{{number}}}"));
        parameters.push(Parameter {
            range: (start, label.len() as u32),
            documentation: parameter_description(&documentation, number),
        });
    }
    Usage {
        label,
        parameters,
        documentation,
    }
}

/// Returns the number of a macro's parameters. This is the largest `n` of all `{n}` in the macro's
/// body, limited to 64.
pub fn parameter_count(program: &Program, index: u32) -> usize {
    let body = &program.record.macros[index as usize];
    let text = program.text(body.file);
    let lines = (body.line..body.end.saturating_sub(1)).map(|line| text.line(line));
    let numbers = lines.flat_map(|raw| {
        let code = &raw[..split_line(raw, &mut false).comment.start];
        let code_text = lossy(code);
        let numbers = code_text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let numbers: Vec<usize> = numbers
            .filter_map(|(number, _)| number.parse().ok())
            .collect();
        numbers
    });
    numbers.max().unwrap_or(0).min(64)
}

/// Returns the description of a parameter from the comments; empty if there is none.
fn parameter_description(documentation: &str, number: usize) -> String {
    let placeholder = format!("{{{number}}}");
    let Some((_, rest)) = documentation.split_once(&placeholder) else {
        return String::new();
    };
    let rest = rest.split(['{', '\n']).next().unwrap_or_default();
    rest.trim_matches([' ', '=', ':', ',', ';', '-', '.'])
        .to_owned()
}

/// Returns the macro call around the cursor. `raw` is the current line.
pub fn call_at(program: &Program, raw: &[u8], position: Position) -> Option<Call> {
    let column = (position.column as usize).min(raw.len());
    let fields = split_line(&raw[..column], &mut false);
    if fields.operation.is_empty() || column <= fields.operation.end || !fields.comment.is_empty() {
        return None;
    }
    let Target::Macro(index) = program.macro_named(&raw[fields.operation.clone()])? else {
        return None;
    };
    let operand = &raw[fields.operation.end..column];
    let commas = tokens(operand)
        .filter(|token| token.kind == TokenKind::Mark && operand[token.range.start] == b',');
    Some(Call {
        usage: usage(program, index),
        active: commas.count() as u32,
    })
}
