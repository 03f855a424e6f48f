//! The shape of the picture in the window.

use play::standard::pixel_shape;
use vcs::television::{Standard, WIDTH};

/// The words of `--aspect`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AspectChoice {
    /// Whole pixels, twice as wide as high
    Integer,
    /// The standard's own pixel shape
    Tv,
}

/// Width of a picture whose scanlines are one pixel high.
pub fn picture_width(aspect: AspectChoice, standard: Standard) -> usize {
    match aspect {
        AspectChoice::Integer => 2 * WIDTH,
        AspectChoice::Tv => (WIDTH * pixel_shape(standard)).div_ceil(1000),
    }
}

/// Width of a window in which each scanline is `scale` pixels high; at least what the help needs.
pub fn window_width(aspect: AspectChoice, standard: Standard, scale: usize) -> usize {
    (picture_width(aspect, standard) * scale).max(2 * WIDTH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::canvas::{Aspect, Canvas};
    use play::picture::Picture;

    #[test]
    fn a_window_of_television_shape_has_a_row_for_every_scanline() {
        let picture = Picture {
            pixels: vec![0; WIDTH * 228],
        };
        for standard in [Standard::Ntsc, Standard::Pal] {
            for scale in 1..=10 {
                let wide = window_width(AspectChoice::Tv, standard, scale);
                let shape = Aspect::Television(pixel_shape(standard));
                let mut canvas = Canvas::default();
                canvas.draw(wide, 228 * scale, &picture, shape);
                let area = canvas.area_of(0..WIDTH, 0..228);
                assert_eq!(area.height, 228 * scale, "scale {scale}");
                assert!(canvas.cells().0 >= 40, "scale {scale}");
            }
        }
    }
}
