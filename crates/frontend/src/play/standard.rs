//! Television standards: how fast frames come, and in which colors.

use super::options::PaletteChoice;
use crate::picture::palette_table;
use std::time::Duration;
use vcs::palette;

/// Color clocks of a scanline.
const LINE_CLOCKS: f64 = 228.0;
/// Crystal of NTSC consoles, Hz: the color carrier, 315 / 88 MHz.
const NTSC_CLOCK: f64 = 315e6 / 88.0;
/// Crystal of PAL and SECAM consoles as the TIA sees it, Hz: 4/5 of the carrier of 4.43361875 MHz.
const PAL_CLOCK: f64 = 4_433_618.75 * 0.8;

/// A television standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Standard {
    Ntsc,
    Ntsc50,
    Pal,
    Pal60,
    Secam,
}

impl Standard {
    /// All of them, in the order of the key that switches.
    pub const ALL: [Standard; 5] = [
        Standard::Ntsc,
        Standard::Ntsc50,
        Standard::Pal,
        Standard::Pal60,
        Standard::Secam,
    ];

    /// The name for messages and options.
    pub fn name(self) -> &'static str {
        match self {
            Standard::Ntsc => "NTSC",
            Standard::Ntsc50 => "NTSC50",
            Standard::Pal => "PAL",
            Standard::Pal60 => "PAL60",
            Standard::Secam => "SECAM",
        }
    }

    /// Guesses from the number of scanlines: 50 Hz programs were made for PAL.
    pub fn of_scanlines(scanlines: usize) -> Standard {
        if scanlines < 287 {
            Standard::Ntsc
        } else {
            Standard::Pal
        }
    }

    /// Color clocks a second.
    fn clock(self) -> f64 {
        match self {
            Standard::Ntsc | Standard::Ntsc50 => NTSC_CLOCK,
            Standard::Pal | Standard::Pal60 | Standard::Secam => PAL_CLOCK,
        }
    }

    /// How long a frame of that many scanlines lasts: 262 are 1/59.92 s on an NTSC console, 312
    /// are 1/49.86 s on a PAL console.
    pub fn period(self, scanlines: usize) -> Duration {
        Duration::from_secs_f64(scanlines.max(1) as f64 * LINE_CLOCKS / self.clock())
    }

    /// Sound samples a second: two a scanline.
    pub fn sample_rate(self) -> f64 {
        self.clock() / LINE_CLOCKS * 2.0
    }

    /// Width of a TIA pixel in thousandths of its height: the ratio of the clock of square pixels
    /// (half of 12 3/11 MHz and of 14.75 MHz) to the color clock.
    pub fn pixel_shape(self) -> usize {
        match self {
            Standard::Ntsc | Standard::Pal60 => 1714,
            Standard::Ntsc50 | Standard::Pal | Standard::Secam => 2079,
        }
    }

    /// The palette that belongs to it.
    pub fn palette(self) -> PaletteChoice {
        match self {
            Standard::Ntsc | Standard::Ntsc50 => PaletteChoice::Ntsc,
            Standard::Pal | Standard::Pal60 => PaletteChoice::Pal,
            Standard::Secam => PaletteChoice::Secam,
        }
    }
}

impl PaletteChoice {
    /// All of them, in the order of the key that switches.
    pub const ALL: [PaletteChoice; 4] = [
        PaletteChoice::Ntsc,
        PaletteChoice::Pal,
        PaletteChoice::Secam,
        PaletteChoice::Gray,
    ];

    /// The name for messages.
    pub fn name(self) -> &'static str {
        match self {
            PaletteChoice::Ntsc => "NTSC",
            PaletteChoice::Pal => "PAL",
            PaletteChoice::Secam => "SECAM",
            PaletteChoice::Gray => "gray",
        }
    }

    /// The 128 colors.
    pub fn table(self) -> [u32; 128] {
        match self {
            PaletteChoice::Ntsc => palette_table(palette::ntsc),
            PaletteChoice::Pal => palette_table(palette::ntsc),
            PaletteChoice::Secam => palette_table(palette::ntsc),
            PaletteChoice::Gray => palette_table(|color| u32::from(color & 0x0e) * 18 * 0x010101),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_at_the_consoles_own_rate() {
        let rate = |standard: Standard, lines| 1.0 / standard.period(lines).as_secs_f64();
        assert!((rate(Standard::Ntsc, 262) - 59.92).abs() < 0.005);
        assert!((rate(Standard::Pal, 312) - 49.86).abs() < 0.005);
        assert!((Standard::Ntsc.sample_rate() - 31_399.5).abs() < 0.1);
    }
}
