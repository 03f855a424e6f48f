//! Tests `record`, `replay` and `verify`.

use super::{crownhead_in, golden, repository, run, run_fails, run_ok, text};
use std::{fs, path::Path};
use support::Folder;

#[test]
fn the_golden_scripts_pass() {
    let output = run("verify {}", &repository().join("tests"));
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{report}");
    assert!(report.contains("golden/colors.script"), "{report}");
}

#[test]
fn a_recorded_script_replays_to_the_same_chain_and_a_changed_one_fails() {
    let folder = Folder::new("record");
    let script = folder.path("a.script");
    let input = golden("probe-input.script");
    let words = format!("record --input {} --pictures 8 --out {{}}", input.display());
    run_ok(&words, &script);
    let recorded = fs::read_to_string(&script).unwrap();
    let chain = recorded
        .split("expect chain ")
        .nth(1)
        .unwrap()
        .lines()
        .next()
        .unwrap()
        .to_string();
    let replayed = text(run_ok("replay {}", &script));
    assert!(replayed.contains(&chain), "{replayed}");
    let original = text(run_ok("replay {}", &input));
    assert!(original.contains(&chain), "{original}");

    let report = text(run_ok("verify {}", &script));
    assert!(report.contains("1 script: 1 passed"), "{report}");
    fs::write(&script, recorded.replacen("p0 up\n", "p0 down\n", 1)).unwrap();
    let output = run(
        "verify {}/a.script --artifacts {}/artifacts --junit {}/j.xml",
        &folder,
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(
        fs::read_to_string(folder.path("j.xml"))
            .unwrap()
            .contains("failures=\"1\"")
    );
    let artifacts = fs::read_dir(folder.path("artifacts")).unwrap().count();
    assert!(artifacts >= 1);

    run_ok("verify --update {}", &script);
    run_ok("verify {}", &script);
}

#[test]
fn a_failed_recording_keeps_the_old_script() {
    let folder = Folder::new("old-script");
    let script = folder.write("a.script", "old\n");
    // All the names that the temporary file could have are taken.
    let taken = (2..10).map(|number| format!("a.script.part{number}"));
    let taken: Vec<_> = taken.chain(["a.script.part".to_owned()]).collect();
    for name in &taken {
        fs::create_dir(folder.path(name)).unwrap();
    }
    run_fails("record --frames 2 --out {}", &script, 1, "cannot write");
    assert_eq!(fs::read_to_string(&script).unwrap(), "old\n");
    for name in &taken {
        fs::remove_dir(folder.path(name)).unwrap();
    }
    run_ok("record --frames 2 --out {}", &script);
    let recorded = fs::read_to_string(&script).unwrap();
    assert!(recorded.starts_with("crownhead-script 1"), "{recorded}");
}

#[test]
fn a_wrong_picture_is_reported_with_its_first_difference() {
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
    // Add a RAM mismatch in the same frame. It is found first, but the pictures must be written
    // anyway.
    let wrong = wrong.replacen("@4 ", "@4 expect ram 0123456789abcdef\n@4 ", 1);
    let path = folder.write("a.script", &wrong);
    let artifacts = folder.path("artifacts");
    // The stem of a picture's name comes from the script's path as given on the command line.
    let path = Path::new(folder.file_name().unwrap()).join(path.file_name().unwrap());
    let words = format!(
        "verify {} --artifacts {}",
        path.display(),
        artifacts.display()
    );
    let run = |words: &str| {
        let words: Vec<_> = words.split(' ').collect();
        crownhead_in(folder.parent().unwrap(), &words)
    };
    let output = run(&words);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("frame 4 scanline"), "{report}");
    assert!(
        report.contains("pixel 0: color 00, expected 02"),
        "{report}"
    );
    let name = folder.file_name().unwrap().to_str().unwrap();
    for file in ["actual.png", "expected.png", "before.trace"] {
        let file = format!("{name}-a-frame4-{file}");
        assert!(report.contains(&file), "{report}");
        assert!(fs::metadata(artifacts.join(file)).unwrap().len() > 100);
    }
    let json = run(&format!("{words} --json")).stdout;
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(json["scripts"][0]["artifacts"].as_array().unwrap().len(), 3);
}

#[test]
fn the_exit_status_is_2_if_any_script_is_broken_and_1_if_one_fails() {
    let folder = Folder::new("status");
    folder.write("empty.script", "crownhead-script 1\n@1 end\n");
    folder.write(
        "fails.script",
        "crownhead-script 1\n@2 expect frame-lines 1\n@3 end\n",
    );
    folder.write("ignored.txt", "no script\n");
    let output = run("verify {}", &folder);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{report}");
    assert!(report.contains("has no expectations"), "{report}");
    assert!(
        report.contains("2 scripts: 0 passed, 1 failed, 1 broken"),
        "{report}"
    );
    fs::remove_file(folder.path("empty.script")).unwrap();
    assert_eq!(run("verify {}", &folder).status.code(), Some(1));
}

#[test]
fn a_script_with_an_unknown_name_is_broken_before_it_runs() {
    let folder = Folder::new("unknown-names");
    let source = " processor 6502\n SEG.U ram\n org $80\nscore ds 1\nshots ds 1\n SEG code\n org \
                  $f000\nStart inc score\n jmp Start\n org $fffc\n .word Start,Start\n";
    folder.write("game.asm", source);
    let verify = |lines: &str| {
        let text = format!("crownhead-script 1\ncartridge game.asm\n{lines}end\n");
        folder.write("game.script", text);
        let output = run("verify --no-artifacts {}/game.script", &folder);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        (output.status.code(), text)
    };
    let (status, report) = verify(
        "@1 expect frame-lines 1\n@1 expect ram shotz <= 3\n@2 expect pc Stort..Start\n\
         @2 expect stack >= Nothing\n@3 ",
    );
    assert_eq!(status, Some(2), "{report}");
    for line in [
        "game.script:4: no symbol `shotz`; perhaps shots\n",
        "game.script:5: no symbol `Stort`; perhaps Start\n",
        "game.script:6: no symbol `Nothing`; the program has no such name\n",
    ] {
        assert!(report.contains(line), "{report}");
    }
    assert!(!report.contains("scanlines"), "{report}");
    let (status, report) = verify("@1 wait until ram scor > 1 within 5 frames\n+1 ");
    assert_eq!(status, Some(2), "{report}");
    assert!(
        report.contains("no symbol `scor`; perhaps score\n"),
        "{report}"
    );
    let (status, report) = verify("@2 expect ram score > 1\n@2 expect ram shots <= 255\n@3 ");
    assert_eq!(status, Some(0), "{report}");
}

#[test]
fn reports_are_written_even_if_artifacts_cannot_be() {
    let folder = Folder::new("no-artifacts");
    let colors = golden("colors.asm");
    let lines = format!(
        "cartridge {}\n@2 expect frame-lines 1\n@3 end\n",
        colors.display()
    );
    folder.write("a.script", format!("crownhead-script 1\n{lines}"));
    folder.write("wall", "a file, not a folder");
    let words = "verify {}/a.script --artifacts {}/wall/out --junit {}/report.xml";
    let output = run(words, &folder);
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{report}");
    assert!(report.contains("1 script: 0 passed, 1 failed"), "{report}");
    let xml = fs::read_to_string(folder.path("report.xml")).unwrap();
    assert!(xml.contains("failures=\"1\""), "{xml}");
    run_fails(words, &folder, 1, "cannot write");
}

#[test]
fn reports_are_valid_json_and_junit_xml() {
    let folder = Folder::new("reports");
    let asm = golden("colors.asm");
    let script = |lines: &str| {
        format!(
            "crownhead-script 1\ncartridge {}\n@2 expect frame-lines {lines}\n@3 end\n",
            asm.display()
        )
    };
    folder.write("a <good> & \"quoted\".script", script("262"));
    folder.write("bad.script", script("1"));
    folder.write("broken.script", "crownhead-script 1\n@1 p0 lfet\n@2 end\n");
    let output = run("verify {}/ --json --junit {}/report.xml", &folder);
    assert_eq!(output.status.code(), Some(2));

    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["format"], "crownhead-verify");
    assert_eq!(report["version"], 1);
    let results: Vec<_> = report["scripts"].as_array().unwrap().iter().collect();
    let outcomes: Vec<_> = results.iter().map(|script| &script["result"]).collect();
    assert_eq!(outcomes, ["passed", "failed", "broken"]);
    assert_eq!(results[1]["mismatches"][0]["line"], 3);
    assert_eq!(results[1]["mismatches"][0]["frame"], 2);
    assert!(
        results[2]["error"]
            .as_str()
            .unwrap()
            .contains(":2:7: expected")
    );

    let xml = fs::read_to_string(folder.path("report.xml")).unwrap();
    let document = roxmltree::Document::parse(&xml).unwrap();
    let suites = document.root_element();
    assert_eq!(suites.tag_name().name(), "testsuites");
    let suite = suites.first_element_child().unwrap();
    let count = |name| suite.attribute(name).unwrap().parse::<usize>().unwrap();
    assert_eq!(
        (count("tests"), count("failures"), count("errors")),
        (3, 1, 1)
    );
    let cases: Vec<_> = suite.children().filter(|node| node.is_element()).collect();
    assert_eq!(cases.len(), 3);
    let outcome = |index: usize| {
        cases[index]
            .first_element_child()
            .map(|node| node.tag_name().name())
    };
    assert_eq!(
        [outcome(0), outcome(1), outcome(2)],
        [None, Some("failure"), Some("error")]
    );
    assert!(
        cases[0]
            .attribute("name")
            .unwrap()
            .ends_with("a <good> & \"quoted\".script")
    );
    assert!(
        cases
            .iter()
            .all(|case| case.attribute("classname").is_some())
    );
}

/// A program with 312 scanlines if the TV type switch is set to black-and-white, otherwise with
/// 262.
const FRAME_LENGTH_BY_SWITCH: &str = "
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
fn tv_auto_detects_the_standard_with_the_scripts_input() {
    let folder = Folder::new("auto");
    folder.write("a.asm", FRAME_LENGTH_BY_SWITCH);
    for (color, tv) in [("color", "ntsc"), ("bw", "pal")] {
        let script = format!("crownhead-script 1\ncartridge a.asm\ncolor {color}\n@2 end\n");
        let script = folder.write("a.script", script);
        let trace = text(run_ok("trace --tv auto --input {}", &script));
        let head = trace.lines().next().unwrap();
        assert!(head.contains(&format!("\"tv\":\"{tv}\"")), "{head}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_recording_replays_whatever_the_cartridge_is_called() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
    let image = fs::read(repository().join("rom/video-checkers.bin")).unwrap();
    for name in [
        b"a\n@1 p0 fire\n.bin".as_slice(),
        b"a\r.bin",
        b"a\xff\xfe.bin",
        b"a \"b\"; #c.bin",
        b"100%41.bin",
        b"file:a.bin",
        b"bundled",
    ] {
        let folder = Folder::new("odd-name");
        let rom = folder.join(OsStr::from_bytes(name));
        fs::write(&rom, &image).unwrap();
        for (location, name) in [("beside", "a.script"), ("elsewhere", "in/a.script")] {
            let script = folder.path(name);
            fs::create_dir_all(script.parent().unwrap()).unwrap();
            let args = ["record", "--frames", "2", "--out"].map(OsStr::new);
            let record = [&args[..], &[script.as_os_str(), rom.as_os_str()]].concat();
            let output = super::crownhead(&record);
            assert!(output.status.success(), "{name:?} {location}: {output:?}");
            run_ok("verify {}", &script);
        }
    }
}

#[test]
fn impossible_requests_are_refused() {
    let folder = Folder::new("never");
    let path = folder.write(
        "a.script",
        "crownhead-script 1\ncartridge bundled\n@4 expect frame-lines 262\n@5 end\n",
    );
    let run_fails = |words: &str, message: &str| super::run_fails(words, &path, 2, message);
    run_fails(
        "record --frames 3 --pictures 1,3 --out -",
        "--pictures names frame 3, but the run has only 3 frames",
    );
    let folder_path = folder.display();
    run_fails(
        &format!("debug --commands {folder_path}"),
        &format!("cannot read {folder_path}: Is a directory"),
    );
    #[cfg(feature = "desktop")]
    {
        let output = run("--input {} --resume", &path);
        let errors = text(output.stderr);
        assert_eq!(output.status.code(), Some(2), "{errors}");
        assert!(errors.contains("cannot be used with"), "{errors}");
        let words = format!("{folder_path} --exit-after-frames 4");
        run_fails(&words, "--exit-after-frames needs a single cartridge");
    }
    let odd = folder.write("odd.bin", [0xea; 4095]);
    let errors = text(run("disasm {} --frames 1 --out -", &odd).stderr);
    assert!(errors.contains("odd.bin has 4095 bytes"), "{errors}");
    let report = text(run_ok("verify {} --jobs 99999", &path));
    assert!(report.contains("1 script"), "{report}");
    #[cfg(unix)]
    {
        support::make_pipe(&folder.path("pipe.script"));
        let report = text(run_ok("verify {}", &folder));
        assert!(report.contains("1 script"), "{report}");
    }
}
