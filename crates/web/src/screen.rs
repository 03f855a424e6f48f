//! Frames as pixels for a canvas: four bytes each, red, green, blue and an opaque alpha.

use play::{
    picture::{Picture, mix},
    session::Session,
    standard::{PaletteChoice, pixel_shape},
};
use vcs::television::{Standard, WIDTH};

/// The picture on screen, and how it is shown.
#[derive(Debug, Default)]
pub struct Screen {
    picture: Picture,
    pixels: Vec<u32>,
    has_changed: bool,
    standard: Standard,
    /// Part of the frame before that stays, in percent: 0..=90.
    pub phosphor: u8,
    /// Soften changes of the whole picture's brightness, for people whom flashes harm.
    pub reduce_flashing: bool,
    /// The colors; `None` follows the television standard.
    pub palette: Option<PaletteChoice>,
}

/// Percent of the frame before that stays at a flash, as in the desktop program.
const CALM: u8 = 90;

impl Screen {
    /// Takes the session's last frame.
    pub fn take(&mut self, session: &Session) {
        self.standard = session.standard();
        let choice = self.palette.unwrap_or(PaletteChoice::of(self.standard));
        let mut picture = session.picture(&choice.table());
        if self.picture.pixels.len() == picture.pixels.len() {
            let flash = self.reduce_flashing && self.picture.flashes_to(&picture);
            let kept = if flash { CALM } else { self.phosphor.min(CALM) };
            if kept > 0 {
                let strength = u32::from(kept) * 256 / 100;
                for (new, old) in picture.pixels.iter_mut().zip(&self.picture.pixels) {
                    *new = mix(*new, *old, strength);
                }
            }
        }
        if picture != self.picture {
            self.pixels.clear();
            self.pixels.extend(picture.pixels.iter().map(opaque));
            self.picture = picture;
            self.has_changed = true;
        }
    }

    /// True if the picture is another one than at the last call.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// The pixels, line by line, 160 in a line. In memory each is red, green, blue, alpha.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Lines of the picture.
    pub fn height(&self) -> usize {
        self.picture.height()
    }

    /// Width of the picture divided by its height, as a television shows it.
    pub fn aspect(&self) -> f64 {
        let width = (WIDTH * pixel_shape(self.standard)) as f64 / 1000.0;
        width / self.height().max(1) as f64
    }
}

/// A pixel `0x00RRGGBB` as a canvas has it in memory.
fn opaque(pixel: &u32) -> u32 {
    let [_, red, green, blue] = pixel.to_be_bytes();
    u32::from_ne_bytes([red, green, blue, 0xff])
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{bundled::BUNDLED, contacts::Held, session::SessionOptions};

    /// Video Checkers with its board in view.
    fn session() -> Session {
        let image = BUNDLED[0].image.to_vec();
        let mut session = Session::open("a.bin", image, SessionOptions::default()).unwrap();
        for _ in 0..20 {
            session.advance(&mut Held::default(), false);
        }
        session
    }

    #[test]
    fn pixels_are_opaque_and_of_the_palette() {
        let mut screen = Screen::default();
        screen.take(&session());
        assert_eq!(screen.pixels().len(), WIDTH * screen.height());
        let table = PaletteChoice::Ntsc.table();
        for pixel in screen.pixels() {
            let [red, green, blue, alpha] = pixel.to_ne_bytes();
            let color = u32::from_be_bytes([0, red, green, blue]);
            assert_eq!(alpha, 0xff);
            assert!(color == 0 || table.contains(&color));
        }
        assert!((1.1..1.3).contains(&screen.aspect()), "{}", screen.aspect());
    }

    #[test]
    fn the_same_picture_is_no_change_and_a_change_stays_until_it_is_taken() {
        let session = session();
        let mut screen = Screen::default();
        screen.take(&session);
        assert!(screen.take_change());
        screen.take(&session);
        assert!(!screen.take_change());
        screen.palette = Some(PaletteChoice::Gray);
        screen.take(&session);
        screen.take(&session);
        assert!(screen.take_change());
    }
}
