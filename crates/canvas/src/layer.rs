//! The layer over the picture: pixels with transparency, drawn once and combined with every
//! picture.

/// Pixels `0xAARRGGBB` whose colors are already multiplied by alpha.
#[derive(Debug, Clone, Default)]
pub struct Layer {
    pixels: Vec<u32>,
    width: usize,
    /// The range of pixels of each row that may be visible: its start, and one past its end.
    used: Vec<(usize, usize)>,
}

impl Layer {
    /// Clears the layer and sets its size.
    pub fn clear(&mut self, width: usize, height: usize) {
        if self.width != width || self.used.len() != height {
            self.pixels.clear();
            self.pixels.resize(width * height, 0);
            self.width = width;
        } else {
            for (row, (from, to)) in self.used.iter().enumerate() {
                if from < to {
                    self.pixels[row * width + from..row * width + to].fill(0);
                }
            }
        }
        self.used.clear();
        self.used.resize(height, (usize::MAX, 0));
    }

    /// Returns the width and height.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.used.len())
    }

    /// Returns true if the layer has no visible pixels.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.used.iter().all(|(from, to)| from >= to)
    }

    /// Blends a color over the pixels `from..to` of a row.
    pub fn span(&mut self, row: usize, from: usize, to: usize, color: u32) {
        if color >> 24 == 0 || from >= to {
            return;
        }
        let pixels = self.row(row, from, to);
        match color >> 24 {
            0xff => pixels.fill(color),
            _ => pixels
                .iter_mut()
                .for_each(|pixel| *pixel = over(*pixel, color)),
        }
    }

    /// Returns the pixels `from..to` of a row to draw on, and marks them as used.
    pub fn row(&mut self, row: usize, from: usize, to: usize) -> &mut [u32] {
        let used = &mut self.used[row];
        *used = (used.0.min(from), used.1.max(to));
        &mut self.pixels[row * self.width + from..row * self.width + to]
    }

    /// Returns true if anything was drawn on a row.
    pub fn uses(&self, row: usize) -> bool {
        let (from, to) = self.used[row];
        from < to
    }

    /// Blends a row of the layer over `picture`, which must be the same row of the picture and as
    /// wide as the layer. The picture's pixels are `0x00RRGGBB`.
    pub fn cover(&self, row: usize, picture: &mut [u32]) {
        let (from, to) = self.used[row];
        if from >= to {
            return;
        }
        let above = &self.pixels[row * self.width + from..row * self.width + to];
        for (pixel, color) in picture[from..to].iter_mut().zip(above) {
            match color >> 24 {
                0 => {}
                0xff => *pixel = color & 0xff_ffff,
                _ => *pixel = over(*pixel, *color) & 0xff_ffff,
            }
        }
    }
}

/// Blends the color `above` over `below`. The channels of `above` are already multiplied by alpha.
pub fn over(below: u32, above: u32) -> u32 {
    let keep = 255 - (above >> 24);
    // Computes two channels at a time and multiplies by 257/65536 instead of dividing by 255, so
    // the result is off by at most 1.
    let pair = |shift: u32| {
        let parts = (below >> shift & 0xff_00ff) * keep + 0x80_0080;
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
        assert_eq!(over(0xff00_0000, 0x8080_8080), 0xff80_8080);
        assert_eq!(over(0x00ff_ffff, 0x8000_0000) & 0xff_ffff, 0x7f_7f7f);
        assert_eq!(over(0x0012_3456, 0), 0x0012_3456);
        assert_eq!(over(0x0012_3456, 0xffab_cdef), 0xffab_cdef);
    }

    #[test]
    fn only_what_was_drawn_covers_the_picture() {
        let mut layer = Layer::default();
        layer.clear(4, 2);
        assert!(layer.is_empty());
        layer.span(1, 1, 3, 0xffff_0000);
        layer.span(1, 2, 3, 0x8000_8000);
        let mut picture = [0x01_0101; 8];
        let cover = |layer: &Layer, picture: &mut [u32; 8]| {
            let rows = picture.chunks_mut(4).enumerate();
            rows.for_each(|(row, pixels)| layer.cover(row, pixels));
        };
        cover(&layer, &mut picture);
        let [red, mixed] = [0xff_0000, 0x7f_8000];
        let same = 0x01_0101;
        assert_eq!(picture, [same, same, same, same, same, red, mixed, same]);
        layer.clear(4, 2);
        cover(&layer, &mut picture);
        assert_eq!(picture[5], red, "an empty layer changes nothing");
    }
}
