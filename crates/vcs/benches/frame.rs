//! Frames per second: `cargo bench -p vcs`. With names as arguments, only programs whose name
//! contains one of them.
//!
//! Each program is warmed up, then timed several times; the fastest run counts, for whatever else
//! the computer does can only slow it down.

#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};
use vcs::Cartridge;

const WARM_UP_FRAMES: u32 = 60;
const FRAMES: u32 = 300;
const RUNS: u32 = 5;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    println!("{:<24} {:>12} {:>10}", "program", "frames/s", "ns/cycle");
    for (name, cartridge) in common::benchmarks() {
        if wanted.is_empty() || wanted.iter().any(|word| name.contains(word.as_str())) {
            report(&name, &cartridge);
        }
    }
}

fn report(name: &str, cartridge: &Cartridge) {
    let (mut best, mut cycles) = (Duration::MAX, 1);
    for _ in 0..RUNS {
        let mut machine = common::machine(cartridge);
        for _ in 0..WARM_UP_FRAMES {
            machine.frame();
        }
        let (before, start) = (machine.cycles(), Instant::now());
        for _ in 0..FRAMES {
            machine.frame();
        }
        let time = start.elapsed();
        if time < best {
            (best, cycles) = (time, machine.cycles() - before);
        }
    }
    let frames_per_second = f64::from(FRAMES) / best.as_secs_f64();
    let nanoseconds = best.as_nanos() as f64 / cycles as f64;
    println!("{name:<24} {frames_per_second:>12.0} {nanoseconds:>10.2}");
}
