//! The lines of files and macros, one after the other.

use crate::code::Step;
use crate::context::Context;
use crate::reading::{leave_file, leave_macro, read_line, split_fields};
use crate::run::limits::count_statements;
use crate::run::quick::run_quick_lines;
use crate::run::statement::run_statement;
use crate::sources::frames::Frame;
use crate::sources::script::chunk::Chunk;
use crate::sources::script::entry::EntryKind;

mod limits;
mod quick;
mod statement;

/// Assembles the lines of all frames, the innermost first, up to the end of the main file.
pub(crate) fn run_frames(context: &mut Context) -> Step {
    let mut scratch = Vec::new();
    while let Some(frame) = context.sources.frames.last() {
        let (place, chunk) = (frame.place_of_chunk(), frame.chunk.clone());
        run_chunk(context, place, &chunk, &mut scratch)?;
        drop(chunk);
        if context
            .sources
            .frames
            .last()
            .is_some_and(Frame::at_end_of_chunk)
            && !context.next_chunk()
        {
            leave_frame(context);
        }
    }
    Ok(())
}

/// Assembles lines until the chunk ends or the innermost frame changes.
fn run_chunk(
    context: &mut Context,
    place: (u32, usize),
    chunk: &Chunk,
    scratch: &mut Vec<u8>,
) -> Step {
    let quick = !context.report.listing.enabled()
        && !context.options.examines_code()
        && context.recorder.is_none();
    let here = |frame: &&mut Frame| frame.place_of_chunk() == place;
    while let Some(frame) = context.sources.frames.last_mut().filter(here) {
        if frame.at_end_of_chunk() {
            break;
        }
        let alone = context.sources.in_comment || frame.within > 0;
        if quick && !alone && run_quick_lines(context, chunk)? {
            continue;
        }
        if context
            .sources
            .frames
            .last()
            .is_none_or(Frame::at_end_of_chunk)
        {
            break;
        }
        match alone {
            true => read_and_run(context)?,
            false => run_next_line(context, chunk, scratch)?,
        }
    }
    Ok(())
}

/// Assembles the next line of the innermost frame.
fn run_next_line(context: &mut Context, chunk: &Chunk, scratch: &mut Vec<u8>) -> Step {
    let Some(frame) = context.sources.frames.last_mut() else {
        return Ok(());
    };
    let index = frame.next;
    if let Some(line) = chunk.line(index, frame.arguments(), scratch) {
        frame.go_to(index + 1, frame.line + 1);
        count_statements(context, 1)?;
        return run_statement(context, &line);
    }
    match chunk.kind(index) {
        Some(EntryKind::Blank(_)) => run_blank_lines(context, chunk, index),
        _ => read_and_run(context),
    }
}

/// Lines without statements, each of which is to be listed.
fn run_blank_lines(context: &mut Context, chunk: &Chunk, index: usize) -> Step {
    for (length, line) in chunk.blank_lines(index) {
        if let Some(frame) = context.sources.frames.last_mut() {
            frame.within += length;
            frame.line += 1;
        }
        count_statements(context, 1)?;
        run_statement(context, &line)?;
    }
    if let Some(frame) = context.sources.frames.last_mut() {
        (frame.next, frame.within) = (index + 1, 0);
    }
    Ok(())
}

/// A line that has to be parsed each time it is run.
#[cold]
fn read_and_run(context: &mut Context) -> Step {
    count_statements(context, 1)?;
    let mut buffer = std::mem::take(&mut context.sources.buffer);
    let result = read_line(context, &mut buffer, false).and_then(|_| {
        split_fields(context, &mut buffer)?;
        run_statement(context, &buffer.line())
    });
    if result.is_err() {
        context.attach_excerpts(&buffer.line());
    }
    context.sources.buffer = buffer;
    result
}

fn leave_frame(context: &mut Context) {
    if context.sources.in_macro() {
        leave_macro(context);
    } else {
        leave_file(context);
    }
}
