//! Tests `diff`, `profile`, `info` and `disasm`.

use super::{golden, repository, run, run_fails, run_ok, text};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use support::{Folder, Start};

#[test]
fn diff_finds_the_first_difference() {
    let folder = Folder::new("diff");
    for form in ["crownhead", "nestest", "stella", "mame"] {
        let words = format!("trace --kind instruction --frames 2 --form {form} --out {{}}/{form}");
        run_ok(&words, &folder);
        let same = text(run_ok(&format!("diff {{}}/crownhead {{}}/{form}"), &folder));
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
    let output = run("diff {}/nestest {}/changed", &folder);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(
        report.contains("the same for 100 lines; then line 101 and line 101 differ"),
        "{report}"
    );
    folder.write("late", lines[37..].join("\n") + "\n");
    let aligned = run("diff --align {}/crownhead {}/late", &folder);
    let report = String::from_utf8_lossy(&aligned.stdout).into_owned();
    assert!(report.contains("the same for 63 lines"), "{report}");
    // The two traces have different prologues, so each begins with instructions that are not in the
    // other.
    let prologue = |pc: &str, count: usize| {
        let line = lines[0].replacen(&lines[0][..4], pc, 1);
        (line + "\n").repeat(count)
    };
    let early = prologue("F123", 3) + &lines[30..].join("\n") + "\n";
    folder.write("early", early);
    let later = prologue("F321", 20) + &lines[37..].join("\n") + "\n";
    folder.write("later", later);
    let aligned = run("diff --align {}/early {}/later", &folder);
    let report = String::from_utf8_lossy(&aligned.stdout).into_owned();
    assert!(report.starts_with("the same: "), "{report}");
    assert!(aligned.status.success(), "{report}");
    folder.write("other", prologue("F321", 20));
    run_fails(
        "diff --align {}/early {}/other",
        &folder,
        1,
        "have no eight instructions in common",
    );
}

#[test]
fn profile_and_info_describe_the_program() {
    let folder = Folder::new("profile");
    let script = golden("colors.script");
    let words = format!("profile --input {} --svg {{}}", script.display());
    let report = text(run_ok(&words, &folder.path("heat.svg")));
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
    let info = run_ok("info --json", Path::new(""));
    let value: serde_json::Value = serde_json::from_slice(&info).unwrap();
    assert_eq!(value["scheme"]["name"], "4K");
    assert_eq!(value["tv"]["standard"], "ntsc");
    assert_eq!(value["md5"].as_str().unwrap().len(), 32);
}

/// A program that only waits for the timer, except for a routine in RAM and its caller.
const WAITING_PROGRAM: &str = "
        processor 6502
        org $f000
Start   ldx #$ff
        txs
        ldx #4
.copy   lda Source,x
        sta inram,x
        dex
        bpl .copy
Frame   lda #2
        sta $00
        lda #43
        sta $296
        jsr Outer
.wait   lda $284
        bne .wait
        sta $00
        lda #230
        sta $296
.more   bit $285
        bpl .more
        jmp Frame
Outer   nop
        jsr inram
        rts
Source
        RORG $90
inram   nop
        nop
        nop
        nop
        rts
        REND
        org $fffc
        .word Start,Start
";

/// The first frame after power-on ends in the middle of a line, so some lines run only in part.
#[test]
fn no_scanline_has_an_average_above_its_maximum() {
    let folder = Folder::new("profile-lines");
    run("new {}", &folder.path("game"));
    let report = text(run_ok("profile {}/game/game.asm --frames 60", &folder));
    let (_, lines) = report.split_once("at most\n  0").unwrap();
    for row in lines.lines() {
        let words: Vec<&str> = row
            .split_whitespace()
            .rev()
            .skip_while(|word| word.starts_with('#'))
            .collect();
        let [max, average, ..] = words[..] else {
            panic!("{row}");
        };
        let [max, average] = [max, average].map(|word| word.parse::<f64>().unwrap());
        assert!(average <= max, "{row}: {report}");
    }
}

#[test]
fn a_profile_recognizes_timer_waits_calls_and_code_in_ram() {
    let folder = Folder::new("profile-timer");
    folder.write("waits.asm", WAITING_PROGRAM);
    let report = text(run_ok("profile {}/waits.asm --frames 60", &folder));
    let waited = report.split(" % waited").next().unwrap();
    let waited: f64 = waited.rsplit(' ').next().unwrap().parse().unwrap();
    assert!(waited > 98.0, "{report}");
    let row = |routine: &str| -> Vec<&str> {
        let row = report.lines().find(|row| row.ends_with(routine));
        let row = row.unwrap_or_else(|| panic!("{routine}: {report}"));
        row.split_whitespace().collect()
    };
    let share = |text: &str| -> f64 { text.parse().unwrap() };
    // The first wait ends when INTIM is 0, after 43 steps of 64 cycles; the second one ends when
    // TIMINT is set, after 230 steps.
    let lists_wait_of = |steps: i64| {
        let waits = report
            .lines()
            .skip_while(|row| !row.starts_with("spare cycles: at least"));
        let mut waits = waits.skip(1).take_while(|row| !row.is_empty());
        let is_near = |spare: i64| (steps * 64 - 150..=steps * 64 + 10).contains(&spare);
        waits.any(|row| {
            let words: Vec<&str> = row.split_whitespace().collect();
            let numbers = [words[0], words[2]].map(|word| word.parse().unwrap());
            numbers.into_iter().all(is_near) && words[4] == "Frame" && words.len() == 6
        })
    };
    assert!(lists_wait_of(43) && lists_wait_of(230), "{report}");
    // Each scanline in which the program does work is listed with the average and the maximum
    // number of cycles.
    let rows = report
        .lines()
        .skip_while(|row| !row.starts_with("scanline  worked"));
    let rows: Vec<Vec<&str>> = rows
        .skip(1)
        .map(|row| row.split_whitespace().collect())
        .collect();
    let average_and_max = |row: &Vec<&str>| {
        let at = row.iter().position(|word| word.contains('.')).unwrap();
        (
            row[at].parse::<f64>().unwrap(),
            row[at + 1].parse::<f64>().unwrap(),
        )
    };
    let numbers: Vec<(f64, f64)> = rows.iter().map(average_and_max).collect();
    assert!(
        numbers.iter().all(|(average, max)| max >= average),
        "{report}"
    );
    // 14 cycles in RAM, and 14 in the calling routine itself.
    let (inner, outer) = (row("  inram"), row("  Outer"));
    assert_eq!(inner[1], inner[2], "{report}");
    assert!(
        share(outer[2]) > share(outer[1]) + 0.9 * share(inner[1]),
        "{report}"
    );
}

#[test]
fn a_profile_shows_late_work_and_the_most_work_in_a_scanline() {
    let folder = Folder::new("profile-late");
    // In every eighth frame, the work before the wait takes 400 cycles longer than the timer.
    let source = "
        processor 6502
        org $80
frames  ds 1
        org $f000
Start   lda #0
        sta frames
Frame   lda #2
        sta $00
        sta $02
        lda #0
        sta $00
        lda #10
        sta $296
        ldx #20
        inc frames
        lda frames
        and #7
        bne Work
        ldx #207
Work    dex
        bne Work
Wait    bit $285
        bpl Wait
        ldx #200
Line    sta $02
        dex
        bne Line
        jmp Frame
        org $fffc
        .word Start,Start
";
    folder.write(
        "late.asm",
        source.replace("        org $80\nframes  ds 1\n", "frames = $80\n"),
    );
    let report = text(run_ok("profile {}/late.asm --frames 1..80", &folder));
    let row = report
        .lines()
        .find(|row| row.contains("; the timer had run out"));
    let row = row.unwrap_or_else(|| panic!("{report}"));
    let words: Vec<&str> = row.split_whitespace().collect();
    let min: i64 = words[0].parse().unwrap();
    let max: i64 = words[2].parse().unwrap();
    assert!((-450..=-350).contains(&min), "{report}");
    assert!((450..=540).contains(&max), "{report}");
    assert!(words[4] == "Wait", "{report}");
    // The long work takes all 76 cycles of its scanlines, but only in one frame in eight, so the
    // average for those scanlines is lower.
    let busy = report.lines().filter(|row| {
        let words: Vec<&str> = row.split_whitespace().collect();
        let average = words.iter().position(|word| word.contains('.'));
        let average = average.filter(|_| row.contains('-'));
        average.is_some_and(|at| {
            words[at].parse::<f64>().is_ok_and(|average| average < 40.0)
                && words.get(at + 1) == Some(&"76")
        })
    });
    assert!(busy.count() > 0, "{report}");
}

/// Returns the sources of all test cartridges, and that of Video Checkers.
fn sources() -> Vec<PathBuf> {
    let folders = ["tests/bench", "tests/golden", "tests/litmus", "tests/roms"];
    let files = folders.iter().flat_map(|folder| {
        let entries = fs::read_dir(repository().join(folder)).unwrap();
        entries.map(|entry| entry.unwrap().path())
    });
    let is_source = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "asm");
    let mut sources: Vec<PathBuf> = files.filter(is_source).collect();
    sources.push(repository().join("roms-src/video-checkers/main.asm"));
    sources
}

#[test]
fn every_cartridge_survives_disassembly_and_assembly() {
    let folder = Folder::new("disasm-all");
    let sources = sources();
    assert!(sources.len() > 60);
    for source in sources {
        let image = crate::assemble(&source);
        let rom = folder.write("a.bin", &image);
        let disassembly = folder.write("a.asm", run_ok("disasm --frames 20 {}", &rom));
        assert!(
            crate::assemble(&disassembly) == image,
            "{}",
            source.display()
        );
    }
}

/// Builds a source with dasm and returns the image.
fn dasm(source: &Path, folder: &Folder) -> Vec<u8> {
    let image = folder.path("dasm.bin");
    let output = Command::new("dasm")
        .arg(source)
        .arg("-f3")
        .arg(format!("-o{}", image.display()))
        .run();
    assert!(output.status.success(), "{}", text(output.stdout));
    fs::read(image).unwrap()
}

#[test]
fn dasm_assembles_a_disassembly_to_the_same_bytes() {
    support::needs!("dasm");
    let folder = Folder::new("disasm-dasm");
    let bundled = fs::read(repository().join("rom/video-checkers.bin")).unwrap();
    let banked = crate::assemble(&repository().join("tests/bench/banks.asm"));
    assert!(banked.len() > 4096);
    for image in [bundled, banked] {
        let rom = folder.write("a.bin", &image);
        let source = folder.write("a.asm", run_ok("disasm {}", &rom));
        assert!(dasm(&source, &folder) == image);
    }
}
