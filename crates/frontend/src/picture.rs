//! Pictures as PNG files.

use crate::error::Error;
use play::picture::Picture;
use vcs::television::WIDTH;

/// The picture as a PNG file, each pixel twice as wide as high.
///
/// # Errors
/// [`Error::Fault`] where the encoder refuses the picture.
pub fn png(picture: &Picture) -> Result<Vec<u8>, Error> {
    let wide: Vec<u32> = picture
        .pixels
        .iter()
        .flat_map(|pixel| [*pixel; 2])
        .collect();
    png_of_pixels(&wide, 2 * WIDTH)
}

/// Pixels, `width` a row, as a PNG file.
///
/// # Errors
/// [`Error::Fault`] where the encoder refuses them.
pub fn png_of_pixels(pixels: &[u32], width: usize) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, (pixels.len() / width) as u32);
    encoder.set_color(png::ColorType::Rgb);
    let rgb: Vec<u8> = pixels
        .iter()
        .flat_map(|pixel| [(pixel >> 16) as u8, (pixel >> 8) as u8, *pixel as u8])
        .collect();
    let mut writer = encoder.write_header().map_err(png_fault)?;
    writer.write_image_data(&rgb).map_err(png_fault)?;
    writer.finish().map_err(png_fault)?;
    Ok(bytes)
}

/// An error of the encoder.
pub fn png_fault(error: png::EncodingError) -> Error {
    Error::Fault(format!("cannot make a PNG: {error}"))
}
