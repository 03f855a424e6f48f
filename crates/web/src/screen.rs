//! Turns frames into pixels for a canvas: four bytes each, red, green, blue and an opaque alpha.
//! The picture is either the console's own, with one pixel per color clock, or that of a simulated
//! television set.

use play::{
    picture::{Picture, mix},
    session::Session,
    standard::{PaletteChoice, pixel_width_thousandths},
};
use signal::{CurrentSet, Field, Preset, SetOptions};
use vcs::television::{Standard, WIDTH};

/// The picture that the page shows, with the settings for its appearance.
#[derive(Debug, Default)]
pub struct Screen {
    picture: Picture,
    pixels: Vec<u32>,
    /// Width and height in pixels.
    size: (usize, usize),
    television: CurrentSet,
    has_changed: bool,
    standard: Standard,
    /// Percentage of the previous frame to mix into the next one: 0..=90.
    pub phosphor: u8,
    /// Whether to soften brightness changes of the whole picture, for people who are sensitive to
    /// flashes.
    pub reduce_flashing: bool,
    /// The palette; `None` chooses the usual one for the television standard.
    pub palette: Option<PaletteChoice>,
    /// The kind of television set to simulate.
    pub preset: Preset,
}

/// Percentage of the previous frame to mix into a frame that flashes, if `reduce_flashing` is true.
/// The desktop program uses the same value.
const FLASH_BLEND_PERCENT: u8 = 90;
/// The size of a television set's picture: pixels per row, and rows per scanline. The browser
/// scales the picture.
const SET_WIDTH: usize = 960;
const SET_ROWS_PER_SCANLINE: usize = 3;

impl Screen {
    /// Converts the session's last frame to pixels.
    pub fn load_frame(&mut self, session: &Session) {
        self.standard = session.standard();
        let choice = self.palette.unwrap_or(PaletteChoice::of(self.standard));
        let mut picture = session.picture(&choice.table());
        let mut flash = false;
        if self.picture.pixels.len() == picture.pixels.len() {
            flash = self.reduce_flashing && self.picture.flashes_to(&picture);
            let percent = if flash {
                FLASH_BLEND_PERCENT
            } else {
                self.phosphor.min(FLASH_BLEND_PERCENT)
            };
            blend_previous(&mut picture.pixels, &self.picture.pixels, percent);
        }
        let is_new = picture != self.picture;
        self.picture = picture;
        if let Some(pixels) = self.draw_on_television_set(session, flash) {
            self.has_changed |= pixels != self.pixels;
            self.pixels = pixels;
        } else if is_new || self.size.0 != WIDTH {
            self.pixels.clear();
            self.pixels
                .extend(self.picture.pixels.iter().map(canvas_pixel));
            self.size = (WIDTH, self.picture.height());
            self.has_changed = true;
        }
    }

    /// Draws the session's last frame as the chosen television set would show it. Returns `None` if
    /// no set is chosen.
    fn draw_on_television_set(&mut self, session: &Session, flash: bool) -> Option<Vec<u32>> {
        let set = self.television.for_options(&SetOptions {
            preset: self.preset,
            standard: self.standard,
            palette: self.palette.map(|palette| palette.table()),
            phosphor: self.phosphor,
        })?;
        set.receive(&Field {
            shown: session.shown_lines(),
            ..Field::of(session.machine().television())
        });
        self.size = (SET_WIDTH, SET_ROWS_PER_SCANLINE * self.picture.height());
        let mut pixels = vec![0; self.size.0 * self.size.1];
        set.draw(&mut pixels, self.size.0, self.size.1);
        pixels
            .iter_mut()
            .for_each(|pixel| *pixel = canvas_pixel(pixel));
        if flash && self.pixels.len() == pixels.len() {
            blend_previous(&mut pixels, &self.pixels, FLASH_BLEND_PERCENT);
        }
        Some(pixels)
    }

    /// Returns true if the picture has changed since the last call.
    pub fn take_change(&mut self) -> bool {
        std::mem::take(&mut self.has_changed)
    }

    /// Returns the pixels, row by row. In memory, a pixel is four bytes: red, green, blue, alpha.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Returns the width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }

    /// Returns the number of scanlines in the picture.
    pub fn height(&self) -> usize {
        self.picture.height()
    }

    /// Returns the aspect ratio (width divided by height) that the picture has on a television.
    pub fn aspect(&self) -> f64 {
        let width = (WIDTH * pixel_width_thousandths(self.standard)) as f64 / 1000.0;
        width / self.height().max(1) as f64
    }
}

/// Mixes a percentage of the previous pixels into the new ones.
fn blend_previous(pixels: &mut [u32], previous: &[u32], percent: u8) {
    let strength = u32::from(percent) * 256 / 100;
    if strength > 0 {
        for (new, old) in pixels.iter_mut().zip(previous) {
            *new = mix(*new, *old, strength);
        }
    }
}

/// Converts a pixel `0x00RRGGBB` to the byte order of a canvas, and makes it opaque.
fn canvas_pixel(pixel: &u32) -> u32 {
    let [_, red, green, blue] = pixel.to_be_bytes();
    u32::from_ne_bytes([red, green, blue, 0xff])
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::{bundled::BUNDLED, contacts::HeldControls, session::SessionOptions};

    /// Returns a session of Video Checkers with its board on the screen.
    fn session() -> Session {
        let image = BUNDLED[0].image.to_vec();
        let mut session = Session::open("a.bin", image, SessionOptions::default()).unwrap();
        for _ in 0..20 {
            session.advance(&mut HeldControls::default(), false);
        }
        session
    }

    #[test]
    fn pixels_are_opaque_and_have_palette_colors() {
        let mut screen = Screen::default();
        screen.load_frame(&session());
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
    fn a_television_set_has_more_pixels_and_can_be_turned_off_again() {
        let session = session();
        let mut screen = Screen::default();
        screen.load_frame(&session);
        let bitmap = screen.pixels().to_vec();
        screen.preset = Preset::Composite;
        screen.load_frame(&session);
        let size = (SET_WIDTH, SET_ROWS_PER_SCANLINE * screen.height());
        assert_eq!(screen.size(), size);
        assert_eq!(screen.pixels().len(), size.0 * size.1);
        let colors: std::collections::BTreeSet<_> = screen.pixels().iter().collect();
        assert!(colors.len() > 1000, "{} colors", colors.len());
        let alpha = |pixel: &u32| pixel.to_ne_bytes()[3];
        assert!(screen.pixels().iter().all(|pixel| alpha(pixel) == 0xff));
        screen.preset = Preset::Bitmap;
        screen.load_frame(&session);
        assert!(screen.take_change());
        assert_eq!(screen.size(), (WIDTH, screen.height()));
        assert_eq!(screen.pixels(), bitmap);
    }

    #[test]
    fn an_identical_picture_is_not_a_change_and_a_change_stays_until_taken() {
        let session = session();
        let mut screen = Screen::default();
        screen.load_frame(&session);
        assert!(screen.take_change());
        screen.load_frame(&session);
        assert!(!screen.take_change());
        screen.palette = Some(PaletteChoice::Gray);
        screen.load_frame(&session);
        screen.load_frame(&session);
        assert!(screen.take_change());
    }
}
