//! The pixels of the window: the picture scaled to its place, with black around it.

use super::scaling::Scaler;
use play::picture::{Picture, mix};
use std::ops::Range;
use vcs::television::WIDTH;

/// How much of its brightness the dark half of a scanline loses, of 256.
const SCANLINE: usize = 96;

/// The buffer that the window shows.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    pixels: Vec<u32>,
    width: usize,
    height: usize,
    /// The area of the picture.
    picture: Rectangle,
    /// Lines of the picture.
    lines: usize,
    scaler: Scaler,
}

/// A rectangle of the canvas, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rectangle {
    /// Left edge.
    pub left: usize,
    /// Top edge.
    pub top: usize,
    /// Width in pixels.
    pub width: usize,
    /// Height in pixels.
    pub height: usize,
}

/// How the picture fills the canvas.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Aspect {
    /// Whole scale s: a TIA pixel is 2s wide and s high.
    #[default]
    Integer,
    /// The pixels' shape on a television of this standard: width over height, in thousandths.
    Television(usize),
}

impl Canvas {
    /// The pixels, row by row.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The same, to draw over the picture.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Starts a canvas of the given size with the picture in its middle, as large as fits.
    pub fn draw(&mut self, width: usize, height: usize, picture: &Picture, aspect: Aspect) {
        let at = area(width, height, picture.height(), aspect);
        let lines = picture.height();
        let place = (width, height, at);
        if place != (self.width, self.height, self.picture) || lines == 0 {
            self.pixels.clear();
            self.pixels.resize(width * height, 0);
        } else {
            self.blacken_border(at);
        }
        (self.width, self.height, self.picture) = place;
        self.lines = lines;
        if at.width == 0 || at.height == 0 || lines == 0 {
            return;
        }
        self.scaler.prepare((WIDTH, lines), (at.width, at.height));
        for y in 0..at.height {
            let row = &mut self.pixels[(at.top + y) * width + at.left..][..at.width];
            self.scaler.row(y, &picture.pixels, row);
        }
    }

    /// Removes from the border what was drawn over it.
    fn blacken_border(&mut self, at: Rectangle) {
        let end = (at.top + at.height) * self.width;
        self.pixels[..at.top * self.width].fill(0);
        self.pixels[end..].fill(0);
        if at.width < self.width {
            for row in self.pixels[at.top * self.width..end].chunks_mut(self.width) {
                row[..at.left].fill(0);
                row[at.left + at.width..].fill(0);
            }
        }
    }

    /// The area of a part of the picture: color clocks, and lines from its top.
    pub fn area_of(&self, clocks: Range<usize>, lines: Range<usize>) -> Rectangle {
        let at = &self.picture;
        let x = |clock: usize| at.left + clock.min(WIDTH) * at.width / WIDTH;
        let y = |line: usize| at.top + line.min(self.lines) * at.height / self.lines.max(1);
        Rectangle {
            left: x(clocks.start),
            top: y(lines.start),
            width: x(clocks.end) - x(clocks.start),
            height: y(lines.end) - y(lines.start),
        }
    }

    /// The color clock and the line of the picture at a pixel of the canvas.
    pub fn picture_at(&self, (x, y): (usize, usize)) -> Option<(usize, usize)> {
        let at = &self.picture;
        let (x, y) = (x.checked_sub(at.left)?, y.checked_sub(at.top)?);
        (x < at.width && y < at.height).then(|| (x * WIDTH / at.width, y * self.lines / at.height))
    }

    /// Darkens the lower half of every scanline of the picture, where a scanline is at least two
    /// pixels high.
    pub fn scanlines(&mut self) {
        let Rectangle {
            left,
            top,
            width,
            height,
        } = self.picture;
        if height < 2 * self.lines || self.lines == 0 {
            return;
        }
        for y in 0..height {
            let strength = SCANLINE * dark_part(y, self.lines, height) / 256;
            if strength > 0 {
                let row = &mut self.pixels[(top + y) * self.width + left..][..width];
                row.iter_mut()
                    .for_each(|pixel| *pixel = mix(*pixel, 0, strength as u32));
            }
        }
    }

    /// Darkens everything to `keep`/256 of its brightness.
    pub fn dim(&mut self, keep: u32) {
        self.pixels
            .iter_mut()
            .for_each(|pixel| *pixel = mix(*pixel, 0, 256 - keep));
    }
}

/// How much of output row `y` is in the lower half of a scanline, of 256.
fn dark_part(y: usize, lines: usize, height: usize) -> usize {
    // In half scanlines of `height` units each; a row is 2 * `lines` of them.
    let (start, end) = (2 * y * lines, 2 * (y + 1) * lines);
    let dark =
        |unit: usize| unit / (2 * height) * height + (unit % (2 * height)).saturating_sub(height);
    (dark(end) - dark(start)) * 256 / (2 * lines)
}

/// The largest area in the middle of `width` by `height`.
fn area(width: usize, height: usize, lines: usize, aspect: Aspect) -> Rectangle {
    let lines = lines.max(1);
    let (wide, high) = match aspect {
        Aspect::Integer => {
            let scale = (width / (2 * WIDTH)).min(height / lines);
            if scale == 0 {
                (width, height)
            } else {
                (2 * WIDTH * scale, lines * scale)
            }
        }
        Aspect::Television(shape) => {
            let natural = WIDTH * shape;
            let high = height.min(width * lines * 1000 / natural);
            (high * natural / (lines * 1000), high)
        }
    };
    Rectangle {
        left: (width - wide) / 2,
        top: (height - high) / 2,
        width: wide,
        height: high,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Picture {
        Picture {
            pixels: (0..WIDTH as u32 * 228).collect(),
        }
    }

    #[test]
    fn a_pixel_is_twice_as_wide_as_high() {
        let mut canvas = Canvas::default();
        for scale in 1..=4 {
            canvas.draw(320 * scale, 228 * scale, &picture(), Aspect::Integer);
            for y in 0..228 * scale {
                for x in 0..320 * scale {
                    let expected = y / scale * WIDTH + x / (2 * scale);
                    assert_eq!(canvas.pixels[y * canvas.width + x], expected as u32);
                }
            }
        }
    }

    #[test]
    fn an_odd_window_gets_whole_pixels_and_a_black_border() {
        assert_eq!(
            area(1000, 700, 228, Aspect::Integer),
            Rectangle {
                left: 20,
                top: 8,
                width: 960,
                height: 684
            }
        );
    }

    #[test]
    fn the_television_shape_fits_the_smaller_side() {
        let shape = area(2000, 456, 228, Aspect::Television(1714));
        assert_eq!((shape.width, shape.height), (548, 456));
    }

    #[test]
    fn a_picture_of_any_height_touches_two_edges_of_any_window() {
        for lines in [192, 228, 236, 240, 274, 312] {
            for (width, height) in [(823, 684), (1280, 720), (500, 900), (1366, 768)] {
                for shape in [1714, 2079] {
                    let at = area(width, height, lines, Aspect::Television(shape));
                    let parts = [at.width * 100 / width, at.height * 100 / height];
                    assert!(parts.iter().any(|part| *part >= 99), "{at:?}");
                }
            }
        }
    }

    #[test]
    fn what_was_drawn_over_the_border_is_gone_in_the_next_picture() {
        let mut canvas = Canvas::default();
        canvas.draw(1000, 700, &picture(), Aspect::Integer);
        canvas.pixels_mut().fill(0x123456);
        canvas.draw(1000, 700, &picture(), Aspect::Integer);
        let mut fresh = Canvas::default();
        fresh.draw(1000, 700, &picture(), Aspect::Integer);
        assert!(canvas.pixels == fresh.pixels);
    }

    #[test]
    fn a_part_of_the_picture_is_found_by_its_pixels() {
        let mut canvas = Canvas::default();
        canvas.draw(1000, 700, &picture(), Aspect::Integer);
        for (clock, line) in [(0, 0), (24, 33), (159, 227)] {
            let at = canvas.area_of(clock..clock + 1, line..line + 1);
            assert_eq!((at.width, at.height), (6, 3));
            assert_eq!(canvas.picture_at((at.left, at.top)), Some((clock, line)));
            let corner = (at.left + at.width - 1, at.top + at.height - 1);
            assert_eq!(canvas.picture_at(corner), Some((clock, line)));
        }
        assert_eq!(canvas.picture_at((19, 100)), None);
        assert_eq!(canvas.picture_at((980, 100)), None);
    }

    #[test]
    fn half_of_every_scanline_is_dark_at_every_size() {
        for height in [456, 500, 684, 700, 1000] {
            let parts = (0..height).map(|y| dark_part(y, 228, height));
            let sum: usize = parts.sum();
            assert!((sum / 128).abs_diff(height) <= height / 100, "{sum}");
        }
        assert_eq!(
            [0, 1, 2, 3].map(|y| dark_part(y, 228, 456)),
            [0, 256, 0, 256]
        );
    }

    #[test]
    fn a_tiny_window_is_drawn_without_a_panic() {
        let mut canvas = Canvas::default();
        for size in [(3, 2), (1, 1), (7, 400), (0, 0)] {
            canvas.draw(size.0, size.1, &picture(), Aspect::Integer);
            canvas.draw(size.0, size.1, &picture(), Aspect::Television(1714));
            canvas.scanlines();
        }
    }

    #[test]
    fn before_the_first_frame_there_is_black() {
        let mut canvas = Canvas::default();
        canvas.draw(960, 684, &Picture::default(), Aspect::Integer);
        canvas.scanlines();
        assert!(canvas.pixels.iter().all(|pixel| *pixel == 0));
    }
}
