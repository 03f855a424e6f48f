//! Draws the board as text, next to a board that shows the numbers of the squares.

use checkers::{Piece, Position, Side, Square};
use std::fmt::Write;

/// A set of symbols for the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PieceSet {
    /// b B w W: black and white; uppercase letters are kings
    Clear,
    /// b B r R: black and red, as in old programs; uppercase letters are kings
    Letters,
    /// * ** O OO: black and the other side; double letters are kings
    Stars,
}

impl PieceSet {
    /// Returns the one or two characters that stand for a piece.
    pub fn symbol(self, piece: Piece) -> &'static str {
        self.symbol_of(piece.letter()).unwrap_or_default()
    }

    /// Returns this set's characters for a piece. `letter` is the standard letter: b, B, w or W.
    pub fn symbol_of(self, letter: char) -> Option<&'static str> {
        let symbols = match self {
            PieceSet::Clear => ["b", "B", "w", "W"],
            PieceSet::Letters => ["b", "B", "r", "R"],
            PieceSet::Stars => ["*", "**", "O", "OO"],
        };
        "bBwW".find(letter).map(|index| symbols[index])
    }
}

/// Options for drawing the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// The symbols for the pieces.
    pub pieces: PieceSet,
    /// Whether square 1 is at the top; otherwise it is at the bottom.
    pub square_1_at_top: bool,
    /// Whether to use colors. Black's pieces are red, as they are on the cartridge's screen.
    pub color: bool,
}

const RULE: &str = "+--+--+--+--+--+--+--+--+";

impl View {
    /// Draws the position and, next to it, the numbered board.
    pub fn board(&self, position: &Position) -> String {
        let mut text = format!("{RULE}   {RULE}\n");
        for line in 0..8 {
            let row = if self.square_1_at_top { line } else { 7 - line };
            let file = |column: usize| {
                if self.square_1_at_top {
                    column
                } else {
                    7 - column
                }
            };
            let squares = || (0..8).map(|column| Square::at(row, file(column)));
            let pieces: String = squares()
                .map(|square| self.cell(position, square))
                .collect();
            let numbers: String = squares().map(numbered_cell).collect();
            let _ = writeln!(text, "|{pieces}   |{numbers}\n{RULE}   {RULE}");
        }
        text
    }

    fn cell(&self, position: &Position, square: Option<Square>) -> String {
        let piece = square.and_then(|square| position.board().piece(square));
        let Some(piece) = piece else {
            return if square.is_some() { " .|" } else { "  |" }.to_string();
        };
        let symbol = format!("{:>2}", self.pieces.symbol(piece));
        match (self.color, piece.side) {
            (false, _) => format!("{symbol}|"),
            (true, Side::Black) => format!("\x1b[1;31m{symbol}\x1b[0m|"),
            (true, Side::White) => format!("\x1b[1;37m{symbol}\x1b[0m|"),
        }
    }

    /// Returns an explanation of the letters, and of the colors on the cartridge's screen.
    pub fn legend(&self) -> String {
        let symbol = |side, king| self.pieces.symbol(Piece { side, king });
        let line = |side: Side, rest: &str| {
            let (man, king) = (symbol(side, false), symbol(side, true));
            format!("{man} man, {king} king: {rest}\n")
        };
        let name = match self.pieces {
            PieceSet::Letters => "the other side, called red here",
            _ => "the other side",
        };
        line(
            Side::Black,
            "black (red on the cartridge's screen), starts on 1-12 and moves first",
        ) + &line(
            Side::White,
            &format!("{name}, starts on 21-32; white on the cartridge's screen"),
        )
    }
}

fn numbered_cell(square: Option<Square>) -> String {
    square.map_or("  |".to_string(), |square| {
        format!("{:>2}|", square.number())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(pieces: PieceSet, square_1_at_top: bool) -> View {
        View {
            pieces,
            square_1_at_top,
            color: false,
        }
    }

    #[test]
    fn square_1_is_at_the_top_left_or_the_bottom_right() {
        let top = view(PieceSet::Clear, true).board(&Position::START);
        let line = "|  | b|  | b|  | b|  | b|   |  | 1|  | 2|  | 3|  | 4|";
        assert_eq!(top.lines().nth(1), Some(line));
        let bottom = view(PieceSet::Letters, false).board(&Position::START);
        let line = "|  | r|  | r|  | r|  | r|   |  |32|  |31|  |30|  |29|";
        assert_eq!(bottom.lines().nth(1), Some(line));
    }

    #[test]
    fn stars_draw_kings_as_two_characters() {
        let position = Position::from_fen("B:WK1:BK2").expect("is well formed");
        let text = view(PieceSet::Stars, true).board(&position);
        assert!(
            text.lines()
                .nth(1)
                .unwrap()
                .starts_with("|  |OO|  |**|  | .|"),
            "{text}"
        );
    }
}
