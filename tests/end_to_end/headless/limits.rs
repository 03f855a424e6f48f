//! Tests long runs, full disks and closed pipes.

use super::{TRACE_KINDS, run_fails, run_ok, text};
use flate2::read::MultiGzDecoder;
use std::{
    fs::{self, File},
    io::Read,
    path::Path,
    process::{Command, Stdio},
};
use support::{Folder, Start, make_pipe};

/// Returns a process's peak memory use so far in KiB; `None` if it has ended.
#[cfg(target_os = "linux")]
fn peak_kib(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Returns the program's peak memory use in KiB after the first tenth of a trace and at its end,
/// and the trace's size in bytes.
#[cfg(target_os = "linux")]
fn memory_of_trace(kind: &str, frames: u32) -> (u64, u64, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["trace", "--kind", kind, "--frames", &frames.to_string()])
        .stdout(Stdio::piped())
        .start();
    let mut stdout = child.stdout();
    let mut buffer = vec![0; 1 << 16];
    let (mut peaks, mut bytes) = (Vec::new(), 0);
    while let count @ 1.. = stdout.read(&mut buffer).unwrap() {
        bytes += count as u64;
        peaks.extend(peak_kib(child.id()));
    }
    assert!(child.wait().success());
    (peaks[peaks.len() / 10], *peaks.last().unwrap(), bytes)
}

#[cfg(target_os = "linux")]
fn check_constant_memory(kind: &str, frames: u32) {
    let (early, late, bytes) = memory_of_trace(kind, frames);
    assert!(bytes > 200_000, "{kind}: {bytes} bytes");
    assert!(
        late < early + 4096,
        "{kind}: {early} KiB grow to {late} KiB over {bytes} bytes"
    );
}

/// Returns the peak memory use of `verify --coverage` in KiB at three times: after a tenth of its
/// run time, after nine tenths, and at its end. The last MiB is allocated just before the program
/// ends, so the third value does not always include it.
#[cfg(target_os = "linux")]
fn memory_of_coverage(frames: u32) -> [u64; 3] {
    let folder = Folder::new(&format!("coverage-memory-{frames}"));
    let script = format!(
        "crownhead-script 1\ncartridge bundled\n@{} expect frame-lines 262 since 1\n@{frames} end\n",
        frames - 1
    );
    let script = folder.write("a.script", script);
    let child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["verify", "--coverage"])
        .args([&folder.path("lines.info"), &script])
        .stdout(Stdio::null())
        .start();
    let mut peaks = Vec::new();
    while child.try_wait().is_none() {
        peaks.extend(peak_kib(child.id()));
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(child.wait().success());
    [peaks.len() / 10, peaks.len() * 9 / 10, peaks.len() - 1].map(|sample| peaks[sample])
}

/// Checks that the memory use of `verify --coverage` does not grow during a run, and that a long
/// run needs no more at its end than short ones.
#[cfg(target_os = "linux")]
fn check_coverage_memory(frames: u32) {
    let [early, late, end] = memory_of_coverage(frames);
    println!("coverage of {frames} frames: {early} KiB, {late} KiB, {end} KiB at the end");
    assert!(late < early + 1024, "{early} KiB grow to {late} KiB");
    let short = (0..8).map(|_| memory_of_coverage(300)[2]).max().unwrap();
    assert!(end < short + 1024, "{short} KiB of a short run, {end} KiB");
}

#[cfg(target_os = "linux")]
#[test]
fn coverage_takes_constant_memory() {
    check_coverage_memory(6_000);
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "emulates an hour"]
fn soak_coverage_of_an_hour_takes_constant_memory() {
    check_coverage_memory(216_000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_trace_streams_in_constant_memory() {
    for (kind, frames) in [
        ("frame", 3600),
        ("picture", 300),
        ("audio", 600),
        ("instruction", 300),
        ("bus", 100),
        ("tia", 300),
        ("vcd", 50),
    ] {
        check_constant_memory(kind, frames);
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "full: traces an emulated minute of every kind, which takes several minutes"]
fn full_an_emulated_minute_streams_in_constant_memory() {
    TRACE_KINDS
        .iter()
        .for_each(|kind| check_constant_memory(kind, 3600));
}

#[cfg(target_os = "linux")]
#[test]
fn diff_reads_traces_as_streams() {
    let folder = Folder::new("diff-memory");
    run_ok(
        "trace --kind instruction --frames 40 --out {}",
        &folder.path("a"),
    );
    let size = fs::metadata(folder.path("a")).unwrap().len();
    assert!(size > 12 << 20, "{size}");
    let child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(&folder)
        .args(["diff", "a", "a"])
        .stdout(Stdio::null())
        .start();
    let mut peaks = Vec::new();
    while child.try_wait().is_none() {
        peaks.extend(peak_kib(child.id()));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let peak = *peaks.last().expect("the program runs for a while");
    assert!(peak < 24 << 10, "{peak} KiB");
}

/// Returns the readable part of a damaged compressed file.
fn readable_part(path: &Path) -> Vec<u8> {
    let file = File::open(path).unwrap();
    let mut bytes = Vec::new();
    let mut reader: Box<dyn Read> = match path.extension().and_then(|e| e.to_str()) {
        Some("gz") => Box::new(MultiGzDecoder::new(file)),
        #[cfg(feature = "zstd")]
        Some("zst") => Box::new(zstd::Decoder::new(file).unwrap()),
        _ => Box::new(file),
    };
    // The missing end causes an error after the readable part, which is expected here.
    let _ = reader.read_to_end(&mut bytes);
    bytes
}

/// Runs a command that cannot write more than 256 KiB to a file.
///
/// The shell's file size limit simulates a full disk: setting it needs no privileges, and a write
/// fails in the middle of the file, as it does on a full disk.
#[cfg(unix)]
fn run_with_file_size_limit(words: &str, path: &Path) -> (Option<i32>, String) {
    let path = path.to_str().unwrap();
    let output = Command::new("sh")
        .args(["-c", "ulimit -f 512; trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_crownhead"))
        .args(words.split(' ').map(|word| word.replace("{}", path)))
        .run();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), errors)
}

#[cfg(unix)]
#[test]
fn a_failed_write_gives_a_one_line_error_and_a_readable_file() {
    let folder = Folder::new("full-disk");
    let (status, errors) = run_with_file_size_limit("trace --frames 1 --out {}/out", &folder);
    assert_eq!(status, Some(0), "{errors}");
    // Compressed traces of sound, pictures and frames are too small to reach the limit.
    let zst = cfg!(feature = "zstd").then_some(".zst");
    let compressed = ["instruction", "bus", "tia", "vcd"];
    let compressed =
        compressed.map(|kind| [Some(".gz"), zst].map(|extension| Some((kind, extension?))));
    let plain = TRACE_KINDS.map(|kind| (kind, ""));
    for (kind, extension) in plain
        .into_iter()
        .chain(compressed.into_iter().flatten().flatten())
    {
        let out = format!("out{extension}");
        // An existing file would not be replaced, so remove it.
        let _ = fs::remove_file(folder.path(&out));
        let words = format!("trace --kind {kind} --frames 10000 --out {{}}/{out}");
        let (status, errors) = run_with_file_size_limit(&words, &folder);
        assert_eq!(status, Some(1), "{kind}{extension}: {errors}");
        assert!(
            errors.contains("File too large"),
            "{kind}{extension}: {errors}"
        );
        // Ignore the warning that an uncompressed trace will become large.
        let messages = errors.lines().filter(|line| !line.contains("warning: "));
        assert_eq!(messages.count(), 1, "{kind}{extension}: {errors}");
        let written = readable_part(&folder.path(&out));
        let expected = run_ok(&format!("trace --kind {kind} --frames 60"), Path::new(""));
        // The last line of some kinds is an end mark, so only nine tenths are compared.
        let count = written.len().min(expected.len() * 9 / 10);
        assert!(count > 4000, "{kind}{extension}: {count} bytes");
        assert!(written[..count] == expected[..count], "{kind}{extension}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_gives_a_one_line_error() {
    // Make sure that the device refuses any write; otherwise, the checks below would prove nothing.
    assert!(fs::write("/dev/full", "x").is_err());
    for kind in TRACE_KINDS {
        let words = format!("trace --kind {kind} --frames 600 --out {{}}");
        run_fails(&words, Path::new("/dev/full"), 1, "No space left");
    }
}

/// Command lines that read the file `{}`.
#[cfg(target_os = "linux")]
const READERS: &[&str] = &[
    "replay {}",
    "record --input {}",
    "snapshot --input {}",
    "profile --symbols {}",
    "kernel --map {}",
    "debug --commands {}",
    "debug {}",
    "trace {}",
    "trace --input {}",
    "trace --symbols {}",
    "verify {}",
    "checkers --no-record --book {}",
    "match 1 2 --openings {}",
    "disasm --symbols {}",
    "info {}",
    "diff {} {}",
    #[cfg(feature = "desktop")]
    "keys --settings {}",
];

#[cfg(target_os = "linux")]
#[test]
fn endless_standard_input_is_refused() {
    for words in [
        "checkers --no-record",
        "engine",
        "info -",
        "replay -",
        "diff - x",
        "debug",
        "mcp",
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(words.split(' '))
            .run_with_input(File::open("/dev/zero").unwrap());
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
        assert!(
            errors.contains("larger than") || errors.contains("longer than"),
            "{errors}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn endless_standard_input_ends_a_server() {
    for (server, status) in [("dap", 0), ("lsp", 1)] {
        let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .arg(server)
            .run_with_input(File::open("/dev/zero").unwrap());
        assert_eq!(output.status.code(), Some(status), "{server}");
        assert!(output.stdout.len() < 4096, "{server}");
    }
}

#[cfg(all(unix, feature = "desktop"))]
#[test]
fn settings_are_not_created_on_a_full_disk() {
    let folder = Folder::new("full-settings");
    for _ in 0..2 {
        let words = ["settings", "--create", "--settings"];
        let output = Command::new("sh")
            .args(["-c", "ulimit -f 1; trap '' XFSZ; exec \"$@\"", "sh"])
            .arg(env!("CARGO_BIN_EXE_crownhead"))
            .args(words)
            .arg(folder.path("settings.toml"))
            .run();
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains("File too large"), "{errors}");
        // Nothing is left behind that would get in the way of a second attempt.
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_file_is_refused() {
    for words in READERS {
        let output = super::run(words, Path::new("/dev/zero"));
        let errors = text(output.stderr) + &text(output.stdout);
        assert_eq!(output.status.code(), Some(2), "{words}: {errors}");
        let is_size_error = ["larger than", "longer than"]
            .iter()
            .any(|reason| errors.contains(reason));
        assert!(is_size_error, "{words}: {errors}");
    }
}

#[test]
fn a_script_that_is_too_long_is_refused() {
    let folder = Folder::new("long-script");
    let script = "crownhead-script 1\n@1 expect frame-lines 262\n@18446744073709551615 end\n";
    let script = folder.write("a.script", script);
    run_fails(
        "replay {}",
        &script,
        2,
        "the limit is 1000000, see --max-frames",
    );
    run_fails("record --input {}", &script, 2, "see --max-frames");
    let output = super::run("verify {}", &script);
    assert_eq!(output.status.code(), Some(2));
    let report = text(output.stdout);
    assert!(
        report.contains("a.script: the script runs for 18446744073709551615"),
        "{report}"
    );
    let short = folder.write("b.script", "crownhead-script 1\n@30 end\n");
    run_fails("replay --max-frames 29 {}", &short, 2, "the limit is 29");
    run_ok("replay --max-frames 30 {}", &short);
    // Without a limit, a mistyped number would keep the program busy for hours.
    for words in [
        "snapshot --frame 99999999999 --out {}.png",
        #[cfg(feature = "desktop")]
        "screenshot --frame 99999999999 --out {}.png",
        "trace --frames 99999999999 --out {}.jsonl",
        "record --frames 99999999999 --out {}.script",
        "profile --frames 99999999999 --out {}.txt",
        "disasm --frames 99999999999 --out {}.asm",
    ] {
        run_fails(words, &short, 2, "the limit is 1000000, see --max-frames");
    }
    run_ok("profile --frames 3 --max-frames 3 --out {}.txt", &short);
    run_fails(
        "profile --frames 3 --max-frames 2 --out {}.txt",
        &short,
        2,
        "the limit is 2",
    );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_quietly() {
    for kind in TRACE_KINDS {
        let mut child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
            .args(["trace", "--kind", kind, "--frames", "4000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .start();
        let mut first = [0; 64];
        let mut stdout = child.stdout();
        stdout.read_exact(&mut first).unwrap();
        drop(stdout);
        let output = child.output();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            errors.is_empty() && output.status.success(),
            "{kind}: {errors}"
        );
    }
}

/// Commands whose output file `{}` is a pipe.
#[cfg(unix)]
const WRITERS: [&str; 4] = [
    "trace --kind bus --frames 100 --out {}",
    "trace --kind audio --frames 2000 --out {}",
    "record --frames 3000 --hash-every 1 --out {}",
    "match 1 1 --games 300 --jobs 1 --pdn {}",
];

#[cfg(unix)]
#[test]
fn a_named_pipe_whose_reader_exits_is_an_error() {
    let folder = Folder::new("abandoned-pipe");
    let fifo = folder.path("fifo");
    make_pipe(&fifo);
    for words in WRITERS {
        let reader = Command::new("sh")
            .args(["-c", "exec < \"$1\"", "sh"])
            .arg(&fifo)
            .start();
        run_fails(words, &fifo, 1, "fifo: Broken pipe");
        reader.wait();
    }
}

/// Returns a zip file of almost 64 MiB, nearly all of which is its directory.
#[cfg(target_os = "linux")]
fn zip_with_64_mib_directory() -> Vec<u8> {
    let words = |words: &[u16]| {
        words
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect::<Vec<_>>()
    };
    let mut file = [
        &b"PK\x03\x04"[..],
        &words(&[20]),
        &[0; 20],
        &words(&[1, 0]),
        b"a",
    ]
    .concat();
    let start = file.len() as u64;
    let mut count = 0u64;
    while file.len() < (64 << 20) - 200 {
        let name = format!("{count}.bin");
        file.extend([&b"PK\x01\x02"[..], &words(&[20, 20]), &[0; 20]].concat());
        file.extend([&words(&[name.len() as u16])[..], &[0; 16], name.as_bytes()].concat());
        count += 1;
    }
    let (end, size) = (file.len() as u64, file.len() as u64 - start);
    file.extend(
        [
            &b"PK\x06\x06"[..],
            &44u64.to_le_bytes(),
            &words(&[45, 45]),
            &[0; 8],
        ]
        .concat(),
    );
    file.extend(
        [count, count, size, start]
            .iter()
            .flat_map(|number| number.to_le_bytes()),
    );
    file.extend(
        [
            &b"PK\x06\x07"[..],
            &[0; 4],
            &end.to_le_bytes(),
            &[1, 0, 0, 0],
        ]
        .concat(),
    );
    file.extend([&b"PK\x05\x06"[..], &[0; 4], &[0xff; 12], &[0; 2]].concat());
    file
}

#[cfg(target_os = "linux")]
#[test]
fn a_zip_directory_of_64_mib_takes_little_more_memory_than_the_file() {
    let folder = Folder::new("large-directory");
    let file = folder.write("games.zip", zip_with_64_mib_directory());
    run_fails(
        "info {}",
        &file,
        2,
        "the directory of this zip file is larger than 4 MiB",
    );
    let child = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("info")
        .arg(&file)
        .stderr(Stdio::null())
        .start();
    let mut peak = 0;
    while child.try_wait().is_none() {
        peak = peak_kib(child.id()).unwrap_or(peak);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!((64 << 10..160 << 10).contains(&peak), "{peak} KiB");
}
