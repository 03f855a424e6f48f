//! Addresses: `SEG`, `ORG`, `RORG`, `REND`, `ALIGN`, and assignment to `.`.

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::{Context, Item};
use crate::line::Line;
use crate::parser::Suffix;
use crate::passes::Reason;
use crate::segments::Address;

pub(super) fn seg(assembler: &mut Assembler, line: &Line) -> Step {
    let uninitialized = Suffix::parse(line.suffix()) == Some(Suffix::Uninitialized);
    assembler.segments.switch(line.operand(), uninitialized);
    assembler.program_label(line);
    Ok(())
}

pub(super) fn org(assembler: &mut Assembler, line: &Line) -> Step {
    let items = assembler.evaluate_line(line, Context::Data)?;
    assembler.set_origin(&items, line)?;
    assembler.program_label(line);
    Ok(())
}

pub(super) fn rorg(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.segments.current_mut().relocating = true;
    if !line.operand().is_empty() {
        let mut item = Item::default();
        assembler.evaluate_operand(line, &mut item)?;
        assembler.segments.current_mut().relocated = address(&item);
    }
    assembler.program_label(line);
    Ok(())
}

pub(super) fn rend(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    assembler.segments.current_mut().relocating = false;
    Ok(())
}

/// `. = value` in column 1.
pub(super) fn assign_here(assembler: &mut Assembler, line: &Line) -> Step {
    // Both names are listed as the dot.
    assembler.shown.label = Some(b".");
    let items = assembler.evaluate(line.operand(), Context::Data)?;
    if assembler.segments.current().relocating {
        assembler.segments.current_mut().relocated = address(&items[0]);
    } else {
        assembler.set_origin(&items, line)?;
    }
    assembler.note_address();
    Ok(())
}

pub(super) fn align(assembler: &mut Assembler, line: &Line) -> Step {
    let items = assembler.evaluate_line(line, Context::Data)?;
    let fill = items.get(1);
    let unknown = items[0].unknown || fill.is_some_and(|fill| fill.unknown);
    let segment = assembler.segments.current();
    let here = segment.here();
    if unknown {
        assembler.redo(Reason::Align);
    } else if here.unknown {
        let reason = if segment.relocating {
            Reason::AlignRelocated
        } else {
            Reason::AlignOrigin
        };
        assembler.redo(reason);
    } else if items[0].value == 0 {
        // 2.20.14.1 crashes here; this is what 2.20.16 does.
        assembler.error_at(
            Code::Syntax,
            "alignment value must not be zero",
            line.operand(),
            0,
        );
    } else {
        let modulus = items[0].value as u64;
        let past = here.value as u64 % modulus;
        if past != 0 {
            let fill = fill.map_or(0, |fill| fill.value);
            assembler.warn_of_lost_bits(fill, 1, line);
            assembler.fill_bytes(modulus - past, fill as u8)?;
        }
    }
    assembler.program_label(line);
    Ok(())
}

fn address(item: &Item) -> Address {
    Address {
        value: item.value,
        unknown: item.unknown,
    }
}

impl Assembler<'_> {
    fn set_origin(&mut self, items: &[Item], line: &Line) -> Step {
        if let Some(fill) = items.get(1) {
            if fill.unknown {
                self.error_at(Code::ValueUndefined, "", line.operand(), 0);
                return Err(crate::assembler::Abort(Code::ValueUndefined));
            }
            self.warn_of_lost_bits(fill.value, 1, line);
            self.origin_fill = fill.value as u8;
        }
        let segment = self.segments.current_mut();
        segment.origin = address(&items[0]);
        if segment.initial_origin.is_none() {
            segment.initial_origin = Some(items[0].value);
        }
        Ok(())
    }
}
