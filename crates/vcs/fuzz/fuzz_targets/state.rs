//! A state whose body is damaged, with a checksum that fits: refused, or a machine that makes frames.
#![no_main]

use libfuzzer_sys::fuzz_target;
use vcs::{Cartridge, Machine, PowerOn, Hash};

/// Bytes of a state before its body, the last eight of them the body's checksum.
const HEADER: usize = 26;

fuzz_target!(|changes: Vec<(u16, u8)>| {
    let mut image = vec![0xea; 4096];
    image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
    let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
    let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
    for _ in 0..1_000 {
        machine.cycle();
    }
    let mut state = machine.save();
    let mut body = state.split_off(HEADER);
    for (place, byte) in changes {
        let place = usize::from(place) % body.len();
        body[place] = byte;
    }
    state[HEADER - 8..].copy_from_slice(&Hash::of(&body).0.to_le_bytes());
    state.extend(body);
    if let Ok(mut machine) = Machine::load(&cartridge, &state) {
        machine.frame();
        machine.frame();
    }
});
