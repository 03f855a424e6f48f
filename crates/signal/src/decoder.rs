//! The decoder of a television set: converts the samples of scanlines to red, green and blue light.
//!
//! Like a real set, it measures the burst of each line, decodes the colors relative to the burst,
//! and shows no color without a burst. It stores one line, as a set's delay line does.

use crate::{
    console::{
        BURST_LEVEL, Line, SECAM_DEVIATION_HZ, SECAM_FACTORS, SECAM_LEVEL, SECAM_REST_HZ, System,
    },
    filter::Filter,
};
use std::f32::consts::TAU;
use vcs::palette::TINT_DEGREES;

/// The way in which a set separates luminance and color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Separation {
    /// Luminance and color arrive on separate wires.
    Apart,
    /// The set separates by frequency: it treats everything near the frequency of the color carrier
    /// as color.
    #[default]
    Notch,
    /// The set subtracts the previous line from the current line. In a standard NTSC signal, the
    /// carrier has opposite phases in these two lines. PAL and SECAM sets ignore this setting and
    /// separate by frequency.
    Comb,
}

/// The way in which a PAL set averages the colors of two lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DelayLine {
    /// The set does not average the colors; the viewer's eye does.
    None,
    /// The set has a glass delay line with a delay of 283.5 carrier cycles. The console's lines are
    /// longer than that.
    #[default]
    Glass,
    /// The set has a delay line that is clocked by the line frequency, so that it delays by exactly
    /// one line.
    Clocked,
}

/// The properties of a set's decoder, and the positions of the set's knobs.
#[derive(Debug, Clone, PartialEq)]
pub struct Receiver {
    /// The system that the set is made for. The set shows signals of other systems without color.
    pub system: System,
    /// How the set separates luminance and color.
    pub separation: Separation,
    /// How the set averages the colors of two lines in PAL.
    pub delay_line: DelayLine,
    /// Bandwidth of the luminance, in MHz.
    pub luma_mhz: f32,
    /// Bandwidth of the color, in MHz.
    pub color_mhz: f32,
    /// The amount by which the set sharpens edges; 0 for no sharpening.
    pub sharpness: f32,
    /// Amplitude of the noise in the received signal, where white is 1.
    pub noise: f32,
    /// The position of an NTSC set's tint knob, in degrees.
    pub tint_degrees: f32,
    /// The color knob: a factor for the color signal.
    pub color: f32,
    /// The contrast knob: a factor for the luminance.
    pub contrast: f32,
    /// The brightness knob: added to the luminance.
    pub brightness: f32,
    /// Number of scanlines over which a PAL set averages the alternation of the burst.
    pub swing_lines: f32,
}

impl Receiver {
    /// Creates a set for a system, with its knobs in the middle positions.
    // Bandwidths: ITU-R BT.470 has 4.2 MHz (NTSC) or 5 MHz (PAL) for luminance, and 1.3 MHz for
    // color; sets have less.
    pub fn new(system: System) -> Receiver {
        Receiver {
            system,
            separation: Separation::Notch,
            delay_line: DelayLine::Glass,
            luma_mhz: match system {
                System::Ntsc => 3.4,
                System::Pal | System::Secam => 4.0,
            },
            color_mhz: 0.9,
            sharpness: 0.3,
            noise: 0.0,
            tint_degrees: TINT_DEGREES as f32,
            color: 1.0,
            contrast: 1.0,
            brightness: 0.0,
            swing_lines: QUICK_SWING,
        }
    }
}

/// A value of [`Receiver::swing_lines`] for a set that shows color with frames of any length. If
/// the alternation of the burst changes at the start of a frame, the set follows within the
/// vertical blank.
// Console report: Stella's issue 265, a set made in the 1990s.
pub const QUICK_SWING: f32 = 8.0;
/// A value of [`Receiver::swing_lines`] for a set that loses the color of frames with an odd number
/// of lines, because its average covers more than a frame.
// Console reports (Stella's issues 13 and 798): most of the owners' sets behave like this.
pub const SLOW_SWING: f32 = 400.0;

/// Number of samples by which the delayed line arrives too early in an NTSC comb filter. The delay
/// of the filter is shorter than the console's line, which has 912 samples.
// A standard NTSC line has 227.5 cycles of four samples.
const COMB_LEAD: usize = 912 - 910;
/// Number of samples by which the delayed line arrives too early from a PAL glass delay line. The
/// delay is shorter than the console's line, which has 1140 samples.
// Glass delay lines for PAL have a delay of 63.943 us, which is 283.5 cycles (data sheets of the
// DL700 and similar parts).
const GLASS_LEAD: usize = 1140 - 1134;
/// Number of extra samples that are stored on each side of the visible part, for the filters. This
/// is a whole number of carrier cycles.
const PAD: usize = 20;
/// Number of extra samples on each side of the visible part for which color is computed.
const EDGE: usize = 8;
/// Number of samples that the luminance filter uses on either side of each sample.
const LUMA_REACH: usize = 6;
/// Number of samples that the color filter uses on either side of each sample.
/// [`Filter::without_carrier`] adds two more on each side.
const COLOR_REACH: usize = 8;
/// Index of the first stored sample that the color filter uses.
const COLOR_START: usize = PAD - EDGE - COLOR_REACH - 2;
/// Number of lines over which a set averages the burst.
const BURST_LINES: f32 = 16.0;
/// Fraction of the burst's standard amplitude below which the color killer removes the color.
const KILLER_LEVEL: f32 = 0.25;
/// Threshold for [`BurstDetector::agreement`]. Below it, the color killer removes the color of a
/// PAL signal.
const KILLER_AGREEMENT: f32 = 0.9;
/// Threshold for [`BurstDetector::agreement`]. Below it, the set swaps the lines in which it
/// inverts V.
const SWAP_AGREEMENT: f32 = -0.5;
/// Threshold for the power of SECAM's carrier. Below it, the color fades. This is the power at half
/// the standard amplitude.
const SECAM_FADE_POWER: f32 = 0.25 * SECAM_LEVEL * SECAM_LEVEL;
/// Number of noise samples. They are computed once. Each line uses a part of them that starts at a
/// random index.
const NOISE_SAMPLES: usize = 8192;

/// The red, green and blue light of a scanline's samples, where white is 1. The light is the square
/// of the signal; a real tube's exponent is close to 2.
pub type Light = [Vec<f32>; 3];

/// Decodes the lines of a signal, one after the other.
#[derive(Debug, Clone)]
pub struct Decoder {
    receiver: Receiver,
    system: System,
    luma: Filter,
    /// The color filter, split into a filter with its even weights and a filter with its odd
    /// weights.
    color: [Filter; 2],
    noise: Vec<f32>,
    random: u32,
    burst_detector: BurstDetector,
    previous_line: PreviousLine,
    work: Work,
}

/// The circuit that measures the color burst.
#[derive(Debug, Clone, Copy)]
struct BurstDetector {
    /// The average burst of recent lines, as U and V.
    average_burst: [f32; 2],
    /// The burst of the previous line, as U and V.
    previous_burst: [f32; 2],
    /// True if the set expects V to be inverted in the current line.
    inverts_v: bool,
    /// A measure of how well recent bursts agree with `inverts_v`: 1 if all of them do, -1 if none
    /// does.
    agreement: f32,
}

/// The content of the set's delay line: the previous line.
#[derive(Debug, Clone, Default)]
struct PreviousLine {
    samples: Vec<f32>,
    color: [Vec<f32>; 2],
}

/// Buffers for the line that is being decoded.
#[derive(Debug, Clone, Default)]
struct Work {
    samples: Vec<f32>,
    source: Vec<f32>,
    /// The values of U (at the odd samples) and of V (at the even samples) before filtering.
    mixed: [Vec<f32>; 2],
    /// The values of one component, U or V, after filtering: first at the even samples, then at the
    /// odd samples.
    filtered: [Vec<f32>; 2],
    /// The baseband signals: the values of U and of V at all samples, after filtering.
    baseband: [Vec<f32>; 2],
    /// The samples without color; a scratch buffer once the luminance is filtered.
    uncolored: Vec<f32>,
    luma: Vec<f32>,
    color: [Vec<f32>; 2],
}

impl Decoder {
    /// Creates a decoder for the signal of a console that uses `system`. The decoder begins in the
    /// state that it reaches after some frames of that signal.
    pub fn new(receiver: &Receiver, system: System) -> Decoder {
        let rate = system.sample_hz() / 1e6;
        let luma = Filter::low_pass(receiver.luma_mhz / rate, LUMA_REACH);
        let width = system.width();
        Decoder {
            receiver: receiver.clone(),
            system,
            luma: luma.with_peaking(receiver.sharpness),
            color: Filter::low_pass(receiver.color_mhz / rate, COLOR_REACH)
                .without_carrier()
                .halves(),
            noise: noise(receiver.noise),
            random: 0,
            burst_detector: BurstDetector::new(),
            previous_line: PreviousLine {
                samples: vec![0.0; width + 2 * PAD],
                color: [0, 1].map(|_| vec![0.0; width + GLASS_LEAD]),
            },
            work: Work::new(width),
        }
    }

    /// Restarts the noise. The same seed gives the same noise.
    pub fn seed(&mut self, seed: u32) {
        self.random = seed;
    }

    /// Returns true if the set shows color: it is made for this color system, and its color killer
    /// is off.
    pub fn has_color(&self) -> bool {
        self.system == self.receiver.system
            && (self.system == System::Secam || self.burst_detector.allows_color(self.system))
    }

    /// Measures the burst in the samples of a line's horizontal blank.
    pub fn measure_burst(&mut self, samples: &[f32]) {
        if self.system != System::Secam {
            self.burst_detector
                .measure(samples, self.system, self.receiver.swing_lines);
        }
    }

    /// Decodes the part of a line that follows the horizontal blank. `number` is the line's number
    /// in the frame.
    pub fn decode_line(&mut self, number: usize, line: &Line, light: &mut Light) {
        let visible = &line.composite[self.system.blank_samples() - PAD..];
        let (picture, padding) = self.work.samples.split_at_mut(visible.len());
        picture.copy_from_slice(visible);
        padding.fill(0.0);
        self.add_noise();
        self.compute_source(line);
        self.work.mix_down();
        self.work.filter_color(&self.color);
        self.work.separate_luma(match self.receiver.separation {
            Separation::Apart => Some(&line.luma),
            _ => None,
        });
        let start = EDGE - self.luma.reach();
        self.luma
            .run(&self.work.uncolored[start..], &mut self.work.luma);
        match self.system {
            System::Secam => self.demodulate_frequency(number % 2),
            System::Ntsc | System::Pal => self.demodulate(),
        }
        self.matrix(light);
    }

    fn add_noise(&mut self) {
        if self.receiver.noise == 0.0 {
            return;
        }
        self.random = self
            .random
            .wrapping_mul(0x915f_77f5)
            .wrapping_add(0x3c6e_f35f);
        let length = self.work.samples.len();
        let start = (self.random >> 8) as usize % (NOISE_SAMPLES - length);
        for (sample, noise) in self.work.samples.iter_mut().zip(&self.noise[start..]) {
            *sample += noise;
        }
    }

    /// Computes `work.source`, the samples from which the set decodes color. This is the whole
    /// signal, the signal minus the luminance, or the signal minus the previous line, depending on
    /// how the set separates luminance and color.
    fn compute_source(&mut self, line: &Line) {
        let work = &mut self.work;
        work.source.copy_from_slice(&work.samples);
        match self.receiver.separation {
            Separation::Apart => {
                for (source, luma) in work.source[PAD..].iter_mut().zip(&line.luma) {
                    *source -= luma;
                }
            }
            Separation::Comb if self.system == System::Ntsc => {
                let delayed = &self.previous_line.samples[COMB_LEAD..];
                for (source, delayed) in work.source.iter_mut().zip(delayed) {
                    *source = (*source - delayed) / 2.0;
                }
                self.previous_line.samples.copy_from_slice(&work.samples);
            }
            Separation::Notch | Separation::Comb => {}
        }
    }

    /// Computes the U and V of an NTSC or PAL line.
    fn demodulate(&mut self) {
        let Decoder {
            receiver,
            work,
            previous_line,
            burst_detector,
            system,
            ..
        } = self;
        let tint = match system {
            System::Ntsc => receiver.tint_degrees.to_radians(),
            _ => 0.0,
        };
        let [cos, sin] = burst_detector.rotation(tint);
        let v_sign = if *system == System::Pal && burst_detector.inverts_v {
            -1.0
        } else {
            1.0
        };
        let [baseband_u, baseband_v] = work.baseband.each_ref().map(|baseband| &baseband[EDGE..]);
        let [u, v] = &mut work.color;
        for (at, (u, v)) in u.iter_mut().zip(v.iter_mut()).enumerate() {
            *u = baseband_u[at] * cos - baseband_v[at] * sin;
            *v = (baseband_u[at] * sin + baseband_v[at] * cos) * v_sign;
        }
        let lead = match (system, receiver.delay_line) {
            (System::Ntsc | System::Secam, _) | (_, DelayLine::None) => return,
            (System::Pal, DelayLine::Glass) => GLASS_LEAD,
            (System::Pal, DelayLine::Clocked) => 0,
        };
        for (color, previous) in work.color.iter_mut().zip(&mut previous_line.color) {
            work.uncolored[..color.len()].copy_from_slice(color);
            for (color, delayed) in color.iter_mut().zip(&previous[lead..]) {
                *color = (*color + delayed) / 2.0;
            }
            previous[..color.len()].copy_from_slice(&work.uncolored[..color.len()]);
        }
    }

    /// Demodulates a SECAM line. Computes U from Db in an even line, or V from Dr in an odd line.
    /// The other component keeps its values from the previous line.
    fn demodulate_frequency(&mut self, parity: usize) {
        // The color difference is a linear function of the phase step per sample, in radians.
        let per_radian = self.system.sample_hz() / TAU / SECAM_DEVIATION_HZ[parity];
        let offset =
            (self.system.sample_hz() / 4.0 - SECAM_REST_HZ[parity]) / SECAM_DEVIATION_HZ[parity];
        let [u, v] = &self.work.baseband;
        for (at, color) in self.work.color[parity].iter_mut().enumerate() {
            let at = at + EDGE;
            let product = v[at + 1] * u[at - 1] - u[at + 1] * v[at - 1];
            let power = u[at] * u[at] + v[at] * v[at];
            let sine = product / (power + 1e-6);
            // Approximate the arcsine: the sine plus a sixth of its cube.
            let angle = (sine + sine * sine * sine / 6.0) / 2.0;
            let difference = (offset + per_radian * angle).clamp(-1.4, 1.4);
            // If the carrier is weak, the color fades.
            *color = difference / SECAM_FACTORS[parity] * (power / SECAM_FADE_POWER).min(1.0);
        }
    }

    /// Computes the red, green and blue light from luminance and color.
    // The factors are those of ITU-R BT.470.
    fn matrix(&self, light: &mut Light) {
        let Receiver {
            color,
            contrast,
            brightness,
            ..
        } = self.receiver;
        let color = if self.has_color() { color } else { 0.0 };
        let [u, v] = &self.work.color;
        light
            .iter_mut()
            .for_each(|light| light.resize(u.len(), 0.0));
        let [red, green, blue] = light.each_mut().map(|light| &mut light[..u.len()]);
        let (luma, v) = (&self.work.luma[..u.len()], &v[..u.len()]);
        for at in 0..u.len() {
            let y = luma[at] * contrast + brightness;
            let (u, v) = (u[at] * color, v[at] * color);
            red[at] = emitted_light(y + 1.140 * v);
            green[at] = emitted_light(y - 0.395 * u - 0.581 * v);
            blue[at] = emitted_light(y + 2.032 * u);
        }
    }
}

/// Returns the light that a tube emits for a signal.
fn emitted_light(signal: f32) -> f32 {
    let signal = signal.clamp(0.0, 1.0);
    signal * signal
}

impl BurstDetector {
    fn new() -> BurstDetector {
        BurstDetector {
            average_burst: [-BURST_LEVEL, 0.0],
            previous_burst: [-BURST_LEVEL, 0.0],
            inverts_v: true,
            agreement: 1.0,
        }
    }

    /// Measures a line's burst, and updates the average burst and the alternation.
    fn measure(&mut self, line: &[f32], system: System, swing_lines: f32) {
        let mut burst = [0.0; 2];
        for at in system.burst_samples() {
            let sign = if at % 4 < 2 { 2.0 } else { -2.0 };
            // Even samples contain V, and odd samples contain U.
            burst[(at + 1) % 2] += sign * line[at] / system.burst_samples().len() as f32;
        }
        for ((average, new), previous) in self
            .average_burst
            .iter_mut()
            .zip(burst)
            .zip(self.previous_burst)
        {
            // Use the mean of two consecutive bursts, because a single burst alternates in PAL but
            // the mean does not.
            *average += ((new + previous) / 2.0 - *average) / BURST_LINES;
        }
        self.previous_burst = burst;
        self.inverts_v = !self.inverts_v;
        let line_agreement = if (burst[1] < 0.0) == self.inverts_v {
            1.0
        } else {
            -1.0
        };
        self.agreement += (line_agreement - self.agreement) / swing_lines;
        if self.agreement < SWAP_AGREEMENT {
            self.inverts_v = !self.inverts_v;
            self.agreement = -self.agreement;
        }
    }

    /// Returns true if the burst is strong enough and, for PAL, alternates as expected.
    fn allows_color(&self, system: System) -> bool {
        self.average_burst[0].hypot(self.average_burst[1]) > KILLER_LEVEL * BURST_LEVEL
            && (system != System::Pal || self.agreement > KILLER_AGREEMENT)
    }

    /// Returns the cosine and sine of the angle by which the set rotates all colors. This angle
    /// would rotate the burst to 180 degrees minus the tint.
    fn rotation(&self, tint: f32) -> [f32; 2] {
        let angle = TAU / 2.0 - self.average_burst[1].atan2(self.average_burst[0]) - tint;
        [angle.cos(), angle.sin()]
    }
}

impl Work {
    fn new(width: usize) -> Work {
        let padded = || vec![0.0; width + 2 * PAD];
        let with_edges = || vec![0.0; width + 2 * EDGE];
        let visible = || vec![0.0; width];
        Work {
            samples: padded(),
            source: padded(),
            mixed: [0, 1].map(|_| vec![0.0; width / 2 + PAD]),
            filtered: [0, 1].map(|_| vec![0.0; width / 2 + EDGE]),
            baseband: [with_edges(), with_edges()],
            uncolored: with_edges(),
            luma: visible(),
            color: [visible(), visible()],
        }
    }

    /// Multiplies the samples in `source` by the carrier's sine and cosine, which gives `mixed`.
    fn mix_down(&mut self) {
        let [u, v] = &mut self.mixed;
        let (source, _) = self.source.as_chunks::<4>();
        let (u, _) = u.as_chunks_mut::<2>();
        let (v, _) = v.as_chunks_mut::<2>();
        for ((source, u), v) in source.iter().zip(u).zip(v) {
            *u = [2.0 * source[1], -2.0 * source[3]];
            *v = [2.0 * source[0], -2.0 * source[2]];
        }
    }

    /// Filters U and V. Only every other sample of each is stored, so each output uses only half of
    /// the filter's weights. For V, outputs at even samples use the even weights and outputs at
    /// odd samples use the odd weights; for U, it is the other way around.
    fn filter_color(&mut self, [even, odd]: &[Filter; 2]) {
        let [u, v] = self.mixed.each_ref().map(|mixed| &mixed[COLOR_START / 2..]);
        let parts = [[(odd, u), (even, u)], [(even, v), (odd, &v[1..])]];
        for (baseband, parts) in self.baseband.iter_mut().zip(parts) {
            for (filtered, (filter, mixed)) in self.filtered.iter_mut().zip(parts) {
                filter.run(mixed, filtered);
            }
            let (pairs, _) = baseband.as_chunks_mut::<2>();
            let [first, second] = &self.filtered;
            for ((pair, first), second) in pairs.iter_mut().zip(first).zip(second) {
                *pair = [*first, *second];
            }
        }
    }

    /// Computes `uncolored`, the samples without color: a copy of `luma_wire` if luminance arrives
    /// on a separate wire; otherwise, the samples minus the carrier.
    fn separate_luma(&mut self, luma_wire: Option<&[f32]>) {
        if let Some(luma) = luma_wire {
            self.uncolored.fill(0.0);
            self.uncolored[EDGE..][..luma.len()].copy_from_slice(luma);
            return;
        }
        let (samples, _) = self.samples[PAD - EDGE..].as_chunks::<4>();
        let (uncolored, _) = self.uncolored.as_chunks_mut::<4>();
        let [u, v] = self
            .baseband
            .each_ref()
            .map(|baseband| baseband.as_chunks::<4>().0);
        for (((uncolored, samples), u), v) in uncolored.iter_mut().zip(samples).zip(u).zip(v) {
            let carrier = [v[0], u[1], -v[2], -u[3]];
            *uncolored = std::array::from_fn(|at| samples[at] - carrier[at]);
        }
    }
}

/// Returns [`NOISE_SAMPLES`] noise samples, or none if the amplitude is zero. The same amplitude
/// always gives the same samples.
fn noise(amplitude: f32) -> Vec<f32> {
    let count = if amplitude == 0.0 { 0 } else { NOISE_SAMPLES };
    let mut state = 0x9e37_79b9_u32;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state as f32 / u32::MAX as f32 - 0.5
    };
    // The sum of four random numbers has nearly the same distribution as the noise of a receiver.
    let mut sum = || (0..4).map(|_| random()).sum::<f32>();
    (0..count).map(|_| amplitude * sum()).collect()
}

const _: () = assert!(PAD.is_multiple_of(4) && EDGE.is_multiple_of(4));
const _: () = assert!(COLOR_START.is_multiple_of(2));
const _: () = assert!(EDGE >= LUMA_REACH);
