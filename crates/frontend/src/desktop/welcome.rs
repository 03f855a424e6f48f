//! Shows the first messages, which explain how to find the keys and how to start.

use super::{
    action::{Action, Command, StateCommand},
    app::App,
    slots::Slot,
};
use games::session::{BundledGame, BundledGames};
use play::{contacts::Control, session::Session};
use vcs::input::ControllerKind;

/// Number of pictures for which these messages are shown: five seconds.
const WELCOME_PICTURES: u32 = 300;

impl App {
    /// Shows messages that explain how to find the keys and how to start.
    pub fn welcome(&mut self) {
        let hint = |command| self.controls.hint(command);
        let key_for = |control| self.controls.bindings.hint(Action::Hold(control));
        let exit_state = self.storage.slot_path(&self.session, Slot::Exit);
        let resume = || {
            let key = hint(Command::State(StateCommand::Resume));
            format!("Resume: {key} continues the last session")
        };
        let help = format!(
            "Help: {}; menus: {} or the mouse at the top; {} quits",
            hint(Command::Help),
            hint(Command::Menu),
            hint(Command::Quit)
        );
        let start = format!(
            "Start: {} Reset; {} Select: next game",
            key_for(Control::Reset),
            key_for(Control::Select)
        );
        // Only three messages fit, so there is no hint about the controllers if a session can be
        // resumed.
        let texts = if exit_state.exists() {
            [Some(resume()), Some(help), Some(start)]
        } else {
            let controllers = controllers_hint(&self.session).map(str::to_owned);
            [Some(help), Some(start), controllers]
        };
        // Next to a bundled game there may be room only for the latest message, so show the most
        // important text last.
        for text in texts.into_iter().rev().flatten() {
            self.view.messages.show_for(text, WELCOME_PICTURES);
        }
    }
}

/// Returns a hint about the mouse for Video Checkers, and about the controllers for any other
/// cartridge; `None` if the controllers are joysticks.
fn controllers_hint(session: &Session) -> Option<&'static str> {
    if session.bundled_game() == Some(BundledGame::VideoCheckers) {
        return Some("Mouse: click a piece, then its target square");
    }
    let kinds = session.controllers.kinds;
    let has = |kind| kinds.contains(&kind);
    match () {
        () if has(ControllerKind::Paddles) => {
            Some("Paddles: the mouse turns them, its button is fire")
        }
        () if has(ControllerKind::Driving) => {
            Some("Driving controller: the mouse turns it, its button is fire")
        }
        () if kinds[0] == ControllerKind::Keypad => {
            Some("Left keypad: the keyboard's numeric keypad; right keypad: 1 to 0, - and =")
        }
        () if has(ControllerKind::Keypad) => Some("Right keypad: 1 to 0, - and ="),
        () if has(ControllerKind::SaveKey) => Some("SaveKey: the game can save its scores"),
        () => None,
    }
}
