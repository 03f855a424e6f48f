//! Formats pictures as text, and compares them with expected ones.

use crate::{
    console::Machine,
    error::{to_exception, value_error},
};
use headless::picture;
use lab::{
    script::picture_difference,
    trace::{Picture, region::pixel_matches, write_picture},
};
use pyo3::{prelude::*, types::PyBytes};
use vcs::{
    palette::{Palette, Tuning},
    television::{BLANK, WIDTH},
};

/// The color that marks a pixel that differs.
const DIFFERENCE_COLOR: u32 = 0xff_2020;

/// Returns the last complete picture as text, in the format of traces and input scripts.
#[pyfunction]
pub fn picture_text(machine: &Machine) -> PyResult<String> {
    let console = machine.console()?;
    let standard = console.machine.television().standard();
    let mut text = String::new();
    write_picture(&mut text, console.machine.last_frame(), standard.name()).map_err(value_error)?;
    Ok(text)
}

/// The difference between two pictures: a description; the scanline and pixel of the first
/// difference, or `None` if only the sizes differ; and the bytes of a PNG file that shows it.
type Difference<'py> = (String, Option<(usize, usize)>, Bound<'py, PyBytes>);

/// Compares the last complete picture with a picture given as text, in which `..` matches any
/// color. Returns None if they are equal. Otherwise, returns three values: a description of the
/// difference; the scanline and pixel of the first difference, or None if only the sizes differ;
/// and the bytes of a PNG file. The PNG file shows the last picture, in dark gray where the
/// pictures are equal and in red where they differ.
#[pyfunction]
pub fn compare_picture<'py>(
    py: Python<'py>,
    machine: &Machine,
    wanted: &str,
) -> PyResult<Option<Difference<'py>>> {
    let console = machine.console()?;
    let actual = console.machine.last_frame();
    let wanted = Picture::parse_expected(wanted)
        .map_err(|error| value_error(format!("line {}: {error}", error.line)))?;
    let Some(difference) = picture_difference(&wanted.frame, actual) else {
        return Ok(None);
    };
    let palette = Palette::of(console.machine.television().standard(), Tuning::Service).gray();
    let pairs = wanted.frame.pixels.iter().zip(&actual.pixels);
    let differs: Vec<bool> = pairs.map(|(a, b)| !pixel_matches(*a, *b)).collect();
    let first = differs.iter().position(|differs| *differs);
    let pixels = actual.pixels.iter().enumerate().flat_map(|(at, color)| {
        let gray = if *color == BLANK {
            0
        } else {
            palette.color(*color) >> 1 & 0x7f_7f7f
        };
        let is_equal = differs.get(at) == Some(&false);
        [if is_equal { gray } else { DIFFERENCE_COLOR }; 2]
    });
    let pixels: Vec<u32> = pixels.collect();
    let png = picture::png_of_pixels(&pixels, 2 * WIDTH).map_err(to_exception)?;
    let place = first.map(|at| (at / WIDTH, at % WIDTH));
    Ok(Some((
        difference.to_string(),
        place,
        PyBytes::new(py, &png),
    )))
}
