//! Evaluates expressions. A text is first parsed as a condition, which can use registers and
//! memory. If that fails, the assembler evaluates it.

use crate::{location::with_dots, program::Program};
use asm6502::{Define, Format, MemoryProvider, Options, assemble};
use lab::trace::Condition;
use vcs::{Machine, Step};

/// Evaluates an expression in the state before the current instruction.
///
/// # Errors
/// A sentence that describes the error in the expression.
pub fn evaluate(
    text: &str,
    program: &Program,
    machine: &Machine,
    step: &Step,
) -> Result<i64, String> {
    let text = &expand_local_labels(text, program, machine);
    match Condition::parse(text, &program.symbols) {
        Ok(condition) if condition.divides_by_zero(machine, step) => {
            Err("division by zero".to_owned())
        }
        Ok(condition) => Ok(condition.value(machine, step)),
        // Do not fall back on the assembler, which would silently use only the low bits of the
        // number.
        Err(error) if error.is_too_large() => Err(error.to_string()),
        Err(error) => evaluate_by_assembling(text, program).ok_or_else(|| error.to_string()),
    }
}

/// Replaces local labels in an expression, such as `.loop`, with their full names in the scope of
/// the current instruction.
pub fn expand_local_labels(text: &str, program: &Program, machine: &Machine) -> String {
    let is_name = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '@');
    let mut full = String::new();
    for word in text.split_inclusive(|letter| !is_name(letter)) {
        let name = word.trim_end_matches(|letter| !is_name(letter));
        let dotted = with_dots(name, program);
        let local = Some(&*dotted).filter(|name| name.starts_with('.'));
        let label = local.and_then(|name| program.local_label(machine, name));
        full += label.map_or(&dotted, |label| &label.name);
        full += &word[name.len()..];
    }
    full
}

/// Returns notes about ambiguous names in these conditions, one per line.
pub fn notes<'a>(conditions: impl IntoIterator<Item = &'a Condition>) -> String {
    let notes = conditions.into_iter().flat_map(Condition::notes);
    notes.map(|note| format!("note: {note}\n")).collect()
}

/// Assembles a text as an operand, with the program's symbols, and returns its value; `None` if
/// there are errors.
fn evaluate_by_assembling(text: &str, program: &Program) -> Option<i64> {
    // A comma would start another operand.
    if text.contains(['\n', '\r', ',']) || text.trim().is_empty() {
        return None;
    }
    let mut sources = MemoryProvider::default();
    sources.insert(
        "expression",
        format!(" processor 6502\nEVALUATED_EXPRESSION = {text}\n org 0\n"),
    );
    let names = |text: &str| -> Vec<String> {
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
        text.split(|letter| !is_name(letter))
            .map(str::to_owned)
            .collect()
    };
    let defines = names(text).into_iter().filter_map(|name| {
        let value = program.values().get(&name).copied();
        let value = value.or_else(|| program.symbols.value(&name).map(i64::from))?;
        Some(Define {
            name: name.into_bytes(),
            text: value.to_string().into_bytes(),
            macro_text: false,
        })
    });
    let options = Options {
        source: b"expression".to_vec(),
        format: Format::Raw,
        defines: defines.collect(),
        ..Options::default()
    };
    let output = assemble(&sources, &options);
    (output.exit_code == 0)
        .then(|| output.symbol("EVALUATED_EXPRESSION"))
        .flatten()
}
