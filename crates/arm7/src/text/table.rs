//! The instructions of ARMv4T in Thumb state.
// DDI 0100, A7.1; unified syntax as in DDI 0419, A6.7.

/// A form of an instruction.
pub(super) struct Form {
    pub mnemonic: &'static str,
    /// The operands, without spaces; `%` and a letter stand for a field (see `fields.rs`).
    pub operands: &'static str,
    /// The opcode with all fields 0.
    pub opcode: u32,
}

const fn form(mnemonic: &'static str, operands: &'static str, opcode: u32) -> Form {
    Form {
        mnemonic,
        operands,
        opcode,
    }
}

/// BL, which takes two halfwords.
pub(super) const BL: &str = "bl";

/// All forms. The disassembler uses the first one that matches.
pub(super) const FORMS: &[Form] = &[
    form("movs", "%d,%n", 0x0000),
    form("lsls", "%d,%n,#%l", 0x0000),
    form("lsrs", "%d,%n,#%r", 0x0800),
    form("asrs", "%d,%n,#%r", 0x1000),
    form("adds", "%d,%n,%m", 0x1800),
    form("subs", "%d,%n,%m", 0x1a00),
    form("adds", "%d,%n,#%t", 0x1c00),
    form("subs", "%d,%n,#%t", 0x1e00),
    form("movs", "%D,#%i", 0x2000),
    form("cmp", "%D,#%i", 0x2800),
    form("adds", "%D,#%i", 0x3000),
    form("subs", "%D,#%i", 0x3800),
    form("ands", "%d,%n", 0x4000),
    form("eors", "%d,%n", 0x4040),
    form("lsls", "%d,%n", 0x4080),
    form("lsrs", "%d,%n", 0x40c0),
    form("asrs", "%d,%n", 0x4100),
    form("adcs", "%d,%n", 0x4140),
    form("sbcs", "%d,%n", 0x4180),
    form("rors", "%d,%n", 0x41c0),
    form("tst", "%d,%n", 0x4200),
    form("negs", "%d,%n", 0x4240),
    form("cmp", "%d,%n", 0x4280),
    form("cmn", "%d,%n", 0x42c0),
    form("orrs", "%d,%n", 0x4300),
    form("muls", "%d,%n", 0x4340),
    form("bics", "%d,%n", 0x4380),
    form("mvns", "%d,%n", 0x43c0),
    form("add", "%H,%M", 0x4400),
    form("cmp", "%H,%M", 0x4500),
    form("mov", "%H,%M", 0x4600),
    form("bx", "%M", 0x4700),
    form("ldr", "%D,[%p]", 0x4800),
    form("str", "%d,[%n,%m]", 0x5000),
    form("strh", "%d,[%n,%m]", 0x5200),
    form("strb", "%d,[%n,%m]", 0x5400),
    form("ldrsb", "%d,[%n,%m]", 0x5600),
    form("ldr", "%d,[%n,%m]", 0x5800),
    form("ldrh", "%d,[%n,%m]", 0x5a00),
    form("ldrb", "%d,[%n,%m]", 0x5c00),
    form("ldrsh", "%d,[%n,%m]", 0x5e00),
    form("str", "%d,[%n,#%w]", 0x6000),
    form("ldr", "%d,[%n,#%w]", 0x6800),
    form("strb", "%d,[%n,#%b]", 0x7000),
    form("ldrb", "%d,[%n,#%b]", 0x7800),
    form("strh", "%d,[%n,#%h]", 0x8000),
    form("ldrh", "%d,[%n,#%h]", 0x8800),
    form("str", "%D,[sp,#%W]", 0x9000),
    form("ldr", "%D,[sp,#%W]", 0x9800),
    form("adr", "%D,%p", 0xa000),
    form("add", "%D,sp,#%W", 0xa800),
    form("add", "sp,#%S", 0xb000),
    form("sub", "sp,#%S", 0xb080),
    form("push", "{%x}", 0xb400),
    form("pop", "{%y}", 0xbc00),
    form("stmia", "%D!,{%v}", 0xc000),
    form("ldmia", "%D!,{%v}", 0xc800),
    form("beq", "%c", 0xd000),
    form("bne", "%c", 0xd100),
    form("bcs", "%c", 0xd200),
    form("bcc", "%c", 0xd300),
    form("bmi", "%c", 0xd400),
    form("bpl", "%c", 0xd500),
    form("bvs", "%c", 0xd600),
    form("bvc", "%c", 0xd700),
    form("bhi", "%c", 0xd800),
    form("bls", "%c", 0xd900),
    form("bge", "%c", 0xda00),
    form("blt", "%c", 0xdb00),
    form("bgt", "%c", 0xdc00),
    form("ble", "%c", 0xdd00),
    form("svc", "#%i", 0xdf00),
    form("b", "%g", 0xe000),
];
