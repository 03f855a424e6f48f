//! Measures frames per second: `cargo bench --profile dist -p crownhead-console`. If there are
//! arguments, only programs whose names contain one of them are measured.
//!
//! The benchmark takes several turns, and in each turn it runs all the programs, once with the
//! picture used and once with pixels skipped. If Stella is installed, each turn also runs
//! `stella -profile` on the image of each program. The printed speed is that of the fastest turn,
//! because other load on the computer can only make a program slower. The printed ratio to Stella's
//! speed is the median of the turns. Because each turn runs all the programs, a disturbance affects
//! only one turn of each program.
//!
//! With `counts`, as in `cargo bench --profile dist -p crownhead-console -- counts`, the benchmark
//! counts instructions per frame with callgrind and compares the counts with `benches/counts.txt`.
//! Neither the clock rate nor other programs affect these counts. `counts record` writes that file.
//!
//! With `think`, the benchmark measures how long the bundled cartridge takes for its first replies.
//! With `wide`, it measures every image in a folder (`wide.rs`).

mod counts;
mod stella;
mod think;
mod wide;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};
use vcs::{Cartridge, Machine};

/// Number of frames in a warm-up round. It must be more than 120, because the television needs the
/// pixels of the first 120 frames to detect the standard.
const WARM_UP_FRAMES: u32 = 125;
/// Minimum duration of the warm-up. After a change from one program to another, the host processor
/// takes some time to reach its full speed.
const WARM_UP: Duration = Duration::from_millis(250);
/// Number of frames to time.
const FRAMES: u32 = 3_000;
/// Number of turns.
const TURNS: u32 = 7;
/// The name of the only program that may spend more than [`MAX_WAITING`] of its cycles waiting for
/// the end of the scanline.
const WAITING_PROGRAM: &str = "idle";
/// Maximum fraction of its cycles that any other program may spend waiting.
const MAX_WAITING: f64 = 0.6;
const CYCLES_PER_LINE: u64 = 76;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["run", image, visibility, frames] => counts::run(image, visibility, frames),
        ["think"] => think::run(),
        ["wide", ref rest @ ..] => wide::measure(rest),
        ["counts", ref rest @ ..] => return counts::compare(rest.contains(&"record")),
        ref filters => print_table(filters),
    }
    ExitCode::SUCCESS
}

/// What happens to a frame's picture: it is used (`Seen`), or its pixels are skipped (`Unseen`).
#[derive(Clone, Copy, PartialEq)]
enum Visibility {
    Seen,
    Unseen,
}

fn run_frame(machine: &mut Machine, visibility: Visibility) {
    match visibility {
        Visibility::Seen => {
            std::hint::black_box(machine.frame());
        }
        Visibility::Unseen => machine.skip_frame(),
    }
}

fn print_table(filters: &[&str]) {
    println!(
        "{:<20} {:>8} {:>9} {:>8} {:>9} {:>8} {:>6} {:>6} {:>6} {:>8}",
        "program",
        "frames/s",
        "ns/cycle",
        "unseen",
        "ns/cycle",
        "stella",
        "ratio",
        "unseen",
        "WSYNC",
        "recalled"
    );
    let is_wanted =
        |name: &str| filters.is_empty() || filters.iter().any(|word| name.contains(word));
    let mut programs: Vec<Program> = programs::benchmarks()
        .into_iter()
        .filter(|(name, _)| is_wanted(name))
        .map(|(name, cartridge)| Program::new(name, cartridge))
        .collect();
    for _ in 0..TURNS {
        programs.iter_mut().for_each(Program::take_turn);
    }
    let ratios: Vec<[f64; 2]> = programs.iter_mut().filter_map(Program::report).collect();
    if !ratios.is_empty() {
        let mean = |select: fn(&[f64; 2]) -> f64| {
            let sum: f64 = ratios.iter().map(|ratios| select(ratios).ln()).sum();
            (sum / ratios.len() as f64).exp()
        };
        let lowest = ratios
            .iter()
            .map(|ratios| ratios[0])
            .fold(f64::MAX, f64::min);
        println!(
            "geometric mean of the ratios {:.1}, unseen {:.1}; the lowest {lowest:.1}",
            mean(|ratios| ratios[0]),
            mean(|ratios| ratios[1])
        );
    }
}

/// A program and its results. In the arrays, the first element is for runs with the picture used,
/// and the second for runs with pixels skipped.
struct Program {
    name: String,
    cartridge: Cartridge,
    image: PathBuf,
    best: [Duration; 2],
    cycles_per_frame: f64,
    /// Stella's best speed, in frames per second.
    stella_best: f64,
    /// Our speed divided by Stella's, one ratio for each turn.
    ratios: [Vec<f64>; 2],
}

impl Program {
    fn new(name: String, cartridge: Cartridge) -> Program {
        Program {
            image: stella::write_image(&name, &cartridge),
            name,
            cartridge,
            best: [Duration::MAX; 2],
            cycles_per_frame: 0.0,
            stella_best: 0.0,
            ratios: [Vec::new(), Vec::new()],
        }
    }

    fn take_turn(&mut self) {
        let stella = stella::frames_per_second(&self.image);
        for (visibility, at) in [(Visibility::Seen, 0), (Visibility::Unseen, 1)] {
            let (time, cycles) = measure_time(&self.cartridge, visibility);
            self.cycles_per_frame = cycles as f64 / f64::from(FRAMES);
            self.best[at] = self.best[at].min(time);
            if let Some(stella) = stella {
                self.stella_best = self.stella_best.max(stella);
                self.ratios[at].push(f64::from(FRAMES) / time.as_secs_f64() / stella);
            }
        }
    }

    /// Prints the program's line of the table. Returns the medians of the ratios to Stella's speed;
    /// `None` if Stella is not installed.
    fn report(&mut self) -> Option<[f64; 2]> {
        let name = &self.name;
        let [seen, unseen] = self.best.map(|time| f64::from(FRAMES) / time.as_secs_f64());
        let [seen_ns, unseen_ns] =
            [seen, unseen].map(|frames| 1e9 / frames / self.cycles_per_frame);
        let medians = self.ratios.each_mut().map(|ratios| {
            ratios.sort_by(f64::total_cmp);
            ratios.get(ratios.len() / 2).copied()
        });
        print!("{name:<20} {seen:>8.0} {seen_ns:>9.2} {unseen:>8.0} {unseen_ns:>9.2} ");
        let medians = match medians {
            [Some(seen), Some(unseen)] => {
                print!("{:>8.0} {seen:>6.1} {unseen:>6.1}", self.stella_best);
                Some([seen, unseen])
            }
            _ => {
                print!("{:>8} {:>6} {:>6}", "-", "-", "-");
                None
            }
        };
        let waiting = waiting_fraction(&self.cartridge);
        let recalled = recalled_fraction(&self.cartridge);
        println!(" {:>5.0}% {:>7.0}%", 100.0 * waiting, 100.0 * recalled);
        assert!(
            waiting <= MAX_WAITING || name == WAITING_PROGRAM,
            "{name} spends too much of its time in WSYNC for a benchmark"
        );
        medians
    }
}

/// Returns the real time that the timed frames took, and the number of console cycles in them.
fn measure_time(cartridge: &Cartridge, visibility: Visibility) -> (Duration, u64) {
    let mut machine = programs::machine(cartridge);
    let start = Instant::now();
    while start.elapsed() < WARM_UP {
        (0..WARM_UP_FRAMES).for_each(|_| run_frame(&mut machine, visibility));
    }
    let (before, start) = (machine.cycles(), Instant::now());
    (0..FRAMES).for_each(|_| run_frame(&mut machine, visibility));
    (start.elapsed(), machine.cycles() - before)
}

/// Returns the fraction of cycles in which the processor waits, which are those that end with RDY
/// low.
fn waiting_fraction(cartridge: &Cartridge) -> f64 {
    let mut machine = programs::machine(cartridge);
    (0..WARM_UP_FRAMES).for_each(|_| run_frame(&mut machine, Visibility::Seen));
    let cycles = 60 * 262 * 76;
    let low = (0..cycles).filter(|_| !machine.cycle().rdy).count();
    low as f64 / f64::from(cycles)
}

/// Returns the fraction of scanlines in the timed frames that are not computed, but copied from an
/// equal scanline.
fn recalled_fraction(cartridge: &Cartridge) -> f64 {
    let mut machine = programs::machine(cartridge);
    (0..WARM_UP_FRAMES).for_each(|_| run_frame(&mut machine, Visibility::Seen));
    let (cycles, recalled) = (machine.cycles(), machine.recalled_lines());
    (0..FRAMES).for_each(|_| run_frame(&mut machine, Visibility::Seen));
    let lines = (machine.cycles() - cycles) / CYCLES_PER_LINE;
    (machine.recalled_lines() - recalled) as f64 / lines as f64
}

/// Returns the path of the file with the recorded counts.
fn counts_file() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/counts.txt")
}
