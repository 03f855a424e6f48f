//! Tests writing and reading whole games, and reading damaged texts.

use checkers::{
    CheckersError, Game, Move, MoveStyle, Outcome, Position, Variant,
    pdn::{self, Record},
};
use fastrand::Rng;

/// Positions with many long captures. In the last two, the short forms of some captures are
/// ambiguous.
const SET_UPS: [&str; 4] = [
    "B:WK10,K11,K18,K19,22,27:BK1,K2,K3,K29,K30,7",
    "W:W21,22,23,30,31,K32:B1,2,3,9,10,K5",
    "B:W6,7,14,15,24,32:BK2,3",
    "B:W7,8,15,16,23:BK3,1",
];

const COMMENTS: [&str; 4] = [
    "forced",
    "a comment with enough words that the line with it must be wrapped somewhere in the middle",
    "umlauts: äöü; quotes \" and \\ and (round) [square] brackets, * and 1-0",
    "$5",
];

fn pick<'a, T>(random: &mut Rng, items: &'a [T]) -> &'a T {
    &items[random.usize(..items.len())]
}

/// Plays a random game, or the beginning of one, and comments on some moves.
fn random_record(random: &mut Rng, number: usize) -> Record {
    let variant = *pick(random, &[Variant::Checkers, Variant::Giveaway]);
    let mut game = match number % 5 {
        0 => {
            let fen = pick(random, &SET_UPS);
            let position = Position::from_fen(fen).expect("a valid FEN");
            Game::from_position(variant, position)
        }
        _ => Game::new(variant),
    };
    let plies = 1 + random.usize(..150);
    while game.moves().len() < plies && game.outcome() == Outcome::Open {
        let moves = game.position().legal_moves();
        game.play(*pick(random, &moves));
    }
    if game.outcome() == Outcome::Open && random.usize(..3) == 0 {
        game.end(Outcome::Draw);
    }
    let mut record = Record::new(game);
    record.set_tag(
        "Event",
        &format!("Game \"{number}\" \\ {}", random.usize(..10)),
    );
    for ply in 0..=record.game.moves().len() {
        if random.usize(..6) == 0 {
            let comment = pick(random, &COMMENTS).to_string();
            record.comments.insert(ply, comment);
        }
    }
    record
}

fn is_ambiguous(position: &Position, chosen: &Move) -> bool {
    let ends = |m: &Move| (m.from(), m.to());
    let moves = position.legal_moves();
    moves.iter().filter(|m| ends(m) == ends(chosen)).count() > 1
}

#[test]
fn a_thousand_games_are_unchanged_after_writing_and_reading() {
    let mut random = Rng::with_seed(1);
    let (mut multiple_captures, mut ambiguous_captures) = (0, 0);
    for style in [MoveStyle::Short, MoveStyle::Long] {
        let records: Vec<Record> = (0..500).map(|n| random_record(&mut random, n)).collect();
        let texts: Vec<String> = records.iter().map(|r| r.to_pdn(style)).collect();
        let text = texts.join("\n");
        let reread = pdn::read(&text).expect("the written text is valid");
        assert_eq!(reread, records);
        let written: Vec<String> = reread.iter().map(|r| r.to_pdn(style)).collect();
        assert_eq!(written, texts);
        for game in reread.iter().map(|record| &record.game) {
            let played = game.positions().iter().zip(game.moves());
            multiple_captures += game
                .moves()
                .iter()
                .filter(|m| m.landings().len() > 1)
                .count();
            ambiguous_captures += played.filter(|(p, m)| is_ambiguous(p, m)).count();
        }
    }
    assert!(
        multiple_captures > 1000,
        "{multiple_captures} multiple captures"
    );
    assert!(
        ambiguous_captures > 100,
        "{ambiguous_captures} ambiguous captures"
    );
}

/// Changes a text up to six times: removes, overwrites or inserts a character, cuts off the end, or
/// moves the beginning to the end.
fn mutate(random: &mut Rng, text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..1 + random.usize(..6) {
        let index = random.usize(..characters.len().max(1));
        let inserted = *pick(
            random,
            &[
                '"', '[', ']', '{', '}', '(', ')', ';', '%', '$', '\\', '\n', '-', 'x', ':', ',',
                'K', 'B', '0', '9', '*', '.', '\0', '\u{301}', '€', '𝄞',
            ],
        );
        match random.usize(..5) {
            0 if index < characters.len() => drop(characters.remove(index)),
            1 => characters.truncate(index),
            2 if index < characters.len() => characters[index] = inserted,
            3 => characters.rotate_left(index),
            _ => characters.insert(index, inserted),
        }
    }
    characters.into_iter().collect()
}

/// Checks that an error's line and column lie inside the text or just after its end.
fn check_location(text: &str, error: &CheckersError) {
    let CheckersError::Syntax { line, column, .. } = error else {
        panic!("{error:?} has no line and column in {text:?}");
    };
    let lines: Vec<&str> = text.split('\n').collect();
    assert!((1..=lines.len()).contains(line), "{error} in {text:?}");
    let width = lines[line - 1].chars().count();
    assert!((1..=width + 1).contains(column), "{error} in {text:?}");
}

/// Reads mutated texts. Each must either be accepted, or be rejected with a line and column inside
/// the text. Returns the number of rejected texts.
fn read_mutations(count: usize) -> usize {
    let mut random = Rng::with_seed(2);
    let mut failed = 0;
    for number in 0..count {
        let record = random_record(&mut random, number % 50);
        let game_text = mutate(&mut random, &record.to_pdn(MoveStyle::Short));
        let fen = mutate(&mut random, &record.game.position().to_fen());
        let errors = pdn::Records::new(&game_text).filter_map(Result::err);
        let errors: Vec<CheckersError> = errors.collect();
        errors
            .iter()
            .for_each(|error| check_location(&game_text, error));
        let fen_error = Position::from_fen(&fen).err();
        fen_error
            .iter()
            .for_each(|error| check_location(&fen, error));
        failed += usize::from(!errors.is_empty()) + usize::from(fen_error.is_some());
    }
    failed
}

#[test]
fn mutated_texts_are_read_or_fail_with_line_and_column() {
    let failed = read_mutations(2_000);
    assert!(
        failed > 1_000,
        "only {failed} of 4,000 mutations were noticed"
    );
}

#[test]
#[ignore = "full count: 100,000 mutated game records and as many FEN texts"]
fn full_mutated_texts_are_read_or_fail_with_line_and_column() {
    read_mutations(100_000);
}
