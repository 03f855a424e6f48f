//! Observations: the arrays that an agent sees.

use super::{
    area::{Side, shrink},
    objects,
};
use std::ops::Range;
use vcs::{
    Machine,
    palette::{Palette, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// The lines of an observation in a picture of 262 lines: those that ALE shows.
// ALE counts from the end of vertical sync, and shows 210 lines from 34 on.
const LINES: Range<usize> = 37..247;
/// Rows and columns of the small gray picture.
const SMALL: usize = 84;

/// A kind of observation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// The 128 bytes of RAM.
    Ram,
    /// Color numbers.
    Index,
    /// Red, green, blue.
    Rgb,
    /// Gray, 84 by 84, the maximum of the last two frames.
    Gray,
    /// The objects that the TIA draws.
    Objects,
}

/// How observations are made, with tables.
#[derive(Debug)]
pub struct Observation {
    /// The kind.
    pub view: View,
    /// Observations that are stacked, the oldest first.
    pub stack: usize,
    lines: Range<usize>,
    sides: [Side; 2],
    /// Colors by standard: `0x00RRGGBB` for each byte of a picture.
    colors: Vec<[u32; 256]>,
    grays: Vec<[u8; 256]>,
}

impl Observation {
    /// A view of some lines of the picture; those that ALE shows if none are given.
    pub fn new(view: View, stack: usize, lines: Option<Range<usize>>) -> Observation {
        let lines = lines.unwrap_or(LINES);
        let colors = Standard::ALL.map(|standard| {
            let palette = Palette::of(standard, Tuning::Service);
            let mut colors: [u32; 256] = std::array::from_fn(|at| palette.color(at as u8));
            colors[usize::from(BLANK)] = 0;
            colors
        });
        let grays = colors.map(|colors| colors.map(gray));
        Observation {
            view,
            stack,
            sides: [Side::new(lines.len(), SMALL), Side::new(WIDTH, SMALL)],
            lines,
            colors: colors.to_vec(),
            grays: grays.to_vec(),
        }
    }

    /// Bytes of one observation, without those that are stacked.
    pub fn size(&self) -> usize {
        match self.view {
            View::Ram => 128,
            View::Index => self.lines.len() * WIDTH,
            View::Rgb => self.lines.len() * WIDTH * 3,
            View::Gray => SMALL * SMALL,
            View::Objects => (objects::ROWS + 1) * objects::COLUMNS,
        }
    }

    /// The shape of one observation.
    pub fn shape(&self) -> Vec<usize> {
        let lines = self.lines.len();
        match self.view {
            View::Ram => vec![128],
            View::Index => vec![lines, WIDTH],
            View::Rgb => vec![lines, WIDTH, 3],
            View::Gray => vec![SMALL, SMALL],
            View::Objects => vec![objects::ROWS + 1, objects::COLUMNS],
        }
    }

    /// How many of the last frames of a step must have pixels.
    pub fn pictures(&self) -> u32 {
        match self.view {
            View::Ram | View::Objects => 0,
            View::Index | View::Rgb => 1,
            View::Gray => 2,
        }
    }

    /// Runs the last frame of a step.
    pub fn last_frame(&self, machine: &mut Machine, out: &mut [u8]) {
        match self.view {
            View::Objects => objects::frame(machine, self.lines.start, out),
            View::Ram => machine.skip_frame(),
            _ => {
                machine.frame();
            }
        }
    }

    /// Adds the last picture to a gray one: the maximum of both, or it alone if it is the first.
    pub fn add_gray(&self, machine: &Machine, first: bool, picture: &mut [u8]) {
        let grays = &self.grays[standard(machine)];
        let rows = picture.chunks_mut(WIDTH).zip(self.lines.clone());
        for (row, line) in rows {
            for (pixel, color) in row.iter_mut().zip(pixels(machine, line)) {
                let now = grays[usize::from(*color)];
                *pixel = if first { now } else { now.max(*pixel) };
            }
        }
    }

    /// Bytes of the buffer for a gray picture and a row of sums.
    pub fn buffers(&self) -> (Vec<u8>, Vec<u32>) {
        match self.view {
            View::Gray => (vec![0; self.lines.len() * WIDTH], vec![0; WIDTH]),
            _ => Default::default(),
        }
    }

    /// Writes what is seen after the last frame; `gray` is the picture of [`Self::add_gray`].
    pub fn write(&self, machine: &Machine, gray: &[u8], row: &mut [u32], out: &mut [u8]) {
        match self.view {
            View::Ram => out.copy_from_slice(machine.ram()),
            View::Index => {
                for (out, line) in out.chunks_mut(WIDTH).zip(self.lines.clone()) {
                    out.copy_from_slice(pixels(machine, line));
                }
            }
            View::Rgb => {
                let colors = &self.colors[standard(machine)];
                for (out, line) in out.chunks_mut(3 * WIDTH).zip(self.lines.clone()) {
                    for (out, color) in out.chunks_mut(3).zip(pixels(machine, line)) {
                        let [_, rgb @ ..] = colors[usize::from(*color)].to_be_bytes();
                        out.copy_from_slice(&rgb);
                    }
                }
            }
            View::Gray => shrink(gray, &self.sides, row, out),
            View::Objects => {}
        }
    }
}

/// A line of the last picture; blank where the frame has none.
fn pixels(machine: &Machine, line: usize) -> &[u8] {
    let frame = machine.last_frame();
    match line < frame.scanlines() {
        true => frame.line(line),
        false => &[BLANK; WIDTH],
    }
}

fn standard(machine: &Machine) -> usize {
    let standard = machine.television().standard();
    let mut all = Standard::ALL.iter();
    all.position(|known| *known == standard).unwrap_or(0)
}

/// Brightness with the weights of the standards for television.
fn gray(color: u32) -> u8 {
    let part = |shift: u32, weight: u32| (color >> shift & 0xff) * weight;
    ((part(16, 299) + part(8, 587) + part(0, 114) + 500) / 1000) as u8
}
