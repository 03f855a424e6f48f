//! Measures the machine's speed under the debugger, relative to its speed without the debugger, and
//! the time that a step back takes.
//!
//! Run it with `cargo bench --profile dist -p crownhead-debugger`. To select only some programs,
//! add `--` and a word that their names contain.

use debugger::{Calls, Debugger, Program, Unit};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use vcs::{Cartridge, Machine, PowerOn};

/// Number of frames in a run.
const FRAMES: u32 = 3_000;
/// Number of runs. Only the fastest one counts.
const RUNS: u32 = 5;
/// Number of frames to run before steps back are measured: 20 seconds of emulated time.
const FRAMES_BEFORE_STEPS: u32 = 1_200;

fn timed(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn run_alone(cartridge: &Cartridge) {
    let mut machine = Machine::new(cartridge.clone(), PowerOn::default());
    (0..FRAMES).for_each(|_| {
        machine.frame();
    });
}

fn run_debugger(cartridge: &Cartridge, frames: u32) -> Debugger {
    let mut debugger = Debugger::new(cartridge.clone(), Program::default(), Arc::default());
    let mut frames_run = 0;
    debugger.run(&mut || {
        frames_run += 1;
        frames_run == frames
    });
    debugger
}

/// Returns the speed of the machine under the debugger, relative to the machine alone. Runs with
/// and without the debugger alternate, so that any disturbance affects both.
fn relative_speed(cartridge: &Cartridge) -> f64 {
    let pairs = (0..RUNS).map(|_| {
        let alone = timed(|| run_alone(cartridge));
        (alone, timed(|| drop(run_debugger(cartridge, FRAMES))))
    });
    let (alone, debugged): (Vec<Duration>, Vec<Duration>) = pairs.unzip();
    let fastest = |times: Vec<Duration>| times.into_iter().min().unwrap_or_default();
    fastest(alone).as_secs_f64() / fastest(debugged).as_secs_f64()
}

/// Returns the median time of 101 steps back.
fn median_step_back(cartridge: &Cartridge, unit: Unit) -> Duration {
    let mut debugger = run_debugger(cartridge, FRAMES_BEFORE_STEPS);
    let mut times: Vec<Duration> = (0..101)
        .map(|_| {
            timed(|| {
                debugger.back(unit, Calls::Into, &mut || false);
            })
        })
        .collect();
    times.sort();
    times[50]
}

fn main() {
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    for (name, cartridge) in programs::benchmarks() {
        if word
            .as_ref()
            .is_some_and(|word| !name.contains(word.as_str()))
        {
            continue;
        }
        let ratio = relative_speed(&cartridge);
        let instruction = median_step_back(&cartridge, Unit::Instruction);
        let frame = median_step_back(&cartridge, Unit::Frame);
        // The bench's own report.
        #[allow(clippy::print_stdout)]
        {
            println!(
                "{name:22} speed under the debugger {ratio:.2}; back: instruction {instruction:?}, \
                 frame {frame:?} (median)"
            );
        }
    }
}
