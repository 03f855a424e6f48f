//! Draws the board as text, turned on its side as it is on the cartridge's screen.

use games::triktrak::Mode;
use std::fmt::Write;
use triktrak::{Game, REMOVED, SHAMBLES, Side};

/// Number of characters reserved for the men on a wedge.
const WEDGE_WIDTH: usize = 15;

/// Draws the board. The wedges are numbered from the human player's point of view. If humans play
/// both sides, or neither, they are numbered from the point of view of the side to move.
pub fn board(game: &Game, mode: Mode) -> String {
    let viewpoint = match mode {
        Mode::White => Side::White,
        Mode::Black => Side::Black,
        Mode::TwoPlayers | Mode::Demo => game.side(),
    };
    let mut text = String::new();
    for row in 0..12_usize {
        if row == 6 {
            text += &off_board(game, "shambles", SHAMBLES);
        }
        let (left, right) = (wedge(game, 12 - row), wedge(game, 13 + row));
        let number = |white_number: usize| match viewpoint {
            Side::White => white_number,
            Side::Black => 25 - white_number,
        };
        let _ = writeln!(
            text,
            "{:>2} |{left:WEDGE_WIDTH$} {right:>WEDGE_WIDTH$}| {}",
            number(12 - row),
            number(13 + row)
        );
    }
    text + &off_board(game, "removed", REMOVED)
}

/// Draws a line with the number of each side's men that are not on a wedge. `index` selects either
/// the men in the shambles, who were captured and must come back, or the men that have left the
/// board.
fn off_board(game: &Game, name: &str, index: usize) -> String {
    let men = |side| match men(game, side)[index] {
        0 => String::new(),
        count => format!("{} {count}", letter(side)),
    };
    // Black's men leave and enter on the left, White's on the right.
    let (left, right) = (men(Side::Black), men(Side::White));
    format!("   ={left:=<11}{name:=^9}{right:=>11}=\n")
}

/// Draws the men on a wedge; `white_number` is the wedge's number from White's point of view.
fn wedge(game: &Game, white_number: usize) -> String {
    let white = men(game, Side::White)[white_number];
    let black = men(game, Side::Black)[25 - white_number];
    match (white, black) {
        (0, 0) => ".".into(),
        (0, black) => letter(Side::Black).repeat(black.into()),
        (white, _) => letter(Side::White).repeat(white.into()),
    }
}

fn men(game: &Game, side: Side) -> &[u8; 26] {
    if side == game.side() {
        game.position().mine()
    } else {
        game.position().theirs()
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::White => "w",
        Side::Black => "b",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_matches_the_cartridge() {
        let text = board(&Game::new(), Mode::White);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 14);
        assert_eq!(lines[0], "12 |.                             .| 13");
        assert_eq!(lines[6], "   ============shambles=============");
        assert_eq!(lines[12], " 1 |bbbbbbbbbbbbbbb wwwwwwwwwwwwwww| 24");
        let black = board(&Game::new(), Mode::Black);
        assert_eq!(
            black.lines().nth(12),
            Some("24 |bbbbbbbbbbbbbbb wwwwwwwwwwwwwww| 1")
        );
    }
}
