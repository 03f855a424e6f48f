//! Measures a wide set of programs: every image in the folder that `CROWNHEAD_IMAGES` names, and in
//! its subfolders. Cartridges with an ARM processor form a separate group.
//!
//! `wide` measures the time per frame, and `wide counts` the instructions per frame (with
//! callgrind). A number n as an argument selects every nth image.
//!
//! Another argument can be the path of this benchmark's executable, built from a different commit.
//! The benchmark then runs that executable and this one alternately, and prints the ratio: the time
//! or the instruction count of the other executable, divided by that of this one.

use super::{Visibility, counts::count};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};
use vcs::Cartridge;

/// The numbers of frames in a short and in a long run. The result of the short run is subtracted
/// from that of the long run, so that startup work does not count.
const FRAMES_COUNTED: [u32; 2] = [130, 250];
const FRAMES_TIMED: [u32; 2] = [130, 1330];
/// Number of turns when measuring time. The fastest turn counts.
const TURNS: usize = 3;

/// The settings of a measurement.
struct Plan {
    /// True to count instructions, false to measure time.
    count_instructions: bool,
    /// The path of this executable, then that of the executable from a different commit, if there
    /// is one.
    programs: Vec<PathBuf>,
    /// Of the images, every `step`th is measured.
    step: usize,
}

/// Measures all images. Prints a line for each, then the geometric means.
pub fn measure(arguments: &[&str]) {
    let mut plan = Plan {
        count_instructions: false,
        programs: vec![std::env::current_exe().expect("this program has a path")],
        step: 1,
    };
    for word in arguments {
        match word.parse() {
            Ok(step) => plan.step = step,
            Err(_) if *word == "counts" => plan.count_instructions = true,
            Err(_) => plan.programs.push(word.into()),
        }
    }
    let folder = std::env::var_os("CROWNHEAD_IMAGES").expect("CROWNHEAD_IMAGES names a folder");
    let mut images = Vec::new();
    find_images(Path::new(&folder), &mut images);
    images.sort();
    let mut groups = [Means::default(), Means::default()];
    for image in images.iter().step_by(plan.step) {
        let bytes = std::fs::read(image).expect("a readable image");
        let Ok(cartridge) = Cartridge::from_image(&bytes) else {
            continue;
        };
        let group = &mut groups[usize::from(cartridge.arm().is_some())];
        let name = image.file_name().unwrap_or_default().to_string_lossy();
        print!("{name:<50.50}");
        for (visibility, word) in [(Visibility::Seen, "seen"), (Visibility::Unseen, "unseen")] {
            let results = plan.measure(image, word);
            print!(" {word} {:>9.0}", results[0]);
            group.add(visibility, &results);
            if let [this, other] = results[..] {
                print!(" {:>6.3}", other / this);
            }
        }
        println!();
    }
    for (group, name) in groups.iter().zip(["without an ARM", "with an ARM"]) {
        group.report(name, plan.count_instructions);
    }
}

/// Finds the images in a folder and its subfolders.
fn find_images(folder: &Path, images: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.extension() {
            _ if path.is_dir() => find_images(&path, images),
            Some(ending) if ending == "a26" || ending == "bin" => images.push(path),
            _ => {}
        }
    }
}

impl Plan {
    /// Measures the instructions or the nanoseconds per frame with each executable.
    fn measure(&self, image: &Path, visibility: &str) -> Vec<f64> {
        let mut best = vec![f64::MAX; self.programs.len()];
        for _ in 0..if self.count_instructions { 1 } else { TURNS } {
            for (best, program) in best.iter_mut().zip(&self.programs) {
                *best = best.min(self.measure_once(program, image, visibility));
            }
        }
        best
    }

    fn measure_once(&self, program: &Path, image: &Path, visibility: &str) -> f64 {
        let frames = if self.count_instructions {
            FRAMES_COUNTED
        } else {
            FRAMES_TIMED
        };
        let [short, long] = frames.map(|frames| {
            if self.count_instructions {
                count(program, image, visibility, frames) as f64
            } else {
                time(program, image, visibility, frames).as_secs_f64() * 1e9
            }
        });
        (long - short) / f64::from(frames[1] - frames[0])
    }
}

fn time(program: &Path, image: &Path, visibility: &str, frames: u32) -> Duration {
    let start = Instant::now();
    let status = Command::new(program)
        .arg("run")
        .arg(image)
        .args([visibility, &frames.to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "a run");
    start.elapsed()
}

/// Sums of logarithms, used to compute geometric means. `results` adds up the results of this
/// executable. `ratios` adds up the results of the other executable divided by those of this one.
#[derive(Default)]
struct Means {
    images: [u32; 2],
    results: [f64; 2],
    ratios: [f64; 2],
}

impl Means {
    fn add(&mut self, visibility: Visibility, results: &[f64]) {
        let at = usize::from(visibility == Visibility::Unseen);
        self.images[at] += 1;
        self.results[at] += results[0].ln();
        if let [this, other] = results {
            self.ratios[at] += (other / this).ln();
        }
    }

    fn report(&self, name: &str, count_instructions: bool) {
        for (at, visibility) in ["seen", "unseen"].into_iter().enumerate() {
            let mean = |sum: f64| (sum / f64::from(self.images[at])).exp();
            let (result, ratio) = (mean(self.results[at]), mean(self.ratios[at]));
            let (value, unit) = if count_instructions {
                (result, "instructions a frame")
            } else {
                (1e9 / result, "frames a second")
            };
            let images = self.images[at];
            println!(
                "{images} images {name}, {visibility}: {value:.0} {unit}; \
                 the other executable needs {ratio:.3} times as much"
            );
        }
    }
}
