//! Tests that saving and loading a processor between any two instructions does not change what it
//! does next.

use crate::computer::{Computer, RAM};
use arm7::{Cpu, Stop};

const PROGRAM: &str = "
start:  ldr  r7, =0x40000000
        movs r0, #0
loop:   adds r0, #1
        lsls r1, r0, #24
        lsrs r1, r1, #25
        lsls r1, r1, #1
        strh r0, [r7, r1]
        push {r0, r1}
        bl   mix
        pop  {r2, r3}
        b    loop
mix:    ldrsh r4, [r7, r1]
        muls r4, r0
        adcs r5, r4
        bcs  odd
        eors r6, r5
odd:    bx   lr
";

#[test]
fn a_loaded_processor_runs_like_the_saved_one() {
    let (mut cpu, mut computer) = Computer::thumb(PROGRAM);
    cpu.set_register(13, RAM + 0x100);
    for round in 0..1_000 {
        let state = postcard::to_stdvec(&cpu).expect("bytes");
        let mut loaded: Cpu = postcard::from_bytes(&state).expect("the same");
        assert_eq!(loaded, cpu);
        let mut other = computer.clone();
        assert_eq!(loaded.run(&mut other, 50).stop, Stop::Limit);
        cpu.run(&mut computer, 50);
        assert!(loaded == cpu && other.ram == computer.ram, "round {round}");
        cpu.run(&mut computer, 7);
    }
}

#[test]
fn running_in_parts_equals_running_at_once() {
    let (mut cpu, mut computer) = Computer::thumb(PROGRAM);
    cpu.set_register(13, RAM + 0x100);
    let (mut whole_cpu, mut whole_computer) = (cpu.clone(), computer.clone());
    for part in 0..100 {
        cpu.run(&mut computer, part);
    }
    whole_cpu.run(&mut whole_computer, (0..100).sum());
    assert!(whole_cpu == cpu && whole_computer.ram == computer.ram);
}

/// A damaged state is either refused or runs without panicking.
#[test]
fn damaged_states_do_not_panic() {
    let (mut cpu, computer) = Computer::thumb(PROGRAM);
    cpu.set_register(13, RAM + 0x100);
    let state = postcard::to_stdvec(&cpu).expect("bytes");
    let mut seed = 1u64;
    let mut random = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize
    };
    let mut loaded = 0;
    for _ in 0..100_000 {
        let mut damaged = state.clone();
        for _ in 0..=random() % 4 {
            let at = random() % damaged.len();
            damaged[at] = random() as u8;
        }
        let Ok(mut cpu) = postcard::from_bytes::<Cpu>(&damaged) else {
            continue;
        };
        loaded += 1;
        let mut memory = computer.clone();
        for _ in 0..20 {
            if let Err(exception) = cpu.step(&mut memory) {
                cpu.enter(exception, &mut memory);
            }
        }
    }
    assert!(loaded > 10_000, "{loaded}");
}
