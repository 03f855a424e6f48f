//! Commands that write files, or read back what they wrote: states, pictures, recordings, positions.

use super::{
    checkers::Table,
    commands::{NO_CHECKERS, SLOTS},
    player::Player,
    recorder::Recorder,
    sound::{Speaker, wav::Wav},
    standard::period,
    states::{self, Slot},
};
use crate::{
    error::Error,
    files::{fresh_name, write_whole},
    picture::png,
};
use std::path::PathBuf;
use vcs::{Input, input::Switches};

/// Frames that a hand needs to quit: half a second.
const QUITTING: u64 = 30;

impl Player {
    pub(super) fn select_slot(&mut self, slot: usize) -> String {
        self.slot = slot % SLOTS;
        let path = self.slot_path(Slot::Number(self.slot));
        let standard = self.standard();
        let mut saved = states::load(&path, &self.game).ok().flatten();
        self.view.thumbnail = saved.as_mut().map(|saved| {
            let shown = saved.machine.television().shown_lines();
            self.view
                .picture_of(saved.machine.last_frame(), shown, standard)
        });
        format!(
            "State slot {}{}",
            self.slot,
            if saved.is_some() { "" } else { " is empty" }
        )
    }

    pub(super) fn slot_path(&self, slot: Slot) -> PathBuf {
        states::path(&self.plan.folder, &self.plan.name, self.game.sha256(), slot)
    }

    pub(super) fn save_state(&mut self) -> String {
        self.end_errands();
        self.view.thumbnail = None;
        match states::save(&self.slot_path(Slot::Number(self.slot)), &self.game) {
            Ok(()) => format!("State slot {} saved", self.slot),
            Err(error) => self.failed_silently(error),
        }
    }

    /// Puts a saved state in the place of the present moment; says what came of it.
    pub(super) fn load_state(&mut self, slot: Slot) -> String {
        let (place, hint) = match slot {
            Slot::Number(number) => (format!("State slot {number}"), "is empty"),
            Slot::Exit => (
                "The last session".into(),
                "was not saved; this is a new one",
            ),
        };
        match states::load(&self.slot_path(slot), &self.game) {
            Ok(None) => format!("{place} {hint}"),
            Ok(Some(saved)) => {
                self.game.replace(saved.machine, saved.frames, saved.inputs);
                self.switches = Switches {
                    select: false,
                    reset: false,
                    ..self.game.machine().input().switches
                };
                self.mixer.join();
                self.view.thumbnail = None;
                self.table
                    .iter_mut()
                    .for_each(|table| _ = table.interrupt());
                self.take_picture();
                format!("{place} loaded")
            }
            Err(error) => error.to_string(),
        }
    }

    /// Saves the running game for `--resume`. A session in which nobody but a script touched anything leaves the one
    /// before it alone: who quits by mistake and comes back has not lost it yet.
    pub(super) fn save_session(&mut self) {
        let path = self.slot_path(Slot::Exit);
        // The Ctrl that quits may have fired.
        let script = self.scripted.as_ref().or(self.watched.as_ref());
        let own = |(frame, input): &&(u64, Input)| {
            !script.is_some_and(|script| script.makes(*frame, *input))
        };
        let begun = self.game.past()[1..]
            .iter()
            .find(own)
            .map(|(frame, _)| *frame);
        let touched = begun.is_some_and(|frame| frame + QUITTING < self.game.frames());
        if !touched && path.exists() {
            return;
        }
        match states::save(&path, &self.game) {
            Ok(()) => {}
            // Where something else could not be written, this is the same fault, which has been told already.
            Err(_) if self.failed.is_some() => {}
            Err(error) => self.fail(error),
        }
    }

    /// Ends the recording of the hands, if there is one, and says where it is.
    pub(super) fn finish_recording(&mut self) {
        let Some(mut recorder) = self.recorder.take() else {
            return;
        };
        match recorder.save(&self.game) {
            Ok(()) => {
                let said = format!("Recorded {}", recorder.path().display());
                self.view.messages.show(said);
            }
            Err(error) => self.fail(error),
        }
    }

    pub(super) fn power_cycle(&mut self) -> String {
        self.finish_recording();
        self.interrupt_table();
        self.game.power_cycle();
        self.game.set_levers(self.switches);
        self.mixer.join();
        self.time.paused = false;
        "Power off and on".into()
    }

    pub(super) fn snapshot(&mut self) {
        let folder = self.plan.folder.join("snapshots");
        let written = fresh_name(&folder, &self.plan.name, "png").and_then(|path| {
            write_whole(&path, &png(self.view.picture())?)?;
            Ok(path)
        });
        self.tell_of("Snapshot", written);
    }

    /// Writes the last seconds as an animated PNG.
    pub(super) fn save_clip(&mut self) {
        let palette = self.view.palette(self.standard());
        let standard = self.standard();
        let period = period(standard, self.game.scanlines());
        let folder = self.plan.folder.join("clips");
        let written = fresh_name(&folder, &self.plan.name, "png").and_then(|path| {
            write_whole(&path, &self.clip.apng(&palette, period)?)?;
            Ok(path)
        });
        self.tell_of("Clip", written);
    }

    pub(super) fn record(&mut self) -> String {
        if let Some(mut recorder) = self.recorder.take() {
            return match recorder.save(&self.game) {
                Ok(()) => format!("Recorded {}", recorder.path().display()),
                Err(error) => self.failed_silently(error),
            };
        }
        let folder = self.plan.folder.join("recordings");
        let started = fresh_name(&folder, &self.plan.name, "script")
            .and_then(|path| Recorder::start(path, self.plan.cartridge.as_deref(), &self.game));
        match started {
            Ok(recorder) => {
                let said = format!("Recording since power-on: {}", recorder.path().display());
                self.recorder = Some(recorder);
                said
            }
            Err(error) => self.failed_silently(error),
        }
    }

    /// Begins to write the sound to a file, or ends it.
    pub(super) fn record_sound(&mut self) -> String {
        if let Some((path, _)) = &self.sound_recorder {
            let said = format!("Sound is in {}", path.display());
            return self.finish_sound().unwrap_or(said);
        }
        let folder = self.plan.folder.join("sounds");
        let started = fresh_name(&folder, &self.plan.name, "wav")
            .and_then(|path| Ok((path.clone(), Wav::create(&path)?)));
        match started {
            Ok((path, wav)) => {
                let said = format!("Sound goes to {}", path.display());
                self.sound_recorder = Some((path, wav));
                said
            }
            Err(error) => self.failed_silently(error),
        }
    }

    /// Ends the recording of sound; what went wrong.
    pub(super) fn finish_sound(&mut self) -> Option<String> {
        let (_, mut wav) = self.sound_recorder.take()?;
        let error = wav.finish().err()?;
        Some(self.failed_silently(error))
    }

    /// Writes the position on the board as FEN.
    pub(super) fn save_position(&mut self) {
        let position = match self.table.as_ref().map(Table::position) {
            Some(Some(position)) => position,
            Some(None) => {
                return self
                    .view
                    .messages
                    .show("Position: wait until the move is made");
            }
            None => return self.view.messages.show(NO_CHECKERS),
        };
        let folder = self.plan.folder.join("positions");
        let written = fresh_name(&folder, &self.plan.name, "fen").and_then(|path| {
            write_whole(&path, format!("{}\n", position.to_fen()).as_bytes())?;
            Ok(path)
        });
        self.tell_of("Position", written);
    }

    /// Says where something was written, or why not.
    fn tell_of(&mut self, what: &str, written: Result<PathBuf, Error>) {
        match written {
            Ok(path) => self
                .view
                .messages
                .show(format!("{what} {}", path.display())),
            Err(error) => self.fail(error),
        }
    }

    /// Notes a fault whose sentence the caller shows.
    fn failed_silently(&mut self, error: Error) -> String {
        let said = error.to_string();
        crate::print::message(&said);
        self.failed.get_or_insert(error);
        said
    }
}
