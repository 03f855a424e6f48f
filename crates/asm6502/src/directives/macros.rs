//! `MAC`, `ENDM`, `MEXIT`, and macro calls.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::labels::program_label;
use crate::names::operations::Operation;
use crate::reading::{leave_macro, list_statement, next_line, split_fields};
use crate::report::ListedAs;
use crate::sources::arguments::Arguments;
use crate::sources::frames::{FrameKind, Macro};
use crate::sources::lexer::LineBuffer;
use crate::sources::line::Line;
use crate::sources::script::Script;
use crate::text::lossy;

/// Maximum nesting of macro calls.
const MAX_DEPTH: u32 = 32;

/// Executes an `ENDM` that does not end a definition: leaves the macro being run.
pub(crate) fn endm(context: &mut Context, _: &Line) -> Result<(), Abort> {
    context.sources.macros_closed += 1;
    if context.sources.active() {
        exit_macro(context);
    }
    Ok(())
}

pub(crate) fn mexit(context: &mut Context, _: &Line) -> Result<(), Abort> {
    exit_macro(context);
    Ok(())
}

/// Executes `MAC name`: reads the macro's body up to `ENDM`, or skips the body if the enclosing
/// block is not being assembled. Lists these lines itself, because in dasm's listing the `ENDM`
/// line shows the comment of the `MAC` line.
pub(crate) fn mac(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.report.listed_as.already_listed = true;
    context.sources.macros_opened += 1;
    let place = context.sources.place();
    let name: Box<[u8]> = line.operand().to_ascii_lowercase().into();
    let existing = context.names.operations.find(&name).filter(|existing| {
        // A macro may have the same name as a directive that dasm does not have.
        !matches!(
            existing,
            Operation::Directive {
                extension: true,
                ..
            }
        )
    });
    let is_new = context.sources.active() && existing.is_none();
    let listed = context.sources.active();
    if listed {
        list_definition(context, line, &name);
    }
    if let Some(Operation::Macro(index)) = existing
        && listed
    {
        check_repetition(context, index, line)?;
    }
    let (mut text, mut lines) = (Vec::new(), Vec::new());
    let mut buffer = LineBuffer::default();
    loop {
        if !next_line(context, &mut buffer, true)? {
            context.error_at(ErrorCode::PrematureEnd, "", b"", 0);
            context.blame(place, format!("the macro {} has no ENDM", lossy(&name)));
            return Err(Abort(ErrorCode::PrematureEnd));
        }
        let start = text.len();
        text.extend(buffer.plain_text());
        lines.push(start..text.len());
        text.push(b'\n');
        split_fields(context, &mut buffer)?;
        let body_line = buffer.line();
        let operation = body_line.operation().to_ascii_lowercase();
        match operation.strip_prefix(b".").unwrap_or(&operation) {
            b"endm" => break,
            b"mac" | b"macro" => context.sources.macros_opened += 1,
            _ => {}
        }
        if listed {
            list_statement(context, &body_line, ListedAs::default(), body_line.comment);
        }
    }
    context.sources.macros_closed += 1;
    if let Some(end) = lines.pop() {
        text.truncate(end.start);
    }
    list_statement(context, &buffer.line(), ListedAs::default(), line.comment);
    if is_new {
        let index = context.sources.macros.len() as u32;
        let operations = &mut context.names.operations;
        operations.insert(&name, Operation::Macro(index));
        let pass = context.report.pass.number;
        context.sources.macros.push(Rc::new(Macro {
            max_argument: highest_argument(&text),
            name,
            script: Rc::new(Script::of_body(text, lines)),
            place,
            end: context.sources.place().line,
            pass,
        }));
    }
    Ok(())
}

/// Lists the `MAC` line, with the name in lower case and without the comment.
fn list_definition(context: &mut Context, line: &Line, name: &[u8]) {
    let mut text = line.text.to_vec();
    text[line.fields.operand.range()].copy_from_slice(name);
    let shown = Line {
        text: &text,
        ..*line
    };
    list_statement(context, &shown, ListedAs::default(), None);
}

/// If a macro is defined twice in one pass, warns that the second definition is ignored. With `-S`,
/// aborts the run instead.
fn check_repetition(context: &mut Context, index: u32, line: &Line) -> Result<(), Abort> {
    let first = context.sources.macros[index as usize].clone();
    if context.options.strict && first.pass == context.report.pass.number {
        let name = lossy(&first.name);
        return context.abort(ErrorCode::MacroRepeated, name);
    }
    if first.pass == context.report.pass.number {
        let message = format!(
            "macro {} is already defined; this body is ignored",
            lossy(&first.name)
        );
        context.warn_at(message, line, line.fields.operand, None);
    }
    Ok(())
}

/// Sets the line's label to the current address, then enters the macro's body with the arguments of
/// the call.
pub(crate) fn call_macro(context: &mut Context, index: u32, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let body = context.sources.macros[index as usize].clone();
    context.sources.macro_depth += 1;
    if context.sources.macro_depth > MAX_DEPTH {
        let name = lossy(&body.name);
        return context.abort(
            ErrorCode::Recursion,
            format!(" macro [{name}] recursion > {MAX_DEPTH}"),
        );
    }
    let arguments = Arguments::split(line.operand());
    let given = arguments.parts.len() - 1;
    if let Some(used) = body.max_argument.filter(|used| given > *used) {
        let message = format!(
            "the macro {} uses {used} of its {given} arguments",
            lossy(&body.name)
        );
        context.warn_at(
            message,
            line,
            line.fields.operand,
            "remove the unused arguments",
        );
    }
    let script = body.script.clone();
    let scopes = context.names.scopes;
    context
        .sources
        .push_frame(FrameKind::Macro { body, arguments }, script, scopes);
    context.names.scopes.next_dot();
    context.names.scopes.next_dollar();
    Ok(())
}

/// Returns the highest N for which the macro's body contains `{N}`; `None` if the body contains
/// `{0}`, which inserts the whole operand.
fn highest_argument(body: &[u8]) -> Option<usize> {
    let mut highest = 0;
    for open in memchr::memchr_iter(b'{', body) {
        let digits = body[open + 1..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit());
        let number = digits.fold(0, |number: usize, digit| {
            number
                .saturating_mul(10)
                .saturating_add(usize::from(digit - b'0'))
        });
        if body.get(open + 1) == Some(&b'0') {
            return None;
        }
        highest = highest.max(number);
    }
    Some(highest)
}

/// Leaves the current macro; outside of a macro, prints dasm's message.
fn exit_macro(context: &mut Context) {
    if context.sources.in_macro() {
        leave_macro(context);
    } else {
        context.report.print("not within a macro\n");
    }
}
