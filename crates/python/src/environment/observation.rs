//! Observations: the arrays that an agent sees.

use super::{
    area::{AxisWeights, Row, SMALL_SIDE, shrink},
    objects,
};
use std::ops::Range;
use vcs::{
    Machine,
    palette::{Palette, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// The scanlines in an observation, by default. These are the lines that ALE shows of a picture
/// with 262 lines.
// ALE shows 210 lines, beginning with line 34 after the end of vertical sync, which is scanline 37.
const DEFAULT_LINES: Range<usize> = 37..247;

/// A kind of observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The 128 bytes of RAM.
    Ram,
    /// Color numbers.
    Index,
    /// Red, green, blue.
    Rgb,
    /// Gray, 84 by 84 pixels: the pixelwise maximum of the last two frames.
    Gray,
    /// The objects that the TIA draws.
    Objects,
}

/// A kind of observation, with its shape and precomputed tables.
#[derive(Debug)]
pub struct Observation {
    /// The kind.
    pub view: View,
    /// Number of consecutive observations that the agent sees at a time, oldest first.
    pub stack: usize,
    /// The shape of a single observation.
    pub shape: Vec<usize>,
    /// The number of bytes of a single observation.
    pub size: usize,
    lines: Range<usize>,
    rows: AxisWeights<6>,
    columns: AxisWeights<3>,
    /// A table for each television standard, with a color `0x00RRGGBB` for each byte of a picture.
    colors: Vec<[u32; 256]>,
    grays: Vec<[f32; 256]>,
}

impl Observation {
    /// Creates an observation of some lines of the picture; by default, the same lines as in ALE.
    pub fn new(view: View, stack: usize, lines: Option<Range<usize>>) -> Observation {
        let lines = lines.unwrap_or(DEFAULT_LINES);
        let colors = Standard::ALL.map(|standard| {
            let palette = Palette::of(standard, Tuning::Service);
            let mut colors: [u32; 256] = std::array::from_fn(|at| palette.color(at as u8));
            colors[usize::from(BLANK)] = 0;
            colors
        });
        let grays = colors.map(|colors| colors.map(gray));
        let shape = match view {
            View::Ram => vec![128],
            View::Index => vec![lines.len(), WIDTH],
            View::Rgb => vec![lines.len(), WIDTH, 3],
            View::Gray => vec![SMALL_SIDE, SMALL_SIDE],
            View::Objects => vec![objects::ROWS + 1, objects::COLUMNS],
        };
        Observation {
            view,
            stack,
            size: shape.iter().product(),
            shape,
            rows: AxisWeights::new(lines.len()),
            columns: AxisWeights::new(WIDTH),
            lines,
            colors: colors.to_vec(),
            grays: grays.to_vec(),
        }
    }

    /// Returns the number of frames that must be drawn at the end of a step.
    pub fn frames_to_draw(&self) -> u32 {
        match self.view {
            View::Ram | View::Objects => 0,
            View::Index | View::Rgb => 1,
            View::Gray => 2,
        }
    }

    /// Runs the last frame of a step. For [`View::Objects`], also writes the observation.
    pub fn run_last_frame(&self, machine: &mut Machine, out: &mut [u8]) {
        match self.view {
            View::Objects => objects::run_frame(machine, self.lines.start, out),
            View::Ram => machine.skip_frame(),
            _ => {
                machine.frame();
            }
        }
    }

    /// Returns the number of bytes that [`Observation::store`] needs for the picture of the
    /// previous frame; 0 if the observation does not use that picture.
    pub fn stored_bytes(&self) -> usize {
        match self.view {
            View::Gray => self.lines.len() * WIDTH,
            _ => 0,
        }
    }

    /// Copies the last picture to `out`, so that it can be combined with the next one.
    pub fn store(&self, machine: &Machine, out: &mut [u8]) {
        for (out, line) in out.chunks_mut(WIDTH).zip(self.lines.clone()) {
            out.copy_from_slice(picture_line(machine, line));
        }
    }

    /// Writes the observation after the last frame of a step. `previous` is the picture of the
    /// frame before that.
    pub fn write(&self, machine: &Machine, previous: &[u8], out: &mut [u8]) {
        match self.view {
            View::Ram => out.copy_from_slice(machine.ram()),
            View::Index => self.store(machine, out),
            View::Rgb => {
                let colors = &self.colors[standard_index(machine)];
                for (out, line) in out.chunks_mut(3 * WIDTH).zip(self.lines.clone()) {
                    for (out, color) in out.chunks_mut(3).zip(picture_line(machine, line)) {
                        let [_, rgb @ ..] = colors[usize::from(*color)].to_be_bytes();
                        out.copy_from_slice(&rgb);
                    }
                }
            }
            View::Gray => {
                let grays = &self.grays[standard_index(machine)];
                let pair = |line: usize| {
                    let previous = &previous[line * WIDTH..][..WIDTH];
                    (previous, picture_line(machine, self.lines.start + line))
                };
                let read = |line: usize, row: &mut Row| {
                    let (previous, now) = pair(line);
                    if line > 0 && pair(line - 1) == (previous, now) {
                        return false;
                    }
                    for (value, color) in row.iter_mut().zip(now) {
                        *value = grays[usize::from(*color)];
                    }
                    if previous != now {
                        for (value, color) in row.iter_mut().zip(previous) {
                            let other = grays[usize::from(*color)];
                            *value = if other > *value { other } else { *value };
                        }
                    }
                    true
                };
                shrink((&self.rows, &self.columns), self.lines.len(), read, out);
            }
            View::Objects => {}
        }
    }
}

/// Returns a line of the last picture; blank if the frame has fewer lines.
fn picture_line(machine: &Machine, line: usize) -> &[u8] {
    let frame = machine.last_frame();
    if line < frame.scanlines() {
        frame.line(line)
    } else {
        &[BLANK; WIDTH]
    }
}

/// Returns the index of the standard in `Standard::ALL`.
fn standard_index(machine: &Machine) -> usize {
    machine.television().standard() as usize
}

/// Returns the brightness of a color, 0 to 255, with the television standards' weights for red,
/// green and blue.
fn gray(color: u32) -> f32 {
    let weighted = |shift: u32, weight: u32| (color >> shift & 0xff) * weight;
    ((weighted(16, 299) + weighted(8, 587) + weighted(0, 114) + 500) / 1000) as f32
}
