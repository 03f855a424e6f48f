//! Counts instructions per frame with callgrind.

use super::{Visibility, counts_file, run_frame, stella};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    path::Path,
    process::{Command, ExitCode},
};
use vcs::Cartridge;

/// The maximum increase of a program's count over the recorded count, as a fraction.
const MAX_INCREASE: f64 = 0.02;
/// The numbers of frames in a short and in a long run. The count for the short run is subtracted
/// from that for the long run, so that startup work does not count.
const SHORT_FRAMES: u32 = 130;
const LONG_FRAMES: u32 = 160;

/// Runs an image for a number of frames. [`count`] starts this under callgrind, which counts the
/// instructions.
pub fn run(image: &str, visibility: &str, frames: &str) {
    let bytes = std::fs::read(image).expect("a readable image");
    let cartridge = Cartridge::from_image(&bytes).expect("an image of a known size");
    let mut machine = programs::machine(&cartridge);
    let visibility = match visibility {
        "seen" => Visibility::Seen,
        _ => Visibility::Unseen,
    };
    let frames: u32 = frames.parse().expect("a number of frames");
    (0..frames).for_each(|_| run_frame(&mut machine, visibility));
}

/// Counts the host instructions per frame for each program, and prints how much the counts differ
/// from the recorded ones. If `writes_record` is true, records the new counts. Otherwise, fails if
/// a count is more than 2 % above the recorded one.
pub fn compare(writes_record: bool) -> ExitCode {
    let recorded = read_counts();
    let program = std::env::current_exe().expect("this program has a path");
    let mut lines = String::new();
    let mut failed = false;
    for (name, cartridge) in programs::benchmarks() {
        let image = stella::write_image(&name, &cartridge);
        for visibility in ["seen", "unseen"] {
            let [long, short] = [LONG_FRAMES, SHORT_FRAMES]
                .map(|frames| count(&program, &image, visibility, frames));
            let count = (long - short) / u64::from(LONG_FRAMES - SHORT_FRAMES);
            let _ = writeln!(lines, "{name} {visibility} {count}");
            let change = recorded
                .get(&format!("{name} {visibility}"))
                .map(|recorded| count as f64 / *recorded as f64 - 1.0);
            let change_text =
                change.map_or("new".into(), |change| format!("{:+.1}%", 100.0 * change));
            println!("{name:<20} {visibility:<7} {count:>9} instructions a frame {change_text:>7}");
            failed |= change.is_some_and(|change| change > MAX_INCREASE);
        }
    }
    if writes_record {
        std::fs::write(counts_file(), lines).expect("a writable repository");
    } else if failed {
        eprintln!("a program takes over 2 % more instructions than in benches/counts.txt;");
        eprintln!(
            "find out why, or record the new counts: \
             cargo bench --profile dist -p crownhead-console -- counts record"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn read_counts() -> BTreeMap<String, u64> {
    let text = std::fs::read_to_string(counts_file()).unwrap_or_default();
    let entry = |line: &str| {
        let (key, count) = line.rsplit_once(' ')?;
        Some((key.to_owned(), count.parse().ok()?))
    };
    text.lines().filter_map(entry).collect()
}

/// Counts all host instructions in a run of `program`, which is this benchmark or another build of
/// it.
pub fn count(program: &Path, image: &Path, visibility: &str, frames: u32) -> u64 {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg("run")
        .arg(image)
        .args([visibility, &frames.to_string()])
        .output()
        .expect("install valgrind to count instructions");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let collected = text.split("Collected :").nth(1);
    collected
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or_else(|| panic!("callgrind printed no count: {text}"))
}
