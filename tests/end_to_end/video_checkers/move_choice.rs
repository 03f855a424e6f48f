//! Tests the computer's choice of moves, on the bare processor. The computer must choose at random
//! between equally good moves. At lower levels, it must give less weight to the values of squares.
//! It must find shots (combinations that sacrifice men to win more), and must not move a king back
//! while another move is equally good.

use super::{engine::Engine, random::Rng};
use checkers::{
    Position, Side, Variant,
    search::{Parameters, Search},
};
use std::collections::BTreeSet;

/// Returns the positions after the moves that the computer chooses in a game, for the seeds 1 to
/// `seeds`.
fn choices(engine: &mut Engine, position: &Position, game: u8, seeds: u8) -> BTreeSet<String> {
    let after = |seed| engine.think(position, game, seed).0.to_fen();
    (1..=seeds).map(after).collect()
}

/// Returns the positions after each of the best moves that the reference search finds with these
/// parameters.
fn best_choices(parameters: &Parameters, position: &Position, level: u8) -> BTreeSet<String> {
    let mut search = Search::with_parameters(parameters, position, Variant::Checkers, level);
    let after = |chosen| position.play(&chosen).to_fen();
    search.best_moves().into_iter().map(after).collect()
}

#[test]
fn each_equally_good_move_is_sometimes_played_but_no_worse_move_ever_is() {
    let (mut engine, mut rng) = (Engine::assemble(), Rng::new(4));
    let mut tied = 0;
    for _ in 0..15 {
        let position = rng.played_position();
        let expected = best_choices(&Parameters::default(), &position, 2);
        assert_eq!(
            choices(&mut engine, &position, 2, 60),
            expected,
            "{}",
            position.to_fen()
        );
        tied += usize::from(expected.len() > 1);
    }
    assert!(tied >= 3, "{tied} positions with equal moves");
}

/// Returns parameters in which the values of squares are halved `halvings` times, at every level.
fn parameters_with_halvings(halvings: u32) -> Parameters {
    Parameters {
        halvings: [halvings; 9],
        ..Parameters::default()
    }
}

#[test]
fn square_values_count_more_at_each_level_up_to_level_4() {
    let (mut engine, mut rng) = (Engine::assemble(), Rng::new(5));
    let mut best_with_full_values = [0; 6];
    for _ in 0..40 {
        let position = rng.played_position();
        for (level, count) in (1..).zip(&mut best_with_full_values) {
            let full = best_choices(&parameters_with_halvings(0), &position, level);
            let played = engine.think(&position, level, 1).0.to_fen();
            *count += usize::from(full.contains(&played));
        }
    }
    assert_eq!(best_with_full_values[3..], [40; 3]);
    assert!(
        best_with_full_values[..3].iter().all(|&count| count < 40),
        "{best_with_full_values:?}"
    );
}

#[test]
fn level_1_takes_the_king_rather_than_the_man() {
    let mut engine = Engine::assemble();
    // 15x22 captures the man on 18, 15x24 the king on 19.
    let position = Position::from_fen("B:W18,K19,32:B1,15").expect("a position");
    let king = position.parse_move("15x24").expect("is legal");
    for game in [1, 4] {
        let played = choices(&mut engine, &position, game, 40);
        assert_eq!(
            played,
            [position.play(&king).to_fen()].into(),
            "game {game}"
        );
    }
}

/// Returns the lead of the side to move: a man counts two, a king three.
fn balance(position: &Position) -> i32 {
    let value = |side| {
        let (men, kings) = position.board().men_and_kings(side);
        2 * men as i32 + 3 * kings as i32
    };
    value(position.side()) - value(position.side().other())
}

/// Returns the largest lead that the side to move can force within this many plies. The search
/// continues after them until no capture is possible. Since it is an alpha-beta search, the result
/// is exact only between `alpha` and `beta`.
fn forced_lead(position: &Position, plies: i32, mut alpha: i32, beta: i32) -> i32 {
    let moves = position.legal_moves();
    let captures = moves.first().is_some_and(|chosen| chosen.is_capture());
    if moves.is_empty() {
        return alpha.max(-100).min(beta);
    }
    if plies <= 0 && !captures {
        return balance(position);
    }
    for chosen in &moves {
        let next = position.play(chosen);
        alpha = alpha.max(-forced_lead(&next, plies - 1, -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Searches for positions in which a sacrifice is the move that wins the most within a level's
/// plies. In these positions, the computer at that level must play a move that wins at least a man.
fn check_shots(level: u8, count: usize) {
    let (mut engine, mut rng) = (Engine::assemble(), Rng::new(6));
    let plies = i32::from(level);
    let mut found = 0;
    while found < count {
        let position = rng.played_position();
        let (men, _) = position.board().men_and_kings(position.side());
        if position.must_jump() || men < 5 || balance(&position).abs() > 2 {
            continue;
        }
        let gain = |next: &Position| -forced_lead(next, plies - 1, -200, 200) - balance(&position);
        let next: Vec<Position> = position
            .legal_moves()
            .iter()
            .map(|chosen| position.play(chosen))
            .collect();
        let best_gain = next.iter().map(gain).max().unwrap_or_default();
        let is_sacrifice = |next: &Position| next.must_jump();
        let is_shot = next
            .iter()
            .any(|next| gain(next) == best_gain && is_sacrifice(next));
        if !(2..50).contains(&best_gain) || !is_shot {
            continue;
        }
        let (after, _) = engine.think(&position, level, 1 + rng.below(255) as u8);
        assert!(
            gain(&after) >= 2,
            "level {level}: {} -> {}",
            position.to_fen(),
            after.to_fen()
        );
        found += 1;
    }
}

#[test]
fn shots_within_the_search_depth_are_found() {
    for level in 3..=5 {
        check_shots(level, 5);
    }
}

#[test]
#[ignore = "full: 40 shots at each of levels 2 to 6"]
fn full_every_shot_within_the_search_depth_is_found() {
    for level in 2..=6 {
        check_shots(level, 40);
    }
}

/// Returns the positions after the computer's moves, one for each seed. `last_back` is the step
/// that would undo the computer's last king move, or `NO_STEP`.
fn replies(
    engine: &mut Engine,
    position: &Position,
    last_back: u8,
) -> impl Iterator<Item = String> {
    let after = move |seed| {
        engine.set_position(position);
        engine.ram("game")[0] = 3;
        engine.ram("random")[0] = seed;
        engine.ram("lastBack")[0] = last_back;
        engine.run("Think", "ThinkDone");
        engine.position().to_fen()
    };
    (1..=255).map(after)
}

/// Finds positions in which the side to move is ahead and moved a king two plies ago, and in which
/// moving this king back is one of several equally good moves. Without its memory of the last move,
/// the computer sometimes moves back; with this memory, it never does.
#[test]
fn a_computer_that_is_ahead_moves_no_king_back_while_another_move_is_equally_good() {
    let (mut engine, mut rng) = (Engine::assemble(), Rng::new(7));
    let mut found = 0;
    for _ in 0..1000 {
        if found == 4 {
            return;
        }
        let before = rng.kings_position(3, 2);
        let (after, _) = engine.think(&before, 3, 1 + rng.below(255) as u8);
        let last_back = engine.ram("lastBack")[0];
        let answers = after.legal_moves();
        let position = if answers.is_empty() || after.must_jump() {
            continue;
        } else {
            after.play(&answers[rng.below(answers.len())])
        };
        let best = Search::new(&position, Variant::Checkers, 3).best_moves();
        let black_pieces =
            |position: &Position| position.board().pieces(Side::Black).collect::<Vec<_>>();
        let mut after_best = best.iter().map(|chosen| position.play(chosen));
        let back = match after_best.find(|next| black_pieces(next) == black_pieces(&before)) {
            Some(back) if best.len() > 1 => back.to_fen(),
            _ => continue,
        };
        let none = engine.address("NO_STEP") as u8;
        let moves_back_without_memory =
            replies(&mut engine, &position, none).any(|next| next == back);
        assert!(moves_back_without_memory, "{}", position.to_fen());
        let mut replies_with_memory = replies(&mut engine, &position, last_back).take(40);
        assert!(
            replies_with_memory.all(|next| next != back),
            "{}",
            position.to_fen()
        );
        found += 1;
    }
    panic!("only {found} positions were found");
}
