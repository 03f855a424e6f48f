//! The fuzz targets of the crate `checkers`. Their inputs are texts that a user might open as
//! files.

use checkers::{
    Game, MoveStyle, Position, Variant,
    pdn::{self, Record, Records},
};

/// Reads the input as a file of games, then writes the games and reads them again. The games must
/// be the same both times, except that braces within comments become parentheses.
pub fn pdn(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for record in Records::new(&text) {
        match record {
            Ok(record) => check_round_trip(&record),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn check_round_trip(record: &Record) {
    let mut wanted = record.clone();
    for comment in wanted.comments.values_mut() {
        *comment = comment.replace('{', "(").replace('}', ")");
    }
    for style in [MoveStyle::Short, MoveStyle::Long] {
        let text = record.to_pdn(style);
        let reread = pdn::read(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
        assert_eq!(reread, [wanted.clone()], "{text}");
    }
}

/// Reads the first line of the input as a position, and the other lines as moves from this
/// position.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (fen, moves) = text.split_once('\n').unwrap_or((&text, ""));
    let position = match Position::from_fen(fen) {
        Ok(position) => position,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let reread = Position::from_fen(&position.to_fen());
    assert_eq!(reread.as_ref(), Ok(&position), "{}", position.to_fen());
    let mut game = Game::from_position(Variant::Checkers, position);
    for word in moves.split_whitespace() {
        let position = *game.position();
        for legal in position.legal_moves() {
            for style in [MoveStyle::Short, MoveStyle::Long] {
                let text = position.move_text(&legal, style);
                assert_eq!(position.parse_move(&text).as_ref(), Ok(&legal), "{text}");
            }
        }
        match position.parse_move(word) {
            Ok(chosen) => game.play(chosen),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}
