//! `crownhead engine`: the reference search as a player of matches, and an example of the protocol.

use crate::{error::Error, print};
use checkers::{Game, Position, Variant, search::Search};
use std::{
    io::{self, BufRead},
    path::Path,
    process::ExitCode,
};

/// Be an engine for `crownhead match`: a reference search in place of the cartridge
///
/// Speaks the protocol that `crownhead match --protocol` prints, on standard input and output.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  crownhead match 3 'crownhead engine --plies 2' --games 20")]
pub struct Args {
    /// Plies that it looks ahead
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=9))]
    plies: u8,
}

/// Answers until it is told to quit, or the input ends.
///
/// # Errors
/// [`Error::Usage`] for a line that the protocol does not know, or a move that is not legal.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let mut game = Game::new(Variant::Checkers);
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let line = line.map_err(Error::read(Path::new("-")))?;
        if line.trim() == "quit" {
            break;
        }
        let wrong = |text: String| Error::Usage(format!("standard input:{number}: {text}"));
        let answer = obey(line.trim(), &mut game, args.plies).map_err(wrong)?;
        print::out(&answer)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Does what a line says and gives the answer, with its line feed; an error is a sentence.
fn obey(line: &str, game: &mut Game, plies: u8) -> Result<String, String> {
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
        _ => return Err(format!("`{word}` is not of the protocol, version 1")),
    }
    Ok(String::new())
}

/// `checkers black B:W21:B1`: the engine's own side plays no part, for it moves when it is told.
fn begin(words: &str) -> Result<Game, String> {
    let mut words = words.splitn(3, ' ');
    let variant = match words.next() {
        Some("checkers") => Variant::Checkers,
        Some("giveaway") => Variant::Giveaway,
        other => return Err(format!("no game is called `{}`", other.unwrap_or_default())),
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
    fn it_answers_as_the_protocol_says() {
        let mut game = Game::new(Variant::Giveaway);
        let mut say = |line: &str| obey(line, &mut game, 3);
        assert_eq!(
            say("crownhead 1").unwrap(),
            "name Reference search, 3 plies\n"
        );
        assert_eq!(say("new checkers white B:W22,24,32:B8,11,15").unwrap(), "");
        assert_eq!(say("played 15-19").unwrap(), "");
        assert_eq!(say("go").unwrap(), "move 24x15\n");
        assert!(say("played 1-5").is_err());
        assert!(say("new chess white B:W1:B2").is_err());
        assert!(say("fnord").is_err());
    }
}
