//! Chooses random instructions: fills the variable bits of a template with random bits. Leaves out
//! instructions whose effect varies between processors because the architecture manual does not
//! define it.

use super::random::Rng;
use arm7::{Cpu, Mode};

/// Templates of Thumb instructions: the fixed bits, and the number of random low bits.
const THUMB: [(u32, u32); 41] = [
    (0x0000, 11),
    (0x0800, 11),
    (0x1000, 11),
    (0x1800, 9),
    (0x1a00, 9),
    (0x1c00, 9),
    (0x1e00, 9),
    (0x2000, 11),
    (0x2800, 11),
    (0x3000, 11),
    (0x3800, 11),
    (0x4000, 10),
    (0x4000, 10),
    (0x4000, 10),
    (0x4000, 10),
    (0x4400, 8),
    (0x4500, 8),
    (0x4600, 8),
    (0x4700, 7),
    (0x4800, 11),
    (0x4800, 11),
    (0x5000, 9),
    (0x5200, 9),
    (0x5400, 9),
    (0x5600, 9),
    (0x5800, 9),
    (0x5a00, 9),
    (0x5c00, 9),
    (0x5e00, 9),
    (0x6000, 13),
    (0x8000, 12),
    (0x9000, 12),
    (0xa000, 12),
    (0xb000, 8),
    (0xb400, 9),
    (0xbc00, 9),
    (0xc000, 11),
    (0xc800, 11),
    (0xd000, 12),
    (0xe000, 11),
    (0xf000, 11),
];

/// Templates of ARM instructions without their condition: the fixed bits, and a mask that is 1 for
/// each random bit.
const ARM: [(u32, u32); 27] = [
    (0x0000_0000, 0x01ff_ff6f), // data processing, shift by an immediate
    (0x0000_0000, 0x01ff_ff6f),
    (0x0000_0000, 0x01ff_fff0 & !0x0000_0010 | 0xf),
    (0x0000_0010, 0x01ff_ff6f), // shift by a register
    (0x0000_0010, 0x01ff_ff6f),
    (0x0200_0000, 0x01ff_ffff), // immediate
    (0x0200_0000, 0x01ff_ffff),
    (0x03a0_0000, 0x001f_ffff), // MOV of an immediate
    (0x01a0_0000, 0x0010_f00f), // MOV of a register
    (0x0000_0090, 0x003f_ff0f), // MUL, MLA
    (0x0080_0090, 0x007f_ff0f), // long multiplications
    (0x0100_0090, 0x004f_f00f), // SWP
    (0x012f_ff10, 0x0000_000f), // BX
    (0x0000_00b0, 0x01ff_ff0f), // halfwords and signed bytes, by register
    (0x0040_00b0, 0x01bf_ff4f), // the same by immediate
    (0x0050_00d0, 0x01bf_ff2f),
    (0x0400_0000, 0x01ff_ffff), // LDR and so on, immediate
    (0x0400_0000, 0x01ff_f00f),
    (0x059f_0000, 0x0000_fffc), // literals
    (0x051f_0000, 0x0000_f0fc),
    (0x0600_0000, 0x01ff_ffef), // by register
    (0x0600_0000, 0x01ff_f00f),
    (0x0800_0000, 0x01ff_ffff), // LDM, STM
    (0x0800_0000, 0x01ff_00ff),
    (0x0a00_0000, 0x01ff_ffff), // B, BL
    (0x010f_0000, 0x0040_f000), // MRS
    (0x0128_f000, 0x0041_000f), // MSR of a register
];

/// Modes that MSR switches to, with IRQ and FIQ masked. User mode is not in this list: it is chosen
/// less often, because a program in user mode cannot switch to another mode with MSR.
const MODES: [u32; 7] = [0xd1, 0xd2, 0xd3, 0xd7, 0xdb, 0xdf, 0xdf];

/// Returns a random Thumb instruction.
pub fn thumb(random: &mut Rng) -> u32 {
    let (fixed, bits) = random.choose(&THUMB);
    fixed | random.word() & ((1 << bits) - 1)
}

/// Returns a random second half of a Thumb BL.
pub fn thumb_bl_suffix(random: &mut Rng) -> u32 {
    0xf800 | random.word() & 0x7ff
}

/// Returns a random ARM instruction.
pub fn arm(random: &mut Rng) -> u32 {
    let condition = if random.one_in(3) {
        random.below(15)
    } else {
        14
    };
    let instruction = match random.below(40) {
        0 => 0x0321_f000 | random.choose(&MODES),
        1 => 0x0361_f000 | random.choose(&MODES),
        // MSR that writes an immediate to the flags of the CPSR or SPSR.
        2 => 0x0328_f400 | random.word() & 0x0040_00f0,
        3 if random.one_in(20) => 0x0321_f0d0,
        // A near branch.
        4 => 0x0a00_0000 | random.word() & 0x0100_00ff,
        5 => 0x0aff_ff00 | random.word() & 0x0100_00ff,
        // MOVS PC, LR: a return from an exception.
        6 => 0x01b0_f00e,
        _ => {
            let (fixed, bits) = random.choose(&ARM);
            fixed | random.word() & bits
        }
    };
    condition << 28 | instruction
}

/// Returns true if a Thumb instruction must not be used: if the architecture manual does not define
/// what it does in the CPU's current state, or if it is SWI.
pub fn must_skip_thumb(opcode: u32, cpu: &Cpu) -> bool {
    let (low, high) = (opcode & 7 | opcode >> 4 & 8, opcode >> 3 & 15);
    match opcode >> 8 {
        // ADD, MOV or CMP of two low registers; CMP of R15; BX with R15, or to an ARM address that
        // is not a multiple of four.
        0x44 | 0x46 => opcode & 0xc0 == 0,
        0x45 => opcode & 0xc0 == 0 || low == 15,
        0x47 => high == 15 || opcode & 7 != 0 || cpu.register(high as usize) & 3 == 2,
        // Empty register lists; STMIA whose base register is in the list, but is not the lowest
        // register in it.
        0xb4 | 0xbc => opcode & 0xff == 0,
        0xc0..=0xc7 => {
            let base = opcode >> 8 & 7;
            let below = opcode & ((1 << base) - 1);
            opcode & 0xff == 0 || opcode >> base & 1 != 0 && below != 0
        }
        0xc8..=0xcf => opcode & 0xff == 0,
        0xde | 0xdf => true,
        _ => false,
    }
}

/// Returns true if an ARM instruction must not be used: if the architecture manual does not define
/// what it does in the CPU's current state, or if unicorn does not support it.
pub fn must_skip_arm(opcode: u32, cpu: &Cpu) -> bool {
    let field = |bit: u32| opcode >> bit & 15;
    let (n, d, s, m) = (field(16), field(12), field(8), field(0));
    let saved = cpu
        .saved_status()
        .and_then(|bits| Mode::from_bits(bits).map(|_| bits));
    // Data processing sets the flags; a transfer is a load.
    let bit_20 = opcode >> 20 & 1 != 0;
    // unicorn can return from an exception only by SUBS and MOVS.
    let unicorn_can_return = matches!(opcode >> 21 & 15, 2 | 13);
    let returns_without_spsr = |to_pc: bool| to_pc && saved.is_none();
    // Comparisons do not use the field Rd, and moves do not use Rn; the unused field must be 0.
    let is_comparison = opcode >> 23 & 3 == 2;
    let is_move = opcode >> 21 & 0xd == 0xd;
    match opcode >> 25 & 7 {
        0 if opcode & 0xf0 == 0x90 => match opcode >> 23 & 3 {
            0 => {
                [n, s, m].contains(&15)
                    || n == m
                    || opcode >> 21 & 1 != 0 && d == 15
                    || opcode >> 21 & 1 == 0 && d != 0
            }
            1 => [n, d, s, m].contains(&15) || n == d || n == m || d == m,
            _ => [n, d, m].contains(&15) || n == d || n == m,
        },
        0 if opcode & 0x90 == 0x90 => {
            let write_back = opcode >> 24 & 1 == 0 || opcode >> 21 & 1 != 0;
            let by_register = opcode >> 22 & 1 == 0;
            d == 15
                || by_register && (m == 15 || s != 0 || m == n)
                || write_back && (n == 15 || n == d)
                || opcode >> 24 & 1 == 0 && opcode >> 21 & 1 != 0
        }
        0 | 1 if opcode & 0x0190_0000 == 0x0100_0000 => {
            let is_cpsr = opcode >> 22 & 1 == 0;
            let status_exists = is_cpsr || cpu.saved_status().is_some();
            let is_mrs = opcode & 0x0fbf_0fff == 0x010f_0000 && d != 15 && status_exists;
            // The register can contain any value. So MSR from a register may write only the flags
            // of the CPSR, where every value is valid.
            let is_msr = opcode & 0x0fff_fff0 == 0x0128_f000 && m != 15;
            let writes_flags = opcode & 0x0fbf_ff0f == 0x0328_f400 && status_exists;
            let writes_mode = opcode & 0x0fbf_ff00 == 0x0321_f000 && status_exists;
            let is_valid_mode = Mode::from_bits(opcode).is_some() && opcode & 0xe0 == 0xc0;
            let is_bx =
                opcode & 0x0fff_fff0 == 0x012f_ff10 && m != 15 && cpu.register(m as usize) & 3 != 2;
            !(is_mrs || is_msr || writes_flags || writes_mode && is_valid_mode || is_bx)
        }
        0 if opcode & 0x10 != 0 => {
            [n, d, s, m].contains(&15) || is_move && n != 0 || is_comparison && d != 0
        }
        0 | 1 => {
            is_move && n != 0
                || is_comparison && d != 0
                || returns_without_spsr(d == 15 && bit_20)
                || d == 15 && bit_20 && !unicorn_can_return
        }
        2 | 3 => {
            let write_back = opcode >> 24 & 1 == 0 || opcode >> 21 & 1 != 0;
            let by_register = opcode >> 25 & 1 != 0;
            by_register && (m == 15 || write_back && m == n)
                || write_back && (n == 15 || n == d)
                || d == 15 && (opcode >> 22 & 1 != 0 || !bit_20)
                || opcode >> 24 & 1 == 0 && opcode >> 21 & 1 != 0
        }
        4 => {
            let list = opcode & 0xffff;
            let write_back = opcode >> 21 & 1 != 0;
            let s_bit = opcode >> 22 & 1 != 0;
            let base_in_list = list >> n & 1 != 0;
            let includes_pc = list >> 15 != 0;
            list == 0
                || n == 15
                || includes_pc && !bit_20
                || write_back && base_in_list
                || s_bit && (cpu.saved_status().is_none() || write_back && !(includes_pc && bit_20))
                || s_bit && returns_without_spsr(includes_pc && bit_20)
        }
        _ => false,
    }
}
