//! Shows the progress of the computer's search at a prompt.

use headless::print;

/// Number of frames per second of console time.
const FRAMES_PER_SECOND: u64 = 60;

/// A display of how long the computer has been thinking, in the console's time.
#[derive(Debug)]
pub struct ThinkingDisplay {
    is_enabled: bool,
    /// The seconds shown by the progress line; zero if none is shown.
    seconds: u64,
}

impl ThinkingDisplay {
    /// Creates a display for one search. It shows nothing unless the player is at a prompt.
    pub fn new(is_prompt: bool) -> ThinkingDisplay {
        ThinkingDisplay {
            is_enabled: is_prompt,
            seconds: 0,
        }
    }

    /// Updates the progress line once per second of console time; `frames` is the duration of the
    /// search so far.
    pub fn update(&mut self, frames: u64) {
        if self.is_enabled && frames.is_multiple_of(FRAMES_PER_SECOND) {
            self.seconds = frames / FRAMES_PER_SECOND;
            print::to_stderr(&format!("\rthinking: {} s on the console ", self.seconds));
        }
    }

    /// Clears the progress line, if there is one.
    pub fn clear(self) {
        if self.seconds > 0 {
            print::to_stderr(&format!("\r{:40}\r", ""));
        }
    }
}
