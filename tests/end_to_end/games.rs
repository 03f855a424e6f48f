//! Whole games on the bundled cartridge, played through its joysticks and switches; the
//! `checkers` crate is the judge.

use checkers::{Move, Side, pdn};
use frontend::robot::Robot;
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use vcs::{PowerOn, PowerOnState};

/// A game of 33 moves with multiple jumps and crowned men of both sides, made by chance.
const TWO_PLAYERS: &str = include_str!("../data/two-players.pdn");

fn robot(seed: u64) -> Robot {
    let state = PowerOnState::Random;
    Robot::bundled(PowerOn { state, seed }).expect("the bundled cartridge comes up")
}

/// Plays the game of two players by joystick, and compares every position.
fn play_for_two() -> Robot {
    let script = &pdn::read(TWO_PLAYERS).expect("the game reads")[0].game;
    assert!(script.moves().len() >= 60);
    let mut robot = robot(1);
    robot.select_game(10).expect("Select reaches game 10");
    robot.new_game(Side::Black).expect("Reset begins a game");
    for (ply, chosen) in script.moves().iter().enumerate() {
        robot
            .play(chosen)
            .unwrap_or_else(|fault| panic!("ply {ply}: {fault}"));
        assert_eq!(
            robot.glance().position,
            script.positions()[ply + 1],
            "ply {ply}"
        );
    }
    assert_eq!(robot.game().moves(), script.moves());
    assert_eq!(robot.game().outcome(), script.outcome());
    robot
}

#[test]
fn two_players_play_a_whole_game_by_joystick() {
    play_for_two();
}

#[test]
#[ignore = "frames are too long where the turn changes"]
fn broken_every_frame_of_a_game_has_262_lines() {
    assert_eq!(play_for_two().odd_frame(), None);
}

/// Plays a script in the terminal; gives the transcript. Games go to `record`.
fn play_in_terminal(arguments: &[&str], script: &str, record: &Path) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .arg("checkers")
        .args(arguments)
        .arg("--record")
        .arg(record)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("crownhead starts");
    let mut input = program.stdin.take().expect("standard input is a pipe");
    input
        .write_all(script.as_bytes())
        .expect("the script is taken");
    drop(input);
    let output = program.wait_with_output().expect("crownhead ends");
    let text = String::from_utf8(output.stdout).expect("the transcript is UTF-8");
    assert!(output.status.success(), "{text}");
    text
}

/// A name in a fresh folder for the test of that name.
fn record_of(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("crownhead-{test}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    folder.join("gamerec.txt")
}

#[test]
fn the_terminal_plays_and_records_the_same_game() {
    let script = &pdn::read(TWO_PLAYERS).expect("the game reads")[0].game;
    let lines: Vec<String> = script.moves().iter().map(Move::to_string).collect();
    let path = record_of("terminal");
    std::fs::write(&path, "[Event \"An old game\"]\n\n1. 11-15 *\n").expect("a file");
    let text = play_in_terminal(&["--two"], &lines.join("\n"), &path);
    assert!(text.contains("wins (0-1, White-Black)"), "{text}");
    let kept = std::fs::read_to_string(&path).expect("the record is there");
    let records = pdn::read(&kept).expect("the record reads");
    assert_eq!(records.len(), 2, "{kept}");
    assert_eq!(records[0].tag("Event"), Some("An old game"));
    assert_eq!(records[1].game.moves(), script.moves());
    assert_eq!(records[1].game.outcome(), script.outcome());
}

#[test]
fn the_terminal_refuses_with_the_reason_and_asks_again() {
    let script =
        "11-19\n22-18\nmoves\nxyzzy\nlevel 12\nback\n11-15\nhelp\nfen\n22-18\n11-16\nquit\n9-13\n";
    let text = play_in_terminal(
        &["--two", "--pieces", "stars"],
        script,
        &record_of("refusals"),
    );
    for expected in [
        "Black> 11-19\nthe piece on 11 cannot reach 19; it can play 11-15, 11-16\n",
        "Black> 22-18\nthe piece on 22 is not yours\n",
        "Black> moves\n9-13, 9-14, 10-14, 10-15, 11-15, 11-16, 12-16\n",
        "Black> xyzzy\nxyzzy? Type help for what can be said here.\n",
        "Black> level 12\nlevel takes a number from 1 to 9\n",
        "Black> back\nThere is no move of yours to take back.\n",
        "White> fen\nW:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12,15\n",
        "Black> 11-16\nthere is no piece on 11\n",
        "* man, ** king: black, moves first, from 1-12; red on the cartridge's screen\n",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in {text}");
    }
    assert!(text.ends_with("Black> quit\n"), "{text}");
}

#[test]
fn damaged_books_are_told_by_line_and_column() {
    let path = record_of("damaged");
    let book = path.with_file_name("book.pdn");
    std::fs::write(&book, "[Event \"1\"]\n\n1. 11-15 22-18\n2. 15x23 *\n").expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .args(["checkers", "--no-record", "--book"])
        .arg(&book)
        .stdin(Stdio::null())
        .output()
        .expect("crownhead starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(
        error.contains("line 4, column 4: expected a legal move of Black"),
        "{error}"
    );
}
