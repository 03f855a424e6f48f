//! The words in a file and their kinds, for syntax coloring.

use asm6502::record::{SymbolKind, Target};
use asm6502::syntax::{TokenKind, directives, split_line, tokens};
use isa6502::Mnemonic;
use std::collections::{HashMap, HashSet};

use crate::program::Program;
use crate::registers::register_named;
use crate::text::{Text, TextRange};

/// A word and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Word {
    /// The range of the word.
    pub range: TextRange,
    /// The kind.
    pub kind: WordKind,
    /// True if this word is a name at the place where it is defined.
    pub is_definition: bool,
}

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum WordKind {
    /// A comment.
    Comment,
    /// An instruction.
    Instruction,
    /// A directive.
    Directive,
    /// A macro.
    Macro,
    /// A label in code or data.
    Label,
    /// A local label.
    LocalLabel,
    /// A variable.
    Variable,
    /// A constant.
    Constant,
    /// A register of the console.
    Register,
    /// An argument of a macro.
    Argument,
    /// A number.
    Number,
    /// A string or character.
    Text,
    /// An operator.
    Operator,
}

/// Returns the words of a file, in order. If `program` is `None`, determines the kind of each word
/// from its line alone.
pub fn words(text: &Text, program: Option<(&Program, u32)>) -> Vec<Word> {
    let names = program
        .map(|(program, file)| names_by_position(program, file))
        .unwrap_or_default();
    let directives: HashSet<&str> = directives().map(|known| known.name).collect();
    let mut words = Vec::new();
    let mut in_comment = false;
    for (number, raw) in text.lines().enumerate() {
        let line = number as u32;
        let was_in_comment = in_comment;
        let fields = split_line(raw, &mut in_comment);
        if was_in_comment && in_comment {
            let range = TextRange::in_line(line, 0..raw.len() as u32);
            words.push(word(range, WordKind::Comment));
            continue;
        }
        let mut add = |start: usize, end: usize, kind: Option<WordKind>| {
            let range = TextRange::in_line(line, start as u32..end as u32);
            match (names.get(&(line, start as u32)), kind) {
                _ if start >= end => {}
                (Some(&(kind, is_definition)), _) => words.push(Word {
                    range,
                    kind,
                    is_definition,
                }),
                (None, Some(kind)) => words.push(word(range, kind)),
                (None, None) => {}
            }
        };
        let label = fields.label;
        add(
            label.start,
            label.end,
            Some(label_kind(&raw[label.clone()])),
        );
        let operation = fields.operation;
        let kind = operation_kind(&raw[operation.clone()], &directives);
        add(operation.start, operation.end.max(fields.suffix.end), kind);
        let start = fields.operand.start;
        for token in tokens(&raw[fields.operand.clone()]) {
            let kind = token_kind(token.kind);
            add(start + token.range.start, start + token.range.end, kind);
        }
        add(
            fields.comment.start,
            fields.comment.end,
            Some(WordKind::Comment),
        );
    }
    words
}

fn word(range: TextRange, kind: WordKind) -> Word {
    Word {
        range,
        kind,
        is_definition: false,
    }
}

fn label_kind(label: &[u8]) -> WordKind {
    if label.starts_with(b".") || label.ends_with(b"$") {
        WordKind::LocalLabel
    } else {
        WordKind::Label
    }
}

fn operation_kind(word: &[u8], directives: &HashSet<&str>) -> Option<WordKind> {
    let lower = word.to_ascii_lowercase();
    let name = str::from_utf8(lower.strip_prefix(b".").unwrap_or(&lower)).ok()?;
    if directives.contains(name) {
        Some(WordKind::Directive)
    } else {
        Mnemonic::from_dasm_name(name).map(|_| WordKind::Instruction)
    }
}

fn token_kind(kind: TokenKind) -> Option<WordKind> {
    match kind {
        TokenKind::Number => Some(WordKind::Number),
        TokenKind::Text => Some(WordKind::Text),
        TokenKind::Operator => Some(WordKind::Operator),
        TokenKind::Argument => Some(WordKind::Argument),
        _ => None,
    }
}

/// Returns the kind of each name in a file, and whether the name is defined there. The keys are the
/// line (numbered from 0) and the column.
fn names_by_position(program: &Program, file: u32) -> HashMap<(u32, u32), (WordKind, bool)> {
    let mut names = HashMap::new();
    for mention in program.mentions_in(file) {
        let kind = match mention.target {
            Target::Macro(_) => WordKind::Macro,
            Target::Symbol(index) => {
                let symbol = program.symbol(index);
                match symbol.kind {
                    _ if register_named(&symbol.name, symbol.value).is_some() => WordKind::Register,
                    SymbolKind::Label if symbol.scope.is_some() => WordKind::LocalLabel,
                    SymbolKind::Label => WordKind::Label,
                    SymbolKind::Variable => WordKind::Variable,
                    SymbolKind::Undefined => continue,
                    _ => WordKind::Constant,
                }
            }
        };
        let position = (mention.span.line - 1, mention.span.start);
        names
            .entry(position)
            .or_insert((kind, mention.is_definition));
    }
    names
}
