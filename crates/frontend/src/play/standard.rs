//! Television standards: how fast frames come, how wide their pixels are, in which colors.

use super::options::{AspectChoice, PaletteChoice};
use std::time::Duration;
use vcs::{
    palette::{Palette, Tuning},
    television::{Standard, WIDTH},
};

/// Color clocks of a scanline.
const LINE_CLOCKS: f64 = 228.0;

/// How long a frame of that many scanlines lasts: 262 are 1/59.92 s on an NTSC console, 312 are
/// 1/49.86 s on a PAL console.
pub fn period(standard: Standard, scanlines: usize) -> Duration {
    Duration::from_secs_f64(scanlines.max(1) as f64 * LINE_CLOCKS / standard.color_clock_hz())
}

/// How long a picture stays on a display of 50 or 60 pictures a second, for a console whose frame
/// lasts `own`; the same where neither is within 2 %.
///
/// Each frame then is exactly one picture of such a display, where its driver draws at its own
/// pace; in exchange the game runs up to 0.3 % faster, and its sound is that much higher.
pub fn display_period(own: Duration) -> Duration {
    let near = |rate: f64| (own.as_secs_f64() * rate - 1.0).abs() < 0.02;
    let rate = [60.0, 50.0].into_iter().find(|rate| near(*rate));
    rate.map_or(own, |rate| Duration::from_secs_f64(1.0 / rate))
}

/// Sound samples a second: two a scanline.
pub fn sample_rate(standard: Standard) -> f64 {
    standard.color_clock_hz() / LINE_CLOCKS * 2.0
}

/// Width of a TIA pixel in thousandths of its height: the ratio of the clock of square pixels
/// (half of 12 3/11 MHz and of 14.75 MHz) to the color clock.
pub fn pixel_shape(standard: Standard) -> usize {
    match standard.scanlines() {
        262 => 1714,
        _ => 2079,
    }
}

/// Width of a picture whose lines are one pixel high.
pub fn picture_width(aspect: AspectChoice, standard: Standard) -> usize {
    match aspect {
        AspectChoice::Integer => 2 * WIDTH,
        AspectChoice::Tv => (WIDTH * pixel_shape(standard)).div_ceil(1000),
    }
}

/// Width of a window in which each line is so many rows high: at least what the help's lines need.
pub fn window_width(aspect: AspectChoice, standard: Standard, scale: usize) -> usize {
    (picture_width(aspect, standard) * scale).max(2 * WIDTH)
}

/// The palette that belongs to a standard.
pub fn palette_of(standard: Standard) -> PaletteChoice {
    match standard {
        Standard::Ntsc | Standard::Ntsc50 => PaletteChoice::Ntsc,
        Standard::Pal | Standard::Pal60 => PaletteChoice::Pal,
        Standard::Secam => PaletteChoice::Secam,
    }
}

impl PaletteChoice {
    /// All of them, in the order of the key that switches.
    pub const ALL: [PaletteChoice; 4] = [
        PaletteChoice::Ntsc,
        PaletteChoice::Pal,
        PaletteChoice::Secam,
        PaletteChoice::Gray,
    ];

    /// The name for messages.
    pub fn name(self) -> &'static str {
        match self {
            PaletteChoice::Ntsc => "NTSC",
            PaletteChoice::Pal => "PAL",
            PaletteChoice::Secam => "SECAM",
            PaletteChoice::Gray => "gray",
        }
    }

    /// The 128 colors.
    pub fn table(self) -> [u32; 128] {
        let palette = match self {
            PaletteChoice::Ntsc => Palette::ntsc(Tuning::Service),
            PaletteChoice::Pal => Palette::pal(Tuning::Service),
            PaletteChoice::Secam => Palette::secam(),
            PaletteChoice::Gray => Palette::ntsc(Tuning::Service).gray(),
        };
        palette.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_shows_every_frame_once() {
        let rate = |standard, lines| 1.0 / display_period(period(standard, lines)).as_secs_f64();
        assert!((rate(Standard::Ntsc, 262) - 60.0).abs() < 1e-4);
        assert!((rate(Standard::Pal, 312) - 50.0).abs() < 1e-4);
        assert!((rate(Standard::Ntsc, 290) - 54.13).abs() < 0.01);
    }

    #[test]
    fn a_window_in_a_sets_shape_has_a_row_for_every_line() {
        use crate::{
            picture::Picture,
            play::canvas::{Aspect, Canvas},
        };
        let picture = Picture {
            pixels: vec![0; WIDTH * 228],
        };
        for standard in [Standard::Ntsc, Standard::Pal] {
            for scale in 1..=10 {
                let wide = window_width(AspectChoice::Tv, standard, scale);
                let shape = Aspect::Television(pixel_shape(standard));
                let mut canvas = Canvas::default();
                canvas.draw(wide, 228 * scale, &picture, shape);
                let place = canvas.place_of(0..WIDTH, 0..228);
                assert_eq!(place.height, 228 * scale, "scale {scale}");
                assert!(canvas.cells().0 >= 40, "scale {scale}");
            }
        }
    }

    #[test]
    fn frames_come_at_the_consoles_own_rate() {
        let rate = |standard, lines| 1.0 / period(standard, lines).as_secs_f64();
        assert!((rate(Standard::Ntsc, 262) - 59.92).abs() < 0.005);
        assert!((rate(Standard::Pal, 312) - 49.86).abs() < 0.005);
        assert!((sample_rate(Standard::Ntsc) - 31_399.5).abs() < 0.1);
    }
}
