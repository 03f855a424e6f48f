//! Measures what traces cost:
//! `cargo bench --profile dist -p crownhead --no-default-features --features zstd --bench trace`.
//!
//! `crownhead trace` writes a trace of each kind to a file. The result is the time per frame with
//! the trace, divided by the time per frame without one (`crownhead snapshot` of a late frame). The
//! program's start-up time is subtracted from both times first. Each run is repeated, and the
//! fastest one counts. User time is summed over all threads and does not include the system's time
//! for writing the file.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::Instant,
};

/// Number of times that each run is repeated.
const RUNS: u32 = 5;
/// Number of frames in the run without a trace.
const UNTRACED_FRAMES: u32 = 8000;
/// The kinds of traces, and how many frames to trace. These numbers were chosen so that a run takes
/// about a second and writes at most about a gigabyte.
const TRACE_KINDS: [(&str, u32); 7] = [
    ("frame", 8000),
    ("picture", 8000),
    ("audio", 8000),
    ("tia", 4000),
    ("instruction", 2000),
    ("bus", 500),
    ("vcd", 100),
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the traces");
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let programs = [
        ("kernel", "tests/golden/colors.asm"),
        ("checkers", "roms-src/video-checkers/main.asm"),
    ];
    println!(
        "{:<12} {:>10} {:>8} {:>8} {:>12}",
        "kind", "program", "elapsed", "user", "bytes/frame"
    );
    for (program, source) in programs {
        let image = assemble(&repository.join(source), &repository, folder.path());
        let snapshot = |frame: u32| {
            let arguments = ["snapshot", "--frame", &frame.to_string()];
            lowest_cost(|| run_crownhead(&image, &arguments, &folder.path().join("x.png")))
        };
        let startup = snapshot(0);
        let untraced = snapshot(UNTRACED_FRAMES).per_frame(startup, UNTRACED_FRAMES);
        for (kind, frames) in TRACE_KINDS {
            let out = folder.path().join("trace");
            let arguments = ["trace", "--kind", kind, "--frames", &frames.to_string()];
            let traced =
                lowest_cost(|| run_crownhead(&image, &arguments, &out)).per_frame(startup, frames);
            let bytes = fs::metadata(&out).map_or(0, |file| file.len()) / u64::from(frames);
            let elapsed = traced.elapsed / untraced.elapsed;
            let user = traced.user / untraced.user;
            println!("{kind:<12} {program:>10} {elapsed:>8.2} {user:>8.2} {bytes:>12}");
        }
    }
}

/// The duration of a run.
#[derive(Clone, Copy)]
struct Cost {
    /// Elapsed seconds.
    elapsed: f64,
    /// Seconds in user mode; NaN if the system does not report them.
    user: f64,
}

impl Cost {
    /// Returns the cost of a frame, without the start-up time.
    fn per_frame(self, startup: Cost, frames: u32) -> Cost {
        let frames = f64::from(frames);
        Cost {
            elapsed: (self.elapsed - startup.elapsed) / frames,
            user: (self.user - startup.user) / frames,
        }
    }
}

/// Runs something several times, and returns the lowest costs.
fn lowest_cost(mut run: impl FnMut()) -> Cost {
    let mut lowest = Cost {
        elapsed: f64::INFINITY,
        user: f64::INFINITY,
    };
    for _ in 0..RUNS {
        let (start, before) = (Instant::now(), user_time_of_children());
        run();
        let user = user_time_of_children() - before;
        lowest.elapsed = lowest.elapsed.min(start.elapsed().as_secs_f64());
        lowest.user = lowest.user.min(user);
    }
    lowest
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

fn run_crownhead(image: &Path, arguments: &[&str], out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command
        .args(arguments)
        .args(["--tv", "ntsc"])
        .arg(image)
        .arg("--out")
        .arg(out);
    let status = command.status().expect("the program starts");
    assert!(status.success(), "{command:?}");
}

fn assemble(source: &Path, repository: &Path, folder: &Path) -> PathBuf {
    let bytes = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
    let parent = source.parent().unwrap_or(repository);
    let options = asm6502::Options {
        source: bytes(source),
        format: asm6502::Format::Raw,
        include_dirs: vec![bytes(parent), bytes(&repository.join("roms-src/include"))],
        ..asm6502::Options::default()
    };
    let output = asm6502::assemble(&asm6502::DiskProvider, &options);
    assert_eq!(output.exit_code, 0, "{}", source.display());
    let image = folder.join("a.bin");
    std::fs::write(&image, output.binary).expect("the image is written");
    image
}
