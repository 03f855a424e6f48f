//! Tests the page on testing. Each of its scripts is about one fault: the script must fail for a
//! program with this fault, and pass for the same program without it.

use super::{repository, run, run_ok, text};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Output, Stdio},
};
use support::{Folder, Start};

/// Returns a page's code blocks in the given language.
fn blocks_of(page: &str, language: &str) -> Vec<String> {
    let page = fs::read_to_string(repository().join(page)).unwrap();
    let blocks = page.split("\n```").skip(1).step_by(2);
    let blocks = blocks.filter_map(|block| block.strip_prefix(&format!("{language}\n")));
    blocks.map(|block| format!("{block}\n")).collect()
}

/// Returns the lines of all code blocks in the given language on the page on testing, without
/// comments.
fn lines_of(language: &str) -> Vec<String> {
    let blocks = blocks_of("crates/lab/docs/testing.md", language).concat();
    let lines = blocks.lines();
    lines
        .map(|line| line.split('#').next().unwrap().trim().to_owned())
        .collect()
}

/// Turns a command line from the page into a command, ready to run in a folder.
fn command(line: &str, folder: &Path) -> Command {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("crownhead"), "{line}");
    let mut command = Command::new(env!("CARGO_BIN_EXE_crownhead"));
    command.args(words).current_dir(folder).stdin(Stdio::null());
    command
}

fn output(line: &str, folder: &Path) -> Output {
    command(line, folder).run()
}

/// Runs a command line from the page, which must succeed, and returns its output.
fn stdout_of(line: &str, folder: &Path) -> String {
    let output = output(line, folder);
    assert!(output.status.success(), "{line}: {output:?}");
    text(output.stdout)
}

/// Creates a folder like the one that the page describes: a source, an image and a folder for
/// tests.
fn example_folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let [source, image] = ["tests/roms/faults.asm", "rom/video-checkers.bin"];
    fs::copy(repository().join(source), folder.path("game.asm")).unwrap();
    fs::copy(repository().join(image), folder.path("old.bin")).unwrap();
    fs::create_dir(folder.path("tests")).unwrap();
    folder
}

#[test]
fn the_commands_of_the_page_work() {
    let folder = example_folder("daily-loop");
    let lines = lines_of("sh");
    assert!(lines.len() >= 13, "{lines:?}");
    for line in &lines {
        // Other tests cover the window and `--watch`.
        if line != "crownhead game.asm" && !line.ends_with("--watch") {
            stdout_of(line, &folder);
        }
    }
    for file in [
        "lines.info",
        "once.info",
        "report.html",
        "report.xml",
        "wave.vcd",
        "run.txt",
        "sources/game.asm",
        "sources/old.asm",
    ] {
        assert!(folder.path(file).metadata().unwrap().len() > 100, "{file}");
    }
    let report = stdout_of(
        "crownhead verify tests --seeds 0..99 --power-on all",
        &folder,
    );
    assert!(report.contains("202 of 202 power-on states"), "{report}");
}

#[test]
fn the_examples_of_the_page_on_scripts_pass() {
    let folder = Folder::new("script-page");
    let blocks = blocks_of("crates/lab/docs/script.md", "text");
    assert_eq!(blocks.len(), 2);
    for (number, script) in blocks.iter().enumerate() {
        folder.write(&format!("{number}.script"), script);
    }
    let report = text(run_ok("verify {} --no-artifacts", &folder));
    assert!(report.contains("2 scripts: 2 passed"), "{report}");
}

#[test]
fn the_project_file_of_the_page_assembles_and_tests_a_program() {
    let folder = Folder::new("project-page");
    let project = blocks_of("crates/asm6502/docs/project.md", "toml").concat();
    let here = folder.path("game");
    for name in ["src", "include", "tests"] {
        fs::create_dir_all(here.join(name)).unwrap();
    }
    fs::create_dir(folder.path("shared")).unwrap();
    fs::write(here.join("crownhead.toml"), project).unwrap();
    let faults = fs::read_to_string(repository().join("tests/roms/faults.asm")).unwrap();
    let source = format!(" include \"colors.h\"\n include \"more.h\"\n{faults}");
    fs::write(here.join("src/game.asm"), source.replace("#$2c", "#HUE")).unwrap();
    fs::write(here.join("include/colors.h"), "HUE = COLOR + SHADE\n").unwrap();
    folder.write("shared/more.h", "SHADE = PAL * 4\n");
    let script = "crownhead-script 1\ncartridge ../crownhead.toml\n\
                  @20.100 expect tia COLUPF $44\n@21 end\n";
    fs::write(here.join("tests/hue.script"), script).unwrap();
    let report = stdout_of("crownhead verify", &here);
    assert!(report.contains("1 script: 1 passed"), "{report}");
    let described = stdout_of("crownhead info crownhead.toml", &here);
    assert!(described.contains("F8"), "{described}");
}

#[test]
fn the_ci_jobs_on_the_page_run_every_script_once() {
    let folder = example_folder("jobs");
    let scripts = ["a", "b", "c", "d", "e", "f"];
    for name in scripts {
        let script =
            "crownhead-script 1\ncartridge ../game.asm\n@4 expect frame-lines 262\n@9 end\n";
        folder.write(&format!("tests/{name}.script"), script);
    }
    let lines = lines_of("yaml");
    let line = lines.iter().find_map(|line| line.strip_prefix("- run: "));
    let mut checked: Vec<&&str> = Vec::new();
    for part in ["1", "2", "3", "4"] {
        let line = line.unwrap().replace("${{ matrix.part }}", part);
        assert!(!line.contains('$'), "{line}");
        stdout_of(&line, &folder);
        let report = fs::read_to_string(folder.path("report.xml")).unwrap();
        let names = scripts
            .iter()
            .filter(|name| report.contains(&format!("{name}.script")));
        checked.extend(names);
    }
    checked.sort();
    assert_eq!(checked, scripts.iter().collect::<Vec<_>>());
}

#[test]
fn watch_runs_the_tests_again_when_a_file_changes() {
    let folder = example_folder("watching");
    stdout_of(
        "crownhead record game.asm --out tests/start.script",
        &folder,
    );
    let mut watching = command("crownhead verify tests --watch --no-artifacts", &folder);
    let watching = watching.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut watching = watching.start();
    let mut lines = BufReader::new(watching.stdout()).lines();
    let mut next_summary = || {
        let mut lines = lines.by_ref().map(Result::unwrap);
        let is_summary = |line: &String| {
            let count = line.split_once(" script").map(|(count, _)| count);
            count.is_some_and(|count| count.parse::<u32>().is_ok())
        };
        lines.find(is_summary).unwrap()
    };
    assert_eq!(next_summary(), "1 script: 1 passed");
    let script = fs::read(folder.path("tests/start.script")).unwrap();
    folder.write("tests/other.script", script);
    assert_eq!(next_summary(), "2 scripts: 2 passed");
    fs::remove_file(folder.path("tests/other.script")).unwrap();
    assert_eq!(next_summary(), "1 script: 1 passed");
    let source = fs::read_to_string(folder.path("game.asm")).unwrap();
    folder.write("game.asm", source.replace("ldx #191", "ldx #190"));
    assert_eq!(next_summary(), "1 script: 0 passed, 1 failed");
    folder.write("game.asm", "  lda\n");
    assert_eq!(next_summary(), "1 script: 0 passed, 1 broken");
    folder.write("game.asm", source);
    assert_eq!(next_summary(), "1 script: 1 passed");
}

#[test]
fn a_recording_of_a_program_with_a_random_seed_passes_for_every_power_on_state() {
    let folder = Folder::new("random-seed");
    let file = folder.path("a.script");
    run_ok("record --frames 300 --out {}", &file);
    let script = fs::read_to_string(&file).unwrap();
    assert!(
        !script.contains("expect chain") && !script.contains("expect ram"),
        "{script}"
    );
    let report = text(run_ok("verify {} --seeds 0..9 --power-on all", &file));
    assert!(report.contains("22 of 22 power-on states"), "{report}");
    // The script must fail if it expects a different hash of the pictures and the sound.
    let (before, chain) = script.split_once("expect shown ").unwrap();
    let digit = if chain.starts_with('0') { "1" } else { "0" };
    folder.write(
        "a.script",
        format!("{before}expect shown {digit}{}", &chain[1..]),
    );
    let output = run("verify {} --no-artifacts", &file);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(
        report.contains("the chain of pictures and sound has hash"),
        "{report}"
    );
}

/// Returns the scripts from the page's ten sections, in order.
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

/// Writes two files to a folder: `faults.asm`, and a project file that turns on one of its faults.
fn write_faulty_program(folder: &Path, fault: usize) {
    fs::create_dir_all(folder).unwrap();
    let source = repository().join("tests/roms/faults.asm");
    fs::copy(source, folder.join("faults.asm")).unwrap();
    let project = format!("tests = ['.']\n[defines]\nFAULT = {fault}\n");
    fs::write(folder.join("crownhead.toml"), project).unwrap();
}

#[test]
fn each_of_ten_faults_is_caught_by_a_short_script() {
    let scripts = scripts();
    assert_eq!(scripts.len(), 10);
    let folder = Folder::new("faults");
    let correct = folder.path("correct");
    write_faulty_program(&correct, 0);
    for (fault, script) in (1..).zip(&scripts) {
        assert!(script.lines().count() <= 6, "{script}");
        fs::write(correct.join(format!("f{fault}.script")), script).unwrap();
        let faulty = folder.path(&format!("f{fault}"));
        write_faulty_program(&faulty, fault);
        fs::write(faulty.join("t.script"), script).unwrap();
        let words = match fault {
            1 => "verify {} --no-artifacts --seeds 0..9",
            _ => "verify {} --no-artifacts",
        };
        let output = run(words, &faulty);
        let report = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "fault {fault}: {report}");
        assert!(report.contains("1 failed"), "fault {fault}: {report}");
        if fault == 1 {
            assert!(report.contains("first failing state: seed "), "{report}");
            assert!(
                report.contains("inc $80 reads $80 (speed) at $F0")
                    && report.contains("faults.asm:"),
                "{report}"
            );
        }
    }
    let report = text(run_ok("verify {} --seeds 0..9 --power-on all", &correct));
    assert!(report.contains("10 scripts: 10 passed"), "{report}");
    assert!(report.contains("22 of 22 power-on states"), "{report}");
}

#[test]
fn a_read_of_unwritten_ram_by_code_in_ram_is_reported_with_its_source_line() {
    let source = "        processor 6502
        org $f000
Start   ldx #7
.copy   lda Source,x
        sta inram,x
        dex
        bpl .copy
        jsr inram
Frame   lda #2
        sta $00
        ldy #0
.line   sta $02
        iny
        bne .line
        sty $00
        sta $01
        jmp Frame
Source
        RORG $90
inram   inc $80
        lda $80
        sta $81
        rts
        REND
        org $fffc
        .word Start,Start
";
    let script = "crownhead-script 1\ncartridge ../src/code.asm\n@8 expect ram $81 01\n@8 end\n";
    let folder = Folder::new("unwritten-in-ram");
    fs::create_dir_all(folder.path("src")).unwrap();
    fs::create_dir_all(folder.path("tests")).unwrap();
    folder.write("src/code.asm", source);
    folder.write("tests/a.script", script);
    folder.write(
        "crownhead.toml",
        "main = 'src/code.asm'\ntests = ['tests']\n",
    );
    let output = run(
        "verify {}/crownhead.toml --no-artifacts --seeds 0..9",
        &folder,
    );
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    let line = source.lines().position(|line| line.ends_with("inc $80"));
    let expected = format!("/src/code.asm:{})", line.unwrap() + 1);
    assert!(
        report.contains("inc $80 reads $80 at $0090 (") && report.contains(&expected),
        "{report}"
    );
    assert!(!report.contains("/../"), "{report}");
}

#[test]
fn a_suite_passes_wherever_it_is_cloned_to() {
    let folder = Folder::new("clone");
    let here = folder.path("here");
    write_faulty_program(&here, 0);
    fs::create_dir_all(here.join("tests")).unwrap();
    run_ok("record {}/faults.asm --out {}/tests/a.script", &here);
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
    // Give the script Windows line endings and a Windows path separator, as if it had been cloned
    // or recorded on Windows.
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
    write_faulty_program(&folder, 9);
    fs::write(folder.path("t.script"), &scripts()[8]).unwrap();
    fs::write(folder.path("u.script"), &scripts()[2]).unwrap();
    let words = "verify {} --no-artifacts --html {}/r.html --coverage {}/c.info";
    let output = run(words, &folder);
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("banks that ran: 0-1 (of 2)"), "{report}");
    assert!(report.contains("never run: "), "{report}");
    let page = fs::read_to_string(folder.path("r.html")).unwrap();
    for words in [
        "1 of 2 scripts passed",
        "<figcaption>expected</figcaption>",
        "<figcaption>actual</figcaption>",
        "<figcaption>difference</figcaption>",
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
    // Each of the two parts contains one script.
    for (part, count) in [
        ("1/2", "1 script: 0 passed, 1 failed"),
        ("2/2", "1 script: 1 passed"),
    ] {
        let words = format!("verify {{}} --no-artifacts --shard {part}");
        let report = String::from_utf8(run(&words, &folder).stdout).unwrap();
        assert!(report.contains(count), "{part}: {report}");
    }
}

#[test]
fn recording_a_rolling_picture_gives_a_warning() {
    let folder = Folder::new("rolls");
    write_faulty_program(&folder, 0);
    let source = fs::read_to_string(folder.path("faults.asm")).unwrap();
    fs::write(
        folder.path("faults.asm"),
        source.replace("ldx #191", "ldx #182"),
    )
    .unwrap();
    let output = run("record {}/faults.asm --out {}/a.script", &folder);
    let warning = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{warning}");
    assert!(
        warning.contains("warning: frames have 253 scanlines; the picture rolls"),
        "{warning}"
    );
    run_ok("verify {}", &folder.path("a.script"));
}

#[test]
fn several_cartridges_are_described_one_after_the_other() {
    let folder = Folder::new("several");
    write_faulty_program(&folder, 0);
    let words = "info {}/faults.asm {}/faults.asm --json";
    let descriptions: serde_json::Value = serde_json::from_slice(&run_ok(words, &folder)).unwrap();
    assert_eq!(descriptions.as_array().map(Vec::len), Some(2));
    assert_eq!(descriptions[1]["scheme"]["name"], "F8");
    fs::copy(
        repository().join("rom/video-checkers.bin"),
        folder.path("b.bin"),
    )
    .unwrap();
    run_ok(
        "disasm {}/faults.asm {}/b.bin --out {}/sources --frames 10",
        &folder,
    );
    let source = fs::read_to_string(folder.path("sources/b.asm")).unwrap();
    assert!(
        source.contains("ram_") && (source.contains(" ; #") || source.contains(" ; .")),
        "RAM has names, and graphics are shown as pictures"
    );
    assert!(folder.path("sources/faults.asm").exists());
    let report = text(run_ok(
        "profile {}/faults.asm {}/b.bin --frames 20",
        &folder,
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
    let output = run("trace {}/a.asm", &folder);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{messages}");
    assert!(
        messages.contains("a.asm:3") && messages.contains("a.asm:4"),
        "{messages}"
    );
}

#[test]
fn a_new_game_passes_all_checks_and_overwrites_nothing() {
    let folder = Folder::new("new-game");
    let stdout_of = |line: &str| {
        let output = output(line, &folder);
        let errors = text(output.stderr);
        assert!(
            output.status.success() && errors.is_empty(),
            "{line}: {errors}"
        );
        text(output.stdout)
    };
    let made = stdout_of("crownhead new game");
    assert!(made.contains("crownhead game --watch"), "{made}");
    stdout_of("crownhead asm game/game.asm -Wall -f3 -ogame.bin");
    assert_eq!(fs::read(folder.path("game.bin")).unwrap().len(), 4096);
    let verified = stdout_of("crownhead verify --seeds 0..9 game");
    assert!(verified.contains("1 script: 1 passed"), "{verified}");
    let checked = stdout_of("crownhead check game --frames 300");
    assert!(checked.contains("clean"), "{checked}");
    let launch = fs::read(folder.path("game/.vscode/launch.json")).unwrap();
    let launch: serde_json::Value = serde_json::from_slice(&launch).unwrap();
    assert_eq!(launch["configurations"][0]["type"], "crownhead");
    // Existing files stay: one with the same contents is not written again, and one with different
    // contents is kept and reported.
    stdout_of("crownhead new game");
    fs::remove_file(folder.path("game/crownhead.toml")).unwrap();
    fs::write(folder.path("game/game.asm"), "; mine\n").unwrap();
    let refused = output("crownhead new game", &folder);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(refused.stderr).contains("game.asm already exists and was not changed"));
    assert_eq!(fs::read(folder.path("game/game.asm")).unwrap(), b"; mine\n");
    assert!(!folder.path("game/crownhead.toml").exists());
}
