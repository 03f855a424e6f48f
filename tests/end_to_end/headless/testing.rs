//! The page on testing: each script that it shows catches its fault, and passes without it.

use super::{Folder, good, repository, run, text};
use std::{fs, path::Path};

/// The scripts of the page's ten sections, in order.
fn scripts() -> Vec<String> {
    let page = repository().join("crates/lab/docs/testing.md");
    let page = fs::read_to_string(page).unwrap();
    let sections = page.split("\n### ").skip(1);
    let script = |section: &str| {
        let block = section.split("```text\n").nth(1)?;
        Some(block.split("```").next()?.to_owned())
    };
    sections.map(|section| script(section).unwrap()).collect()
}

/// A folder with the program and a project that plants a fault.
fn planted(folder: &Path, fault: usize) {
    fs::create_dir_all(folder).unwrap();
    let source = repository().join("tests/roms/faults.asm");
    fs::copy(source, folder.join("faults.asm")).unwrap();
    let project = format!("tests = ['.']\n[defines]\nFAULT = {fault}\n");
    fs::write(folder.join("crownhead.toml"), project).unwrap();
}

#[test]
fn ten_faults_are_each_caught_by_a_script_of_five_lines() {
    let scripts = scripts();
    assert_eq!(scripts.len(), 10);
    let folder = Folder::new("faults");
    let none = folder.path("none");
    planted(&none, 0);
    for (fault, script) in (1..).zip(&scripts) {
        assert!(script.lines().count() <= 6, "{script}");
        fs::write(none.join(format!("f{fault}.script")), script).unwrap();
        let planted_in = folder.path(&format!("f{fault}"));
        planted(&planted_in, fault);
        fs::write(planted_in.join("t.script"), script).unwrap();
        let words = match fault {
            1 => "verify {} --no-artifacts --seeds 0..9",
            _ => "verify {} --no-artifacts",
        };
        let output = run(words, &planted_in);
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "fault {fault}: {report}");
        assert!(report.contains("1 failed"), "fault {fault}: {report}");
        if fault == 1 {
            assert!(report.contains("fails first with seed "), "{report}");
            assert!(
                report.contains("inc $80 reads $80 (speed) at F0")
                    && report.contains("faults.asm:"),
                "{report}"
            );
        }
    }
    let report = text(good("verify {} --seeds 0..9 --power-on all", &none));
    assert!(report.contains("10 scripts: 10 passed"), "{report}");
    assert!(report.contains("12 of 12 power-on states"), "{report}");
}

#[test]
fn a_suite_passes_wherever_it_is_cloned_to() {
    let folder = Folder::new("clone");
    let here = folder.path("here");
    planted(&here, 0);
    fs::create_dir_all(here.join("tests")).unwrap();
    good("record {}/faults.asm --out {}/tests/a.script", &here);
    let script = fs::read_to_string(here.join("tests/a.script")).unwrap();
    assert!(script.contains("\ncartridge ../faults.asm\n"), "{script}");
    assert!(
        script.contains("expect frame-lines 262 since 1"),
        "{script}"
    );
    assert!(script.contains("| frame 59  ntsc  262 lines"), "{script}");
    let there = folder.path("an other/there");
    fs::create_dir_all(there.join("tests")).unwrap();
    fs::copy(here.join("faults.asm"), there.join("faults.asm")).unwrap();
    // As a clone on Windows has it, recorded on Windows.
    let script = script
        .replace("../faults.asm", "..\\faults.asm")
        .replace('\n', "\r\n");
    fs::write(there.join("tests/a.script"), script).unwrap();
    fs::remove_dir_all(&here).unwrap();
    let output = super::crownhead(&[Path::new("verify"), &there]);
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn reports_show_what_failed_and_what_ran() {
    let folder = Folder::new("reports");
    planted(&folder.0, 9);
    fs::write(folder.path("t.script"), &scripts()[8]).unwrap();
    fs::write(folder.path("u.script"), &scripts()[2]).unwrap();
    let words = "verify {} --no-artifacts --html {}/r.html --coverage {}/c.info";
    let output = run(words, &folder.0);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("banks that ran: 0-1 (of 2)"), "{report}");
    assert!(report.contains("never run: "), "{report}");
    let page = fs::read_to_string(folder.path("r.html")).unwrap();
    for words in [
        "1 of 2 scripts passed",
        "before",
        "after",
        "difference",
        "base64,iVBORw0K",
    ] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("http"), "the page needs no other file");
    let lcov = fs::read_to_string(folder.path("c.info")).unwrap();
    assert!(
        lcov.contains("faults.asm\n") && lcov.ends_with("end_of_record\n"),
        "{lcov}"
    );
    let counts = |kind: &str| lcov.lines().filter(|line| line.starts_with(kind)).count();
    assert!(counts("DA:") > 50 && counts("BRDA:") > 10, "{lcov}");
    // Each part of two is one script.
    for (part, count) in [
        ("1/2", "1 script: 0 passed, 1 failed"),
        ("2/2", "1 script: 1 passed"),
    ] {
        let words = format!("verify {{}} --no-artifacts --shard {part}");
        let report = String::from_utf8(run(&words, &folder.0).stdout).unwrap();
        assert!(report.contains(count), "{part}: {report}");
    }
}

#[test]
fn a_program_that_rolls_is_recorded_with_a_warning() {
    let folder = Folder::new("rolls");
    planted(&folder.0, 0);
    let source = fs::read_to_string(folder.path("faults.asm")).unwrap();
    fs::write(
        folder.path("faults.asm"),
        source.replace("ldx #191", "ldx #182"),
    )
    .unwrap();
    let output = run("record {}/faults.asm --out {}/a.script", &folder.0);
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{warning}");
    assert!(
        warning.contains("warning: frames have 253 scanlines; the picture rolls"),
        "{warning}"
    );
    good("verify {}", &folder.path("a.script"));
}

#[test]
fn several_cartridges_are_described_one_after_the_other() {
    let folder = Folder::new("several");
    planted(&folder.0, 0);
    let words = "info {}/faults.asm {}/faults.asm --json";
    let found: serde_json::Value = serde_json::from_slice(&good(words, &folder.0)).unwrap();
    assert_eq!(found.as_array().map(Vec::len), Some(2));
    assert_eq!(found[1]["scheme"]["name"], "F8");
    fs::copy(
        repository().join("rom/video-checkers.bin"),
        folder.path("b.bin"),
    )
    .unwrap();
    good(
        "disasm {}/faults.asm {}/b.bin --out {}/sources --frames 10",
        &folder.0,
    );
    let source = fs::read_to_string(folder.path("sources/b.asm")).unwrap();
    assert!(
        source.contains("ram_") && (source.contains(" ; #") || source.contains(" ; .")),
        "RAM has names, graphics are pictures"
    );
    assert!(folder.path("sources/faults.asm").exists());
    let report = text(good(
        "profile {}/faults.asm {}/b.bin --frames 20",
        &folder.0,
    ));
    assert!(
        report.contains("Delay") && report.contains("sub_F"),
        "{report}"
    );
}

#[test]
fn a_source_that_does_not_assemble_gives_the_assemblers_messages() {
    let folder = Folder::new("source-faults");
    fs::write(
        folder.path("a.asm"),
        " processor 6502\n org $f000\n sta #1\n ldx missing,x\n",
    )
    .unwrap();
    let output = run("trace {}/a.asm", &folder.0);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(
        messages.contains("a.asm:3") && messages.contains("a.asm:4"),
        "{messages}"
    );
}
