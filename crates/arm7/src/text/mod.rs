//! Thumb as text: an assembler for small programs and a disassembler, which share one table.
//!
//! The syntax is ARM's unified syntax: `adds r0, r1, #2`. Besides instructions, the assembler
//! understands labels (`loop:`), `.word`, `.half`, `.byte`, `.align`, `.space`, `.equ NAME, value`,
//! `nop`, literals (`ldr r0, =value`, placed at `.pool` or at the end), and comments after `;` or
//! `@`.
//!
//! ```
//! use arm7::text::{assemble, disassemble};
//!
//! let code = assemble("start: movs r0, #7\n b start", 0x800)?;
//! assert_eq!(code, [0x07, 0x20, 0xfd, 0xe7]);
//! assert_eq!(disassemble(0xe7fd, 0, 0x802), "b 0x800");
//! # Ok::<(), arm7::text::AssembleError>(())
//! ```

mod assembler;
mod fields;
mod table;

pub use assembler::{AssembleError, assemble};

use fields::pieces;
use table::{BL, FORMS};

/// Disassembles an instruction. `next` is the following halfword, which is needed for BL. A BL
/// without its second half, or an opcode that ARMv4T does not have, is shown as a `.half`
/// directive.
pub fn disassemble(opcode: u32, next: u32, address: u32) -> String {
    if opcode >> 11 == 0x1e && next >> 11 == 0x1f {
        let high = (opcode << 21) as i32 >> 9;
        let offset = high | ((next & 0x7ff) << 1) as i32;
        let target = address.wrapping_add(4).wrapping_add_signed(offset);
        return format!("{BL} {target:#x}");
    }
    for form in FORMS {
        let mask = pieces(form.operands).fold(0xffff, |mask, piece| match piece {
            fields::Piece::Field(field) => mask & !field.bits(),
            fields::Piece::Text(_) => mask,
        });
        if opcode & mask == form.opcode && form.allows(opcode) {
            return disassemble_form(form, opcode, address);
        }
    }
    format!(".half {opcode:#06x}")
}

fn disassemble_form(form: &table::Form, opcode: u32, address: u32) -> String {
    let mut text = String::from(form.mnemonic);
    for (index, piece) in pieces(form.operands).enumerate() {
        if index == 0 {
            text.push(' ');
        }
        match piece {
            fields::Piece::Field(field) => text += &field.to_text(opcode, address),
            fields::Piece::Text(",") => text += ", ",
            fields::Piece::Text(piece) => text += piece,
        }
    }
    text
}

impl table::Form {
    /// Returns true if an opcode that matches the form's fixed bits really is this instruction.
    fn allows(&self, opcode: u32) -> bool {
        match self.opcode {
            // CMP with two low registers has a different opcode.
            0x4500 => opcode & 0xc0 != 0,
            // A register list must not be empty.
            0xb400 | 0xbc00 => opcode & 0x1ff != 0,
            0xc000 | 0xc800 => opcode & 0xff != 0,
            _ => true,
        }
    }
}
