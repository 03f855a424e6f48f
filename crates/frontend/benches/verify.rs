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

/// Number of times that each run is repeated.
const RUNS: u32 = 5;
/// Number of frames in a run. The run must be long because the system measures user time only in
/// hundredths of a second.
const FRAMES: u32 = 20_000;
/// Number of frames in the script that runs with a hundred seeds.
const GOLDEN_FRAMES: u32 = 1_200;
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
            write_script(&folder.path().join(name), &text)
        };
        let startup_script = script("start.script", "@1 expect frame-lines 0..400\n@3 end\n");
        let long_script = script(
            "long.script",
            &format!("@1 expect frame-lines 0..400\n@{FRAMES} end\n"),
        );
        let out = folder.path().join("lines.info");
        let coverage = vec!["--coverage", out.to_str().expect("a name")];
        let [startup, plain, with_coverage] = lowest_user_times([
            (startup_script, Vec::new()),
            (long_script.clone(), Vec::new()),
            (long_script, coverage),
        ]);
        let golden = folder.path().join("golden.script");
        record(&image, &golden);
        let seeds = vec!["--seeds", "0..99"];
        let [one_seed, hundred_seeds] =
            lowest_user_times([(golden.clone(), Vec::new()), (golden, seeds)]);
        println!(
            "{name:<10} {:>8.2} {:>11.1} {machines:>9}",
            (with_coverage - startup) / (plain - startup),
            (hundred_seeds - startup) / (one_seed - startup)
        );
    }
}

fn write_script(file: &Path, text: &str) -> PathBuf {
    fs::write(file, text).expect("a script");
    file.to_owned()
}

/// Records a golden script for an image.
fn record(image: &Path, golden: &Path) {
    let frames = GOLDEN_FRAMES.to_string();
    let arguments = ["record", "--frames", &frames, "--out"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let status = command
        .args(arguments)
        .arg(golden)
        .arg(image)
        .stderr(Stdio::null())
        .status()
        .expect("the program starts");
    assert!(status.success(), "{command:?}");
}

/// Runs the checks one after another, repeats this several times, and returns the shortest user
/// time of each check, in seconds.
fn lowest_user_times<const COUNT: usize>(checks: [(PathBuf, Vec<&str>); COUNT]) -> [f64; COUNT] {
    let mut lowest = [f64::INFINITY; COUNT];
    for _ in 0..RUNS {
        for (lowest, (script, arguments)) in lowest.iter_mut().zip(&checks) {
            let before = user_time_of_children();
            verify(script, arguments);
            *lowest = lowest.min(user_time_of_children() - before);
        }
    }
    lowest
}

fn verify(script: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    let status = command
        .args(["verify", "--no-artifacts"])
        .args(arguments)
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
