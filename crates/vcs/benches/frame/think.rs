//! Measures how much real time the bundled cartridge needs for its reply to each of the seven
//! possible first moves of checkers. The cartridge searches nine plies. The machine runs as fast as
//! it can, with pixels skipped.

use std::time::Instant;
use vcs::{Machine, PowerOn};

/// The columns where the first moves 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 and 12-16 start and
/// end.
const FIRST_MOVES: [[u8; 2]; 7] = [[0, 0], [0, 1], [1, 1], [1, 2], [2, 2], [2, 3], [3, 3]];
const CYCLES_PER_SECOND: f64 = 1_193_182.0;

pub fn run() {
    let (cartridge, symbols) = programs::thinking_video_checkers();
    let address = |name: &str| {
        let line = symbols
            .lines()
            .find(|line| line.split_whitespace().next() == Some(name));
        let value = line.and_then(|line| line.split_whitespace().nth(1));
        let value = value.and_then(|value| u16::from_str_radix(value, 16).ok());
        value.unwrap_or_else(|| panic!("the image has no symbol {name}"))
    };
    let [start, end, black] = ["StartThink", "Bench", "black"].map(address);
    let mut seconds = 0.0;
    for [from, to] in FIRST_MOVES {
        let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
        run_to(&mut machine, start);
        for column in 0..4 {
            let rows = 0b0111 & !(u8::from(column == from) << 2) | u8::from(column == to) << 3;
            machine.poke_ram(black as u8 + column, rows);
        }
        let mut thinking_video_checkers = machine.clone();
        run_to(&mut machine, end);
        let cycles = machine.cycles() - thinking_video_checkers.cycles();
        let clock = Instant::now();
        while thinking_video_checkers.cycles() < machine.cycles() {
            thinking_video_checkers.skip_frame();
        }
        let time = clock.elapsed().as_secs_f64();
        println!(
            "{:>2}-{:<2} {:>7.1} s on the console, {time:.2} s here",
            from + 9,
            to + 13,
            cycles as f64 / CYCLES_PER_SECOND
        );
        seconds += time;
    }
    println!("mean {:.2} s", seconds / FIRST_MOVES.len() as f64);
}

/// Runs until the instruction at `address` is the next one.
fn run_to(machine: &mut Machine, address: u16) {
    machine.instruction();
    while machine.cpu().registers().pc & 0x1fff != address & 0x1fff {
        machine.instruction();
    }
}
