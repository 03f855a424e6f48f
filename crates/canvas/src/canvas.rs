//! The pixels of the window: the scaled picture, a black border, and the layer over both.

use crate::{layer::Layer, scaling::Scaler};
use play::picture::Picture;
use std::ops::Range;
use vcs::television::WIDTH;

/// How much darker the lower half of a scanline is, in 256ths.
const SCANLINE_DARKENING: usize = 96;
/// The brightness of a dimmed picture, in 256ths.
const DIMMED_BRIGHTNESS: u32 = 128;

/// The buffer that the window shows. Only rows that change are redrawn.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    pixels: Vec<u32>,
    layout: Layout,
    /// The picture in the buffer, before scaling.
    source: Vec<u32>,
    scaler: Scaler,
    /// For each row: true if it must be repainted, or has been repainted, for the current picture.
    /// Repainting erases the layer, so [`Canvas::draw_layer`] then draws the layer's part of that
    /// row again.
    repainted: Vec<bool>,
    /// For each row: true if a layer covers part of it.
    covered: Vec<bool>,
    /// For each row: true if it has changed since the last [`Canvas::take_changes`].
    changed: Vec<bool>,
}

/// A picture for the canvas.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The pixels, row by row.
    pub pixels: &'a [u32],
    /// Number of pixels per row.
    pub width: usize,
    /// Number of scanlines in the picture.
    pub lines: usize,
}

impl<'a> From<&'a Picture> for Source<'a> {
    fn from(picture: &'a Picture) -> Source<'a> {
        Source {
            pixels: &picture.pixels,
            width: WIDTH,
            lines: picture.height(),
        }
    }
}

/// How the picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// The shape of a pixel in the picture.
    pub aspect: Aspect,
    /// True to darken the lower half of every scanline. Has no effect if a scanline is less than
    /// two pixels high.
    pub scanlines: bool,
    /// True to draw the picture at half brightness.
    pub dimmed: bool,
}

/// Everything that determines where and how each pixel of the picture is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Layout {
    width: usize,
    height: usize,
    /// The area that the picture covers.
    picture: Rectangle,
    /// Number of scanlines.
    lines: usize,
    /// Number of pixels per row, and number of rows.
    source_size: (usize, usize),
    style: Style,
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
    /// The picture is scaled by an integer factor `n`: each TIA pixel becomes a rectangle `2 * n`
    /// pixels wide and `n` high. If the canvas is too small for a factor of 1, the picture is
    /// squeezed into the whole canvas.
    #[default]
    Integer,
    /// Pixels have the same shape as on a television. The value is 1,000 times the width of a pixel
    /// divided by its height.
    Television(usize),
}

impl Canvas {
    /// Returns the pixels, row by row.
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Returns the width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.layout.width, self.layout.height)
    }

    /// Draws the picture as large as possible in the middle of a canvas of the given size.
    /// Unchanged rows still show the old layer, so call [`Canvas::draw_layer`] or
    /// [`Canvas::remove_layer`] next.
    pub fn draw(&mut self, (width, height): (usize, usize), source: Source<'_>, style: Style) {
        let rows = source.pixels.len() / source.width.max(1);
        let layout = Layout {
            width,
            height,
            picture: picture_area(width, height, source.lines, style.aspect),
            lines: source.lines,
            source_size: (source.width, rows),
            style,
        };
        if layout == self.layout {
            self.mark_changed_rows(source);
        } else {
            self.layout = layout;
            self.pixels.clear();
            self.pixels.resize(width * height, 0);
            self.covered = vec![false; height];
            self.changed = vec![true; height];
            self.repainted = vec![true; height];
        }
        self.source.clear();
        self.source.extend_from_slice(source.pixels);
        let area = &layout.picture;
        self.scaler
            .prepare(layout.source_size, (area.width, area.height));
        for y in 0..height {
            if self.repainted[y] {
                self.paint(y);
            }
        }
    }

    /// Marks the rows where the new picture differs from the old one.
    fn mark_changed_rows(&mut self, source: Source<'_>) {
        let width = source.width.max(1);
        let pairs = source.pixels.chunks(width).zip(self.source.chunks(width));
        let changed_rows: Vec<bool> = pairs.map(|(new, old)| new != old).collect();
        let area = self.layout.picture;
        self.repainted.fill(false);
        if changed_rows.contains(&true) {
            for y in 0..area.height {
                self.repainted[area.top + y] = self.scaler.is_changed(y, &changed_rows);
            }
        }
    }

    /// Draws a row of the picture and its border.
    fn paint(&mut self, y: usize) {
        self.repainted[y] = true;
        self.changed[y] = true;
        let Layout {
            width,
            picture: area,
            lines,
            style,
            ..
        } = self.layout;
        let row = &mut self.pixels[y * width..][..width];
        let inside = area.top..area.top + area.height;
        if !inside.contains(&y) || area.width == 0 || self.source.is_empty() {
            return row.fill(0);
        }
        row[..area.left].fill(0);
        row[area.left + area.width..].fill(0);
        let line = y - area.top;
        let mut brightness = 256;
        if style.scanlines && area.height >= 2 * lines {
            brightness -=
                (dark_fraction(line, lines, area.height) * SCANLINE_DARKENING / 256) as u32;
        }
        if style.dimmed {
            brightness = brightness * DIMMED_BRIGHTNESS / 256;
        }
        let row = &mut row[area.left..area.left + area.width];
        self.scaler.write_row(line, &self.source, brightness, row);
    }

    /// Draws a layer over the picture. `is_new` is true if the layer differs from the previous one.
    /// Does nothing if the layer and the canvas have different sizes.
    pub fn draw_layer(&mut self, layer: &Layer, is_new: bool) {
        if layer.size() != self.size() {
            return;
        }
        for y in 0..self.layout.height {
            if is_new && !self.repainted[y] && (self.covered[y] || layer.has_pixels_in(y)) {
                self.paint(y);
            }
            if self.repainted[y] {
                self.covered[y] = layer.has_pixels_in(y);
                let width = self.layout.width;
                layer.blend_row(y, &mut self.pixels[y * width..][..width]);
            }
        }
    }

    /// Removes the layer.
    pub fn remove_layer(&mut self) {
        for y in 0..self.layout.height {
            if std::mem::take(&mut self.covered[y]) && !self.repainted[y] {
                self.paint(y);
            }
        }
    }

    /// Returns the ranges of rows that have changed since the last call.
    pub fn take_changes(&mut self) -> Vec<Range<usize>> {
        let mut runs = Vec::new();
        let mut y = 0;
        for run in self.changed.chunk_by(|one, next| one == next) {
            if run[0] {
                runs.push(y..y + run.len());
            }
            y += run.len();
        }
        self.changed.fill(false);
        runs
    }

    /// Returns the area of the canvas that shows the given color clocks and scanlines. Color clock
    /// 0 is the first visible pixel of a scanline, and scanline 0 is the top of the picture.
    pub fn area_of(&self, clocks: Range<usize>, lines: Range<usize>) -> Rectangle {
        let (area, line_count) = (&self.layout.picture, self.layout.lines);
        let x = |clock: usize| area.left + clock.min(WIDTH) * area.width / WIDTH;
        let y = |line: usize| area.top + line.min(line_count) * area.height / line_count.max(1);
        Rectangle {
            left: x(clocks.start),
            top: y(lines.start),
            width: x(clocks.end) - x(clocks.start),
            height: y(lines.end) - y(lines.start),
        }
    }

    /// Returns the color clock and the scanline that a pixel of the canvas shows; `None` if the
    /// pixel is outside the picture.
    pub fn picture_position(&self, (x, y): (usize, usize)) -> Option<(usize, usize)> {
        let (area, lines) = (&self.layout.picture, self.layout.lines);
        let (x, y) = (x.checked_sub(area.left)?, y.checked_sub(area.top)?);
        (x < area.width && y < area.height)
            .then(|| (x * WIDTH / area.width, y * lines / area.height))
    }
}

/// Returns the fraction of output row `y`, in 256ths, that belongs to the lower halves of
/// scanlines.
fn dark_fraction(y: usize, lines: usize, height: usize) -> usize {
    // In the units used here, half a scanline is `height` units high, and an output row is
    // 2 * `lines` units high.
    let (start, end) = (2 * y * lines, 2 * (y + 1) * lines);
    let dark =
        |unit: usize| unit / (2 * height) * height + (unit % (2 * height)).saturating_sub(height);
    (dark(end) - dark(start)) * 256 / (2 * lines)
}

/// Returns the largest centered area that a picture of `lines` scanlines can fill in a window of
/// `width` by `height` pixels.
pub fn picture_area(width: usize, height: usize, lines: usize, aspect: Aspect) -> Rectangle {
    let lines = lines.max(1);
    let (fit_width, fit_height) = match aspect {
        Aspect::Integer => {
            let scale = (width / (2 * WIDTH)).min(height / lines);
            if scale == 0 {
                (width, height)
            } else {
                (2 * WIDTH * scale, lines * scale)
            }
        }
        Aspect::Television(shape) => {
            let natural_width = WIDTH * shape;
            let fit_height = height.min(width * lines * 1000 / natural_width);
            (fit_height * natural_width / (lines * 1000), fit_height)
        }
    };
    Rectangle {
        left: (width - fit_width) / 2,
        top: (height - fit_height) / 2,
        width: fit_width,
        height: fit_height,
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

    fn draw(canvas: &mut Canvas, size: (usize, usize)) {
        canvas.draw(size, (&picture()).into(), Style::default());
    }

    fn changes(canvas: &mut Canvas) -> Vec<(usize, usize)> {
        let runs = canvas.take_changes().into_iter();
        runs.map(|run| (run.start, run.end)).collect()
    }

    /// Returns a layer of the given size with one colored row.
    fn layer((width, height): (usize, usize), row: usize) -> Layer {
        let mut layer = Layer::default();
        layer.clear(width, height);
        layer.fill_span(row, 0, width, 0x8012_3456);
        layer
    }

    #[test]
    fn a_pixel_is_twice_as_wide_as_high() {
        let mut canvas = Canvas::default();
        for scale in 1..=4 {
            draw(&mut canvas, (320 * scale, 228 * scale));
            for y in 0..228 * scale {
                for x in 0..320 * scale {
                    let expected = y / scale * WIDTH + x / (2 * scale);
                    assert_eq!(canvas.pixels[y * 320 * scale + x], expected as u32);
                }
            }
        }
    }

    #[test]
    fn a_window_that_is_not_a_multiple_of_the_picture_gets_a_black_border() {
        assert_eq!(
            picture_area(1000, 700, 228, Aspect::Integer),
            Rectangle {
                left: 20,
                top: 8,
                width: 960,
                height: 684
            }
        );
    }

    #[test]
    fn in_a_wide_window_the_television_picture_uses_the_full_height() {
        let area = picture_area(2000, 456, 228, Aspect::Television(1714));
        assert_eq!((area.width, area.height), (548, 456));
    }

    #[test]
    fn a_picture_of_any_height_touches_two_edges_of_any_window() {
        for lines in [192, 228, 236, 240, 274, 312] {
            for (width, height) in [(823, 684), (1280, 720), (500, 900), (1366, 768)] {
                for shape in [1714, 2079] {
                    let area = picture_area(width, height, lines, Aspect::Television(shape));
                    let percents = [area.width * 100 / width, area.height * 100 / height];
                    assert!(percents.iter().any(|percent| *percent >= 99), "{area:?}");
                }
            }
        }
    }

    #[test]
    fn only_rows_that_change_are_drawn_and_a_removed_layer_is_gone() {
        let size = (1000, 700);
        let (mut canvas, mut picture) = (Canvas::default(), picture());
        let fresh = |picture: &Picture| {
            let mut canvas = Canvas::default();
            canvas.draw(size, picture.into(), Style::default());
            canvas
        };
        draw(&mut canvas, size);
        assert_eq!(changes(&mut canvas), [(0, 700)]);
        draw(&mut canvas, size);
        assert_eq!(changes(&mut canvas), []);
        // One layer on the border above the picture, and one on the picture.
        for row in [2, 350] {
            canvas.draw_layer(&layer(size, row), true);
            let mut expected = fresh(&picture);
            expected.draw_layer(&layer(size, row), true);
            assert!(canvas.pixels == expected.pixels, "{row}");
            draw(&mut canvas, size);
            canvas.draw_layer(&layer(size, row), false);
            assert!(
                canvas.pixels == expected.pixels,
                "the layer must still be on row {row}"
            );
        }
        assert_eq!(changes(&mut canvas), [(2, 3), (350, 351)]);
        // Line 114 is on rows 350, 351 and 352.
        picture.pixels[114 * WIDTH] ^= 1;
        canvas.draw(size, (&picture).into(), Style::default());
        canvas.draw_layer(&layer(size, 350), false);
        let mut expected = fresh(&picture);
        expected.draw_layer(&layer(size, 350), true);
        assert!(canvas.pixels == expected.pixels);
        assert_eq!(changes(&mut canvas), [(350, 353)]);
        draw(&mut canvas, size);
        canvas.remove_layer();
        assert!(canvas.pixels == fresh(&super::tests::picture()).pixels);
        assert_eq!(changes(&mut canvas), [(350, 353)]);
    }

    #[test]
    fn picture_positions_convert_to_areas_of_the_canvas_and_back() {
        let mut canvas = Canvas::default();
        draw(&mut canvas, (1000, 700));
        for (clock, line) in [(0, 0), (24, 33), (159, 227)] {
            let area = canvas.area_of(clock..clock + 1, line..line + 1);
            assert_eq!((area.width, area.height), (6, 3));
            assert_eq!(
                canvas.picture_position((area.left, area.top)),
                Some((clock, line))
            );
            let corner = (area.left + area.width - 1, area.top + area.height - 1);
            assert_eq!(canvas.picture_position(corner), Some((clock, line)));
        }
        assert_eq!(canvas.picture_position((19, 100)), None);
        assert_eq!(canvas.picture_position((980, 100)), None);
    }

    #[test]
    fn half_of_every_scanline_is_dark_at_every_size() {
        for height in [456, 500, 684, 700, 1000] {
            let fractions = (0..height).map(|y| dark_fraction(y, 228, height));
            let sum: usize = fractions.sum();
            assert!((sum / 128).abs_diff(height) <= height / 100, "{sum}");
        }
        assert_eq!(
            [0, 1, 2, 3].map(|y| dark_fraction(y, 228, 456)),
            [0, 256, 0, 256]
        );
    }

    #[test]
    fn a_tiny_window_is_drawn_without_a_panic() {
        let mut canvas = Canvas::default();
        for size in [(3, 2), (1, 1), (7, 400), (0, 0)] {
            for aspect in [Aspect::Integer, Aspect::Television(1714)] {
                let style = Style {
                    aspect,
                    scanlines: true,
                    dimmed: true,
                };
                canvas.draw(size, (&picture()).into(), style);
                canvas.remove_layer();
            }
        }
    }

    #[test]
    fn before_the_first_frame_the_canvas_is_black() {
        let mut canvas = Canvas::default();
        let style = Style {
            scanlines: true,
            ..Style::default()
        };
        canvas.draw((960, 684), (&Picture::default()).into(), style);
        assert!(canvas.pixels.iter().all(|pixel| *pixel == 0));
    }
}
