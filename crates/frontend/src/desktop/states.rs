//! Saved moments of the session: state slots, the last session, the running session.

use super::{
    messages::Messages,
    slots::{self, SLOTS, Slot},
    storage::Storage,
    ui::Texture,
    view::View,
};
use headless::error::Error;
use play::{picture::Picture, session::Session};
use std::fs;

/// Number of frames that it takes a player to quit: half a second.
const QUITTING_FRAMES: u64 = 30;

impl Storage {
    /// Selects a slot and shows its picture. Returns the message to show.
    pub fn select_slot(&mut self, slot: usize, session: &Session, view: &mut View) -> String {
        let slot = slot % SLOTS;
        self.slot = slot;
        let path = self.slot_path(session, Slot::Number(slot));
        let mut saved = slots::peek(&path, session).ok().flatten();
        let palette = view.palette(session.standard());
        view.thumbnail = saved.as_mut().map(|saved| {
            let shown = saved.machine.television().shown_lines();
            Texture::new(Picture::of(saved.machine.last_frame(), shown, &palette))
        });
        let suffix = if saved.is_some() { "" } else { " is empty" };
        format!("State slot {slot}{suffix}")
    }

    /// Saves the session's current state in the selected slot. Returns the message to show.
    ///
    /// # Errors
    /// [`Error::Write`] if the disk is full or the folder is read-only.
    pub fn save_state(&self, session: &Session, view: &mut View) -> Result<String, Error> {
        view.thumbnail = None;
        let slot = self.slot;
        slots::save(&self.slot_path(session, Slot::Number(slot)), session)?;
        Ok(format!("State slot {slot} saved"))
    }

    /// Restores a saved state; returns whether that succeeded, and the message to show.
    pub fn load_state(&self, slot: Slot, session: &mut Session) -> (bool, String) {
        let (name, problem) = match slot {
            Slot::Number(number) => (format!("State slot {number}"), "is empty"),
            Slot::Exit | Slot::Running => (
                "The last session".into(),
                "was not saved; this is a new session",
            ),
        };
        match slots::load(&self.slot_path(session, slot), session) {
            Ok(false) => (false, format!("{name} {problem}")),
            Ok(true) => (true, format!("{name} loaded")),
            Err(error) => (false, error.to_string()),
        }
    }

    /// Saves the session for `--resume`. A session without any input from the player does not
    /// replace the saved one, so that opening the program again by mistake does not lose the saved
    /// session.
    pub fn save_session(&mut self, session: &Session, messages: &mut Messages) {
        let path = self.slot_path(session, Slot::Exit);
        let saved = if was_played(session) || !path.exists() {
            slots::save(&path, session)
        } else {
            Ok(())
        };
        match saved {
            // Delete the running session only now, so that at least one of the two files remains if
            // the program is killed here.
            Ok(()) => {
                let running = self.slot_path(session, Slot::Running);
                self.autosave.discard(running);
            }
            // An earlier error, which probably has the same cause, has already been reported.
            Err(_) if messages.has_failed() => {}
            Err(error) => messages.show_failure(error),
        }
    }

    /// Writes the running session in the background, in case the program is killed.
    pub fn save_running_session(&mut self, session: &Session) {
        let may_replace = was_played(session) || !self.slot_path(session, Slot::Exit).exists();
        if may_replace && self.autosave.is_idle() {
            let path = self.slot_path(session, Slot::Running);
            self.autosave.save(path, session.save());
        }
    }

    /// Makes the running session the last session if the program was killed.
    pub fn recover_session(&self, session: &Session) {
        let running = self.slot_path(session, Slot::Running);
        if running.exists() {
            // If this fails, an older session remains the last one.
            let _ = fs::rename(running, self.slot_path(session, Slot::Exit));
        }
    }
}

/// Returns whether the player has given any input. Ignores the last half second, because Ctrl,
/// which may be the fire button, is also part of Ctrl+Q.
fn was_played(session: &Session) -> bool {
    let first_input = session.first_player_input();
    first_input.is_some_and(|frame| frame + QUITTING_FRAMES < session.frames())
}
