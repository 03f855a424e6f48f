//! Triktrak on the command line: games in the terminal, their scripts, matches.

use std::{
    path::Path,
    process::{Command, Output},
};
use support::{Folder, Start};
use triktrak::{Outcome, Side, record};

/// Runs the program in a folder, with these lines on standard input.
fn run(folder: &Path, arguments: &[&str], lines: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(arguments)
        .current_dir(folder)
        .env("XDG_DATA_HOME", folder)
        .run_with_lines(lines)
}

/// Runs the program, which must succeed; returns standard output.
fn run_ok(folder: &Path, arguments: &[&str], lines: &str) -> String {
    let output = run(folder, arguments, lines);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8(output.stdout).expect("the transcript is UTF-8")
}

#[test]
fn a_piped_game_handles_errors_take_backs_and_resignation_and_is_recorded() {
    let folder = Folder::new("triktrak-pipe");
    let lines =
        "24\nthrow\n7\n24 24\nboard\nback\nback\nback\nthrow\nmoves\nfnord\nresign\nthrow\n";
    let arguments = ["triktrak", "--seed", "3", "--script", "game.script"];
    let transcript = run_ok(&folder, &arguments, lines);
    assert_eq!(
        run_ok(&folder, &arguments, lines),
        transcript,
        "the same input gives the same transcript"
    );
    for expected in [
        "White must throw first",
        "none of your men is on wedge 7; legal: 24",
        "White throws 4 and 6",
        "there is no command fnord; type help",
        "Black wins. Type new for another game.",
        "The game is over. Type new for another game, or back.",
    ] {
        assert!(transcript.contains(expected), "{expected}: {transcript}");
    }
    assert_eq!(
        transcript.matches("throws 4 and 6").count(),
        2,
        "after `back`, the same dice are thrown again: {transcript}"
    );
    let recorded =
        std::fs::read_to_string(folder.join("crownhead/triktrak.txt")).expect("a record");
    assert!(!folder.join("triktrak.txt").exists());
    let last = recorded.rfind("triktrak 1").expect("a game");
    let game = record::read(&recorded[last..])
        .expect("a record of a game")
        .game;
    assert_eq!(game.outcome(), Outcome::Won(Side::Black));
    let script = std::fs::read_to_string(folder.join("game.script")).expect("a script");
    assert!(script.contains("cartridge bundled:triktrak\n"), "{script}");
    run_ok(&folder, &["replay", "game.script"], "");
}

#[test]
fn the_cartridge_plays_itself_to_the_end() {
    let folder = Folder::new("triktrak-demo");
    let transcript = run_ok(&folder, &["triktrak", "--demo", "--seed", "1"], "game\n");
    assert!(transcript.contains(" wins. Type new for another game."));
    let begin = transcript.find("triktrak 1\n").expect("the record");
    let game = record::read(&transcript[begin..]).expect("a record").game;
    assert_ne!(game.outcome(), Outcome::Open);
}

#[test]
fn a_match_of_triktrak_is_repeatable_and_its_games_are_recorded() {
    let folder = Folder::new("triktrak-match");
    let arguments = |players: [&'static str; 2]| {
        let [first, second] = players;
        let fixed = ["--games", "4", "--seed", "2", "--record", "games.txt"];
        [&["match", "--triktrak", first, second], &fixed[..]].concat()
    };
    let table = run_ok(&folder, &arguments(["cartridge", "random"]), "");
    assert!(table.contains("Triktrak cartridge: 100.0 %"), "{table}");
    let recorded = std::fs::read_to_string(folder.join("games.txt")).expect("the games");
    let games: Vec<_> = recorded.split_terminator("\n\n").collect();
    assert_eq!(games.len(), 4);
    for (number, game) in games.into_iter().enumerate() {
        let parsed = record::read(game).expect("a record");
        assert_eq!(
            parsed.headings[0],
            ("Round".into(), (number + 1).to_string())
        );
        assert_ne!(parsed.game.outcome(), Outcome::Open);
    }
    let wrong = run(&folder, &arguments(["cartridge", "fnord"]), "");
    assert_eq!(wrong.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&wrong.stderr);
    assert!(errors.contains("cartridge, greedy and random"), "{errors}");
}

#[test]
fn a_recording_names_the_bundled_cartridge() {
    let folder = Folder::new("triktrak-record");
    let record = ["record", "--cartridge", "triktrak", "--frames", "20"];
    run_ok(
        &folder,
        &[&record[..], &["--out", "test.script"]].concat(),
        "",
    );
    let script = std::fs::read_to_string(folder.join("test.script")).expect("a script");
    assert!(script.contains("cartridge bundled:triktrak\n"), "{script}");
    run_ok(&folder, &["verify", "test.script"], "");
    let other = script.replace("bundled:triktrak", "bundled:fnord");
    std::fs::write(folder.join("other.script"), other).expect("a script");
    let output = run(&folder, &["verify", "other.script"], "");
    assert_ne!(output.status.code(), Some(0));
    let errors = [output.stdout, output.stderr].concat();
    let errors = String::from_utf8_lossy(&errors);
    assert!(errors.contains("video-checkers, triktrak"), "{errors}");
}
