//! The tube: draws pictures of any size with the effects of the beam, the mask, the phosphor and
//! the curved glass.
//!
//! The input is the light of each line, not the level of the signal. Neither the beam nor the mask
//! changes the average brightness of a uniform area: where the picture is brighter, the beam is
//! wider and the mask is weaker.

use std::ops::Range;

/// The arrangement of the three colors in a color tube's mask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mask {
    /// No mask: each point of the tube shows all colors.
    #[default]
    None,
    /// Stripes from top to bottom.
    Grille,
    /// Rows of short stripes. Three stripes, one of each color, are a triad. Every other row is
    /// shifted by half a triad.
    Slots,
}

/// A tube.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tube {
    /// Narrowness of the beam in dark lines, 0..=1. At 0, there are no gaps between scanlines.
    pub beam: f32,
    /// The mask's pattern.
    pub mask: Mask,
    /// Darkness of the mask between its holes, 0..=1.
    pub mask_strength: f32,
    /// Curvature of the glass. A corner moves inward by about this fraction of half the width and
    /// of half the height; 0 is flat.
    pub curvature: f32,
    /// Time in milliseconds in which the light of the red, green and blue phosphors fades to a
    /// tenth.
    pub decay_ms: [f32; 3],
}

impl Default for Tube {
    fn default() -> Tube {
        Tube {
            beam: 0.0,
            mask: Mask::None,
            mask_strength: 0.0,
            curvature: 0.0,
            decay_ms: P22_DECAY_MS,
        }
    }
}

/// Decay times of P22, the phosphors of color tubes. They are so short that no light is left after
/// one field.
// Data sheets (JEDEC's list): red about 1 ms, green and blue some tens of microseconds.
pub const P22_DECAY_MS: [f32; 3] = [1.0, 0.06, 0.03];

/// Maximum number of triads (groups of a red, a green and a blue hole) across a tube. In a small
/// picture, there are fewer triads, so that each is at least three pixels wide.
// On typical sets of 20 to 26 inches, triads are 0.6 to 0.8 mm apart.
const MAX_TRIADS: usize = 600;
/// Height of a slot, in triads.
const SLOT_HEIGHT: usize = 2;
/// The range in which the gaps between scanlines fade in, in output rows per scanline. At the start
/// of the range, there are no gaps; at its end, the gaps are fully visible.
const GAP_FADE_RANGE: Range<f32> = 1.5..3.0;
/// Length in pixels of the straight segments that approximate a curved scanline.
const TILE_WIDTH: usize = 16;

/// A tube with a picture on it.
#[derive(Debug, Clone)]
pub struct Screen {
    tube: Tube,
    /// Number of samples per line, and number of lines.
    size: (usize, usize),
    /// The light of the field, in three rows per line: red, green and blue. Each row has
    /// [`LEFT_MARGIN`] dark samples before the line's samples and [`RIGHT_MARGIN`] dark samples
    /// after them.
    light: Vec<f32>,
    /// The light scaled to the width of the output, with a black line above and below the field.
    wide: Vec<f32>,
    /// A buffer for the samples of a line, for each color. Each sample comes with the difference
    /// between the next sample and this one.
    steps: [Vec<[f32; 2]>; 3],
    /// The position of each output column in a line, for the current output width.
    columns: Vec<Column>,
    /// The masks of the three colors for the current output width. The first index is 0 for the
    /// mask without a shift, and 1 for the mask shifted by half a triad.
    masks: [[Vec<f32>; 3]; 2],
    /// The weights of the lines above and below the current output row; see `weights`. Each has a
    /// value for every column of a curved tube, or one value for all columns of a flat tube.
    weights: [Vec<f32>; 4],
}

/// Number of dark samples before a line.
const LEFT_MARGIN: usize = 1;
/// Number of dark samples after a line.
const RIGHT_MARGIN: usize = 2;

/// The position of an output column in a line: the sample at or just before it, and the weight of
/// the next sample.
#[derive(Debug, Clone, Copy, Default)]
struct Column {
    sample: u32,
    next_weight: f32,
}

impl Screen {
    /// Creates a dark screen.
    pub fn new(tube: Tube) -> Screen {
        Screen {
            tube,
            size: (0, 0),
            light: Vec::new(),
            wide: Vec::new(),
            steps: Default::default(),
            columns: Vec::new(),
            masks: Default::default(),
            weights: Default::default(),
        }
    }

    /// Begins a field of `lines` lines with `samples` samples each. `milliseconds` is the time
    /// since the previous field began; the light of that field fades in this time.
    pub fn begin_field(&mut self, samples: usize, lines: usize, milliseconds: f32) {
        if self.size != (samples, lines) {
            self.size = (samples, lines);
            self.light.clear();
            self.light
                .resize(3 * (LEFT_MARGIN + samples + RIGHT_MARGIN) * lines, 0.0);
            self.columns.clear();
        }
        let remaining = self
            .tube
            .decay_ms
            .map(|decay| 0.1_f32.powf(milliseconds / decay.max(0.001)));
        let rows = self
            .light
            .chunks_exact_mut(LEFT_MARGIN + samples + RIGHT_MARGIN);
        for (row, light) in rows.enumerate() {
            match remaining[row % 3] {
                factor if factor < 1.0 / 512.0 => light.fill(0.0),
                factor => light.iter_mut().for_each(|light| *light *= factor),
            }
        }
    }

    /// Draws line `number` of the field with the beam. `light` holds the red, green and blue light
    /// of the line's samples.
    pub fn draw_line(&mut self, number: usize, light: &[Vec<f32>; 3]) {
        let samples = self.size.0;
        for (color, light) in light.iter().enumerate() {
            let start = (3 * number + color) * (LEFT_MARGIN + samples + RIGHT_MARGIN) + LEFT_MARGIN;
            let row = &mut self.light[start..][..samples];
            for (old, new) in row.iter_mut().zip(light) {
                *old = old.max(*new);
            }
        }
    }

    /// Draws the picture as `width` by `height` pixels, `0x00RRGGBB`. The field is shifted up by
    /// `shift` lines.
    pub fn draw(&mut self, out: &mut [u32], width: usize, height: usize, shift: f32) {
        if width == 0 || height == 0 || self.size.1 == 0 {
            return out.fill(0);
        }
        self.prepare(width);
        self.widen(width);
        for (y, row) in out.chunks_exact_mut(width).enumerate().take(height) {
            if self.tube.curvature == 0.0 {
                self.draw_row::<false>(y, height, shift, row)
            } else {
                self.draw_row::<true>(y, height, shift, row)
            }
        }
    }

    /// Computes everything that depends on the output's width, if the width has changed.
    fn prepare(&mut self, width: usize) {
        if self.columns.len() == width {
            return;
        }
        let (samples, lines) = self.size;
        self.columns = columns(samples, width, 1.0);
        self.wide = vec![0.0; 3 * width * (lines + 2)];
        self.steps = [0, 1, 2].map(|_| vec![[0.0; 2]; LEFT_MARGIN + samples + RIGHT_MARGIN - 1]);
        let pitch = (width / MAX_TRIADS).max(3);
        let strength = match self.tube.mask {
            Mask::None => 0.0,
            _ => self.tube.mask_strength,
        };
        self.masks = [0, pitch / 2].map(|shift| {
            [0, 1, 2].map(|color| {
                let wave = |x: usize| {
                    let phase = (x + shift) as f32 / pitch as f32 - color as f32 / 3.0;
                    strength * (std::f32::consts::TAU * phase).cos()
                };
                (0..width).map(wave).collect()
            })
        });
    }

    /// Scales the lines to the output's width.
    fn widen(&mut self, width: usize) {
        let (samples, lines) = self.size;
        let stride = LEFT_MARGIN + samples + RIGHT_MARGIN;
        let rows = self.light.chunks_exact(3 * stride);
        let wide = self.wide[3 * width..].chunks_exact_mut(3 * width);
        for (line, (light, wide)) in rows.zip(wide).enumerate() {
            let curved = (self.tube.curvature != 0.0).then(|| {
                let y = (line as f32 + 0.5) / lines as f32 * 2.0 - 1.0;
                columns(samples, width, 1.0 + self.tube.curvature * y * y)
            });
            let columns = curved.as_ref().unwrap_or(&self.columns);
            for (light, steps) in light.chunks_exact(stride).zip(&mut self.steps) {
                for (step, [light, next]) in steps.iter_mut().zip(light.array_windows()) {
                    *step = [*light, next - light];
                }
            }
            stretch(
                wide,
                self.steps.each_ref().map(|steps| &steps[..stride - 1]),
                columns,
            );
        }
    }

    fn draw_row<const CURVED: bool>(
        &mut self,
        y: usize,
        height: usize,
        shift: f32,
        out: &mut [u32],
    ) {
        let width = out.len();
        let (lines, pitch) = (self.size.1 as f32, (width / MAX_TRIADS).max(3));
        let mask_index = match self.tube.mask {
            Mask::Slots => y / (SLOT_HEIGHT * pitch) % 2,
            _ => 0,
        };
        let rows_per_line = height as f32 / lines;
        let beam = self.tube.beam
            * ((rows_per_line - GAP_FADE_RANGE.start)
                / (GAP_FADE_RANGE.end - GAP_FADE_RANGE.start))
                .clamp(0.0, 1.0);
        let vertical = (y as f32 + 0.5) / height as f32 * 2.0 - 1.0;
        // Returns the vertical position of a column in the field, in lines.
        let position = |x: usize| {
            let horizontal = x as f32 / width as f32 * 2.0 - 1.0;
            let bulge = 1.0 + self.tube.curvature * horizontal * horizontal;
            (vertical * bulge + 1.0) / 2.0 * lines - 0.5 + shift
        };
        let tile = if CURVED { TILE_WIDTH } else { width };
        // Returns the number of the line just above the center of a tile. Line 0 is the black line
        // above the field.
        let line_at =
            |start: usize| (position((start + tile / 2).min(width)) + 1.0).max(0.0) as u32;
        let (mut start, mut line) = (0, line_at(0));
        while start < width {
            self.weights.iter_mut().for_each(Vec::clear);
            let (mut end, current) = (start, line);
            let mut first = weights(position(start) - current as f32 + 1.0, beam);
            // Paint adjacent tiles together if they lie between the same two lines.
            while end < width && line == current {
                let next = (end + tile).min(width);
                let last = weights(position(next) - current as f32 + 1.0, beam);
                let count = if CURVED { next - end } else { 1 };
                for (weights, (first, last)) in
                    self.weights.iter_mut().zip(first.into_iter().zip(last))
                {
                    let step = (last - first) / count as f32;
                    weights.extend((0..count as u16).map(|x| first + step * f32::from(x)));
                }
                (end, first, line) = (next, last, line_at(next));
            }
            let above = (current as usize).min(self.size.1 + 1);
            let below = (above + 1).min(self.size.1 + 1);
            let span = |line: usize| {
                [0, 1, 2]
                    .map(|color| &self.wide[(3 * line + color) * width + start..][..end - start])
            };
            let masks = self.masks[mask_index]
                .each_ref()
                .map(|mask| &mask[start..end]);
            let weights = self.weights.each_ref().map(Vec::as_slice);
            paint::<CURVED>(
                &mut out[start..end],
                span(above),
                span(below),
                masks,
                weights,
            );
            start = end;
        }
    }
}

/// Returns the positions of the output columns in a line with `samples` samples. The output is
/// `width` pixels wide, and the line is drawn narrower than that by the factor `squeeze`.
fn columns(samples: usize, width: usize, squeeze: f32) -> Vec<Column> {
    let step = squeeze * samples as f32 / width as f32;
    let start =
        (1.0 - width as f32) / 2.0 * step + (samples as f32 - 1.0) / 2.0 + LEFT_MARGIN as f32;
    let max = (LEFT_MARGIN + samples) as f32;
    let column = |x: u16| {
        let place = (f32::from(x) * step + start).clamp(0.0, max);
        let sample = place as i32;
        Column {
            sample: sample as u32,
            next_weight: place - sample as f32,
        }
    };
    (0..width as u16).map(column).collect()
}

/// Scales a line to the width of the output. Writes the red values to the first third of `wide`,
/// then the green values, then the blue values.
fn stretch(wide: &mut [f32], steps: [&[[f32; 2]]; 3], columns: &[Column]) {
    let width = columns.len();
    let (red, rest) = wide.split_at_mut(width);
    let (green, blue) = rest.split_at_mut(width);
    let blue = &mut blue[..width];
    for (x, column) in columns.iter().enumerate() {
        let at = column.sample as usize;
        let [r, g, b] = steps.map(|steps| steps[at]);
        red[x] = r[0] + r[1] * column.next_weight;
        green[x] = g[0] + g[1] * column.next_weight;
        blue[x] = b[0] + b[1] * column.next_weight;
    }
}

/// Returns the weights of two neighboring lines for an output row that is `offset` lines below the
/// first line. The first weight is the factor for the first line's light, and the second weight is
/// the factor for the square of this light. The other two weights are for the second line.
fn weights(offset: f32, beam: f32) -> [f32; 4] {
    // The beam of a bright line is so wide that it reaches the neighboring lines. The beam of a
    // dark line can be narrower, down to half that width.
    let bell = |distance: f32| {
        let side = (1.0 - distance.abs()).max(0.0);
        side * side * (3.0 - 2.0 * side)
    };
    let pair = |distance: f32| {
        let bright = bell(distance);
        let dark = bright + beam * (2.0 * bell(2.0 * distance) - bright);
        [dark, bright - dark]
    };
    let ([a, b], [c, d]) = (pair(offset), pair(1.0 - offset));
    [a, b, c, d]
}

/// Paints part of an output row. Combines the mask with the lines just above and below the row. If
/// the tube is curved, each weight has one value per pixel; otherwise, it has one value for all
/// pixels.
fn paint<const CURVED: bool>(
    out: &mut [u32],
    above: [&[f32]; 3],
    below: [&[f32]; 3],
    masks: [&[f32]; 3],
    weights: [&[f32]; 4],
) {
    let length = out.len();
    let [above, below, masks] = [above, below, masks].map(|rows| rows.map(|row| &row[..length]));
    let weights = weights.map(|weights| &weights[..if CURVED { length } else { 1 }]);
    for x in 0..length {
        let [a, b, c, d] = weights.map(|weights| weights[if CURVED { x } else { 0 }]);
        let mut pixel = 0;
        for color in 0..3 {
            let (above, below) = (above[color][x], below[color][x]);
            let light = above * (a + b * above) + below * (c + d * below);
            let light = light + masks[color][x] * light * (1.0 - light);
            pixel = pixel << 8 | pixel_value(light);
        }
        out[x] = pixel;
    }
}

/// Converts an amount of light to an eight-bit pixel value. Takes the square root, because the
/// user's display squares the value.
fn pixel_value(light: f32) -> u32 {
    // If a small number is added to 2^23, the low bits of the result are this number, rounded to an
    // integer.
    const ROUNDING_OFFSET: f32 = 8_388_608.0;
    (light.sqrt() * 255.0 + ROUNDING_OFFSET).to_bits() & 0xff
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the picture of a field that is uniformly gray.
    fn flat_picture(tube: Tube, signal: f32, size: (usize, usize)) -> Vec<u32> {
        let mut screen = Screen::new(tube);
        screen.begin_field(640, 200, 16.7);
        let light = [0, 1, 2].map(|_| vec![signal * signal; 640]);
        (0..200).for_each(|line| screen.draw_line(line, &light));
        let mut out = vec![0; size.0 * size.1];
        screen.draw(&mut out, size.0, size.1, 0.0);
        out
    }

    fn mean_light(picture: &[u32]) -> f32 {
        let light = |pixel: &u32| [16, 8, 0].map(|shift| (pixel >> shift & 0xff) as f32 / 255.0);
        let sum: f32 = picture
            .iter()
            .map(|pixel| light(pixel).map(|l| l * l).iter().sum::<f32>())
            .sum();
        sum / 3.0 / picture.len() as f32
    }

    fn strong_effects() -> Tube {
        Tube {
            beam: 1.0,
            mask: Mask::Slots,
            mask_strength: 1.0,
            ..Tube::default()
        }
    }

    #[test]
    fn scanlines_and_mask_keep_the_brightness() {
        for signal in [0.2, 0.5, 0.8, 1.0] {
            for size in [(1200, 1000), (960, 700), (300, 240)] {
                let picture = flat_picture(strong_effects(), signal, size);
                // The upper and lower edges of the field are darker, so leave them out.
                let rows = size.0 * size.1 / 10;
                let mean = mean_light(&picture[rows..picture.len() - rows]);
                let ratio = mean / (signal * signal);
                assert!((0.97..1.03).contains(&ratio), "{signal} {size:?}: {ratio}");
            }
        }
    }

    #[test]
    fn dark_lines_have_gaps_and_white_lines_have_none() {
        let tube = Tube {
            beam: 1.0,
            ..Tube::default()
        };
        let column = |signal| -> Vec<u32> {
            let picture = flat_picture(tube, signal, (640, 1000));
            (500..505).map(|y| picture[y * 640 + 320] & 0xff).collect()
        };
        let dark = column(0.3);
        assert!(
            dark.iter().max() > dark.iter().min().map(|min| min + 40).as_ref(),
            "{dark:?}"
        );
        assert!(
            column(1.0).iter().all(|level| *level >= 253),
            "{:?}",
            column(1.0)
        );
    }

    #[test]
    fn without_gaps_and_mask_a_uniform_area_stays_uniform() {
        let picture = flat_picture(Tube::default(), 0.502, (777, 555));
        let rows = picture.chunks(777).skip(10).take(535);
        for pixel in rows.flat_map(|row| &row[2..775]) {
            assert_eq!(*pixel, 0x80_8080);
        }
    }

    #[test]
    fn curvature_makes_the_corners_black_but_not_the_center() {
        let tube = Tube {
            curvature: 0.05,
            ..Tube::default()
        };
        let picture = flat_picture(tube, 0.502, (800, 600));
        assert_eq!(picture[0], 0);
        assert_eq!(picture[300 * 800 + 400] & 0xff, 128);
    }

    #[test]
    fn slow_phosphor_keeps_some_light_and_fast_phosphor_keeps_none() {
        let remaining_light = |decay: f32| {
            let mut screen = Screen::new(Tube {
                decay_ms: [decay; 3],
                ..Tube::default()
            });
            screen.begin_field(640, 2, 16.7);
            (0..2).for_each(|line| screen.draw_line(line, &[0, 1, 2].map(|_| vec![1.0; 640])));
            screen.begin_field(640, 2, 16.7);
            screen.light[LEFT_MARGIN + 100]
        };
        assert_eq!(remaining_light(1.0), 0.0);
        assert!((remaining_light(16.7) - 0.1).abs() < 0.001);
    }

    #[test]
    fn any_size_is_drawn_without_a_panic() {
        for size in [(0, 0), (1, 1), (7, 400), (3, 2), (2001, 3)] {
            flat_picture(
                Tube {
                    curvature: 0.1,
                    ..strong_effects()
                },
                0.5,
                size,
            );
        }
    }
}
