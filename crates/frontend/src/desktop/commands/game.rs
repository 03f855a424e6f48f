//! Commands for a game of Video Checkers: advice, its end, another level in the player's place, and
//! a book to step through.

use super::super::{
    action::GameCommand,
    adviser::{Adviser, Purpose},
    launcher::Wanted,
    player::Player,
    signs::move_text,
};
use super::{NO_CHECKERS, SCRIPT_PLAYS, on_off};
use club::terminal::Book;
use headless::error::Error;
use play::mouse_play::Turn;
use std::path::Path;

impl Player {
    pub(super) fn game_command(&mut self, command: GameCommand) -> Option<String> {
        let scripted = self.session.is_scripted();
        let Some(assistant) = self.session.assistant_mut() else {
            return Some(NO_CHECKERS.into());
        };
        let toggled = |name: &str, shown: &mut bool| {
            *shown = !*shown;
            Some(format!("{name} {}", on_off(*shown)))
        };
        match command {
            GameCommand::Numbers => toggled("Numbers", &mut assistant.numbers),
            GameCommand::MoveList => toggled("List of moves", &mut assistant.list),
            GameCommand::SavePosition => Some(self.save_position()),
            _ if scripted => Some(SCRIPT_PLAYS.into()),
            GameCommand::TakeBack => self.session.take_back(),
            GameCommand::LoadPosition => {
                self.open_launcher(Wanted::Position);
                None
            }
            GameCommand::OpenBook => {
                self.open_launcher(Wanted::Book);
                None
            }
            GameCommand::Book(plies) => Some(self.step_in_book(plies)),
            GameCommand::Hint => Some(self.hint()),
            GameCommand::Watch => Some(self.watch()),
            GameCommand::Resign => {
                let settled = assistant.resign();
                Some(self.keep_settled(settled))
            }
            GameCommand::OfferDraw => {
                let settled = assistant.offer_draw();
                Some(self.keep_settled(settled))
            }
        }
    }

    /// Writes the record of a game that was ended by agreement.
    fn keep_settled(&mut self, (text, changed): (String, bool)) -> String {
        if changed {
            self.watches = false;
            self.keep_game();
        }
        text
    }

    /// Begins to think about the player's move.
    fn hint(&mut self) -> String {
        let level = self.settings.merged().play.hint_level;
        let assistant = self.session.assistant();
        match assistant.and_then(|assistant| assistant.question(level)) {
            Some(question) => {
                self.adviser = Some(Adviser::ask(question, Purpose::Hint));
                "Hint: Video Checkers thinks".into()
            }
            None => "Hint: when it is your turn".into(),
        }
    }

    /// Lets the cartridge play for the player as well, or gives the controls back.
    fn watch(&mut self) -> String {
        let level = self.settings.merged().play.hint_level;
        let game = self.session.assistant().map(|game| *game.glance());
        self.adviser = None;
        match game {
            Some(game) if !self.watches && game.two_players() => {
                "Watch: choose a level with Select first".into()
            }
            Some(game) if !self.watches => {
                self.watches = true;
                format!(
                    "Watch: level {level} plays for you against level {}",
                    game.game % 10
                )
            }
            _ => {
                self.watches = false;
                "Watch: you play again".into()
            }
        }
    }

    /// Takes the cartridge's answer, and asks for the next move of a game that is watched.
    pub(in super::super) fn follow_adviser(&mut self) {
        let level = self.settings.merged().play.hint_level;
        if self.session.assistant().is_none() || self.session.is_scripted() {
            (self.adviser, self.watches) = (None, false);
        }
        let Some(assistant) = self.session.assistant_mut() else {
            return;
        };
        // No level plays there: a position was set up, or Select chose that game.
        self.watches &= !assistant.glance().two_players();
        // The position has changed: the answer is of no use.
        let asked = self.adviser.as_ref().map(Adviser::question);
        let now = assistant.question(level);
        if asked.is_some_and(|asked| now.is_none_or(|now| now.position != asked.position)) {
            self.adviser = None;
        }
        match self
            .adviser
            .as_ref()
            .and_then(|adviser| Some((adviser.poll()?, adviser)))
        {
            Some((Some(chosen), adviser)) if adviser.purpose() == Purpose::Play => {
                assistant.play(chosen);
                self.adviser = None;
            }
            Some((Some(chosen), adviser)) => {
                let position = adviser.question().position;
                assistant.advise(position, chosen);
                self.adviser = None;
                let text = move_text(&position, &chosen, self.settings.merged().play.pieces);
                self.view.messages.show(format!("Hint: {text}"));
            }
            Some((None, _)) => {
                self.adviser = None;
                self.watches = false;
                self.view
                    .messages
                    .show("Hint: Video Checkers has no advice");
            }
            None => {}
        }
        if let (true, None, Some(question)) = (self.watches, &self.adviser, now)
            && self
                .session
                .assistant()
                .is_some_and(|game| game.turn() == Turn::Player && !game.is_busy())
        {
            self.adviser = Some(Adviser::ask(question, Purpose::Play));
        }
    }

    /// Opens the first game of a file of games.
    pub(in super::super) fn open_book(&mut self, path: &Path) -> Result<(), Error> {
        let book = Book::open(path, 1)?;
        self.watches = false;
        self.book = Some(book);
        let text = self.show_book();
        self.view.messages.show_for(text, BOOK);
        Ok(())
    }

    fn step_in_book(&mut self, plies: i8) -> String {
        match &mut self.book {
            Some(book) => {
                self.watches = false;
                book.step(plies.into());
                self.show_book()
            }
            None => "Book: open one first, in the menu Game".into(),
        }
    }

    /// Puts the book's position on the board.
    fn show_book(&mut self) -> String {
        let Some(book) = &self.book else {
            return String::new();
        };
        if let Some(assistant) = self.session.assistant_mut() {
            assistant.show(book.position());
        }
        let pieces = self.settings.merged().play.pieces;
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

/// Pictures for which a book's first message is shown: five seconds.
const BOOK: u32 = 300;
