//! A game: the position, the side to move, the throws, the choices and the result.

use crate::{
    TriktrakError,
    position::{Position, SHAMBLES, START},
    side::Side,
    throw::Throw,
};

/// The result of a game, if it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Outcome {
    /// The game is not over.
    #[default]
    Open,
    /// This side has won: it has removed all its men, or the other side has resigned.
    Won(Side),
}

/// One throw and the choices made for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    /// The side that threw.
    pub side: Side,
    /// The dice.
    pub throw: Throw,
    /// The chosen wedges, in order; 25 is the shambles. If numbers of the throw were lost, or are
    /// still to be played, there are fewer wedges than numbers.
    pub wedges: Vec<u8>,
}

/// A game from the start to the current position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    state: State,
    turns: Vec<Turn>,
    /// An entry for taking back each throw, choice and resignation so far: the state before it, the
    /// number of turns before it, and the number of wedges in the last of these turns.
    undo: Vec<(State, usize, usize)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct State {
    /// The position from the point of view of `side`.
    position: Position,
    side: Side,
    /// The numbers of the last throw that are still to be played; empty if the side must throw
    /// next.
    remaining: Vec<u8>,
    resigned: bool,
}

impl Game {
    /// Begins a game; White throws first.
    pub fn new() -> Game {
        Game::default()
    }

    /// Returns the side whose turn it is.
    pub fn side(&self) -> Side {
        self.state.side
    }

    /// Returns the current position, from the point of view of the side whose turn it is.
    pub fn position(&self) -> &Position {
        &self.state.position
    }

    /// Returns all turns, including the current one.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns the numbers still to be played, in order. There are none if the side must throw
    /// next, or if the game is over.
    pub fn numbers(&self) -> &[u8] {
        &self.state.remaining
    }

    /// Returns the wedges that may be chosen. There are none if the side must throw next, or if the
    /// game is over.
    pub fn legal(&self) -> Vec<u8> {
        let choices = self.state.position.choices(&self.state.remaining);
        choices.iter().map(|choice| choice.wedge).collect()
    }

    /// Returns the result of the game; [`Outcome::Open`] if it is not over.
    pub fn outcome(&self) -> Outcome {
        match &self.state {
            state if state.resigned => Outcome::Won(state.side.other()),
            state if state.position.is_won() => Outcome::Won(state.side),
            _ => Outcome::Open,
        }
    }

    /// Resigns for the side whose turn it is. Has no effect if the game is over.
    pub fn resign(&mut self) {
        if self.outcome() == Outcome::Open {
            self.push_undo();
            self.state.resigned = true;
        }
    }

    /// Makes a throw for the side whose turn it is. Men on the shambles come back automatically. If
    /// no number can be played, the turn passes to the other side, except after a throw that lets
    /// the same side throw again.
    ///
    /// # Errors
    /// Returns [`TriktrakError::Over`] or [`TriktrakError::ThrowNotPlayed`].
    pub fn throw(&mut self, throw: Throw) -> Result<(), TriktrakError> {
        if self.outcome() != Outcome::Open {
            return Err(TriktrakError::Over);
        }
        if let Some(&number) = self.state.remaining.first() {
            return Err(TriktrakError::ThrowNotPlayed { number });
        }
        self.push_undo();
        self.state.remaining = throw.numbers();
        let (side, wedges) = (self.state.side, Vec::new());
        self.turns.push(Turn {
            side,
            throw,
            wedges,
        });
        self.play_forced();
        Ok(())
    }

    /// Moves a man from a wedge by the next number.
    ///
    /// # Errors
    /// Returns [`TriktrakError::Over`], or the error for the rule that the choice breaks. An error
    /// leaves the game unchanged.
    pub fn choose(&mut self, wedge: u8) -> Result<(), TriktrakError> {
        if self.outcome() != Outcome::Open {
            return Err(TriktrakError::Over);
        }
        let choices = self.state.position.choices(&self.state.remaining);
        let Some(choice) = choices.iter().find(|choice| choice.wedge == wedge) else {
            return Err(self.choice_error(wedge));
        };
        self.push_undo();
        self.play(wedge, choice.after);
        self.play_forced();
        Ok(())
    }

    /// Takes back the last throw, choice or resignation, and the automatic moves from the shambles
    /// that followed it. Returns false if there is nothing to take back.
    pub fn take_back(&mut self) -> bool {
        let Some((state, turns, wedges)) = self.undo.pop() else {
            return false;
        };
        self.state = state;
        self.turns.truncate(turns);
        if let Some(turn) = self.turns.last_mut() {
            turn.wedges.truncate(wedges);
        }
        true
    }

    fn push_undo(&mut self) {
        let wedges = self.turns.last().map_or(0, |turn| turn.wedges.len());
        let state = self.state.clone();
        self.undo.push((state, self.turns.len(), wedges));
    }

    fn play(&mut self, wedge: u8, after: Position) {
        self.state.position = after;
        self.state.remaining.remove(0);
        if let Some(turn) = self.turns.last_mut() {
            turn.wedges.push(wedge);
        }
    }

    /// Plays everything for which the player has no choice. Men come back from the shambles. A
    /// throw ends when its numbers have been played or are lost. The turn then passes to the other
    /// side, unless the same side throws again.
    fn play_forced(&mut self) {
        loop {
            let choices = self.state.position.choices(&self.state.remaining);
            match choices.as_slice() {
                _ if self.state.position.is_won() => return self.state.remaining.clear(),
                [] => break,
                [only] if usize::from(only.wedge) == SHAMBLES => self.play(only.wedge, only.after),
                _ => return,
            }
        }
        self.state.remaining.clear();
        let again = self.turns.last().is_some_and(|t| t.throw.throws_again());
        if !again {
            self.state.side = self.state.side.other();
            self.state.position = self.state.position.swapped();
        }
    }

    /// Returns the error for a choice that is not legal.
    fn choice_error(&self, wedge: u8) -> TriktrakError {
        let Some((&number, later)) = self.state.remaining.split_first() else {
            let side = self.state.side;
            return TriktrakError::ThrowFirst { side };
        };
        let from = usize::from(wedge);
        if !(1..=START).contains(&from) {
            return TriktrakError::NoSuchWedge { wedge };
        }
        let legal: Vec<String> = self.legal().iter().map(u8::to_string).collect();
        let legal = legal.join(" ");
        match self.state.position.step(from, number) {
            _ if self.state.position.mine()[from] == 0 => TriktrakError::NoMan { wedge, legal },
            Some(after) => TriktrakError::LosesLater {
                wedge,
                later: later[after.max_playable(later)],
                legal,
            },
            None => TriktrakError::Blocked {
                wedge,
                number,
                reason: if from > usize::from(number) {
                    "the opponent has two or more men on the wedge that it would move to"
                } else {
                    "men are removed only when all are on wedges 1 to 6"
                },
                legal,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(played: &[(u8, u8, &[u8])]) -> Game {
        let mut game = Game::new();
        for &(one, other, wedges) in played {
            let throw = Throw::new(one, other).expect("two dice");
            game.throw(throw).expect("a throw is next");
            for &wedge in wedges {
                game.choose(wedge).expect("the choice is legal");
            }
        }
        game
    }

    #[test]
    fn the_turn_passes_after_two_different_dice_but_not_after_a_double() {
        assert_eq!(game(&[(4, 5, &[24, 20])]).side(), Side::Black);
        let double = game(&[(3, 3, &[24, 24, 21, 21])]);
        assert_eq!((double.side(), double.numbers()), (Side::White, &[][..]));
        let triktrak = game(&[(1, 2, &[24, 24, 23, 23, 21, 21, 24, 24])]);
        assert_eq!(triktrak.side(), Side::White);
    }

    #[test]
    fn men_come_back_from_the_shambles_automatically() {
        // White's men on White's wedges 20 and 19 are on Black's wedges 5 and 6. Black captures the
        // man on Black's wedge 6 by moving from 17 to 12 to 6.
        let captured = [
            (4, 5, &[24, 24][..]),
            (6, 6, &[24, 24, 18, 18]),
            (6, 5, &[17, 12]),
        ];
        let mut game = game(&captured);
        assert_eq!(game.position().mine()[SHAMBLES], 1);
        game.throw(Throw::new(3, 4).expect("dice")).expect("throws");
        assert_eq!(game.turns()[3].wedges, [25]);
        assert_eq!(game.numbers(), [4]);
    }

    #[test]
    fn take_back_restores_every_earlier_state() {
        let mut played = game(&[(4, 5, &[24, 20]), (6, 1, &[24])]);
        assert_eq!(played.numbers(), [6]);
        assert!(played.take_back());
        assert_eq!(played.numbers(), [1, 6]);
        assert!(played.take_back());
        assert_eq!(played, game(&[(4, 5, &[24, 20])]));
        while played.take_back() {}
        assert_eq!(played, Game::new());
    }

    #[test]
    fn an_error_gives_the_reason() {
        let mut game = game(&[]);
        assert_eq!(
            game.choose(24),
            Err(TriktrakError::ThrowFirst { side: Side::White })
        );
        game.throw(Throw::new(4, 6).expect("dice")).expect("throws");
        let message = |result: Result<(), TriktrakError>| result.expect_err("fails").to_string();
        assert!(message(game.choose(3)).starts_with("none of your men is on wedge 3"));
        assert!(message(game.choose(0)).starts_with("there is no wedge 0"));
        assert!(message(game.throw(Throw::new(1, 1).expect("dice"))).contains("not finished"));
    }

    #[test]
    fn a_side_that_resigns_has_lost() {
        let mut game = game(&[(4, 5, &[24, 20])]);
        game.resign();
        assert_eq!(game.outcome(), Outcome::Won(Side::White));
        assert_eq!(
            game.throw(Throw::new(4, 6).expect("dice")),
            Err(TriktrakError::Over)
        );
        assert!(game.take_back());
        assert_eq!(game.outcome(), Outcome::Open);
    }
}
