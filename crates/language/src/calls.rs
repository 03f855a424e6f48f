//! Finds the calls to routines and macros. A `JMP` from one routine to another counts as a call,
//! too.

use asm6502::record::{EntryKind, Span, StatementKind, SymbolKind, Target};
use isa6502::{Mnemonic, Mode, OPCODES};
use std::collections::BTreeMap;

use crate::navigate::definitions;
use crate::outline::{OutlineItem, item};
use crate::program::{Mention, Program};
use crate::text::{Location, Position, TextRange};

/// A routine or a macro.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Callable {
    /// Name, kind, and the range of the name.
    pub item: OutlineItem,
    /// The location of the definition.
    pub location: Location,
    target: Target,
}

/// The callers or callees of a routine or macro, each with the ranges of its calls. A range is in
/// the file of the caller.
pub type Calls = Vec<(Callable, Vec<TextRange>)>;

/// Returns the routine or macro whose name is at a position.
pub fn callable_at(program: &Program, file: u32, position: Position) -> Option<Callable> {
    let (_, targets) = program.name_at(file, position)?;
    targets
        .into_iter()
        .find_map(|target| callable(program, target))
}

fn callable(program: &Program, target: Target) -> Option<Callable> {
    let code = match target {
        Target::Macro(_) => true,
        Target::Symbol(index) => program.symbol(index).kind == SymbolKind::Label,
    };
    let span = *definitions(program, &[target]).first().filter(|_| code)?;
    let mention = Mention {
        span,
        target,
        is_definition: true,
    };
    Some(Callable {
        item: item(program, &mention),
        location: program.location(span),
        target,
    })
}

/// Returns the routines and macros that call `callee`.
pub fn callers(program: &Program, callee: &Callable) -> Calls {
    group_calls(program, |call| {
        (call.callee == callee.target).then_some(call.caller)
    })
}

/// Returns the routines and macros that `caller` calls.
pub fn callees(program: &Program, caller: &Callable) -> Calls {
    group_calls(program, |call| {
        (call.caller == caller.target).then_some(call.callee)
    })
}

/// A call and its range in the text.
struct Call {
    caller: Target,
    callee: Target,
    span: Span,
}

fn group_calls(program: &Program, select: impl Fn(&Call) -> Option<Target>) -> Calls {
    let mut found: BTreeMap<Target, Vec<TextRange>> = BTreeMap::new();
    for call in calls(program) {
        if let Some(target) = select(&call) {
            let ranges = found.entry(target).or_default();
            let range = crate::program::range(call.span);
            if !ranges.contains(&range) {
                ranges.push(range);
            }
        }
    }
    let calls = found.into_iter();
    calls
        .filter_map(|(target, ranges)| Some((callable(program, target)?, ranges)))
        .collect()
}

/// Returns all calls in a program, each with the routine or macro that contains the call.
fn calls(program: &Program) -> Vec<Call> {
    let routines = routines(program);
    let mut calls = Vec::new();
    for used in &program.record.names {
        let statement = &program.record.statements[used.statement as usize];
        let (Some(span), false) = (used.span, used.is_definition || statement.skipped) else {
            continue;
        };
        let is_call = match (statement.kind, used.target) {
            (StatementKind::Macro(index), target) => target == Target::Macro(index),
            (StatementKind::Instruction(mnemonic), Target::Symbol(_)) => {
                let opcode = &OPCODES[usize::from(statement.bytes[0])];
                mnemonic == Mnemonic::Jsr
                    || mnemonic == Mnemonic::Jmp && opcode.mode == Mode::Absolute
            }
            _ => false,
        };
        let enclosing_macro = match program.record.entries[statement.entry as usize].kind {
            EntryKind::Macro(index) => Some(Target::Macro(index)),
            EntryKind::File(_) => None,
        };
        let enclosing_routine = || {
            let before = |(start, _): &&(Span, Target)| {
                start.file == statement.file && start.line <= statement.line
            };
            routines
                .iter()
                .rev()
                .find(before)
                .map(|(_, target)| *target)
        };
        if is_call && let Some(caller) = enclosing_macro.or_else(enclosing_routine) {
            let jumps_within = caller == used.target
                && matches!(statement.kind, StatementKind::Instruction(Mnemonic::Jmp));
            if !jumps_within {
                calls.push(Call {
                    caller,
                    callee: used.target,
                    span,
                });
            }
        }
    }
    calls
}

/// Returns the labels at which routines begin, in text order. These are the labels of `SUBROUTINE`
/// lines, the labels to which a `JSR` or a data line refers, and the first label of each file.
fn routines(program: &Program) -> Vec<(Span, Target)> {
    let mut entry_labels: Vec<Target> = Vec::new();
    for used in program
        .record
        .names
        .iter()
        .filter(|used| !used.is_definition)
    {
        let kind = program.record.statements[used.statement as usize].kind;
        if matches!(
            kind,
            StatementKind::Instruction(Mnemonic::Jsr) | StatementKind::Directive("dc" | "word")
        ) {
            entry_labels.push(used.target);
        }
    }
    entry_labels.sort_unstable();
    entry_labels.dedup();
    let mut routines: Vec<(Span, Target)> = Vec::new();
    for mention in program
        .mentions()
        .iter()
        .filter(|mention| mention.is_definition)
    {
        let Target::Symbol(index) = mention.target else {
            continue;
        };
        let symbol = program.symbol(index);
        if symbol.kind != SymbolKind::Label || symbol.scope.is_some() {
            continue;
        }
        let is_first = routines
            .last()
            .is_none_or(|(span, _)| span.file != mention.span.file);
        let is_routine = crate::outline::is_routine(program, mention);
        if is_first || is_routine || entry_labels.binary_search(&mention.target).is_ok() {
            routines.push((mention.span, mention.target));
        }
    }
    routines
}
