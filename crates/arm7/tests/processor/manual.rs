//! Tests behavior that the manuals describe but that comparing random programs with unicorn cannot
//! check: unaligned accesses, empty register lists, exceptions, bus cycles.

use crate::computer::{CODE, Computer, RAM, expect_exception, run_instructions};
use arm7::{Architecture, Cpu, Exception, Interrupt, Mode, Status};

#[test]
fn unaligned_loads_rotate_and_unaligned_stores_are_masked() {
    let program = "
        ldr r0, [r7, #0]
        ldrh r1, [r7, #0]
        movs r6, #0
        ldrsh r2, [r7, r6]
        ldrsb r3, [r7, r6]
        str r7, [r7, #16]
        strh r7, [r7, #32]
    ";
    // Each byte of RAM is the low eight bits of its address.
    let expected = [
        [0x4342_4140, 0x4140, 0x4140, 0x40],
        [0x4043_4241, 0x4000_0041, 0x41, 0x41],
        [0x4140_4342, 0x4342, 0x4342, 0x42],
        [0x4241_4043, 0x4200_0043, 0x43, 0x43],
    ];
    for (offset, expected) in expected.into_iter().enumerate() {
        let (mut cpu, mut computer) = Computer::thumb(program);
        let address = RAM + 0x40 + offset as u32;
        cpu.set_register(7, address);
        run_instructions(&mut cpu, &mut computer, 7);
        let loaded = [0, 1, 2, 3].map(|number| cpu.register(number));
        assert_eq!(loaded, expected, "offset {offset}");
        assert_eq!(computer.word(RAM + 0x50), address);
        let half = address & 0xffff;
        let stored = computer.word(RAM + 0x60);
        assert_eq!(stored >> (8 * (offset & 2)) & 0xffff, half);
        let misaligned = computer.misaligned.len();
        assert_eq!(misaligned, [0, 5, 2, 5][offset]);
    }
}

#[test]
fn an_empty_list_transfers_the_pc_and_counts_as_sixteen_registers() {
    // stmia r0!, {}; ldmia r1!, {}
    let (mut cpu, mut computer) =
        Computer::thumb_opcodes(Architecture::V4T, &[0xc000, 0xc900, 0, 0, 0]);
    cpu.set_register(0, RAM);
    cpu.set_register(1, RAM);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!((cpu.register(0), computer.word(RAM)), (RAM + 64, CODE + 6));
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!((cpu.register(1), cpu.pc()), (RAM + 64, CODE + 6));
    assert!(cpu.status().thumb);
    // stmdb r0!, {}
    let (mut cpu, mut computer) = Computer::arm(&[0xe920_0000, 0, 0, 0]);
    cpu.set_register(0, RAM + 0x80);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!(cpu.register(0), RAM + 0x40);
    assert_eq!(computer.word(RAM + 0x40), CODE + 12);
}

#[test]
fn stm_stores_the_old_base_only_if_the_base_is_first_in_the_list() {
    let (mut cpu, mut computer) = Computer::thumb("stmia r1!, {r1-r2}\n stmia r3!, {r2-r3}");
    for (number, value) in [(1, RAM), (2, 7), (3, RAM + 32)] {
        cpu.set_register(number, value);
    }
    run_instructions(&mut cpu, &mut computer, 2);
    assert_eq!([RAM, RAM + 4].map(|at| computer.word(at)), [RAM, 7]);
    let second = [RAM + 32, RAM + 36].map(|at| computer.word(at));
    assert_eq!(second, [7, RAM + 40]);
}

#[test]
fn the_halves_of_bl_are_separate_instructions() {
    let (mut cpu, mut computer) =
        Computer::thumb_opcodes(Architecture::V4T, &[0xf7ff, 0x46c0, 0xf802, 0, 0]);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!(cpu.register(14), CODE + 4 - 0x1000);
    run_instructions(&mut cpu, &mut computer, 1);
    cpu.set_register(14, CODE);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!((cpu.pc(), cpu.register(14)), (CODE + 4, CODE + 6 + 1));
}

#[test]
fn pop_stays_in_thumb_state_and_bx_leaves_it() {
    let (mut cpu, mut computer) = Computer::thumb("pop {pc}\n nop\n bx r0");
    computer.ram[..4].copy_from_slice(&(CODE + 4).to_le_bytes());
    cpu.set_register(13, RAM);
    cpu.set_register(0, CODE + 2);
    run_instructions(&mut cpu, &mut computer, 1);
    assert!(cpu.status().thumb && cpu.pc() == CODE + 4);
    run_instructions(&mut cpu, &mut computer, 1);
    assert!(!cpu.status().thumb);
    assert_eq!(cpu.pc(), CODE, "an ARM address is a multiple of four");
}

/// SUBS and MOVS are not the only instructions that return from an exception. All twelve operations
/// that write a result do so if the S bit is set and R15 is the destination.
#[test]
fn all_data_operations_can_return_from_exceptions() {
    for operation in (0..16).filter(|operation| operation >> 2 != 2) {
        let opcode = 0xe010_f001 | operation << 21;
        let (mut cpu, mut computer) = Computer::arm(&[opcode; 8]);
        cpu.set_saved_status(0xf000_0030);
        run_instructions(&mut cpu, &mut computer, 1);
        assert_eq!(cpu.status().bits(), 0xf000_0030, "{opcode:#010x}");
    }
}

#[test]
fn r15_is_further_ahead_with_a_shift_by_a_register_and_when_stored() {
    // add r0, pc, pc, lsl r1; str pc, [r2]
    let (mut cpu, mut computer) = Computer::arm(&[0xe08f_011f, 0xe582_f000]);
    cpu.set_register(2, RAM);
    run_instructions(&mut cpu, &mut computer, 2);
    assert_eq!(cpu.register(0), 2 * (CODE + 12));
    assert_eq!(computer.word(RAM), CODE + 4 + 12);
}

#[test]
fn instructions_of_later_architectures_are_undefined() {
    // BLX, SXTB, REV, CPS, SETEND, BKPT, CBZ, the second half of BLX, the permanently undefined
    // 0xde00.
    for opcode in [
        0x4780, 0xb240, 0xba00, 0xb662, 0xb650, 0xbe00, 0xb100, 0xe800, 0xde00,
    ] {
        let (mut cpu, mut computer) = Computer::thumb_opcodes(Architecture::V4T, &[opcode, 0, 0]);
        let before = cpu.clone();
        assert_eq!(
            expect_exception(&mut cpu, &mut computer),
            Exception::Undefined,
            "{opcode:#x}"
        );
        assert_eq!(cpu.opcode(), u32::from(opcode));
        assert_eq!(cpu, before);
    }
    // CLZ, BLX, LDRD, STRD, BKPT, MCR, a media instruction, an opcode from the coprocessor store
    // group.
    for opcode in [
        0xe16f_0f10,
        0xe12f_ff30,
        0xe1c0_00d0,
        0xe1c0_00f0,
        0xe120_0070,
        0xee00_0010,
        0xe600_0010,
        0xec00_0000,
    ] {
        let (mut cpu, mut computer) = Computer::arm(&[opcode, 0, 0]);
        assert_eq!(
            expect_exception(&mut cpu, &mut computer),
            Exception::Undefined,
            "{opcode:#x}"
        );
    }
    // An instruction with the condition "never" has no effect.
    let (mut cpu, mut computer) = Computer::arm(&[0xf3a0_0001, 0, 0]);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!(cpu.register(0), 0);
}

#[test]
fn a_failed_access_leaves_registers_as_they_were() {
    let bad = 0x8000_0000;
    for program in [
        "ldr r0, [r1, #4]",
        "strb r0, [r1, #4]",
        "ldmia r1!, {r0, r2}",
        "stmia r1!, {r0, r2}",
    ] {
        let (mut cpu, mut computer) = Computer::thumb(program);
        cpu.set_register(1, bad);
        let before = cpu.clone();
        let exception = expect_exception(&mut cpu, &mut computer);
        let address = if program.contains('#') { bad + 4 } else { bad };
        assert_eq!(exception, Exception::DataAbort(address), "{program}");
        let registers = |cpu: &Cpu| [0, 1, 2, 15].map(|number| cpu.register(number));
        assert_eq!(registers(&cpu), registers(&before), "{program}");
    }
    // The second word is past the end of RAM. R0 has already been loaded, so it must get its old
    // value back.
    let (mut cpu, mut computer) = Computer::thumb("ldmia r1!, {r0, r2}");
    cpu.set_register(1, RAM + 0xfc);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::DataAbort(RAM + 0x100)
    );
    assert_eq!(cpu.register(0), 0);
}

#[test]
fn missing_code_aborts_only_when_it_is_executed() {
    let (mut cpu, mut computer) = Computer::thumb("nop\n nop");
    run_instructions(&mut cpu, &mut computer, 2);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::PrefetchAbort
    );
    assert_eq!(cpu.pc(), CODE + 4);
    let (mut cpu, mut computer) = Computer::arm(&[0xe1a0_0000]);
    run_instructions(&mut cpu, &mut computer, 1);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::PrefetchAbort
    );
}

/// Tests the vector, mode, interrupt masks and link register (DDI 0100, A2.6, table A2-3).
#[test]
fn exceptions_enter_their_handlers() {
    let cases = [
        (Exception::Undefined, 0x04, Mode::Undefined, 2),
        (Exception::SoftwareInterrupt(3), 0x08, Mode::Supervisor, 2),
        (Exception::PrefetchAbort, 0x0c, Mode::Abort, 4),
        (Exception::DataAbort(5), 0x10, Mode::Abort, 8),
    ];
    for (exception, vector, mode, link) in cases {
        let (mut cpu, mut computer) = Computer::thumb("nop\n nop");
        let status = Status {
            mode: Mode::System,
            irq_disabled: false,
            fiq_disabled: false,
            ..*cpu.status()
        };
        cpu.set_status(status);
        run_instructions(&mut cpu, &mut computer, 1);
        let before = cpu.status().bits();
        cpu.enter(exception, &mut computer);
        assert_eq!(cpu.pc(), vector, "{exception}");
        assert_eq!(cpu.register(14), CODE + 2 + link, "{exception}");
        assert_eq!(cpu.saved_status(), Some(before));
        let status = cpu.status();
        assert_eq!((status.mode, status.thumb), (mode, false));
        assert!(status.irq_disabled && !status.fiq_disabled);
    }
}

#[test]
fn masked_interrupts_wait_and_interrupt_modes_have_banked_registers() {
    let (mut cpu, mut computer) = Computer::thumb("nop\n nop\n nop");
    assert!(!cpu.interrupt(Interrupt::Irq, &mut computer));
    let status = Status {
        mode: Mode::System,
        irq_disabled: false,
        fiq_disabled: false,
        ..*cpu.status()
    };
    cpu.set_status(status);
    (0..15).for_each(|number| cpu.set_register(number, number as u32));
    run_instructions(&mut cpu, &mut computer, 1);
    assert!(cpu.interrupt(Interrupt::Irq, &mut computer));
    assert_eq!((cpu.pc(), cpu.status().mode), (0x18, Mode::Irq));
    assert_eq!(cpu.register(14), CODE + 2 + 4);
    assert_eq!(cpu.register(12), 12);
    assert!(
        !cpu.interrupt(Interrupt::Irq, &mut computer),
        "the first IRQ masks the second"
    );
    assert!(cpu.interrupt(Interrupt::Fiq, &mut computer));
    assert_eq!((cpu.pc(), cpu.status().mode), (0x1c, Mode::Fiq));
    assert_eq!(cpu.register(14), 0x18 + 4);
    assert_eq!(
        (8..14)
            .map(|number| cpu.register(number))
            .collect::<Vec<_>>(),
        [0; 6]
    );
    cpu.set_status(status);
    assert_eq!(
        (8..15)
            .map(|number| cpu.register(number))
            .collect::<Vec<_>>(),
        [8, 9, 10, 11, 12, 13, 14]
    );
}

#[test]
fn software_interrupts_carry_their_comment() {
    let (mut cpu, mut computer) = Computer::thumb("svc #0x42");
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::SoftwareInterrupt(0x42)
    );
    let (mut cpu, mut computer) = Computer::arm(&[0xef00_0017]);
    assert_eq!(
        expect_exception(&mut cpu, &mut computer),
        Exception::SoftwareInterrupt(0x17)
    );
}

/// Tests the cycle counts of DDI 0234, table 7-1 and the sections after it. The letters are those
/// of [`Computer::cycles`].
#[test]
fn instructions_take_the_cycles_of_the_manual() {
    let cases = [
        ("adds r0, #1", "S"),
        ("lsls r0, r0, #5", "S"),
        ("lsls r0, r1", "SI"),
        ("ldr r0, [r7, #0]", "SnI"),
        // The fetch after a store is nonsequential. The 2N that the manual gives for a store are
        // the data cycle and that fetch.
        ("str r0, [r7, #0]\n nop", "SnN"),
        ("ldmia r7!, {r0-r2}", "SnssI"),
        ("stmia r7!, {r0-r2}\n nop", "SnssN"),
        ("push {r0, lr}\n nop", "SnsN"),
        ("b next\n next: nop", "SNS"),
        ("beq next\n next: nop", "S"),
        ("bne next\n next: nop", "SNS"),
        ("bx r6", "SNS"),
        ("bl next\n next: nop", "SSNS"),
        ("mov pc, r6", "SNS"),
        ("pop {r0, pc}", "SnsINS"),
    ];
    for (program, expected) in cases {
        let (mut cpu, mut computer) = Computer::thumb(program);
        for (n, value) in [(7, RAM), (13, RAM + 64), (6, CODE + 1)] {
            cpu.set_register(n, value);
        }
        computer.cycles.clear();
        let count = match program {
            "bl next\n next: nop" => 2,
            _ => 1 + usize::from(expected.ends_with('N')),
        };
        run_instructions(&mut cpu, &mut computer, count);
        assert_eq!(computer.cycles, expected, "{program}");
    }
    for (opcode, expected) in [
        (0xe102_0091, "SnnI"),  // swp
        (0xe082_3190, "SII"),   // umull by 0
        (0xe0a2_3190, "SIII"),  // umlal by 0
        (0xe022_3190, "SII"),   // mla by 0
        (0xe597_f000, "SnINS"), // ldr pc
    ] {
        let (mut cpu, mut computer) = Computer::arm(&[opcode, 0, 0]);
        for (number, value) in [(2, RAM), (7, RAM)] {
            cpu.set_register(number, value);
        }
        computer.cycles.clear();
        run_instructions(&mut cpu, &mut computer, 1);
        assert_eq!(computer.cycles, expected, "{opcode:#x}");
    }
}

/// A multiplication takes one internal cycle for each significant byte of the multiplier. The
/// multiplier is the destination register.
#[test]
fn small_multipliers_are_fast() {
    for (multiplier, cycles) in [
        (0, 1),
        (0xff, 1),
        (0x100, 2),
        (0xffff, 2),
        (0x1_0000, 3),
        (0x100_0000, 4),
        (0xffff_ffff, 1),
        (0xffff_ff00, 1),
        (0xffff_0000, 2),
        (0x7fff_ffff, 4),
        (0x8000_0000, 4),
    ] {
        let (mut cpu, mut computer) = Computer::thumb("muls r0, r1");
        cpu.set_register(0, multiplier);
        computer.cycles.clear();
        run_instructions(&mut cpu, &mut computer, 1);
        assert_eq!(computer.cycles.len(), 1 + cycles, "{multiplier:#x}");
    }
}
