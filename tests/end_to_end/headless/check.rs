//! Tests `crownhead check`: its report as text, JSON and SARIF, and its exit status.

use super::{crownhead, run, run_fails, text};
use crate::repository;
use serde_json::Value;
use std::fs;
use support::Folder;

/// Returns a folder that contains a program and its includes. The program shows the bits of INPT4
/// selected by `mask`; bits 0 to 5 are undriven.
fn program_folder(name: &str, mask: &str) -> Folder {
    let folder = Folder::new(name);
    for include in ["hardware.asm", "macros.asm"] {
        let from = repository().join("roms-src/include").join(include);
        fs::copy(from, folder.path(include)).unwrap();
    }
    let frame = repository().join("crates/check/tests/frame.inc");
    fs::copy(frame, folder.path("frame.inc")).unwrap();
    folder.write(
        "game.asm",
        format!(
            "        include \"frame.inc\"\nSetup   rts\nBody    lda INPT4\n        and #{mask}\n        \
             sta $80\n        sta WSYNC\n        lda $80\n        sta COLUBK\n        sta WSYNC\n        \
             rts\n        ORG $FFFC\n        .word Reset\n        .word Reset\n"
        ),
    );
    folder
}

#[test]
fn a_program_whose_picture_differs_gives_status_1_and_a_cause() {
    let folder = program_folder("check-differs", "$3E");
    let output = run("check {} --frames 60", &folder.path("game.asm"));
    assert_eq!(output.status.code(), Some(1));
    let report = text(output.stdout);
    for words in [
        "game.asm: differs\n60 frames without play and with seeded play",
        "warning[floating-bits]: the picture first differs in frame 10",
        "game.asm:5  0:F0",
        "the first byte that differs is $80",
        "    basis rank C: Gopher2600's issue 16",
    ] {
        assert!(report.contains(words), "{words:?} is not in {report}");
    }
}

#[test]
fn a_clean_program_gives_status_0() {
    let folder = program_folder("check-clean", "$C0");
    let output = run("check {} --frames 60", &folder.path("game.asm"));
    let report = text(output.stdout);
    assert_eq!(output.status.code(), Some(0), "{report}");
    assert!(report.contains("game.asm: clean\n"), "{report}");
}

#[test]
fn the_seeded_play_is_a_script_that_other_commands_accept() {
    let folder = program_folder("check-play", "$C0");
    let [game, play] = ["game.asm", "play.script"].map(|name| folder.path(name));
    let [game, play] = [&game, &play].map(|path| path.to_str().unwrap());
    let output = crownhead(&["check", game, "--frames", "60", "--play", play]);
    assert_eq!(output.status.code(), Some(0));
    let script = fs::read_to_string(play).unwrap();
    assert!(
        script.contains("@30 reset down\n@36 reset up\n"),
        "{script}"
    );
    assert!(crownhead(&["replay", play, "--rom", game]).status.success());
    let output = crownhead(&["check", game, "--frames", "60", "--input", play]);
    assert!(text(output.stdout).contains("without play and with the script"));
}

#[test]
fn the_html_page_of_verify_has_the_findings() {
    let folder = program_folder("check-html", "$3E");
    let script = "crownhead-script 1\ncartridge game.asm\n@20 expect frame-lines 262\n@40 end\n";
    let script = folder.write("game.script", script);
    let page = folder.path("report.html");
    let [script, file] = [&script, &page].map(|path| path.to_str().unwrap());
    let output = crownhead(&["verify", script, "--check", "--html", file]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let page = fs::read_to_string(&page).unwrap();
    for words in [
        "<span class=\"failed\">differs</span>",
        "warning floating-bits",
        "sta $80",
    ] {
        assert!(page.contains(words), "{words:?} is not in {page}");
    }
    assert_eq!(
        crownhead(&["verify", script, "--check"]).status.code(),
        Some(2)
    );
}

#[test]
fn json_and_sarif_have_the_findings_with_their_lines() {
    let folder = program_folder("check-sarif", "$3E");
    let game = folder.path("game.asm");
    let sarif = folder.path("check.sarif");
    let [game, file] = [&game, &sarif].map(|path| path.to_str().unwrap());
    let output = crownhead(&["check", game, "--frames", "60", "--json", "--sarif", file]);
    assert_eq!(output.status.code(), Some(1));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["format"], "crownhead-check");
    assert_eq!(json["check"]["verdict"], "differs");
    let findings = json["check"]["findings"].as_array().unwrap();
    let floating = findings
        .iter()
        .find(|finding| finding["rule"] == "floating-bits");
    let floating = floating.unwrap();
    assert_eq!(floating["level"], "warning");
    assert_eq!(floating["site"]["line"][1], 5);
    assert_eq!(floating["evidence"]["rank"], "C");
    let sarif: Value = serde_json::from_str(&fs::read_to_string(sarif).unwrap()).unwrap();
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    let result = results
        .iter()
        .find(|result| result["ruleId"] == "floating-bits")
        .unwrap();
    let location = &result["locations"][0]["physicalLocation"];
    assert_eq!(location["region"]["startLine"], 5);
    let uri = location["artifactLocation"]["uri"].as_str().unwrap();
    assert!(uri.ends_with("game.asm"), "{uri}");
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!(rule["id"], "floating-bits");
}

#[test]
fn wrong_arguments_give_status_2() {
    let folder = program_folder("check-refused", "$C0");
    let game = folder.path("game.asm");
    assert_eq!(run("check {} --frames 5", &game).status.code(), Some(2));
    run_fails("check {}.missing", &game, 2, "game.asm.missing");
    run_fails("check {} --sarif {}", &game, 2, "is read by this command");
    let source = fs::read_to_string(&game).unwrap();
    assert!(source.contains("INPT4"), "the source has not changed");
}
