//! The outline of a file: its symbols and foldable ranges.

use asm6502::record::{StatementKind, SymbolKind, Target};
use asm6502::syntax::split_line;

use crate::program::{Program, range};
use crate::text::{Location, Text, TextRange, lossy};

/// A symbol of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OutlineItem {
    /// The name.
    pub name: String,
    /// The symbol's value; for a macro, its name and parameters, as in a call.
    pub detail: String,
    /// The kind.
    pub kind: OutlineKind,
    /// The range of the whole symbol, with all lines of a routine or macro.
    pub range: TextRange,
    /// The range of the name in the definition.
    pub name_range: TextRange,
    /// The local labels of a routine or label.
    pub children: Vec<OutlineItem>,
}

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum OutlineKind {
    /// The label on the line of a `SUBROUTINE`.
    Routine,
    /// Any other label of code or data.
    Label,
    /// A label in an uninitialized segment.
    Variable,
    /// A constant.
    Constant,
    /// A macro.
    Macro,
}

/// Returns the symbols of a file, in text order. Local labels are children of the preceding label.
pub fn outline(program: &Program, file: u32) -> Vec<OutlineItem> {
    let mut items: Vec<OutlineItem> = Vec::new();
    let mut last_span = None;
    for mention in program.mentions_in(file) {
        if !mention.is_definition || last_span == Some(mention.span) {
            continue;
        }
        last_span = Some(mention.span);
        let item = item(program, mention);
        let local = item.name.starts_with('.') || item.name.ends_with('$');
        match items.last_mut() {
            Some(parent)
                if local && matches!(parent.kind, OutlineKind::Routine | OutlineKind::Label) =>
            {
                parent.children.push(item);
            }
            _ => items.push(item),
        }
    }
    extend_ranges(program, file, &mut items);
    items
}

pub(crate) fn item(program: &Program, mention: &crate::program::Mention) -> OutlineItem {
    let name_range = range(mention.span);
    let spelled = lossy(program.text(mention.span.file).slice(name_range));
    let (kind, detail) = match mention.target {
        Target::Macro(index) => (
            OutlineKind::Macro,
            crate::signature::usage(program, index).label,
        ),
        Target::Symbol(index) => {
            let symbol = program.symbol(index);
            let kind = match symbol.kind {
                SymbolKind::Label if is_routine(program, mention) => OutlineKind::Routine,
                SymbolKind::Label => OutlineKind::Label,
                SymbolKind::Variable => OutlineKind::Variable,
                _ => OutlineKind::Constant,
            };
            let detail = match (&symbol.text, symbol.known) {
                (Some(text), _) => format!("\"{text}\""),
                (None, true) => format!("${:04x}", symbol.value),
                (None, false) => String::new(),
            };
            (kind, detail)
        }
    };
    OutlineItem {
        name: spelled,
        detail,
        kind,
        range: name_range,
        name_range,
        children: Vec::new(),
    }
}

pub(crate) fn is_routine(program: &Program, mention: &crate::program::Mention) -> bool {
    let mut statements = program.statements_at(mention.span.file, mention.span.line - 1);
    statements
        .any(|(_, statement)| matches!(statement.kind, StatementKind::Directive("subroutine")))
}

/// Extends the ranges of the items. A routine or label extends to the line before the next item, a
/// macro to its `ENDM`.
fn extend_ranges(program: &Program, file: u32, items: &mut [OutlineItem]) {
    let text = program.text(file);
    let starts: Vec<u32> = items
        .iter()
        .map(|item| item.name_range.start.line)
        .collect();
    for (index, item) in items.iter_mut().enumerate() {
        let start = item.name_range.start.line;
        let end = match item.kind {
            OutlineKind::Macro => {
                let macros = program.record.macros.iter();
                let mut bodies = macros.filter(|body| body.file == file && body.line == start + 1);
                bodies.next().map_or(start, |body| body.end - 1)
            }
            OutlineKind::Routine | OutlineKind::Label => {
                let next = starts[index + 1..].iter().find(|&&next| next > start);
                next.map_or(text.line_count().saturating_sub(1), |&next| next - 1)
            }
            _ => start,
        };
        let width = text.line(end).len() as u32;
        item.range = TextRange {
            start: TextRange::in_line(start, 0..0).start,
            end: TextRange::in_line(end, width..width)
                .end
                .max(item.name_range.end),
        };
    }
}

/// Returns a program's global symbols and macros whose names contain the letters of `query` in that
/// order.
pub fn find_symbols(program: &Program, query: &str) -> Vec<(String, OutlineKind, Location)> {
    let mut found = Vec::new();
    let mut last_span = None;
    for mention in program
        .mentions()
        .iter()
        .filter(|mention| mention.is_definition)
    {
        if last_span == Some(mention.span)
            || !contains_letters(program.name_of(mention.target), query)
        {
            continue;
        }
        last_span = Some(mention.span);
        let item = item(program, mention);
        if !item.name.starts_with('.') && !item.name.ends_with('$') {
            found.push((item.name, item.kind, program.location(mention.span)));
        }
    }
    found
}

/// Returns true if a name contains the letters of `query` in that order, not necessarily adjacent,
/// ignoring case.
pub fn contains_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars().map(|letter| letter.to_ascii_lowercase());
    let mut wanted = query.chars().map(|letter| letter.to_ascii_lowercase());
    wanted.all(|wanted| letters.any(|letter| letter == wanted))
}

/// A foldable range of lines. Lines are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Fold {
    /// The line that stays visible.
    pub first: u32,
    /// The last hidden line.
    pub last: u32,
    /// True if the lines are comments.
    pub is_comment: bool,
}

/// Returns a text's foldable ranges: macros, conditional blocks, loops, routines, and consecutive
/// comment lines.
pub fn folds(text: &Text) -> Vec<Fold> {
    let mut folds = Vec::new();
    let mut add = |first: u32, last: u32, is_comment: bool| {
        if last > first {
            folds.push(Fold {
                first,
                last,
                is_comment,
            });
        }
    };
    let mut open_blocks: Vec<u32> = Vec::new();
    let (mut routine, mut comment) = (None, None);
    let mut in_comment = false;
    let mut last_code = 0;
    for (number, raw) in text.lines().enumerate() {
        let line = number as u32;
        let fields = split_line(raw, &mut in_comment);
        let has_no_code = fields.label.is_empty() && fields.operation.is_empty();
        let is_comment_line = has_no_code && (!fields.comment.is_empty() || fields.block_comment);
        match (is_comment_line, comment) {
            (true, None) => comment = Some(line),
            (false, Some(first)) => {
                add(first, line - 1, true);
                comment = None;
            }
            _ => {}
        }
        let word = lossy(&raw[fields.operation.clone()]).to_ascii_lowercase();
        match word.trim_start_matches('.') {
            "mac" | "macro" | "if" | "ifconst" | "ifnconst" | "ifdef" | "ifndef" | "repeat" => {
                open_blocks.push(line);
            }
            "else" | "elif" => {
                if let Some(first) = open_blocks.last_mut() {
                    add(*first, line - 1, false);
                    *first = line;
                }
            }
            "endm" | "endif" | "eif" | "repend" => {
                if let Some(first) = open_blocks.pop() {
                    add(first, line, false);
                }
            }
            "subroutine" if open_blocks.is_empty() => {
                if let Some(first) = routine.replace(line) {
                    add(first, last_code, false);
                }
            }
            "seg" if open_blocks.is_empty() => {
                if let Some(first) = routine.take() {
                    add(first, last_code, false);
                }
            }
            _ => {}
        }
        if !has_no_code {
            last_code = line;
        }
    }
    let end = text.line_count().saturating_sub(1);
    if let Some(first) = comment {
        add(first, end, true);
    }
    if let Some(first) = routine {
        add(first, last_code, false);
    }
    folds.sort();
    folds
}
