//! FEN: a position as one line of text, `B:W21,22,K30:B1-4,9`.

use crate::{
    board::{Board, Position},
    error::CheckersError,
    square::{Piece, Side, Square},
};

/// A FEN syntax error, at an offset in characters. The PDN reader converts the offset to a line and
/// column.
pub(crate) struct Fault {
    pub(crate) offset: usize,
    pub(crate) expected: &'static str,
}

impl Position {
    /// Returns the position as FEN: the side to move, then white's squares, then black's squares. A
    /// `K` marks a king.
    pub fn to_fen(&self) -> String {
        let list = |side| {
            let pieces = self.board().pieces(side);
            let texts: Vec<String> = pieces
                .map(|(square, piece)| format!("{}{square}", if piece.king { "K" } else { "" }))
                .collect();
            texts.join(",")
        };
        let side = letter(self.side());
        format!("{side}:W{}:B{}", list(Side::White), list(Side::Black))
    }

    /// Reads FEN. Either side's list of squares may come first. Ranges of squares (`1-12`) and a
    /// final period are accepted. A man on its king row becomes a king.
    ///
    /// ```
    /// let start = checkers::Position::from_fen("B:W21-32:B1-12")?;
    /// assert_eq!(start, checkers::Position::START);
    /// # Ok::<(), checkers::CheckersError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`CheckersError::Syntax`] with line and column.
    pub fn from_fen(text: &str) -> Result<Position, CheckersError> {
        parse(text).map_err(|fault| {
            let before: String = text.chars().take(fault.offset).collect();
            let last_line = before.rsplit('\n').next().unwrap_or_default();
            CheckersError::Syntax {
                line: before.matches('\n').count() + 1,
                column: last_line.chars().count() + 1,
                expected: fault.expected.to_string(),
                found: describe_text_at(text, fault.offset),
            }
        })
    }
}

/// Describes the text at an offset: the word in quotes, `a blank` or `the end`.
pub(crate) fn describe_text_at(text: &str, offset: usize) -> String {
    let rest = text.chars().skip(offset);
    let word: String = rest.take_while(|c| !c.is_whitespace()).take(20).collect();
    match text.chars().nth(offset) {
        None => "the end".to_string(),
        Some(c) if c.is_whitespace() => "a blank".to_string(),
        Some(_) => format!("{word:?}"),
    }
}

/// Parses FEN. An error carries an offset instead of a line and a column.
pub(crate) fn parse(text: &str) -> Result<Position, Fault> {
    let characters: Vec<char> = text.chars().collect();
    let mut reader = Reader {
        characters: &characters,
        offset: 0,
        board: Board::EMPTY,
    };
    reader.skip_blanks();
    let side = reader.side("the side to move, B or W")?;
    reader.colon()?;
    let first = reader.list(None)?;
    reader.colon()?;
    reader.list(Some(first))?;
    reader.eat('.');
    reader.skip_blanks();
    match reader.peek() {
        None => Ok(Position::new(reader.board, side)),
        Some(_) => Err(reader.fault("the end, or a comma and a square")),
    }
}

struct Reader<'a> {
    characters: &'a [char],
    offset: usize,
    board: Board,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.offset).copied()
    }

    fn fault(&self, expected: &'static str) -> Fault {
        Fault {
            offset: self.offset,
            expected,
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        let matched = self.peek().is_some_and(|c| c.eq_ignore_ascii_case(&wanted));
        self.offset += usize::from(matched);
        matched
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.offset += 1;
        }
    }

    fn colon(&mut self) -> Result<(), Fault> {
        self.skip_blanks();
        let matched = self.eat(':');
        self.skip_blanks();
        matched.then_some(()).ok_or(self.fault("a colon"))
    }

    fn side(&mut self, expected: &'static str) -> Result<Side, Fault> {
        match (self.eat('B'), self.eat('W')) {
            (true, false) => Ok(Side::Black),
            (false, true) => Ok(Side::White),
            _ => Err(self.fault(expected)),
        }
    }

    /// Parses a side's letter and the list of its squares, and returns the side. For the first of
    /// the two lists, `first_side` is `None`. For the second list, `first_side` is the side of the
    /// first list, and the second list must be for the opponent.
    fn list(&mut self, first_side: Option<Side>) -> Result<Side, Fault> {
        let expected = match first_side {
            None => "B or W and the squares of that side",
            Some(Side::Black) => "W and white's squares",
            Some(Side::White) => "B and black's squares",
        };
        let fault_at_start = self.fault(expected);
        let side = self.side(expected)?;
        if first_side == Some(side) {
            return Err(fault_at_start);
        }
        if self.peek().is_none_or(|c| ":. \t\r\n".contains(c)) {
            return Ok(side);
        }
        self.entry(side)?;
        while self.eat(',') {
            self.skip_blanks();
            self.entry(side)?;
        }
        Ok(side)
    }

    /// Parses a square or a range of squares; a `K` before it means that the pieces are kings.
    fn entry(&mut self, side: Side) -> Result<(), Fault> {
        let king = self.eat('K');
        let start = self.offset;
        let first = self.square()?;
        let last = if self.eat('-') { self.square()? } else { first };
        for number in first.number()..=last.number() {
            let is_free = |square: &Square| self.board.piece(*square).is_none();
            let square = Square::new(number).filter(is_free).ok_or(Fault {
                offset: start,
                expected: "a square that is not taken yet",
            })?;
            self.board.set(square, Some(Piece { side, king }));
        }
        Ok(())
    }

    fn square(&mut self) -> Result<Square, Fault> {
        let fault = self.fault("a square, 1 to 32");
        let mut number = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = (number * 10 + digit).min(99);
            self.offset += 1;
        }
        Square::new(number).ok_or(fault)
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::Black => 'B',
        Side::White => 'W',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_survive_a_round_trip_through_fen() {
        for fen in ["B:W18,24,K10:B12,K29", "W:W:BK1", "W:WK1:B"] {
            let parsed = Position::from_fen(fen).expect("is well formed");
            let reparsed = Position::from_fen(&parsed.to_fen()).expect("is well formed");
            assert_eq!(parsed, reparsed, "{fen}");
        }
        let start = Position::START.to_fen();
        assert_eq!(Position::from_fen(&start), Ok(Position::START));
    }

    #[test]
    fn other_notations_are_accepted() {
        for fen in [
            "B:B1-12:W21-32.",
            " b : w21-32 : b1-11, 12 ",
            "B:W21-32:B1-12\n",
        ] {
            assert_eq!(Position::from_fen(fen), Ok(Position::START), "{fen}");
        }
    }

    #[test]
    fn errors_give_the_line_and_column_and_what_was_expected() {
        for (fen, text) in [
            (
                "",
                "line 1, column 1: expected the side to move, B or W, found the end",
            ),
            (
                "B W1:B2",
                "line 1, column 3: expected a colon, found \"W1:B2\"",
            ),
            (
                "B:W1,33:B2",
                "line 1, column 6: expected a square, 1 to 32, found \"33:B2\"",
            ),
            (
                "B:W1:B1",
                "line 1, column 7: expected a square that is not taken yet, found \"1\"",
            ),
            (
                "B:W1:W2",
                "line 1, column 6: expected B and black's squares, found \"W2\"",
            ),
            (
                "B:W1,:B2",
                "line 1, column 6: expected a square, 1 to 32, found \":B2\"",
            ),
            (
                "B:W1:B2 9",
                "line 1, column 9: expected the end, or a comma and a square, found \"9\"",
            ),
        ] {
            let error = Position::from_fen(fen).unwrap_err();
            assert_eq!(error.to_string(), text, "{fen}");
        }
    }
}
