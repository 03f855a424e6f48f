//! The assembler's messages, each with the range of text that it refers to.

use asm6502::syntax::{split_line, tokens};
use asm6502::{Diagnostic, Options, Output, Severity, SourceProvider};
use std::collections::HashMap;

use crate::program::recorded_options;
use crate::text::{Location, Position, Text, TextRange, lossy};

/// An assembler message and its location in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// The assembler's message.
    pub diagnostic: Diagnostic,
    /// The location of the message. For a message from inside a macro, this is the outermost call.
    pub location: Location,
    /// The macro calls and includes that led to the message, and other related places.
    pub related: Vec<Related>,
    /// True if the line with the fault is inside a macro.
    pub in_macro: bool,
}

/// A location related to a message, and a text that says how it is related.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Related {
    /// The related line.
    pub location: Location,
    /// The text, such as `in macro SLEEP, called here`.
    pub text: String,
}

/// Assembles a program without recording it. This is faster if only the messages are needed.
/// Ignores the options for output format, listing and map, which do not affect the messages.
pub fn check(provider: &dyn SourceProvider, options: &Options) -> Output {
    asm6502::assemble(provider, &recorded_options(options))
}

/// Returns the messages of a run, with their locations in the files.
pub fn problems(provider: &dyn SourceProvider, options: &Options, output: &Output) -> Vec<Problem> {
    let mut files = Files {
        provider,
        output,
        source: &options.source,
        include_dirs: &options.include_dirs,
        cache: HashMap::new(),
    };
    let diagnostics = output.diagnostics.iter();
    let mut problems: Vec<Problem> = Vec::new();
    for problem in diagnostics.map(|diagnostic| files.problem(diagnostic)) {
        // If a macro call leads to several errors, report only the first one, which usually causes
        // the others.
        let is_same_call = |earlier: &Problem| {
            earlier.in_macro && is_error(earlier) && earlier.location == problem.location
        };
        if !(problem.in_macro && is_error(&problem) && problems.iter().any(is_same_call)) {
            problems.push(problem);
        }
    }
    problems
}

/// The last words of a note about a macro call.
const CALL_NOTE_END: &str = ", called here";

/// The files that messages refer to.
struct Files<'r> {
    provider: &'r dyn SourceProvider,
    output: &'r Output,
    source: &'r [u8],
    include_dirs: &'r [Vec<u8>],
    cache: HashMap<String, (Vec<u8>, Text)>,
}

impl Files<'_> {
    fn problem(&mut self, diagnostic: &Diagnostic) -> Problem {
        let (path, text) = self.file(&diagnostic.site.file);
        let line = diagnostic
            .site
            .line
            .saturating_sub(1)
            .min(text.line_count() - 1);
        let range = message_range(text, line, diagnostic);
        let location = Location {
            file: path.clone(),
            range,
        };
        let related = diagnostic.notes.iter().map(|note| {
            let (path, text) = self.file(&note.site.file);
            let line = note.site.line.saturating_sub(1).min(text.line_count() - 1);
            let location = Location {
                file: path.clone(),
                range: statement_range(text, line),
            };
            Related {
                location,
                text: note.text.clone(),
            }
        });
        let mut related: Vec<Related> = related.collect();
        // Show the error at the call. The user can change the call, but the macro may be someone
        // else's.
        let is_call = |related: &Related| related.text.ends_with(CALL_NOTE_END);
        let call = related.iter().rposition(is_call);
        let location = match call {
            Some(call) => {
                let text = related[call]
                    .text
                    .trim_end_matches(CALL_NOTE_END)
                    .to_owned();
                std::mem::replace(&mut related[call], Related { location, text }).location
            }
            None => location,
        };
        Problem {
            related,
            location,
            diagnostic: diagnostic.clone(),
            in_macro: call.is_some(),
        }
    }

    /// Returns the path and text of the file that a message names. The name may be relative to an
    /// include folder or to another folder that the assembler read from.
    fn file(&mut self, name: &str) -> &(Vec<u8>, Text) {
        if !self.cache.contains_key(name) {
            let path = self.path(name.as_bytes());
            let text = Text::read(self.provider, &path);
            self.cache.insert(name.to_owned(), (path, text));
        }
        &self.cache[name]
    }

    fn path(&self, name: &[u8]) -> Vec<u8> {
        if name.is_empty() {
            return self.source.to_vec();
        }
        let dependencies = self.output.dependencies.iter();
        let exact = dependencies.clone().find(|path| *path == name);
        let has_suffix = |path: &&Vec<u8>| {
            path.strip_suffix(name)
                .is_some_and(|before| before.ends_with(b"/"))
        };
        let mut in_dirs = self
            .include_dirs
            .iter()
            .map(|dir| [dir, &b"/"[..], name].concat());
        let found = exact
            .cloned()
            .or_else(|| in_dirs.find(|path| self.output.dependencies.contains(path)))
            .or_else(|| dependencies.clone().find(has_suffix).cloned());
        found.unwrap_or_else(|| name.to_vec())
    }
}

/// Returns the range that a message refers to. This is the word at the message's column or, if the
/// message has no column, the whole statement.
fn message_range(text: &Text, line: u32, diagnostic: &Diagnostic) -> TextRange {
    let raw = text.line(line);
    let whole = statement_range(text, line);
    let (Some(excerpt), Some(column)) = (&diagnostic.excerpt, diagnostic.column) else {
        return whole;
    };
    // For a line in a macro, the excerpt is the expanded line. Its columns are not those of the
    // source line.
    let source_line = lossy(raw.strip_suffix(b"\r").unwrap_or(raw));
    let Some(character) = column_in(&source_line, excerpt, column) else {
        return whole;
    };
    let Some(start) = source_line.char_indices().nth(character).map(|(at, _)| at) else {
        return whole;
    };
    let word = tokens(&raw[start.min(raw.len())..]).next();
    let end = word
        .map_or(start + 1, |word| start + word.range.end)
        .min(raw.len());
    TextRange::in_line(line, start as u32..end.max(start) as u32)
}

/// Converts a column in the excerpt to a character index in `source_line`. Columns are numbered
/// from 1, characters from 0. The excerpt of a long line may be only a part of the line.
fn column_in(source_line: &str, excerpt: &str, column: usize) -> Option<usize> {
    if source_line == excerpt {
        return Some(column - 1);
    }
    let inner = excerpt.strip_suffix("...")?;
    let (ellipsis_length, inner) = match inner.strip_prefix("...") {
        Some(inner) => (3, inner),
        None => (0, inner),
    };
    let at = source_line.find(inner)?;
    Some(source_line[..at].chars().count() + (column - 1).checked_sub(ellipsis_length)?)
}

/// Returns the range of the statement on a line, without a comment; if there is no statement, the
/// range of the whole line.
fn statement_range(text: &Text, line: u32) -> TextRange {
    let raw = text.line(line);
    let fields = split_line(raw, &mut false);
    let first = [&fields.label, &fields.operation]
        .into_iter()
        .find(|field| !field.is_empty());
    let end = fields
        .operand
        .end
        .max(fields.suffix.end)
        .max(fields.operation.end);
    match first {
        Some(field) => {
            let end = end.max(fields.label.end);
            TextRange::in_line(line, field.start as u32..end as u32)
        }
        None => TextRange {
            start: Position { line, column: 0 },
            end: Position {
                line,
                column: raw.len() as u32,
            },
        },
    }
}

/// Returns true if the message is an error, not a warning.
pub(crate) fn is_error(problem: &Problem) -> bool {
    problem.diagnostic.severity == Severity::Error
}
