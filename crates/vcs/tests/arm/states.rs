//! Tests saved states with our ARM test cartridges: states saved at random cycles, damaged states,
//! and damaged images.

use fastrand::Rng;
use programs::{arm, damage, machine};
use vcs::{Cartridge, Hash, Machine, PowerOn, cartridge::Scheme};

/// Number of bytes in a state before its body; the last eight of them are the body's checksum.
const HEADER_SIZE: usize = 26;
const SCHEMES: [Scheme; 4] = [Scheme::DpcPlus, Scheme::Cdf, Scheme::Bus, Scheme::Elf];

/// Loads each saved state and runs it alongside the uninterrupted machine.
fn check_saved_states(count: usize) {
    for (name, cartridge) in arm::all() {
        let mut random = Rng::with_seed(0x2600);
        let mut uninterrupted = machine(&cartridge);
        let mut resumed = uninterrupted.clone();
        for save in 0..count {
            let end = uninterrupted.cycles() + 1 + random.usize(..4_000) as u64;
            for machine in [&mut uninterrupted, &mut resumed] {
                while machine.cycles() < end {
                    machine.cycle();
                }
            }
            assert!(uninterrupted == resumed, "{name}: save {save}");
            resumed = Machine::load(&cartridge, &resumed.save()).expect("a good state");
        }
    }
}

#[test]
fn states_at_random_cycles_continue() {
    check_saved_states(20);
}

#[test]
#[ignore = "tries a thousand states of each cartridge: takes minutes"]
fn full_a_thousand_states_at_random_cycles_continue() {
    check_saved_states(1_000);
}

fn run_cycles(machine: &mut Machine, cycles: usize) {
    for _ in 0..cycles {
        machine.cycle();
    }
}

fn try_damaged_images(count: usize) {
    let originals: Vec<Vec<u8>> = arm::all()
        .iter()
        .map(|(_, cartridge)| cartridge.image().to_vec())
        .collect();
    let mut random = Rng::with_seed(0xa12);
    let mut accepted = 0;
    for _ in 0..count {
        let mut image = originals[random.usize(..originals.len())].clone();
        damage(&mut random, &mut image);
        let scheme = SCHEMES[random.usize(..SCHEMES.len())];
        if let Ok(cartridge) = Cartridge::with_scheme(&image, scheme) {
            accepted += 1;
            run_cycles(&mut Machine::new(cartridge, PowerOn::default()), 600);
        }
    }
    assert!(accepted > count / 10, "{accepted} of {count} images ran");
}

#[test]
fn damaged_images_run_or_are_refused() {
    try_damaged_images(300);
}

#[test]
#[ignore = "tries a hundred thousand images: takes several minutes"]
fn full_damaged_images_run_or_are_refused() {
    try_damaged_images(100_000);
}

/// Damages states near the ends of their bodies, where the cartridge's data is, and updates the
/// checksums to match.
fn try_damaged_states(count: usize) {
    let mut random = Rng::with_seed(0x57a7e);
    let originals: Vec<(Cartridge, Vec<u8>)> = arm::all()
        .into_iter()
        .map(|(_, cartridge)| {
            let mut machine = machine(&cartridge);
            run_cycles(&mut machine, 40_000);
            (cartridge, machine.save())
        })
        .collect();
    let mut accepted = 0;
    for _ in 0..count {
        let (cartridge, original) = &originals[random.usize(..originals.len())];
        let mut state = original.clone();
        let mut body = state.split_off(HEADER_SIZE);
        let tail_start = body.len() - [200, 10_000][random.usize(..2)].min(body.len());
        let mut tail = body.split_off(tail_start);
        damage(&mut random, &mut tail);
        body.extend(tail);
        state[HEADER_SIZE - 8..].copy_from_slice(&Hash::of(&body).0.to_le_bytes());
        state.extend(body);
        if let Ok(mut machine) = Machine::load(cartridge, &state) {
            accepted += 1;
            run_cycles(&mut machine, 300);
            if accepted % 50 == 0 {
                machine.frame();
            }
        }
    }
    assert!(
        accepted > count / 20,
        "{accepted} of {count} states were accepted"
    );
}

#[test]
fn damaged_states_run_or_are_refused() {
    try_damaged_states(1_000);
}

#[test]
#[ignore = "tries a hundred thousand states: takes several minutes"]
fn full_damaged_states_run_or_are_refused() {
    try_damaged_states(100_000);
}
