//! The commands without a window, as a user runs them: what they write, what they say, and the exit
//! status, above all where something is wrong.

use super::repository;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// A folder of a test's own, removed when the test has passed.
pub(super) struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("headless-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

pub(super) fn golden(name: &str) -> PathBuf {
    repository().join("tests/golden").join(name)
}

pub(super) fn crownhead<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .args(args)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// Runs words separated by spaces, `{}` being a path, and wants success.
pub(super) fn good(words: &str, path: &Path) -> Vec<u8> {
    let output = run(words, path);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {errors}");
    assert_eq!(errors, "", "{words}");
    output.stdout
}

pub(super) fn run(words: &str, path: &Path) -> Output {
    let path = path.to_str().unwrap();
    let words: Vec<String> = words
        .split(' ')
        .map(|word| word.replace("{}", path))
        .collect();
    crownhead(&words)
}

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// One line on standard error with these words, this status, no panic.
pub(super) fn refused(words: &str, path: &Path, status: i32, says: &str) {
    let output = run(words, path);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{words}: {errors}");
    assert!(errors.contains(says), "{words}: {errors}");
    assert!(!errors.contains("panicked"), "{words}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{words}: {errors}");
}

#[test]
fn the_golden_scripts_hold() {
    let output = run("verify {}", &repository().join("tests"));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{report}");
    assert!(report.contains("golden/colors.script"), "{report}");
}

#[test]
fn standard_output_and_files_and_compressed_files_hold_the_same() {
    let folder = Folder::new("compressed");
    let plain = good("trace --kind instruction --frames 2", Path::new(""));
    good(
        "trace --kind instruction --frames 2 --out {}",
        &folder.path("a.gz"),
    );
    let mut gz = Vec::new();
    let file = fs::File::open(folder.path("a.gz")).unwrap();
    std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(file), &mut gz).unwrap();
    assert!(gz == plain);
    if cfg!(feature = "zstd") {
        good(
            "trace --kind instruction --frames 2 --out {}",
            &folder.path("a.zst"),
        );
        let same = run("diff {}/a.gz {}/a.zst", &folder.0);
        assert!(same.status.success(), "{same:?}");
    } else {
        refused(
            "trace --out {}",
            &folder.path("a.zst"),
            2,
            "built without zstd",
        );
    }
}

#[test]
fn filters_narrow_a_trace() {
    let all = text(good("trace --kind instruction --frames 3", Path::new("")));
    let rows = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    let some = text(good(
        "trace --kind instruction --frames 1..2 --scanlines 40..49 --writes",
        Path::new(""),
    ));
    assert!(rows(&some) > 0 && rows(&some) < rows(&all) / 10, "{some}");
    for line in some.lines().filter(|line| !line.starts_with('#')) {
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
        "frame == 1 && scanline >= 50",
        "--until",
        "scanline == 52",
    ]);
    let window = text(output.stdout);
    let lines: Vec<&str> = window
        .lines()
        .filter(|line| !line.starts_with('#'))
        .collect();
    assert!(lines.len() > 2, "{window}");
    assert!(
        lines
            .iter()
            .all(|line| [Some("50"), Some("51")].contains(&line.split_whitespace().nth(1))),
        "{window}"
    );
}

#[test]
fn a_snapshot_is_the_frame() {
    let folder = Folder::new("snapshot");
    good("snapshot --frame 60 --out {}", &folder.path("x.png"));
    let bytes = fs::read(folder.path("x.png")).unwrap();
    let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    let reader = decoder.read_info().unwrap();
    assert_eq!((reader.info().width, reader.info().height), (320, 228));
}

#[test]
fn a_recorded_script_replays_to_the_same_chain_and_a_changed_one_fails() {
    let folder = Folder::new("record");
    let script = folder.path("a.script");
    let input = golden("probe-input.script");
    let words = format!("record --input {} --pictures 8 --out {{}}", input.display());
    good(&words, &script);
    let recorded = fs::read_to_string(&script).unwrap();
    let chain = recorded
        .split("expect chain ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_string();
    let replayed = text(good("replay {}", &script));
    assert!(replayed.contains(&chain), "{replayed}");
    let original = text(good("replay {}", &input));
    assert!(original.contains(&chain), "{original}");

    let report = text(good("verify {}", &script));
    assert!(report.contains("1 script: 1 passed"), "{report}");
    fs::write(&script, recorded.replacen("p0 up\n", "p0 down\n", 1)).unwrap();
    let output = run(
        "verify {}/a.script --artifacts {}/seen --junit {}/j.xml",
        &folder.0,
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        fs::read_to_string(folder.path("j.xml"))
            .unwrap()
            .contains("failures=\"1\"")
    );
    let seen = fs::read_dir(folder.path("seen")).unwrap().count();
    assert!(seen >= 1);

    good("verify --update {}", &script);
    good("verify {}", &script);
}

#[test]
fn a_wrong_picture_is_shown_where_it_differs() {
    let folder = Folder::new("differs");
    let script = fs::read_to_string(golden("colors.script")).unwrap();
    let asm = golden("colors.asm");
    let script = script.replace("colors.asm", asm.to_str().unwrap());
    let (before, after) = script
        .split_once("     | ")
        .or(script.split_once("   | "))
        .unwrap();
    let wrong = format!(
        "{before}   | {}",
        after.replacen("00x160", "02x1 00x159", 1)
    );
    // RAM of the same frame is told first; the pictures are wanted nevertheless.
    let wrong = wrong.replacen("@4 ", "@4 expect ram 0123456789abcdef\n@4 ", 1);
    let path = folder.write("a.script", &wrong);
    let seen = folder.path("seen");
    let words = format!("verify {{}} --artifacts {}", seen.display());
    // The stem is the path as it is given.
    let path = Path::new(folder.0.file_name().unwrap()).join(path.file_name().unwrap());
    let output = run(&words, &path);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("frame 4 scanline"), "{report}");
    assert!(
        report.contains("pixel 0: color 00, expected 02"),
        "{report}"
    );
    let name = folder.0.file_name().unwrap().to_str().unwrap();
    for file in ["actual.png", "expected.png", "before.trace"] {
        let file = format!("{name}-a-frame4-{file}");
        assert!(report.contains(&file), "{report}");
        assert!(fs::metadata(seen.join(file)).unwrap().len() > 100);
    }
    let json = run(&format!("{words} --json"), &path).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["scripts"][0]["artifacts"].as_array().unwrap().len(), 3);
}

#[test]
fn wrong_files_get_one_line_and_status_2() {
    let folder = Folder::new("wrong");
    let rom = repository().join("rom/video-checkers.bin");
    let image = fs::read(&rom).unwrap();
    let cases: [(&str, &[u8], &str); 3] = [
        ("truncated.bin", &image[..3000], "3000 bytes"),
        ("empty.bin", &[], "0 bytes"),
        (
            "endless.bin",
            &vec![0; 2 << 20],
            "larger than any cartridge",
        ),
    ];
    for (name, bytes, says) in cases {
        let path = folder.write(name, bytes);
        for command in [
            "trace {}",
            "snapshot {}",
            "info {}",
            "disasm {}",
            "profile {}",
            "record {}",
        ] {
            refused(command, &path, 2, says);
        }
    }
    refused("trace {}", &folder.path("missing.bin"), 2, "No such file");
    refused("trace {}", &folder.0, 2, "is a directory");
    refused("trace --input {}", &folder.0, 2, "is a directory");
    refused(
        "replay {}",
        &folder.path("missing.script"),
        2,
        "No such file",
    );
    refused("diff {} {}", &folder.path("missing"), 2, "No such file");
    refused("verify {}", &folder.path("missing"), 2, "No such file");
    refused(
        "trace --input {}",
        &folder.write("foreign.script", "#!/bin/sh\n"),
        2,
        "not an input script",
    );
    let newer = folder.write("newer.script", "crownhead-script 2\n@1 end\n");
    refused(
        "replay {}",
        &newer,
        2,
        "version 2; this program reads version 1",
    );
    let cut = folder.write("cut.script", "crownhead-script 1\n@1 p0 left\n");
    refused("replay {}", &cut, 2, "truncated");
    let typo = folder.write("typo.script", "crownhead-script 1\n@1 p0 lfet\n@2 end\n");
    refused("replay {}", &typo, 2, ":2:7: expected `up`");
    let binary = folder.write("binary.script", [0xff, 0xfe, 0x00]);
    refused("replay {}", &binary, 2, "no UTF-8");
    let other = "crownhead-script 1\nsha256 0000000000000000000000000000000000000000000000000000000000000000\n@1 end\n";
    refused(
        "replay {}",
        &folder.write("other.script", other),
        2,
        "another cartridge",
    );
    let newer = folder.write(
        "newer.trace",
        "# {\"format\":\"crownhead-bus\",\"version\":2}\n",
    );
    refused(
        "diff {} {}",
        &newer,
        2,
        "version 2; this program reads version 1",
    );
}

#[test]
fn wrong_options_get_status_2() {
    refused("trace --writes", Path::new(""), 2, "filters need --kind");
    refused(
        "trace --kind bus --form mame",
        Path::new(""),
        2,
        "--form needs",
    );
    refused(
        "trace --kind bus --from pc==",
        Path::new(""),
        2,
        "expected a number, a register",
    );
    for words in [
        "trace --frames 0",
        "trace --frames 5..4",
        "trace --kind bsu",
    ] {
        let output = run(words, Path::new(""));
        assert_eq!(output.status.code(), Some(2), "{words}");
    }
}

#[test]
fn broken_scripts_outweigh_failed_ones() {
    let folder = Folder::new("status");
    folder.write("empty.script", "crownhead-script 1\n@1 end\n");
    folder.write(
        "fails.script",
        "crownhead-script 1\n@2 expect frame-lines 1\n@3 end\n",
    );
    folder.write("ignored.txt", "no script\n");
    let output = run("verify {}", &folder.0);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{report}");
    assert!(report.contains("expects nothing"), "{report}");
    assert!(
        report.contains("2 scripts: 0 passed, 1 failed, 1 broken"),
        "{report}"
    );
    fs::remove_file(folder.path("empty.script")).unwrap();
    assert_eq!(run("verify {}", &folder.0).status.code(), Some(1));
}

#[test]
fn diff_finds_where_two_traces_part() {
    let folder = Folder::new("diff");
    for form in ["crownhead", "nestest", "stella", "mame"] {
        let words = format!("trace --kind instruction --frames 2 --form {form} --out {{}}/{form}");
        good(&words, &folder.0);
        let same = text(good(&format!("diff {{}}/crownhead {{}}/{form}"), &folder.0));
        assert!(same.starts_with("the same: "), "{form}: {same}");
    }
    let trace = fs::read_to_string(folder.path("nestest")).unwrap();
    let mut lines: Vec<String> = trace.lines().map(String::from).collect();
    lines[100] = lines[100]
        .replacen(" A:", " A:5", 1)
        .replacen("A:5", "A:", 1);
    let at = lines[100].find(" X:").unwrap() + 3;
    lines[100].replace_range(at..at + 2, "5A");
    folder.write("changed", lines.join("\n") + "\n");
    let output = run("diff {}/nestest {}/changed", &folder.0);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(
        report.contains("the same for 100 lines; then line 101 and line 101 differ"),
        "{report}"
    );
    folder.write("late", lines[37..].join("\n") + "\n");
    let aligned = run("diff --align {}/crownhead {}/late", &folder.0);
    let report = String::from_utf8_lossy(&aligned.stdout).into_owned();
    assert!(report.contains("the same for 63 lines"), "{report}");
    // A prologue of its own in each: instructions that the other never runs.
    let prologue = |pc: &str, count: usize| {
        let line = lines[0].replacen(&lines[0][..4], pc, 1);
        (line + "\n").repeat(count)
    };
    let early = prologue("F123", 3) + &lines[30..].join("\n") + "\n";
    folder.write("early", early);
    let later = prologue("F321", 20) + &lines[37..].join("\n") + "\n";
    folder.write("later", later);
    let aligned = run("diff --align {}/early {}/later", &folder.0);
    let report = String::from_utf8_lossy(&aligned.stdout).into_owned();
    assert!(report.starts_with("the same: "), "{report}");
    assert!(aligned.status.success(), "{report}");
    folder.write("other", prologue("F321", 20));
    refused(
        "diff --align {}/early {}/other",
        &folder.0,
        1,
        "no eight instructions alike",
    );
}

#[test]
fn reports_are_written_where_artifacts_cannot_be() {
    let folder = Folder::new("no-artifacts");
    let colors = golden("colors.asm");
    let lines = format!(
        "cartridge {}\n@2 expect frame-lines 1\n@3 end\n",
        colors.display()
    );
    folder.write("a.script", format!("crownhead-script 1\n{lines}"));
    folder.write("wall", "a file, not a folder");
    let words = "verify {}/a.script --artifacts {}/wall/out --junit {}/report.xml";
    let output = run(words, &folder.0);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("1 script: 0 passed, 1 failed"), "{report}");
    let xml = fs::read_to_string(folder.path("report.xml")).unwrap();
    assert!(xml.contains("failures=\"1\""), "{xml}");
    refused(words, &folder.0, 1, "cannot write");
}

#[test]
fn a_recording_that_fails_leaves_the_old_script() {
    let folder = Folder::new("old-script");
    let script = folder.write("a.script", "old\n");
    fs::create_dir(folder.path("a.script.part")).unwrap();
    refused("record --frames 2 --out {}", &script, 1, "cannot write");
    assert_eq!(fs::read_to_string(&script).unwrap(), "old\n");
    fs::remove_dir(folder.path("a.script.part")).unwrap();
    good("record --frames 2 --out {}", &script);
    let recorded = fs::read_to_string(&script).unwrap();
    assert!(recorded.starts_with("crownhead-script 1"), "{recorded}");
}

/// A program of 312 scanlines if the color switch stands at black and white, else of 262.
const BY_SWITCH: &str = "
        processor 6502
        org $f000
Frame   lda #2
        sta $02
        sta $00
        sta $02
        sta $02
        sta $02
        lda #0
        sta $00
        ldx #0
Line    sta $02
        inx
        bne Line
        lda $0282
        and #8
        beq Long
        ldx #2
        .byte $2c
Long    ldx #52
Rest    sta $02
        dex
        bne Rest
        jmp Frame
        org $fffc
        .word Frame, Frame
";

#[test]
fn auto_sees_the_program_in_the_hands_of_the_script() {
    let folder = Folder::new("auto");
    folder.write("a.asm", BY_SWITCH);
    for (color, tv) in [("color", "ntsc"), ("bw", "pal")] {
        let script = format!("crownhead-script 1\ncartridge a.asm\ncolor {color}\n@2 end\n");
        let script = folder.write("a.script", script);
        let trace = text(good("trace --tv auto --input {}", &script));
        let head = trace.lines().next().unwrap();
        assert!(head.contains(&format!("\"tv\":\"{tv}\"")), "{head}");
    }
}

#[test]
fn disasm_gives_source_that_dasm_builds_to_the_same_bytes() {
    let folder = Folder::new("disasm");
    let rom = repository().join("rom/video-checkers.bin");
    good("disasm --out {}/a.asm", &folder.0);
    let source = folder.path("a.asm");
    let built = folder.path("a.bin");
    let dasm = Command::new("dasm")
        .arg(&source)
        .arg("-f3")
        .arg(format!("-o{}", built.display()))
        .output()
        .expect("dasm is needed: apt-get install dasm");
    assert!(
        dasm.status.success(),
        "{}",
        String::from_utf8_lossy(&dasm.stdout)
    );
    assert!(fs::read(built).unwrap() == fs::read(rom).unwrap());
}

#[test]
fn profile_and_info_say_what_the_program_does() {
    let folder = Folder::new("profile");
    let script = golden("colors.script");
    let words = format!("profile --input {} --svg {{}}", script.display());
    let report = text(good(&words, &folder.path("heat.svg")));
    for words in [
        "waited for WSYNC",
        "shortest    frame ",
        "longest     frame ",
        "most work   frame ",
    ] {
        assert!(report.contains(words), "{words}: {report}");
    }
    assert!(
        report.contains("Line\n") && report.contains("Blank\n"),
        "{report}"
    );
    assert!(
        fs::read_to_string(folder.path("heat.svg"))
            .unwrap()
            .ends_with("</svg>\n")
    );
    let info = good("info --json", Path::new(""));
    let value: serde_json::Value = serde_json::from_slice(&info).unwrap();
    assert_eq!(value["scheme"]["name"], "4K");
    assert_eq!(value["tv"]["standard"], "ntsc");
    assert_eq!(value["md5"].as_str().unwrap().len(), 32);
}

/// The wires of a value change dump at a moment, by name.
type Wires = std::collections::HashMap<String, u64>;

/// Runs through a dump and shows the wires just before the time goes past each of these moments.
fn dump_at(dump: &str, moments: &[u64], mut see: impl FnMut(usize, &Wires)) {
    let mut names = std::collections::HashMap::new();
    let mut wires = Wires::new();
    let mut next = 0;
    for line in dump.lines().chain(["#18446744073709551615"]) {
        let words: Vec<&str> = line.split(' ').collect();
        match (words[..].first(), line.as_bytes().first()) {
            (Some(&"$var"), _) => {
                names.insert(words[3], words[4].to_string());
            }
            (_, Some(b'#')) => {
                let time: u64 = line[1..].parse().unwrap();
                while next < moments.len() && moments[next] < time {
                    see(next, &wires);
                    next += 1;
                }
            }
            (_, Some(b'b')) => {
                let value = u64::from_str_radix(&words[0][1..], 2).unwrap();
                wires.insert(names[words[1]].clone(), value);
            }
            (_, Some(b'0' | b'1')) => {
                let value = u64::from(line.starts_with('1'));
                wires.insert(names[&line[1..]].clone(), value);
            }
            _ => {}
        }
    }
    assert_eq!(next, moments.len());
}

#[test]
fn the_waveforms_agree_with_the_bus_trace() {
    const CLOCK: u64 = 279_365;
    let bus = text(good("trace --kind bus --frames 2..2", Path::new("")));
    let dump = text(good("trace --kind vcd --frames 2..2", Path::new("")));
    let rows: Vec<Vec<&str>> = bus
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert!(rows.len() > 15_000);
    let start = |row: &Vec<&str>| row[0].parse::<u64>().unwrap() * 3 * CLOCK;
    let starts: Vec<u64> = rows.iter().map(start).collect();
    let number = |text: &str, radix| u64::from_str_radix(text, radix).unwrap();
    dump_at(&dump, &starts, |at, wires| {
        let row = &rows[at];
        assert_eq!(wires["y"], number(row[2], 10), "{row:?}");
        assert_eq!(wires["x"], number(row[3], 10), "{row:?}");
        assert_eq!(wires["address"], number(row[4], 16), "{row:?}");
        assert_eq!(wires["rw"], u64::from(row[6] == "R"), "{row:?}");
        assert_eq!(wires["rdy"], number(row[7], 10), "{row:?}");
        assert_eq!(wires["sync"], number(row[8], 10), "{row:?}");
    });
    let valid: Vec<u64> = starts
        .iter()
        .map(|start| start + CLOCK + CLOCK / 2)
        .collect();
    dump_at(&dump, &valid, |at, wires| {
        assert_eq!(wires["phi0"], 1);
        assert_eq!(wires["data"], number(rows[at][5], 16), "{:?}", rows[at]);
    });
}
