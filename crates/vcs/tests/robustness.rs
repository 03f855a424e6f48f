//! Tests that no image, state, input or program makes the machine panic or hang. The ordinary tests
//! try hundreds of images, thousands of states and tens of programs; the `full_` tests try a
//! hundred thousand images and states. `fuzz/` has similar fuzz targets.

use fastrand::Rng;
use programs::{damage, machine, programs, random_image};
use vcs::{
    Cartridge, Hash, Input, Machine, PowerOn,
    cartridge::Scheme,
    input::{Controller, Difficulty, Driving, Joystick, Paddle, Switches},
};

/// Number of bytes in a state before its body; the last eight of them are the body's checksum.
const STATE_HEADER: usize = 26;

fn input(random: &mut Rng) -> Input {
    Input {
        ports: [controller(random), controller(random)],
        switches: Switches {
            select: random.usize(..2) == 0,
            reset: random.usize(..2) == 0,
            color: random.usize(..2) == 0,
            left: [Difficulty::A, Difficulty::B][random.usize(..2)],
            right: [Difficulty::A, Difficulty::B][random.usize(..2)],
        },
    }
}

fn controller(random: &mut Rng) -> Controller {
    let bits = random.u64(..);
    let bit = |index: u32| bits >> (index + 20) & 1 != 0;
    let joystick = Joystick {
        up: bit(0),
        down: bit(1),
        left: bit(2),
        right: bit(3),
        fire: bit(4),
    };
    let paddle = |shift: u32| Paddle {
        position: (bits >> shift) as u16,
        fire: bit(shift),
    };
    match random.usize(..6) {
        0 => Controller::None,
        1 => Controller::Joystick(joystick),
        2 => Controller::Paddles([paddle(3), paddle(7)]),
        3 => Controller::Driving(Driving {
            step: bits as u8,
            fire: bit(5),
        }),
        4 => Controller::Keypad(bits as u16),
        _ => Controller::TwoButton {
            joystick,
            second: bit(6),
        },
    }
}

fn run_with_random_input(machine: &mut Machine, random: &mut Rng, cycles: u64) {
    let end = machine.cycles() + cycles;
    while machine.cycles() < end {
        machine.cycle();
        if random.usize(..997) == 0 {
            machine.set_input(input(random));
        }
    }
}

/// Checks that running a frame on the fast path leads to the same machine as running it cycle by
/// cycle.
fn check_fast_path(mut fast: Machine) {
    let mut slow = fast.clone();
    fast.frame();
    while slow.cycles() < fast.cycles() {
        slow.cycle();
    }
    assert!(slow == fast, "the paths differ");
}

fn try_images(count: usize, cycles: u64) {
    let mut random = Rng::with_seed(0x2600);
    let originals: Vec<Vec<u8>> = programs()
        .iter()
        .map(|(_, cartridge)| cartridge.image().to_vec())
        .filter(|image| image.len() <= 64 * 1024)
        .collect();
    let mut accepted = 0;
    for _ in 0..count {
        let mut image = originals[random.usize(..originals.len())].clone();
        damage(&mut random, &mut image);
        let scheme = Scheme::ALL[random.usize(..Scheme::ALL.len())];
        let cartridges = [
            Cartridge::from_image(&image),
            Cartridge::with_scheme(&image, scheme),
        ];
        for cartridge in cartridges.into_iter().flatten() {
            accepted += 1;
            let mut machine = Machine::new(cartridge, PowerOn::default());
            run_with_random_input(&mut machine, &mut random, cycles);
        }
    }
    assert!(accepted > count / 2, "{accepted} of {count} images ran");
}

/// Damages the bodies of states, and updates their checksums to match, so that loading gets as far
/// as possible.
fn try_states(count: usize, cycles: u64) {
    let mut random = Rng::with_seed(0x6507);
    let mut originals = Vec::new();
    for (_, cartridge) in programs() {
        let mut machine = machine(&cartridge);
        run_with_random_input(&mut machine, &mut random, 24_000);
        originals.push((cartridge, machine.save()));
    }
    let mut accepted = 0;
    for _ in 0..count {
        let (cartridge, original) = &originals[random.usize(..originals.len())];
        let mut state = original.clone();
        let mut body = state.split_off(STATE_HEADER);
        // Most of a body is pixels, so a quarter of the changes go to its last 400 bytes, and half
        // to its first 400 bytes.
        let size = body.len();
        match random.usize(..4) {
            0 => damage(&mut random, &mut body),
            1 => {
                let mut tail = body.split_off(size.saturating_sub(400));
                damage(&mut random, &mut tail);
                body.extend(tail);
            }
            _ => {
                let rest = body.split_off(400.min(size));
                damage(&mut random, &mut body);
                body.extend(rest);
            }
        }
        state[STATE_HEADER - 8..].copy_from_slice(&Hash::of(&body).0.to_le_bytes());
        state.extend(body);
        if let Ok(mut machine) = Machine::load(cartridge, &state) {
            accepted += 1;
            if accepted % 20 == 0 {
                check_fast_path(machine.clone());
            }
            run_with_random_input(&mut machine, &mut random, cycles);
            machine.catch_up();
        }
    }
    assert!(
        accepted > count / 50,
        "{accepted} of {count} states were accepted"
    );
}

#[test]
fn mutated_images_run_or_are_refused() {
    try_images(400, 400);
}

#[test]
fn mutated_states_run_or_are_refused() {
    try_states(3_000, 300);
}

#[test]
fn random_programs_with_random_input_always_make_frames() {
    let mut random = Rng::with_seed(7);
    for seed in 1..=60 {
        let cartridge = Cartridge::from_image(&random_image(seed, 4096)).expect("4096 bytes");
        let mut machine = Machine::new(
            cartridge,
            PowerOn {
                seed,
                ..PowerOn::default()
            },
        );
        for frame in 0..4 {
            machine.set_input(input(&mut random));
            assert_eq!(machine.frame().number, frame);
            assert!(machine.last_frame().scanlines() <= 512);
        }
    }
}

#[test]
fn programs_that_jam_still_make_frames() {
    let mut image = vec![0x02; 4096];
    image[0xffc..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let mut machine = Machine::new(
        Cartridge::from_image(&image).expect("4096 bytes"),
        PowerOn::default(),
    );
    machine.frame();
    assert!(machine.cpu().jammed());
    machine.instruction();
    machine.frame();
}

#[test]
#[ignore = "tries a hundred thousand images: takes several minutes"]
fn full_mutated_images_run_or_are_refused() {
    try_images(100_000, 400);
}

#[test]
#[ignore = "tries a hundred thousand states: takes several minutes"]
fn full_mutated_states_run_or_are_refused() {
    try_states(100_000, 300);
}
