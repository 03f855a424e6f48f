//! The pieces of Video Checkers by letters of the player's choice: on the board, in the list of
//! moves, and in messages.

use checkers::{Move, Position, Square};
use club::terminal::PieceSet;
use games::{
    mouse_play::{Assistant, TextLine},
    video_checkers::State,
};
use play::session::marks::Area;

/// Lines above the moves in the list.
const HEADING: usize = 3;

/// The letters of the pieces on the board, and their squares. While the cartridge thinks it shows no
/// board.
pub fn on_board(assistant: &Assistant, pieces: PieceSet) -> Vec<(Area, &'static str)> {
    let glance = assistant.glance();
    if glance.state == State::Think {
        return Vec::new();
    }
    let signs = Square::all().filter_map(|square| {
        let piece = glance.position.board().piece(square)?;
        Some((assistant.area(square), pieces.sign(piece)))
    });
    signs.collect()
}

/// A move behind the letter of its piece, where one is chosen: `b 11-15`.
pub fn move_text(position: &Position, chosen: &Move, pieces: Option<PieceSet>) -> String {
    match pieces.and_then(|pieces| sign_of(position, chosen, pieces)) {
        Some(sign) => format!("{sign} {chosen}"),
        None => chosen.to_string(),
    }
}

fn sign_of(position: &Position, chosen: &Move, pieces: PieceSet) -> Option<&'static str> {
    let piece = position.board().piece(chosen.from())?;
    Some(pieces.sign(piece))
}

/// Puts the letters of the pieces before the moves in the list, where they fit its columns.
pub fn mark_list(lines: &mut [TextLine], assistant: &Assistant, pieces: PieceSet, columns: usize) {
    let game = &assistant.record().game;
    let moves = game.moves().iter().zip(game.positions()).rev();
    let listed = lines.iter_mut().skip(HEADING).rev();
    for ((text, _), (chosen, position)) in listed.zip(moves) {
        let marked = sign_of(position, chosen, pieces).map(|sign| {
            let marked = format!("{sign} {}", text.trim_start());
            // The second side's moves are at the right.
            match text.starts_with(' ') {
                true => format!("{marked:>columns$}"),
                false => marked,
            }
        });
        if let Some(marked) = marked.filter(|marked| marked.chars().count() <= columns) {
            *text = marked;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::session::BundledGames;
    use play::{
        bundled::BUNDLED,
        contacts::Held,
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
            games: games::session::recognize,
            ..SessionOptions::default()
        };
        let mut session = Session::new(cartridge, options);
        for frame in 0..60 {
            let mut held = Held {
                reset: (20..24).contains(&frame),
                ..Held::default()
            };
            session.advance(&mut held, false);
        }
        let signs = on_board(session.assistant().unwrap(), PieceSet::Clear);
        let count = |wanted| signs.iter().filter(|(_, sign)| *sign == wanted).count();
        assert_eq!(["b", "w", "B", "W"].map(count), [12, 12, 0, 0]);
    }
}
