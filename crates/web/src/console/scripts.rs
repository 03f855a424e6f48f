//! Writes a session as an input script, and plays scripts.

use super::{Console, LONGEST_SCRIPT};
use crate::error::WebError;
use lab::script::Script;
use play::{bundled::Bundled, playback::Playback, transcript};
use std::fmt::Write;
use vcs::Machine;

/// Number of most recent frames for which states are returned.
const PAST_FRAMES: u64 = 600;
/// Number of frames between returned states.
const STATE_INTERVAL: u64 = 60;

impl Console {
    /// Returns the session so far as an input script. The script ends by checking the picture and
    /// RAM, so `crownhead verify` shows whether another machine reaches the same moment.
    pub fn script(&self) -> String {
        let timeline = self.session.timeline();
        let frames = timeline.frames();
        let mut text = transcript::body(timeline, Some(&self.cartridge_name()));
        if frames > 0 {
            let picture = self.session.machine().last_frame().hash();
            let ram = vcs::Hash::of(self.session.machine().ram());
            let last = frames - 1;
            let written = write!(
                text,
                "@{last} expect picture {picture}\n@{frames} expect ram {ram}\n"
            );
            written.expect("a String takes everything");
        }
        text + &transcript::end_line(frames)
    }

    /// Returns states of the last ten seconds, the oldest first: one per second, each at the start
    /// of a frame, and finally the state at the current moment.
    pub fn states(&self) -> Vec<Vec<u8>> {
        let past = self
            .session
            .timeline()
            .machines(PAST_FRAMES, STATE_INTERVAL);
        let states = past.iter().chain([self.session.machine()]);
        states.map(Machine::save).collect()
    }

    /// Returns the cartridge's name in a script: the bundled name, or the file's.
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

    /// Restarts the console and plays a script to its end, fast-forwarding through all but the last
    /// `seconds`.
    ///
    /// # Errors
    /// The text is not a script, or the script belongs to another cartridge, is too long, or
    /// changes the input in mid-frame.
    pub fn watch(&mut self, text: &str, seconds: f64) -> Result<(), WebError> {
        let script = Script::parse(text)?;
        let wanted = script.setup.sha256.as_deref();
        if let Some(wanted) = wanted.filter(|sha| *sha != self.session.timeline().sha256()) {
            return Err(WebError::OtherCartridge {
                wanted: wanted.into(),
            });
        }
        let frames = script.end.frame;
        if frames > LONGEST_SCRIPT {
            return Err(WebError::TooLong {
                frames,
                most: LONGEST_SCRIPT,
            });
        }
        self.session.watch(Playback::new(&script)?);
        let shown = seconds / self.session.period().as_secs_f64();
        self.skip_to = frames.checked_sub(shown as u64).filter(|to| *to > 0);
        self.speaker.join();
        Ok(())
    }
}
