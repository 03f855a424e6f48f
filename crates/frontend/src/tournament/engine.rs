//! Other engines: programs that use a simple text protocol.

use super::player::Player;
use crate::error::Error;
use checkers::{Game, Move, Side, Variant};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

/// The protocol, as `crownhead match --protocol` prints it.
pub const PROTOCOL: &str = "\
Crownhead's engine protocol, version 1

An engine is started once for each game. It reads lines from standard input and
answers on standard output. A line ends with a line feed; the engine flushes it.

  to the engine                     the engine
  crownhead 1                       may answer: name NAME
  new checkers|giveaway SIDE FEN    starts a game; SIDE (black or white) is its own
  played MOVE                       plays the opponent's move
  go                                answers: move MOVE, and plays it
  quit                              exits, as it does at the end of its input

A MOVE is 11-15 for a step, and all squares of a capture: 15x24x31. A FEN is
B:W21,22,K30:B1,2,9 with the side to move first. In giveaway, the side that
cannot move wins. An illegal move, or none in time, loses the game.
";

/// The time limit for a move.
const TIME: Duration = Duration::from_secs(120);

/// A running engine.
pub(super) struct EnginePlayer {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl EnginePlayer {
    /// Starts an engine and a game with it.
    pub(super) fn start(command: &str, game: &Game, side: Side) -> Result<EnginePlayer, Error> {
        let words = words(command).map_err(Error::Usage)?;
        let (program, words) = words
            .split_first()
            .ok_or_else(|| Error::Usage("an engine's command line names no program".into()))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Error::Usage(format!("cannot start the engine {program}: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Error::Fault("an engine has no pipes".into()))?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            lines
                .take_while(|line| sender.send(line.clone()).is_ok())
                .for_each(drop);
        });
        let mut engine = EnginePlayer {
            child,
            input,
            lines,
        };
        let variant = match game.variant() {
            Variant::Checkers => "checkers",
            Variant::Giveaway => "giveaway",
        };
        let side = side.to_string().to_lowercase();
        engine.send("crownhead 1");
        engine.send(&format!(
            "new {variant} {side} {}",
            game.position().to_fen()
        ));
        Ok(engine)
    }

    /// Writes a line. An engine that has ended is noticed when its move is due.
    fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }
}

impl Player for EnginePlayer {
    fn reply(&mut self, _game: &Game) -> Result<Option<String>, Error> {
        self.send("go");
        while let Ok(line) = self.lines.recv_timeout(TIME) {
            if let Some(text) = line.trim().strip_prefix("move ") {
                return Ok(Some(text.trim().to_string()));
            }
        }
        Ok(None)
    }

    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error> {
        self.send(&format!("played {chosen}"));
        Ok(())
    }
}

impl Drop for EnginePlayer {
    fn drop(&mut self) {
        self.send("quit");
        thread::sleep(Duration::from_millis(10));
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The words of a command line. Spaces between single or double quotation marks belong to the word.
pub(super) fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        match char {
            '"' | '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match chars.next() {
                        Some(end) if end == char => break,
                        Some(inner) => word.push(inner),
                        None => return Err(format!("a quotation mark is not closed in `{line}`")),
                    }
                }
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_quoted_word_keeps_its_spaces() {
        let split = |line| words(line).unwrap();
        assert_eq!(split("  a  -b c "), ["a", "-b", "c"]);
        assert_eq!(
            split("\"/my games/x\" -n 'a \"b\"'"),
            ["/my games/x", "-n", "a \"b\""]
        );
        assert_eq!(split("--name=\"a b\"c \"\""), ["--name=a bc", ""]);
        assert_eq!(split("C:\\games\\x.exe"), ["C:\\games\\x.exe"]);
        assert!(split(" ").is_empty());
        assert!(words("a 'b").is_err());
    }
}
