//! A game: the moves played, the draw count, the result.

use crate::{board::Position, moves::Move, square::Side};

/// Number of consecutive plies (forty for each side) without a capture or a man's move after which
/// the game is drawn.
pub const DRAW_PLIES: usize = 80;

/// The variant of the game. It determines whether a side without a legal move loses or wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// The side without a move loses.
    #[default]
    Checkers,
    /// The side without a move wins; also called losing or suicide checkers.
    Giveaway,
}

/// The result of a game; [`Outcome::Open`] if the game is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Outcome {
    /// The game is not over.
    #[default]
    Open,
    /// A draw.
    Draw,
    /// One side won.
    Won(Side),
}

/// A game, with every position from the first to the current one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    variant: Variant,
    /// The first position, and the position after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
    agreed: Outcome,
}

impl Game {
    /// Creates a new game from the start position.
    pub fn new(variant: Variant) -> Game {
        Game::from_position(variant, Position::START)
    }

    /// Creates a game that starts from another position.
    pub fn from_position(variant: Variant, start: Position) -> Game {
        Game {
            variant,
            positions: vec![start],
            moves: Vec::new(),
            agreed: Outcome::Open,
        }
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Changes the variant. The position stays the same; an agreed result is discarded.
    pub fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
        self.agreed = Outcome::Open;
    }

    /// Returns the first position.
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns all positions from the first to the current one. There is one more position than
    /// there are moves.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a legal move. Moves are still allowed after an agreed result or a draw.
    ///
    /// # Panics
    /// If the move is not legal. Legal moves come from [`Position::legal_moves`] or
    /// [`Position::parse_move`].
    pub fn play(&mut self, chosen: Move) {
        let position = *self.position();
        let legal = position.legal_moves().contains(&chosen);
        assert!(legal, "{chosen} is not a legal move");
        self.positions.push(position.play(&chosen));
        self.moves.push(chosen);
        self.agreed = Outcome::Open;
    }

    /// Takes back the last move and returns it; `None` if no move has been played.
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        self.agreed = Outcome::Open;
        Some(last)
    }

    /// Returns how many times the current position, with the same side to move, has occurred in the
    /// game, including now. Players usually agree on a draw after the third occurrence.
    pub fn repetitions(&self) -> usize {
        let current = self.position();
        self.positions.iter().filter(|at| *at == current).count()
    }

    /// Ends the game by resignation, agreement or a referee's decision.
    pub fn end(&mut self, outcome: Outcome) {
        self.agreed = outcome;
    }

    /// Returns the agreed result, or [`Outcome::Open`].
    pub fn agreed_result(&self) -> Outcome {
        self.agreed
    }

    /// Returns the agreed result, or else the result on the board.
    pub fn outcome(&self) -> Outcome {
        match self.agreed {
            Outcome::Open => self.outcome_on_board(),
            agreed => agreed,
        }
    }

    /// Returns the result by the rules, regardless of an agreed result. A side without a legal move
    /// loses (in giveaway, it wins). After [`DRAW_PLIES`] plies without a capture or a man's move,
    /// the game is drawn. A further move restarts the count.
    pub fn outcome_on_board(&self) -> Outcome {
        let position = self.position();
        let quiet = self.quiet_plies();
        match self.variant {
            _ if !position.legal_moves().is_empty() => match quiet {
                DRAW_PLIES => Outcome::Draw,
                _ => Outcome::Open,
            },
            Variant::Checkers => Outcome::Won(position.side().other()),
            Variant::Giveaway => Outcome::Won(position.side()),
        }
    }

    /// Returns the number of plies since the last capture or man's move, 0..=[`DRAW_PLIES`]. The
    /// count restarts after a draw.
    pub fn quiet_plies(&self) -> usize {
        let mut played = self.positions.iter().zip(&self.moves).rev();
        let since_irreversible = played.position(|(before, chosen)| {
            let piece = before.board().piece(chosen.from());
            chosen.is_capture() || piece.is_none_or(|piece| !piece.king)
        });
        match since_irreversible.unwrap_or(self.moves.len()) {
            0 => 0,
            quiet => (quiet - 1) % DRAW_PLIES + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(variant: Variant, fen: &str) -> Game {
        let start = Position::from_fen(fen).expect("the position is well formed");
        Game::from_position(variant, start)
    }

    fn play(game: &mut Game, texts: &[&str]) {
        for text in texts {
            let chosen = game.position().parse_move(text).expect("is legal");
            game.play(chosen);
        }
    }

    #[test]
    fn a_side_without_a_move_loses_but_wins_in_giveaway() {
        for (variant, winner) in [
            (Variant::Checkers, Side::White),
            (Variant::Giveaway, Side::Black),
        ] {
            let blocked = game(variant, "B:W16,19:B12");
            assert_eq!(blocked.outcome(), Outcome::Won(winner));
            let without_pieces = game(variant, "B:W16,19:B");
            assert_eq!(without_pieces.outcome(), Outcome::Won(winner));
        }
    }

    #[test]
    fn eighty_quiet_plies_are_a_draw_after_which_play_may_continue() {
        let mut game = game(Variant::Checkers, "B:WK32,K20:BK1,9");
        play(&mut game, &["9-13"]);
        let cycle = ["32-28", "1-6", "28-32", "6-1"];
        for ply in 0..160 {
            assert_eq!(
                game.quiet_plies(),
                if ply == 0 { 0 } else { (ply - 1) % 80 + 1 }
            );
            let drawn = ply == 80;
            assert_eq!(game.outcome() == Outcome::Draw, drawn, "ply {ply}");
            play(&mut game, &[cycle[ply % 4]]);
        }
        assert_eq!(game.outcome(), Outcome::Draw);
        play(&mut game, &["32-28", "13-17"]);
        assert_eq!(game.quiet_plies(), 0);
    }

    #[test]
    fn an_agreed_result_lasts_until_the_next_change() {
        let mut game = Game::new(Variant::Checkers);
        play(&mut game, &["11-15"]);
        game.end(Outcome::Won(Side::Black));
        assert_eq!(game.outcome(), Outcome::Won(Side::Black));
        assert_eq!(
            game.take_back().map(|m| m.to_string()).as_deref(),
            Some("11-15")
        );
        assert_eq!(game.outcome(), Outcome::Open);
        assert_eq!(game.position(), &Position::START);
    }

    #[test]
    fn repetitions_count_the_current_position_with_its_side_to_move() {
        let start = Position::from_fen("B:WK32:BK1").expect("a position");
        let mut game = Game::from_position(Variant::Checkers, start);
        let mut counts = vec![game.repetitions()];
        for text in [
            "1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32",
        ] {
            let chosen = game.position().parse_move(text).expect("is legal");
            game.play(chosen);
            counts.push(game.repetitions());
        }
        assert_eq!(counts, [1, 1, 1, 1, 2, 2, 2, 2, 3]);
    }
}
