//! Other engines: programs that speak a simple text protocol.

use super::mover::{Mover, Reply};
use checkers::{Game, Move, Side, Variant};
use headless::{error::Error, interrupt};
use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

/// The protocol, as `crownhead match --protocol` prints it.
pub const PROTOCOL: &str = "\
Crownhead's engine protocol, version 1

An engine is started once for each game. It reads lines from standard input and
answers on standard output. A line ends with a line feed; the engine must flush
standard output after each line.

  to the engine                     the engine
  crownhead 1                       may answer: name NAME
  new checkers|giveaway SIDE FEN    starts a game; SIDE, black or white, is the engine's
  played MOVE                       makes the opponent's move on its own board
  go                                answers: move MOVE, and makes it on its own board
  quit                              exits; it also exits at the end of its input

A MOVE is a step, such as 11-15, or a capture with all its squares, such as
15x24x31. A FEN is B:W21,22,K30:B1,2,9, with the side to move first. In giveaway,
the side that cannot move wins. An engine loses the game if it makes an illegal
move, makes no move within the time limit (--time), or sends a line of more than
4096 bytes or 1000 lines without a move.
";

/// Maximum length of a line from an engine, in bytes.
const MAX_LINE_BYTES: u64 = 4096;
/// Maximum number of lines that an engine may send without a move.
const MAX_LINES: usize = 1000;
/// The interval between checks for an interruption.
const INTERRUPT_CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Number of times to check whether an engine has exited. The checks are 10 ms apart.
const EXIT_CHECKS: usize = 20;
/// Maximum number of unread lines from an engine.
const MAX_QUEUED_LINES: usize = 16;

/// A running engine.
pub(super) struct EngineProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<EngineLine>,
    time_limit: Duration,
}

/// A line from an engine.
enum EngineLine {
    Text(String),
    TooLong,
}

impl EngineProcess {
    /// Starts an engine and begins a game with it. `time_limit` applies to each of the engine's
    /// moves.
    ///
    /// # Errors
    /// [`Error::Usage`] if the engine cannot be started.
    pub(super) fn start(
        command: &str,
        game: &Game,
        side: Side,
        time_limit: Duration,
    ) -> Result<EngineProcess, Error> {
        let words = split_command_line(command).map_err(Error::Usage)?;
        let (program, arguments) = words
            .split_first()
            .ok_or_else(|| Error::Usage("an engine's command line names no program".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Error::Usage(format!("cannot start the engine {program}: {error}")))?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| Error::Fault("an engine has no pipes".into()))?;
        let (sender, lines) = sync_channel(MAX_QUEUED_LINES);
        thread::spawn(move || send_lines(output, &sender));
        let mut engine = EngineProcess {
            child,
            input,
            lines,
            time_limit,
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

    /// Waits for the next line, until the deadline passes or the match is interrupted.
    fn next_line(&self, deadline: Instant) -> Result<EngineLine, RecvTimeoutError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(INTERRUPT_CHECK_INTERVAL)) {
                Err(RecvTimeoutError::Timeout)
                    if left > INTERRUPT_CHECK_INTERVAL && !interrupt::requested() => {}
                line => return line,
            }
        }
    }

    /// Describes how the engine ended; called after the engine has closed its output.
    fn describe_exit(&mut self) -> String {
        for _ in 0..EXIT_CHECKS {
            if let Ok(Some(status)) = self.child.try_wait() {
                return format!("ended without a move ({status})");
            }
            thread::sleep(Duration::from_millis(10));
        }
        "closed its output without a move".to_string()
    }

    /// Writes a line to the engine. Ignores errors: if the engine has exited, that is noticed when
    /// its next move is due.
    fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }
}

/// Passes the engine's lines on to `sender` until the output ends, a line is too long, or the
/// receiver is gone.
fn send_lines(output: ChildStdout, sender: &SyncSender<EngineLine>) {
    let mut output = BufReader::new(output);
    loop {
        let mut bytes = Vec::new();
        let mut bounded = output.by_ref().take(MAX_LINE_BYTES + 1);
        let line = match bounded.read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) if bytes.len() as u64 > MAX_LINE_BYTES => EngineLine::TooLong,
            Ok(_) => EngineLine::Text(String::from_utf8_lossy(&bytes).into_owned()),
        };
        let last = matches!(line, EngineLine::TooLong);
        if sender.send(line).is_err() || last {
            return;
        }
    }
}

impl Mover for EngineProcess {
    fn reply(&mut self, _game: &Game) -> Result<Reply, Error> {
        self.send("go");
        let deadline = Instant::now() + self.time_limit;
        for _ in 0..MAX_LINES {
            match self.next_line(deadline) {
                Ok(EngineLine::Text(line)) => {
                    if let Some(text) = line.trim().strip_prefix("move ") {
                        return Ok(Reply::Move(text.trim().to_string()));
                    }
                }
                Ok(EngineLine::TooLong) => {
                    let text = format!("sent a line of more than {MAX_LINE_BYTES} bytes");
                    return Ok(Reply::Failed(text));
                }
                Err(RecvTimeoutError::Timeout) => {
                    let text = format!("gave no move within {} s", self.time_limit.as_secs());
                    return Ok(Reply::Failed(text));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Ok(Reply::Failed(self.describe_exit()));
                }
            }
        }
        let text = format!("sent {MAX_LINES} lines without a move");
        Ok(Reply::Failed(text))
    }

    fn opponent_played(&mut self, chosen: &Move) -> Result<(), Error> {
        self.send(&format!("played {chosen}"));
        Ok(())
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.send("quit");
        thread::sleep(Duration::from_millis(10));
        // The engine may have exited already, so errors are ignored.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Splits a command line into words. Spaces within single or double quotation marks are part of a
/// word.
pub(super) fn split_command_line(line: &str) -> Result<Vec<String>, String> {
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
    use super::split_command_line;

    #[test]
    fn a_quoted_word_keeps_its_spaces() {
        let split = |line| split_command_line(line).unwrap();
        assert_eq!(split("  a  -b c "), ["a", "-b", "c"]);
        assert_eq!(
            split("\"/my games/x\" -n 'a \"b\"'"),
            ["/my games/x", "-n", "a \"b\""]
        );
        assert_eq!(split("--name=\"a b\"c \"\""), ["--name=a bc", ""]);
        assert_eq!(split("C:\\games\\x.exe"), ["C:\\games\\x.exe"]);
        assert!(split(" ").is_empty());
        assert!(split_command_line("a 'b").is_err());
    }
}
