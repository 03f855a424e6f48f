//! Encodes pictures as PNG files.

use crate::error::Error;
use play::picture::Picture;
use std::ops::Range;
use vcs::{
    Frame, Machine,
    palette::{Palette, Tuning},
    television::{Standard, WIDTH},
};

/// The program's name, stored in the file.
const SOFTWARE: &str = "Crownhead";
/// Number of frames from power-on until the range of scanlines that the television shows is final.
const WINDOW_FRAMES: u64 = 124;

/// Returns the range of scanlines that the program's window shows of a frame. The range contains
/// the usual scanlines, and more if the picture is taller during the first two seconds. If the
/// machine has not run for two seconds yet, this function runs a copy of the machine up to that
/// time.
pub fn window_lines(machine: &Machine) -> Range<usize> {
    let mut copy = machine.clone();
    while copy.television().frames() < WINDOW_FRAMES {
        copy.frame();
    }
    copy.television().shown_lines()
}

/// Encodes the given scanlines of a frame as a PNG file, with the colors of the television
/// standard. Each color clock is two pixels wide.
///
/// # Errors
/// [`Error::Fault`] if the encoder fails.
pub fn frame_png(frame: &Frame, standard: Standard, lines: Range<usize>) -> Result<Vec<u8>, Error> {
    let palette = Palette::of(standard, Tuning::Service);
    png(&Picture::of(frame, lines, &palette.0))
}

/// Encodes the picture as a PNG file. Each pixel of the picture becomes two pixels, side by side.
///
/// # Errors
/// [`Error::Fault`] if the encoder refuses the picture.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Error> {
    let wide: Vec<u32> = picture
        .pixels
        .iter()
        .flat_map(|pixel| [*pixel; 2])
        .collect();
    png_of_pixels(&wide, 2 * WIDTH)
}

/// Encodes pixels, `width` per row, as a PNG file.
///
/// # Errors
/// [`Error::Fault`] if the encoder refuses the pixels.
pub fn png_of_pixels(pixels: &[u32], width: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, (pixels.len() / width) as u32);
    encoder.set_color(png::ColorType::Rgb);
    let software = encoder.add_text_chunk("Software".into(), SOFTWARE.into());
    software.map_err(png_fault)?;
    let rgb: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| [(pixel >> 16) as u8, (pixel >> 8) as u8, *pixel as u8])
        .collect();
    let mut writer = encoder.write_header().map_err(png_fault)?;
    writer.write_image_data(&rgb).map_err(png_fault)?;
    writer.finish().map_err(png_fault)?;
    Ok(bytes)
}

/// Returns true if a file that begins with these bytes is a picture from [`png_of_pixels`].
pub fn is_own_png(head: &[u8]) -> bool {
    let mark = [b"Software\0", SOFTWARE.as_bytes()].concat();
    head.starts_with(b"\x89PNG") && head.windows(mark.len()).any(|bytes| bytes == mark)
}

/// Wraps an error of the encoder.
pub fn png_fault(error: png::EncodingError) -> Error {
    Error::Fault(format!("cannot make a PNG: {error}"))
}
