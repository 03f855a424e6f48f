//! A game of checkers in the terminal; [`commands`] runs its commands. A book is a game from a PDN
//! file that the player steps through.

mod commands;

use super::{Book, Command, GameFiles, PieceSet, View, thinking::ThinkingDisplay};
use checkers::{MoveStyle, Outcome, Side, pdn};
use games::robot::Robot;
use headless::{
    error::Error,
    print,
    prompt::{InputLine, LineSource},
};
use std::{io::Write, path::Path};

/// The options of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The cartridge's game number, 1..=19.
    pub game: u8,
    /// The player's side; the computer has the other.
    pub side: Side,
    /// The letters used for the pieces.
    pub pieces: PieceSet,
    /// Whether to use colors.
    pub color: bool,
    /// Whether square 1 is at the top of the board; `None` puts the player's side at the bottom, as
    /// the cartridge does.
    pub square_1_at_top: Option<bool>,
}

/// A game in the terminal.
pub struct CheckersGame<'a> {
    robot: Robot,
    options: Options,
    files: GameFiles,
    book: Option<Book>,
    lines: LineSource,
    /// Number of moves that have been printed or entered so far.
    shown_moves: usize,
    out: &'a mut dyn Write,
}

impl<'a> CheckersGame<'a> {
    /// Creates a session with the robot that operates the cartridge.
    pub fn new(
        robot: Robot,
        options: Options,
        files: GameFiles,
        lines: LineSource,
        out: &'a mut dyn Write,
    ) -> CheckersGame<'a> {
        CheckersGame {
            robot,
            options,
            files,
            book: None,
            lines,
            shown_moves: 0,
            out,
        }
    }

    /// Starts a game, or opens one from a PDN file, and plays until the player quits or the input
    /// ends.
    ///
    /// # Errors
    /// [`Error::Write`] if the record, the script or the output cannot be written; [`Error::Read`]
    /// or [`Error::Usage`] if a PDN file cannot be read; [`Error::Fault`] if the cartridge does
    /// something unexpected.
    pub fn run(&mut self, book: Option<(&Path, usize)>) -> Result<(), Error> {
        self.save_files()?;
        let played = self.play_until_quit(book);
        let robot = &self.robot;
        let saved = self.files.finish(|| robot.script());
        played.and(saved)
    }

    fn play_until_quit(&mut self, book: Option<(&Path, usize)>) -> Result<(), Error> {
        let legend = self.view().legend();
        self.print(&legend)?;
        self.print("Type help for the commands.\n")?;
        match book {
            Some((path, number)) => self.open_book(path, number)?,
            None => self.new_game(None)?,
        }
        loop {
            self.play_computer_turn()?;
            let prompt = self.prompt();
            match self.lines.next(&prompt, self.out)? {
                InputLine::End => return Ok(()),
                InputLine::Text(text) => match Command::parse(&text) {
                    Err(message) => self.print(&format!("{message}\n"))?,
                    Ok(command) => match self.execute(command) {
                        Ok(true) => {}
                        Ok(false) => return Ok(()),
                        Err(error @ (Error::Usage(_) | Error::Read { .. })) => {
                            self.print(&format!("{error}\n"))?;
                        }
                        Err(error) => return Err(error),
                    },
                },
            }
        }
    }

    /// Opens a game from a PDN file as a book. The computer does not play while the book is open.
    fn open_book(&mut self, path: &Path, number: usize) -> Result<(), Error> {
        let book = Book::open(path, number)?;
        self.save_files()?;
        self.robot.select_game(10)?;
        let tags = ["Event", "Black", "White", "Date"];
        let tags = tags.iter().filter_map(|name| book.record().tag(name));
        let title = tags.collect::<Vec<_>>().join(", ");
        self.print(&format!("{title}\n"))?;
        self.book = Some(book);
        self.show_book()
    }

    /// Prints a text that may come from a file, with control characters made visible.
    fn print(&mut self, text: &str) -> Result<(), Error> {
        self.write(&print::escape_controls(text))
    }

    /// Prints a text with colors.
    fn write(&mut self, text: &str) -> Result<(), Error> {
        let written = self.out.write_all(text.as_bytes());
        let flushed = written.and_then(|()| self.out.flush());
        flushed.map_err(Error::write(Path::new("-")))
    }

    fn prompt(&self) -> String {
        match &self.book {
            Some(_) => "book> ".to_string(),
            None => format!("{}> ", self.robot.game().position().side()),
        }
    }

    /// Returns the current options for drawing the board.
    fn view(&self) -> View {
        let square_1_at_top_on_screen = self.robot.snapshot().left_player == Side::White;
        View {
            pieces: self.options.pieces,
            square_1_at_top: self
                .options
                .square_1_at_top
                .unwrap_or(square_1_at_top_on_screen),
            color: self.options.color,
        }
    }

    fn show(&mut self) -> Result<(), Error> {
        let board = self.view().board(self.robot.game().position());
        self.write(&board)
    }

    /// Writes the moves so far to the record and to the script.
    fn save_files(&mut self) -> Result<(), Error> {
        // If the player takes back every move of a game that has already been written to the
        // record, the game is written again so that the record no longer contains those moves.
        let moved = !self.robot.game().moves().is_empty();
        let should_record = self.book.is_none() && (moved || self.files.record_has_current_game());
        let recorder = self.robot.recorder_mut();
        let game = should_record.then(|| recorder.record().to_pdn(MoveStyle::Short));
        let robot = &self.robot;
        match self.files.save(game, || robot.script())? {
            Some(message) => self.print(&message),
            None => Ok(()),
        }
    }

    /// If it is the computer's turn, lets it move, and prints the move and any result.
    fn play_computer_turn(&mut self) -> Result<(), Error> {
        if self.book.is_some() {
            return Ok(());
        }
        self.think()?;
        let game = self.robot.game();
        let played = game.moves().get(self.shown_moves..).unwrap_or_default();
        self.shown_moves = game.moves().len();
        if played.is_empty() {
            return Ok(());
        }
        let text: String = played
            .iter()
            .map(|chosen| format!("Video Checkers plays {chosen}\n"))
            .collect();
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
        let game = self.robot.game();
        let text = match (game.outcome(), game.outcome_on_board()) {
            (Outcome::Open, _) => return self.suggest_draw_on_repetition(),
            (Outcome::Draw, Outcome::Draw) => {
                "Drawn: 40 moves by each side without a capture or a move of a man. \
                 You may play on.\n"
                    .to_string()
            }
            (Outcome::Draw, _) => "Drawn by agreement. Type new for another game.\n".to_string(),
            (Outcome::Won(side), _) => {
                let result = pdn::result_text(game.outcome());
                format!("{side} wins (White-Black: {result}). Type new for another game.\n")
            }
        };
        self.print(&text)
    }

    /// Suggests a draw when a position has come up often enough.
    fn suggest_draw_on_repetition(&mut self) -> Result<(), Error> {
        let Some(times) = self.robot.recorder().repetition() else {
            return Ok(());
        };
        self.print(&format!(
            "This position has come up {times} times. Type draw to end the game as a draw, \
             or play on.\n"
        ))
    }
}
