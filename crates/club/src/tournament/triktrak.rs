//! Triktrak matches. Each of the two players is the cartridge, a greedy player or a random player.

use super::{contest, openings::splitmix64, table::GameResult};
use games::triktrak::{AwaitedInput, Mode, Robot};
use headless::{error::Error, interrupt};
use triktrak::{
    Game, Outcome, Rng, Side, Throw,
    players::{Chooser, Greedy, Random},
    record::Record,
};

/// A player of Triktrak, as given on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contestant {
    /// The bundled cartridge.
    Cartridge,
    /// A player that looks only at the current throw and chooses the move that leads to the best
    /// position, judged by hits, blots and pips.
    Greedy,
    /// A player that makes random legal choices.
    Random,
}

impl Contestant {
    /// Parses the name of a player.
    ///
    /// # Errors
    /// [`Error::Usage`], which lists all names.
    pub fn parse(text: &str) -> Result<Contestant, Error> {
        match text {
            "cartridge" => Ok(Contestant::Cartridge),
            "greedy" => Ok(Contestant::Greedy),
            "random" => Ok(Contestant::Random),
            _ => Err(Error::Usage(format!(
                "no Triktrak player is named {text}; the players are cartridge, greedy and random"
            ))),
        }
    }

    /// Returns the name to use in records and tables.
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Cartridge => "Triktrak cartridge",
            Contestant::Greedy => "Greedy player",
            Contestant::Random => "Random player",
        }
    }

    /// Returns the code that chooses wedges for the player; `None` for the cartridge, which makes
    /// its own choices.
    fn chooser(self, seed: u64) -> Option<Box<dyn Chooser>> {
        match self {
            Contestant::Cartridge => None,
            Contestant::Greedy => Some(Box::new(Greedy(Rng::new(seed)))),
            Contestant::Random => Some(Box::new(Random(Rng::new(seed)))),
        }
    }
}

/// A match. The first player has White in even-numbered games; games are numbered from 0.
#[derive(Debug, Clone)]
pub struct Contest {
    /// The two players.
    pub players: [Contestant; 2],
    /// Number of games.
    pub games: usize,
    /// The seed for all random choices.
    pub seed: u64,
}

/// A finished game.
#[derive(Debug, Clone)]
pub struct FinishedGame {
    /// Index of the player who played White.
    white: usize,
    /// The game with its headings.
    pub record: Record,
}

impl FinishedGame {
    /// Returns this game's result, for the table.
    pub fn result(&self) -> GameResult {
        let sides = [Side::White, Side::Black];
        let won = self.record.game.outcome() == Outcome::Won(sides[self.white]);
        GameResult {
            half_points: if won { 2 } else { 0 },
            failure: None,
        }
    }
}

impl Contest {
    /// Plays all games in parallel on all cores. Calls `after_game` with each finished game and its
    /// number; games are numbered from 0. An interruption ends the match, and the games completed
    /// so far are returned.
    ///
    /// # Errors
    /// An error from `after_game`; [`Error::Fault`] if a cartridge does something unexpected.
    pub fn play(
        &self,
        after_game: impl Fn(usize, &FinishedGame) -> Result<(), Error> + Sync,
    ) -> Result<Vec<FinishedGame>, Error> {
        contest::play_all(self.games, |number| self.play_game(number), after_game)
    }

    fn play_game(&self, number: usize) -> Result<Option<FinishedGame>, Error> {
        if interrupt::requested() {
            return Ok(None);
        }
        let white = number % 2;
        let contestants = [self.players[white], self.players[1 - white]];
        let seed = splitmix64(self.seed ^ (number as u64) << 32);
        let mut choosers = [contestants[0].chooser(seed), contestants[1].chooser(!seed)];
        let game = if choosers.iter().any(Option::is_none) {
            play_on_cartridge(&mut choosers, seed)?
        } else {
            play_without_console(&mut choosers, seed)?
        };
        let headings = [
            ("Round", (number + 1).to_string()),
            ("White", contestants[0].name().into()),
            ("Black", contestants[1].name().into()),
        ];
        let record = Record {
            headings: headings.map(|(name, text)| (name.into(), text)).into(),
            game,
        };
        Ok((!interrupt::requested()).then_some(FinishedGame { white, record }))
    }
}

type Choosers = [Option<Box<dyn Chooser>>; 2];

fn side_index(side: Side) -> usize {
    match side {
        Side::White => 0,
        Side::Black => 1,
    }
}

/// Plays a game on the cartridge, which throws the dice for both sides. The cartridge also makes
/// the moves of a side that has no chooser.
fn play_on_cartridge(choosers: &mut Choosers, seed: u64) -> Result<Game, Error> {
    let mut robot = Robot::new(seed)?;
    robot.new_game(match choosers {
        [Some(_), _] => Mode::White,
        [None, Some(_)] => Mode::Black,
        [None, None] => Mode::Demo,
    })?;
    while !robot.is_over() && !interrupt::requested() {
        robot.wait(|_| !interrupt::requested())?;
        let game = robot.game();
        match (
            robot.snapshot().expects,
            &mut choosers[side_index(game.side())],
        ) {
            (AwaitedInput::Throw, _) => robot.throw()?,
            (AwaitedInput::Choice, Some(chooser)) => {
                let wedge = chooser.choose(game.position(), game.numbers());
                robot.choose(wedge)?;
            }
            // The match was interrupted, or the game is won.
            (AwaitedInput::Nothing, _) => {}
            (AwaitedInput::Start, _) if robot.is_over() => {}
            (expects, _) => {
                return Err(Error::Fault(format!("the cartridge waits for {expects:?}")));
            }
        }
    }
    Ok(robot.game().clone())
}

/// Plays a game without a console, by the rules alone.
fn play_without_console(choosers: &mut Choosers, seed: u64) -> Result<Game, Error> {
    let mut dice = Rng::new(splitmix64(seed));
    let mut game = Game::new();
    let fault = |error: triktrak::TriktrakError| Error::Fault(error.to_string());
    while game.outcome() == Outcome::Open && !interrupt::requested() {
        if game.numbers().is_empty() {
            let mut die = || dice.below(6) as u8 + 1;
            game.throw(Throw::new(die(), die()).map_err(fault)?)
                .map_err(fault)?;
        } else if let Some(chooser) = &mut choosers[side_index(game.side())] {
            let wedge = chooser.choose(game.position(), game.numbers());
            game.choose(wedge).map_err(fault)?;
        }
    }
    Ok(game)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play_match(players: [Contestant; 2], games: usize) -> Vec<FinishedGame> {
        let contest = Contest {
            players,
            games,
            seed: 7,
        };
        contest.play(|_, _| Ok(())).unwrap()
    }

    #[test]
    fn the_greedy_player_beats_the_random_player_and_the_same_seed_gives_the_same_games() {
        let games = play_match([Contestant::Greedy, Contestant::Random], 40);
        let points: u32 = games.iter().map(|game| game.result().half_points).sum();
        assert!(points > 60, "{points} half points of 80");
        assert_eq!(
            games.iter().map(|game| game.white).collect::<Vec<_>>()[..4],
            [0, 1, 0, 1]
        );
        let again = play_match([Contestant::Greedy, Contestant::Random], 2);
        assert_eq!(again[1].record, games[1].record);
    }

    #[test]
    fn the_cartridge_plays_one_side_or_both() {
        for players in [
            [Contestant::Cartridge, Contestant::Random],
            [Contestant::Cartridge, Contestant::Cartridge],
        ] {
            for game in play_match(players, 2) {
                assert_ne!(game.record.game.outcome(), Outcome::Open);
            }
        }
    }
}
