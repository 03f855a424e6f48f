//! Any program and any switches.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    cartridge::Scheme,
    input::{Controller, Joystick},
};

/// The most inputs of a run, and the cycles for each: about seven scanlines. A whole frame of a
/// program without vertical sync takes 150 times as long.
const INPUTS: usize = 4;
const CYCLES: u32 = 500;

#[derive(Arbitrary, Debug)]
struct Run {
    program: Vec<u8>,
    seed: u64,
    inputs: Vec<u8>,
}

fuzz_target!(|run: Run| {
    let mut image = run.program;
    image.resize(4092, 0xea);
    image.extend([0x00, 0xf0, 0x00, 0xf0]);
    let scheme = Scheme::from_name("4K").expect("a scheme");
    // Named, so that the scheme is not detected by running the program; `image` tests that.
    let cartridge = Cartridge::with_scheme(&image, scheme).expect("4096 bytes");
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: run.seed,
    };
    let mut machine = Machine::new(cartridge, power_on);
    for byte in run.inputs.iter().take(INPUTS) {
        let mut input = Input::default();
        input.switches.reset = byte & 1 != 0;
        input.switches.select = byte & 2 != 0;
        input.ports[0] = match byte >> 6 {
            0 => Controller::Keypad(u16::from(*byte) << 4),
            _ => Controller::Joystick(Joystick {
                fire: byte & 4 != 0,
                ..Joystick::default()
            }),
        };
        machine.set_input(input);
        for _ in 0..CYCLES {
            machine.cycle();
        }
    }
});
