//! The layer over the picture: pixels with transparency, drawn once and combined with every
//! picture.

/// Pixels `0xAARRGGBB` whose colors are already multiplied by alpha.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    pixels: Vec<u32>,
    width: usize,
    /// The range of pixels of each row that may be visible: its start, and one past its end.
    used_columns: Vec<(usize, usize)>,
}

impl Layer {
    /// Clears the layer and sets its size.
    pub fn clear(&mut self, width: usize, height: usize) {
        if self.width != width || self.used_columns.len() != height {
            self.pixels.clear();
            self.pixels.resize(width * height, 0);
            self.width = width;
        } else {
            for (row, (from, to)) in self.used_columns.iter().enumerate() {
                if from < to {
                    self.pixels[row * width + from..row * width + to].fill(0);
                }
            }
        }
        self.used_columns.clear();
        self.used_columns.resize(height, (usize::MAX, 0));
    }

    /// Returns the width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.used_columns.len())
    }

    /// Returns true if the layer has no visible pixels.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.used_columns.iter().all(|(from, to)| from >= to)
    }

    /// Blends a color over the pixels `from..to` of a row.
    pub fn fill_span(&mut self, row: usize, from: usize, to: usize, color: u32) {
        if color >> 24 == 0 || from >= to {
            return;
        }
        let pixels = self.row_mut(row, from, to);
        match color >> 24 {
            0xff => pixels.fill(color),
            _ => pixels
                .iter_mut()
                .for_each(|pixel| *pixel = blend_over(*pixel, color)),
        }
    }

    /// Returns the pixels `from..to` of a row for drawing, and marks them as used.
    pub fn row_mut(&mut self, row: usize, from: usize, to: usize) -> &mut [u32] {
        let used = &mut self.used_columns[row];
        *used = (used.0.min(from), used.1.max(to));
        &mut self.pixels[row * self.width + from..row * self.width + to]
    }

    /// Returns true if anything was drawn on a row.
    pub fn has_pixels_in(&self, row: usize) -> bool {
        let (from, to) = self.used_columns[row];
        from < to
    }

    /// Blends a row of the layer over `picture`, which must be the same row of the picture and as
    /// wide as the layer. The picture's pixels are `0x00RRGGBB`.
    pub fn blend_row(&self, row: usize, picture: &mut [u32]) {
        let (from, to) = self.used_columns[row];
        if from >= to {
            return;
        }
        let above = &self.pixels[row * self.width + from..row * self.width + to];
        for (pixel, color) in picture[from..to].iter_mut().zip(above) {
            match color >> 24 {
                0 => {}
                0xff => *pixel = color & 0xff_ffff,
                _ => *pixel = blend_over(*pixel, *color) & 0xff_ffff,
            }
        }
    }
}

/// Blends the color `above` over `below`. The channels of `above` are already multiplied by alpha.
pub fn blend_over(below: u32, above: u32) -> u32 {
    let inverse_alpha = 255 - (above >> 24);
    // Computes two channels at a time and multiplies by 257/65536 instead of dividing by 255, so
    // the result is off by at most 1.
    let pair = |shift: u32| {
        let parts = (below >> shift & 0xff_00ff) * inverse_alpha + 0x80_0080;
        (parts + (parts >> 8 & 0xff_00ff)) >> 8 & 0xff_00ff
    };
    let sum = |shift: u32| pair(shift) + (above >> shift & 0xff_00ff);
    let clamped = |pair: u32| (pair & 0xffff).min(0xff) | (pair >> 16).min(0xff) << 16;
    clamped(sum(0)) | clamped(sum(8)) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_white_over_black_is_gray() {
        assert_eq!(blend_over(0xff00_0000, 0x8080_8080), 0xff80_8080);
        assert_eq!(blend_over(0x00ff_ffff, 0x8000_0000) & 0xff_ffff, 0x7f_7f7f);
        assert_eq!(blend_over(0x0012_3456, 0), 0x0012_3456);
        assert_eq!(blend_over(0x0012_3456, 0xffab_cdef), 0xffab_cdef);
    }

    #[test]
    fn only_drawn_pixels_cover_the_picture() {
        let mut layer = Layer::default();
        layer.clear(4, 2);
        assert!(layer.is_empty());
        layer.fill_span(1, 1, 3, 0xffff_0000);
        layer.fill_span(1, 2, 3, 0x8000_8000);
        let mut picture = [0x01_0101; 8];
        let cover = |layer: &Layer, picture: &mut [u32; 8]| {
            let rows = picture.chunks_mut(4).enumerate();
            rows.for_each(|(row, pixels)| layer.blend_row(row, pixels));
        };
        cover(&layer, &mut picture);
        let [red, mixed] = [0xff_0000, 0x7f_8000];
        let old = 0x01_0101;
        assert_eq!(picture, [old, old, old, old, old, red, mixed, old]);
        layer.clear(4, 2);
        cover(&layer, &mut picture);
        assert_eq!(picture[5], red, "an empty layer changes nothing");
    }
}
