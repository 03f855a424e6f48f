//! Files that the player can save from a session: pictures, clips, input, sound and positions.

use super::{messages::Messages, recorder::Recorder, sound::Audio, storage::Storage, view::View};
use headless::{error::Error, picture::png};
use play::session::{Session, game::Game};

impl Storage {
    /// Writes the picture as a PNG. Returns the message to show.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn snapshot(&self, view: &View) -> Result<String, Error> {
        if view.picture().pixels.is_empty() {
            return Ok("Snapshot: there is no picture yet".into());
        }
        let path = self.write("snapshots", "png", &png(view.picture())?)?;
        Ok(format!("Snapshot {}", path.display()))
    }

    /// Writes the last seconds as an animated PNG. Returns the message to show.
    pub fn save_clip(&self, session: &Session, view: &mut View) -> Result<String, Error> {
        let palette = view.palette(session.standard());
        let clip = self.clip.apng(&palette, session.period())?;
        let path = self.write("clips", "png", &clip)?;
        Ok(format!("Clip {}", path.display()))
    }

    /// Starts or stops recording the input. Returns the message to show.
    pub fn record_input(&mut self, session: &Session) -> Result<String, Error> {
        let timeline = session.timeline();
        if let Some(recorder) = self.recorder.take() {
            let text = format!("Recorded {}", recorder.path().display());
            recorder.finish(timeline)?;
            return Ok(text);
        }
        let path = self.new_path("recordings", "script")?;
        let recorder = Recorder::start(path, self.cartridge.as_deref(), timeline)?;
        let text = if timeline.is_aided() {
            "Recording: cheats were on or collisions off, so a replay differs".into()
        } else {
            format!("Recording since power-on: {}", recorder.path().display())
        };
        self.recorder = Some(recorder);
        Ok(text)
    }

    /// Stops recording the input if it is being recorded, and shows the file's name.
    pub fn finish_recording(&mut self, session: &Session, messages: &mut Messages) {
        if self.recorder.is_some() {
            match self.record_input(session) {
                Ok(text) => messages.show(text),
                Err(error) => messages.show_failure(error),
            }
        }
    }

    /// Starts or stops recording the sound to a file. Returns the message to show.
    pub fn record_sound(&self, audio: &mut Audio) -> Result<String, Error> {
        if let Some(path) = audio.recording() {
            let text = format!("Sound recorded in {}", path.display());
            audio.finish_recording()?;
            return Ok(text);
        }
        let path = self.new_path("sounds", "wav")?;
        audio.start_recording(&path)?;
        Ok(format!("Sound is being recorded to {}", path.display()))
    }

    /// Writes the position on the board as FEN. Returns the message to show.
    pub fn save_position(&self, session: &Session) -> Result<String, Error> {
        // There is no position while pieces are moving.
        let Some(position) = session.game().and_then(Game::position) else {
            return Ok("Position: wait until the move is complete".into());
        };
        let path = self.write("positions", "fen", format!("{position}\n").as_bytes())?;
        Ok(format!("Position {}", path.display()))
    }
}
