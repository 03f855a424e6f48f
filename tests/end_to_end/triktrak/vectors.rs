//! Writes the positions of `tests/data/triktrak` to the cartridge's RAM. The player chooses the
//! wedge (a "point" in backgammon) from which to move a man. The cartridge must accept a choice
//! only if the move is legal, and each legal move must lead to the right position.

use super::table::{Table, symbol};
use crate::repository;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};
use triktrak::{Position, SHAMBLES, Throw};
use vcs::input::Difficulty;

fn men(value: &Value) -> [u8; 26] {
    let counts: Vec<u8> = serde_json::from_value(value.clone()).expect("counts of men");
    counts.try_into().expect("26 of them")
}

fn position(value: &Value) -> Position {
    Position::new(men(&value["mine"]), men(&value["theirs"])).expect("a position")
}

/// Returns a two-player game whose dice have just stopped, so that the throw can still be changed.
pub(crate) fn game_with_stopped_dice() -> Table {
    let mut table = Table::game(1, 2);
    table.wait("THROW", |table| table.expects("THROW"));
    table.fire();
    table.wait("a throw", Table::has_throw);
    assert!(table.expects("ROLLS"));
    table
}

/// Sets the throw, and marks its first `played` numbers as already played.
pub(crate) fn set_throw(table: &mut Table, throw: Throw, played: u8) {
    let numbers = throw.numbers();
    let mut distinct = [0; 4];
    match numbers.len() {
        2 => distinct[..2].copy_from_slice(&numbers),
        count => (0..count / 2).for_each(|pair| distinct[pair] = numbers[2 * pair]),
    }
    table.poke("nums", &distinct);
    table.poke("count", &[numbers.len() as u8]);
    table.poke("at", &[played]);
}

/// Waits until the cartridge has played a number; returns the position.
fn position_after_move(table: &mut Table, played: u8) -> Position {
    table.wait("the man moves", |table| table.ram("at") == played + 1);
    table.position()
}

/// Chooses a wedge from which no move is legal. The cartridge must show the right reason, and the
/// position must not change.
fn check_refused_choice(waiting: &Table, wedge: u8, start: &Position, numbers: &[u8]) {
    let mut table = waiting.clone();
    table.poke("cursor", &[wedge]);
    table.fire();
    let step = start.step(wedge.into(), numbers[0]);
    let right = match step {
        None => symbol("W_WAY") as u8,
        Some(after) => symbol("W_DIGIT") as u8 + numbers[1 + after.max_playable(&numbers[1..])],
    };
    table.wait("the choice is refused", |table| !table.expects("MOVE"));
    let left = if step.is_none() { "W_NO" } else { "W_LATER" };
    assert_eq!(
        table.ram("msgRight"),
        right,
        "{wedge} of {start:?}, {numbers:?}"
    );
    assert_eq!(table.ram("msgLeft"), symbol(left) as u8);
    assert!(table.is_playing_sound());
    table.wait("the wedges again", |table| {
        !table.flagged("LEGAL").is_empty()
    });
    assert_eq!(table.position(), *start);
}

fn check_case(game: &Table, case: &Value) {
    let start = position(case);
    let numbers: Vec<u8> = serde_json::from_value(case["numbers"].clone()).expect("numbers");
    let dice: [u8; 2] = serde_json::from_value(case["throw"].clone()).expect("dice");
    let throw = Throw::new(dice[0], dice[1]).expect("two dice");
    let played = (throw.numbers().len() - numbers.len()) as u8;
    let legal = case["legal"].as_object().expect("the legal choices");
    let mut table = game.clone();
    table.set_position(&start);
    set_throw(&mut table, throw, played);
    if legal.is_empty() {
        table.wait("NO MOVE", |table| table.shows("NO", "MOVE"));
        return assert_eq!((table.position(), table.ram("at")), (start, played));
    }
    if let Some(only) = legal.get(&SHAMBLES.to_string()) {
        return assert_eq!(
            position_after_move(&mut table, played),
            position(only),
            "{case}"
        );
    }
    table.wait_for_choice();
    let accepted = table.flagged("LEGAL");
    let expected = legal.keys().map(|wedge| wedge.parse().expect("a number"));
    assert_eq!(accepted, sorted(expected), "{case}");
    assert_eq!(table.flagged("MARKED"), accepted);
    for &wedge in &accepted {
        let mut choosing = table.clone();
        choosing.poke("cursor", &[wedge]);
        choosing.fire();
        assert_eq!(
            position_after_move(&mut choosing, played),
            position(&legal[&wedge.to_string()]),
            "{case}"
        );
    }
    table.change_switches(|switches| switches.left = Difficulty::A);
    let occupied = (1..=24).filter(|&wedge| start.mine()[usize::from(wedge)] > 0);
    for wedge in occupied.filter(|wedge| !accepted.contains(wedge)) {
        check_refused_choice(&table, wedge, &start, &numbers);
    }
}

fn sorted(wedges: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut wedges: Vec<u8> = wedges.collect();
    wedges.sort_unstable();
    wedges
}

/// Checks every `every`th line of a file; returns the total number of lines.
fn check_file(path: &Path, every: usize) -> usize {
    let game = game_with_stopped_dice();
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    let mut count = 0;
    for line in lines {
        let case = serde_json::from_str(&line.expect("a line")).expect("JSON");
        if count % every == 0 {
            check_case(&game, &case);
        }
        count += 1;
    }
    count
}

#[test]
fn the_cartridge_accepts_exactly_the_legal_wedges() {
    let data = repository().join("tests/data/triktrak");
    assert_eq!(check_file(&data.join("choices.jsonl.gz"), 1), 3000);
    let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") else {
        return;
    };
    let Ok(files) = PathBuf::from(extra).join("triktrak").read_dir() else {
        return;
    };
    for file in files {
        let path = file.expect("a file").path();
        if path.to_string_lossy().ends_with(".jsonl.gz") {
            assert!(check_file(&path, 1) > 0, "{} is empty", path.display());
        }
    }
}
