//! Any bytes as a cartridge image: detected, or put on the board that the first byte names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vcs::{Cartridge, Machine, PowerOn, cartridge::Scheme};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, image)) = bytes.split_first() else {
        return;
    };
    let scheme = Scheme::ALL[usize::from(choice) % Scheme::ALL.len()];
    let cartridges = [Cartridge::from_image(image), Cartridge::with_scheme(image, scheme)];
    for cartridge in cartridges.into_iter().flatten() {
        let mut machine = Machine::new(cartridge, PowerOn::default());
        for _ in 0..2_000 {
            machine.cycle();
        }
    }
});
