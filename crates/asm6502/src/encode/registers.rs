//! Warnings about accesses that are probably mistakes: reads from write-only registers, writes to
//! read-only registers, numbers without `#`, and writes to code.

use isa6502::{Access, Mnemonic, Mode};

use crate::context::Context;
use crate::names::symbols::Role;
use crate::operand::item::{Form, Item};
use crate::sources::line::Line;
use crate::text::lossy;

/// The write-only registers, in address order.
const TIA_WRITE: &str = "VSYNC VBLANK WSYNC RSYNC NUSIZ0 NUSIZ1 COLUP0 COLUP1 COLUPF COLUBK CTRLPF \
                         REFP0 REFP1 PF0 PF1 PF2 RESP0 RESP1 RESM0 RESM1 RESBL AUDC0 AUDC1 AUDF0 \
                         AUDF1 AUDV0 AUDV1 GRP0 GRP1 ENAM0 ENAM1 ENABL HMP0 HMP1 HMM0 HMM1 HMBL \
                         VDELP0 VDELP1 VDELBL RESMP0 RESMP1 HMOVE HMCLR CXCLR";
/// The read-only registers.
const TIA_READ: &str = "CXM0P CXM1P CXP0FB CXP1FB CXM0FB CXM1FB CXBLPF CXPPMM INPT0 INPT1 INPT2 \
                        INPT3 INPT4 INPT5";
/// Offset in a bank of the first possible hot spot. A write to a label at this offset or above is
/// not reported, because it may switch banks.
const FIRST_HOT_SPOT: i64 = 0xfe0;

/// Warns if the access is probably a mistake and the operand's value is known.
pub(super) fn warn_about_access(
    context: &mut Context,
    mnemonic: Mnemonic,
    mode: Mode,
    operand: &Item,
    line: &Line,
) {
    let text = line.operand().to_vec();
    let value = operand.value;
    let is_address = operand.form != Form::Immediate && !operand.unknown;
    // The program may use these instructions only to spend time or to set flags.
    let is_idle = matches!(mnemonic, Mnemonic::Nop | Mnemonic::Bit);
    if !is_address || is_idle || mode == Mode::Implied {
        return;
    }
    let access = mnemonic.access();
    let shown = lossy(&text);
    let (message, help) = match access {
        Access::Read if is_number(&text) && (0..0x40).contains(&value) => (
            format!("this reads the address ${value:02x}, not the number"),
            format!("write #{shown} for the number"),
        ),
        Access::Read if is_low_or_high_byte(context, &text) => (
            "this takes the low or high byte as an address, and reads from that address".to_owned(),
            format!("write #{shown} for the byte"),
        ),
        Access::Read if is_register(TIA_WRITE, 0, &shown, value) => (
            format!("{shown} can only be written"),
            format!("a read from ${value:02x} reads another register"),
        ),
        Access::Read if is_register("TIM1T TIM8T TIM64T T1024T", 0x294, &shown, value) => (
            format!("{shown} can only be written"),
            "read the timer from INTIM".to_owned(),
        ),
        Access::Write if is_register("INTIM TIMINT", 0x284, &shown, value) => (
            format!("{shown} can only be read"),
            "TIM1T, TIM8T, TIM64T and T1024T set the timer".to_owned(),
        ),
        Access::Write if is_read_only(&shown, value) => (
            format!("{shown} can only be read"),
            format!("a write to ${value:02x} goes to another register"),
        ),
        Access::Write | Access::Modify if is_code(context, &text, value) => (
            format!("{shown} is in the ROM, which cannot be written"),
            "put variables in a SEG.U in RAM".to_owned(),
        ),
        _ => return,
    };
    context.warn_at(message, line, line.fields.operand, help.as_str());
}

/// Returns true for a plain number.
fn is_number(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"$").or(text.strip_prefix(b"%"));
    let digits = digits.unwrap_or(text);
    !digits.is_empty()
        && digits.iter().all(u8::is_ascii_hexdigit)
        && (digits.len() < text.len() || digits[0].is_ascii_digit())
}

/// Returns true for `<Table` or `>Table` without a `#`, where Table is not in page zero.
fn is_low_or_high_byte(context: &Context, text: &[u8]) -> bool {
    let [b'<' | b'>', name @ ..] = text else {
        return false;
    };
    let id = context.names.symbols.find(name);
    id.is_some_and(|id| context.names.symbols.get(id).value > 0xff)
}

/// Returns true if `value` is the address of the register `name`. `names` lists registers at
/// consecutive addresses, starting at `base`.
fn is_register(names: &str, base: i64, name: &str, value: i64) -> bool {
    let index = names.split_whitespace().position(|known| known == name);
    index.is_some_and(|index| base + index as i64 == value)
}

/// Returns true if `name` is a read-only register and `value` is the register's address or its
/// mirror $30 higher.
fn is_read_only(name: &str, value: i64) -> bool {
    [0, 0x30]
        .iter()
        .any(|base| is_register(TIA_READ, *base, name, value))
}

/// Returns true if the operand is a label of code or data in the cartridge, at an address below the
/// hot spots.
fn is_code(context: &Context, text: &[u8], value: i64) -> bool {
    let symbols = &context.names.symbols;
    let Some(id) = symbols.find(text) else {
        return false;
    };
    let segment = symbols.definition(id).segment as usize;
    let segment = &context.emitter.segments.all[segment];
    symbols.get(id).role == Role::Label
        && !segment.uninitialized
        && value & 0x1000 != 0
        && value & 0xfff < FIRST_HOT_SPOT
}
