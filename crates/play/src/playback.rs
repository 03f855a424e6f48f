//! Plays the input of a script frame by frame, so that the player can watch a recording.

use lab::script::{Action, Script};
use thiserror::Error;
use vcs::{Input, Place, input::SaveKeyMemory};

/// The input for each frame of a script.
#[derive(Debug, Clone, PartialEq)]
pub struct Playback {
    /// The changes of the input, each with the first frame in which it applies. The first entry is
    /// the input at power-on.
    changes: Vec<(u64, Input)>,
    end: u64,
    save_keys: [SaveKeyMemory; 2],
}

/// The reason why a script cannot be played frame by frame.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{what} cannot be played in whole frames; use crownhead replay")]
pub struct PlaybackError {
    /// The number of the line in the script, from 1.
    pub line: usize,
    /// The part of the line that cannot be played in whole frames, such as `a power cycle`.
    pub what: &'static str,
}

impl Playback {
    /// Prepares a script for playing.
    ///
    /// # Errors
    /// The script changes the input in the middle of a frame, switches the console off and on, or
    /// has a line with `wait` or `@pc`.
    pub fn new(script: &Script) -> Result<Playback, PlaybackError> {
        let mut changes = vec![(0, script.setup.input)];
        for event in &script.events {
            let error = |what| PlaybackError {
                line: event.source.line,
                what,
            };
            match &event.action {
                Action::Input(input) if event.place == Place::frame(event.place.frame) => {
                    changes.push((event.place.frame, *input));
                }
                Action::Input(_) => return Err(error("input within a frame")),
                Action::PowerCycle => return Err(error("a power cycle")),
                Action::Wait { .. } => return Err(error("`wait` or `@pc`")),
                Action::Snapshot(_) | Action::Expect(_) => {}
            }
        }
        Ok(Playback {
            changes,
            end: script.end.frame,
            save_keys: script.setup.save_keys.clone(),
        })
    }

    /// Returns the contents of the left and right SaveKeys at power-on.
    pub fn save_keys(&self) -> &[SaveKeyMemory; 2] {
        &self.save_keys
    }

    /// Returns the input for a frame; `None` after the script's end.
    pub fn input(&self, frame: u64) -> Option<Input> {
        let after = self.changes.partition_point(|(at, _)| *at <= frame);
        (frame < self.end).then(|| self.changes[after.saturating_sub(1)].1)
    }

    /// Returns true if the change to `input` at `frame` comes from the script or from its end.
    /// Otherwise, it comes from the player.
    pub fn is_source_of(&self, frame: u64, input: Input) -> bool {
        frame == self.end || self.input(frame) == Some(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::input::Controller;

    fn playback(text: &str) -> Result<Playback, PlaybackError> {
        Playback::new(&Script::parse(&format!("crownhead-script 1\n{text}")).unwrap())
    }

    #[test]
    fn input_comes_from_the_script_until_its_end() {
        let playback = playback("color bw\n@3 p0 fire\n@5 p0 -\n@9 end\n").unwrap();
        let fire = |frame| {
            let input = playback.input(frame)?;
            assert!(!input.switches.color);
            Some(matches!(input.ports[0], Controller::Joystick(stick) if stick.fire))
        };
        let seen: Vec<_> = [2, 3, 4, 5, 8, 9].map(fire).into();
        let (released, pressed) = (Some(false), Some(true));
        let expected = [released, pressed, pressed, released, released, None];
        assert_eq!(seen, expected);
        let input = playback.input(3).unwrap();
        let is_source = [2, 3, 8, 9, 10].map(|frame| playback.is_source_of(frame, input));
        assert_eq!(is_source, [false, true, false, true, false]);
    }

    #[test]
    fn input_within_a_frame_and_power_cycles_are_refused() {
        let error = playback("@3.10 p0 fire\n@5 end\n").unwrap_err();
        assert_eq!((error.line, error.what), (2, "input within a frame"));
        assert!(playback("@3 power cycle\n@5 end\n").is_err());
    }
}
