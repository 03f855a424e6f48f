//! Converts color numbers to RGB.
//!
//! NTSC and PAL colors are computed in the same way as a television set decodes them: a color
//! number selects a level and a phase of the color carrier. An adjustable delay line in the console
//! shifts the phase, so the colors depend on the console. Therefore NTSC and PAL have three
//! palettes each, for three adjustments of the delay line. SECAM consoles have only eight colors.

use crate::television::Standard;
use std::f64::consts::PI;
use thiserror::Error;

/// The reason why a file is not a palette.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PaletteError {
    /// The length of the file is not that of a palette file.
    #[error(
        "palette file is {size} bytes; use 128 colors of three bytes (384 bytes), \
         or NTSC, PAL and SECAM colors together (792 bytes)"
    )]
    PaletteSize {
        /// The file's size in bytes.
        size: usize,
    },
}

/// The 128 colors of a console on a television set, as `0x00RRGGBB`. The index is the color number
/// divided by two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Palette(pub [u32; 128]);

/// The adjustment of a console's delay line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tuning {
    /// The adjustment according to the service manual. With it, hue 15 of an NTSC console looks
    /// like hue 1, and the steps between the hues of a PAL console are equal.
    #[default]
    Service,
    /// Less delay than in the service manual, as in a console that has just been switched on.
    Cold,
    /// More delay than in the service manual, as in a console that has been on for hours.
    Warm,
}

/// The angle, in degrees, that the tint control of an NTSC television subtracts from the console's
/// phases. Hue 1 has the phase of the color burst, 180 degrees in the plane of U and V.
// With this value, the red and green of the gold hue are equal, as in emulators and photos.
pub const TINT_DEGREES: f64 = 13.0;
/// Phase of hue 1 (NTSC) and of hue 2 (PAL) in the plane of U and V, in degrees.
const GOLD_DEGREES: f64 = 180.0 - TINT_DEGREES;
/// Amplitude of the color carrier relative to a white level of one.
const CHROMA: f64 = 0.24;
/// Level that the color carrier adds to the darkest luminance. It adds less to a brighter
/// luminance, and nothing to the brightest.
const COLOR_LIFT: f64 = 0.14;
/// Level of the brightest of the eight luminances.
const WHITE_LEVEL: f64 = 0.925;
/// Exponent of the luminance curve. With this value and `WHITE_LEVEL`, the grays are within one
/// percent of the measured grays, on which emulators agree.
const LUMINANCE_EXPONENT: f64 = 0.6;

impl Tuning {
    /// All tunings.
    pub const ALL: [Tuning; 3] = [Tuning::Service, Tuning::Cold, Tuning::Warm];

    /// Returns the phase difference between adjacent hues of an NTSC console, in degrees.
    // Service manual: 14 steps are a full turn, 25.7 degrees; consoles drift about one degree.
    pub fn ntsc_degrees(self) -> f64 {
        match self {
            Tuning::Service => 360.0 / 14.0,
            Tuning::Cold => 24.7,
            Tuning::Warm => 26.7,
        }
    }

    /// Returns the phase difference, in degrees, between two hues of a PAL console whose numbers
    /// differ by two, such as 2 and 4 or 3 and 5.
    pub fn pal_degrees(self) -> f64 {
        match self {
            Tuning::Service => 30.0,
            Tuning::Cold => 28.7,
            Tuning::Warm => 31.3,
        }
    }
}

impl Palette {
    /// Computes the palette of a standard.
    pub fn of(standard: Standard, tuning: Tuning) -> Palette {
        match standard {
            Standard::Ntsc | Standard::Ntsc50 => Palette::ntsc(tuning),
            Standard::Pal | Standard::Pal60 => Palette::pal(tuning),
            Standard::Secam => Palette::secam(),
        }
    }

    /// Computes the NTSC palette: hue 0 is gray, hues 1 to 15 go from gold through red and blue to
    /// green, and back to gold.
    pub fn ntsc(tuning: Tuning) -> Palette {
        Palette::from_tones(|color| Tone::ntsc(color, tuning.ntsc_degrees()))
    }

    /// Computes the PAL palette: hues 0, 1, 14 and 15 are gray; even hues go from gold through red
    /// to violet, odd hues from yellow through green to blue.
    pub fn pal(tuning: Tuning) -> Palette {
        Palette::from_tones(|color| Tone::pal(color, tuning.pal_degrees()))
    }

    /// Returns the SECAM palette: D3-D1 choose black, blue, red, magenta, green, cyan, yellow or
    /// white.
    pub fn secam() -> Palette {
        Palette(std::array::from_fn(|index| {
            let on = |bit: usize| if index & bit != 0 { 0xff } else { 0 };
            on(2) << 16 | on(4) << 8 | on(1)
        }))
    }

    /// Returns the palette in shades of gray, as a television set shows it when it loses the color
    /// signal.
    pub fn gray(&self) -> Palette {
        Palette(self.0.map(|rgb| {
            let [red, green, blue] = [16, 8, 0].map(|shift| f64::from(rgb >> shift & 0xff));
            let luma = (0.299 * red + 0.587 * green + 0.114 * blue).round() as u32;
            luma << 16 | luma << 8 | luma
        }))
    }

    /// Reads a palette file. A file of 384 bytes has 128 colors of three bytes each (red, green,
    /// blue). In a file of 792 bytes, these are the NTSC colors; 128 colors for PAL and 8 for SECAM
    /// follow.
    ///
    /// # Errors
    /// [`PaletteError::PaletteSize`] for any other length.
    pub fn from_bytes(bytes: &[u8], standard: Standard) -> Result<Palette, PaletteError> {
        let colors = |start: usize, mask: usize| {
            Palette(std::array::from_fn(|index| {
                let offset = start + 3 * (index & mask);
                u32::from_be_bytes([0, bytes[offset], bytes[offset + 1], bytes[offset + 2]])
            }))
        };
        match (bytes.len(), standard) {
            (792, Standard::Pal | Standard::Pal60) => Ok(colors(384, 127)),
            (792, Standard::Secam) => Ok(colors(768, 7)),
            (384 | 792, _) => Ok(colors(0, 127)),
            (size, _) => Err(PaletteError::PaletteSize { size }),
        }
    }

    /// Returns the color for a color number. Bit 0 of the number is ignored.
    pub fn color(&self, color: u8) -> u32 {
        self.0[usize::from(color >> 1)]
    }

    fn from_tones(tone: impl Fn(u8) -> Tone) -> Palette {
        Palette(std::array::from_fn(|index| tone((index << 1) as u8).rgb()))
    }
}

/// The TIA's output for a color number, as a television set with adjusted tint decodes it.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Tone {
    /// The luminance, 0 for black and 1 for white.
    pub level: f64,
    /// The amplitude of the color carrier; 0 for a gray.
    pub chroma: f64,
    /// The phase of the color carrier in the plane of U and V, in degrees.
    pub degrees: f64,
}

impl Tone {
    /// Returns the tone of an NTSC color number. `degrees` is the angle between adjacent hues.
    pub fn ntsc(color: u8, degrees: f64) -> Tone {
        let hue = color >> 4;
        let phase = GOLD_DEGREES - (f64::from(hue) - 1.0) * degrees;
        Tone::of(color, (hue > 0).then_some(phase))
    }

    /// Returns the tone of a PAL color number. `degrees` is the angle between two hues whose
    /// numbers differ by two.
    pub fn pal(color: u8, degrees: f64) -> Tone {
        let phase = match color >> 4 {
            0 | 1 | 14 | 15 => None,
            hue if hue % 2 == 0 => Some(GOLD_DEGREES - f64::from(hue / 2 - 1) * degrees),
            hue => Some(GOLD_DEGREES + f64::from(hue / 2) * degrees),
        };
        Tone::of(color, phase)
    }

    fn of(color: u8, phase: Option<f64>) -> Tone {
        let level = WHITE_LEVEL * (f64::from(color >> 1 & 7) / 7.0).powf(LUMINANCE_EXPONENT);
        match phase {
            None => Tone {
                level,
                ..Tone::default()
            },
            Some(degrees) => Tone {
                level: COLOR_LIFT + level * (WHITE_LEVEL - COLOR_LIFT) / WHITE_LEVEL,
                chroma: CHROMA,
                degrees,
            },
        }
    }

    fn rgb(self) -> u32 {
        let (sin, cos) = (self.degrees * PI / 180.0).sin_cos();
        rgb(self.level, self.chroma * cos, self.chroma * sin)
    }
}

/// Converts Y, U, V to `0x00RRGGBB`. The factors are from ITU-R BT.470.
fn rgb(y: f64, u: f64, v: f64) -> u32 {
    [y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u]
        .into_iter()
        .fold(0, |rgb, value| {
            rgb << 8 | (value.clamp(0.0, 1.0) * 255.0).round() as u32
        })
}

/// Returns the color of a TIA color number on an NTSC television, as `0x00RRGGBB`. To look up many
/// colors, create a [`Palette`] instead.
pub fn ntsc(color: u8) -> u32 {
    Palette::ntsc(Tuning::Service).color(color)
}

/// Returns the color of a TIA color number on a PAL television.
pub fn pal(color: u8) -> u32 {
    Palette::pal(Tuning::Service).color(color)
}

/// Returns the color of a TIA color number on a SECAM television.
pub fn secam(color: u8) -> u32 {
    Palette::secam().color(color)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn channels(rgb: u32) -> [i32; 3] {
        [16, 8, 0].map(|shift| (rgb >> shift & 0xff) as i32)
    }

    #[test]
    fn grays_are_neutral_and_get_brighter() {
        let grays: Vec<_> = (0..8).map(|level| channels(ntsc(2 * level))).collect();
        assert!(grays.iter().all(|[r, g, b]| r == g && g == b));
        assert!(grays.is_sorted());
        assert_eq!((grays[0][0], grays[7][0]), (0, 236));
    }

    #[test]
    fn hues_are_where_programmers_expect_them() {
        let dominant_channel = |rgb| {
            let [r, g, b] = channels(rgb);
            match r.max(g).max(b) {
                max if max - g.max(b) > 40 && max == r => 'r',
                max if max - r.max(b) > 40 && max == g => 'g',
                max if max - r.max(g) > 40 && max == b => 'b',
                _ => '-',
            }
        };
        let dominant = |color: fn(u8) -> u32, hue: u8| dominant_channel(color(hue << 4 | 6));
        assert_eq!(
            [3, 4, 8, 12].map(|hue| dominant(ntsc, hue)),
            ['r', 'r', 'b', 'g']
        );
        assert_eq!([6, 5, 13].map(|hue| dominant(pal, hue)), ['r', 'g', 'b']);
        let [r, g, b] = channels(ntsc(0x1a));
        assert!((r - g).abs() < 12 && b < r - 60, "gold");
        for hue in [0, 1, 14, 15] {
            assert_eq!(pal(hue << 4 | 8), pal(8));
        }
    }

    #[test]
    fn hue_15_looks_like_hue_1_on_an_adjusted_console() {
        assert_eq!(ntsc(0x18), ntsc(0xf8));
        assert_ne!(Palette::ntsc(Tuning::Cold).color(0xf8), ntsc(0x18));
        assert_ne!(Palette::pal(Tuning::Cold), Palette::pal(Tuning::Warm));
    }

    #[test]
    fn secam_ignores_the_hue() {
        let colors = [0, 2, 4, 6, 8, 10, 12, 14].map(secam);
        assert_eq!(
            colors,
            [
                0, 0xff, 0xff0000, 0xff00ff, 0xff00, 0xffff, 0xffff00, 0xffffff
            ]
        );
        assert_eq!(secam(0x4a), secam(0x0a));
    }

    #[test]
    fn palette_files_have_one_or_three_parts() {
        let bytes: Vec<u8> = (0..792).map(|offset| (offset / 3) as u8).collect();
        let palette = |bytes: &[u8], standard| Palette::from_bytes(bytes, standard);
        assert_eq!(
            palette(&bytes[..384], Standard::Pal).unwrap().color(2),
            0x010101
        );
        assert_eq!(palette(&bytes, Standard::Pal).unwrap().color(2), 0x818181);
        assert_eq!(
            palette(&bytes, Standard::Secam).unwrap().color(0x12),
            0x010101
        );
        assert!(palette(&bytes[1..], Standard::Ntsc).is_err());
    }

    #[test]
    fn the_gray_palette_keeps_the_luminance() {
        let gray = Palette::pal(Tuning::Service).gray();
        let [r, g, b] = channels(gray.color(0x68));
        assert!(r == g && g == b && r > 100);
    }
}
