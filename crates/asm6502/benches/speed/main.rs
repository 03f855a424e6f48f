//! Compares the assembler's speed with dasm's, on generated sources of 100,000 lines and on four
//! generated sources in the style of published games.
//!
//! Both assemblers run as processes, so their times include startup and writing the output files.
//! They run alternately, so that other load on the computer affects both equally.
//!
//! For each source, this program prints each assembler's best CPU time of several runs (on systems
//! other than Unix: wall-clock time), the ratio of the two times and, if `/usr/bin/time` is
//! installed, the peak memory. Names on the command line limit the run to these sources.

mod games;
mod sources;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Number of times that each assembler runs on each source.
const RUNS: usize = 25;

const ASM6502: &str = env!("CARGO_BIN_EXE_asm6502");

/// Returns the total CPU time used by all child processes so far.
#[cfg(unix)]
fn child_cpu_time() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system measures programs");
    let time = usage.user_time() + usage.system_time();
    Duration::from_micros(time.num_microseconds() as u64)
}

/// Returns the current time. CPU times are measured only on Unix; other systems use wall-clock
/// time.
#[cfg(not(unix))]
fn child_cpu_time() -> Duration {
    let now = std::time::SystemTime::now();
    now.duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default()
}

fn run(program: &str, folder: &Path, flags: &[&str]) -> Duration {
    let start = child_cpu_time();
    let status = Command::new(program)
        .current_dir(folder)
        .args(["big.asm", "-f3", "-m99999999"])
        .args(flags)
        .stdout(Stdio::null())
        .status()
        .expect("this bench compares with dasm: install it with `apt-get install dasm`");
    assert!(status.success(), "{program} failed");
    child_cpu_time().saturating_sub(start)
}

/// Returns the peak resident memory in MiB, or 0 if it cannot be measured.
fn peak_memory(program: &str, folder: &Path, flags: &[&str]) -> f64 {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M", program, "big.asm", "-f3", "-m99999999"])
        .args(flags)
        .current_dir(folder)
        .output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stderr).into_owned());
    let last = text.as_deref().unwrap_or_default().lines().last();
    last.and_then(|line| line.parse::<f64>().ok())
        .unwrap_or(0.0)
        / 1024.0
}

fn compare(name: &str, outputs: &str, folder: &Path, flags: &[&str]) {
    let (mut dasm, mut ours) = (Duration::MAX, Duration::MAX);
    for _ in 0..RUNS {
        dasm = dasm.min(run("dasm", folder, flags));
        ours = ours.min(run(ASM6502, folder, flags));
    }
    let ratio = dasm.as_secs_f64() / ours.as_secs_f64();
    let (dasm_memory, own_memory) = (
        peak_memory("dasm", folder, flags),
        peak_memory(ASM6502, folder, flags),
    );
    println!(
        "{name:10} {outputs}: dasm {dasm:.1?} ({dasm_memory:.0} MiB), \
         asm6502 {ours:.1?} ({own_memory:.0} MiB), {ratio:.2} times as fast"
    );
}

fn main() {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    for (name, write) in sources::KINDS.into_iter().chain(games::GAMES) {
        if !chosen.is_empty() && !chosen.iter().any(|word| word == name) {
            continue;
        }
        let folder = tempfile::tempdir().expect("a temporary folder");
        write(folder.path());
        compare(name, "binary only", folder.path(), &["-ox.bin"]);
        let listed = ["-ox.bin", "-lx.lst", "-sx.sym"];
        compare(name, "-l and -s  ", folder.path(), &listed);
    }
}
