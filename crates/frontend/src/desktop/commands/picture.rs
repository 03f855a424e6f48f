//! Commands for the window and the picture.

use super::{
    super::{
        action::PictureCommand,
        aspect::{picture_width, window_size},
        player::Player,
    },
    next, on_off,
};
use play::standard::PaletteChoice;
use vcs::television::Standard;

/// The strengths of the phosphor key, in percent.
const PHOSPHOR: [u8; 3] = [0, 50, 70];

impl Player {
    pub(super) fn picture_command(&mut self, command: PictureCommand) -> Option<String> {
        let look = &mut self.view.look;
        match command {
            PictureCommand::FullScreen => {
                self.toggle_fullscreen();
                None
            }
            PictureCommand::Scale(step) => Some(self.rescale(step)),
            PictureCommand::Statistics => {
                self.view.statistics = !self.view.statistics;
                None
            }
            PictureCommand::Phosphor => {
                look.phosphor = next(&PHOSPHOR, look.phosphor);
                Some(format!("Phosphor {} %", look.phosphor))
            }
            PictureCommand::Scanlines => {
                look.scanlines = !look.scanlines;
                Some(format!("Scanlines {}", on_off(look.scanlines)))
            }
            PictureCommand::Palette => Some(self.next_palette()),
            PictureCommand::Standard => Some(self.next_standard()),
        }
    }

    fn next_palette(&mut self) -> String {
        let own = PaletteChoice::of(self.session.standard());
        let now = self.view.look.palette.unwrap_or(own);
        let palette = next(&PaletteChoice::ALL, now);
        self.view.look.palette = Some(palette);
        self.take_picture();
        format!("Palette {}", palette.label())
    }

    fn next_standard(&mut self) -> String {
        let standard = next(&Standard::ALL, self.session.standard());
        self.session.set_standard(Some(standard));
        self.view.look.palette = None;
        self.take_picture();
        format!("Standard {}", standard.name().to_uppercase())
    }

    /// Fills the screen, or is a window again.
    pub(in super::super) fn toggle_fullscreen(&mut self) {
        if !self.devices.toggle_fullscreen() {
            let text = "Full screen is not possible here";
            self.view.messages.show(text);
        }
    }

    /// Makes the window a whole number of times as large as the picture.
    fn rescale(&mut self, step: i8) -> String {
        let (aspect, standard) = (self.view.look.aspect, self.session.standard());
        let lines = self.view.picture().height().max(1);
        let (width, height) = self.devices.screen.size();
        let wide = picture_width(aspect, standard);
        let now = (width / wide).min(height / lines).clamp(1, 10);
        let scale = now.saturating_add_signed(step.into()).clamp(1, 10);
        match self
            .devices
            .resize(window_size(aspect, standard, lines, scale), scale)
        {
            true => format!("Size {scale}"),
            false => "Size cannot be changed here".into(),
        }
    }

    /// Sizes the window for scanlines of that many pixels.
    pub(in super::super) fn size_window(&mut self, scale: usize) {
        let (aspect, standard) = (self.view.look.aspect, self.session.standard());
        let size = window_size(aspect, standard, self.session.picture_lines(), scale);
        self.devices.resize(size, scale);
    }

    /// Sizes the window for what the cartridge shows, unless the player has sized it.
    pub(in super::super) fn fit_window(&mut self) {
        let scale = self.devices.scale;
        let (aspect, standard) = (self.view.look.aspect, self.session.standard());
        let size = window_size(aspect, standard, self.session.picture_lines(), scale);
        if self.devices.has_own_size() && size != self.devices.own_size {
            self.devices.resize(size, scale);
        }
    }
}
