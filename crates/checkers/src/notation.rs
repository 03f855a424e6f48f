//! Moves as text: `11-15`, `15x24`, `15x24x31`.

use crate::{board::Position, error::CheckersError, moves::Move, square::Square};

/// How a capture with several jumps is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveStyle {
    /// First and last square, `15x31`, or all squares if the short form would be ambiguous.
    #[default]
    Short,
    /// All squares, `15x24x31`.
    Long,
}

impl Position {
    /// Returns a legal move of this position as text.
    pub fn move_text(&self, chosen: &Move, style: MoveStyle) -> String {
        let ends = |m: &Move| (m.from(), m.to());
        let has_same_ends = |m: &&Move| ends(m) == ends(chosen);
        let short = style == MoveStyle::Short && chosen.is_capture();
        if short && self.legal_moves().iter().filter(has_same_ends).count() == 1 {
            return format!("{}x{}", chosen.from(), chosen.to());
        }
        chosen.to_string()
    }

    /// Parses a move: square numbers separated by `-`, `x`, `:`, spaces or commas. A capture may be
    /// written with all its squares, or with only the first and the last. If several captures have
    /// the same first and last square, the text must also give enough of the squares in between to
    /// identify one.
    ///
    /// # Errors
    /// Returns the reason why the text is not a legal move, in some cases with a list of legal
    /// moves.
    pub fn parse_move(&self, text: &str) -> Result<Move, CheckersError> {
        let squares = parse_squares(text)?;
        self.find_move(&squares)
    }

    /// Returns the legal move that starts on the first of these squares, visits the others in this
    /// order, and ends on the last.
    ///
    /// # Errors
    /// The same as for [`Position::parse_move`].
    pub fn find_move(&self, squares: &[Square]) -> Result<Move, CheckersError> {
        let [from, between @ .., to] = squares else {
            let text = join(squares.iter(), "-");
            return Err(CheckersError::NotAMove { text });
        };
        let legal = self.legal_moves();
        let matching: Vec<&Move> = legal
            .iter()
            .filter(|m| m.from() == *from && m.to() == *to && visits(m, between))
            .collect();
        match matching[..] {
            [only] => Ok(*only),
            [] => Err(self.illegal_move_error(&legal, squares)),
            _ => choose_by_squares(&matching, squares).ok_or_else(|| CheckersError::Ambiguous {
                choices: join(matching, ", "),
            }),
        }
    }

    /// Returns the reason why a move is not legal.
    fn illegal_move_error(&self, legal: &[Move], squares: &[Square]) -> CheckersError {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        let Some(piece) = self.board().piece(from) else {
            return CheckersError::NoPiece { square: from };
        };
        if legal.is_empty() {
            return CheckersError::NoMoves;
        }
        if piece.side != self.side() {
            return CheckersError::NotYours { square: from };
        }
        let moves_of_piece = legal.iter().filter(|m| m.from() == from);
        let unfinished = moves_of_piece
            .clone()
            .filter(|m| begins_with(m, &squares[1..]));
        if unfinished.clone().next().is_some() {
            let choices = join(unfinished, ", ");
            return CheckersError::Unfinished { choices };
        }
        if legal[0].is_capture() {
            let choices = join(legal, ", ");
            return CheckersError::MustJump { choices };
        }
        if to != from && self.board().piece(to).is_some() {
            return CheckersError::Occupied { square: to };
        }
        if !piece.king && goes_back(from, to, piece.side.king_row()) {
            return CheckersError::Backward { from, to };
        }
        let choices = match join(moves_of_piece, ", ") {
            moves if moves.is_empty() => "; it has no move".to_string(),
            moves => format!("; it can play {moves}"),
        };
        CheckersError::Unreachable { from, to, choices }
    }
}

/// Returns true if a move leads away from the king row and spans at most two columns, the width of
/// a jump.
fn goes_back(from: Square, to: Square, king_row: usize) -> bool {
    let distance = |square: Square| square.row().abs_diff(king_row);
    distance(to) > distance(from) && from.column().abs_diff(to.column()) <= 2
}

/// Returns true if a move lands on these squares in this order, possibly with other landings in
/// between.
fn visits(chosen: &Move, squares: &[Square]) -> bool {
    let mut landings = chosen.landings().iter();
    squares.iter().all(|square| landings.any(|at| at == square))
}

/// Returns true if a move begins with these landing squares.
fn begins_with(chosen: &Move, squares: &[Square]) -> bool {
    chosen.landings().starts_with(squares)
}

/// Chooses among moves that all start on the first of `squares` and end on the last. Prefers the
/// move that lands on exactly these squares. Otherwise, returns the move that begins with all of
/// `squares` except the last; `None` unless there is exactly one.
fn choose_by_squares(moves: &[&Move], squares: &[Square]) -> Option<Move> {
    let exact = moves.iter().find(|m| m.landings() == &squares[1..]);
    let mut candidates = moves
        .iter()
        .filter(|m| begins_with(m, &squares[1..squares.len() - 1]));
    let only = candidates.next().filter(|_| candidates.next().is_none());
    exact.or(only).map(|m| **m)
}

fn join<T: ToString>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    texts.join(separator)
}

fn parse_squares(text: &str) -> Result<Vec<Square>, CheckersError> {
    let separators = ['-', 'x', 'X', ':', ' ', ',', '\t'];
    let numbers = text.split(separators).filter(|part| !part.is_empty());
    let square = |part: &str| part.parse().ok().and_then(Square::new);
    let squares: Option<Vec<Square>> = numbers.map(square).collect();
    squares
        .filter(|squares| squares.len() >= 2)
        .ok_or_else(|| CheckersError::NotAMove {
            text: text.to_string(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).expect("the position is well formed")
    }

    fn error_text(fen: &str, text: &str) -> String {
        let error = position(fen).parse_move(text).expect_err("is not legal");
        error.to_string()
    }

    #[test]
    fn any_separator_is_accepted() {
        for text in ["11-15", "11 15", "11x15", " 11 , 15 ", "11:15"] {
            let parsed = Position::START.parse_move(text).map(|m| m.to_string());
            assert_eq!(parsed.as_deref(), Ok("11-15"), "{text:?}");
        }
    }

    #[test]
    fn captures_can_be_written_with_two_squares_or_with_all() {
        let position = position("B:W18,26:B14");
        for text in ["14x30", "14x23x30", "14-30"] {
            let parsed = position.parse_move(text).map(|m| m.to_string());
            assert_eq!(parsed.as_deref(), Ok("14x23x30"), "{text:?}");
        }
        let only = position.legal_moves()[0];
        assert_eq!(position.move_text(&only, MoveStyle::Short), "14x30");
        assert_eq!(position.move_text(&only, MoveStyle::Long), "14x23x30");
    }

    #[test]
    fn ambiguous_captures_need_more_squares() {
        let position = position("B:W6,7,14,15:BK2");
        let text = "more than one jump fits; write all squares: 2x9x18x11x2, 2x11x18x9x2";
        assert_eq!(position.parse_move("2x2").unwrap_err().to_string(), text);
        let parsed = position.parse_move("2x11x2").unwrap();
        assert_eq!(position.move_text(&parsed, MoveStyle::Short), "2x11x18x9x2");
        let parsed = position.parse_move("2x11x18x9x2").unwrap();
        assert_eq!(parsed.to_string(), "2x11x18x9x2");
    }

    #[test]
    fn errors_about_illegal_moves_give_the_reason() {
        let start = "B:W21-32:B1-12";
        assert_eq!(error_text(start, "15-19"), "there is no piece on 15");
        assert_eq!(error_text(start, "22-18"), "the piece on 22 is not yours");
        assert_eq!(error_text(start, "6-10"), "10 is occupied");
        assert_eq!(
            error_text(start, "11-19"),
            "the piece on 11 cannot reach 19; it can play 11-15, 11-16"
        );
        assert_eq!(
            error_text("B:W32:B18,19", "18-14"),
            "a man moves forward only; 18-14 goes back"
        );
        assert_eq!(
            error_text("B:W18,26:B14,3", "3-7"),
            "you must jump: 14x23x30"
        );
        assert_eq!(
            error_text("B:W18,26:B14", "14x23"),
            "the jump must be completed: 14x23x30"
        );
        assert_eq!(
            error_text("B:W16,19,11:B12", "12-8"),
            "the game is over: no move is left"
        );
    }

    #[test]
    fn nonsense_is_not_a_move() {
        for text in [
            "",
            "11",
            "11-",
            "eleven",
            "0-4",
            "11-33",
            "11-15-é",
            "99999999999-1",
        ] {
            let error = Position::START.parse_move(text).unwrap_err();
            assert!(
                error.to_string().contains("is not a move"),
                "{text:?}: {error}"
            );
        }
    }
}
