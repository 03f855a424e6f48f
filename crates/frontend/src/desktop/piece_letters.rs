//! The letters for the pieces of Video Checkers, which the player can choose. They appear on the
//! board, in the list of moves, and in messages.

use checkers::{Move, Position};
use club::terminal::PieceSet;
use play::session::{
    game::Game,
    marks::{Area, ListLine},
};

/// Returns the letters of the pieces on the board, and where to draw them.
pub fn board_letters(game: &dyn Game, pieces: PieceSet) -> Vec<(Area, &'static str)> {
    let letters = game.pieces().into_iter();
    letters
        .filter_map(|(area, letter)| Some((area, pieces.symbol_of(letter)?)))
        .collect()
}

/// Returns a move as text. If `pieces` is given, the piece's letter comes before the squares, as in
/// `b 11-15`.
pub fn move_text(position: &Position, chosen: &Move, pieces: Option<PieceSet>) -> String {
    match pieces.and_then(|pieces| symbol_of_moved_piece(position, chosen, pieces)) {
        Some(symbol) => format!("{symbol} {chosen}"),
        None => chosen.to_string(),
    }
}

fn symbol_of_moved_piece(
    position: &Position,
    chosen: &Move,
    pieces: PieceSet,
) -> Option<&'static str> {
    let piece = position.board().piece(chosen.from())?;
    Some(pieces.symbol(piece))
}

/// Puts the piece's letter before each move in the list, unless that makes the line longer than
/// `columns` characters.
pub fn add_piece_letters(lines: &mut [ListLine], pieces: PieceSet, columns: usize) {
    for line in lines {
        let Some(symbol) = line.piece.and_then(|letter| pieces.symbol_of(letter)) else {
            continue;
        };
        let marked = format!("{symbol} {}", line.text.trim_start());
        // The second side's moves are on the right.
        let marked = if line.text.starts_with(' ') {
            format!("{marked:>columns$}")
        } else {
            marked
        };
        if marked.chars().count() <= columns {
            line.text = marked;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{
        bundled::BUNDLED,
        contacts::HeldControls,
        session::{Session, SessionOptions},
    };
    use vcs::Cartridge;

    #[test]
    fn a_move_has_the_letter_of_its_piece() {
        let position = Position::from_fen("W:WK18,22:B1").unwrap();
        let text = |chosen: &str, pieces| {
            let chosen = position.parse_move(chosen).unwrap();
            move_text(&position, &chosen, pieces)
        };
        assert_eq!(text("18-15", Some(PieceSet::Stars)), "OO 18-15");
        assert_eq!(text("22-17", Some(PieceSet::Letters)), "r 22-17");
        assert_eq!(text("22-17", None), "22-17");
    }

    #[test]
    fn every_piece_on_the_board_has_its_letter() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let options = SessionOptions {
            recognize: games::session::recognize,
            ..SessionOptions::default()
        };
        let mut session = Session::new(cartridge, options);
        for frame in 0..60 {
            let mut held = HeldControls {
                reset: (20..24).contains(&frame),
                ..HeldControls::default()
            };
            session.advance(&mut held, false);
        }
        let letters = board_letters(session.game().unwrap(), PieceSet::Clear);
        let count = |wanted| {
            letters
                .iter()
                .filter(|(_, symbol)| *symbol == wanted)
                .count()
        };
        assert_eq!(["b", "w", "B", "W"].map(count), [12, 12, 0, 0]);
    }
}
