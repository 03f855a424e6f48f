//! `crownhead engine`: the reference search as an engine for matches; an example of the protocol.

use crate::{error::Error, print};
use checkers::{Game, Position, Variant, search::Search};
use std::{
    io::{self, BufRead},
    path::Path,
    process::ExitCode,
};

/// Run the reference search as an engine for `crownhead match`
///
/// Uses the protocol of `crownhead match --protocol` on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  crownhead match 3 'crownhead engine --plies 2' --games 20")]
pub struct Args {
    /// How many plies to look ahead
    #[arg(
        long,
        value_name = "N",
        default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(1..=9)
    )]
    plies: u8,
}

/// Answers until the command `quit` or the end of the input.
///
/// # Errors
/// [`Error::Usage`] for a line that is not in the protocol, or an illegal move.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut game = Game::new(Variant::Checkers);
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.map_err(Error::read(Path::new("-")))?;
        if line.trim() == "quit" {
            break;
        }
        let wrong = |text: String| Error::Usage(format!("standard input:{number}: {text}"));
        let text = answer(line.trim(), &mut game, args.plies).map_err(wrong)?;
        print::out(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Runs one command and returns the answer with its line feed; an error is a message.
fn answer(line: &str, game: &mut Game, plies: u8) -> Result<String, String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "" => {}
        "crownhead" => return Ok(format!("name Reference search, {plies} plies\n")),
        "new" => *game = begin(rest)?,
        "played" => {
            let chosen = game.position().parse_move(rest);
            game.play(chosen.map_err(|error| error.to_string())?);
        }
        "go" => return go(game, plies),
        _ => {
            return Err(format!(
                "`{word}` is not a command of the protocol, version 1"
            ));
        }
    }
    Ok(String::new())
}

/// `checkers black B:W21:B1`: the side is ignored, because the engine moves when it gets `go`.
fn begin(words: &str) -> Result<Game, String> {
    let mut words = words.splitn(3, ' ');
    let variant = match words.next() {
        Some("checkers") => Variant::Checkers,
        Some("giveaway") => Variant::Giveaway,
        other => return Err(format!("there is no game `{}`", other.unwrap_or_default())),
    };
    let position = Position::from_fen(words.nth(1).unwrap_or_default());
    let position = position.map_err(|error| error.to_string())?;
    Ok(Game::from_position(variant, position))
}

fn go(game: &mut Game, plies: u8) -> Result<String, String> {
    let mut search = Search::new(game.position(), game.variant(), plies);
    let best = search.best_moves();
    let chosen = best.first().copied().ok_or("there is no move to play")?;
    game.play(chosen);
    Ok(format!("move {chosen}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_follow_the_protocol() {
        let mut game = Game::new(Variant::Giveaway);
        let mut send = |line: &str| answer(line, &mut game, 3);
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
    }
}
