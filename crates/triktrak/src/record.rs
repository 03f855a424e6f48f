//! Game records as text: one line for each throw.
//!
//! ```text
//! triktrak 1
//! White: Player
//! Black: Computer
//! W 4 5: 24 20
//! B 3 3: 24 24 21 21
//! B 2 6: 17
//! result: White wins
//! ```
//!
//! The first line names the format and its version. Headings follow, in the form `Name: text`. Then
//! there is a line for each throw. It has the side, the two dice (the lower one first), and the
//! chosen wedges in that side's numbering, with 25 for the shambles. If a line has fewer wedges
//! than the throw has numbers, the other numbers were lost. In the last line, they may also be
//! numbers that have not been played yet. A record whose last lines are missing is still valid.
//!
//! The record of a finished game ends with `result: White wins` or `result: Black wins`.

use crate::{Game, Outcome, Side, Throw, TriktrakError, position::SHAMBLES};
use std::fmt::Write;

const FIRST_LINE: &str = "triktrak 1";

/// A game and the headings of its record.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The headings: the name and the text of each, in order.
    pub headings: Vec<(String, String)>,
    /// The game.
    pub game: Game,
}

/// Writes a record as text.
pub fn write(record: &Record) -> String {
    let mut text = format!("{FIRST_LINE}\n");
    for (name, value) in &record.headings {
        let _ = writeln!(text, "{name}: {value}");
    }
    for turn in record.game.turns() {
        let (low, high) = turn.throw.dice();
        let _ = write!(text, "{} {low} {high}:", letter(turn.side));
        for wedge in &turn.wedges {
            let _ = write!(text, " {wedge}");
        }
        text.push('\n');
    }
    if let Outcome::Won(side) = record.game.outcome() {
        let _ = writeln!(text, "result: {side} wins");
    }
    text
}

/// Reads a record and checks every choice against the rules.
///
/// # Errors
/// An error for the first line that has a wrong syntax or breaks the rules.
pub fn read(text: &str) -> Result<Record, TriktrakError> {
    let mut lines = (1..).zip(text.lines().map(str::trim));
    match lines.next() {
        Some((_, FIRST_LINE)) => {}
        other => {
            return syntax_error(
                1,
                "the line \"triktrak 1\"",
                other.map_or("", |(_, line)| line),
            );
        }
    }
    let mut record = Record::default();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        read_line(&mut record, number, line)?;
    }
    Ok(record)
}

fn read_line(record: &mut Record, line: usize, text: &str) -> Result<(), TriktrakError> {
    let game = &mut record.game;
    let illegal = |error| TriktrakError::Illegal {
        line,
        error: Box::new(error),
    };
    let Some((head, rest)) = text.split_once(':') else {
        return syntax_error(line, "a throw as in \"W 4 5: 24 20\"", text);
    };
    match (head, rest.trim()) {
        ("result", words) => read_result(game, line, words),
        (head, rest) => match parse_throw(head) {
            Some((side, throw)) if side == game.side() => {
                game.throw(throw).map_err(illegal)?;
                read_wedges(game, line, rest)
            }
            Some((side, _)) => Err(illegal(TriktrakError::WrongSide { side })),
            None if game.turns().is_empty() && !head.contains(' ') => {
                let heading = (head.to_string(), rest.to_string());
                record.headings.push(heading);
                Ok(())
            }
            None => syntax_error(line, "a throw as in \"W 4 5: 24 20\"", text),
        },
    }
}

fn parse_throw(head: &str) -> Option<(Side, Throw)> {
    let words: Vec<&str> = head.split_whitespace().collect();
    let [side, one, other] = words[..] else {
        return None;
    };
    let side = [Side::White, Side::Black]
        .into_iter()
        .find(|&s| letter(s) == side)?;
    Some((
        side,
        Throw::new(one.parse().ok()?, other.parse().ok()?).ok()?,
    ))
}

/// Plays the choices in a line. [`Game::throw`] has already made the moves from the shambles, so
/// skips those.
fn read_wedges(game: &mut Game, line: usize, text: &str) -> Result<(), TriktrakError> {
    let wedges: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse).collect();
    let Ok(wedges) = wedges else {
        return syntax_error(line, "numbers of wedges", text);
    };
    let turn = game.turns().len() - 1;
    for (index, &wedge) in wedges.iter().enumerate() {
        let played = game.turns()[turn].wedges.get(index);
        if played == Some(&wedge) && usize::from(wedge) == SHAMBLES {
            continue;
        }
        game.choose(wedge).map_err(|error| TriktrakError::Illegal {
            line,
            error: Box::new(error),
        })?;
    }
    Ok(())
}

fn read_result(game: &mut Game, line: usize, words: &str) -> Result<(), TriktrakError> {
    let sides = [Side::White, Side::Black];
    let winner = sides
        .into_iter()
        .find(|side| words == format!("{side} wins"));
    let Some(winner) = winner else {
        return syntax_error(line, "\"White wins\" or \"Black wins\"", words);
    };
    if game.outcome() == Outcome::Open {
        if winner == game.side() {
            return syntax_error(line, "a result that the game allows", words);
        } else {
            game.resign()
        }
    }
    if game.outcome() == Outcome::Won(winner) {
        Ok(())
    } else {
        syntax_error(line, "the winner of the game", words)
    }
}

fn letter(side: Side) -> &'static str {
    match side {
        Side::White => "W",
        Side::Black => "B",
    }
}

fn syntax_error<T>(line: usize, expected: &'static str, found: &str) -> Result<T, TriktrakError> {
    let found = found.to_string();
    Err(TriktrakError::Syntax {
        line,
        expected,
        found,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "triktrak 1\nWhite: Player\nW 4 5: 24 20\nB 3 3: 24 24 21 21\nB 2 6: 17\n";

    #[test]
    fn a_record_is_read_and_written() {
        let mut record = read(TEXT).expect("a record");
        assert_eq!(write(&record), TEXT);
        assert_eq!(record.game.numbers(), [6]);
        record.game.resign();
        let ended = write(&record);
        assert!(ended.ends_with("\nresult: White wins\n"));
        assert_eq!(read(&ended), Ok(record));
    }

    #[test]
    fn every_error_gives_its_line() {
        for (text, expected) in [
            ("W 4 5: 24 20", "line 1: expected the line"),
            (
                "triktrak 1\nW 4 5: 24 19",
                "line 2: none of your men is on wedge 19",
            ),
            ("triktrak 1\nB 4 5: 24 20", "line 2: it is not Black's turn"),
            ("triktrak 1\nW 4 7: 24 20", "line 2: expected a throw"),
            ("triktrak 1\nW 4 5: x", "line 2: expected numbers of wedges"),
            (
                "triktrak 1\nW 4 5: 24\nB 4 5:",
                "line 3: it is not Black's turn",
            ),
            (
                "triktrak 1\nresult: White wins",
                "line 2: expected a result",
            ),
            (
                "triktrak 1\nresult: draw",
                "line 2: expected \"White wins\"",
            ),
        ] {
            let error = read(text).expect_err("is invalid").to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
