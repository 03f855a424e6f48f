//! Measures what coverage and many power-on states cost:
//! `cargo bench --profile dist -p crownhead --no-default-features --features zstd --bench verify`.
//!
//! Runs `crownhead verify` on scripts. The result is the user time with coverage or with a hundred
//! seeds, divided by the user time of a plain run; the program's start-up time is subtracted from
//! both first. The kinds of runs alternate, and the fastest run of each kind counts.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const RUNS: u32 = 5;
/// Number of frames in a run. The run must be long because the system measures user time only in
/// hundredths of a second.
const FRAMES: u32 = 20_000;
/// Number of frames in the script that runs with a hundred seeds.
const GOLDEN: u32 = 1_200;
/// The programs: name, path, and `equal` if machines with different seeds eventually reach the same
/// state, otherwise `different`.
const PROGRAMS: [(&str, &str, &str); 4] = [
    ("kernel", "tests/golden/colors.asm", "equal"),
    ("game", "tests/bench/game.asm", "equal"),
    ("faults", "tests/roms/faults.asm", "equal"),
    ("checkers", "rom/video-checkers.bin", "different"),
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    println!(
        "{:<10} {:>8} {:>11} {:>9}",
        "program", "coverage", "100 seeds", "machines"
    );
    for (name, path, machines) in PROGRAMS {
        let image = repository.join(path).canonicalize().expect("a program");
        let script = |name: &str, body: &str| {
            let text = format!("crownhead-script 1\ncartridge {}\n{body}", image.display());
            write(&folder.path().join(name), &text)
        };
        let start = script("start.script", "@1 expect frame-lines 0..400\n@3 end\n");
        let long = script(
            "long.script",
            &format!("@1 expect frame-lines 0..400\n@{FRAMES} end\n"),
        );
        let out = folder.path().join("lines.info");
        let coverage = vec!["--coverage", out.to_str().expect("a name")];
        let [start, plain, covered] = best([
            (start, Vec::new()),
            (long.clone(), Vec::new()),
            (long, coverage),
        ]);
        let golden = folder.path().join("golden.script");
        record(&image, &golden);
        let seeds = vec!["--seeds", "0..99"];
        let [once, hundred] = best([(golden.clone(), Vec::new()), (golden, seeds)]);
        println!(
            "{name:<10} {:>8.2} {:>11.1} {machines:>9}",
            (covered - start) / (plain - start),
            (hundred - start) / (once - start)
        );
    }
}

fn write(file: &Path, text: &str) -> PathBuf {
    fs::write(file, text).expect("a script");
    file.to_owned()
}

/// Records a golden script for an image.
fn record(image: &Path, golden: &Path) {
    let frames = GOLDEN.to_string();
    let words = ["record", "--frames", &frames, "--out"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let status = command
        .args(words)
        .arg(golden)
        .arg(image)
        .stderr(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success(), "{command:?}");
}

/// Runs the checks one after another, repeats this several times, and returns the shortest user
/// time of each check, in seconds.
fn best<const COUNT: usize>(checks: [(PathBuf, Vec<&str>); COUNT]) -> [f64; COUNT] {
    let mut best = [f64::INFINITY; COUNT];
    for _ in 0..RUNS {
        for (best, (script, words)) in best.iter_mut().zip(&checks) {
            let before = user_time_of_children();
            verify(script, words);
            *best = best.min(user_time_of_children() - before);
        }
    }
    best
}

fn verify(script: &Path, words: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let status = command
        .args(["verify", "--no-artifacts"])
        .args(words)
        .arg(script)
        .stdout(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success(), "{command:?}");
}

/// Returns the user time in seconds of all child processes that have ended, with a resolution of a
/// hundredth of a second.
fn user_time_of_children() -> f64 {
    let text = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = text.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split_whitespace().nth(13);
    ticks
        .and_then(|ticks| ticks.parse().ok())
        .unwrap_or(f64::NAN)
        / 100.0
}
