//! The commands of a game of Triktrak.

use triktrak::Side;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    /// An empty line: throws the dice if a throw is due.
    Next,
    Throw,
    /// The wedges to move men from, in order.
    Choose(Vec<u8>),
    Moves,
    Back,
    Resign,
    NewGame(Option<Side>),
    Board,
    Game,
    Rules,
    Help,
    Quit,
}

/// The text of `help`.
pub const HELP: &str = "\
throw              throw the dice; at a prompt, Enter is enough
24, 24 20          move a man from wedge 24 by the next number; then one from wedge 20
moves              list the numbers to play, and the wedges from which the next can be played
back               take back your last throw or choice; the same throw comes again
resign             resign the game
new [white|black]  start a new game, with this side
board, game        show the board; print the record of the game
rules              print the rules of the game
quit               leave; the game is saved whenever it is your turn
";

/// The text of `rules`.
pub const RULES: &str = "\
Each side has 15 men, all on its wedge 24 at first, and moves them down to wedge 1 and off the
board. The sides move in opposite directions: your wedge 24 is the other side's wedge 1.
  - White throws first. Two different dice: the lower is played first, then the higher, each by
    any man. A double n is played n, n, then twice the opposite face, 7 - n. 1 and 2, the
    triktrak, is played 1 1 2 2 5 5 6 6. After a double or a triktrak the same side throws again.
  - A wedge with two or more of the other side's men is closed. A single man there is captured:
    he goes to the shambles and must come back, from 25, before any other man moves.
  - As many numbers of the throw as possible must be played. The first that cannot be played ends
    the throw.
  - Once all of a side's men on the board are on wedges 1 to 6, any number that is at least a
    man's wedge may remove him. The side that first removes all 15 wins.
";

impl Command {
    /// Parses a line.
    ///
    /// # Errors
    /// A message that gives the valid values or the command that lists them.
    pub fn parse(line: &str) -> Result<Command, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        if word.starts_with(|letter: char| letter.is_ascii_digit()) {
            return parse_wedges(line);
        }
        Ok(match word.to_ascii_lowercase().as_str() {
            "" => Command::Next,
            "throw" | "t" => Command::Throw,
            "moves" => Command::Moves,
            "back" | "undo" | "takeback" => Command::Back,
            "resign" => Command::Resign,
            "new" => Command::NewGame(parse_side(rest.trim())?),
            "board" => Command::Board,
            "game" | "record" => Command::Game,
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

fn parse_wedges(line: &str) -> Result<Command, String> {
    let words = line.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let wedges: Result<Vec<u8>, _> = words.map(str::parse::<u8>).collect();
    let wedges = wedges.map_err(|_| format!("{line}: wedges are numbers, as in 24 20"))?;
    Ok(Command::Choose(wedges))
}

fn parse_side(text: &str) -> Result<Option<Side>, String> {
    match text.to_ascii_lowercase().as_str() {
        "" => Ok(None),
        "white" | "w" => Ok(Some(Side::White)),
        "black" | "b" => Ok(Some(Side::Black)),
        _ => Err("new needs a side: white (throws first) or black".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        for (line, command) in [
            ("", Command::Next),
            ("24 20", Command::Choose(vec![24, 20])),
            ("24,20", Command::Choose(vec![24, 20])),
            ("NEW white", Command::NewGame(Some(Side::White))),
            ("t", Command::Throw),
        ] {
            assert_eq!(Command::parse(line), Ok(command), "{line}");
        }
        for line in ["24 x", "300", "new red", "xyzzy"] {
            assert!(Command::parse(line).is_err(), "{line}");
        }
    }
}
