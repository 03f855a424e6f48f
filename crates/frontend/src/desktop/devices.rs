//! The devices of the desktop: window, sound, pads, mouse.

use super::{mouse::Watch, pads::Pads, sound::Audio, window::Screen};

/// Everything outside the program that a session is played with.
pub struct Devices {
    /// The window.
    pub screen: Box<dyn Screen>,
    /// Sound.
    pub audio: Audio,
    /// Game pads.
    pub pads: Pads,
    /// The mouse.
    pub mouse: Watch,
    /// The mouse stays in the window and turns paddles.
    pub captured: bool,
    /// The window fills the screen.
    pub fullscreen: bool,
    /// The window had the keyboard at the last look.
    pub was_active: bool,
}

impl Devices {
    /// Devices in a window.
    pub fn new(screen: Box<dyn Screen>, audio: Audio, pads: Pads) -> Devices {
        Devices {
            screen,
            audio,
            pads,
            mouse: Watch::default(),
            captured: false,
            fullscreen: false,
            was_active: false,
        }
    }

    /// Captures the mouse for paddles, or frees it.
    pub fn capture(&mut self, on: bool) {
        if on != self.captured {
            self.captured = self.screen.capture(on) && on;
        }
    }

    /// Fills the screen, or is a window again; false where that is impossible.
    pub fn toggle_fullscreen(&mut self) -> bool {
        let done = self.screen.set_fullscreen(!self.fullscreen);
        self.fullscreen ^= done;
        done
    }
}
