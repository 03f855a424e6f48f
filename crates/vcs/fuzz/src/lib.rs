//! The console's fuzz targets: random images, states and programs.
//!
//! Most machines run [`SHORT_RUN_CYCLES`] cycles. One in [`FULL_FRAME_INTERVAL`] runs a whole frame
//! twice: cycle by cycle, and on the fast path. Both runs must lead to the same state. Whole frames
//! are rare because they take about fifteen times as long as a short run.

mod law;

pub use law::law;

use std::sync::OnceLock;
use vcs::{
    Cartridge, Hash, Input, Machine, PowerOn, PowerOnState,
    cartridge::Scheme,
    input::{Controller, Joystick, Paddle},
};

/// Number of cycles in a short run: about 26 scanlines.
const SHORT_RUN_CYCLES: u32 = 2_000;
/// One in this many inputs runs a whole frame.
const FULL_FRAME_INTERVAL: u8 = 16;
/// In a frame that runs cycle by cycle, the number of cycles after which the TIA catches up.
const CATCH_UP_CYCLES: u64 = 61;
/// Size of a state's header in bytes. The last eight bytes of the header are the checksum of the
/// state's body, which follows.
const HEADER_BYTES: usize = 26;

/// Loads arbitrary bytes as a cartridge image, once with the detected board and once with a board
/// that the first byte selects.
pub fn image(bytes: &[u8]) {
    let Some((&choice, image)) = bytes.split_first() else {
        return;
    };
    let scheme = Scheme::ALL[usize::from(choice) % Scheme::ALL.len()];
    let cartridges = [
        Cartridge::from_image(image),
        Cartridge::with_scheme(image, scheme),
    ];
    for cartridge in cartridges.into_iter().flatten() {
        run(Machine::new(cartridge, PowerOn::default()), choice);
    }
}

/// Damages the body of a state, corrects its checksum, and loads it. The state may be refused;
/// otherwise, the machine runs. The first byte of the input selects the state. Each further three
/// bytes contain an offset in the body (two bytes), and the byte to write there.
pub fn state(bytes: &[u8]) {
    let Some((&choice, changes)) = bytes.split_first() else {
        return;
    };
    let samples = samples();
    let (cartridge, state) = &samples[usize::from(choice) % samples.len()];
    let (header, body) = state.split_at(HEADER_BYTES);
    let (mut header, mut body) = (header.to_vec(), body.to_vec());
    for change in changes.chunks_exact(3) {
        let offset = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let length = body.len();
        // Most of the body consists of pixels. Half of the offsets count from the end, so that the
        // data at the end is damaged often enough.
        match offset & 1 {
            0 => body[offset / 2 % length] = change[2],
            _ => body[length - 1 - offset / 2 % length] = change[2],
        }
    }
    header[HEADER_BYTES - 8..].copy_from_slice(&Hash::of(&body).0.to_le_bytes());
    header.extend(body);
    if let Ok(machine) = Machine::load(cartridge, &header) {
        let reloaded = Machine::load(cartridge, &machine.save());
        assert!(reloaded.is_ok_and(|reloaded| reloaded.save() == machine.save()));
        // The hash of the input decides whether the machine runs a whole frame.
        run(machine, Hash::of(bytes).0 as u8);
    }
}

/// Returns a cartridge for every board, and the state of a machine with it after some scanlines.
/// All of them are created at the first call.
fn samples() -> &'static [(Cartridge, Vec<u8>)] {
    static SAMPLES: OnceLock<Vec<(Cartridge, Vec<u8>)>> = OnceLock::new();
    SAMPLES.get_or_init(|| {
        Scheme::ALL
            .iter()
            .filter_map(|scheme| sample(*scheme))
            .collect()
    })
}

/// Returns a cartridge of a scheme, and a saved state; `None` if the scheme needs another image.
fn sample(scheme: Scheme) -> Option<(Cartridge, Vec<u8>)> {
    // Every page of the images contains this loop: `inx`, `lda $f000,x`, `sta VBLANK,x`,
    // `sta WSYNC` and a jump back. The program writes its own bytes to the TIA's registers, and
    // sometimes to VSYNC.
    const LOOP: [u8; 16] = [
        0xe8, 0xbd, 0x00, 0xf0, 0x95, 0x01, 0x85, 0x02, 0x4c, 0x00, 0xf0, 0xa2, 0xff, 0x77, 0x30,
        0x9a,
    ];
    let images = (1..=512).map(|kib| LOOP.repeat(64 * kib));
    let image = |mut image: Vec<u8>| {
        image.truncate(image.len() - 4);
        image.extend([0x00, 0xf0, 0x00, 0xf0]);
        Cartridge::with_scheme(&image, scheme).ok()
    };
    let cartridge = images.map(image).find_map(|cartridge| cartridge)?;
    let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
    for _ in 0..1_000 {
        machine.cycle();
    }
    Some((cartridge, machine.save()))
}

/// Runs an arbitrary program of up to 4 KiB with arbitrary input. The first eight bytes are the
/// seed for the console's random contents at power-on, the next four are inputs, and the rest is
/// the program.
pub fn program(bytes: &[u8]) {
    let Some((seed, bytes)) = bytes.split_first_chunk::<8>() else {
        return;
    };
    let Some((inputs, program)) = bytes.split_first_chunk::<4>() else {
        return;
    };
    let mut machine = machine(seed, program);
    for byte in inputs {
        machine.set_input(input(*byte));
        for _ in 0..SHORT_RUN_CYCLES / 4 {
            machine.cycle();
        }
    }
    if seed[0].is_multiple_of(FULL_FRAME_INTERVAL) {
        compare_paths_for_a_frame(machine);
    }
}

/// Creates a machine with a program of up to 4 KiB.
fn machine(seed: &[u8; 8], program: &[u8]) -> Machine {
    let mut image = program.to_vec();
    image.resize(4092, 0xea);
    image.extend([0x00, 0xf0, 0x00, 0xf0]);
    let scheme = Scheme::from_name("4K").expect("a scheme");
    // Because the scheme is given, there is no trial run to detect it. The target `image` tests the
    // detection.
    let cartridge = Cartridge::with_scheme(&image, scheme).expect("4096 bytes");
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: u64::from_le_bytes(*seed),
    };
    Machine::new(cartridge, power_on)
}

/// Returns the input that a byte describes.
fn input(byte: u8) -> Input {
    let mut input = Input::default();
    input.switches.reset = byte & 1 != 0;
    input.switches.select = byte & 2 != 0;
    let fire = byte & 4 != 0;
    input.ports[0] = match byte >> 6 {
        0 => Controller::Keypad(u16::from(byte) << 4),
        1 => Controller::Paddles([byte, !byte].map(|byte| Paddle {
            position: u16::from(byte) << 8,
            fire,
        })),
        _ => Controller::Joystick(Joystick {
            fire,
            up: byte & 8 != 0,
            ..Joystick::default()
        }),
    };
    input
}

/// Runs a machine for a whole frame if `choice` is a multiple of [`FULL_FRAME_INTERVAL`], otherwise
/// for [`SHORT_RUN_CYCLES`] cycles.
fn run(machine: Machine, choice: u8) {
    if choice.is_multiple_of(FULL_FRAME_INTERVAL) {
        compare_paths_for_a_frame(machine)
    } else {
        run_short(machine)
    }
}

/// Runs a machine for [`SHORT_RUN_CYCLES`] cycles.
fn run_short(mut machine: Machine) {
    for _ in 0..SHORT_RUN_CYCLES {
        machine.cycle();
    }
}

/// Checks that running a frame on the fast path leads to the same state as running it cycle by
/// cycle.
fn compare_paths_for_a_frame(mut fast: Machine) {
    let mut slow = fast.clone();
    fast.frame();
    while slow.cycles() < fast.cycles() {
        slow.cycle();
        if slow.cycles().is_multiple_of(CATCH_UP_CYCLES) {
            slow.catch_up();
        }
    }
    for machine in [&mut fast, &mut slow] {
        machine.catch_up();
    }
    assert!(fast.save() == slow.save(), "the fast path differs");
}
