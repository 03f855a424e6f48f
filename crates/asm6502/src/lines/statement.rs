//! One statement: looks up the operation, executes it, and lists the line.

use isa6502::Mnemonic;

use crate::context::Context;
use crate::directives::DIRECTIVES;
use crate::directives::macros::call_macro;
use crate::encode::instruction;
use crate::error::{Abort, ErrorCode};
use crate::labels::program_label;
use crate::names::operations::Operation;
use crate::reading::list_statement;
use crate::recording::perform_recorded;
use crate::report::hints;
use crate::sources::line::Line;
use crate::text::lossy;

/// Assembles a statement and lists it.
#[inline]
pub(crate) fn assemble_statement(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let result = match context.record_draft {
        None => perform_operation(context, line),
        Some(_) => {
            let operation = operation_of(context, line);
            perform_recorded(context, line, operation, perform_operation)
        }
    };
    if context.report.listing.enabled() {
        let shown = std::mem::take(&mut context.report.listed_as);
        if result.is_ok() && !shown.already_listed {
            list_statement(context, line, shown, line.comment);
        }
        context.emitter.cycles.clear();
    }
    if context.report.messages.needs_excerpts() {
        context.attach_excerpts(line);
    }
    result
}

fn perform_operation(context: &mut Context, line: &Line) -> Result<(), Abort> {
    if line.fields.operation.is_empty() {
        if context.sources.active() {
            program_label(context, line);
        }
        return Ok(());
    }
    match operation_of(context, line) {
        Some(Operation::Directive { index, .. }) => {
            let directive = &DIRECTIVES[usize::from(index)];
            if directive.always || context.sources.active() {
                return (directive.perform)(context, line);
            }
        }
        _ if !context.sources.active() => {}
        Some(Operation::Instruction(mnemonic)) => return instruction(context, mnemonic, line),
        Some(Operation::Macro(index)) => return call_macro(context, index, line),
        None => unknown_operation(context, line),
    }
    Ok(())
}

/// Returns the operation of the line; `None` if the word in the operation field is not known.
/// Stores the operation's number in the line, so that later passes need not look it up.
pub(crate) fn operation_of(context: &Context, line: &Line) -> Option<Operation> {
    let mut number = u32::from(line.memo.operation.get());
    if number == 0 {
        let name = line.operation();
        let name = name.strip_prefix(b".").unwrap_or(name);
        number = context.names.operations.look_up(name);
        line.memo.operation.set(u16::try_from(number).unwrap_or(0));
    }
    context.names.operations.get(number)
}

#[cold]
fn unknown_operation(context: &mut Context, line: &Line) {
    let at = line.fields.operation.start();
    context.error_at(ErrorCode::UnknownMnemonic, line.operation(), line.text, at);
    let name = line.operation();
    let has_no_break_space =
        memchr::memmem::find(name, "\u{a0}".as_bytes()).is_some() || name.contains(&0xa0);
    if has_no_break_space {
        let message = "the line contains a no-break space";
        context.explain(message, "type a plain blank in its place");
    } else if !context.names.processor_chosen && is_operation(context, name) {
        // Every instruction fails for the same reason, so one message is enough.
        if std::mem::replace(&mut context.names.missing_processor_reported, true) {
            context.drop_latest();
        }
    } else if line.label().starts_with(b"//") {
        context.advise(hints::COMMENTS);
    } else if is_operation(context, line.label()) {
        let misplaced = line.label().eq_ignore_ascii_case(b"processor");
        context.names.processor_misplaced |= misplaced;
        let label = lossy(line.label());
        let message = format!("'{label}' in column 1 is a label");
        context.explain(message, "indent the line");
    }
}

/// Returns true for the name of a directive, an instruction or a macro.
fn is_operation(context: &Context, name: &[u8]) -> bool {
    context.names.operations.find(name).is_some()
        || std::str::from_utf8(name).is_ok_and(|name| Mnemonic::from_dasm_name(name).is_some())
}
