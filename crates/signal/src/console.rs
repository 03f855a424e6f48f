//! The console's video output: computes the composite samples of a scanline from the colors of its
//! color clocks.
//!
//! A color carrier cycle is four samples. A color clock is also a whole number of samples: four for
//! NTSC, where the carrier has the frequency of the color clock, and five for PAL and SECAM, where
//! the color clock's frequency is 4/5 of the 4.43361875 MHz carrier.

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use vcs::{
    palette::{TINT_DEGREES, Tone, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// Number of color clocks in a scanline before its first pixel.
const BLANK_CLOCKS: usize = 68;
/// Number of color clocks in a scanline.
const LINE_CLOCKS: usize = 228;
/// The color clocks of the horizontal sync pulse.
// Measured on the netlist.
const SYNC_PULSE: std::ops::Range<usize> = 18..34;
/// The color clocks of the color burst.
// TIA schematics: the burst starts four clocks after the pulse and lasts 16 clocks.
const BURST_CLOCKS: std::ops::Range<usize> = 38..54;
/// Level of the sync pulse, where black is 0 and white 1.
// ITU-R BT.470: 40 below black, where white is 100.
const SYNC_LEVEL: f32 = -0.4;
/// Amplitude of the burst, where black is 0 and white 1.
// ITU-R BT.470: 40 from peak to peak, where white is 100.
pub(crate) const BURST_LEVEL: f32 = 0.2;
/// Amplitude of SECAM's carrier, where black is 0 and white 1.
// ITU-R BT.470: 23 % of white, peak to peak.
pub(crate) const SECAM_LEVEL: f32 = 0.115;
/// SECAM: the carriers' rest frequencies for Db and Dr, in hertz.
// ITU-R BT.470.
pub(crate) const SECAM_REST_HZ: [f32; 2] = [4.25e6, 4.40625e6];
/// SECAM: the frequency deviations of Db and Dr for a color difference of one, in hertz.
// ITU-R BT.470.
pub(crate) const SECAM_DEVIATION_HZ: [f32; 2] = [230e3, 280e3];
/// SECAM: the factors that convert U to Db and V to Dr.
pub(crate) const SECAM_FACTORS: [f32; 2] = [1.505 / 0.493, -1.902 / 0.877];

/// Number of color clocks for which SECAM's carrier continues after the visible part. The decoder's
/// filters reach that far into the next line's blank.
const SECAM_TAIL_CLOCKS: usize = 4;

/// The way in which a signal carries color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub enum System {
    #[default]
    Ntsc,
    Pal,
    Secam,
}

impl System {
    /// Returns the color system of a console for this standard.
    pub fn of(standard: Standard) -> System {
        match standard {
            Standard::Ntsc | Standard::Ntsc50 => System::Ntsc,
            Standard::Pal | Standard::Pal60 => System::Pal,
            Standard::Secam => System::Secam,
        }
    }

    /// Returns the number of samples in a color clock.
    pub fn samples_per_clock(self) -> usize {
        match self {
            System::Ntsc => 4,
            System::Pal | System::Secam => 5,
        }
    }

    /// Returns the number of samples per second: four times the frequency of the color carrier.
    pub fn sample_hz(self) -> f32 {
        let hz = match self {
            System::Ntsc => Standard::Ntsc.color_clock_hz(),
            System::Pal | System::Secam => Standard::Pal.color_clock_hz(),
        };
        hz as f32 * self.samples_per_clock() as f32
    }

    /// Returns the number of samples in the visible part of a scanline.
    pub fn width(self) -> usize {
        WIDTH * self.samples_per_clock()
    }

    /// Returns the number of samples before the visible part.
    pub(crate) fn blank_samples(self) -> usize {
        BLANK_CLOCKS * self.samples_per_clock()
    }

    /// Returns the range of samples in which a set measures the burst: the whole burst except its
    /// first and last four color clocks.
    pub(crate) fn burst_samples(self) -> std::ops::Range<usize> {
        (BURST_CLOCKS.start + 4) * self.samples_per_clock()
            ..(BURST_CLOCKS.end - 4) * self.samples_per_clock()
    }
}

/// The properties of a console's video output.
#[derive(Debug, Clone, PartialEq)]
pub struct Console {
    /// The color system of the signal.
    pub system: System,
    /// The setting of the color trimmer, in degrees. For NTSC, this is the delay from hue N to hue
    /// N + 1; for PAL, it is the delay from hue N to hue N + 2.
    pub hue_degrees: f32,
    /// The black level minus the blanking level, where white is 1.
    pub black: f32,
    /// Factor for the amplitude of the color carrier.
    pub saturation: f32,
    /// The angle in degrees by which a long cable or a tuner shifts the phase of the colors
    /// relative to the burst.
    pub phase_error: f32,
    /// True if the console sends the color burst.
    pub burst: bool,
    /// The colors that the console sends, as `0x00RRGGBB`. The index is the color number divided by
    /// two. `None` for the chip's own colors.
    pub palette: Option<[u32; 128]>,
}

impl Console {
    /// Creates a console that is adjusted according to its service manual.
    pub fn new(system: System) -> Console {
        let tuning = Tuning::Service;
        Console {
            system,
            hue_degrees: match system {
                System::Ntsc => tuning.ntsc_degrees() as f32,
                System::Pal | System::Secam => tuning.pal_degrees() as f32,
            },
            black: 0.0,
            saturation: 1.0,
            phase_error: 0.0,
            burst: true,
            palette: None,
        }
    }

    /// Returns the Y, U and V that a set adjusted to this console decodes for a color number.
    fn color(&self, color: u8) -> [f32; 3] {
        let degrees = f64::from(self.hue_degrees);
        let tone = match (self.palette, self.system) {
            (Some(palette), _) => return yuv(palette[usize::from(color >> 1)]),
            (None, System::Ntsc) => Tone::ntsc(color, degrees),
            (None, System::Pal) => Tone::pal(color, degrees),
            (None, System::Secam) => return yuv(vcs::palette::secam(color)),
        };
        let (sin, cos) = tone.degrees.to_radians().sin_cos();
        [tone.level, tone.chroma * cos, tone.chroma * sin].map(|part| part as f32)
    }
}

/// Converts `0x00RRGGBB` to Y, U and V, according to ITU-R BT.470.
fn yuv(rgb: u32) -> [f32; 3] {
    let [red, green, blue] = [16, 8, 0].map(|shift| (rgb >> shift & 0xff) as f32 / 255.0);
    let y = 0.299 * red + 0.587 * green + 0.114 * blue;
    [y, 0.493 * (blue - y), 0.877 * (red - y)]
}

/// The samples of a scanline. Black is 0, and white is 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// Luminance, color and sync in one signal. For SECAM, it also includes the first few clocks of
    /// the next line's blank, because the carrier continues there.
    pub composite: Vec<f32>,
    /// The luminance of the visible part, without color and sync.
    pub luma: Vec<f32>,
}

/// Computes the samples of a console's scanlines.
#[derive(Debug, Clone)]
pub struct Encoder {
    system: System,
    luma: Vec<f32>,
    /// The samples of each color over two carrier cycles. The first index is 0 for even lines and 1
    /// for odd lines; the second index is the color number.
    waves: [Vec<[f32; 8]>; 2],
    /// The cosine and sine of the angle by which the phase of SECAM's carrier advances from one
    /// sample to the next. The indices are the same as in `waves`.
    phase_steps: [Vec<[f32; 2]>; 2],
    /// The samples of the horizontal blank in an even line, and in an odd line.
    blanks: [Vec<f32>; 2],
}

impl Encoder {
    /// Creates the encoder for a console.
    pub fn new(console: &Console) -> Encoder {
        let system = console.system;
        let colors: Vec<[f32; 3]> = (0..=255).map(|color| pixel_yuv(console, color)).collect();
        let line_waves = |parity: usize| {
            let wave = |color: &[f32; 3]| color_wave(console, *color, parity);
            colors.iter().map(wave).collect()
        };
        let line_phase_steps = |parity: usize| {
            let phase_step = |[_, u, v]: &[f32; 3]| {
                let difference = [u, v][parity] * SECAM_FACTORS[parity] * console.saturation;
                let hz = SECAM_REST_HZ[parity] + SECAM_DEVIATION_HZ[parity] * difference;
                let (sin, cos) = (TAU * hz / system.sample_hz()).sin_cos();
                [cos, sin]
            };
            colors.iter().map(phase_step).collect()
        };
        Encoder {
            system,
            luma: colors.iter().map(|[y, _, _]| *y).collect(),
            waves: [0, 1].map(line_waves),
            phase_steps: if system == System::Secam {
                [0, 1].map(line_phase_steps)
            } else {
                Default::default()
            },
            blanks: [0, 1].map(|parity| blank(console, parity)),
        }
    }

    /// Returns the color system of the samples.
    pub fn system(&self) -> System {
        self.system
    }

    /// Returns the samples of the horizontal blank that begins scanline `number` of a frame.
    pub fn blank(&self, number: usize) -> &[f32] {
        &self.blanks[number % 2]
    }

    /// Computes the samples of scanline `number` of a frame from the scanline's pixels.
    ///
    /// PAL inverts V in every other line, and SECAM sends one color difference in even lines and
    /// the other in odd lines. Both alternations start over in each frame.
    // Owners report that sets lose the color of PAL frames with an odd number of scanlines
    // (Stella's issues 13, 265 and 798). That could not happen if the alternation continued from
    // frame to frame.
    pub fn encode_line(&self, number: usize, pixels: &[u8], line: &mut Line) {
        let parity = number % 2;
        line.composite.clear();
        line.composite.extend_from_slice(&self.blanks[parity]);
        line.luma.clear();
        for pixel in pixels {
            let luma = self.luma[usize::from(*pixel)];
            line.luma
                .extend([luma; 5][..self.system.samples_per_clock()].iter());
        }
        let waves = &self.waves[parity];
        match self.system {
            System::Ntsc => pixels.iter().for_each(|pixel| {
                line.composite
                    .extend_from_slice(&waves[usize::from(*pixel)][..4]);
            }),
            System::Pal => pixels.iter().enumerate().for_each(|(at, pixel)| {
                line.composite
                    .extend_from_slice(&waves[usize::from(*pixel)][at % 4..][..5]);
            }),
            System::Secam => self.secam_line(&self.phase_steps[parity], pixels, line),
        }
    }

    /// Computes a SECAM line: removes the frequencies near the carrier from the luminance, then
    /// adds the carrier.
    // Engineering knowledge: all SECAM encoders have this filter, because SECAM sets cannot
    // separate luminance near the carrier from color.
    fn secam_line(&self, phase_steps: &[[f32; 2]], pixels: &[u8], line: &mut Line) {
        let mut padded = vec![0.0; 2];
        padded.extend_from_slice(&line.luma);
        padded.resize(
            padded.len() + SECAM_TAIL_CLOCKS * self.system.samples_per_clock() + 2,
            0.0,
        );
        let mut windows = padded.array_windows();
        let [mut cos, mut sin] = [SECAM_LEVEL, 0.0];
        for pixel in pixels.iter().chain(&[BLANK; SECAM_TAIL_CLOCKS]) {
            let [step_cos, step_sin] = phase_steps[usize::from(*pixel)];
            for [a, b, c, d, e] in windows.by_ref().take(5) {
                let luma = (a + e + 2.0 * (b + c + d)) / 8.0;
                line.composite.push(luma + cos);
                [cos, sin] = [
                    cos * step_cos - sin * step_sin,
                    cos * step_sin + sin * step_cos,
                ];
            }
        }
    }
}

/// Returns the Y, U and V of a pixel.
fn pixel_yuv(console: &Console, color: u8) -> [f32; 3] {
    match color & BLANK {
        0 => {
            let [y, u, v] = console.color(color);
            [console.black + (1.0 - console.black) * y, u, v]
        }
        _ => [0.0; 3],
    }
}

/// Returns the samples of a color over two carrier cycles: the luminance plus the carrier. `parity`
/// is 0 for an even line and 1 for an odd line. A sample is a quarter of a cycle.
fn color_wave(console: &Console, [y, u, v]: [f32; 3], parity: usize) -> [f32; 8] {
    let tint = match console.system {
        System::Ntsc => (TINT_DEGREES as f32).to_radians(),
        System::Pal | System::Secam => 0.0,
    };
    let [u, v] = rotate([u, v], tint);
    let sent = match (console.system, parity) {
        (System::Pal, 1) => [u, -v],
        _ => [u, v],
    };
    let [u, v] =
        rotate(sent, console.phase_error.to_radians()).map(|part| part * console.saturation);
    [v, u, -v, -u, v, u, -v, -u].map(|part| y + part)
}

/// Rotates the vector (U, V) by an angle in radians.
fn rotate([u, v]: [f32; 2], angle: f32) -> [f32; 2] {
    let (sin, cos) = angle.sin_cos();
    [u * cos - v * sin, u * sin + v * cos]
}

/// Returns the samples of a line's horizontal blank.
fn blank(console: &Console, parity: usize) -> Vec<f32> {
    let samples = console.system.samples_per_clock();
    // The NTSC burst has a phase of 180 degrees. The PAL burst alternates between 135 and 225
    // degrees.
    let [u, v] = match console.system {
        System::Ntsc => [-BURST_LEVEL, 0.0],
        System::Pal => rotate([0.0, BURST_LEVEL], FRAC_PI_4 + FRAC_PI_2 * parity as f32),
        System::Secam => [0.0; 2],
    };
    let burst_gain = if console.burst { 1.0 } else { 0.0 };
    let end = BLANK_CLOCKS * samples;
    (0..end)
        .map(|at| match at / samples {
            clock if SYNC_PULSE.contains(&clock) => SYNC_LEVEL,
            clock if clock >= BURST_CLOCKS.start && console.system == System::Secam => {
                let cycles = SECAM_REST_HZ[parity] * (end - at) as f32 / console.system.sample_hz();
                SECAM_LEVEL * (TAU * cycles).cos()
            }
            clock if BURST_CLOCKS.contains(&clock) => burst_gain * [v, u, -v, -u][at % 4],
            _ => 0.0,
        })
        .collect()
}

const _: () = assert!(BLANK_CLOCKS + WIDTH == LINE_CLOCKS);

#[cfg(test)]
mod tests {
    use super::*;

    fn line(system: System, number: usize, pixels: &[u8]) -> Line {
        let mut line = Line::default();
        Encoder::new(&Console::new(system)).encode_line(number, pixels, &mut line);
        line
    }

    #[test]
    fn a_color_clock_has_a_whole_number_of_samples() {
        for (system, samples) in [(System::Ntsc, 4), (System::Pal, 5), (System::Secam, 5)] {
            let line = line(system, 0, &[0x1a; WIDTH]);
            let tail = if system == System::Secam {
                SECAM_TAIL_CLOCKS
            } else {
                0
            };
            assert_eq!(line.composite.len(), (LINE_CLOCKS + tail) * samples);
            assert_eq!(line.luma.len(), WIDTH * samples);
            assert_eq!(line.composite[20 * samples], SYNC_LEVEL);
        }
        let ratio = System::Pal.sample_hz() / 4.0 / 4_433_618.75;
        assert!((ratio - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_gray_has_no_carrier_and_hue_1_has_the_phase_of_the_burst() {
        let gray = line(System::Ntsc, 0, &[0x08; WIDTH]);
        assert!(
            gray.composite[272..]
                .iter()
                .all(|sample| *sample == gray.luma[0])
        );
        let gold = line(System::Ntsc, 0, &[0x18; WIDTH]);
        let carrier = |at: usize| gold.composite[at] - gold.luma[0];
        let burst = &gold.composite[42 * 4..][..4];
        for (at, burst) in burst.iter().enumerate() {
            let expected = burst * 0.24 / BURST_LEVEL;
            assert!((carrier(272 + at) - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn v_and_the_burst_alternate_from_line_to_line_in_pal() {
        let lines = [0, 1].map(|number| line(System::Pal, number, &[0x68; WIDTH]));
        let carrier =
            |at: usize| [0, 1].map(|number| lines[number].composite[at] - lines[0].luma[0]);
        let [even, odd] = carrier(340);
        assert!(
            (even + odd).abs() < 1e-6 && even.abs() > 0.05,
            "V must change its sign from line to line: {even}"
        );
        let [even, odd] = carrier(341);
        assert!((even - odd).abs() < 1e-6, "U must be equal in all lines");
        let burst = |number: usize| &lines[number].composite[200..204];
        assert!((burst(0)[0] + burst(1)[0]).abs() < 1e-6 && burst(0)[0].abs() > 0.1);
        assert!((burst(0)[1] - burst(1)[1]).abs() < 1e-6 && burst(0)[1] < -0.1);
    }

    #[test]
    fn black_secam_lines_have_the_two_rest_frequencies() {
        for (number, hz) in [(0, 4.25e6), (1, 4.40625e6)] {
            let line = line(System::Secam, number, &[0x00; WIDTH]);
            let samples = &line.composite[340..];
            let rising = samples
                .windows(2)
                .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0);
            let measured = rising.count() as f32 / samples.len() as f32 * System::Secam.sample_hz();
            assert!((measured - hz).abs() < 30e3, "{measured}");
        }
    }
}
