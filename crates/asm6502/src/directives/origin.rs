//! Addresses: `SEG`, `ORG`, `RORG`, `REND`, `ALIGN`, and assignment to `.`.

use crate::address::Address;
use crate::context::Context;
use crate::directives::space::fill_bytes;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::{evaluate, evaluate_one};
use crate::labels::{program_label, record_address};
use crate::operand::item::{Form, Item};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::sources::parser::Suffix;

pub(crate) fn seg(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.emitter.data_table = None;
    let uninitialized = Suffix::parse(line.suffix()) == Some(Suffix::Uninitialized);
    context
        .emitter
        .segments
        .switch(line.operand(), uninitialized);
    program_label(context, line);
    Ok(())
}

pub(crate) fn org(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.emitter.data_table = None;
    let items = evaluate(context, line.operand())?;
    set_origin(context, &items, line)?;
    program_label(context, line);
    Ok(())
}

pub(crate) fn rorg(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.emitter.data_table = None;
    // The operand is evaluated before the relocation changes, so a `.` in it still means the
    // previous address.
    let item = evaluate_one(context, line.operand())?;
    let segment = context.emitter.segments.current_mut();
    segment.relocating = true;
    if item.form != Form::Implied {
        segment.relocated = address(&item);
    }
    program_label(context, line);
    Ok(())
}

pub(crate) fn rend(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.emitter.data_table = None;
    program_label(context, line);
    context.emitter.segments.current_mut().relocating = false;
    Ok(())
}

/// Executes `. = value` and `* = value` in column 1.
pub(crate) fn assign_here(context: &mut Context, line: &Line) -> Result<(), Abort> {
    // The listing shows `.` even if the source has `*`.
    context.report.listed_as.label = Some(b".");
    let items = evaluate(context, line.operand())?;
    if context.emitter.segments.current().relocating {
        context.emitter.segments.current_mut().relocated = address(&items[0]);
    } else {
        set_origin(context, &items, line)?;
    }
    record_address(context);
    Ok(())
}

pub(crate) fn align(context: &mut Context, line: &Line) -> Result<(), Abort> {
    context.emitter.data_table = None;
    let items = evaluate(context, line.operand())?;
    let fill = items.get(1);
    if context.is_newer_dialect() && items[0].value == 0 {
        return report_zero_alignment(context, line);
    }
    // If the fill value is unknown, another pass is needed, but the address still advances in this
    // one.
    context
        .report
        .redo_if(fill.is_some_and(|fill| fill.unknown), Reason::Align);
    let segment = context.emitter.segments.current();
    let here = segment.here();
    if items[0].unknown {
        context.report.redo(Reason::Align);
    } else if here.unknown {
        let reason = if segment.relocating {
            Reason::AlignRelocated
        } else {
            Reason::AlignOrigin
        };
        context.report.redo(reason);
    } else if items[0].value == 0 {
        // dasm 2.20.14.1 crashes here.
        report_zero_alignment(context, line)?;
    } else {
        let modulus = items[0].value as u64;
        let past = here.value as u64 % modulus;
        if past != 0 {
            let fill = fill.map_or(0, |fill| fill.value);
            context.warn_about_lost_bits(fill, 1, line);
            fill_bytes(context, modulus - past, fill as u8)?;
        }
    }
    program_label(context, line);
    Ok(())
}

fn address(item: &Item) -> Address {
    Address {
        value: item.value,
        unknown: item.unknown,
    }
}

fn set_origin(context: &mut Context, items: &[Item], line: &Line) -> Result<(), Abort> {
    if let Some(fill) = items.get(1) {
        if fill.unknown {
            context.error_at(ErrorCode::ValueUndefined, "", line.operand(), 0);
            return Err(Abort(ErrorCode::ValueUndefined));
        }
        context.warn_about_lost_bits(fill.value, 1, line);
        context.emitter.origin_fill = fill.value as u8;
    }
    let place = context.sources.place();
    let segment = context.emitter.segments.current_mut();
    segment.origin_place = place;
    segment.origin = address(&items[0]);
    if segment.initial_origin.unknown {
        segment.initial_origin = segment.origin;
    }
    Ok(())
}

/// Reports an alignment of 0 with the same error as dasm 2.20.16.
fn report_zero_alignment(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let detail = "alignment value must not be zero";
    context.error_at(ErrorCode::Syntax, detail, line.operand(), 0);
    Ok(())
}
