//! Enters and leaves files and macros; cleans their lines, splits them into fields and lists them.

use std::rc::Rc;

use crate::context::Context;
use crate::error::{Abort, ErrorCode};
use crate::reading::built_names::built_name;
use crate::report::ListedAs;
use crate::report::listing::ListedLine;
use crate::sources::frames::{Frame, FrameKind};
use crate::sources::lexer::{LexContext, LexError, LineBuffer, MAX_LINE_LENGTH};
use crate::sources::line::Line;
use crate::sources::parser::LabelEnd;
use crate::sources::script::Script;

pub(crate) mod built_names;

/// Maximum nesting depth of files; dasm is limited only by memory.
const MAX_FILES: usize = 512;

/// Enters a file whose lines are `script`, and which was read under `path`.
pub(crate) fn enter_file(
    context: &mut Context,
    name: &[u8],
    path: &[u8],
    script: Rc<Script>,
) -> Result<(), Abort> {
    if context.sources.frames.len() > MAX_FILES {
        return context.abort(
            ErrorCode::Recursion,
            format!("include nesting > {MAX_FILES}"),
        );
    }
    let file = context.sources.file_index(name, path, &script);
    let scopes = context.names.scopes;
    context
        .sources
        .push_frame(FrameKind::File(file), script, scopes);
    let level = context
        .sources
        .frames
        .iter()
        .filter(|frame| !frame.is_macro())
        .count();
    if context.options.verbosity > 1 && context.options.verbosity != 5 {
        let text = [b" Including file \"", name, b"\"\n"].concat();
        context.report.print(text);
    }
    if context.report.listing.enabled() {
        let pass = context.report.pass.number;
        let position = format!(" LEVEL {level} PASS {pass}\n");
        let text = [b"------- FILE ", name, position.as_bytes()].concat();
        context.report.listing.push(&text);
    }
    Ok(())
}

/// Leaves a file, and ends the blocks and loops opened in it.
pub(crate) fn leave_file(context: &mut Context) {
    let Some(frame) = context.sources.frames.pop() else {
        return;
    };
    context.sources.free_frame_ids.push(frame.id);
    end_blocks(context, &frame);
    let name = match context.sources.frames.last().map(|frame| &frame.kind) {
        None => return,
        Some(FrameKind::File(file)) => context.sources.file_name(*file).to_vec(),
        Some(FrameKind::Macro { body, .. }) => body.name.to_vec(),
    };
    if context.options.verbosity > 3 {
        let text = [b"back to: ", &name[..], b"\n"].concat();
        context.report.print(text);
    }
    let text = [b"------- FILE ", &name[..], b"\n"].concat();
    context.report.listing.push(&text);
}

/// Leaves a macro. This ends the macro's scopes of local names, but not the blocks that it left
/// open.
pub(crate) fn leave_macro(context: &mut Context) {
    if let Some(frame) = context.sources.frames.pop() {
        context.sources.free_frame_ids.push(frame.id);
        context.sources.macro_depth -= 1;
        context.names.scopes.dot = frame.outer_scopes.dot;
        context.names.scopes.dollar = frame.outer_scopes.dollar;
    }
}

/// Cleans the next line of the innermost frame. Returns false at the end of the frame, but does not
/// leave it. `in_macro_definition` is true if the line is part of a macro definition.
pub(crate) fn next_line(
    context: &mut Context,
    buffer: &mut LineBuffer,
    in_macro_definition: bool,
) -> Result<bool, Abort> {
    let Some(frame) = context.sources.frames.last_mut() else {
        return Ok(false);
    };
    let Some((raw, newline)) = frame.script.raw_line(frame.line).filter(|_| !frame.ended) else {
        return Ok(false);
    };
    let lex = LexContext {
        arguments: frame.arguments(),
        in_macro_definition,
    };
    buffer.clean(raw, &mut context.sources.in_comment, newline, lex);
    // dasm counts a line after cleaning it, so errors found by cleaning are reported with the
    // previous line's number. In macro definitions, dasm counts a line before cleaning it.
    let line_offset = u32::from(!in_macro_definition);
    frame.line += u32::from(in_macro_definition);
    if !buffer.errors.is_empty() {
        report_lex_errors(context, buffer, line_offset)?;
    }
    if let Some(frame) = context.sources.frames.last_mut() {
        frame.line += line_offset;
    }
    Ok(true)
}

/// Performs `END`: leaves the macro calls around it, and skips the rest of the file.
pub(crate) fn end_file(context: &mut Context) {
    while context.sources.in_macro() {
        leave_macro(context);
    }
    if let Some(frame) = context.sources.frames.last_mut() {
        frame.ended = true;
    }
}

/// Ends all blocks that were opened in the file.
fn end_blocks(context: &mut Context, frame: &Frame) {
    while let Some(entry) = context.sources.ifs.pop_if(|entry| entry.frame == frame.id) {
        // Frame numbers are reused (see `Frame::id`). So a block that a MEXIT left open in a macro
        // can have been opened in another frame with the same number. Such a block does no harm, so
        // it is not reported.
        if entry.in_macro {
            continue;
        }
        let (opening, ending) = if entry.repeat {
            ("REPEAT", "REPEND")
        } else {
            ("IF", "ENDIF")
        };
        let message = format!("{opening} without {ending}: its block ends with the file");
        let help = format!("add the {ending} where the block should end");
        context.warn_at_place(message, entry.place, &help);
    }
    while (context
        .sources
        .repeats
        .pop_if(|entry| entry.frame == frame.id))
    .is_some()
    {}
}

/// Splits the line into fields. If the label contains commas, also builds its name.
pub(crate) fn split_fields(context: &mut Context, buffer: &mut LineBuffer) -> Result<(), Abort> {
    match buffer.split_label() {
        LabelEnd::At(at) => buffer.split_rest(at),
        LabelEnd::Arguments(at) => {
            let name = buffer.text[buffer.fields.label.range()].to_vec();
            let (name, at) = built_name(context, &buffer.text, name, at)?;
            buffer.split_rest(at);
            let start = buffer.text.len();
            if start + name.len() > MAX_LINE_LENGTH {
                buffer.errors.push(LexError::TooLong);
                return report_lex_errors(context, buffer, 0);
            }
            buffer.text.extend_from_slice(&name);
            buffer.fields.label = (start..buffer.text.len()).into();
        }
    }
    Ok(())
}

/// Lists the statement, unless the listing is off for this file or entirely.
pub(crate) fn list_statement(
    context: &mut Context,
    line: &Line,
    shown: ListedAs,
    comment: Option<&[u8]>,
) {
    let Some(frame) = context.sources.frames.last() else {
        return;
    };
    if !context.report.listing.enabled() || !context.report.listing.on || frame.unlisted {
        return;
    }
    if context.report.listing.paused {
        context.emitter.generated = 0;
        return;
    }
    let entry = ListedLine {
        line: frame.line,
        uninitialized: context.emitter.segments.current().uninitialized,
        address: context.emitter.listed_address,
        bytes: &context.emitter.block[..context.emitter.generated],
        skipped: !context.sources.active(),
        label: shown.label.unwrap_or(line.label()),
        operation: line.operation(),
        suffix: shown.suffix.or_else(|| line.after_dot()),
        operand: line.operand(),
        comment,
        cycles: &context.emitter.cycles,
    };
    context.report.listing.add(&entry);
    // The listing of the next line must not show these bytes again.
    context.emitter.generated = 0;
}

/// Reports the errors that cleaning found. `line_offset` is added to their line numbers: it is 1 if
/// the frame does not count this line yet.
fn report_lex_errors(
    context: &mut Context,
    buffer: &mut LineBuffer,
    line_offset: u32,
) -> Result<(), Abort> {
    for error in std::mem::take(&mut buffer.errors) {
        let result = report_lex_error(context, error);
        context.amend(|diagnostic| diagnostic.site.line += line_offset);
        result?;
    }
    Ok(())
}

fn report_lex_error(context: &mut Context, error: LexError) -> Result<(), Abort> {
    context.report.messages.latest = None;
    match error {
        LexError::OpenQuote(text) => {
            context.error_at(ErrorCode::Syntax, text, b"\"", 0);
            context.amend(|diagnostic| diagnostic.message = "the string is not closed".to_owned());
        }
        LexError::MissingArgument(number) => {
            let needle = format!("{{{number}}}");
            context.error_at(ErrorCode::MissingArgument, Vec::new(), needle.as_bytes(), 0);
        }
        LexError::OpenBrace => context.report.print("end brace required\n"),
        LexError::StrayCommentEnd => {
            context.error_at(ErrorCode::CommentClose, Vec::new(), b"*/", 0)
        }
        LexError::TooLong => {
            let detail = format!("a line of more than {MAX_LINE_LENGTH} characters");
            return context.abort(ErrorCode::Recursion, detail);
        }
        LexError::EndlessArgument => {
            let detail = "a macro argument that contains itself".to_owned();
            return context.abort(ErrorCode::Recursion, detail);
        }
    }
    Ok(())
}
