//! Commands that write files, or read them back: states, pictures, recordings, positions.

use super::super::{
    action::{RecordCommand, StateCommand},
    player::Player,
    recorder::Recorder,
    slots::{self, SLOTS, Slot},
    ui::Image,
};
use headless::{
    error::Error,
    files::{fresh_name, write_whole},
    picture::png,
};
use play::picture::Picture;
use std::{fs, path::PathBuf};

/// Frames that a player needs to quit: half a second.
const QUITTING: u64 = 30;

impl Player {
    pub(super) fn state_command(&mut self, command: StateCommand) -> String {
        let slot = self.storage.slot;
        match command {
            StateCommand::NextSlot => self.select_slot(slot + 1),
            StateCommand::PreviousSlot => self.select_slot(slot + SLOTS - 1),
            StateCommand::Save => self.save_state(),
            StateCommand::Load => self.load_state(Slot::Number(slot)),
            StateCommand::Resume => self.load_state(Slot::Exit),
        }
    }

    pub(in super::super) fn select_slot(&mut self, slot: usize) -> String {
        let slot = slot % SLOTS;
        self.storage.slot = slot;
        let path = self.slot_path(Slot::Number(slot));
        let mut saved = slots::peek(&path, &self.session).ok().flatten();
        let palette = self.view.palette(self.session.standard());
        self.view.thumbnail = saved.as_mut().map(|saved| {
            let shown = saved.machine.television().shown_lines();
            Image::new(Picture::of(saved.machine.last_frame(), shown, &palette))
        });
        let empty = if saved.is_some() { "" } else { " is empty" };
        format!("State slot {slot}{empty}")
    }

    fn save_state(&mut self) -> String {
        self.finish_errands();
        self.view.thumbnail = None;
        let slot = self.storage.slot;
        match slots::save(&self.slot_path(Slot::Number(slot)), &self.session) {
            Ok(()) => format!("State slot {slot} saved"),
            Err(error) => self.note_failure(error),
        }
    }

    /// Replaces the present moment by a saved state. Returns what to show about it.
    pub(in super::super) fn load_state(&mut self, slot: Slot) -> String {
        let (what, hint) = match slot {
            Slot::Number(number) => (format!("State slot {number}"), "is empty"),
            Slot::Exit | Slot::Running => (
                "The last session".into(),
                "was not saved; this is a new one",
            ),
        };
        let path = self.slot_path(slot);
        match slots::load(&path, &mut self.session) {
            Ok(false) => format!("{what} {hint}"),
            Ok(true) => {
                self.devices.audio.join();
                self.view.thumbnail = None;
                self.take_picture();
                format!("{what} loaded")
            }
            Err(error) => error.to_string(),
        }
    }

    /// Saves the session for `--resume`. A session without any input by the player does not replace
    /// the one before it: a player who quits by mistake and comes back has not lost it.
    pub(in super::super) fn save_session(&mut self) {
        let path = self.slot_path(Slot::Exit);
        let saved = match self.was_played() || !path.exists() {
            true => slots::save(&path, &self.session),
            false => Ok(()),
        };
        match saved {
            // Not earlier: a program that is killed here has one file or the other.
            Ok(()) => self.storage.autosave.discard(self.slot_path(Slot::Running)),
            // Another file could not be written: probably the same reason, already reported.
            Err(_) if self.failed.is_some() => {}
            Err(error) => self.fail(error),
        }
    }

    /// Writes the running session in the background, in case the program is killed.
    pub(in super::super) fn keep_session(&mut self) {
        let (path, exit) = (self.slot_path(Slot::Running), self.slot_path(Slot::Exit));
        let replaces = self.was_played() || !exit.exists();
        if replaces && self.plan.freeze_at.is_none() && self.storage.autosave.is_idle() {
            self.storage.autosave.save(path, self.session.save());
        }
    }

    /// Makes the session of a program that was killed the last session.
    pub(in super::super) fn recover_session(&mut self) {
        let running = self.slot_path(Slot::Running);
        if running.exists() {
            // If it fails, the last session is the one before it.
            let _ = fs::rename(running, self.slot_path(Slot::Exit));
        }
    }

    /// True if the player has played. The Ctrl of Ctrl+Q may have fired.
    fn was_played(&self) -> bool {
        let begun = self.session.first_own_input();
        begun.is_some_and(|frame| frame + QUITTING < self.session.frames())
    }

    pub(super) fn record_command(&mut self, command: RecordCommand) -> String {
        let done = match command {
            RecordCommand::Snapshot => self.snapshot(),
            RecordCommand::Clip => self.save_clip(),
            RecordCommand::Input => self.record_input(),
            RecordCommand::Sound => self.record_sound(),
            RecordCommand::Test => self.save_test(),
        };
        done.unwrap_or_else(|error| self.note_failure(error))
    }

    /// A new file name in a folder of the data folder.
    fn fresh(&self, folder: &str, extension: &str) -> Result<PathBuf, Error> {
        let folder = self.plan.folder.join(folder);
        fresh_name(&folder, &self.storage.name, extension)
    }

    fn snapshot(&mut self) -> Result<String, Error> {
        let path = self.fresh("snapshots", "png")?;
        if self.view.picture().pixels.is_empty() {
            return Ok("Snapshot: there is no picture yet".into());
        }
        write_whole(&path, &png(self.view.picture())?)?;
        Ok(format!("Snapshot {}", path.display()))
    }

    /// Writes the last seconds as an animated PNG.
    fn save_clip(&mut self) -> Result<String, Error> {
        let palette = self.view.palette(self.session.standard());
        let period = self.session.period();
        let path = self.fresh("clips", "png")?;
        write_whole(&path, &self.storage.clip.apng(&palette, period)?)?;
        Ok(format!("Clip {}", path.display()))
    }

    /// Begins to record the input, or ends it.
    fn record_input(&mut self) -> Result<String, Error> {
        let timeline = self.session.timeline();
        if let Some(recorder) = self.storage.recorder.take() {
            let text = format!("Recorded {}", recorder.path().display());
            recorder.finish(timeline)?;
            return Ok(text);
        }
        let path = self.fresh("recordings", "script")?;
        let cartridge = self.storage.cartridge.as_deref();
        let recorder = Recorder::start(path, cartridge, timeline)?;
        let text = match timeline.is_aided() {
            true => "Recording: cheats were on or collisions off, so a replay differs".into(),
            false => format!("Recording since power-on: {}", recorder.path().display()),
        };
        self.storage.recorder = Some(recorder);
        Ok(text)
    }

    /// Ends the recording of the input, if there is one, and shows where it is.
    pub(in super::super) fn finish_recording(&mut self) {
        if self.storage.recorder.is_some() {
            match self.record_input() {
                Ok(text) => self.view.messages.show(text),
                Err(error) => self.fail(error),
            }
        }
    }

    /// Begins to write the sound to a file, or ends it.
    fn record_sound(&mut self) -> Result<String, Error> {
        if let Some(path) = self.devices.audio.recording() {
            let text = format!("Sound is in {}", path.display());
            self.devices.audio.finish_recording()?;
            return Ok(text);
        }
        let path = self.fresh("sounds", "wav")?;
        self.devices.audio.start_recording(&path)?;
        Ok(format!("Sound goes to {}", path.display()))
    }

    /// Writes the position on the board as FEN. Returns what to show about it.
    pub(super) fn save_position(&mut self) -> String {
        let Some(position) = self.position() else {
            return "Position: wait until the move is made".into();
        };
        let written = self.fresh("positions", "fen").and_then(|path| {
            write_whole(&path, format!("{}\n", position.to_fen()).as_bytes())?;
            Ok(format!("Position {}", path.display()))
        });
        written.unwrap_or_else(|error| self.note_failure(error))
    }
}
