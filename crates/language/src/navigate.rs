//! Finds the definitions and uses of a name.

use asm6502::record::{EntryKind, Span, StatementKind, Target};
use std::collections::BTreeSet;

use crate::program::Program;
use crate::text::{Location, Position, TextRange};

/// Returns the definitions of the name at a position. On an `INCLUDE` line without such a name,
/// returns the start of the included file.
pub fn definition(program: &Program, file: u32, position: Position) -> Vec<Location> {
    let Some((_, targets)) = program.name_at(file, position) else {
        return included_file(program, file, position).into_iter().collect();
    };
    let spans = definitions(program, &targets);
    spans
        .into_iter()
        .map(|span| program.location(span))
        .collect()
}

/// Returns the places where the targets are defined. The definition of a macro is its `MAC` line.
pub fn definitions(program: &Program, targets: &[Target]) -> Vec<Span> {
    let is_wanted_definition = |mention: &&crate::program::Mention| {
        mention.is_definition && targets.contains(&mention.target)
    };
    let found: BTreeSet<Span> = program
        .mentions()
        .iter()
        .filter(is_wanted_definition)
        .map(|mention| mention.span)
        .collect();
    found.into_iter().collect()
}

/// Returns the start of the file that the `INCLUDE` on a line reads.
fn included_file(program: &Program, file: u32, position: Position) -> Option<Location> {
    let (index, _) = program
        .statements_at(file, position.line)
        .find(|(_, statement)| statement.kind == StatementKind::Directive("include"))?;
    let entered = program
        .record
        .entries
        .iter()
        .find(|entry| entry.caller == Some(index))?;
    let EntryKind::File(number) = entered.kind else {
        return None;
    };
    Some(Location {
        file: program.path(number).to_vec(),
        range: TextRange::default(),
    })
}

/// Returns all uses of the name at a position, ordered by file and line. If `with_definition` is
/// true, the definitions are included. A local name is searched for only in its scope. A use in a
/// macro appears only once, even if the macro is called several times.
pub fn references(
    program: &Program,
    file: u32,
    position: Position,
    with_definition: bool,
) -> Vec<Location> {
    let Some((_, targets)) = program.name_at(file, position) else {
        return Vec::new();
    };
    let spans = spans_of(program, &targets);
    let wanted = spans
        .into_iter()
        .filter(|&(_, is_definition)| with_definition || !is_definition);
    wanted.map(|(span, _)| program.location(span)).collect()
}

/// Returns all places where the name of one of the targets appears. The flag is true if the place
/// is a definition.
pub fn spans_of(program: &Program, targets: &[Target]) -> Vec<(Span, bool)> {
    let mut spans: Vec<(Span, bool)> = Vec::new();
    for mention in program.mentions() {
        if !targets.contains(&mention.target) {
            continue;
        }
        match spans.last_mut() {
            Some((span, is_definition)) if *span == mention.span => {
                *is_definition |= mention.is_definition
            }
            _ => spans.push((mention.span, mention.is_definition)),
        }
    }
    spans
}

/// Returns `targets` and the targets related to them: two targets are related if the same word in
/// the text stands for both. This happens in a macro, where each call defines a separate symbol.
pub fn related_targets(program: &Program, targets: &[Target]) -> Vec<Target> {
    let mut known: BTreeSet<Target> = targets.iter().copied().collect();
    loop {
        let count = known.len();
        for group in program.mentions().chunk_by(|a, b| a.span == b.span) {
            if group.len() > 1 && group.iter().any(|mention| known.contains(&mention.target)) {
                known.extend(group.iter().map(|mention| mention.target));
            }
        }
        if known.len() == count {
            return known.into_iter().collect();
        }
    }
}
