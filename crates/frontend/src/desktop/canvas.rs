//! The pixels of the window: the picture scaled by whole numbers, and text over it.

use play::picture::{Picture, mix};
use std::ops::Range;
use vcs::television::WIDTH;

/// Width and height of a character cell, in units of the overlay.
pub const CELL: usize = 8;

/// The edge of a small picture.
const EDGE: u32 = 0xd8d8d8;

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
    /// The shape of the standard's own pixels, in thousandths of width to height.
    Television(usize),
}

impl Canvas {
    /// The pixels, row by row.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Starts a canvas of the given size with the picture in its middle, as large as fits.
    pub fn draw(&mut self, width: usize, height: usize, picture: &Picture, aspect: Aspect) {
        self.width = width;
        self.height = height;
        self.pixels.clear();
        self.pixels.resize(width * height, 0);
        self.picture = area(width, height, picture.height(), aspect);
        self.lines = picture.height();
        let Rectangle {
            left,
            top,
            width: wide,
            height: high,
        } = self.picture;
        if wide == 0 || high == 0 || self.lines == 0 {
            return;
        }
        let columns: Vec<usize> = (0..wide).map(|x| x * WIDTH / wide).collect();
        for y in 0..high {
            let line = &picture.pixels[y * picture.height() / high * WIDTH..][..WIDTH];
            let row = &mut self.pixels[(top + y) * width + left..][..wide];
            for (pixel, column) in row.iter_mut().zip(&columns) {
                *pixel = line[*column];
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
    pub fn scanlines(&mut self, lines: usize) {
        let Rectangle {
            left,
            top,
            width,
            height,
        } = self.picture;
        for y in 0..height {
            let within = (y * lines * 2 / height.max(1)) % 2;
            if within == 1 && height >= 2 * lines {
                let row = &mut self.pixels[(top + y) * self.width + left..][..width];
                row.iter_mut().for_each(|pixel| *pixel = mix(*pixel, 0, 96));
            }
        }
    }

    /// Darkens everything, to `keep` parts of 256.
    pub fn dim(&mut self, keep: u32) {
        self.pixels
            .iter_mut()
            .for_each(|pixel| *pixel = mix(*pixel, 0, 256 - keep));
    }

    /// Pixels of a dot of the overlay's letters: 40 characters always fit side by side, and in
    /// large windows the letters' dots stay smaller than the picture's pixels.
    pub fn unit(&self) -> usize {
        (self.width / 480).min(self.height / 240).max(1)
    }

    /// Columns and rows of character cells.
    pub fn cells(&self) -> (usize, usize) {
        (
            self.width / (CELL * self.unit()),
            self.height / (CELL * self.unit()),
        )
    }

    /// Draws a small picture with a bright edge in the upper right corner, a third of the size.
    pub fn thumbnail(&mut self, picture: &Picture) {
        let (wide, high) = (self.picture.width / 3, self.picture.height / 3);
        let edge = self.unit();
        let frame = Rectangle {
            left: self.width.saturating_sub(wide + 2 * edge),
            top: 0,
            width: wide + 2 * edge,
            height: high + 2 * edge,
        };
        self.fill(frame, EDGE, 256);
        for y in 0..high.min(self.height.saturating_sub(edge)) {
            let line = &picture.pixels[y * picture.height() / high * WIDTH..][..WIDTH];
            for x in 0..wide.min(self.width.saturating_sub(frame.left + edge)) {
                let at = (y + edge) * self.width + frame.left + edge + x;
                self.pixels[at] = line[x * WIDTH / wide];
            }
        }
    }

    /// Fills a rectangle, in pixels of the canvas, clipped to it.
    pub fn fill(&mut self, at: Rectangle, color: u32, strength: u32) {
        for y in at.top..(at.top + at.height).min(self.height) {
            for x in at.left..(at.left + at.width).min(self.width) {
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = mix(*pixel, color, strength);
            }
        }
    }

    /// Writes text on a darkened strip.
    pub fn label(&mut self, left: usize, top: usize, text: &str) {
        let cell = CELL * self.unit();
        let strip = Rectangle {
            left,
            top,
            width: (text.chars().count() + 1) * cell,
            height: cell * 5 / 4,
        };
        self.fill(strip, 0, 190);
        self.text(left + cell / 2, top + cell / 8, text, 0xffffff);
    }

    /// Writes text with its upper left corner at a pixel, clipped to the canvas.
    pub fn text(&mut self, left: usize, top: usize, text: &str, color: u32) {
        let unit = self.unit();
        for (index, character) in text.chars().enumerate() {
            let x = left + index * CELL * unit;
            for (row, bits) in super::font::glyph(character).into_iter().enumerate() {
                for column in (0..CELL).filter(|column| bits >> column & 1 == 1) {
                    let dot = Rectangle {
                        left: x + column * unit,
                        top: top + row * unit,
                        width: unit,
                        height: unit,
                    };
                    self.fill(dot, color, 256);
                }
            }
        }
    }
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
    fn a_thumbnail_has_the_shape_of_the_picture_in_windows_of_any_shape() {
        let mut canvas = Canvas::default();
        canvas.draw(1300, 456, &picture(), Aspect::Integer);
        canvas.thumbnail(&picture());
        // The picture is 640 by 456; the letters' pixels, and so the edge, are single ones.
        let (left, right) = (1300 - 213 - 2, 1300 - 1);
        for corner in [left, right] {
            assert_eq!(canvas.pixels[corner], EDGE);
            assert_eq!(canvas.pixels[(152 + 1) * 1300 + corner], EDGE);
        }
        assert_eq!(canvas.pixels[left - 1], 0);
        assert_eq!(canvas.pixels[1300 + left + 1], picture().pixels[0]);
        assert_eq!(canvas.pixels[(152 + 2) * 1300 + right], 0);
    }

    #[test]
    fn a_tiny_window_is_drawn_without_a_panic() {
        let mut canvas = Canvas::default();
        for size in [(3, 2), (1, 1), (7, 400)] {
            canvas.draw(size.0, size.1, &picture(), Aspect::Integer);
            canvas.thumbnail(&picture());
            canvas.text(0, 0, "Paused", 0xffffff);
        }
        canvas.draw(0, 0, &picture(), Aspect::Television(1714));
    }

    #[test]
    fn before_the_first_frame_there_is_black() {
        let mut canvas = Canvas::default();
        canvas.draw(960, 684, &Picture::default(), Aspect::Integer);
        canvas.scanlines(0);
        assert!(canvas.pixels.iter().all(|pixel| *pixel == 0));
    }
}
