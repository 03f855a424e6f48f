//! The fields of Thumb opcodes, and how each one is written as text.

/// A field. The variant determines where it is in the opcode and how it is written as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// R0 to R7: the register number starts at this bit of the opcode.
    Low(u32),
    /// R0 to R15: opcode bits 0 to 2 hold bits 0 to 2 of the register number, bit 7 holds bit 3.
    HighDestination,
    /// R0 to R15: the register number starts at bit 3.
    HighOperand,
    /// A number. The three values are the lowest opcode bit of the field, the width of the field in
    /// bits, and the factor by which the field is multiplied.
    Number(u32, u32, u32),
    /// A right-shift count from 1 to 32.
    RightShift,
    /// A list of registers from R0 to R7, one bit per register.
    List,
    /// Like `List`, with LR in bit 8.
    ListLr,
    /// Like `List`, with the PC in bit 8.
    ListPc,
    /// The address of a literal: 0 to 1,020 bytes after the PC, in steps of four. The PC is first
    /// rounded down to a multiple of four.
    Literal,
    /// A branch target. The number is the width of the opcode's offset field in bits.
    Branch(u32),
}

/// A part of a form's operands.
pub(super) enum Piece {
    Field(Field),
    Text(&'static str),
}

/// Splits a form's operands into fields and literal text.
pub(super) fn pieces(mut operands: &'static str) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        let (piece, length) = match operands.strip_prefix('%') {
            Some(code) => (Piece::Field(field(code.as_bytes()[0])), 2),
            None if operands.is_empty() => return None,
            None => (Piece::Text(&operands[..1]), 1),
        };
        operands = &operands[length..];
        Some(piece)
    })
}

fn field(code: u8) -> Field {
    match code {
        b'd' => Field::Low(0),
        b'n' => Field::Low(3),
        b'm' => Field::Low(6),
        b'D' => Field::Low(8),
        b'H' => Field::HighDestination,
        b'M' => Field::HighOperand,
        b'l' | b'b' => Field::Number(6, 5, 1),
        b'h' => Field::Number(6, 5, 2),
        b'w' => Field::Number(6, 5, 4),
        b't' => Field::Number(6, 3, 1),
        b'i' => Field::Number(0, 8, 1),
        b'W' => Field::Number(0, 8, 4),
        b'S' => Field::Number(0, 7, 4),
        b'r' => Field::RightShift,
        b'v' => Field::List,
        b'x' => Field::ListLr,
        b'y' => Field::ListPc,
        b'p' => Field::Literal,
        b'c' => Field::Branch(8),
        _ => Field::Branch(11),
    }
}

const REGISTERS: [&str; 16] = [
    "r0", "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "sp", "lr",
    "pc",
];

fn register(text: &str) -> Option<u32> {
    let number = REGISTERS.iter().position(|name| *name == text);
    let number = number.or_else(|| {
        let number = text.strip_prefix('r')?.parse::<usize>().ok()?;
        (13..16).contains(&number).then_some(number)
    });
    number.map(|number| number as u32)
}

impl Field {
    /// Returns a mask of the opcode bits that the field occupies.
    pub(super) fn bits(self) -> u32 {
        match self {
            Field::Low(bit) => 7 << bit,
            Field::HighDestination => 0x87,
            Field::HighOperand => 0x78,
            Field::Number(bit, width, _) => ((1 << width) - 1) << bit,
            Field::RightShift => 0x07c0,
            Field::List | Field::Literal => 0x00ff,
            Field::ListLr | Field::ListPc => 0x01ff,
            Field::Branch(width) => (1 << width) - 1,
        }
    }

    pub(super) fn to_text(self, opcode: u32, address: u32) -> String {
        let pc = address.wrapping_add(4);
        let name = |number: u32| REGISTERS[number as usize & 15].to_owned();
        match self {
            Field::Low(bit) => name(opcode >> bit & 7),
            Field::HighDestination => name((opcode & 7) | (opcode >> 4 & 8)),
            Field::HighOperand => name(opcode >> 3 & 15),
            Field::Number(bit, width, unit) => {
                ((opcode >> bit & ((1 << width) - 1)) * unit).to_string()
            }
            Field::RightShift => match opcode >> 6 & 0x1f {
                0 => "32".to_owned(),
                amount => amount.to_string(),
            },
            Field::List => list(opcode & 0xff, ""),
            Field::ListLr => list(opcode & 0x1ff, "lr"),
            Field::ListPc => list(opcode & 0x1ff, "pc"),
            Field::Literal => format!("{:#x}", (pc & !3).wrapping_add((opcode & 0xff) << 2)),
            Field::Branch(width) => {
                let offset = (opcode << (32 - width)) as i32 >> (31 - width);
                format!("{:#x}", pc.wrapping_add_signed(offset))
            }
        }
    }

    /// Parses an operand into the field's opcode bits; `None` if it has the wrong form or is out of
    /// range. `value` evaluates expressions.
    pub(super) fn parse(
        self,
        text: &str,
        address: u32,
        value: impl Fn(&str) -> Option<u32>,
    ) -> Option<u32> {
        let pc = address.wrapping_add(4);
        match self {
            Field::Low(bit) => register(text)
                .filter(|&number| number < 8)
                .map(|n| n << bit),
            Field::HighDestination => register(text).map(|n| (n & 7) | ((n & 8) << 4)),
            Field::HighOperand => register(text).map(|n| n << 3),
            Field::Number(bit, width, unit) => {
                let number = value(text)?;
                let fits = number % unit == 0 && number / unit < 1 << width;
                fits.then_some((number / unit) << bit)
            }
            Field::RightShift => {
                let amount = value(text).filter(|amount| (1..=32).contains(amount))?;
                Some((amount & 31) << 6)
            }
            Field::List => parse_list(text, None),
            Field::ListLr => parse_list(text, Some(14)),
            Field::ListPc => parse_list(text, Some(15)),
            Field::Literal => {
                let offset = value(text)?.wrapping_sub(pc & !3);
                (offset % 4 == 0 && offset < 0x400).then_some(offset / 4)
            }
            Field::Branch(width) => {
                let offset = value(text)?.wrapping_sub(pc) as i32;
                let reach = 1 << width;
                let fits = offset % 2 == 0 && (-reach..reach).contains(&offset);
                fits.then_some((offset >> 1) as u32 & ((1 << width) - 1))
            }
        }
    }
}

/// Formats a register list, with ranges: `r0-r3, r7, lr`. `ninth` is the name of the register in
/// bit 8.
fn list(bits: u32, ninth: &str) -> String {
    let mut names = Vec::new();
    let mut number = 0;
    while number < 8 {
        let run = (bits >> number & 0xff).trailing_ones().min(8 - number);
        match run {
            0 => {}
            1 => names.push(format!("r{number}")),
            _ => names.push(format!("r{number}-r{}", number + run - 1)),
        }
        number += run.max(1);
    }
    if bits & 0x100 != 0 {
        names.push(ninth.to_owned());
    }
    names.join(", ")
}

fn parse_list(text: &str, ninth: Option<u32>) -> Option<u32> {
    let mut bits = 0;
    for item in text.split(',') {
        let (first, last) = item.split_once('-').unwrap_or((item, item));
        let (first, last) = (register(first)?, register(last)?);
        match (first, last) {
            _ if first <= last && last < 8 => (first..=last).for_each(|number| bits |= 1 << number),
            _ if first == last && Some(first) == ninth => bits |= 0x100,
            _ => return None,
        }
    }
    Some(bits)
}
