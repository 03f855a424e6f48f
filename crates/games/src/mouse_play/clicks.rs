//! Turns clicks on squares into a move. The player first clicks a piece, then its destination. In a
//! multiple jump, the player clicks every landing square, or only the last one if a single path
//! leads to it.

use checkers::{Move, Position, Square};

/// The squares clicked so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Clicks {
    from: Option<Square>,
    landings: Vec<Square>,
}

/// The result of a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clicked {
    /// The click chose a piece, or the next landing square of the chosen piece.
    Chosen,
    /// The move is complete.
    Play(Move),
    /// Several captures end on the clicked square, so it is not clear which one to play.
    Ambiguous,
    /// The clicked piece cannot move.
    Immovable,
    /// No move leads to the clicked square, so all clicks so far are forgotten.
    Nowhere,
}

impl Clicks {
    /// Handles a click on the square `at`. `jumper` is the square of a piece that must continue a
    /// multiple jump, if there is one. That piece is chosen automatically, because no other piece
    /// may move.
    pub fn click(&mut self, at: Square, position: &Position, jumper: Option<Square>) -> Clicked {
        if let Some(jumper) = jumper.filter(|jumper| self.from != Some(*jumper)) {
            self.choose(jumper);
        }
        let legal = position.legal_moves();
        if jumper.is_none()
            && legal.iter().any(|chosen| chosen.from() == at)
            && !self.lands_on(at, &legal)
        {
            self.choose(at);
            return Clicked::Chosen;
        }
        let candidates: Vec<Move> = self.candidates(&legal).collect();
        let landing_here: Vec<&Move> = candidates
            .iter()
            .filter(|m| self.next_landing(m) == Some(at))
            .collect();
        let ending_here: Vec<&Move> = candidates.iter().filter(|m| m.to() == at).collect();
        match (&landing_here[..], &ending_here[..]) {
            ([first, ..], _) => {
                let is_complete = first.landings().len() == self.landings.len() + 1;
                self.landings.push(at);
                if is_complete {
                    self.play(first)
                } else {
                    Clicked::Chosen
                }
            }
            ([], [only]) => self.play(only),
            ([], [_, ..]) => Clicked::Ambiguous,
            ([], []) => {
                self.clear();
                match position.board().piece(at) {
                    Some(piece) if piece.side == position.side() => Clicked::Immovable,
                    _ => Clicked::Nowhere,
                }
            }
        }
    }

    fn choose(&mut self, at: Square) {
        self.from = Some(at);
        self.landings.clear();
    }

    fn play(&mut self, chosen: &Move) -> Clicked {
        let chosen = *chosen;
        self.clear();
        Clicked::Play(chosen)
    }

    /// Returns true if the chosen piece can land on `at`, even if `at` is the square where its
    /// capture began.
    fn lands_on(&self, at: Square, legal: &[Move]) -> bool {
        self.from.is_some()
            && self
                .candidates(legal)
                .any(|m| self.next_landing(&m) == Some(at) || m.to() == at)
    }

    /// Returns the legal moves that begin with the clicked squares.
    fn candidates<'a>(&'a self, legal: &'a [Move]) -> impl Iterator<Item = Move> + 'a {
        legal
            .iter()
            .filter(|m| Some(m.from()) == self.from && m.landings().starts_with(&self.landings))
            .copied()
    }

    fn next_landing(&self, chosen: &Move) -> Option<Square> {
        chosen.landings().get(self.landings.len()).copied()
    }

    /// Forgets all clicks.
    pub fn clear(&mut self) {
        *self = Clicks::default();
    }

    /// Returns the square of the chosen piece, then the landing squares clicked so far.
    pub fn path(&self) -> impl Iterator<Item = Square> + '_ {
        self.from.into_iter().chain(self.landings.iter().copied())
    }

    /// Returns the squares that the player can click next: those where the chosen piece can land
    /// next, and those where its moves end.
    pub fn targets(&self, position: &Position) -> Vec<Square> {
        let legal = position.legal_moves();
        let mut squares: Vec<Square> = self
            .candidates(&legal)
            .flat_map(|m| self.next_landing(&m).into_iter().chain([m.to()]))
            .collect();
        squares.sort_by_key(|square| square.index());
        squares.dedup();
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u32) -> Square {
        Square::new(number).expect("is on the board")
    }

    fn clicks(fen: &str, numbers: &[u32]) -> Vec<Clicked> {
        let position = Position::from_fen(fen).expect("is well formed");
        let mut clicks = Clicks::default();
        let click = |number: &u32| clicks.click(square(*number), &position, None);
        numbers.iter().map(click).collect()
    }

    const START: &str = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    /// A position in which Black's king on 2 can jump over four men in a circle and land on 2
    /// again, in either direction.
    const TWO_WAYS: &str = "B:W6,7,14,15:BK2";

    fn played(clicked: Option<&Clicked>) -> String {
        match clicked {
            Some(Clicked::Play(chosen)) => chosen.to_string(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn clicks_on_a_piece_and_its_destination_make_a_move() {
        let clicked = clicks(START, &[11, 15]);
        assert_eq!(clicked[0], Clicked::Chosen);
        assert_eq!(played(clicked.last()), "11-15");
        // A click on another movable piece chooses that piece instead. After a click on a square
        // that the chosen piece cannot reach, no piece is chosen.
        assert_eq!(played(clicks(START, &[9, 11, 16]).last()), "11-16");
        assert_eq!(clicks(START, &[9, 32])[1], Clicked::Nowhere);
        assert_eq!(clicks(START, &[9, 32, 13])[2], Clicked::Nowhere);
        assert_eq!(clicks(START, &[2])[0], Clicked::Immovable);
    }

    #[test]
    fn a_multiple_jump_needs_a_click_on_each_landing_or_only_on_the_last() {
        let single = "B:W15,24:B11";
        assert_eq!(played(clicks(single, &[11, 18]).last()), "11x18");
        assert_eq!(clicks(single, &[11, 27])[1], Clicked::Nowhere);
        let double = "B:W15,23:B11";
        assert_eq!(played(clicks(double, &[11, 18, 27]).last()), "11x18x27");
        assert_eq!(played(clicks(double, &[11, 27]).last()), "11x18x27");
    }

    #[test]
    fn a_capture_that_ends_where_it_began_needs_a_click_on_a_landing() {
        let position = Position::from_fen(TWO_WAYS).expect("is well formed");
        let ways: Vec<String> = position.legal_moves().iter().map(Move::to_string).collect();
        assert_eq!(ways, ["2x9x18x11x2", "2x11x18x9x2"]);
        assert_eq!(clicks(TWO_WAYS, &[2, 2])[1], Clicked::Ambiguous);
        assert_eq!(clicks(TWO_WAYS, &[2, 18])[1], Clicked::Nowhere);
        let clicked = clicks(TWO_WAYS, &[2, 11, 2]);
        assert_eq!(played(clicked.last()), "2x11x18x9x2");
    }

    #[test]
    fn a_piece_in_the_middle_of_a_capture_is_chosen_automatically() {
        let position = Position::from_fen("B:W23:B18").expect("is well formed");
        let clicked = Clicks::default().click(square(27), &position, Some(square(18)));
        assert_eq!(played(Some(&clicked)), "18x27");
    }

    #[test]
    fn targets_are_landings_and_last_squares() {
        let position = Position::from_fen("B:W15,23:B11").expect("is well formed");
        let mut clicks = Clicks::default();
        assert!(clicks.targets(&position).is_empty());
        clicks.click(square(11), &position, None);
        assert_eq!(clicks.targets(&position), [square(18), square(27)]);
    }
}
