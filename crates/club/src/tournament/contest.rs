//! The games of a match.

use super::{
    contestant::Contestant,
    mover::{Mover, Reply},
    openings::{Openings, splitmix64},
    table::GameResult,
};
use checkers::{Game, Outcome, Side, pdn::Record};
use headless::{error::Error, interrupt};
use rayon::prelude::*;
use std::time::Duration;

/// A match.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The two players.
    pub players: [Contestant; 2],
    /// The openings of the games.
    pub openings: Openings,
    /// Number of games; each opening is used twice, with the colors swapped.
    pub games: usize,
    /// The seed for all random choices.
    pub seed: u64,
    /// An engine's time limit for each move.
    pub time_limit: Duration,
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct FinishedGame {
    /// Index of the player who played black.
    pub black: usize,
    /// The game with its tags.
    pub record: Record,
    /// The reason a player forfeited the game; `None` if the game ended by the rules.
    pub failure: Option<String>,
}

impl FinishedGame {
    /// Returns this game's result, for the table.
    pub fn result(&self) -> GameResult {
        let side = match self.black {
            0 => Side::Black,
            _ => Side::White,
        };
        GameResult {
            half_points: match self.record.game.outcome() {
                Outcome::Won(winner) if winner == side => 2,
                Outcome::Won(_) => 0,
                Outcome::Draw | Outcome::Open => 1,
            },
            failure: self.failure.clone(),
        }
    }
}

impl Contest {
    /// Plays all games in parallel on all cores, starting them in order. Calls `after_game` with
    /// each finished game and its number; games are numbered from 0. An interruption ends the
    /// match, and the games completed so far are returned.
    ///
    /// # Errors
    /// An error from `after_game`, which ends the match; [`Error::Usage`] if there are too few
    /// openings for the games or an engine does not start; [`Error::Fault`] if a cartridge does
    /// something unexpected.
    pub fn play(
        &self,
        after_game: impl Fn(usize, &FinishedGame) -> Result<(), Error> + Sync,
    ) -> Result<Vec<FinishedGame>, Error> {
        let max_games = self.openings.count() * 2;
        if self.games > max_games {
            return Err(Error::Usage(format!(
                "{} games need {} openings and the list has {}, since no opening is used twice \
                 with the same colors; play at most {max_games} games",
                self.games,
                self.games.div_ceil(2),
                self.openings.count(),
            )));
        }
        let openings = self.openings.shuffled(self.seed);
        let play_game = |number: usize| self.play_game(number, openings[number / 2].clone());
        play_all(self.games, play_game, after_game)
    }

    /// Plays one game. The first player plays black in even-numbered games. Returns `None` if the
    /// game was interrupted.
    fn play_game(&self, number: usize, opening: Game) -> Result<Option<FinishedGame>, Error> {
        if interrupt::requested() {
            return Ok(None);
        }
        let black = number % 2;
        let sides = [Side::Black, Side::White];
        let contestants = sides.map(|side| &self.players[black ^ usize::from(side == Side::White)]);
        let mut seed = splitmix64(self.seed ^ (number as u64) << 32);
        let mut players = Vec::new();
        for (contestant, side) in contestants.iter().zip(sides) {
            seed = splitmix64(seed);
            players.push(contestant.start(&opening, side, seed, self.time_limit)?);
        }
        let mut record = Record::new(opening);
        record.set_tag("Event", "Match");
        record.set_tag("Round", &(number + 1).to_string());
        record.set_tag("White", &contestants[1].name());
        record.set_tag("Black", &contestants[0].name());
        let failure = play_out(&mut record, &mut players)?;
        let played = FinishedGame {
            black,
            record,
            failure,
        };
        Ok((!interrupt::requested()).then_some(played))
    }
}

/// Plays games in parallel on all cores, starting them in order. Calls `after_game` with each
/// finished game and its number; games are numbered from 0. Leaves out interrupted games, for which
/// `play_game` returns `None`.
///
/// # Errors
/// The first error of `play_game` or `after_game`, which ends the match.
pub(super) fn play_all<G: Send>(
    count: usize,
    play_game: impl Fn(usize) -> Result<Option<G>, Error> + Sync,
    after_game: impl Fn(usize, &G) -> Result<(), Error> + Sync,
) -> Result<Vec<G>, Error> {
    // `par_bridge` distributes the numbers one by one, in order. A parallel range would be split in
    // half again and again, so the games would not start in order.
    let games = (0..count).par_bridge().map(|number| {
        let played = play_game(number)?;
        if let Some(played) = &played {
            after_game(number, played)?;
        }
        Ok(played.map(|played| (number, played)))
    });
    let games = games.collect::<Result<Vec<_>, Error>>()?;
    let mut games: Vec<(usize, G)> = games.into_iter().flatten().collect();
    games.sort_by_key(|(number, _)| *number);
    Ok(games.into_iter().map(|(_, played)| played).collect())
}

/// Plays a game to the end. If a player fails or plays an illegal move, the player loses, and the
/// function returns the reason.
fn play_out(record: &mut Record, players: &mut [Box<dyn Mover>]) -> Result<Option<String>, Error> {
    while record.game.outcome() == Outcome::Open && !interrupt::requested() {
        let game = &mut record.game;
        let side = game.position().side();
        let (on_turn, waiting) = match side {
            Side::Black => (0, 1),
            Side::White => (1, 0),
        };
        let legal = match players[on_turn].reply(game)? {
            Reply::Move(text) => game
                .position()
                .parse_move(&text)
                .map_err(|error| format!("played no legal move: {error}")),
            Reply::Failed(reason) => Err(reason),
        };
        match legal {
            Ok(chosen) => {
                game.play(chosen);
                if game.outcome() == Outcome::Open {
                    players[waiting].opponent_played(&chosen)?;
                }
            }
            Err(reason) => {
                let ply = game.moves().len();
                game.end(Outcome::Won(side.other()));
                let failure = format!("{side} {reason}");
                record.comments.insert(ply, failure.clone());
                return Ok(Some(failure));
            }
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::table;
    use checkers::Variant;

    #[test]
    fn an_engine_that_gives_no_move_loses_and_colors_alternate() {
        let silent = Contestant::Engine("true".to_string());
        let contest = Contest {
            players: [silent.clone(), silent],
            openings: Openings::bundled(Variant::Checkers).expect("the list is valid"),
            games: 4,
            seed: 5,
            time_limit: Duration::from_secs(60),
        };
        let games = contest.play(|_, _| Ok(())).expect("the games are played");
        let black: Vec<usize> = games.iter().map(|game| game.black).collect();
        assert_eq!(black, [0, 1, 0, 1]);
        for pair in games.chunks(2) {
            assert_eq!(pair[0].record.game.start(), pair[1].record.game.start());
            assert_eq!(
                pair[0].record.game.positions(),
                pair[1].record.game.positions()
            );
        }
        // White is to move after three plies, but its engine exits without a move.
        for game in &games {
            assert_eq!(game.record.game.outcome(), Outcome::Won(Side::Black));
            assert!(
                game.record.comments[&3].starts_with("White ended without a move"),
                "{:?}",
                game.record.comments
            );
        }
        let results: Vec<GameResult> = games.iter().map(FinishedGame::result).collect();
        assert!(table(["a", "b"], &results).contains("a: 50.0 %"));
    }

    #[test]
    fn more_games_than_openings_allow_are_refused() {
        let contest = Contest {
            players: [Contestant::Cartridge(1), Contestant::Cartridge(2)],
            openings: Openings::bundled(Variant::Giveaway).expect("the list is valid"),
            games: 10_000,
            seed: 0,
            time_limit: Duration::from_secs(60),
        };
        let error = contest.play(|_, _| Ok(())).expect_err("is refused");
        assert_eq!(error.status(), 2);
    }
}
