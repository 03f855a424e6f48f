//! Measures the wide set: every image in or below the folder that `CROWNHEAD_IMAGES` names.
//! Cartridges with an ARM processor form a separate group.
//!
//! `wide` measures the time per frame, `wide counts` the instructions per frame (with callgrind).
//! An argument can be the path of this benchmark's executable as built from a different commit.
//! That executable and this one then run alternately, and the output shows the ratio: the other
//! executable's time or instruction count divided by this one's. A number n selects every nth
//! image.

use super::{Look, counts::count};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};
use vcs::Cartridge;

/// The number of frames in a short run and in a long run. The short run's measurement is subtracted
/// from the long run's, so that startup work does not count.
const FRAMES_COUNTED: [u32; 2] = [130, 250];
const FRAMES_TIMED: [u32; 2] = [130, 1330];
const TURNS: usize = 3;

/// The images to measure, and the way to measure them.
struct Plan {
    counts: bool,
    /// This executable, then the one from a different commit if it was given.
    programs: Vec<PathBuf>,
    each: usize,
}

/// Measures all images and prints a line for each, then the geometric means.
pub fn measure(words: &[&str]) {
    let mut plan = Plan {
        counts: false,
        programs: vec![std::env::current_exe().expect("this program has a path")],
        each: 1,
    };
    for word in words {
        match word.parse() {
            Ok(each) => plan.each = each,
            Err(_) if *word == "counts" => plan.counts = true,
            Err(_) => plan.programs.push(word.into()),
        }
    }
    let folder = std::env::var_os("CROWNHEAD_IMAGES").expect("CROWNHEAD_IMAGES names a folder");
    let mut images = Vec::new();
    find(Path::new(&folder), &mut images);
    images.sort();
    let mut groups = [Means::default(), Means::default()];
    for image in images.iter().step_by(plan.each) {
        let bytes = std::fs::read(image).expect("a readable image");
        let Ok(cartridge) = Cartridge::from_image(&bytes) else {
            continue;
        };
        let group = &mut groups[usize::from(cartridge.arm().is_some())];
        let name = image.file_name().unwrap_or_default().to_string_lossy();
        print!("{name:<50.50}");
        for (look, word) in [(Look::Seen, "seen"), (Look::Unseen, "unseen")] {
            let results = plan.measure(image, word);
            print!(" {word} {:>9.0}", results[0]);
            group.add(look, &results);
            if let [one, other] = results[..] {
                print!(" {:>6.3}", other / one);
            }
        }
        println!();
    }
    for (group, name) in groups.iter().zip(["without an ARM", "with an ARM"]) {
        group.report(name, plan.counts);
    }
}

/// Finds the images below a folder.
fn find(folder: &Path, images: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("a readable folder");
    for path in entries.flatten().map(|entry| entry.path()) {
        match path.extension() {
            _ if path.is_dir() => find(&path, images),
            Some(ending) if ending == "a26" || ending == "bin" => images.push(path),
            _ => {}
        }
    }
}

impl Plan {
    /// Measures the instructions or nanoseconds per frame for each executable.
    fn measure(&self, image: &Path, look: &str) -> Vec<f64> {
        let mut best = vec![f64::MAX; self.programs.len()];
        for _ in 0..if self.counts { 1 } else { TURNS } {
            for (best, program) in best.iter_mut().zip(&self.programs) {
                *best = best.min(self.measure_once(program, image, look));
            }
        }
        best
    }

    fn measure_once(&self, program: &Path, image: &Path, look: &str) -> f64 {
        let frames = if self.counts {
            FRAMES_COUNTED
        } else {
            FRAMES_TIMED
        };
        let [less, more] = frames.map(|frames| {
            if self.counts {
                count(program, image, look, frames) as f64
            } else {
                time(program, image, look, frames).as_secs_f64() * 1e9
            }
        });
        (more - less) / f64::from(frames[1] - frames[0])
    }
}

fn time(program: &Path, image: &Path, look: &str, frames: u32) -> Duration {
    let start = Instant::now();
    let status = Command::new(program)
        .arg("run")
        .arg(image)
        .args([look, &frames.to_string()])
        .status();
    assert!(status.is_ok_and(|status| status.success()), "a run");
    start.elapsed()
}

/// Sums of logarithms, from which the geometric means are computed. `own` sums this executable's
/// results; `ratio` sums the other executable's results divided by this one's.
#[derive(Default)]
struct Means {
    images: [u32; 2],
    own: [f64; 2],
    ratio: [f64; 2],
}

impl Means {
    fn add(&mut self, look: Look, results: &[f64]) {
        let at = usize::from(look == Look::Unseen);
        self.images[at] += 1;
        self.own[at] += results[0].ln();
        if let [one, other] = results {
            self.ratio[at] += (other / one).ln();
        }
    }

    fn report(&self, name: &str, counts: bool) {
        for (at, look) in ["seen", "unseen"].into_iter().enumerate() {
            let mean = |sum: f64| (sum / f64::from(self.images[at])).exp();
            let (own, ratio) = (mean(self.own[at]), mean(self.ratio[at]));
            let (value, unit) = if counts {
                (own, "instructions a frame")
            } else {
                (1e9 / own, "frames a second")
            };
            let images = self.images[at];
            println!(
                "{images} images {name}, {look}: {value:.0} {unit}; \
                 the other executable needs {ratio:.3} times as much"
            );
        }
    }
}
