//! Tests ARMv6-M: its additions to Thumb, and what it does not support (DDI 0419, A6).

use crate::computer::{CODE, Computer, RAM, expect_exception, run_instructions};
use arm7::{Architecture, Exception};

const V6M: Architecture = Architecture::V6M;

#[test]
fn extending_and_byte_reversing_instructions() {
    for (opcode, value, expected) in [
        (0xb208, 0x1234_8765, 0xffff_8765), // sxth r0, r1
        (0xb248, 0x1234_8785, 0xffff_ff85), // sxtb
        (0xb288, 0x1234_8765, 0x8765),      // uxth
        (0xb2c8, 0x1234_8765, 0x65),        // uxtb
        (0xba08, 0x1234_5678, 0x7856_3412), // rev
        (0xba48, 0x1234_5678, 0x3412_7856), // rev16
        (0xbac8, 0x1234_56f8, 0xffff_f856), // revsh
    ] {
        let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[opcode, 0, 0]);
        cpu.set_register(1, value);
        let status = *cpu.status();
        run_instructions(&mut cpu, &mut computer, 1);
        assert_eq!(cpu.register(0), expected, "{opcode:#x}");
        assert_eq!(*cpu.status(), status);
    }
}

#[test]
fn blx_and_bl_store_the_return_address() {
    // blx r1
    let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[0x4788, 0, 0]);
    cpu.set_register(1, CODE + 0x21);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!((cpu.pc(), cpu.register(14)), (CODE + 0x20, CODE + 3));
    // bl to a near target, and to two targets beyond ARMv4T's reach of 4 MiB: one for each offset
    // bit that is stored inverted
    for (second, offset) in [
        (0xf802, 4i32),
        (0xf002, 4 + (1 << 22)),
        (0xd802, 4 + (1 << 23)),
    ] {
        let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[0xf000, second, 0]);
        run_instructions(&mut cpu, &mut computer, 1);
        assert_eq!(
            cpu.pc(),
            (CODE + 4).wrapping_add_signed(offset),
            "{second:#x}"
        );
        assert_eq!(cpu.register(14), CODE + 5);
    }
    let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[0xf7ff, 0xfffe, 0]);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!(cpu.pc(), CODE);
}

#[test]
fn branches_to_even_addresses_fault() {
    let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[0x4708, 0, 0]);
    cpu.set_register(1, CODE + 4);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::NoArmState(CODE + 4)
    );
    let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[0xbd00, 0, 0]);
    cpu.set_register(13, RAM + 4);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::NoArmState(0x0706_0504)
    );
    assert_eq!(cpu.register(13), RAM + 4);
}

#[test]
fn misaligned_accesses_fault() {
    for opcode in [0x6808u16, 0x8808, 0x6008, 0x8008, 0xc904, 0xc104] {
        let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &[opcode, 0, 0]);
        cpu.set_register(1, RAM + 1);
        let exception = expect_exception(&mut cpu, &mut computer);
        assert_eq!(exception, Exception::Misaligned(RAM + 1), "{opcode:#x}");
    }
}

#[test]
fn special_registers_barriers_and_hints() {
    let opcodes = [
        0xb672, // cpsid i
        0xf3ef, 0x8010, // mrs r0, primask
        0xb662, // cpsie i
        0xf3bf, 0x8f4f, // dsb
        0xf3ef, 0x8110, // mrs r1, primask
        0xf387, 0x8800, // msr apsr, r7
        0xf3ef, 0x8200, // mrs r2, apsr
        0xbf00, // nop
        0xf387, 0x8808, // msr msp, r7
        0xbe07, // bkpt 7
    ];
    let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &opcodes);
    cpu.set_register(7, 0xa000_0003);
    run_instructions(&mut cpu, &mut computer, 9);
    let registers = [0, 1, 2, 13].map(|number| cpu.register(number));
    assert_eq!(registers, [1, 0, 0xa000_0000, 0xa000_0000]);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::Breakpoint(7)
    );
}

#[test]
fn thumb_2_is_undefined() {
    // movw, ldr.w, cbz, it
    for opcodes in [[0xf240, 0x0001], [0xf8d0, 0x1000], [0xb100, 0], [0xbf08, 0]] {
        let (mut cpu, mut computer) = Computer::thumb_opcodes(V6M, &opcodes);
        assert_eq!(
            expect_exception(&mut cpu, &mut computer),
            Exception::Undefined,
            "{opcodes:x?}"
        );
    }
}
