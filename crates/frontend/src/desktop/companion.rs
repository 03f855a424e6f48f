//! Help with Video Checkers: hints; watched games, in which the cartridge plays both sides; and the
//! book, a file of games that the player has opened.

use super::{
    adviser::{Adviser, Purpose},
    piece_letters::move_text,
    settings::PlaySettings,
};
use club::terminal::{Book, PieceSet};
use games::mouse_play::Turn;
use games::session::BundledGames;
use headless::error::Error;
use play::session::Session;
use std::path::Path;

/// Approximate number of frames per second.
const FRAMES_PER_SECOND: u64 = 60;

/// Returns the level at which the cartridge plays the player's side in a watched game.
fn watch_level(settings: &PlaySettings) -> u8 {
    match settings.watch_level {
        0 => settings.hint_level,
        level => level,
    }
}

/// The hint or watched game in progress, and the book.
#[derive(Default)]
pub struct Companion {
    /// The question that the cartridge is thinking about.
    adviser: Option<Adviser>,
    /// Whether the player is watching a game in which the cartridge plays both sides.
    pub is_watching: bool,
    /// In a watched game, the frame in which the player's turn began.
    turn_began: Option<u64>,
    /// The book's current game.
    book: Option<Book>,
}

impl Companion {
    /// Starts searching for a hint for the player's move. Returns the message to show.
    pub fn hint(&mut self, session: &Session, level: u8) -> String {
        let assistant = session.assistant();
        match assistant.and_then(|assistant| assistant.question(level)) {
            Some(question) => {
                self.adviser = Some(Adviser::ask(question, Purpose::Hint));
                "Hint: Video Checkers is thinking".into()
            }
            None => "Hint: wait until it is your turn".into(),
        }
    }

    /// Lets the cartridge play the player's side too, or returns the controls to the player.
    /// Returns the message to show.
    pub fn watch(&mut self, session: &Session, settings: &PlaySettings) -> String {
        let level = watch_level(settings);
        let snapshot = session.assistant().map(|assistant| *assistant.snapshot());
        self.adviser = None;
        match snapshot {
            Some(snapshot) if !self.is_watching && snapshot.two_players() => {
                "Watch: choose a level with Select first".into()
            }
            Some(snapshot) if !self.is_watching => {
                self.is_watching = true;
                format!(
                    "Watch: level {level} plays for you against level {}; Select and the options \
                         change the levels",
                    snapshot.game % 10
                )
            }
            _ => {
                self.is_watching = false;
                "Watch: you play again".into()
            }
        }
    }

    /// If the cartridge has answered, shows the hint or plays the move. In a watched game, also
    /// asks for the next move when it is due. Returns the message to show, if any.
    pub fn update(&mut self, session: &mut Session, settings: &PlaySettings) -> Option<String> {
        let frame = session.frames();
        let level = if self.is_watching {
            watch_level(settings)
        } else {
            settings.hint_level
        };
        if session.assistant().is_none() || session.is_scripted() {
            (self.adviser, self.is_watching) = (None, false);
        }
        let assistant = session.assistant_mut()?;
        // Stop watching if the cartridge no longer plays a side, because a position was set up or
        // Select chose a two-player game.
        self.is_watching &= !assistant.snapshot().two_players();
        // If the position has changed, the answer is no longer useful.
        let asked = self.adviser.as_ref().map(Adviser::question);
        let current = assistant.question(level);
        if asked
            .is_some_and(|asked| current.is_none_or(|current| current.position != asked.position))
        {
            self.adviser = None;
        }
        let mut text = None;
        match self
            .adviser
            .as_ref()
            .and_then(|adviser| Some((adviser.poll()?, adviser)))
        {
            Some((Some(chosen), adviser)) if adviser.purpose() == Purpose::Play => {
                assistant.play_for_player(chosen, level);
                self.adviser = None;
            }
            Some((Some(chosen), adviser)) => {
                let position = adviser.question().position;
                assistant.advise(position, chosen);
                self.adviser = None;
                let hint = move_text(&position, &chosen, settings.pieces);
                text = Some(format!("Hint: {hint}"));
            }
            Some((None, _)) => {
                self.adviser = None;
                self.is_watching = false;
                text = Some("Hint: Video Checkers has no advice".into());
            }
            None => {}
        }
        let awaits_move = assistant.turn() == Turn::Player && !assistant.is_busy();
        if let (true, None, Some(question), true) =
            (self.is_watching, &self.adviser, current, awaits_move)
        {
            let start = *self.turn_began.get_or_insert(frame);
            let pause = u64::from(settings.watch_pause) * FRAMES_PER_SECOND;
            // Ask for a move if the position has been on the screen for long enough, or if the game
            // was rewound.
            if frame < start || frame >= start + pause {
                self.adviser = Some(Adviser::ask(question, Purpose::Play));
                self.turn_began = None;
            }
        }
        text
    }

    /// Opens game `number` (counted from 1) of a file of games. Returns the message to show.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if it has no game with this number.
    pub fn open_book(
        &mut self,
        (path, number): (&Path, usize),
        session: &mut Session,
        pieces: Option<PieceSet>,
    ) -> Result<String, Error> {
        let book = Book::open(path, number)?;
        self.is_watching = false;
        self.book = Some(book);
        Ok(self.show_book(session, pieces))
    }

    /// Moves through the book by `plies`, back if negative, and shows the position on the board.
    /// Returns the message to show.
    pub fn step_in_book(
        &mut self,
        plies: i8,
        session: &mut Session,
        pieces: Option<PieceSet>,
    ) -> String {
        match &mut self.book {
            Some(book) => {
                self.is_watching = false;
                book.step(plies.into());
                self.show_book(session, pieces)
            }
            None => "Book: first open a book of games, in the Game menu".into(),
        }
    }

    /// Puts the book's position on the board. Returns the message to show.
    fn show_book(&self, session: &mut Session, pieces: Option<PieceSet>) -> String {
        let Some(book) = &self.book else {
            return String::new();
        };
        if let Some(assistant) = session.assistant_mut() {
            assistant.show(book.position());
        }
        let text = book.describe_with(|position, chosen| {
            let text = move_text(position, chosen, pieces);
            match pieces {
                Some(_) => text,
                None => format!("{} {text}", position.side()),
            }
        });
        format!("Book: {text}")
    }
}
