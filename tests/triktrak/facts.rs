//! Facts of the game that a player sees, one test each. The table:
//!
//! | fact | test |
//! | --- | --- |
//! | order of numbers, closed wedges, captures, shambles, removing, refusals |
//! `vectors::the_cartridge_accepts_exactly_the_legal_wedges` |
//! | turns, second throws, lost rests, the end, in whole games |
//! `games::twenty_games_are_legal_to_their_end` |
//! | all fifteen men begin on wedge 24 | [`all_men_begin_on_their_first_wedge`] |
//! | four modes; Select is inert during a game | [`select_chooses_the_mode_between_games_only`] |
//! | who begins, by mode | [`the_mode_gives_white_to_the_person_or_to_the_computer`] |
//! | DEMO plays to the end and names the winner | [`demo_plays_a_whole_game`] |
//! | Reset starts and stops | [`reset_starts_and_stops`] |
//! | dice roll until they stop by themselves, after a press | [`dice_roll_and_stop_after_a_press`]
//! |
//! | dice, numbers and words have the color of the side in turn |
//! [`the_color_is_that_of_the_side_in_turn`] |
//! | no move: the screen blinks once, with a sound | [`a_throw_that_cannot_be_played_blinks`] |
//! | left difficulty: marks and skips, or neither | [`left_difficulty_marks_wedges_or_not`] |
//! | right difficulty: the computer plays slowly, or not | [`right_difficulty_slows_the_computer`]
//! |
//! | black-and-white palette | [`black_and_white_has_no_hue`] |
//! | chance depends on the time of the press, and repeats |
//! [`chance_depends_on_the_press_and_repeats`] |
//! | either joystick | [`either_joystick_plays`] |

use crate::{referee::throw, table::Table};
use triktrak::Position;
use vcs::input::Difficulty;

#[test]
fn all_men_begin_on_their_first_wedge() {
    assert_eq!(Table::new(1).position(), Position::default());
    assert_eq!(Table::game(1, 0).position(), Position::default());
}

#[test]
fn select_chooses_the_mode_between_games_only() {
    let mut table = Table::new(1);
    for mode in [1, 2, 3, 0, 1] {
        table.select();
        assert_eq!(table.ram("mode"), mode);
        assert_eq!(table.ram("msgLeft"), mode);
    }
    table.reset();
    table.select();
    assert_eq!(table.ram("mode"), 1, "inert during a game");
}

#[test]
fn the_mode_gives_white_to_the_person_or_to_the_computer() {
    for (mode, throws_by_itself) in [(0, false), (1, true), (2, false), (3, true)] {
        let mut table = Table::game(1, mode);
        assert_eq!(table.ram("side"), 0, "White throws first");
        table.frames(60);
        assert_eq!(table.at("nums", 0) != 0, throws_by_itself, "mode {mode}");
    }
}

#[test]
fn demo_plays_a_whole_game() {
    let mut table = Table::game(3, 3);
    table.wait("the end", |table| table.expects("WINS"));
    assert!(table.position().is_won());
    assert_eq!(
        table.ram("msgLeft"),
        table.ram("side"),
        "the winner is named"
    );
    table.frames(60);
    table.reset();
    assert_eq!(table.position(), Position::default());
}

#[test]
fn reset_starts_and_stops() {
    let mut table = Table::new(1);
    assert!(table.shows("WHITE", "RESET"));
    table.reset();
    assert!(table.shows("WHITE", "THROW"));
    table.fire();
    table.wait("a choice", |table| table.expects("MOVE"));
    table.reset();
    table.frames(2);
    assert!(table.shows("WHITE", "RESET"));
    assert_eq!(table.position(), Position::default());
}

#[test]
fn dice_roll_and_stop_after_a_press() {
    let mut table = Table::game(1, 0);
    table.frames(300);
    assert!(table.expects("THROW"), "it waits");
    table.fire();
    let mut faces = std::collections::BTreeSet::new();
    while !table.thrown() {
        faces.insert((table.at("nums", 0), table.at("nums", 1)));
        table.frames(1);
    }
    assert!(faces.len() > 5, "{faces:?}");
    let thrown = throw(&table);
    table.frames(100);
    assert_eq!(throw(&table), thrown);
}

/// The colors of a line of the picture.
fn colors(table: &Table, line: usize) -> std::collections::BTreeSet<u8> {
    table.picture().line(line).iter().copied().collect()
}

/// A line through the dice.
const DICE: usize = 44;

#[test]
fn the_color_is_that_of_the_side_in_turn() {
    let mut table = Table::game(1, 2);
    table.fire();
    table.wait("a throw", Table::thrown);
    assert!(colors(&table, DICE).contains(&0x0e));
    assert!(!colors(&table, DICE).contains(&0x00));
    table.poke("at", &[table.ram("count")]);
    table.poke("count", &[2]);
    table.wait("Black's turn", |table| table.ram("side") == 1);
    table.frames(3);
    assert!(colors(&table, DICE).contains(&0x00));
    assert!(!colors(&table, DICE).contains(&0x0e));
}

#[test]
fn a_throw_that_cannot_be_played_blinks() {
    let mut table = Table::game(1, 2);
    table.fire();
    table.wait("a throw", Table::thrown);
    let mut mine = [0; 26];
    let mut theirs = [0; 26];
    (mine[25], mine[10]) = (1, 14);
    theirs[1..=6].fill(2);
    theirs[24] = 3;
    table.set_position(&Position::new(mine, theirs).expect("a position"));
    table.wait("no move", |table| table.shows("NO", "MOVE"));
    assert!(table.sounding());
    table.frames(2);
    let bright = colors(&table, 100);
    table.frames(20);
    assert_ne!(colors(&table, 100), bright);
}

#[test]
fn left_difficulty_marks_wedges_or_not() {
    for (difficulty, marks) in [(Difficulty::B, true), (Difficulty::A, false)] {
        let mut table = Table::game(1, 0);
        table.switches(|switches| switches.left = difficulty);
        table.fire();
        table.wait("a choice", |table| !table.flagged("LEGAL").is_empty());
        assert_eq!(table.flagged("LEGAL"), [24]);
        assert_eq!(table.flagged("MARKED") == [24], marks);
    }
}

#[test]
fn right_difficulty_slows_the_computer() {
    let time = |difficulty| {
        let mut table = Table::game(1, 1);
        table.switches(|switches| switches.right = difficulty);
        table.wait("the person's turn", |table| table.ram("side") == 1)
    };
    let (quick, slow) = (time(Difficulty::A), time(Difficulty::B));
    assert!(slow >= 2 * quick, "{quick} and {slow} frames");
}

#[test]
fn black_and_white_has_no_hue() {
    let mut table = Table::game(1, 0);
    table.switches(|switches| switches.color = false);
    table.frames(3);
    for line in 40..235 {
        assert!(
            colors(&table, line).iter().all(|color| color >> 4 == 0),
            "line {line}"
        );
    }
    let lights = colors(&table, 100);
    assert!(lights.len() >= 2, "{lights:?}");
}

#[test]
fn chance_depends_on_the_press_and_repeats() {
    let dice = |wait| {
        let mut table = Table::game(1, 0);
        table.frames(wait);
        table.fire();
        table.wait("a throw", Table::thrown);
        throw(&table)
    };
    let thrown: Vec<_> = (0..20).map(dice).collect();
    assert_eq!(thrown, (0..20).map(dice).collect::<Vec<_>>());
    let different: std::collections::BTreeSet<_> = thrown.into_iter().collect();
    assert!(different.len() > 7, "{different:?}");
}

#[test]
fn either_joystick_plays() {
    for port in [0, 1] {
        let mut table = Table::game(1, 2);
        table.push_stick(port, "f");
        table.wait("a throw", Table::thrown);
    }
}
