//! Tests that another program, pydraughts from the Python Package Index, reads this crate's
//! records.

use checkers::{
    Game, MoveStyle, Outcome, Position, Variant,
    pdn::{Record, result_text},
};
use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use support::Start;

/// A Python program that prints the last position, the result and the number of moves of each game.
const READER: &str = r#"
import sys
from draughts.PDN import PDNReader
from draughts import Board, Move
for game in PDNReader(pdn_text=sys.stdin.read()).games:
    board = Board(variant="english", fen=game.tags.get("FEN", "startpos"))
    for text in game.moves:
        board.push(Move(board, pdn_move=text))
    print(board.fen, game.game_ending, len(game.moves))
"#;

/// Returns a random game.
fn random_game(mut random: u32) -> Record {
    let mut game = Game::new(Variant::Checkers);
    while game.outcome() == Outcome::Open {
        let moves = game.position().legal_moves();
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        game.play(moves[(random >> 16) as usize % moves.len()]);
    }
    let mut record = Record::new(game);
    record.set_tag("Event", "Peer");
    record.comments.insert(3, "a comment, 9-14".to_string());
    record
}

/// Returns the path of the Python interpreter in the repository's `target/python`. If there is
/// none, returns the path of the system's interpreter.
fn python() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python");
    let mut programs = ["bin/python3", "Scripts/python.exe"]
        .map(|name| folder.join(name))
        .into_iter();
    programs
        .find(|program| program.exists())
        .unwrap_or("python3".into())
}

/// Returns true if pydraughts is installed for Python. If it is not, marks the test as ignored.
fn has_pydraughts() -> bool {
    let found = Command::new(python())
        .args(["-c", "import draughts"])
        .output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        support::ignore("pydraughts is missing; the README's test command installs it");
    }
    found
}

fn read_by_pydraughts(text: &str) -> String {
    let mut python = Command::new(python())
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .start();
    let mut input = python.stdin();
    // Writing fails if Python has stopped early; its exit status then shows the error.
    let _ = input.write_all(text.as_bytes());
    drop(input);
    let output = python.output();
    assert!(output.status.success(), "{}", output.status);
    String::from_utf8(output.stdout).expect("positions are ASCII")
}

#[test]
fn pydraughts_reads_the_same_positions_and_results() {
    if !has_pydraughts() {
        return;
    }
    for style in [MoveStyle::Short, MoveStyle::Long] {
        let records: Vec<Record> = (0..5).map(random_game).collect();
        let texts: Vec<String> = records.iter().map(|r| r.to_pdn(style)).collect();
        let output = read_by_pydraughts(&texts.join("\n"));
        assert_eq!(output.lines().count(), records.len());
        for (line, record) in output.lines().zip(&records) {
            let (fen, rest) = line.split_once(' ').expect("a position and more");
            let game = &record.game;
            assert_eq!(Position::from_fen(fen).as_ref(), Ok(game.position()));
            let result = result_text(game.outcome());
            assert_eq!(
                rest,
                format!("{result} {}", game.moves().len()),
                "{style:?}"
            );
        }
    }
}
