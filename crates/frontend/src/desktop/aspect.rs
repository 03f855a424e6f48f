//! The shape of the picture in the window, and the window size that suits it.

use play::standard::pixel_width_thousandths;
use vcs::television::{Standard, WIDTH};

/// The values of `--aspect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AspectChoice {
    /// Whole pixels, twice as wide as high; a border fills the rest of the window
    Integer,
    /// As wide as on a television, and as large as fits the window
    #[default]
    Tv,
}

/// Returns the width of a picture whose scanlines are one pixel high.
pub fn picture_width(aspect: AspectChoice, standard: Standard) -> usize {
    match aspect {
        AspectChoice::Integer => 2 * WIDTH,
        AspectChoice::Tv => (WIDTH * pixel_width_thousandths(standard)).div_ceil(1000),
    }
}

/// Returns the width and height of a window that has no border around its picture. The picture has
/// `lines` scanlines, and each scanline is `scale` pixels high.
pub fn window_size(
    aspect: AspectChoice,
    standard: Standard,
    lines: usize,
    scale: usize,
) -> (usize, usize) {
    (picture_width(aspect, standard) * scale, lines * scale)
}

/// Returns the largest scale, from 1 to `wanted`, at which the window fits on the screen together
/// with the window's frame and the desktop's bars. Returns 1 if no scale fits, and `wanted` if the
/// size of the screen is unknown.
pub fn fitting_scale(
    size_at: impl Fn(usize) -> (usize, usize),
    wanted: usize,
    screen: Option<(usize, usize)>,
) -> usize {
    let Some((screen_width, screen_height)) = screen else {
        return wanted;
    };
    let fits = |scale: &usize| {
        let (width, height) = size_at(*scale);
        width <= screen_width && height + screen_height / 12 <= screen_height
    };
    (1..=wanted).rev().find(fits).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use canvas::{Aspect, Canvas, Style};
    use play::picture::Picture;

    #[test]
    fn a_window_has_a_row_for_every_scanline_and_no_border() {
        for (standard, lines) in [
            (Standard::Ntsc, 228),
            (Standard::Ntsc, 236),
            (Standard::Pal, 274),
            (Standard::Pal60, 240),
        ] {
            let picture = Picture {
                pixels: vec![0; WIDTH * lines],
            };
            for scale in 1..=10 {
                let (width, height) = window_size(AspectChoice::Tv, standard, lines, scale);
                let style = Style {
                    aspect: Aspect::Television(pixel_width_thousandths(standard)),
                    ..Style::default()
                };
                let mut canvas = Canvas::default();
                canvas.draw((width, height), (&picture).into(), style);
                let area = canvas.area_of(0..WIDTH, 0..lines);
                assert_eq!(area.height, lines * scale, "scale {scale}");
                assert!(area.width + scale >= width, "scale {scale}");
            }
        }
    }

    #[test]
    fn a_window_fits_the_screen() {
        let size_at = |scale| window_size(AspectChoice::Tv, Standard::Pal, 274, scale);
        assert_eq!(fitting_scale(size_at, 3, Some((1920, 1080))), 3);
        assert_eq!(fitting_scale(size_at, 3, Some((1366, 768))), 2);
        assert_eq!(fitting_scale(size_at, 3, Some((200, 100))), 1);
        assert_eq!(fitting_scale(size_at, 3, None), 3);
    }
}
