//! Tests the commands `trace` and `snapshot`. Every build writes the same bytes, filters select
//! rows, and waveforms agree with the bus trace.

use super::{TRACE_KINDS, crownhead, golden, repository, run, run_fails, run_ok, text};
use std::{fs, path::Path, process::Command};
use support::{Folder, Start};
use vcs::Hash;

#[test]
fn the_same_run_gives_the_same_bytes() {
    let folder = Folder::new("same");
    for kind in TRACE_KINDS {
        let frames = if kind == "frame" { 600 } else { 5 };
        let file = |name: &str| folder.path(name);
        for name in ["a", "b"] {
            let command = format!("trace --seed 5 --kind {kind} --frames {frames} --out {{}}");
            run_ok(&command, &file(name));
        }
        let (a, b) = (fs::read(file("a")).unwrap(), fs::read(file("b")).unwrap());
        assert!(a.len() > 1000 && a == b, "{kind}");
        let other = run_ok(
            &format!("trace --seed 6 --kind {kind} --frames {frames}"),
            Path::new(""),
        );
        // Every kind but these two has the seed in its header, so a different seed makes its trace
        // different.
        assert!(other != a || ["audio", "picture"].contains(&kind), "{kind}");
    }
}

/// Runs a build of the program to make a trace of each kind. The input is a script that changes
/// every contact of the controllers. Returns the hashes of the traces.
fn hashes(program: &Path) -> Vec<String> {
    let input = golden("probe-input.script");
    let hash = |kind: &&str| {
        let output = Command::new(program)
            .args(["trace", "--kind", kind, "--frames", "20", "--input"])
            .arg(&input)
            .run();
        assert!(output.status.success());
        format!("{kind} {}", Hash::of(&output.stdout))
    };
    TRACE_KINDS.iter().map(hash).collect()
}

/// The expected hashes of the traces. They are the same for every build on every machine. They
/// change whenever a format changes, and with the program's version, which is in the headers.
const HASHES: [&str; 7] = [
    "frame 2161846db242a1ac",
    "instruction 9eef7132e96b1b75",
    "picture 9ab0a07819509cc9",
    "bus 83d480aeba4f1fff",
    "tia 6301229ed9c5f666",
    "vcd 4057670437c6c892",
    "audio 0cd51bdfbac4d54f",
];

#[test]
fn every_build_writes_the_same_bytes() {
    assert_eq!(hashes(Path::new(env!("CARGO_BIN_EXE_crownhead"))), HASHES);
}

#[test]
#[ignore = "builds the program for release"]
fn full_a_release_build_writes_the_same_bytes() {
    // Use the folder of the benchmark builds, so that little needs to be rebuilt.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let status = Command::new(env!("CARGO"))
        .current_dir(repository())
        .args([
            "build",
            "--release",
            "-p",
            "crownhead",
            "--no-default-features",
            "--features",
            "zstd",
        ])
        .arg("--target-dir")
        .arg(target)
        .run()
        .status;
    assert!(status.success());
    assert_eq!(hashes(&target.join("release/crownhead")), HASHES);
}

#[test]
fn standard_output_and_compressed_files_have_the_same_contents() {
    let folder = Folder::new("compressed");
    let plain = run_ok("trace --kind instruction --frames 2", Path::new(""));
    run_ok(
        "trace --kind instruction --frames 2 --out {}",
        &folder.path("a.gz"),
    );
    let mut gz = Vec::new();
    let file = fs::File::open(folder.path("a.gz")).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut gz).unwrap();
    assert!(gz == plain);
    if cfg!(feature = "zstd") {
        run_ok(
            "trace --kind instruction --frames 2 --out {}",
            &folder.path("a.zst"),
        );
        let diff = run("diff {}/a.gz {}/a.zst", &folder);
        assert!(diff.status.success(), "{diff:?}");
    } else {
        run_fails(
            "trace --out {}",
            &folder.path("a.zst"),
            2,
            "built without zstd",
        );
    }
}

#[test]
fn sound_to_standard_output_does_not_touch_a_file_named_dash() {
    let folder = Folder::new("dash");
    let file = folder.write(
        "-",
        "a file whose name is a dash, longer than the head of a WAV file",
    );
    let before = fs::read(&file).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["trace", "--kind", "audio", "--frames", "2", "--out", "-"])
        .current_dir(&folder)
        .run();
    assert!(output.status.success() && output.stdout.starts_with(b"RIFF"));
    assert!(fs::read(&file).unwrap() == before);
}

#[test]
fn filters_select_rows_of_a_trace() {
    let all = text(run_ok("trace --kind instruction --frames 3", Path::new("")));
    let rows = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    let filtered = text(run_ok(
        "trace --kind instruction --frames 1..2 --scanlines 40..49 --writes",
        Path::new(""),
    ));
    assert!(
        rows(&filtered) > 0 && rows(&filtered) < rows(&all) / 10,
        "{filtered}"
    );
    for line in filtered.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert!(["1", "2"].contains(&words[0]), "{line}");
        assert!(
            (40..=49).contains(&words[1].parse::<u32>().unwrap()),
            "{line}"
        );
    }
    let output = crownhead(&[
        "trace",
        "--kind",
        "instruction",
        "--frames",
        "3",
        "--from",
        ".frame == 1 && scanline >= 50",
        "--until",
        "scanline == 52",
    ]);
    let selected = text(output.stdout);
    let lines: Vec<&str> = selected
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(lines.len() > 2, "{selected}");
    assert!(
        lines
            .iter()
            .all(|line| [Some("50"), Some("51")].contains(&line.split_whitespace().nth(1))),
        "{selected}"
    );
}

#[test]
fn a_snapshot_has_the_size_of_the_picture() {
    let folder = Folder::new("snapshot");
    run_ok("snapshot --frame 60 --out {}", &folder.path("x.png"));
    let bytes = fs::read(folder.path("x.png")).unwrap();
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (320, 228));
}

/// The signal values at one time in a value change dump (VCD file), by signal name.
type Signals = std::collections::HashMap<String, u64>;

/// Reads a dump, and calls `check` with the values of the signals at each of the times.
fn check_dump_at(dump: &str, times: &[u64], mut check: impl FnMut(usize, &Signals)) {
    let mut names = std::collections::HashMap::new();
    let mut signals = Signals::new();
    let mut next = 0;
    for line in dump.lines().chain(["#18446744073709551615"]) {
        let words: Vec<&str> = line.split(' ').collect();
        match (words[..].first(), line.as_bytes().first()) {
            (Some(&"$var"), _) => {
                names.insert(words[3], words[4].to_string());
            }
            (_, Some(b'#')) => {
                let time: u64 = line[1..].parse().unwrap();
                while next < times.len() && times[next] < time {
                    check(next, &signals);
                    next += 1;
                }
            }
            (_, Some(b'b')) => {
                let value = u64::from_str_radix(&words[0][1..], 2).unwrap();
                signals.insert(names[words[1]].clone(), value);
            }
            (_, Some(b'0' | b'1')) => {
                let value = u64::from(line.starts_with('1'));
                signals.insert(names[&line[1..]].clone(), value);
            }
            _ => {}
        }
    }
    assert_eq!(next, times.len());
}

#[test]
fn the_waveforms_agree_with_the_bus_trace() {
    /// The length of a color clock in picoseconds.
    const COLOR_CLOCK_PS: u64 = 279_365;
    let bus = text(run_ok("trace --kind bus --frames 2..2", Path::new("")));
    let dump = text(run_ok("trace --kind vcd --frames 2..2", Path::new("")));
    let rows: Vec<Vec<&str>> = bus
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.len() > 15_000);
    let start = |row: &Vec<&str>| row[0].parse::<u64>().unwrap() * 3 * COLOR_CLOCK_PS;
    let starts: Vec<u64> = rows.iter().map(start).collect();
    let number = |text: &str, radix| u64::from_str_radix(text, radix).unwrap();
    check_dump_at(&dump, &starts, |at, signals| {
        let row = &rows[at];
        assert_eq!(signals["y"], number(row[2], 10), "{row:?}");
        assert_eq!(signals["x"], number(row[3], 10), "{row:?}");
        assert_eq!(signals["address"], number(row[4], 16), "{row:?}");
        assert_eq!(signals["rw"], u64::from(row[6] == "R"), "{row:?}");
        assert_eq!(signals["rdy"], number(row[7], 10), "{row:?}");
        assert_eq!(signals["sync"], number(row[8], 10), "{row:?}");
    });
    let data_times: Vec<u64> = starts
        .iter()
        .map(|start| start + COLOR_CLOCK_PS + COLOR_CLOCK_PS / 2)
        .collect();
    check_dump_at(&dump, &data_times, |at, signals| {
        assert_eq!(signals["phi0"], 1);
        assert_eq!(signals["data"], number(rows[at][5], 16), "{:?}", rows[at]);
    });
}
