//! Finds the files that `INCLUDE` and `INCBIN` lines name.

use asm6502::record::{EntryKind, StatementKind};
use asm6502::syntax::split_line;

use crate::program::Program;
use crate::text::TextRange;

/// A file name in an `INCLUDE` or `INCBIN` line, and the path of that file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Link {
    /// The range of the name, without its quotes.
    pub range: TextRange,
    /// The path to pass to the [`asm6502::SourceProvider`] to read the file.
    pub file: Vec<u8>,
}

/// Returns the files that the `INCLUDE` and `INCBIN` lines of a file name, in text order.
pub fn links(program: &Program, file: u32) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let statements = (0..).zip(&program.record.statements);
    for (index, statement) in statements.filter(|(_, statement)| statement.file == file) {
        let included_path = match statement.kind {
            StatementKind::Directive("include") => included(program, index),
            StatementKind::Directive("incbin") => None,
            _ => continue,
        };
        let line = statement.line - 1;
        let Some((name, range)) = file_name_in_line(program.text(file).line(line), line) else {
            continue;
        };
        let path = included_path.or_else(|| dependency(program, name));
        let is_duplicate = links.iter().any(|link| link.range == range);
        if let Some(path) = path.filter(|_| !statement.skipped && !is_duplicate) {
            links.push(Link {
                range,
                file: path.to_vec(),
            });
        }
    }
    links.sort_by_key(|link| link.range);
    links
}

/// Returns the path of the file that an `INCLUDE` statement included.
fn included(program: &Program, statement: u32) -> Option<&[u8]> {
    let mut entries = program.record.entries.iter();
    let entered = entries.find(|entry| entry.caller == Some(statement))?;
    match entered.kind {
        EntryKind::File(number) => Some(program.path(number)),
        EntryKind::Macro(_) => None,
    }
}

/// Returns the path of the file that the assembler read for this name. The file may be in any
/// folder.
fn dependency<'p>(program: &'p Program, name: &[u8]) -> Option<&'p [u8]> {
    let mut dependencies = program.output.dependencies.iter();
    let found = dependencies.find(|path| {
        let folder = path.strip_suffix(name);
        folder.is_some_and(|folder| folder.is_empty() || folder.ends_with(b"/"))
    });
    found.map(|path| &path[..])
}

/// Returns the file name in a line, and the range of the name. Lines are numbered from 0.
fn file_name_in_line(raw: &[u8], line: u32) -> Option<(&[u8], TextRange)> {
    let operand = split_line(raw, &mut false).operand;
    let text = &raw[operand.clone()];
    let (start, length) = match text.strip_prefix(b"\"") {
        Some(quoted) => (1, quoted.iter().position(|byte| *byte == b'"')?),
        None => {
            let is_end = |byte: &u8| *byte == b',' || byte.is_ascii_whitespace();
            (0, text.iter().position(is_end).unwrap_or(text.len()))
        }
    };
    let columns = operand.start + start..operand.start + start + length;
    let range = TextRange::in_line(line, columns.start as u32..columns.end as u32);
    (length > 0).then_some((&raw[columns], range))
}
