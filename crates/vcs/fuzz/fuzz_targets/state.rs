//! A state with a damaged body and a checksum that fits: it is refused, or the machine runs.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;
use vcs::{Cartridge, Hash, Machine, PowerOn};

/// Bytes of a state before its body, the last eight of them the body's checksum.
const HEADER: usize = 26;
/// Cycles that a loaded machine runs: some 26 scanlines. A whole frame of a program without
/// vertical sync takes 40 times as long.
const CYCLES: u32 = 2_000;

/// The cartridge and a state, made once: loading an image detects its scheme by running it.
fn base() -> &'static (Cartridge, Vec<u8>) {
    static BASE: OnceLock<(Cartridge, Vec<u8>)> = OnceLock::new();
    BASE.get_or_init(|| {
        let mut image = vec![0xea; 4096];
        image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).expect("4096 bytes");
        let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
        for _ in 0..1_000 {
            machine.cycle();
        }
        (cartridge, machine.save())
    })
}

fuzz_target!(|changes: Vec<(u16, u8)>| {
    let (cartridge, state) = base();
    let (header, body) = state.split_at(HEADER);
    let (mut header, mut body) = (header.to_vec(), body.to_vec());
    for (place, byte) in changes {
        let place = usize::from(place) % body.len();
        body[place] = byte;
    }
    header[HEADER - 8..].copy_from_slice(&Hash::of(&body).0.to_le_bytes());
    header.extend(body);
    if let Ok(mut machine) = Machine::load(cartridge, &header) {
        for _ in 0..CYCLES {
            machine.cycle();
        }
    }
});
