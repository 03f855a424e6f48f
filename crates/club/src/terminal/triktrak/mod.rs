//! Triktrak in the terminal: the player enters the numbers of wedges; the real cartridge throws the
//! dice, checks the moves and replies.

mod command;
mod view;

use super::{GameFiles, thinking::ThinkingDisplay};
use command::{Command, HELP, RULES};
use games::triktrak::{AwaitedInput, Mode, Robot};
use headless::{
    error::Error,
    print,
    prompt::{InputLine, LineSource},
};
use std::{io::Write, path::Path};
use triktrak::{Outcome, Side, TriktrakError, Turn, record};

/// The default name of a record.
pub const RECORD_NAME: &str = "triktrak.txt";

/// A game in the terminal.
pub struct TriktrakGame<'a> {
    robot: Robot,
    /// Copies of the robot, one made before each of the player's throws and choices. The command
    /// `back` returns to them.
    undo_stack: Vec<Robot>,
    mode: Mode,
    files: GameFiles,
    lines: LineSource,
    /// The date for the record, as `YYYY.MM.DD`.
    date: String,
    /// How much of the game has been printed: the number of throws, and the number of wedges chosen
    /// after the last printed throw.
    shown: (usize, usize),
    out: &'a mut dyn Write,
}

impl<'a> TriktrakGame<'a> {
    /// Begins a session with a console that is already switched on.
    pub fn new(
        robot: Robot,
        mode: Mode,
        files: GameFiles,
        lines: LineSource,
        date: String,
        out: &'a mut dyn Write,
    ) -> TriktrakGame<'a> {
        TriktrakGame {
            robot,
            undo_stack: Vec::new(),
            mode,
            files,
            lines,
            date,
            shown: (0, 0),
            out,
        }
    }

    /// Plays games until the player quits or the input ends.
    ///
    /// # Errors
    /// [`Error::Write`] if the record, the script or the output cannot be written, [`Error::Read`]
    /// if a line cannot be read, [`Error::Fault`] if the cartridge does something unexpected.
    pub fn run(&mut self) -> Result<(), Error> {
        let played = self.play();
        let robot = &self.robot;
        let saved = self.files.finish(|| robot.script());
        played.and(saved)
    }

    fn play(&mut self) -> Result<(), Error> {
        self.print("w: White, b: Black; each player counts the wedges from his own side.\n")?;
        self.print("Type help for the commands.\n")?;
        self.new_game(None)?;
        loop {
            self.play_computer_turn()?;
            let prompt = self.prompt();
            match self.lines.next_or_empty(&prompt, self.out)? {
                InputLine::End => return Ok(()),
                InputLine::Text(text) => match Command::parse(&text) {
                    Err(message) => self.print(&format!("{message}\n"))?,
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.execute(command)?,
                },
            }
        }
    }

    fn execute(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Next => match self.robot.snapshot().expects {
                AwaitedInput::Throw => self.throw(),
                _ => self.list_moves(),
            },
            Command::Throw => self.throw(),
            Command::Choose(wedges) => self.choose(&wedges),
            Command::Moves => self.list_moves(),
            Command::Back => self.take_back(),
            Command::Resign => self.resign(),
            Command::NewGame(side) => self.new_game(side),
            Command::Board => self.show(),
            Command::Game => {
                let text = self.record();
                self.print(&text)
            }
            Command::Rules => self.print(RULES),
            Command::Help => self.print(HELP),
            Command::Quit => Ok(()),
        }
    }

    fn new_game(&mut self, side: Option<Side>) -> Result<(), Error> {
        self.save_files()?;
        self.files.start_next_game();
        self.mode = match side {
            Some(Side::White) => Mode::White,
            Some(Side::Black) => Mode::Black,
            None => self.mode,
        };
        self.robot.new_game(self.mode)?;
        self.undo_stack.clear();
        self.shown = (0, 0);
        let who = match self.mode {
            Mode::White => "You have White and throw first.",
            Mode::Black => "You have Black; White throws first.",
            Mode::TwoPlayers => "Two players; White throws first.",
            Mode::Demo => "The cartridge plays against itself.",
        };
        self.print(&format!("{who}\n"))
    }

    /// Throws the dice for the player if a throw is due; otherwise, lists the legal moves.
    fn throw(&mut self) -> Result<(), Error> {
        match self.robot.snapshot().expects {
            _ if self.robot.is_over() => self.print(GAME_OVER),
            AwaitedInput::Throw => {
                self.undo_stack.push(self.robot.clone());
                Ok(self.robot.throw()?)
            }
            _ => self.list_moves(),
        }
    }

    /// Moves men from these wedges, in order. Stops at the first wedge that the rules do not allow,
    /// and prints why.
    fn choose(&mut self, wedges: &[u8]) -> Result<(), Error> {
        for &wedge in wedges {
            let mut trial = self.robot.game().clone();
            match trial.choose(wedge) {
                Err(TriktrakError::Over) => return self.print(GAME_OVER),
                Err(error) => return self.print(&format!("{error}\n")),
                Ok(()) => {}
            }
            self.undo_stack.push(self.robot.clone());
            self.robot.choose(wedge)?;
            self.think()?;
        }
        self.save_files()
    }

    fn list_moves(&mut self) -> Result<(), Error> {
        let game = self.robot.game();
        let text = match (game.outcome(), game.numbers()) {
            (Outcome::Won(_), _) => GAME_OVER.to_owned(),
            (_, []) => "Throw first: press Enter.\n".to_owned(),
            (_, numbers) => {
                let legal: Vec<String> = game.legal().iter().map(u8::to_string).collect();
                format!("{}: from {}\n", format_numbers(numbers), legal.join(" "))
            }
        };
        self.print(&text)
    }

    /// Goes back to just before the player's last throw or choice. Throwing again gives the same
    /// numbers.
    fn take_back(&mut self) -> Result<(), Error> {
        let Some(previous) = self.undo_stack.pop() else {
            return self.print("You have nothing to take back.\n");
        };
        self.robot = previous;
        self.shown = progress_of(self.robot.game().turns());
        self.save_files()?;
        self.show()
    }

    fn resign(&mut self) -> Result<(), Error> {
        if self.robot.is_over() {
            return self.print(GAME_OVER);
        }
        self.undo_stack.push(self.robot.clone());
        self.robot.resign();
        self.save_files()?;
        self.print_result()
    }

    /// Waits for the cartridge, then prints the new throws and moves, and the board.
    fn play_computer_turn(&mut self) -> Result<(), Error> {
        if !self.robot.is_over() {
            self.think()?;
        }
        let turns = self.robot.game().turns();
        let now = progress_of(turns);
        if now == self.shown {
            return Ok(());
        }
        let text = describe_since(turns, self.shown);
        self.shown = now;
        self.save_files()?;
        self.print(&text)?;
        self.show()?;
        self.print_result()
    }

    fn think(&mut self) -> Result<(), Error> {
        let mut display = ThinkingDisplay::new(self.lines.is_prompt());
        self.robot.wait(|frames| {
            display.update(frames);
            true
        })?;
        display.clear();
        Ok(())
    }

    fn print_result(&mut self) -> Result<(), Error> {
        match self.robot.game().outcome() {
            Outcome::Open => Ok(()),
            Outcome::Won(side) => self.print(&format!("{side} wins. Type new for another game.\n")),
        }
    }

    fn show(&mut self) -> Result<(), Error> {
        let board = view::board(self.robot.game(), self.mode);
        self.print(&board)
    }

    fn prompt(&self) -> String {
        let game = self.robot.game();
        match (game.outcome(), game.numbers()) {
            (Outcome::Won(_), _) => "> ".to_owned(),
            (_, []) => format!("{}, throw> ", game.side()),
            (_, numbers) => format!("{} {}> ", game.side(), format_numbers(numbers)),
        }
    }

    fn record(&self) -> String {
        let name = |side| {
            if self.mode.is_person(side) {
                "Player"
            } else {
                "Triktrak cartridge"
            }
        };
        let headings = [
            ("Date", self.date.as_str()),
            ("White", name(Side::White)),
            ("Black", name(Side::Black)),
        ];
        record::write(&record::Record {
            headings: headings
                .map(|(name, text)| (name.into(), text.into()))
                .into(),
            game: self.robot.game().clone(),
        })
    }

    fn save_files(&mut self) -> Result<(), Error> {
        let should_record =
            !self.robot.game().turns().is_empty() || self.files.record_has_current_game();
        let game = should_record.then(|| self.record());
        let robot = &self.robot;
        match self.files.save(game, || robot.script())? {
            Some(message) => self.print(&message),
            None => Ok(()),
        }
    }

    fn print(&mut self, text: &str) -> Result<(), Error> {
        let written = self.out.write_all(print::escape_controls(text).as_bytes());
        let flushed = written.and_then(|()| self.out.flush());
        flushed.map_err(Error::write(Path::new("-")))
    }
}

const GAME_OVER: &str = "The game is over. Type new for another game, or back.\n";

/// Returns the number of throws in a game, and the number of wedges chosen after the last throw.
fn progress_of(turns: &[Turn]) -> (usize, usize) {
    (
        turns.len(),
        turns.last().map_or(0, |turn| turn.wedges.len()),
    )
}

/// Describes the throws and moves made since `progress_of` returned `(throws, wedges)`.
fn describe_since(turns: &[Turn], (throws, wedges): (usize, usize)) -> String {
    let first = throws.saturating_sub(1);
    let lines = turns
        .iter()
        .enumerate()
        .skip(first)
        .filter_map(|(at, turn)| {
            let is_new = at >= throws;
            let moved = &turn.wedges[if is_new { 0 } else { wedges }..];
            let (low, high) = turn.throw.dice();
            let throw = match turn.throw {
                throw if throw.is_triktrak() => "a triktrak, 1 and 2".to_owned(),
                throw if throw.is_double() => format!("a double {low}"),
                _ => format!("{low} and {high}"),
            };
            let thrown = is_new.then(|| format!("throws {throw}"));
            let from: Vec<String> = moved.iter().map(|wedge| wedge_name(*wedge)).collect();
            let moved = (!from.is_empty()).then(|| format!("moves from {}", from.join(", ")));
            let parts: Vec<String> = thrown.into_iter().chain(moved).collect();
            (!parts.is_empty()).then(|| format!("{} {}\n", turn.side, parts.join(" and ")))
        });
    lines.collect()
}

fn wedge_name(wedge: u8) -> String {
    match usize::from(wedge) {
        triktrak::SHAMBLES => "the shambles".into(),
        wedge => wedge.to_string(),
    }
}

/// Formats the dice numbers still to be played, with the next one in brackets.
fn format_numbers(numbers: &[u8]) -> String {
    let texts: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match texts.split_first() {
        Some((next, later)) => [&[format!("[{next}]")], later].concat().join(" "),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use triktrak::{Game, Throw};

    #[test]
    fn each_throw_and_move_is_described_once() {
        let mut game = Game::new();
        game.throw(Throw::new(4, 5).unwrap()).unwrap();
        let thrown = progress_of(game.turns());
        assert_eq!(
            describe_since(game.turns(), (0, 0)),
            "White throws 4 and 5\n"
        );
        game.choose(24).unwrap();
        game.choose(20).unwrap();
        game.throw(Throw::new(2, 1).unwrap()).unwrap();
        assert_eq!(
            describe_since(game.turns(), thrown),
            "White moves from 24, 20\nBlack throws a triktrak, 1 and 2\n"
        );
        assert_eq!(describe_since(game.turns(), progress_of(game.turns())), "");
        assert_eq!(format_numbers(game.numbers()), "[1] 1 2 2 5 5 6 6");
    }
}
