//! Measures the time for one picture on one core, from the colors of a frame to the pixels of the
//! window: `cargo bench --profile dist -p crownhead-signal`.
//!
//! No two scanlines in the frames are the same. With the arguments `run PRESET WIDTH HEIGHT
//! FRAMES`, the benchmark only draws pictures, for use with a profiler.

use signal::{Field, Preset, Set};
use std::time::Instant;
use vcs::{
    Frame,
    television::{Standard, WIDTH},
};

/// Number of pictures to draw with each preset at each size.
const FRAMES: u32 = 100;
/// Sizes of the window, in pixels.
const SIZES: [(usize, usize); 3] = [(1280, 960), (1097, 912), (1440, 1080)];

/// Returns frames of random colors, in short runs of pixels.
fn random_frames(standard: Standard) -> Vec<Frame> {
    let mut state = 0x2600_u32;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    };
    let mut line = |_| {
        let mut pixels = Vec::new();
        while pixels.len() < WIDTH {
            let color = random() as u8 & 0xfe;
            let length = 1 + random() as usize % 16;
            pixels.extend(vec![color; length.min(WIDTH - pixels.len())]);
        }
        pixels
    };
    let frame = |number| Frame {
        number,
        pixels: (0..standard.scanlines()).flat_map(&mut line).collect(),
    };
    (0..4).map(frame).collect()
}

fn show(set: &mut Set, frame: &Frame, out: &mut [u32], size: (usize, usize)) {
    let first = frame.scanlines() / 10;
    set.receive(&Field {
        frame,
        shown: first..frame.scanlines() - first / 3,
        synced: true,
        next_sync_clock: 0,
    });
    set.draw(out, size.0, size.1);
}

/// Draws `count` pictures, and returns the time for each in milliseconds, in ascending order.
fn time_pictures(preset: Preset, standard: Standard, size: (usize, usize), count: u32) -> Vec<f64> {
    let frames = random_frames(standard);
    let mut set = preset.new_set(standard).expect("a set");
    let mut out = vec![0; size.0 * size.1];
    let time = |frame: &Frame| {
        let start = Instant::now();
        show(&mut set, frame, &mut out, size);
        start.elapsed().as_secs_f64() * 1000.0
    };
    let mut times: Vec<f64> = frames
        .iter()
        .cycle()
        .take(count as usize)
        .map(time)
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(at) = words.iter().position(|word| word == "run") {
        let number = |at: usize| words[at].parse().expect("a number");
        let preset = Preset::from_name(&words[at + 1]).expect("a preset");
        let standard = if preset == Preset::Pal {
            Standard::Pal
        } else {
            Standard::Ntsc
        };
        time_pictures(
            preset,
            standard,
            (number(at + 2), number(at + 3)),
            number(at + 4) as u32,
        );
        return;
    }
    println!("milliseconds per picture: the minimum, and the median of {FRAMES} pictures");
    for preset in Preset::ALL.into_iter().skip(1) {
        for size in SIZES {
            let standard = if preset == Preset::Pal {
                Standard::Pal
            } else {
                Standard::Ntsc
            };
            let times = time_pictures(preset, standard, size, FRAMES);
            println!(
                "{:<10} {} x {}: {:.2} {:.2}",
                preset.name(),
                size.0,
                size.1,
                times[0],
                times[times.len() / 2]
            );
        }
    }
}
