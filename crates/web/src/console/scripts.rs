//! Writes a session as an input script, and plays scripts.

use super::{Console, MAX_SCRIPT_FRAMES};
use crate::error::WebError;
use lab::script::Script;
use play::{bundled::Bundled, playback::Playback, transcript};
use std::fmt::Write;
use vcs::Machine;

/// Number of past frames that [`Console::states`] covers.
const PAST_FRAMES: u64 = 600;
/// Number of frames between the states that [`Console::states`] returns.
const STATE_INTERVAL: u64 = 60;

impl Console {
    /// Returns the session so far as an input script. The script ends with the expected picture and
    /// RAM, so that `crownhead verify` can check that a run on another computer ends in the same
    /// state.
    pub fn script(&self) -> String {
        let timeline = self.session.timeline();
        let frames = timeline.frames();
        let mut text = transcript::body(timeline, Some(&self.cartridge_name()));
        if frames > 0 {
            let picture = self.session.machine().last_frame().hash();
            let ram = vcs::Hash::of(self.session.machine().ram());
            let last = frames - 1;
            let result = write!(
                text,
                "@{last} expect picture {picture}\n@{frames} expect ram {ram}\n"
            );
            result.expect("writing to a String cannot fail");
        }
        text + &transcript::end_line(frames)
    }

    /// Returns saved states of the last ten seconds, oldest first: one state per second, each from
    /// the start of a frame, and finally the current state.
    pub fn states(&self) -> Vec<Vec<u8>> {
        let past = self
            .session
            .timeline()
            .machines(PAST_FRAMES, STATE_INTERVAL);
        let states = past.iter().chain([self.session.machine()]);
        states.map(Machine::save).collect()
    }

    /// Returns the cartridge's name in a script: the name of the bundled cartridge, or the name of
    /// the file.
    fn cartridge_name(&self) -> String {
        let image = self.session.cartridge().image();
        match Bundled::of(image) {
            Some(bundled) => bundled.script_name(),
            None => {
                let file = self.name.rsplit('/').next().unwrap_or_default();
                file.replace(char::is_control, "_")
            }
        }
    }

    /// Turns the console off and on, and plays a script to its end. Skips to the last `seconds`
    /// seconds of the script by running as fast as possible.
    ///
    /// # Errors
    /// Returns an error if the text is not a script, or if the script belongs to another cartridge,
    /// is too long, or changes the input in the middle of a frame.
    pub fn watch(&mut self, text: &str, seconds: f64) -> Result<(), WebError> {
        let script = Script::parse(text)?;
        let wanted = script.setup.sha256.as_deref();
        if let Some(wanted) = wanted.filter(|sha| *sha != self.session.timeline().sha256()) {
            return Err(WebError::OtherCartridge {
                wanted: wanted.into(),
            });
        }
        let frames = script.end.frame;
        if frames > MAX_SCRIPT_FRAMES {
            return Err(WebError::TooLong {
                frames,
                limit: MAX_SCRIPT_FRAMES,
            });
        }
        self.session.play_script(Playback::new(&script)?);
        let shown_frames = seconds / self.session.period().as_secs_f64();
        self.skip_to = frames.checked_sub(shown_frames as u64).filter(|to| *to > 0);
        self.speaker.smooth_jump();
        Ok(())
    }
}
