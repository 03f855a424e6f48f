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
    /// Pixels of a scanline in the window as the program sized it.
    pub scale: usize,
    /// That size; a window of another size was sized by the player.
    pub own_size: (usize, usize),
    /// The window had the keyboard at the last look.
    pub was_active: bool,
}

impl Devices {
    /// Devices in a window that was sized for scanlines of `scale` pixels.
    pub fn new(screen: Box<dyn Screen>, audio: Audio, pads: Pads, scale: usize) -> Devices {
        Devices {
            own_size: screen.size(),
            scale,
            screen,
            audio,
            pads,
            mouse: Watch::default(),
            captured: false,
            fullscreen: false,
            was_active: false,
        }
    }

    /// Sizes the window for scanlines of `scale` pixels; false if that is impossible.
    pub fn resize(&mut self, size: (usize, usize), scale: usize) -> bool {
        let done = !self.fullscreen && self.screen.resize(size.0, size.1);
        if done {
            (self.own_size, self.scale) = (size, scale);
        }
        done
    }

    /// True while the window has the size that the program gave it.
    pub fn has_own_size(&self) -> bool {
        !self.fullscreen && self.screen.size() == self.own_size
    }

    /// Captures the mouse for paddles, or frees it.
    pub fn capture(&mut self, on: bool) {
        if on != self.captured {
            self.captured = self.screen.capture(on) && on;
        }
    }

    /// Fills the screen, or is a window again; false if that is impossible.
    pub fn toggle_fullscreen(&mut self) -> bool {
        let done = self.screen.set_fullscreen(!self.fullscreen);
        self.fullscreen ^= done;
        done
    }
}
