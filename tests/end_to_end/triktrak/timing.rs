//! Tests that frames have 262 lines in positions in which the program thinks longest: those with
//! many men, few of which can move.

use super::{
    table::{Table, symbol},
    vectors::{game_with_stopped_dice, set_throw},
};
use triktrak::{Position, Rng, SHAMBLES, Throw};

/// Returns a random position in which closed wedges stop many men from moving by `number`. A closed
/// wedge has two of the opponent's men on it, so there are at most seven.
fn crowded_position(rng: &mut Rng, number: usize) -> Position {
    let (mut mine, mut theirs) = ([0; 26], [0; 26]);
    let (mut my_men, mut their_men) = (15, 15);
    let blocks = 3 + rng.below(5);
    for _ in 0..blocks {
        let wedge = 1 + rng.below(24 - number);
        let blocked = wedge + number;
        if mine[wedge] + mine[blocked] + theirs[25 - wedge] + theirs[25 - blocked] == 0 {
            theirs[25 - wedge] = 2;
            mine[blocked] = 1;
            my_men -= 1;
            their_men -= 2;
        }
    }
    // The opponent's other men are on the shambles, on closed wedges, or off the board.
    while their_men > 0 {
        let wedge = rng.below(26);
        if wedge == 0 || wedge == SHAMBLES || theirs[wedge] > 1 {
            theirs[wedge] += 1;
            their_men -= 1;
        }
    }
    // Most other men of the side to move are also stopped, or cannot leave the board; a few can
    // move.
    while my_men > 0 {
        let wedge = rng.below(25);
        let stuck = wedge <= number || mine[wedge] > 0;
        if wedge == 0 || theirs[25 - wedge] == 0 && (stuck || rng.below(8) == 0) {
            mine[wedge] += 1;
            my_men -= 1;
        }
    }
    Position::new(mine, theirs).expect("a position of the game")
}

/// Returns a copy of `game` with a crowded position and a random throw. The dice of `game` must
/// have just stopped.
fn crowded_copy(game: &Table, rng: &mut Rng) -> Table {
    let throws: Vec<Throw> = Throw::all().collect();
    let throw = throws[rng.below(throws.len())];
    let mut table = game.clone();
    let number = throw.numbers()[rng.below(throw.numbers().len())];
    table.set_position(&crowded_position(rng, number.into()));
    set_throw(&mut table, throw, 0);
    table
}

fn check_frame_lengths(throws: usize) {
    let mut rng = Rng::new(6);
    let two_player_game = game_with_stopped_dice().without_drawing();
    // Until the dice stopped, this was a game of two players. In this copy, the computer plays both
    // sides.
    let mut demo_game = two_player_game.clone();
    demo_game.poke("mode", &[symbol("MODE_DEMO") as u8]);
    let throw_is_over = |table: &Table| {
        ["THROW", "ROLLS", "WINS"]
            .iter()
            .any(|word| table.expects(word))
    };
    for _ in 0..throws {
        let mut table = crowded_copy(&two_player_game, &mut rng);
        table.wait("the computer to think", |table| !throw_is_over(table));
        while !throw_is_over(&table) {
            let legal = table.flagged("LEGAL");
            if !legal.is_empty() && table.expects("MOVE") {
                table.poke("cursor", &[legal[rng.below(legal.len())]]);
                table.run_frames(rng.below(3));
                table.fire();
            }
            table.run_frames(1);
        }
        let mut table = crowded_copy(&demo_game, &mut rng);
        table.wait("the computer to think", |table| !throw_is_over(table));
        table.wait("the next turn", throw_is_over);
    }
}

#[test]
fn frames_have_262_lines_in_crowded_positions() {
    check_frame_lengths(1000);
}

#[test]
#[ignore = "full: 40,000 throws, about five minutes on one core"]
fn full_frames_have_262_lines_in_40000_crowded_positions() {
    check_frame_lengths(20_000);
}
