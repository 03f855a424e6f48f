//! The commands of a terminal game.

use checkers::Side;
use std::path::PathBuf;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// A move, as the player typed it. The position determines which legal move it means.
    Move(String),
    Moves,
    Board,
    TurnBoard,
    Back,
    Hint,
    Resign,
    OfferDraw,
    Level(u8),
    SwapSides,
    NewGame(Option<Side>),
    Game,
    Fen,
    SetUp(String),
    Save(PathBuf),
    Load(PathBuf),
    Book(PathBuf, usize),
    Forward(usize),
    Backward(usize),
    PlayOn,
    Rules,
    Help,
    Quit,
}

/// The text of `help`.
pub const HELP: &str = "\
11-15, 11 15       move; for a jump, type its first and last square, or all its
                   squares: 15x31, 15x24x31
moves              list the legal moves
back               take back your last move, and the answer to it
hint               let the cartridge think for you
resign, draw       resign; offer a draw (the computer accepts it when the position comes
                   up for the third time, and after 20 moves by each side if it is not
                   ahead)
level N            change the level, 1 to 9
side               switch sides: the computer takes over your pieces and moves
new [black|white]  start a new game
board, turn        show the board; rotate it by 180 degrees
game, fen          print the record of the game; the position in one line
setup FEN          continue from a position, as in: setup B:WK3,21:B9,10
save FILE          save the position to a file; load FILE continues from it
book FILE [N]      open the Nth game of a PDN file; next [N] and prev [N] step
                   through it; a move, or play, continues from there
rules              print the rules of the game
quit               leave; the game is saved after every move
";

impl Command {
    /// Parses a line, which must not be empty.
    ///
    /// # Errors
    /// A message that gives the valid values or the command that lists them.
    pub fn parse(line: &str) -> Result<Command, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            return Ok(Command::Move(line.to_string()));
        }
        let count = || match rest {
            "" => Ok(1),
            text => text
                .parse()
                .map_err(|_| format!("{word} needs a number, as in {word} 2")),
        };
        Ok(match word.to_ascii_lowercase().as_str() {
            "moves" => Command::Moves,
            "board" => Command::Board,
            "turn" => Command::TurnBoard,
            "back" | "undo" | "takeback" => Command::Back,
            "hint" => Command::Hint,
            "resign" => Command::Resign,
            "draw" => Command::OfferDraw,
            "level" => Command::Level(parse_level(rest)?),
            "side" | "trade" => Command::SwapSides,
            "new" => Command::NewGame(parse_side(rest)?),
            "game" | "pdn" => Command::Game,
            "fen" if rest.is_empty() => Command::Fen,
            "fen" | "setup" if !rest.is_empty() => Command::SetUp(rest.to_string()),
            "save" | "load" | "book" if rest.is_empty() => {
                return Err(format!("{word} needs a file: {word} FILE"));
            }
            "save" => Command::Save(rest.into()),
            "load" => Command::Load(rest.into()),
            "book" => parse_book(rest),
            "next" | "n" => Command::Forward(count()?),
            "prev" | "p" => Command::Backward(count()?),
            "play" => Command::PlayOn,
            "rules" => Command::Rules,
            "help" | "?" | "h" => Command::Help,
            "quit" | "exit" | "q" => Command::Quit,
            _ => {
                return Err(format!(
                    "there is no command {word}; type help for the commands"
                ));
            }
        })
    }
}

fn parse_level(text: &str) -> Result<u8, String> {
    let level = text.parse().ok().filter(|level| (1..=9).contains(level));
    level.ok_or_else(|| "level needs a number from 1 to 9".to_string())
}

fn parse_side(text: &str) -> Result<Option<Side>, String> {
    match text.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "black" | "b" | "red" => Ok(Some(Side::Black)),
        "white" | "w" => Ok(Some(Side::White)),
        _ => Err("new needs a side: black (red on the screen, moves first) or white".to_string()),
    }
}

/// Parses a file name, which may contain spaces, and an optional game number after it; the default
/// is game 1.
fn parse_book(text: &str) -> Command {
    let numbered = text.rsplit_once(char::is_whitespace);
    let numbered = numbered.and_then(|(file, n)| Some((file, n.parse().ok()?)));
    let (file, number) = numbered.unwrap_or((text, 1));
    Command::Book(file.trim().into(), number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        for (line, command) in [
            ("11 15", Command::Move("11 15".to_string())),
            ("LEVEL 3", Command::Level(3)),
            ("new white", Command::NewGame(Some(Side::White))),
            (
                "book my games.pdn 2",
                Command::Book("my games.pdn".into(), 2),
            ),
            ("book 1955.pdn", Command::Book("1955.pdn".into(), 1)),
            ("next 10", Command::Forward(10)),
            ("fen B:W1:B2", Command::SetUp("B:W1:B2".to_string())),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn an_unknown_command_or_value_is_refused() {
        for line in [
            "level 10",
            "level",
            "new green",
            "xyzzy",
            "save",
            "next one",
            "setup",
        ] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}
