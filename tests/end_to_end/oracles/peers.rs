//! Compares our instruction traces with those of two other emulators for the same cartridges.
//!
//! The tests, whose names begin with `oracle_`, are ignored by default, because they need mame, or
//! stella with Xvfb. Each test names and counts the differences that it allows.

use super::{Stella, mame_program};
use crate::{
    assemble_with,
    headless::{run_ok, text},
    repository,
};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};
use support::{Folder, Start};

/// Minimum number of instructions that must agree.
const MIN_INSTRUCTIONS: usize = 100_000;

/// Returns the bundled cartridge, with a fixed power-on state, and four cartridges from the tests.
fn cartridges(folder: &Folder) -> Vec<(&'static str, PathBuf)> {
    let sources = [
        ("video-checkers", "roms-src/video-checkers/main.asm"),
        ("probe", "tests/roms/probe.asm"),
        ("colors", "tests/golden/colors.asm"),
        ("playfield", "tests/litmus/playfield_bits.asm"),
        ("position", "tests/litmus/position_player.asm"),
    ];
    let build = |(name, source): (&'static str, &str)| {
        let image = assemble_with(&repository().join(source), &["FIXED_SEED"]);
        (name, folder.write(&format!("{name}.bin"), image))
    };
    sources.into_iter().map(build).collect()
}

fn our_trace(image: &Path, form: &str, frames: u32) -> String {
    let words =
        format!("trace {{}} --power-on zero --kind instruction --form {form} --frames {frames}");
    text(run_ok(&words, image))
}

/// Returns MAME's trace of a cartridge.
fn mame_trace(image: &Path, folder: &Folder) -> String {
    let lua = "manager.machine.debugger:command('trace out.tr,maincpu,noloop')\n\
        manager.machine.debugger:command('go')\n";
    folder.write("trace.lua", lua);
    // MAME may crash with status 11 on exit, after it has written the trace.
    Command::new(mame_program())
        .current_dir(folder)
        .env("HOME", folder)
        .env("SDL_VIDEODRIVER", "dummy")
        .args(["a2600", "-video", "none", "-sound", "none", "-nothrottle"])
        .args(["-debug", "-debugger", "none", "-autoboot_delay", "0"])
        .args([
            "-autoboot_script",
            "trace.lua",
            "-seconds_to_run",
            "6",
            "-cart",
        ])
        .arg(image)
        .run();
    fs::read_to_string(folder.path("out.tr")).expect("mame writes the trace")
}

/// Returns the lines of a trace. Of each two-instruction loop that polls the timer, only the last
/// iteration is kept.
fn without_timer_polls(trace: &str) -> Vec<&str> {
    let lines: Vec<&str> = trace.lines().collect();
    let is_repeated_poll = |at: usize| {
        at + 3 < lines.len()
            && lines[at].ends_with(": lda $0284")
            && lines[at..at + 2] == lines[at + 2..at + 4]
    };
    let mut kept = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        if is_repeated_poll(at) {
            at += 2;
        } else {
            kept.push(lines[at]);
            at += 1;
        }
    }
    kept
}

#[test]
#[ignore = "needs mame"]
fn oracle_mame_prints_the_same_instructions() {
    let folder = Folder::new("mame");
    for (name, image) in cartridges(&folder) {
        let theirs = mame_trace(&image, &folder);
        let ours = our_trace(&image, "mame", 350);
        // There is only one kind of difference: when a program waits for the timer, MAME leaves the
        // loop one iteration (seven cycles) earlier.
        let (ours, theirs) = (without_timer_polls(&ours), without_timer_polls(&theirs));
        let pairs = ours.iter().zip(&theirs);
        let equal_lines = pairs.take_while(|(ours, theirs)| ours == theirs).count();
        // The last two lines of the shorter trace do not count: they may be truncated, or may be a
        // loop iteration that was left out of the longer trace.
        let expected = ours.len().min(theirs.len()) - 2;
        assert!(
            equal_lines >= expected,
            "{name}: line {} differs",
            equal_lines + 1
        );
        assert!(
            equal_lines >= MIN_INSTRUCTIONS,
            "{name}: only {equal_lines} lines"
        );
    }
}

/// Returns the log that Stella writes with a breakpoint that every instruction hits.
fn stella_trace(stella: &Stella, image: &Path, folder: &Folder) -> String {
    folder.write("autoexec.script", "breakIf {1}\nrun\n");
    let log = folder.path("stella.log");
    let program = Command::new("stella")
        .env("DISPLAY", &stella.display)
        .env("HOME", folder)
        .env("XDG_RUNTIME_DIR", folder)
        .arg("-basedir")
        .arg(folder)
        .args(["-debug", "-dbg.logbreaks", "1"])
        .args(["-loglevel", "2", "-logtoconsole", "1"])
        .args(["-audio.enabled", "0", "-dev.settings", "1"])
        .args(["-dev.ramrandom", "0", "-dev.cpurandom", "0"])
        .args(["-dev.tiarandom", "0", "-dev.tiadriven", "0"])
        .arg(image)
        .stdout(File::create(&log).unwrap())
        .stderr(Stdio::null())
        .start();
    let min_size = 80 * (MIN_INSTRUCTIONS as u64 + 20_000);
    let deadline = Instant::now() + Duration::from_secs(60);
    while fs::metadata(&log).unwrap().len() < min_size && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(50));
    }
    program.kill();
    fs::read_to_string(&log).unwrap()
}

/// Splits a log line into three parts: the cycle and pixel, the registers including PC, and the
/// instruction's bytes with its disassembly.
fn split_log_line(line: &str) -> (&str, &str, &str) {
    let (place, rest) = line.split_once(" | ").unwrap();
    let (registers, code) = rest.split_at(rest.find(" | ").unwrap() + 8);
    (&place[place.len() - 6..], registers, code)
}

#[test]
#[ignore = "needs stella and Xvfb"]
fn oracle_stella_prints_the_same_instructions() {
    let folder = Folder::new("stella");
    let stella = Stella::start();
    for (name, image) in cartridges(&folder) {
        let log = stella_trace(&stella, &image, &folder);
        let theirs: Vec<&str> = log
            .lines()
            .filter(|line| line.starts_with("CBP[00]:"))
            .collect();
        let theirs = &theirs[..theirs.len() - 1];
        let ours = our_trace(&image, "stella", 120);
        let ours: Vec<&str> = ours.lines().collect();
        let count = ours.len().min(theirs.len());
        assert!(count >= MIN_INSTRUCTIONS, "{name}: only {count} lines");
        let (mut wsync_seen, mut sei_seen, mut data_lines) = (false, false, Vec::new());
        for (number, (ours, theirs)) in ours.iter().zip(theirs).enumerate() {
            let (place, registers, code) = split_log_line(ours);
            let (their_place, their_registers, their_code) = split_log_line(theirs);
            // Stella skips the seven cycles of the reset sequence, so positions in the first line
            // differ. It also counts frames from the end of the vertical sync.
            assert!(
                !wsync_seen || place == their_place,
                "{name} {number}: {ours}\n{theirs}"
            );
            // In Stella, the I flag is clear at power-on.
            let registers = if sei_seen {
                registers.to_owned()
            } else {
                registers.replacen('I', "i", 1)
            };
            assert_eq!(registers, their_registers, "{name} {number}");
            // Stella shows code as data until it has run.
            if their_code.contains(".byte") {
                data_lines.push(their_code)
            } else {
                assert_eq!(code, their_code, "{name} {number}")
            }
            wsync_seen |= ours.contains("WSYNC");
            sei_seen |= ours.ends_with("sei");
        }
        data_lines.sort_unstable();
        data_lines.dedup();
        assert!(
            wsync_seen && data_lines.len() <= 4,
            "{name}: {data_lines:?}"
        );
    }
}
