//! Tests calls to ARM code as seen on the console's bus, with images made for these tests.

use crate::{
    Machine, PowerOn,
    cartridge::{ArmOptions, ArmTime, Cartridge, Scheme},
};
use arm7::text::assemble;

/// Two ARM instructions that switch to the Thumb code that follows them, as in all games.
const TO_THUMB: [u8; 8] = [0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1];

/// Returns a machine with a DPC+ cartridge. Its program calls `thumb` and then increments the byte
/// at `$80` forever. The program is near the end of the window.
fn machine_that_calls(thumb: &str, time: ArmTime) -> Machine {
    let mut image = vec![0; 0x8000];
    let mut put = |at: usize, bytes: &[u8]| image[at..at + bytes.len()].copy_from_slice(bytes);
    put(0xc00, &TO_THUMB);
    put(0xc08, &assemble(thumb, 0xc08).expect("a program"));
    let bank = 0xc00 + 5 * 0x1000;
    // lda #0: sta $80: lda #$ff: sta $105a: inc $80: jmp $1fa9
    let program = [
        0xa9, 0x00, 0x85, 0x80, 0xa9, 0xff, 0x8d, 0x5a, 0x10, 0xe6, 0x80, 0x4c, 0xa9, 0x1f,
    ];
    put(bank + 0xfa0, &program);
    put(bank + 0xffc, &[0xa0, 0x1f]);
    let cartridge = Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("an image");
    Machine::new(cartridge.with_arm_time(time), PowerOn::default())
}

/// During a long call, the cartridge feeds NOPs to the console, whose program counter runs past the
/// end of the window. The cartridge keeps driving NOPs there, in a bus conflict with the other
/// chips, until the call ends.
#[test]
fn a_long_call_feeds_nops_to_the_console_even_at_addresses_of_other_chips() {
    // The call takes about 40,000 ARM clocks, or 680 console cycles. The console reaches $1fff
    // after 170 cycles.
    let wait = "ldr r0, =10000\n loop: subs r0, #1\n bne loop\n bx lr";
    let mut machine = machine_that_calls(wait, ArmTime::Model);
    // The first seven cycles are the reset.
    let outside_window: Vec<u8> = (0..2_000)
        .map(|_| machine.cycle())
        .skip(7)
        .filter(|cycle| cycle.sync && cycle.address < 0x1000)
        .map(|cycle| cycle.data)
        .collect();
    let (jump, nops) = outside_window
        .split_last()
        .expect("addresses of other chips");
    assert!(nops.len() > 100, "{} NOPs", nops.len());
    assert!(
        nops.iter().all(|opcode| *opcode == 0xea),
        "{outside_window:x?}"
    );
    assert_eq!(*jump, 0x4c);
    assert!(machine.ram()[0] > 50, "the program continues");
    // If calls take no time, the console never fetches outside the window.
    let mut machine = machine_that_calls(wait, ArmTime::Zero);
    let mut fetches = (0..2_000).map(|_| machine.cycle()).skip(7);
    assert!(fetches.all(|cycle| !cycle.sync || cycle.address >= 0x1000));
}

/// A machine can show the ARM call that its next cycle will start. The machine does not change.
#[test]
fn a_machine_shows_the_call_that_the_next_cycle_begins() {
    let mut machine = machine_that_calls("movs r0, #1\n bx lr", ArmTime::Model);
    let mut calls = Vec::new();
    for _ in 0..200 {
        let before = machine.clone();
        let mut seen = Vec::new();
        if machine.watch_arm_call(&mut |cpu, clocks| seen.push((cpu.pc(), clocks))) {
            calls.push(seen);
            assert_eq!(machine, before);
            machine.cycle();
            let record = machine.cartridge().arm_calls().expect("an ARM");
            let last = record.last.expect("a call");
            assert_eq!(last.origin.cycle, machine.cycles());
            assert_eq!(last.origin.address, 0x1fa9);
            assert_eq!((record.made, record.faults), (1, 0));
        } else {
            machine.cycle();
        }
    }
    let addresses: Vec<u32> = calls.concat().iter().map(|(pc, _)| *pc).collect();
    assert_eq!(
        (calls.len(), addresses),
        (1, vec![0xc00, 0xc04, 0xc08, 0xc0a])
    );
}

/// An indexed store reads from its address before writing there. Our driver sees the read and the
/// write as a single access. In other emulators, the driver sees two accesses, and the read does
/// nothing.
#[test]
fn an_indexed_store_reaches_a_register_once_with_and_without_compat() {
    // ldx #0: lda #$5a: sta $1078,x: lda #$a5: sta $1078,x: lda #0: sta $1050,x: lda $1008:
    // sta $80: lda $1008: sta $81: jmp to itself
    let program = [
        0xa2, 0x00, 0xa9, 0x5a, 0x9d, 0x78, 0x10, 0xa9, 0xa5, 0x9d, 0x78, 0x10, 0xa9, 0x00, 0x9d,
        0x50, 0x10, 0xad, 0x08, 0x10, 0x85, 0x80, 0xad, 0x08, 0x10, 0x85, 0x81, 0x4c, 0xbb, 0x1f,
    ];
    let mut image = vec![0; 0x8000];
    let bank = 0xc00 + 5 * 0x1000;
    image[bank + 0xfa0..][..program.len()].copy_from_slice(&program);
    image[bank + 0xffc..][..2].copy_from_slice(&[0xa0, 0x1f]);
    for compat in [false, true] {
        let cartridge = Cartridge::with_scheme(&image, Scheme::DpcPlus).expect("an image");
        let options = ArmOptions {
            compat: Some(compat),
            ..ArmOptions::default()
        };
        let mut machine = Machine::new(cartridge.with_arm(options), PowerOn::default());
        let mut stepped = machine.clone();
        machine.frame();
        while stepped.cycles() < machine.cycles() {
            stepped.cycle();
        }
        assert_eq!(machine.ram()[..2], [0x5a, 0xa5], "{compat}");
        assert_eq!(machine, stepped, "{compat}");
    }
}
