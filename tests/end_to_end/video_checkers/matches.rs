//! Matches between levels of the cartridge, and against other engines, some of which are broken.

use checkers::{Outcome, Side, Variant, pdn};
use play::bundled::BUNDLED;
use std::{path::Path, process::Command};
use support::{Folder, Start};

/// Runs a match; returns the exit status, the table and the games.
fn run_match(arguments: &[&str], pdn: &Path) -> (Option<i32>, String, String) {
    let _ = std::fs::remove_file(pdn);
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("match")
        .args(arguments)
        .arg("--pdn")
        .arg(pdn)
        .run();
    let table = String::from_utf8(output.stdout).expect("the table is UTF-8");
    let games = std::fs::read_to_string(pdn).expect("the match writes the games");
    (output.status.code(), table, games)
}

/// Runs a match that must end without a failure; returns the table and the games.
fn run_match_ok(arguments: &[&str], pdn: &Path) -> (String, String) {
    let (status, table, games) = run_match(arguments, pdn);
    assert_eq!(status, Some(0), "{table}");
    (table, games)
}

/// Runs a match that must fail; returns the exit status and the message.
fn run_match_fails(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("match")
        .args(arguments)
        .run();
    let message = String::from_utf8(output.stderr).expect("the message is UTF-8");
    (output.status.code(), message)
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let folder = Folder::new("match");
    let path = folder.path("match.pdn");
    let arguments = ["2", "1", "--games", "2", "--seed", "3"];
    let first = run_match_ok(&arguments, &path);
    assert_eq!(run_match_ok(&arguments, &path), first);
    let records = pdn::read(&first.1).expect("the games can be read");
    assert_eq!(records.len(), 2);
    assert_ne!(records[0].tag("White"), records[1].tag("White"));
    assert_eq!(
        records[0].game.positions()[..4],
        records[1].game.positions()[..4]
    );
    assert!(first.0.contains("Video Checkers, level 2: "), "{}", first.0);
}

#[test]
#[ignore = "full count: 100 games of level 3 against level 1"]
fn full_level_3_beats_level_1() {
    let arguments = ["3", "1", "--games", "100", "--seed", "1"];
    let folder = Folder::new("full-match");
    let (table, games) = run_match_ok(&arguments, &folder.path("match.pdn"));
    println!("{table}");
    let points = pdn::read(&games)
        .expect("the games can be read")
        .into_iter()
        .map(|record| {
            let first_is_black = record.tag("Black") == Some("Video Checkers, level 3");
            match (record.game.outcome(), first_is_black) {
                (Outcome::Won(Side::Black), true) | (Outcome::Won(Side::White), false) => 1.0,
                (Outcome::Won(_), _) => 0.0,
                _ => 0.5,
            }
        });
    let points: f64 = points.sum();
    assert!(points >= 65.0, "{points} of 100");
}

#[test]
fn another_build_plays_a_match() {
    let folder = Folder::new("build-match");
    let path = folder.path("match.pdn");
    let build = path.with_file_name("old.bin");
    let player = format!("1@{}", build.display());
    let arguments = ["1", &player, "--games", "2", "--seed", "4"];
    std::fs::write(&build, BUNDLED[0].image).expect("the image is written");
    let (status, message) = run_match_fails(&arguments);
    assert_eq!(status, Some(2));
    assert!(message.contains("old.sym"), "{message}");

    std::fs::write(build.with_extension("sym"), BUNDLED[0].symbols)
        .expect("the symbols are written");
    let (table, games) = run_match_ok(&arguments, &path);
    assert!(table.contains("old.bin, level 1 "), "{table}");
    for record in pdn::read(&games).expect("the games can be read") {
        let names = [record.tag("Black"), record.tag("White")].map(Option::unwrap_or_default);
        assert!(names.contains(&"old.bin, level 1"), "{names:?}");
        assert_ne!(record.game.outcome(), Outcome::Open, "{games}");
    }

    std::fs::write(&build, [0; 4096]).expect("the image is written");
    assert_ne!(run_match_fails(&arguments).0, Some(0));
    assert_eq!(run_match_fails(&["10@old.bin", "1"]).0, Some(2));
}

#[test]
fn another_program_plays_a_match_as_an_engine() {
    let engine = format!("{} engine --plies 2", env!("CARGO_BIN_EXE_crownhead"));
    let folder = Folder::new("engine-match");
    let path = folder.path("match.pdn");
    let arguments = ["1", &engine, "--games", "2", "--seed", "5"];
    let (table, games) = run_match_ok(&arguments, &path);
    let records = pdn::read(&games).expect("the games can be read");
    assert_eq!(records.len(), 2);
    for record in &records {
        assert!(record.game.moves().len() > 10, "{games}");
        assert_ne!(record.game.outcome(), Outcome::Open, "{games}");
        let names = [record.tag("Black"), record.tag("White")];
        assert!(names.contains(&Some(&engine)), "{names:?}");
    }
    assert!(table.contains("Video Checkers, level 1: "), "{table}");
}

#[test]
fn the_cartridge_plays_a_match_as_an_engine_in_both_games() {
    let engine = format!(
        "{} engine --cartridge --level 1",
        env!("CARGO_BIN_EXE_crownhead")
    );
    for (test, options) in [
        ("cartridge-checkers", &[][..]),
        ("cartridge-giveaway", &["--giveaway"]),
    ] {
        let arguments = ["2", &engine, "--games", "2", "--seed", "6"];
        let folder = Folder::new(test);
        let path = folder.path("match.pdn");
        let (table, games) = run_match_ok(&[&arguments, options].concat(), &path);
        assert!(table.contains("Video Checkers, level 2: "), "{table}");
        let records = pdn::read(&games).expect("the games can be read");
        assert_eq!(records.len(), 2);
        let black: Vec<_> = records.iter().map(|record| record.tag("Black")).collect();
        assert_eq!(black, [Some("Video Checkers, level 2"), Some(&*engine)]);
        for record in &records {
            let giveaway = record.game.variant() == Variant::Giveaway;
            assert_eq!(giveaway, !options.is_empty(), "{games}");
            assert!(record.game.moves().len() > 10, "{games}");
            assert_ne!(record.game.outcome(), Outcome::Open, "{games}");
        }
    }
}

/// Engines that never answer properly, each with the reason why it loses.
#[cfg(unix)]
const BAD_ENGINES: [(&str, &str); 7] = [
    ("sh -c 'exit 3'", "ended without a move (exit status: 3)"),
    (
        "sh -c 'exec >&-; sleep 5'",
        "closed its output without a move",
    ),
    ("sleep 1000", "gave no move within 1 s"),
    (
        "sh -c 'while echo thinking; do sleep 0.1; done'",
        "gave no move within 1 s",
    ),
    ("yes", "sent 1000 lines without a move"),
    ("cat /dev/zero", "sent a line of more than 4096 bytes"),
    (
        "sh -c 'while read word rest; do test $word = go && echo move 1-2; done'",
        "played no legal move: ",
    ),
];

#[cfg(unix)]
#[test]
fn a_bad_engine_loses_with_the_reason_and_status_1() {
    for (engine, reason) in BAD_ENGINES {
        let arguments = ["1", engine, "--games", "2", "--time", "1"];
        let folder = Folder::new("bad-engine");
        let (status, table, games) = run_match(&arguments, &folder.path("match.pdn"));
        assert_eq!(status, Some(1), "{engine}: {table}");
        assert_eq!(table.matches(reason).count(), 2, "{engine}: {table}");
        let records = pdn::read(&games).expect("the games can be read");
        assert_eq!(records.len(), 2, "{engine}: {games}");
        for record in records {
            let (winner, loser) = match record.game.outcome() {
                Outcome::Won(Side::Black) => ("Black", "White"),
                Outcome::Won(Side::White) => ("White", "Black"),
                other => panic!("{engine}: {other:?}"),
            };
            assert_eq!(record.tag(winner), Some("Video Checkers, level 1"));
            let comments: Vec<&String> = record.comments.values().collect();
            let expected = format!("{loser} {reason}");
            assert!(
                comments.iter().any(|text| text.starts_with(&expected)),
                "{engine}: {comments:?}"
            );
        }
    }
}
