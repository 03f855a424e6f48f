//! Tests the facts about the game in `tests/triktrak.md`, through the controllers, the picture and
//! the sound.

use super::{
    referee::current_throw,
    table::{Table, symbol},
    vectors::{game_with_stopped_dice, set_throw},
};
use std::{collections::BTreeSet, ops::Range};
use triktrak::{Position, SHAMBLES, Throw};
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
    assert_eq!(table.ram("mode"), 1, "Select does nothing during a game");
}

#[test]
fn the_mode_gives_white_to_the_person_or_to_the_computer() {
    for (mode, throws_by_itself) in [(0, false), (1, true), (2, false), (3, true)] {
        let mut table = Table::game(1, mode);
        assert_eq!(table.ram("side"), 0, "White throws first");
        table.run_frames(60);
        assert_eq!(
            table.ram_at("nums", 0) != 0,
            throws_by_itself,
            "mode {mode}"
        );
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
    table.run_frames(60);
    table.reset();
    assert_eq!(table.position(), Position::default());
}

#[test]
fn reset_starts_and_stops_a_game() {
    let mut table = Table::new(1);
    assert!(table.shows("WHITE", "RESET"));
    table.reset();
    assert!(table.shows("WHITE", "THROW"));
    table.fire();
    table.wait("a choice", |table| table.expects("MOVE"));
    table.reset();
    table.run_frames(2);
    assert!(table.shows("WHITE", "RESET"));
    assert_eq!(table.position(), Position::default());
}

#[test]
fn dice_roll_and_stop_after_a_press() {
    let mut table = Table::game(1, 0);
    table.run_frames(300);
    assert!(table.expects("THROW"), "the cartridge waits for the press");
    table.fire();
    let mut faces = BTreeSet::new();
    while !table.has_throw() {
        faces.insert((table.ram_at("nums", 0), table.ram_at("nums", 1)));
        table.run_frames(1);
    }
    assert!(faces.len() > 5, "{faces:?}");
    let thrown = current_throw(&table);
    table.run_frames(100);
    assert_eq!(current_throw(&table), thrown);
}

/// Returns the colors of a line of the picture.
fn colors(table: &Table, line: usize) -> BTreeSet<u8> {
    table.picture().line(line).iter().copied().collect()
}

/// A scanline that goes through the dice.
const DICE_LINE: usize = 44;

#[test]
fn the_color_shows_the_side_to_move() {
    let mut table = Table::game(1, 2);
    table.fire();
    table.wait("a throw", Table::has_throw);
    assert!(colors(&table, DICE_LINE).contains(&0x0e));
    assert!(!colors(&table, DICE_LINE).contains(&0x00));
    table.poke("at", &[table.ram("count")]);
    table.poke("count", &[2]);
    table.wait("Black's turn", |table| table.ram("side") == 1);
    table.run_frames(3);
    assert!(colors(&table, DICE_LINE).contains(&0x00));
    assert!(!colors(&table, DICE_LINE).contains(&0x0e));
}

#[test]
fn a_throw_that_cannot_be_played_blinks() {
    let mut table = Table::game(1, 2);
    table.fire();
    table.wait("a throw", Table::has_throw);
    let mut mine = [0; 26];
    let mut theirs = [0; 26];
    (mine[25], mine[10]) = (1, 14);
    theirs[1..=6].fill(2);
    theirs[24] = 3;
    table.set_position(&Position::new(mine, theirs).expect("a position"));
    table.wait("no move", |table| table.shows("NO", "MOVE"));
    assert!(table.is_playing_sound());
    table.run_frames(2);
    let bright = colors(&table, 100);
    table.run_frames(20);
    assert_ne!(colors(&table, 100), bright);
}

#[test]
fn left_difficulty_b_marks_the_legal_wedges() {
    for (difficulty, marks) in [(Difficulty::B, true), (Difficulty::A, false)] {
        let mut table = Table::game(1, 0);
        table.change_switches(|switches| switches.left = difficulty);
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
        table.change_switches(|switches| switches.right = difficulty);
        table.wait("the person's turn", |table| table.ram("side") == 1)
    };
    let (quick, slow) = (time(Difficulty::A), time(Difficulty::B));
    assert!(slow >= 2 * quick, "{quick} and {slow} frames");
}

#[test]
fn black_and_white_has_no_hue() {
    let mut table = Table::game(1, 0);
    table.change_switches(|switches| switches.color = false);
    table.run_frames(3);
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
fn the_dice_depend_only_on_the_frame_of_the_press() {
    let dice = |wait| {
        let mut table = Table::game(1, 0);
        table.run_frames(wait);
        table.fire();
        table.wait("a throw", Table::has_throw);
        current_throw(&table)
    };
    let thrown: Vec<_> = (0..20).map(dice).collect();
    assert_eq!(thrown, (0..20).map(dice).collect::<Vec<_>>());
    let distinct: BTreeSet<_> = thrown.into_iter().collect();
    assert!(distinct.len() > 7, "{distinct:?}");
}

#[test]
fn either_joystick_throws_the_dice() {
    for port in [0, 1] {
        let mut table = Table::game(1, 2);
        table.push_stick(port, "f");
        table.wait("a throw", Table::has_throw);
    }
}

/// The scanlines of the board's two halves.
const HALF_LINES: [Range<usize>; 2] = [59..125, 140..206];
/// The scanlines of the shambles, where captured men wait.
const SHAMBLES_LINES: Range<usize> = 125..139;
/// The scanlines that show the men that have left the board.
const REMOVED_LINES: Range<usize> = 206..220;
const WHITE: u8 = 0x0e;
const BLACK: u8 = 0x00;

/// Counts the discs of a color in the first scanline of `lines` that contains any. Returns 0 if
/// none does.
fn discs(table: &Table, lines: Range<usize>, color: u8) -> usize {
    let count_starts = |line: usize| {
        let dots = table.picture().line(line);
        let is_start = |pair: &[u8]| pair[0] != color && pair[1] == color;
        dots.windows(2).filter(|pair| is_start(pair)).count()
    };
    // Each part of the board ends with an all-black scanline, in which no disc can start.
    lines
        .map(count_starts)
        .find(|&count| count > 0)
        .unwrap_or(0)
}

/// Returns the number of men on every wedge. `occupied` lists the wedges that have men, each with
/// the number of its men.
fn men(occupied: &[(usize, u8)]) -> [u8; 26] {
    let mut men = [0; 26];
    occupied
        .iter()
        .for_each(|&(wedge, count)| men[wedge] = count);
    men
}

/// Returns a two-player game in which White has these men, and Black's men are on their starting
/// wedges.
fn game_with_white_men(mine: &[(usize, u8)]) -> Table {
    let mut table = Table::game(1, 2);
    let theirs = *Position::default().theirs();
    table.set_position(&Position::new(men(mine), theirs).expect("a position"));
    table.run_frames(2);
    table
}

#[test]
fn a_wedge_shows_up_to_three_men_and_the_number_if_there_are_more() {
    let mut pictures = BTreeSet::new();
    for men in 1..=15 {
        let table = game_with_white_men(&[(20, men), (0, 15 - men)]);
        let seen = HALF_LINES.map(|half| discs(&table, half, WHITE));
        assert_eq!(
            seen.iter().sum::<usize>(),
            usize::from(men.min(3)),
            "{men} men: {seen:?}"
        );
        let lines = HALF_LINES.into_iter().flatten();
        pictures.insert(
            lines
                .map(|line| table.picture().line(line).to_vec())
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(pictures.len(), 15, "every number looks different");
}

#[test]
fn captured_and_removed_men_lie_on_the_bars() {
    let table = game_with_white_men(&[(24, 15)]);
    assert_eq!(
        [SHAMBLES_LINES, REMOVED_LINES].map(|lines| discs(&table, lines, WHITE)),
        [0, 0]
    );
    let table = game_with_white_men(&[(SHAMBLES, 2), (24, 13)]);
    assert_eq!(
        [SHAMBLES_LINES, REMOVED_LINES].map(|lines| discs(&table, lines, WHITE)),
        [2, 0]
    );
    let table = game_with_white_men(&[(0, 1), (3, 14)]);
    assert_eq!(
        [SHAMBLES_LINES, REMOVED_LINES].map(|lines| discs(&table, lines, WHITE)),
        [0, 1]
    );
}

#[test]
fn black_men_run_the_other_way() {
    let mut table = game_with_white_men(&[(24, 15)]);
    let start = Position::default();
    table.poke("side", &[1]);
    table.run_frames(2);
    assert_eq!(table.position(), start, "each side sees its own wedges");
    let discs_per_half = |color| HALF_LINES.map(|half| discs(&table, half, color));
    assert_eq!(discs_per_half(WHITE), [0, 3]);
    assert_eq!(discs_per_half(BLACK), [0, 3]);
    let [_, lower] = HALF_LINES;
    let white = |line: usize| {
        table
            .picture()
            .line(line)
            .iter()
            .position(|&dot| dot == WHITE)
    };
    let leftmost = lower.filter_map(white).min().expect("white men");
    assert!(
        leftmost > 80,
        "White's first wedge is on the right: {leftmost}"
    );
}

/// Returns a two-player game with these men, just after the given throw.
fn game_after_throw(mine: &[(usize, u8)], theirs: &[(usize, u8)], dice: [u8; 2]) -> Table {
    let mut table = game_with_stopped_dice();
    let position = Position::new(men(mine), men(theirs)).expect("a position");
    table.set_position(&position);
    set_throw(&mut table, Throw::new(dice[0], dice[1]).expect("dice"), 0);
    table.wait_for_choice();
    table
}

/// Chooses a wedge. Returns the sound that the cartridge then plays, as an offset in the sound
/// table.
fn sound_after_choice(table: &mut Table, wedge: u8) -> u16 {
    table.poke("cursor", &[wedge]);
    let at = table.ram("at");
    table.fire();
    table.wait("a man moves", |table| table.ram("at") != at);
    table.wait("a sound", Table::is_playing_sound);
    let sounds = ["S_CLICK", "S_CAPTURE", "S_ROLL", "S_REFUSED", "S_WIN"].map(symbol);
    let playing = u16::from(table.ram("soundAt"));
    *sounds
        .iter()
        .rfind(|&&sound| sound < playing)
        .expect("a sound")
}

#[test]
fn a_move_a_capture_and_a_win_have_their_sounds() {
    let start = [(24, 15)];
    let mut table = game_after_throw(&start, &start, [3, 5]);
    assert_eq!(sound_after_choice(&mut table, 24), symbol("S_CLICK"));
    // White's wedge 21 is Black's 4.
    let mut table = game_after_throw(&start, &[(24, 14), (4, 1)], [3, 5]);
    assert_eq!(sound_after_choice(&mut table, 24), symbol("S_CAPTURE"));
    let mut table = game_after_throw(&[(0, 14), (2, 1)], &start, [3, 5]);
    sound_after_choice(&mut table, 2);
    table.wait("the win", |table| table.shows("WHITE", "WINS"));
    let winning = |table: &Table| u16::from(table.ram("soundAt")) > symbol("S_WIN");
    assert!(table.wait("its sound", winning) < 30);
}

#[test]
fn the_dice_are_heard_while_they_roll() {
    let mut table = Table::game(1, 0);
    assert!(!table.is_playing_sound());
    table.fire();
    let frames = table.wait("a sound", Table::is_playing_sound);
    assert!(frames < 10);
    assert!(!table.has_throw());
}

#[test]
fn the_next_number_is_marked_and_played_ones_vanish() {
    let start = [(24, 15)];
    let mut table = game_after_throw(&start, &start, [3, 5]);
    let dots = |table: &Table| {
        let white = |line: usize| {
            table
                .picture()
                .line(line)
                .iter()
                .filter(|&&dot| dot == WHITE)
                .count()
        };
        (36..52).map(white).sum::<usize>()
    };
    let box_at = |table: &Table| {
        let line = table.picture().line(DICE_LINE);
        let is_box = |&dot: &u8| dot != WHITE && dot != line[0];
        line.iter().position(is_box).expect("the box")
    };
    let (before, first) = (dots(&table), box_at(&table));
    sound_after_choice(&mut table, 24);
    table.wait_for_choice();
    assert!(box_at(&table) > first, "the box is at the second number");
    assert!(dots(&table) < before, "the first number is gone");
}
