//! Compares the search with a plain negamax, and tests properties of the evaluation.

use super::*;
use crate::{game::Game, square::Side};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).expect("the position is well formed")
}

/// Computes a value by plain negamax, without alpha-beta or killer moves.
fn plain_negamax(search: &Search, at: &Position, node: Node) -> u8 {
    let moves = at.legal_moves();
    let can_capture = moves.first().is_some_and(Move::is_capture);
    let one_more_ply = search.evaluation.is_giveaway() && node.jumped_once && node.plies == 0;
    if node.entry == MAX_ENTRIES || node.plies <= 0 && !can_capture && !one_more_ply {
        return search.evaluation.value(at);
    }
    let values = moves
        .iter()
        .map(|chosen| !plain_negamax(search, &at.play(chosen), node.child(chosen)));
    values
        .max()
        .unwrap_or_else(|| search.evaluation.value_without_moves(node.entry))
}

#[test]
fn alpha_beta_finds_the_value_of_the_plain_search() {
    let mut random = 5_usize;
    for variant in [Variant::Checkers, Variant::Giveaway] {
        let mut game = Game::new(variant);
        for ply in 0..60 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            let level = 1 + (ply % 5) as u8;
            let mut search = Search::new(game.position(), variant, level);
            let expected = plain_negamax(&search, game.position(), Node::root(i32::from(level)));
            assert_eq!(
                search.best_value(),
                Some(expected),
                "{}",
                game.position().to_fen()
            );
            random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            game.play(moves[(random >> 16) % moves.len()]);
        }
    }
}

#[test]
fn a_shot_within_the_search_depth_is_found() {
    // 15-19 loses a man to 24x15, and captures two with 11x18x25.
    let position = position("B:W22,24,32:B8,11,15");
    let shot = position.parse_move("15-19").expect("is legal");
    let mut search = Search::new(&position, Variant::Checkers, 2);
    assert!(
        search.is_worth_at_least(&shot, 128 + 12),
        "{}",
        search.value_of(&shot)
    );
    assert!(search.best_value() >= Some(search.value_of(&shot)));
}

#[test]
fn a_capture_that_runs_past_the_last_entry_is_cut_short() {
    let position = position("W:WK4:B6,7,8,14,15,16,22,23,24");
    let long = position
        .legal_moves()
        .into_iter()
        .find(|m| m.landings().len() == 9);
    let cut = position.play_jumps(&long.expect("there is one"), 4);
    assert_eq!(cut.board().men_and_kings(Side::Black), (5, 0));
    assert_eq!(cut.side(), Side::Black);
}

#[test]
fn exchanging_the_sides_does_not_change_the_value() {
    let black = position("B:W21,22,K12,30:B1,5,9,K28");
    let white = position("W:B12,11,K21,3:W32,28,24,K5");
    for level in 1..=6 {
        let value = |at: &Position| Search::new(at, Variant::Checkers, level).best_value();
        assert_eq!(value(&black), value(&white), "level {level}");
    }
}

/// Returns the difference in static value between the position `at` and the root position.
fn gain(parameters: &Parameters, variant: Variant, root: &str, at: &str) -> i32 {
    let root = position(root);
    let search = Search::with_parameters(parameters, &root, variant, 4);
    let value = |at: &Position| i32::from(search.evaluation.value(at));
    value(&position(at)) - value(&root)
}

#[test]
fn a_king_is_worth_half_a_man_more_than_a_man_in_checkers_but_not_in_giveaway() {
    let [man, king] = ["B:W22,24:B5,10", "B:W22,24:B5,K10"];
    let parameters = Parameters::material();
    assert_eq!(gain(&parameters, Variant::Checkers, man, king), 8);
    assert_eq!(gain(&parameters, Variant::Giveaway, man, king), 0);
}

#[test]
fn a_trade_favors_the_side_ahead_in_checkers_and_neither_side_in_giveaway() {
    let parameters = Parameters {
        man_places: [0; 32],
        giveaway_places: [6; 32],
        ..Parameters::default()
    };
    let [black_behind, traded] = ["B:W21,22,23:B5,10", "B:W21,22:B5"];
    assert!(gain(&parameters, Variant::Checkers, black_behind, traded) < 0);
    assert_eq!(
        gain(&parameters, Variant::Giveaway, black_behind, traded),
        0
    );
}

#[test]
fn in_giveaway_pieces_count_against_their_side_and_the_side_to_move_gets_a_bonus() {
    let parameters = Parameters::default();
    let [edge, middle] = ["B:W21,22:B10,12", "B:W21,22:B10,11"];
    assert!(gain(&parameters, Variant::Giveaway, edge, middle) > 0);
    let [two_men, one_man] = ["B:W21,22:B10,11", "B:W21,22:B10"];
    assert!(gain(&parameters, Variant::Giveaway, two_men, one_man) > 0);
    let even = position("B:W22,23:B10,11");
    let search = Search::with_parameters(&parameters, &even, Variant::Giveaway, 4);
    let tempo = i32::from(search.evaluation.value(&even)) - 127;
    assert_eq!(tempo, parameters.tempo);
}

#[test]
fn in_giveaway_a_line_that_ends_in_a_single_jump_is_searched_one_ply_deeper() {
    let at = position("B:W31:B11,12");
    for variant in [Variant::Checkers, Variant::Giveaway] {
        let search = Search::new(&at, variant, 1);
        let is_leaf = |plies, jumped_once| {
            let entry = 1;
            search.is_leaf(
                &at,
                Node {
                    plies,
                    entry,
                    jumped_once,
                },
            )
        };
        assert!(is_leaf(0, false) && is_leaf(-1, true));
        assert_eq!(is_leaf(0, true), variant == Variant::Checkers);
    }
    let jumped_once = |fen, text| {
        let position = position(fen);
        let chosen = position.parse_move(text).expect("a legal move");
        Node::root(1).child(&chosen).jumped_once
    };
    assert!(jumped_once("B:W14:B9", "9x18"));
    assert!(!jumped_once("B:W14,23:B9", "9x18x27") && !jumped_once("B:W31:B9", "9-13"));
}
