//! The devices of the desktop: window, sound, pads, mouse.

use super::{
    aspect::{AspectChoice, picture_width, window_size},
    kept_size::Kept,
    mouse::Watch,
    pads::Pads,
    sound::Audio,
    window::Screen,
};
use play::session::Session;

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
    /// The size of a window that nobody has sized; another one is kept for the next session.
    pub usual_size: (usize, usize),
    /// Where the system put the window, if nobody chose its place.
    pub usual_place: Option<(isize, isize)>,
    /// The window had the keyboard at the last look.
    pub was_active: bool,
}

impl Devices {
    /// Devices in a window whose scanlines have `scale` pixels when nobody has sized it.
    pub fn new(
        screen: Box<dyn Screen>,
        audio: Audio,
        pads: Pads,
        scale: usize,
        usual_size: (usize, usize),
    ) -> Devices {
        Devices {
            own_size: usual_size,
            usual_size,
            usual_place: None,
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

    /// Makes the window a whole number of times as large as a picture of `lines` scanlines.
    pub fn rescale(
        &mut self,
        step: i8,
        aspect: AspectChoice,
        lines: usize,
        session: &Session,
    ) -> String {
        let standard = session.standard();
        let lines = lines.max(1);
        let (width, height) = self.screen.size();
        let wide = picture_width(aspect, standard);
        let now = (width / wide).min(height / lines).clamp(1, 10);
        let scale = now.saturating_add_signed(step.into()).clamp(1, 10);
        match self.resize(window_size(aspect, standard, lines, scale), scale) {
            true => format!("Size {scale}"),
            false => "Size cannot be changed here".into(),
        }
    }

    /// Sizes the window for scanlines of that many pixels.
    pub fn size_window(&mut self, scale: usize, aspect: AspectChoice, session: &Session) {
        self.resize(size_for(aspect, session, scale), scale);
    }

    /// Sizes the window for what the cartridge shows, unless the player has sized it.
    pub fn fit_window(&mut self, aspect: AspectChoice, session: &Session) {
        let size = size_for(aspect, session, self.scale);
        if self.has_own_size() && size != self.own_size {
            self.resize(size, self.scale);
        }
    }

    /// True while the window has the size that the program gave it.
    pub fn has_own_size(&self) -> bool {
        !self.fullscreen && self.screen.size() == self.own_size
    }

    /// The size to keep for the next session, where it is not the usual one, and the place.
    pub fn shape_to_keep(&self) -> Kept {
        Kept {
            size: Some(self.screen.size()).filter(|size| *size != self.usual_size),
            place: self
                .screen
                .position()
                .filter(|place| Some(*place) != self.usual_place),
        }
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

/// The size of a window for what the cartridge shows.
fn size_for(aspect: AspectChoice, session: &Session, scale: usize) -> (usize, usize) {
    window_size(aspect, session.standard(), session.picture_lines(), scale)
}
