//! The desktop's devices: window, sound, pads, mouse.

use super::{
    aspect::{AspectChoice, picture_width, window_size},
    mouse::MouseTracker,
    pads::Pads,
    saved_window::SavedWindow,
    sound::Audio,
    window::Screen,
};
use play::session::Session;

/// The devices that a session uses.
pub struct Devices {
    /// The window.
    pub screen: Box<dyn Screen>,
    /// Sound.
    pub audio: Audio,
    /// Game pads.
    pub pads: Pads,
    /// The mouse.
    pub mouse: MouseTracker,
    /// Whether the mouse is captured by the window and turns paddles.
    pub captured: bool,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// Height of a scanline in pixels while the window has the size `assigned_size`.
    pub scale: usize,
    /// The size that the program last gave the window. Any other size is the player's choice.
    pub assigned_size: (usize, usize),
    /// The default size of a window. Any other size is saved for the next session.
    pub default_size: (usize, usize),
    /// The position at which the system placed the window.
    pub default_position: Option<(isize, isize)>,
    /// Whether the window had the keyboard focus at the last check.
    pub was_focused: bool,
}

impl Devices {
    /// Combines devices that are already open. A scanline must be `scale` pixels high in a window
    /// of `default_size`.
    pub fn new(
        screen: Box<dyn Screen>,
        audio: Audio,
        pads: Pads,
        scale: usize,
        default_size: (usize, usize),
    ) -> Devices {
        Devices {
            assigned_size: default_size,
            default_size,
            default_position: None,
            scale,
            screen,
            audio,
            pads,
            mouse: MouseTracker::default(),
            captured: false,
            fullscreen: false,
            was_focused: false,
        }
    }

    /// Resizes the window to `size`. `scale` is the height of a scanline in pixels at that size.
    /// Returns false if the window cannot be resized.
    pub fn resize(&mut self, size: (usize, usize), scale: usize) -> bool {
        let done = !self.fullscreen && self.screen.resize(size.0, size.1);
        if done {
            (self.assigned_size, self.scale) = (size, scale);
        }
        done
    }

    /// Changes the height of a scanline by `step` pixels and resizes the window for the cartridge's
    /// picture. Returns the message to show.
    pub fn rescale(&mut self, step: i8, aspect: AspectChoice, session: &Session) -> String {
        let standard = session.standard();
        let lines = session.picture_lines().max(1);
        let (width, height) = self.screen.size();
        let unscaled_width = picture_width(aspect, standard);
        let current = (width / unscaled_width).min(height / lines).clamp(1, 10);
        let scale = current.saturating_add_signed(step.into()).clamp(1, 10);
        if self.resize(window_size(aspect, standard, lines, scale), scale) {
            format!("Size {scale}")
        } else {
            "Size cannot be changed here".into()
        }
    }

    /// Resizes the window for the cartridge's picture, with scanlines `scale` pixels high.
    pub fn size_window(&mut self, scale: usize, aspect: AspectChoice, session: &Session) {
        self.resize(size_for(aspect, session, scale), scale);
    }

    /// Resizes the window for the cartridge's picture, unless the player has resized it.
    pub fn fit_window(&mut self, aspect: AspectChoice, session: &Session) {
        let size = size_for(aspect, session, self.scale);
        if self.has_assigned_size() && size != self.assigned_size {
            self.resize(size, self.scale);
        }
    }

    /// Returns whether the window still has the size that the program gave it. In full screen,
    /// returns false.
    pub fn has_assigned_size(&self) -> bool {
        !self.fullscreen && self.screen.size() == self.assigned_size
    }

    /// Returns the size and position of the window to save for the next session. Each of them is
    /// `None` if it is the default.
    pub fn window_to_save(&self) -> SavedWindow {
        SavedWindow {
            size: Some(self.screen.size()).filter(|size| *size != self.default_size),
            position: self
                .screen
                .position()
                .filter(|position| Some(*position) != self.default_position),
        }
    }

    /// Captures the mouse for paddles, or releases it.
    pub fn capture(&mut self, on: bool) {
        if on != self.captured {
            self.captured = self.screen.capture(on) && on;
        }
    }

    /// Switches between full screen and a window. Returns false if that is not possible.
    pub fn toggle_fullscreen(&mut self) -> bool {
        let done = self.screen.set_fullscreen(!self.fullscreen);
        self.fullscreen ^= done;
        done
    }
}

/// Returns the size of a window for the cartridge's picture.
fn size_for(aspect: AspectChoice, session: &Session, scale: usize) -> (usize, usize) {
    window_size(aspect, session.standard(), session.picture_lines(), scale)
}
