//! Writes pictures as a YUV4MPEG2 file, the simplest video format.

use std::io::{self, Write};

/// The values in the header of a video file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VideoFormat {
    /// Pixels per line.
    pub width: usize,
    /// Lines per picture.
    pub lines: usize,
    /// Pictures per second, as a fraction.
    pub rate: (u64, u64),
    /// Width of a pixel in thousandths of its height.
    pub pixel_width: usize,
}

/// Writes a video file, picture by picture.
pub struct VideoWriter<W> {
    out: W,
    planes: [Vec<u8>; 3],
}

/// Returns true if a file that begins with these bytes was written by [`VideoWriter`].
pub fn is_ours(head: &[u8]) -> bool {
    let mut lines = head.split(|byte| *byte == b'\n');
    let line = lines.next().unwrap_or_default();
    line.starts_with(b"YUV4MPEG2 W") && line.ends_with(b" C444 XCOLORRANGE=LIMITED")
}

impl<W: Write> VideoWriter<W> {
    /// Creates the writer and writes the header.
    ///
    /// # Errors
    /// Any error from writing to `out`.
    pub fn new(mut out: W, format: VideoFormat) -> io::Result<VideoWriter<W>> {
        let VideoFormat {
            width,
            lines,
            rate,
            pixel_width,
        } = format;
        writeln!(
            out,
            "YUV4MPEG2 W{width} H{lines} F{}:{} Ip A{pixel_width}:1000 C444 XCOLORRANGE=LIMITED",
            rate.0, rate.1
        )?;
        let planes = [(); 3].map(|()| Vec::with_capacity(width * lines));
        Ok(VideoWriter { out, planes })
    }

    /// Writes a picture, given as pixels of the form `0x00RRGGBB`.
    ///
    /// # Errors
    /// Any error from writing to `out`.
    pub fn write_picture(&mut self, picture: &[u32]) -> io::Result<()> {
        self.planes.iter_mut().for_each(Vec::clear);
        for pixel in picture {
            for (plane, value) in self.planes.iter_mut().zip(yuv(*pixel)) {
                plane.push(value);
            }
        }
        self.out.write_all(b"FRAME\n")?;
        let mut planes = self.planes.iter();
        planes.try_for_each(|plane| self.out.write_all(plane))
    }

    /// Flushes and returns the output.
    ///
    /// # Errors
    /// Any error from writing to `out`.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Converts a color `0x00RRGGBB` to Y (16..=235), Cb and Cr (16..=240), as in ITU-R BT.601.
fn yuv(pixel: u32) -> [u8; 3] {
    let [red, green, blue] = [16, 8, 0].map(|shift| f64::from(pixel >> shift & 0xff) / 255.0);
    let y = 0.299 * red + 0.587 * green + 0.114 * blue;
    let [cb, cr] = [(blue - y) / 1.772, (red - y) / 1.402];
    [16.0 + 219.0 * y, 128.0 + 224.0 * cb, 128.0 + 224.0 * cr].map(|value| value.round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::standard::PaletteChoice;
    use std::collections::HashSet;
    use vcs::television::WIDTH;

    #[test]
    fn black_white_and_the_primaries_match_the_standard() {
        let colors = [0x00_0000, 0xff_ffff, 0xff_0000, 0x00_ff00, 0x00_00ff];
        let expected = [
            [16, 128, 128],
            [235, 128, 128],
            [81, 90, 240],
            [145, 54, 34],
            [41, 240, 110],
        ];
        assert_eq!(colors.map(yuv), expected);
    }

    #[test]
    fn no_two_colors_of_a_palette_become_one() {
        // Rounding to 8-bit Y, Cb and Cr must not make different colors equal.
        for palette in [
            PaletteChoice::Ntsc,
            PaletteChoice::Pal,
            PaletteChoice::Secam,
        ] {
            let colors: HashSet<u32> = palette.table().into_iter().collect();
            let written: HashSet<[u8; 3]> = colors.iter().map(|color| yuv(*color)).collect();
            assert_eq!(written.len(), colors.len(), "{palette:?}");
        }
    }

    #[test]
    fn a_file_contains_a_header_and_the_planes_of_each_picture() {
        let format = VideoFormat {
            width: WIDTH,
            lines: 2,
            rate: (60, 1),
            pixel_width: 1714,
        };
        let mut writer = VideoWriter::new(Vec::new(), format).unwrap();
        let pixels = vec![0xff_ffff; 2 * WIDTH];
        writer.write_picture(&pixels).unwrap();
        let bytes = writer.finish().unwrap();
        let header = b"YUV4MPEG2 W160 H2 F60:1 Ip A1714:1000 C444 XCOLORRANGE=LIMITED\nFRAME\n";
        assert!(bytes.starts_with(header));
        assert_eq!(bytes.len(), header.len() + 3 * 2 * WIDTH);
        assert_eq!((bytes[header.len()], bytes[bytes.len() - 1]), (235, 128));
    }
}
