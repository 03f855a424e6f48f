//! Television standards: frame rates, pixel widths, colors.

use serde::Deserialize;
use std::time::Duration;
use vcs::{
    palette::{Palette, Tuning},
    television::Standard,
};

/// Number of color clocks in a scanline.
const LINE_CLOCKS: f64 = vcs::place::CLOCKS_PER_LINE as f64;

/// Returns the duration of a frame with this number of scanlines: 1/59.92 s for 262 on an NTSC
/// console, 1/49.86 s for 312 on a PAL console.
pub fn period(standard: Standard, scanlines: usize) -> Duration {
    Duration::from_secs_f64(scanlines.max(1) as f64 * LINE_CLOCKS / standard.color_clock_hz())
}

/// Returns the frame duration to use for the display. `console_period` is the duration of the
/// console's frame. The result is 1/60 s or 1/50 s if one of them is within 2 % of
/// `console_period`; otherwise, it is `console_period`.
///
/// A 60 or 50 Hz display then shows each frame for exactly one refresh. The drawback is that the
/// speed of the game and the pitch of its sound change by up to 2 % (0.3 % for 262 or 312
/// scanlines).
pub fn display_period(console_period: Duration) -> Duration {
    let is_near = |rate: f64| (console_period.as_secs_f64() * rate - 1.0).abs() < 0.02;
    let rate = [60.0, 50.0].into_iter().find(|rate| is_near(*rate));
    rate.map_or(console_period, |rate| Duration::from_secs_f64(1.0 / rate))
}

/// Returns the number of sound samples per second: two per scanline.
pub fn sample_rate(standard: Standard) -> f64 {
    standard.color_clock_hz() / LINE_CLOCKS * 2.0
}

/// Returns the width of a TIA pixel in thousandths of its height. The ratio of width to height is
/// the frequency of the clock for square pixels divided by that of the color clock. The clock for
/// square pixels is half of 12 3/11 MHz for frames of 262 lines, and half of 14.75 MHz for frames
/// of 312.
pub fn pixel_width_thousandths(standard: Standard) -> usize {
    match standard.scanlines() {
        262 => 1714,
        _ => 2079,
    }
}

/// A palette: the colors of a standard's television set, or shades of gray.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum PaletteChoice {
    Ntsc,
    Pal,
    Secam,
    Gray,
}

impl PaletteChoice {
    /// All palettes, in the order in which the palette key steps through them.
    pub const ALL: [PaletteChoice; 4] = [
        PaletteChoice::Ntsc,
        PaletteChoice::Pal,
        PaletteChoice::Secam,
        PaletteChoice::Gray,
    ];

    /// Returns the palette of a standard.
    pub fn of(standard: Standard) -> PaletteChoice {
        match standard {
            Standard::Ntsc | Standard::Ntsc50 => PaletteChoice::Ntsc,
            Standard::Pal | Standard::Pal60 => PaletteChoice::Pal,
            Standard::Secam => PaletteChoice::Secam,
        }
    }

    /// Returns the name used in options and settings, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            PaletteChoice::Ntsc => "ntsc",
            PaletteChoice::Pal => "pal",
            PaletteChoice::Secam => "secam",
            PaletteChoice::Gray => "gray",
        }
    }

    /// Returns the name used in messages.
    pub fn label(self) -> &'static str {
        match self {
            PaletteChoice::Ntsc => "NTSC",
            PaletteChoice::Pal => "PAL",
            PaletteChoice::Secam => "SECAM",
            PaletteChoice::Gray => "gray",
        }
    }

    /// Returns the palette with this [name](PaletteChoice::name).
    pub fn from_name(name: &str) -> Option<PaletteChoice> {
        PaletteChoice::ALL
            .into_iter()
            .find(|palette| palette.name() == name)
    }

    /// Returns the 128 colors, `0x00RRGGBB`, indexed by color number divided by two.
    pub fn table(self) -> [u32; 128] {
        let palette = match self {
            PaletteChoice::Ntsc => Palette::ntsc(Tuning::Service),
            PaletteChoice::Pal => Palette::pal(Tuning::Service),
            PaletteChoice::Secam => Palette::secam(),
            PaletteChoice::Gray => Palette::ntsc(Tuning::Service).gray(),
        };
        palette.0
    }
}

/// A palette from the user's own file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPalette {
    ntsc: [u32; 128],
    pal: [u32; 128],
    /// The colors for SECAM, indexed by luminance.
    secam: [u32; 8],
}

impl UserPalette {
    /// Reads a palette, with three bytes (red, green, blue) per color. It contains either 128
    /// colors for NTSC, 128 for PAL and eight for SECAM, or only 128 colors, which are then used
    /// for all three. Returns `None` for any other number of bytes.
    // This is the format of Stella's `stella.pal`, as described in the user's guide of Stella.
    pub fn from_bytes(bytes: &[u8]) -> Option<UserPalette> {
        let color = |at: usize| {
            let [red, green, blue] =
                [0, 1, 2].map(|component| u32::from(bytes[3 * at + component]));
            red << 16 | green << 8 | blue
        };
        let [pal_start, secam_start] = match bytes.len() {
            384 => [0, 0],
            792 => [128, 256],
            _ => return None,
        };
        Some(UserPalette {
            ntsc: std::array::from_fn(color),
            pal: std::array::from_fn(|at| color(pal_start + at)),
            secam: std::array::from_fn(|at| color(secam_start + at)),
        })
    }

    /// Returns the 128 colors for a standard, indexed by color number divided by two.
    pub fn table(&self, standard: Standard) -> [u32; 128] {
        match PaletteChoice::of(standard) {
            PaletteChoice::Ntsc | PaletteChoice::Gray => self.ntsc,
            PaletteChoice::Pal => self.pal,
            PaletteChoice::Secam => std::array::from_fn(|at| self.secam[at % 8]),
        }
    }
}

/// An adjustment of a palette's colors, as with the knobs on a television set.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adjustment {
    /// Degrees by which to rotate the hues.
    pub hue: f32,
    /// Factor for the color differences; 1 leaves them unchanged.
    pub saturation: f32,
    /// Factor for the difference from middle gray; 1 leaves it unchanged.
    pub contrast: f32,
    /// Number to add to the luminance, which is 0..=1.
    pub brightness: f32,
    /// Gamma: each component of a color is raised to the power of 1/gamma. Larger values brighten
    /// the midtones; 1 leaves them unchanged.
    pub gamma: f32,
}

impl Default for Adjustment {
    fn default() -> Adjustment {
        Adjustment {
            hue: 0.0,
            saturation: 1.0,
            contrast: 1.0,
            brightness: 0.0,
            gamma: 1.0,
        }
    }
}

impl Adjustment {
    /// Returns the adjusted colors of a palette.
    pub fn apply(&self, colors: [u32; 128]) -> [u32; 128] {
        if *self == Adjustment::default() {
            colors
        } else {
            colors.map(|color| self.adjust(color))
        }
    }

    fn adjust(&self, color: u32) -> u32 {
        let [red, green, blue] = [16, 8, 0].map(|shift| (color >> shift & 0xff) as f32 / 255.0);
        // The luminance and the two color differences of ITU-R BT.470, as in a television set.
        let y = 0.299 * red + 0.587 * green + 0.114 * blue;
        let (u, v) = (0.493 * (blue - y), 0.877 * (red - y));
        let (sin, cos) = self.hue.to_radians().sin_cos();
        let (u, v) = (
            (u * cos - v * sin) * self.saturation,
            (u * sin + v * cos) * self.saturation,
        );
        let y = (y - 0.5) * self.contrast + 0.5 + self.brightness;
        [y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u]
            .into_iter()
            .fold(0, |rgb, component| {
                let component = component.clamp(0.0, 1.0).powf(1.0 / self.gamma);
                rgb << 8 | (component * 255.0).round() as u32
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_palette_has_colors_for_three_standards_or_one() {
        let bytes: Vec<u8> = (0..792_u32).map(|at| (at / 3) as u8).collect();
        let gray = |level: u32| level * 0x01_0101;
        let three = UserPalette::from_bytes(&bytes).unwrap();
        assert_eq!(three.table(Standard::Ntsc)[5], gray(5));
        assert_eq!(three.table(Standard::Pal60)[5], gray(133));
        assert_eq!(three.table(Standard::Secam)[13], gray(5));
        let one = UserPalette::from_bytes(&bytes[..384]).unwrap();
        assert_eq!(one.table(Standard::Pal)[127], gray(127));
        for size in [0, 383, 385, 791, 793] {
            assert_eq!(UserPalette::from_bytes(&vec![0; size]), None, "{size}");
        }
    }

    #[test]
    fn a_display_shows_every_frame_once() {
        let rate = |standard, lines| 1.0 / display_period(period(standard, lines)).as_secs_f64();
        assert!((rate(Standard::Ntsc, 262) - 60.0).abs() < 1e-4);
        assert!((rate(Standard::Pal, 312) - 50.0).abs() < 1e-4);
        assert!((rate(Standard::Ntsc, 290) - 54.13).abs() < 0.01);
    }

    #[test]
    fn frames_come_at_the_consoles_own_rate() {
        let rate = |standard, lines| 1.0 / period(standard, lines).as_secs_f64();
        assert!((rate(Standard::Ntsc, 262) - 59.92).abs() < 0.005);
        assert!((rate(Standard::Pal, 312) - 49.86).abs() < 0.005);
        assert!((sample_rate(Standard::Ntsc) - 31_399.5).abs() < 0.1);
    }

    #[test]
    fn palettes_have_names() {
        for palette in PaletteChoice::ALL {
            assert_eq!(PaletteChoice::from_name(palette.name()), Some(palette));
        }
    }

    #[test]
    fn default_knobs_change_nothing_and_each_knob_has_its_effect() {
        let colors = PaletteChoice::Ntsc.table();
        assert_eq!(Adjustment::default().apply(colors), colors);
        let with = |change: fn(&mut Adjustment)| {
            let mut adjustment = Adjustment::default();
            change(&mut adjustment);
            adjustment.apply(colors)
        };
        let components = |color: u32| [16, 8, 0].map(|shift| color >> shift & 0xff);
        let gray = |color: u32| {
            let [red, green, blue] = components(color);
            red.abs_diff(green) <= 1 && green.abs_diff(blue) <= 1
        };
        assert!(with(|knobs| knobs.saturation = 0.0).into_iter().all(gray));
        let turned = with(|knobs| knobs.hue = 360.0);
        for (turned, color) in turned.into_iter().zip(colors) {
            for (a, b) in components(turned).into_iter().zip(components(color)) {
                assert!(a.abs_diff(b) <= 2, "{turned:06x} {color:06x}");
            }
        }
        assert!(
            with(|knobs| knobs.brightness = 1.0)
                .into_iter()
                .all(|color| color > 0x80_8080)
        );
        let middle = |colors: [u32; 128]| components(colors[4])[0];
        assert!(middle(with(|knobs| knobs.gamma = 1.5)) > middle(colors));
        assert!(middle(with(|knobs| knobs.contrast = 0.0)).abs_diff(128) <= 1);
    }
}
