//! Tests that the reader accepts the forms of records found in books, and that errors have the
//! right line and column.

use super::*;
use crate::{notation::MoveStyle, square::Side};

fn message(text: &str) -> String {
    read(text).expect_err("the PDN is not valid").to_string()
}

#[test]
fn an_empty_comment_is_ignored() {
    let read = read("1. 9-13 {a} {} ; \n 22-18 { } *").expect("one game");
    let comments: Vec<(&usize, &String)> = read[0].comments.iter().collect();
    assert_eq!(comments, [(&1, &"a".to_string())]);
}

#[test]
fn a_game_is_read_as_books_print_it() {
    let text = "%escaped\n[Event \"A \\\"quoted\\\" match\"]\n[Result \"1-0\"]\n\n\
        {before} 1. 11-15! 23-19 ; to the line's end\n2. 8-11 $3 22-17 (22-18 {in (} (x)) \n\
        3.11-16* 24-20 4... 16x23 27x11 ( ; )\n ) 7x16 20x11 1-0";
    let records = read(text).expect("the PDN is valid");
    let record = &records[0];
    assert_eq!(record.tag("Event"), Some("A \"quoted\" match"));
    assert_eq!(record.game.moves().len(), 10);
    assert_eq!(record.game.outcome(), Outcome::Won(Side::White));
    assert_eq!(record.comments[&0], "before");
    assert_eq!(record.comments[&2], "to the line's end");
}

#[test]
fn several_games_are_read_with_and_without_results() {
    let text = "1. 11-15 *\n[Event \"2\"]\n[Result \"1/2-1/2\"]\n1. 9-13\n\
        [Event \"3\"]\n[FEN \"W:W18:BK5\"]\n[Variant \"giveaway\"]\n1... 18-14";
    let records = read(text).expect("the PDN is valid");
    let outcomes: Vec<Outcome> = records.iter().map(|r| r.game.outcome()).collect();
    assert_eq!(outcomes, [Outcome::Open, Outcome::Draw, Outcome::Open]);
    assert_eq!(records[2].game.variant(), Variant::Giveaway);
    assert_eq!(records[2].game.position().to_fen(), "B:W14:BK5");
}

#[test]
fn errors_give_the_line_and_the_column() {
    for (text, expected) in [
        (
            "[",
            "line 1, column 2: expected the name of a tag, found the end of the text",
        ),
        (
            "[Event 5]",
            "line 1, column 8: expected the value of the tag in quotes, found \"5\"",
        ),
        (
            "[Event \"a\n\"]",
            "line 1, column 10: expected a closing quote, found the end of the line",
        ),
        (
            "[Event \"a\" b]",
            "line 1, column 12: expected ] at the end of the tag, found \"b\"",
        ),
        (
            "[FEN \"B:W1:B40\"]",
            "line 1, column 13: expected a square, 1 to 32, found \"40\"",
        ),
        (
            "[GameType \"20\"]",
            "line 1, column 12: expected game type 21 (English draughts, American checkers), \
             found \"20\"",
        ),
        (
            "1. 11-15\n2. 11-16",
            "line 2, column 4: expected a legal move of White (there is no piece on 11), \
             found \"11-16\"",
        ),
        (
            "1. 11-15 hello there",
            "line 1, column 10: expected a move, a comment or a result, found \"hello\"",
        ),
        (
            "1. 11-15 {never closed",
            "line 1, column 10: expected a comment that is closed by }, found \"{never\"",
        ),
        (
            "1. 11-15 (22-18",
            "line 1, column 10: expected a variation that is closed by ), found \"(22-18\"",
        ),
        (
            "1. 11-15 $ 2",
            "line 1, column 11: expected the number of an annotation after $, found \" \"",
        ),
    ] {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

#[test]
fn games_after_a_damaged_one_are_found() {
    let text = "[Event \"1\"]\n1. 11-15 12-16 *\n\n[Event \"2\"]\n1. 11-15 *\n";
    let records: Vec<_> = Records::new(text).collect();
    assert!(records[0].is_err());
    let second = records[1].as_ref().expect("the PDN is valid");
    assert_eq!(second.tag("Event"), Some("2"));
    assert_eq!(records.len(), 2);
}

#[test]
fn a_carriage_return_in_a_tag_is_read_and_written_as_a_space() {
    let games = read("[Event \"A\rB\"]\n\n1. 11-15 *\n").unwrap();
    assert_eq!(games[0].tag("Event"), Some("A B"));
    let again = read(&games[0].to_pdn(MoveStyle::Short)).unwrap();
    assert_eq!(again, games);
}
