//! Entering and leaving files and macros, reading and splitting their lines.

use std::rc::Rc;

use crate::code::{Abort, Code, Step};
use crate::context::Context;
use crate::reading::built::built_name;
use crate::report::Shown;
use crate::report::listing::ListedLine;
use crate::sources::frames::{Frame, FrameKind};
use crate::sources::lexer::{LONGEST_LINE, LexContext, LexError, LineBuffer};
use crate::sources::line::Line;
use crate::sources::parser::LabelEnd;
use crate::sources::script::Script;

pub(crate) mod built;

/// Deepest nesting of files; dasm has no limit but that of memory.
const MOST_FILES: usize = 512;

/// Enters a file of that text.
pub(crate) fn enter_file(context: &mut Context, name: &[u8], script: Rc<Script>) -> Step {
    if context.sources.frames.len() > MOST_FILES {
        return context.abort(Code::Recursion, format!("include nesting > {MOST_FILES}"));
    }
    let file = context.sources.file_index(name, &script);
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
        context.report.print(b" Including file \"");
        context.report.print(name);
        context.report.print(b"\"\n");
    }
    if context.report.listing.enabled() {
        let pass = context.report.pass.number;
        context.report.listing.push(b"------- FILE ");
        context.report.listing.push(name);
        context
            .report
            .listing
            .push(format!(" LEVEL {level} PASS {pass}\n").as_bytes());
    }
    Ok(())
}

/// Leaves a file; blocks and loops opened in it end with it.
pub(crate) fn leave_file(context: &mut Context) {
    let Some(frame) = context.sources.frames.pop() else {
        return;
    };
    context.sources.free_frames.push(frame.id);
    end_blocks(context, &frame);
    let name = match context.sources.frames.last().map(|frame| &frame.kind) {
        None => return,
        Some(FrameKind::File(file)) => context.sources.file_name(*file).to_vec(),
        Some(FrameKind::Macro { body, .. }) => body.name.to_vec(),
    };
    if context.options.verbosity > 3 {
        context.report.print(b"back to: ");
        context.report.print(&name);
        context.report.messages.console.push(b'\n');
    }
    context.report.listing.push(b"------- FILE ");
    context.report.listing.push(&name);
    context.report.listing.push(b"\n");
}

/// Leaves a macro; its scopes end, its open blocks stay open.
pub(crate) fn leave_macro(context: &mut Context) {
    if let Some(frame) = context.sources.frames.pop() {
        context.sources.free_frames.push(frame.id);
        context.sources.macro_depth -= 1;
        context.names.scopes.dot = frame.scopes.dot;
        context.names.scopes.dollar = frame.scopes.dollar;
    }
}

/// Reads a line of the innermost frame, without leaving it. False at its end.
pub(crate) fn read_line(
    context: &mut Context,
    buffer: &mut LineBuffer,
    defining: bool,
) -> Result<bool, Abort> {
    let Some(frame) = context.sources.frames.last_mut() else {
        return Ok(false);
    };
    let Some((raw, newline)) = frame.script.raw_line(frame.line).filter(|_| !frame.ended) else {
        return Ok(false);
    };
    let lex = LexContext {
        arguments: frame.arguments(),
        defining,
    };
    buffer.read(raw, &mut context.sources.in_comment, newline, lex);
    // Outside of definitions dasm's message has the number of the line before: it counts later.
    let later = u32::from(!defining);
    frame.line += u32::from(defining);
    if !buffer.errors.is_empty() {
        report_lex_errors(context, buffer, later)?;
    }
    if let Some(frame) = context.sources.frames.last_mut() {
        frame.line += later;
    }
    Ok(true)
}

/// `END`: the rest of the file, and of the macros running in it, is skipped.
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
        // A MEXIT leaves the blocks of its macro open, which does no harm. Frames share numbers.
        if entry.in_macro {
            continue;
        }
        let (opening, ending) = match entry.repeat {
            true => ("REPEAT", "REPEND"),
            false => ("IF", "ENDIF"),
        };
        let message = format!("{opening} without {ending}: its block ends with the file");
        let help = format!("add the {ending} where the block is to end");
        context.warn_of_place(message, entry.place, &help);
    }
    while (context
        .sources
        .repeats
        .pop_if(|entry| entry.mark.frame == frame.id))
    .is_some()
    {}
}

/// Splits the line into fields; a label with commas is put together here.
pub(crate) fn split_fields(context: &mut Context, buffer: &mut LineBuffer) -> Step {
    match buffer.split_label() {
        LabelEnd::At(at) => buffer.split_rest(at),
        LabelEnd::Arguments(at) => {
            let name = buffer.text[buffer.fields.label.range()].to_vec();
            let (name, at) = built_name(context, &buffer.text, name, at)?;
            buffer.split_rest(at);
            let start = buffer.text.len();
            if start + name.len() > LONGEST_LINE {
                buffer.errors.push(LexError::TooLong);
                return report_lex_errors(context, buffer, 0);
            }
            buffer.text.extend_from_slice(&name);
            buffer.fields.label = (start..buffer.text.len()).into();
        }
    }
    Ok(())
}

/// Lists the statement, if both switches are on.
pub(crate) fn list_statement(
    context: &mut Context,
    line: &Line,
    shown: Shown,
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
        suffix: shown.suffix.or_else(|| line.behind_dot()),
        operand: line.operand(),
        comment,
        cycles: &context.emitter.cycles,
    };
    context.report.listing.add(&entry);
    context.emitter.generated = 0;
}

/// Reports what was wrong with the line before it was parsed. Its number is so much higher than
/// that of the frame.
fn report_lex_errors(context: &mut Context, buffer: &mut LineBuffer, later: u32) -> Step {
    for error in std::mem::take(&mut buffer.errors) {
        let result = report_lex_error(context, error);
        context.amend(|diagnostic| diagnostic.site.line += later);
        result?;
    }
    Ok(())
}

fn report_lex_error(context: &mut Context, error: LexError) -> Step {
    context.report.messages.latest = None;
    match error {
        LexError::OpenQuote(text) => {
            context.error_at(Code::Syntax, text, b"\"", 0);
            context.amend(|diagnostic| diagnostic.message = "the string is not closed".to_owned());
        }
        LexError::MissingArgument(number) => {
            let needle = format!("{{{number}}}");
            context.error_at(Code::MissingArgument, Vec::new(), needle.as_bytes(), 0);
        }
        LexError::OpenBrace => context.report.say("end brace required\n"),
        LexError::StrayCommentEnd => context.error_at(Code::CommentClose, Vec::new(), b"*/", 0),
        LexError::TooLong => {
            let detail = format!("a line of more than {LONGEST_LINE} characters");
            return context.abort(Code::Recursion, detail);
        }
        LexError::EndlessArgument => {
            let detail = "a macro argument that contains itself".to_owned();
            return context.abort(Code::Recursion, detail);
        }
    }
    Ok(())
}
