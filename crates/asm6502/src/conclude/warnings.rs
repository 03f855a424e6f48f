//! Warnings that are known only at the end of the run.

use crate::context::Context;
use crate::diagnostic::{Diagnostic, Severity};
use crate::names::scopes::split_scope;
use crate::names::symbols::{Place, Role, SymbolId};
use crate::text::lossy;
use crate::usage::PAGE_ZERO_END;

/// Adds the warnings that are known only at the end of the run.
pub(super) fn final_warnings(context: &mut Context) {
    if context.emitter.output.bytes.is_empty()
        && context.report.pass.number > 1
        && context.emitter.first_pass_wrote
    {
        let message =
            "the binary is empty: each pass begins in the segment where the previous one \
                       ended, and that segment is uninitialized"
                .to_owned();
        let help = "put a SEG before the first instruction or data";
        context.warn_at_place(message, context.sources.main_file(), help);
    }
    warn_about_stray_bytes(context);
    warn_about_reset_vector(context);
    if context.options.warnings.ram {
        warn_about_ram(context);
    }
    if context.options.warnings.unused {
        warn_unused(context);
    }
}

/// Addresses of RAM in page zero.
const RAM: std::ops::Range<i64> = 0x80..0x100;
/// If a binary begins in RAM and is at least this many bytes long, it extends into the cartridge's
/// addresses.
const MIN_STRAY_LENGTH: usize = 0x8000;

/// Warns about a binary that begins at a RAM address and extends up to the program because the
/// variables are not in a SEG.U.
fn warn_about_stray_bytes(context: &mut Context) {
    let length = context.emitter.output.bytes.len();
    let first = context.emitter.output.first_address();
    let Some(first) = first.filter(|first| RAM.contains(first)) else {
        return;
    };
    if length < MIN_STRAY_LENGTH {
        return;
    }
    let last = first + length as i64 - 1;
    let message = format!("the binary extends from ${first:04x} to ${last:04x}: {length} bytes");
    let help = "put the variables in an uninitialized segment: SEG.U ram, ORG $80; then SEG code \
                before the program";
    context.warn_at_place(message, context.sources.main_file(), help);
}

/// The sizes of images that have a single bank.
const SINGLE_BANK_SIZES: [usize; 2] = [0x800, 0x1000];

/// Warns about a reset vector that does not point into the cartridge.
fn warn_about_reset_vector(context: &mut Context) {
    let bytes = &context.emitter.output.bytes;
    let Some([low, high, ..]) = bytes.last_chunk::<4>() else {
        return;
    };
    let reset = u16::from_le_bytes([*low, *high]);
    let origin = context.emitter.output.first_address().unwrap_or_default();
    let is_cartridge = SINGLE_BANK_SIZES.contains(&bytes.len()) && origin & 0x1000 != 0;
    if !is_cartridge || reset & 0x1000 != 0 {
        return;
    }
    let message = format!("the reset vector at $fffc is ${reset:04x}, where no program can be");
    let help = "end the source with ORG $FFFC and .word Start, .word Start";
    context.warn_at_place(message, context.sources.main_file(), help);
}

/// Warns about variables beyond page zero, or in the bytes that the stack of a 2600 program needs.
fn warn_about_ram(context: &mut Context) {
    let reserve = i64::from(context.options.stack_reserve);
    for index in 0..context.emitter.segments.all.len() {
        let segment = &context.emitter.segments.all[index];
        let Some(extent) = segment.extent.filter(|_| segment.uninitialized) else {
            continue;
        };
        let last = extent.end - 1;
        let name = lossy(&segment.name);
        if !(0x80..PAGE_ZERO_END).contains(&extent.first) || extent.end <= PAGE_ZERO_END - reserve {
            continue;
        }
        let message = if last < PAGE_ZERO_END {
            format!(
                "the segment {name} reaches ${last:02x}; the stack needs the last {reserve} bytes \
                 up to $ff"
            )
        } else {
            let excess = extent.end - PAGE_ZERO_END;
            format!("the segment {name} reaches ${last:03x}, {excess} bytes beyond $ff")
        };
        let help = "share addresses between variables that are not used at the same time";
        context.warn_at_place(message, extent.place, help);
    }
}

/// Returns true for a label defined in a header. A header is any file, other than the main source,
/// that places no bytes. A program need not use all labels of a header.
fn is_defined_in_header(context: &Context, id: SymbolId) -> bool {
    let file = context.names.symbols.definition(id).place.file;
    file != context.sources.main_file().file && !context.emitter.writers.contains(&file)
}

/// Warns about labels that nothing uses, except those of headers.
fn warn_unused(context: &mut Context) {
    let unused: Vec<(String, Place)> = context
        .names
        .symbols
        .table_order()
        .into_iter()
        .filter(|&id| {
            let symbol = context.names.symbols.get(id);
            symbol.role == Role::Label
                && symbol.used_in_pass == 0
                && !is_defined_in_header(context, id)
        })
        .map(|id| {
            (
                split_scope(context.names.symbols.name(id)).0,
                context.names.symbols.definition(id).place,
            )
        })
        .collect();
    for (name, place) in unused {
        let site = context.sources.site(place);
        let message = format!("the label {name} is never used");
        let warning = Diagnostic::new(Severity::Warning, 0, message, site);
        context.report.messages.diagnostics.push(warning);
    }
}
