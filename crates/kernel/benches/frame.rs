//! Measures how long it takes to make the kernel view of a whole frame, and of each single line in
//! that frame. Prints the time for the frame and for the slowest line, each as the fastest of three
//! runs. Uses the images named as arguments or, without arguments, the benchmark programs from the
//! crate `programs`.

use kernel::{Code, Kernel};
use std::{
    fs,
    time::{Duration, Instant},
};
use vcs::{Cartridge, Machine, Step};

fn main() {
    let names = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'));
    let given = names.filter_map(|name| {
        let image = fs::read(&name).expect("an image");
        Some((name, Cartridge::from_image(&image).ok()?))
    });
    let mut programs: Vec<(String, Cartridge)> = given.collect();
    if programs.is_empty() {
        programs = programs::benchmarks();
    }
    for (name, cartridge) in programs {
        let mut machine = programs::machine(&cartridge);
        while machine.place().frame < 60 {
            machine.frame();
        }
        let (view, frame_time) = measure(|| Kernel::of(&machine, None, &without_names));
        let lines = view.expect("all lines").lines;
        let line_times = lines.iter().map(|line| {
            let range = line.scanline..=line.scanline;
            measure(|| Kernel::of(&machine, Some(range.clone()), &without_names)).1
        });
        let slowest = line_times.max().unwrap_or_default();
        let writes: usize = lines.iter().map(|line| line.writes.len()).sum();
        println!("{name}: frame {frame_time:.1?}, slowest line {slowest:.1?}, {writes} writes");
    }
}

fn without_names(_: &Machine, _: &Step) -> Code {
    Code::default()
}

/// Returns the result of `run`, and the shortest time of three runs.
fn measure<T>(run: impl Fn() -> T) -> (T, Duration) {
    let timed = || {
        let start = Instant::now();
        (run(), start.elapsed())
    };
    let [first, second, third] = [timed(), timed(), timed()];
    let fastest = first.1.min(second.1).min(third.1);
    (first.0, fastest)
}
