//! Instruction cycles: the column in the listing, and warnings about page crossings.

use isa6502::{Mode, OPCODES};

use crate::context::Context;
use crate::emitter::Timing;
use crate::names::symbols::SymbolId;
use crate::operand::item::Item;
use crate::sources::line::Line;
use crate::text::lossy;

/// Counts the cycles of an instruction, for the listing, the cycle sums and the warnings. The
/// listing shows `4`, `4+` (one more if a page is crossed), `2/3` (branch not taken, taken) or
/// `2/4` (taken, to another page).
#[inline(always)]
pub(crate) fn record_cycles(context: &mut Context, opcode: u8, operand: &Item) {
    if context.options.needs_cycles() {
        count_cycles(context, opcode, operand);
    }
}

fn count_cycles(context: &mut Context, opcode: u8, operand: &Item) {
    context.emitter.data_table = None;
    let row = &OPCODES[usize::from(opcode)];
    let (cycles, is_branch) = (row.cycles, row.mode == Mode::Relative);
    let here = context.emitter.segments.current().here();
    let crosses = is_branch && (here.value.wrapping_add(2) ^ operand.value) & !0xff != 0;
    let aligned = row.mode != Mode::IndirectIndexed && operand.value & 0xff == 0;
    let (max, text) = if is_branch {
        let max = cycles + 1 + u8::from(crosses);
        (max, format!("{cycles}/{max}"))
    } else if row.page_penalty && !aligned {
        (cycles + 1, format!("{cycles}+"))
    } else {
        (cycles, cycles.to_string())
    };
    if context.options.timings {
        context.emitter.timings.push(Timing {
            address: here.value,
            min: cycles,
            max,
        });
    }
    if context.options.cycles {
        context.emitter.cycles = format!("{text:<4}");
    }
    if crosses && context.options.warnings.page_crossing {
        let message = format!(
            "the branch crosses a page: it takes {} cycles instead of {} when taken",
            cycles + 2,
            cycles + 1
        );
        let help = "move the loop so that branch and target share a page";
        context.warn(message, b"", 0, Some(help));
    }
}

/// Warns if the current data table has just crossed a page boundary.
#[inline(always)]
pub(crate) fn check_data_table(context: &mut Context, line: &Line) {
    if context.options.warnings.page_crossing
        && let Some((id, start)) = context.emitter.data_table
    {
        check_table_from(context, id, start, line);
    }
}

fn check_table_from(context: &mut Context, id: SymbolId, start: i64, line: &Line) {
    let last = context.emitter.segments.current().here().value - 1;
    if last >> 8 == start >> 8 {
        return;
    }
    context.emitter.data_table = None;
    let name = lossy(context.names.symbols.name(id));
    let message = format!(
        "the table {name} crosses a page: indexed reads beyond the boundary take one more cycle"
    );
    let help = "put ALIGN 256 before the table, or move the table";
    context.warn_at(message, line, line.fields.operand, help);
}
