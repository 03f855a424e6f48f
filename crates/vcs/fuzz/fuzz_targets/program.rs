//! Any program and any switches.
#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use vcs::{
    Cartridge, Input, Machine, PowerOn, PowerOnState,
    input::{Controller, Joystick},
};

#[derive(Arbitrary, Debug)]
struct Run {
    program: Vec<u8>,
    seed: u64,
    hands: Vec<u8>,
}

fuzz_target!(|run: Run| {
    let mut image = run.program;
    image.resize(4092, 0xea);
    image.extend([0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: run.seed,
    };
    let mut machine = Machine::new(cartridge, power_on);
    for (number, hand) in run.hands.iter().take(8).enumerate() {
        let mut input = Input::default();
        input.switches.reset = hand & 1 != 0;
        input.switches.select = hand & 2 != 0;
        input.ports[0] = match hand >> 6 {
            0 => Controller::Keypad(u16::from(*hand) << 4),
            _ => Controller::Joystick(Joystick {
                fire: hand & 4 != 0,
                ..Joystick::default()
            }),
        };
        machine.set_input(input);
        assert_eq!(machine.frame().number, number as u64);
    }
});
