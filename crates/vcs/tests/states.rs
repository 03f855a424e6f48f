//! Tests that a state can be saved at any cycle, and that a wrong state is refused.

use programs::{machine, programs};
use vcs::{Cartridge, Machine, state::StateError};

fn busy_machine() -> (Cartridge, Machine) {
    let cartridge = Cartridge::from_image(&programs::busy_kernel(0xf000)).expect("4096 bytes");
    let machine = machine(&cartridge);
    (cartridge, machine)
}

#[test]
fn a_loaded_state_continues_like_the_saved_machine() {
    save_and_load(30);
}

#[test]
#[ignore = "tries a thousand states of every cartridge: takes minutes"]
fn full_a_thousand_states_continue_like_the_saved_machines() {
    save_and_load(1000);
}

/// For every cartridge, repeats this `rounds` times: saves the machine, loads the state, and runs
/// both machines.
fn save_and_load(rounds: u64) {
    for (name, cartridge) in programs() {
        let mut machine = machine(&cartridge);
        let mut twin: Option<Machine> = None;
        for round in 0..rounds {
            // The number of cycles varies, so that states are saved at every point of an
            // instruction and of a line.
            for _ in 0..(421 + round % 60) {
                let cycle = machine.cycle();
                if let Some(twin) = &mut twin {
                    assert_eq!(twin.cycle(), cycle, "{name}: round {round}");
                }
            }
            assert!(
                twin.is_none_or(|twin| twin == machine),
                "{name}: round {round}"
            );
            let loaded = Machine::load(&cartridge, &machine.save()).expect("a good state");
            assert!(loaded == machine, "{name}: round {round}");
            twin = Some(loaded);
        }
    }
}

#[test]
fn equal_machines_give_equal_bytes() {
    let (_, mut machine) = busy_machine();
    machine.frame();
    assert_eq!(machine.save(), machine.clone().save());
}

#[test]
fn anything_but_a_state_of_this_cartridge_is_refused() {
    let (cartridge, mut machine) = busy_machine();
    machine.frame();
    let state = machine.save();
    let load = |state: &[u8]| Machine::load(&cartridge, state).err();
    assert_eq!(load(b""), Some(StateError::NoState));
    assert_eq!(load(b"a picture, say"), Some(StateError::NoState));
    for length in 8..state.len() {
        assert_eq!(
            load(&state[..length]),
            Some(StateError::DamagedState),
            "{length} bytes"
        );
    }
    let mut longer = state.clone();
    longer.push(0);
    assert_eq!(load(&longer), Some(StateError::DamagedState));
    let mut newer = state.clone();
    newer[8] = 9;
    assert!(matches!(
        load(&newer),
        Some(StateError::NewerState { version: 9, .. })
    ));
    let mut older = state.clone();
    older[8] = 0;
    assert!(matches!(
        load(&older),
        Some(StateError::OlderState { version: 0, .. })
    ));
    let other = Cartridge::from_image(&programs::random_program(1)).expect("4096 bytes");
    let error = Machine::load(&other, &state).expect_err("another cartridge");
    assert!(error.to_string().contains("another cartridge"), "{error}");
}

#[test]
fn a_state_of_another_board_is_refused() {
    let image = programs::random_image(7, 8192);
    let [f8, e0] = [vcs::cartridge::Scheme::F8, vcs::cartridge::Scheme::E0]
        .map(|scheme| Cartridge::with_scheme(&image, scheme).expect("8 KiB"));
    let state = programs::machine(&f8).save();
    assert!(Machine::load(&f8, &state).is_ok());
    let error = Machine::load(&e0, &state).expect_err("another board");
    assert!(
        error
            .to_string()
            .contains("a bank-switch scheme other than E0"),
        "{error}"
    );
}

/// Returns a state with some bits of its body flipped, and a checksum that matches. `flips` are
/// pairs of an offset in the body and the bits to flip there.
fn forged(state: &[u8], flips: impl IntoIterator<Item = (usize, u8)>) -> Vec<u8> {
    const HEADER: usize = 26;
    let (header, body) = state.split_at(HEADER);
    let mut body = body.to_vec();
    flips
        .into_iter()
        .for_each(|(offset, bits)| body[offset] ^= bits);
    let checksum = vcs::Hash::of(&body).0.to_le_bytes();
    [&header[..HEADER - 8], &checksum, &body].concat()
}

#[test]
fn between_instructions_the_pins_must_match_the_program_counter() {
    let (cartridge, mut machine) = busy_machine();
    machine.instruction();
    assert!(machine.cpu().at_instruction());
    let state = machine.save();
    let load = |flips: &[(usize, u8)]| {
        let state = forged(&state, flips.iter().copied());
        Machine::load(&cartridge, &state).map(|machine| machine.cpu().pins().address)
    };
    // The body begins with the program counter (three bytes), five registers, and the pins: address
    // (three bytes), data and direction.
    let other_address = machine.cpu().registers().pc ^ 1;
    assert_eq!(
        load(&[(0, 1), (8, 1)]),
        Ok(other_address),
        "the program counter and the pins are changed"
    );
    for offset in [0, 8, 11, 12] {
        let damaged = Err(StateError::DamagedState);
        assert_eq!(load(&[(offset, 1)]), damaged, "byte {offset}");
    }
}

#[test]
fn every_flipped_bit_is_detected() {
    let (cartridge, mut machine) = busy_machine();
    machine.frame();
    let state = machine.save();
    for bit in (0..state.len() * 8).step_by(13) {
        let mut flipped = state.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        assert!(Machine::load(&cartridge, &flipped).is_err(), "bit {bit}");
    }
}
