//! `crownhead engine`: the reference search or the cartridge as an engine that speaks the protocol
//! of `crownhead match`.

use checkers::{
    Game, Position, Side, Variant,
    search::{Parameters, Search},
};
use club::tournament::{Contestant, Mover, Reply};
use headless::{
    error::Error,
    output::{not_text, read_line},
    print,
};
use std::{io, path::Path, process::ExitCode, time::Duration};

/// Run the reference search, or the cartridge, as an engine for `crownhead match`
///
/// Speaks the protocol that `crownhead match --protocol` describes, on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    crownhead match 3 'crownhead engine --plies 2' --games 20\n  \
    crownhead engine --cartridge --level 5")]
pub struct Args {
    /// Search depth of the reference search in plies
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    plies: u8,
    /// Features of a position that the reference search evaluates
    #[arg(long, value_enum, default_value_t)]
    evaluation: Evaluation,
    /// Use the cartridge instead of the reference search
    #[arg(long, conflicts_with_all = ["plies", "evaluation"])]
    cartridge: bool,
    /// Level of the cartridge, 1 to 9
    #[arg(
        long,
        value_name = "N",
        default_value_t = 3,
        requires = "cartridge",
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    level: u8,
    /// Seed for the cartridge's choice between equally good moves
    #[arg(long, value_name = "N", default_value_t = 0, requires = "cartridge")]
    seed: u64,
}

/// The features of a position that the reference search evaluates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::ValueEnum)]
enum Evaluation {
    /// The same features as the cartridge
    #[default]
    Cartridge,
    /// Only the pieces
    Material,
    /// Pieces, and how far the men have advanced
    Advance,
}

impl Evaluation {
    fn parameters(self) -> Parameters {
        match self {
            Evaluation::Cartridge => Parameters::default(),
            Evaluation::Material => Parameters::material(),
            Evaluation::Advance => Parameters::advance(),
        }
    }
}

/// Answers commands until the line `quit` or the end of the input.
///
/// # Errors
/// [`Error::Usage`] for a line that is not part of the protocol, or a move that is not legal.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut engine = Engine::new(if args.cartridge {
        Strategy::Cartridge(args.level, args.seed)
    } else {
        Strategy::Search(args.plies, args.evaluation)
    });
    let mut input = io::stdin().lock();
    for number in 1.. {
        let line =
            read_line(&mut input).and_then(|line| String::from_utf8(line).map_err(|_| not_text()));
        let line = line.map_err(Error::read(Path::new("-")))?;
        if line.is_empty() || line.trim() == "quit" {
            break;
        }
        let usage_error = |text: String| Error::Usage(format!("standard input:{number}: {text}"));
        let answer = engine.run(line.trim()).map_err(usage_error)?;
        print::out(&answer)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The method by which the engine finds its moves.
#[derive(Debug, Clone, Copy)]
enum Strategy {
    /// The reference search, with its depth in plies and the features that it evaluates.
    Search(u8, Evaluation),
    /// The cartridge, with its level and its seed.
    Cartridge(u8, u64),
}

/// An engine, and the game that it is playing.
struct Engine {
    strategy: Strategy,
    game: Game,
    /// The console with the cartridge, once a game has begun.
    cartridge: Option<Box<dyn Mover>>,
}

impl Engine {
    fn new(strategy: Strategy) -> Engine {
        Engine {
            strategy,
            game: Game::new(Variant::Checkers),
            cartridge: None,
        }
    }

    /// Runs one command. Returns the answer, which ends with a line feed, or a message for the user
    /// as the error.
    fn run(&mut self, line: &str) -> Result<String, String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "crownhead" if rest.trim() != "1" => {
                return Err(format!(
                    "version {} of the protocol was requested, but this engine speaks version 1",
                    rest.trim()
                ));
            }
            "crownhead" => return Ok(format!("name {}\n", self.name())),
            "new" => self.begin(rest)?,
            "played" => self.played(rest)?,
            "go" => return self.go(),
            _ => {
                return Err(format!(
                    "`{word}` is not a command of the protocol, version 1"
                ));
            }
        }
        Ok(String::new())
    }

    fn name(&self) -> String {
        match self.strategy {
            Strategy::Search(plies, Evaluation::Cartridge) => {
                format!("Reference search, {plies} plies")
            }
            Strategy::Search(plies, evaluation) => {
                let evaluation = format!("{evaluation:?}").to_lowercase();
                format!("Reference search, {plies} plies, {evaluation}")
            }
            Strategy::Cartridge(level, _) => Contestant::Cartridge(level).name(),
        }
    }

    /// Starts a game from the words after `new`, such as `checkers black B:W21:B1`. The reference
    /// search ignores the side: on every `go`, it moves for the side whose turn it is.
    fn begin(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.splitn(3, ' ');
        let variant = match words.next() {
            Some("checkers") => Variant::Checkers,
            Some("giveaway") => Variant::Giveaway,
            other => return Err(format!("there is no game `{}`", other.unwrap_or_default())),
        };
        let side = match words.next() {
            Some("black") => Side::Black,
            Some("white") => Side::White,
            other => return Err(format!("there is no side `{}`", other.unwrap_or_default())),
        };
        let position = Position::from_fen(words.next().unwrap_or_default());
        let position = position.map_err(|error| error.to_string())?;
        self.game = Game::from_position(variant, position);
        if let Strategy::Cartridge(level, seed) = self.strategy {
            let player = Contestant::Cartridge(level).start(&self.game, side, seed, Duration::MAX);
            self.cartridge = Some(player.map_err(|error| error.to_string())?);
        }
        Ok(())
    }

    fn played(&mut self, text: &str) -> Result<(), String> {
        let chosen = self.game.position().parse_move(text);
        let chosen = chosen.map_err(|error| error.to_string())?;
        if let Some(player) = &mut self.cartridge {
            let entered = player.opponent_played(&chosen);
            entered.map_err(|error| error.to_string())?;
        }
        self.game.play(chosen);
        Ok(())
    }

    fn go(&mut self) -> Result<String, String> {
        let position = *self.game.position();
        let chosen = match (self.strategy, &mut self.cartridge) {
            (Strategy::Search(plies, evaluation), _) => {
                let (parameters, variant) = (evaluation.parameters(), self.game.variant());
                let mut search = Search::with_parameters(&parameters, &position, variant, plies);
                search.best_moves().first().copied()
            }
            (Strategy::Cartridge(..), None) => return Err("begin a game with `new` first".into()),
            (Strategy::Cartridge(..), Some(player)) => {
                let reply = player.reply(&self.game);
                match reply.map_err(|error| error.to_string())? {
                    Reply::Move(text) => position.parse_move(&text).ok(),
                    Reply::Failed(_) => None,
                }
            }
        };
        let chosen = chosen.ok_or("there is no move to play, or it is the other side's turn")?;
        self.game.play(chosen);
        Ok(format!("move {chosen}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_search_follows_the_protocol() {
        let mut engine = Engine::new(Strategy::Search(3, Evaluation::Cartridge));
        let mut send = |line: &str| engine.run(line);
        assert_eq!(
            send("crownhead 1").unwrap(),
            "name Reference search, 3 plies\n"
        );
        assert_eq!(send("new checkers white B:W22,24,32:B8,11,15").unwrap(), "");
        assert_eq!(send("played 15-19").unwrap(), "");
        assert_eq!(send("go").unwrap(), "move 24x15\n");
        assert!(send("played 1-5").is_err());
        assert!(send("new chess white B:W1:B2").is_err());
        assert!(send("fnord").is_err());
        let newer = send("crownhead 2").unwrap_err();
        assert!(newer.contains("speaks version 1"), "{newer}");
    }

    #[test]
    fn each_evaluation_considers_its_own_features() {
        let opening = |evaluation: Evaluation| {
            let mut engine = Engine::new(Strategy::Search(1, evaluation));
            engine
                .run("new checkers black B:W29,30,31:B1,2,10,19")
                .unwrap();
            engine.run("go").unwrap()
        };
        // If only pieces count, all moves are equally good. If advance counts too, the most
        // advanced man heads for the king row.
        assert_eq!(opening(Evaluation::Material), "move 1-5\n");
        let advance = opening(Evaluation::Advance);
        assert!(advance.starts_with("move 19-"), "{advance}");
    }

    #[test]
    fn the_cartridge_follows_the_protocol() {
        let mut engine = Engine::new(Strategy::Cartridge(2, 1));
        let mut send = |line: &str| engine.run(line);
        assert_eq!(
            send("crownhead 1").unwrap(),
            "name Video Checkers, level 2\n"
        );
        assert!(send("go").is_err(), "no game yet");
        assert_eq!(send("new checkers white B:W22,24,32:B8,11,15").unwrap(), "");
        assert_eq!(send("played 15-19").unwrap(), "");
        assert_eq!(send("go").unwrap(), "move 24x15\n");
        assert!(send("go").is_err(), "it is black's turn");
        assert_eq!(send("played 11x18x25").unwrap(), "");
        assert!(send("new checkers green B:W1:B2").is_err());
    }
}
