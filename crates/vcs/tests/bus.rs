//! Tests the bus as a program sees it: mirrors, undriven lines, dummy accesses, RDY.

use std::collections::BTreeSet;
use vcs::{
    BusCycle, Cartridge, Input, Machine, PowerOn, PowerOnState, television::Television, tia::Tia,
};

/// Returns a machine with `program` at `$F000`, just after the reset sequence.
fn machine_with(program: &[u8]) -> Machine {
    let mut image = program.to_vec();
    image.resize(4096, 0xea);
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge, power_on);
    machine.instruction();
    machine
}

/// Runs instructions and returns their bus cycles.
fn trace(machine: &mut Machine, instructions: usize) -> Vec<BusCycle> {
    let mut cycles = Vec::new();
    let mut remaining = instructions;
    while remaining > 0 {
        let cycle = machine.cycle();
        cycles.push(cycle);
        let is_held = !cycle.rdy && !cycle.write;
        remaining -= usize::from(machine.cpu().at_instruction() && !is_held);
    }
    cycles
}

#[test]
fn reset_takes_seven_cycles_and_leaves_s_at_fd() {
    let machine = machine_with(&[]);
    assert_eq!(machine.cycles(), 7);
    let registers = machine.cpu().registers();
    assert_eq!((registers.s, registers.pc), (0xfd, 0xf000));
}

#[test]
fn ram_is_mirrored_and_the_stack_is_one_of_its_mirrors() {
    // lda #$5a: sta $0d80: ldx #$ff: txs: lda #$a5: pha
    let mut machine = machine_with(&[
        0xa9, 0x5a, 0x8d, 0x80, 0x0d, 0xa2, 0xff, 0x9a, 0xa9, 0xa5, 0x48,
    ]);
    trace(&mut machine, 6);
    for mirror in [0x0080, 0x0180, 0x0480, 0x0c80, 0x2080] {
        assert_eq!(machine.peek(mirror), 0x5a, "{mirror:04x}");
    }
    assert_eq!(machine.peek(0x00ff), 0xa5);
    assert_ne!(machine.peek(0x0280), 0x5a, "A9 selects the ports");
}

#[test]
fn a_tia_read_keeps_the_last_bus_byte_on_the_undriven_low_lines() {
    // lda $0c (INPT4): its operand is the last byte on the bus. Then two mirrors: lda $2c; ldx #0:
    // lda $3c,x.
    let mut machine = machine_with(&[0xa5, 0x0c, 0xa5, 0x2c, 0xa2, 0x00, 0xb5, 0x3c]);
    trace(&mut machine, 1);
    assert_eq!(machine.cpu().registers().a, 0x80 | 0x0c);
    trace(&mut machine, 1);
    assert_eq!(machine.cpu().registers().a, 0x80 | 0x2c);
    let cycles = trace(&mut machine, 2);
    // The dummy read of zp,X, at the unindexed address, comes between the operand and the read.
    assert_eq!(cycles[4].data, 0x80 | 0x3c);
    assert_eq!(machine.cpu().registers().a, 0x80 | 0x3c);
}

#[test]
fn reads_of_unused_registers_drive_only_the_high_lines() {
    // lda $3e: register $0e has no function; D7 and D6 read 0.
    let mut machine = machine_with(&[0xa5, 0x3e]);
    trace(&mut machine, 1);
    assert_eq!(machine.cpu().registers().a, 0x3e);
}

#[test]
fn wsync_holds_reads_until_the_line_is_over() {
    // nop: sta WSYNC: lda #1
    let mut machine = machine_with(&[0xea, 0x85, 0x02, 0xa9, 0x01]);
    let cycles = trace(&mut machine, 3);
    let held: Vec<_> = cycles.iter().filter(|cycle| !cycle.rdy).collect();
    // Reset took cycles 0..=6 of the first line, and the program 7..=11, so RDY is low in 12..=75.
    assert_eq!(held.len(), 64);
    assert!(
        held.iter()
            .all(|cycle| cycle.address == 0x1003 && cycle.sync)
    );
    assert_eq!(machine.cycles(), 76 + 2);
}

#[test]
fn wsync_in_the_last_cycle_of_a_line_holds_no_read() {
    // Reset takes cycles 0..=6, the 33 nops take 66 cycles, and sta WSYNC takes 73..=75.
    let mut program = vec![0xea; 33];
    program.extend([0x85, 0x02, 0xea]);
    let mut machine = machine_with(&program);
    let cycles = trace(&mut machine, 35);
    assert_eq!(machine.cycles(), 78);
    assert!(cycles.iter().all(|cycle| cycle.rdy));
}

#[test]
fn a_read_modify_write_of_wsync_writes_twice_before_it_is_held() {
    let mut machine = machine_with(&[0xe6, 0x02, 0xea]);
    let cycles = trace(&mut machine, 1);
    assert_eq!(cycles.len(), 5, "writes are not held");
    assert!(cycles[3].write && cycles[4].write);
    // Netlist: the first write pulls RDY low.
    assert_eq!((cycles[3].rdy, cycles[4].rdy), (true, false));
    trace(&mut machine, 1);
    assert_eq!(machine.cycles(), 76 + 2);
}

#[test]
fn timint_d6_is_set_at_power_on() {
    // Two reads of TIMINT.
    let mut machine = machine_with(&[0xad, 0x85, 0x02, 0xad, 0x85, 0x02]);
    trace(&mut machine, 1);
    assert_eq!(machine.cpu().registers().a & 0x40, 0x40);
    trace(&mut machine, 1);
    assert_eq!(machine.cpu().registers().a & 0x40, 0x00);
}

#[test]
fn the_tia_starts_in_the_same_state_for_every_seed() {
    // lda #8: sta AUDC0: sta AUDV0: then sta WSYNC in a loop. This just plays white noise.
    let program = [
        0xa9, 0x08, 0x85, 0x15, 0x85, 0x19, 0x85, 0x02, 0x4c, 0x06, 0xf0,
    ];
    let mut image = vec![0xea; 4096];
    image[..program.len()].copy_from_slice(&program);
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
    let sounds = [
        (PowerOnState::Zero, 0),
        (PowerOnState::Ones, 0),
        (PowerOnState::Random, 0),
        (PowerOnState::Random, 1),
        (PowerOnState::Random, 2600),
    ]
    .map(|(state, seed)| {
        let mut machine = Machine::new(cartridge.clone(), PowerOn { state, seed });
        let (mut tia, mut television) = (Tia::default(), Television::default());
        let mut stepped = machine.clone();
        while television.frames() < 2 {
            let cycle = stepped.cycle();
            tia.run(3, &mut television);
            if cycle.write && cycle.address & 0x1080 == 0 {
                tia.write((cycle.address & 0x3f) as u8, cycle.data);
            }
            machine.cycle();
        }
        let (mut samples, mut expected) = (Vec::new(), Vec::new());
        machine.take_samples(&mut samples);
        television.take_samples(&mut expected);
        assert_eq!(samples, expected, "{state:?} {seed}");
        samples
    });
    assert!(sounds[0].windows(2).any(|pair| pair[0] != pair[1]), "noise");
    assert!(sounds.iter().all(|sound| *sound == sounds[0]));
}

/// Returns a machine that plays white noise, and shows a ball that has not been placed with RESBL.
fn noise_and_ball(state: PowerOnState, seed: u64) -> Machine {
    // lda #0: sta VBLANK: sta to NUSIZ0..PF2, AUDF0, AUDV1, GRP0..ENAM1 and VDELBL: lda #$0e: sta
    // COLUPF: lda #8: sta AUDC0: sta AUDV0: lda #2: sta ENABL: then sta WSYNC in a loop.
    let mut program = vec![0xa9, 0x00, 0x85, 0x01];
    for register in (0x04..=0x0f).chain([0x17, 0x1a, 0x1b, 0x1c, 0x1d, 0x1e, 0x27]) {
        program.extend([0x85, register]);
    }
    program.extend([0xa9, 0x0e, 0x85, 0x08]);
    program.extend([0xa9, 0x08, 0x85, 0x15, 0x85, 0x19, 0xa9, 0x02, 0x85, 0x1f]);
    let loop_start = 0xf000 + program.len() as u16;
    program.extend([0x85, 0x02, 0x4c]);
    program.extend(loop_start.to_le_bytes());
    program.resize(4096, 0xea);
    program[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&program).expect("4096 bytes");
    Machine::new(cartridge, PowerOn { state, seed })
}

#[test]
fn the_picture_and_sound_of_a_random_tia_depend_on_the_seed() {
    let mut pixels = BTreeSet::new();
    let mut noises = BTreeSet::new();
    for seed in 0..16 {
        let mut machine = noise_and_ball(PowerOnState::RandomTia, seed);
        let random = noise_and_ball(PowerOnState::Random, seed);
        assert_eq!(machine.ram(), random.ram(), "{seed}");
        assert_eq!(machine.cpu(), random.cpu(), "{seed}");
        assert_ne!(machine.tia(), random.tia(), "{seed}");
        let mut stepped = machine.clone();
        machine.frame();
        machine.frame();
        // Run some lines of the next frame.
        for _ in 0..500 {
            machine.cycle();
        }
        while stepped.cycles() < machine.cycles() {
            stepped.cycle();
        }
        assert_eq!(machine, stepped, "{seed}");
        let loaded = Machine::load(machine.cartridge(), &machine.save()).expect("a state");
        assert_eq!(machine, loaded, "{seed}");
        machine.catch_up();
        let ball = machine.tia().objects()[4].pixel;
        let line = machine.television().previous_line();
        let shown = line.iter().position(|color| *color == 0x0e);
        assert_eq!(shown, Some(ball.into()), "{seed}");
        pixels.insert(ball);
        let mut samples = Vec::new();
        machine.take_samples(&mut samples);
        noises.insert(samples.iter().map(|sample| sample.0[0]).collect::<Vec<_>>());
    }
    assert!(pixels.len() > 8, "{pixels:?}");
    assert_eq!(noises.len(), 16);
}

#[test]
fn a_cleared_tia_is_the_same_for_every_seed() {
    // lda #0: sta VBLANK: ldx #$2b: sta 0,x: dex: cpx #3: bne to the sta 0,x: sta GRP1: sta CXCLR:
    // then sta WSYNC in a loop.
    let program = [
        0xa9, 0x00, 0x85, 0x01, 0xa2, 0x2b, 0x95, 0x00, 0xca, 0xe0, 0x03, 0xd0, 0xf9, 0x85, 0x1c,
        0x85, 0x2c, 0x85, 0x02, 0x4c, 0x11, 0xf0,
    ];
    let mut image = vec![0xea; 4096];
    image[..program.len()].copy_from_slice(&program);
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
    let run = |state, seed| {
        let mut machine = Machine::new(cartridge.clone(), PowerOn { state, seed });
        let start = machine.tia();
        // 2,500 cycles are enough: the program clears the TIA within about 600 cycles; then the
        // sound needs 40 steps, which take 20 lines.
        (0..2500).for_each(|_| _ = machine.cycle());
        (start, machine.tia())
    };
    let (_, cleared) = run(PowerOnState::Zero, 0);
    for seed in 0..64 {
        let (start, end) = run(PowerOnState::RandomTia, seed);
        assert_ne!(start, cleared, "{seed}");
        assert_eq!(end, cleared, "{seed}");
    }
}

#[test]
fn the_dummy_read_of_an_indexed_store_reaches_the_timer() {
    // lda #0: sta TIM1T: three nops: ldx #1: sta $0283,x. The dummy read is at $0284, INTIM, and
    // clears the timer's flag.
    let mut machine = machine_with(&[
        0xa9, 0x00, 0x8d, 0x94, 0x02, 0xea, 0xea, 0xea, 0xa2, 0x01, 0x9d, 0x83, 0x02,
    ]);
    trace(&mut machine, 6);
    assert_eq!(machine.peek(0x0285) & 0x80, 0x80);
    let cycles = trace(&mut machine, 1);
    assert_eq!(cycles[3].address, 0x0284);
    assert_eq!(machine.peek(0x0285) & 0x80, 0x00);
}

#[test]
fn input_takes_effect_immediately() {
    let mut machine = machine_with(&[0xad, 0x80, 0x02, 0xad, 0x82, 0x02]);
    let mut input = Input::default();
    input.switches.reset = true;
    machine.set_input(input);
    trace(&mut machine, 2);
    assert_eq!(machine.cpu().registers().a, 0x3e);
}

/// Counts the lines until a paddle's capacitor is charged.
fn charging_lines(position: u16) -> usize {
    use vcs::input::{Controller, Paddle};
    // lda #$80: sta VBLANK: sta WSYNC: lda #0: sta VBLANK. Then a loop: sta WSYNC: inc $80: bne
    // over: inc $81: over: lda INPT0: bpl. Then jam.
    let program = [
        0xa9, 0x80, 0x85, 0x01, 0x85, 0x02, 0xa9, 0x00, 0x85, 0x01, 0x85, 0x02, 0xe6, 0x80, 0xd0,
        0x02, 0xe6, 0x81, 0xa5, 0x08, 0x10, 0xf4, 0x02,
    ];
    let mut machine = machine_with(&program);
    let paddle = Paddle {
        position,
        fire: false,
    };
    machine.set_input(Input {
        ports: [Controller::Paddles([paddle; 2]), Controller::None],
        ..Input::default()
    });
    while !machine.cpu().jammed() && machine.cycles() < 76 * 600 {
        machine.cycle();
    }
    usize::from(machine.ram()[0]) + 256 * usize::from(machine.ram()[1])
}

#[test]
fn a_paddle_charges_in_proportion_to_its_position() {
    // In other emulators, charging through one megohm and 1.8 kilohms in series takes 379 lines.
    let full = charging_lines(65535);
    assert!((378..=381).contains(&full), "{full} lines");
    let half = charging_lines(32768);
    assert!((189..=192).contains(&half), "{half} lines");
    assert!(charging_lines(0) <= 2);
}
