//! Draws the pictures in output files as a television set would show them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use play::standard::pixel_width_thousandths;
use signal::{Field, Preset, Set};
use std::ops::Range;
use vcs::television::{Standard, Television, WIDTH};

/// The command-line option that chooses the television set.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct TelevisionArgs {
    /// Television set that shows the picture; bitmap shows the bare pixels in their exact colors
    #[arg(
        long = "look",
        value_name = "LOOK",
        default_value = "bitmap",
        value_parser = look_parser(),
    )]
    pub preset: Preset,
}

/// Returns the parser for the name of a television set.
pub fn look_parser() -> impl TypedValueParser<Value = Preset> {
    let names = Preset::ALL.map(Preset::name);
    PossibleValuesParser::new(names).map(|name| Preset::from_name(&name).unwrap_or_default())
}

/// Number of frames to send to a television set before its picture is drawn. Its color decoder and
/// its vertical hold need this long to settle.
pub const WARM_UP_FRAMES: u64 = 12;

/// A simulated television set, and the picture on its screen.
#[derive(Debug)]
pub struct SimulatedSet {
    set: Set,
    lines: Range<usize>,
    size: (usize, usize),
    pixels: Vec<u32>,
}

impl SimulatedSet {
    /// Creates a television set for a program's standard. Its picture contains the scanlines
    /// `lines`, each `scale` pixels high. Returns `None` for [`Preset::Bitmap`], which does not
    /// simulate a set.
    pub fn new(
        look: Preset,
        standard: Standard,
        lines: Range<usize>,
        scale: usize,
    ) -> Option<SimulatedSet> {
        // Video encoders need an even width.
        let width = (WIDTH * pixel_width_thousandths(standard) * scale).div_ceil(2000) * 2;
        let height = lines.len() * scale;
        Some(SimulatedSet {
            set: look.new_set(standard)?,
            lines,
            size: (width, height),
            pixels: vec![0; width * height],
        })
    }

    /// Sends the last complete frame of `television` to the set.
    pub fn receive(&mut self, television: &Television) {
        self.set.receive(&Field {
            shown: self.lines.clone(),
            ..Field::of(television)
        });
    }

    /// Draws the picture and returns its pixels.
    pub fn pixels(&mut self) -> &[u32] {
        self.set.draw(&mut self.pixels, self.size.0, self.size.1);
        &self.pixels
    }

    /// Returns the picture's width and height in pixels.
    pub fn size(&self) -> (usize, usize) {
        self.size
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::bundled::BUNDLED;
    use vcs::{Cartridge, Machine, PowerOn};

    #[test]
    fn a_set_has_the_aspect_ratio_of_a_television_and_shows_the_frame() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut machine = Machine::new(cartridge, PowerOn::default());
        (0..30).for_each(|_| _ = machine.frame());
        assert!(SimulatedSet::new(Preset::Bitmap, Standard::Ntsc, 26..254, 4).is_none());
        let mut set = SimulatedSet::new(Preset::Composite, Standard::Ntsc, 26..254, 4).unwrap();
        set.receive(machine.television());
        let (width, height) = set.size();
        assert_eq!((width, height), (1098, 912));
        let pixels = set.pixels();
        assert!(pixels.iter().any(|pixel| *pixel != pixels[0]));
    }
}
