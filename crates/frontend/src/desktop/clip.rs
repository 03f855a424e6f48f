//! The last few seconds as an animated picture.

use headless::{error::Error, picture::png_fault};
use std::{collections::VecDeque, ops::Range, time::Duration};
use vcs::{
    Frame,
    television::{BLANK, WIDTH},
};

/// Interval in frames between stored pictures. Thirty pictures a second are enough, and take half
/// the space of sixty.
const INTERVAL: u64 = 2;
/// Maximum number of stored pictures: six seconds' worth. They take up to 6.6 MB, because a picture
/// takes up to 36 KB.
const MAX_PICTURES: usize = 180;

/// The most recent pictures, as color numbers.
#[derive(Debug, Default)]
pub struct Clip {
    pictures: VecDeque<Vec<u8>>,
}

impl Clip {
    /// Adds the shown lines of a frame, if the frame's number is a multiple of [`INTERVAL`].
    pub fn add(&mut self, frame: &Frame, shown: Range<usize>) {
        if !frame.number.is_multiple_of(INTERVAL) {
            return;
        }
        if self.pictures.len() == MAX_PICTURES {
            self.pictures.pop_front();
        }
        let mut picture = vec![BLANK; shown.len() * WIDTH];
        let available = shown.start * WIDTH..frame.pixels.len().min(shown.end * WIDTH);
        if let Some(pixels) = frame.pixels.get(available) {
            picture[..pixels.len()].copy_from_slice(pixels);
        }
        // If the number of shown scanlines changes, start a new clip.
        if self
            .pictures
            .back()
            .is_some_and(|last| last.len() != picture.len())
        {
            self.pictures.clear();
        }
        self.pictures.push_back(picture);
    }

    /// Returns an animated PNG with the 128 colors of `palette`, each pixel twice as wide as high.
    ///
    /// # Errors
    /// Returns [`Error::Fault`] if there is no frame yet, or if the encoder fails.
    pub fn apng(&self, palette: &[u32; 128], period: Duration) -> Result<Vec<u8>, Error> {
        let first = self
            .pictures
            .front()
            .ok_or_else(|| Error::Fault("there is no picture for a clip yet".into()))?;
        let height = (first.len() / WIDTH) as u32;
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2 * WIDTH as u32, height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(colors(palette));
        encoder
            .set_animated(self.pictures.len() as u32, 0)
            .map_err(png_fault)?;
        let milliseconds = period.as_secs_f64() * 1000.0 * INTERVAL as f64;
        encoder
            .set_frame_delay(milliseconds.round() as u16, 1000)
            .map_err(png_fault)?;
        let mut writer = encoder.write_header().map_err(png_fault)?;
        for picture in &self.pictures {
            let wide: Vec<u8> = picture
                .iter()
                .flat_map(|color| [palette_index(*color); 2])
                .collect();
            writer.write_image_data(&wide).map_err(png_fault)?;
        }
        writer.finish().map_err(png_fault)?;
        Ok(bytes)
    }
}

/// Returns the palette's 128 colors, followed by black for blanked pixels.
fn colors(palette: &[u32; 128]) -> Vec<u8> {
    let rgb = palette.iter().chain([&0]);
    rgb.flat_map(|color| [(color >> 16) as u8, (color >> 8) as u8, *color as u8])
        .collect()
}

fn palette_index(color: u8) -> u8 {
    if color == BLANK { 128 } else { color >> 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u64, lines: usize) -> Frame {
        Frame {
            number,
            pixels: vec![(2 * number) as u8 & 0xfe; lines * WIDTH],
        }
    }

    #[test]
    fn a_clip_has_every_second_frame_of_the_last_six_seconds() {
        let mut clip = Clip::default();
        (0..1000).for_each(|number| clip.add(&frame(number, 262), 22..250));
        assert_eq!(clip.pictures.len(), MAX_PICTURES);
        let bytes = clip
            .apng(&[0x102030; 128], Duration::from_micros(16_688))
            .unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        let info = reader.info();
        assert_eq!(
            info.animation_control.unwrap().num_frames,
            MAX_PICTURES as u32
        );
        assert_eq!((info.width, info.height), (320, 228));
    }

    #[test]
    fn frames_of_any_length_are_accepted() {
        let mut clip = Clip::default();
        for (number, lines) in [(0, 0), (2, 10), (4, 262), (6, 312), (8, 600)] {
            let shown = if lines < 300 { 22..250 } else { 25..299 };
            clip.add(&frame(number, lines), shown);
        }
        assert_eq!(
            clip.pictures.len(),
            2,
            "the 50 Hz frames must begin a new clip"
        );
    }
}
