//! Runs the commands of a game.

use super::{
    super::{Command, command::HELP},
    CheckersGame,
};
use crate::manual;
use checkers::{MoveStyle, Outcome, Position, Side, Variant};
use games::video_checkers::{State, accepts_draw};
use headless::{error::Error, output::read_text};
use std::path::{Path, PathBuf};

impl CheckersGame<'_> {
    /// Executes a command. Returns false if the player quits.
    pub(super) fn execute(&mut self, command: Command) -> Result<bool, Error> {
        match command {
            Command::Move(text) => self.play(&text)?,
            Command::Moves => self.list_moves()?,
            Command::Board => self.show()?,
            Command::TurnBoard => {
                self.options.square_1_at_top = Some(!self.view().square_1_at_top);
                self.show()?;
            }
            Command::Back => self.take_back()?,
            Command::Hint => self.hint()?,
            Command::Resign => self.resign()?,
            Command::OfferDraw => self.offer_draw()?,
            Command::Level(level) => self.change_level(level)?,
            Command::SwapSides => self.swap_sides()?,
            Command::NewGame(side) => self.new_game(side)?,
            Command::Game => self.print_game()?,
            Command::Fen => {
                let fen = self.robot.game().position().to_fen();
                self.print(&format!("{fen}\n"))?;
            }
            Command::SetUp(fen) => self.set_up(&fen, None)?,
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) => {
                let fen = read_text(&path)?;
                self.set_up(fen.trim_end(), Some(path))?;
            }
            Command::Book(path, number) => self.open_book(&path, number)?,
            Command::Forward(plies) => self.step_through_book(plies as isize)?,
            Command::Backward(plies) => self.step_through_book(-(plies as isize))?,
            Command::PlayOn => self.play_on()?,
            Command::Rules => self.print(manual::rules())?,
            Command::Help => self.print(HELP)?,
            Command::Quit => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the player's side, which is the side of the left joystick.
    fn player(&self) -> Side {
        self.robot.snapshot().left_player
    }

    fn play(&mut self, text: &str) -> Result<(), Error> {
        if let Some(book) = &self.book {
            // A mistyped move leaves the book open.
            if let Err(error) = book.position().parse_move(text) {
                return self.print(&format!("{error}\n"));
            }
            self.play_on()?;
        }
        let outcome = self.robot.game().outcome();
        if !matches!(outcome, Outcome::Open | Outcome::Draw) {
            return self.print("The game is over. Type new for another game, or back.\n");
        }
        let chosen = match self.robot.game().position().parse_move(text) {
            Ok(chosen) => chosen,
            Err(error) => return self.print(&format!("{error}\n")),
        };
        self.shown_moves = self.robot.game().moves().len() + 1;
        self.robot.play(&chosen)?;
        self.save_files()?;
        if !self.robot.is_computers_turn() && self.robot.game().moves().len() == self.shown_moves {
            self.show()?;
            self.print_result()?;
        }
        Ok(())
    }

    fn list_moves(&mut self) -> Result<(), Error> {
        let moves = self.robot.game().position().legal_moves();
        let texts: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
        self.print(&format!("{}\n", texts.join(", ")))
    }

    /// Goes back to the player's previous turn by setting up its position in the cartridge's set-up
    /// mode.
    fn take_back(&mut self) -> Result<(), Error> {
        let game = self.robot.game();
        let player = self.player();
        let positions = &game.positions()[..game.moves().len()];
        let two_players = self.robot.snapshot().two_players();
        let previous = positions
            .iter()
            .rev()
            .find(|position| two_players || position.side() == player);
        let Some(previous) = previous.copied() else {
            return self.print("You have no move to take back.\n");
        };
        self.robot.set_up(&previous)?;
        self.shown_moves = self.robot.game().moves().len();
        self.save_files()?;
        self.show()
    }

    /// Prints the move that the computer would choose in the player's place. A copy of the console
    /// does the thinking.
    fn hint(&mut self) -> Result<(), Error> {
        if self.robot.game().position().legal_moves().is_empty() {
            return self.print("The game is over.\n");
        }
        let plies = self.robot.game().moves().len();
        let mut copy = self.robot.clone();
        if !copy.is_computers_turn() {
            let snapshot = copy.snapshot();
            let game = if snapshot.two_players() {
                4
            } else {
                snapshot.game
            };
            copy.hand_side_to_computer(game)?;
        }
        std::mem::swap(&mut self.robot, &mut copy);
        let result = self.think();
        std::mem::swap(&mut self.robot, &mut copy);
        result?;
        match copy.game().moves().get(plies) {
            Some(chosen) => self.print(&format!("Video Checkers would play {chosen}\n")),
            None => self.print("Video Checkers has no advice.\n"),
        }
    }

    fn end_game(&mut self, outcome: Outcome) -> Result<(), Error> {
        if self.robot.game().moves().is_empty() {
            return self.print("The game has not started.\n");
        }
        self.robot.recorder_mut().record_mut().game.end(outcome);
        self.save_files()?;
        self.print_result()
    }

    /// Resigns for the player's side; with two players, for the side to move.
    fn resign(&mut self) -> Result<(), Error> {
        let loser = if self.robot.snapshot().two_players() {
            self.robot.game().position().side()
        } else {
            self.player()
        };
        self.end_game(Outcome::Won(loser.other()))
    }

    /// Offers a draw. Two players always agree. The computer decides by [`accepts_draw`].
    fn offer_draw(&mut self) -> Result<(), Error> {
        let two_players = self.robot.snapshot().two_players();
        if two_players || accepts_draw(self.robot.game(), self.player().other()) {
            self.end_game(Outcome::Draw)
        } else {
            self.print("Video Checkers plays on.\n")
        }
    }

    fn change_level(&mut self, level: u8) -> Result<(), Error> {
        let giveaway = self.robot.game().variant() == Variant::Giveaway;
        self.options.game = if giveaway { level + 10 } else { level };
        if self.book.is_none() {
            self.robot.select_game(self.options.game)?;
        }
        self.print(&format!("Game {}\n", self.options.game))
    }

    fn swap_sides(&mut self) -> Result<(), Error> {
        if self.robot.snapshot().state != State::Play || self.book.is_some() {
            return self.print("You can switch sides on your turn in a game.\n");
        }
        self.robot.swap_sides();
        let side = self.player();
        self.print(&format!("You have {side} now.\n"))
    }

    pub(super) fn new_game(&mut self, side: Option<Side>) -> Result<(), Error> {
        self.save_files()?;
        self.files.start_next_game();
        self.book = None;
        self.options.side = side.unwrap_or(self.options.side);
        self.robot.select_game(self.options.game)?;
        self.robot.new_game(self.options.side)?;
        let (side, game) = (self.options.side, self.options.game);
        self.print(&format!("Game {game}. You have {side}.\n"))?;
        self.shown_moves = 0;
        if self.robot.is_computers_turn() || !self.robot.game().moves().is_empty() {
            return Ok(());
        }
        self.show()
    }

    fn print_game(&mut self) -> Result<(), Error> {
        let record = match &self.book {
            Some(book) => book.record(),
            None => self.robot.recorder_mut().record(),
        };
        let text = record.to_pdn(MoveStyle::Short);
        self.print(&text)
    }

    fn set_up(&mut self, fen: &str, file: Option<PathBuf>) -> Result<(), Error> {
        let position = Position::from_fen(fen).map_err(|error| match file {
            None => Error::Usage(error.to_string()),
            Some(path) => Error::Usage(format!("{}: {error}", path.display())),
        })?;
        self.save_files()?;
        self.book = None;
        self.files.start_next_game();
        self.give_turn_to_player(&position)?;
        self.show()?;
        self.print_result()
    }

    /// Sets up a position in game 10, which is for two players, and gives the side to move to the
    /// player. Then switches back to the session's game number.
    fn give_turn_to_player(&mut self, position: &Position) -> Result<(), Error> {
        self.robot.select_game(10)?;
        self.robot.set_up(position)?;
        if self.player() != position.side() {
            self.robot.swap_sides();
        }
        self.robot.select_game(self.options.game)?;
        self.shown_moves = self.robot.game().moves().len();
        Ok(())
    }

    fn save(&mut self, path: &Path) -> Result<(), Error> {
        let fen = self.robot.game().position().to_fen();
        if path.exists() {
            return self.print(&format!("{} exists; choose another file\n", path.display()));
        }
        match std::fs::write(path, format!("{fen}\n")) {
            Ok(()) => self.print(&format!("saved {fen} to {}\n", path.display())),
            Err(error) => self.print(&format!("cannot write {}: {error}\n", path.display())),
        }
    }

    fn step_through_book(&mut self, plies: isize) -> Result<(), Error> {
        let Some(book) = &mut self.book else {
            return self.print("Open a book first: book FILE\n");
        };
        book.step(plies);
        self.show_book()
    }

    pub(super) fn show_book(&mut self) -> Result<(), Error> {
        let Some(book) = &self.book else {
            return Ok(());
        };
        let (position, text) = (*book.position(), book.describe());
        self.robot.set_up(&position)?;
        self.print(&format!("{text}\n"))?;
        self.show()
    }

    /// Closes the book and starts a game at its current position. The player plays the side to
    /// move.
    fn play_on(&mut self) -> Result<(), Error> {
        let Some(book) = self.book.take() else {
            return self.print("Open a book first: book FILE\n");
        };
        if book.record().game.variant() != variant(self.options.game) {
            self.options.game = match self.options.game {
                // Game 10 is for two players; giveaway has no game for two players.
                10 => 11,
                game => (game + 10) % 20,
            };
        }
        self.files.start_next_game();
        let position = *book.position();
        self.give_turn_to_player(&position)?;
        let (game, side) = (self.options.game, position.side());
        self.print(&format!("Game {game}. You have {side}.\n"))
    }
}

fn variant(game: u8) -> Variant {
    match game {
        0..=10 => Variant::Checkers,
        _ => Variant::Giveaway,
    }
}
