//! Support for the bundled games in a session.

use crate::{mouse_play::Assistant, triktrak::Mouse};
use checkers::{Outcome, Position};
use play::session::{Session, game::Game};
use vcs::Machine;

/// Recognizes a bundled game by its cartridge image. Pass this function to a session as its option
/// `recognize`.
pub fn recognize(image: &[u8], machine: &Machine, date: &str) -> Option<Box<dyn Game>> {
    if let Some(assistant) = Assistant::of(image, machine, date) {
        return Some(Box::new(assistant));
    }
    let mouse = Mouse::of(image, machine)?;
    Some(Box::new(mouse))
}

/// One of the bundled games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundledGame {
    /// Checkers and giveaway.
    VideoCheckers,
    /// A relative of backgammon.
    Triktrak,
}

/// A way to end a game before the rules end it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The player gives up.
    Resign,
    /// The player offers a draw.
    Draw,
}

/// The operations of a session that concern the bundled games, for front ends.
pub trait BundledGames {
    /// Returns the bundled game that the session runs; `None` with any other cartridge.
    fn bundled_game(&self) -> Option<BundledGame> {
        let checkers = self.assistant().map(|_| BundledGame::VideoCheckers);
        checkers.or_else(|| self.triktrak_mouse().map(|_| BundledGame::Triktrak))
    }

    /// Returns the Video Checkers assistant; `None` with any other cartridge.
    fn assistant(&self) -> Option<&Assistant>;

    /// Returns the Video Checkers assistant, mutably.
    fn assistant_mut(&mut self) -> Option<&mut Assistant>;

    /// Returns the mouse control of Triktrak; `None` with any other cartridge.
    fn triktrak_mouse(&self) -> Option<&Mouse>;

    /// Takes back the player's last move. Returns a message to show; `None` if the cartridge is not
    /// a bundled game.
    fn take_back(&mut self) -> Option<String>;

    /// In Triktrak, suggests a wedge and marks it on the board. Returns a message to show; `None`
    /// with any other cartridge.
    fn hint(&mut self) -> Option<String>;

    /// Returns true if a game of Video Checkers has moves but no result yet.
    fn is_undecided(&self) -> bool {
        let assistant = self.assistant();
        assistant.is_some_and(|assistant| {
            let game = &assistant.record().game;
            !game.moves().is_empty() && matches!(game.outcome(), Outcome::Open)
        })
    }

    /// In Video Checkers, resigns the game or offers a draw. Returns a message to show, and true if
    /// the game record has changed. Returns `None` with any other cartridge.
    fn end_game(&mut self, ending: Ending) -> Option<(String, bool)> {
        let assistant = self.assistant_mut()?;
        Some(match ending {
            Ending::Resign => assistant.resign(),
            Ending::Draw => assistant.offer_draw(),
        })
    }

    /// In Video Checkers, sets up a position. Returns a message to show; `None` with any other
    /// cartridge.
    fn set_up(&mut self, position: &Position) -> Option<String>;
}

impl BundledGames for Session {
    fn assistant(&self) -> Option<&Assistant> {
        self.game_as()
    }

    fn assistant_mut(&mut self) -> Option<&mut Assistant> {
        self.game_as_mut()
    }

    fn triktrak_mouse(&self) -> Option<&Mouse> {
        self.game_as()
    }

    fn take_back(&mut self) -> Option<String> {
        if let Some(assistant) = self.assistant_mut() {
            return Some(assistant.take_back());
        }
        let now = self.machine().last_frame().number;
        let frames = self.triktrak_mouse()?.frames_since_last_choice(now);
        Some(if frames.is_some_and(|frames| self.back(frames)) {
            "Taken back".into()
        } else {
            "Take back: nothing has been played".into()
        })
    }

    fn hint(&mut self) -> Option<String> {
        self.game_as_mut().map(Mouse::hint)
    }

    fn set_up(&mut self, position: &Position) -> Option<String> {
        let color = self.levers().color;
        let assistant = self.assistant_mut()?;
        Some(assistant.set_up(position, color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_session::{run, started_session};
    use play::{
        bundled::BUNDLED,
        contacts::HeldControls,
        session::{Host, Lever, Notice},
    };
    use vcs::input::Difficulty;

    /// A host that has time for at most this many frames.
    struct Frames(u32);

    impl Host for Frames {
        fn held(&mut self) -> HeldControls {
            HeldControls::default()
        }

        fn has_time(&mut self, _session: &Session) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 > 0
        }
    }

    /// Clicks the middle of a square.
    fn click(session: &mut Session, number: u32) -> Option<String> {
        let assistant = session.assistant().unwrap();
        let area = assistant.area(checkers::Square::new(number).unwrap());
        let row = area.line + area.lines / 2 - session.shown_lines().start;
        session.click(area.clock + area.clocks / 2, row)
    }

    #[test]
    fn two_clicks_are_a_move_and_the_computer_answers() {
        let mut session = started_session(&BUNDLED[0]);
        session.take_notices();
        assert!(session.is_players_turn());
        assert_eq!(click(&mut session, 11), None);
        assert_eq!(click(&mut session, 15), None);
        assert!(session.is_busy());
        let mut moves = 0;
        for _ in 0..4000 {
            session.advance(&mut Frames(60), false);
            let moved = |notice: &Notice| *notice == Notice::GameMoved;
            moves += session.take_notices().iter().filter(|n| moved(n)).count();
            if moves == 2 {
                break;
            }
        }
        let game = &session.assistant().unwrap().record().game;
        assert_eq!(game.moves()[0].to_string(), "11-15");
        assert_eq!(game.moves().len(), 2);
        // A saved state also contains the moves, for a new session as well as for the session that
        // saved it.
        let state = session.save();
        for mut loaded in [started_session(&BUNDLED[0]), session] {
            loaded.load(&state).unwrap();
            run(&mut loaded, 60);
            let game = &loaded.assistant().unwrap().record().game;
            assert_eq!(game.moves().len(), 2);
            assert_eq!(game.moves()[0].to_string(), "11-15");
        }
    }

    #[test]
    fn the_message_of_a_lever_includes_its_meaning_in_the_game() {
        let mut session = started_session(&BUNDLED[0]);
        let text = session.set_lever(Lever::Difficulty(0, Difficulty::A));
        assert_eq!(text, "Left difficulty A: set-up mode, fire places a piece");
    }
}
