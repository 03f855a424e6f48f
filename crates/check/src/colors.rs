//! Finds pairs of adjacent colors that differ in the program's television standard but become the
//! same color in another standard.

use crate::run::{Baseline, SETTLING_FRAMES};
use lab::script::ScriptRun;
use reports::check::{Evidence, Finding, Level, Rule};
use std::collections::HashMap;
use vcs::{
    palette::{Palette, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// Number of frames from one examined picture to the next.
const FRAME_STEP: u64 = 50;
/// Minimum number of places, over all examined pictures, in which two neighboring pixels must have
/// a pair of colors for a finding about this pair.
const MIN_PLACES: u64 = 200;

const PALETTE_EVIDENCE: Evidence = Evidence {
    rank: "H, E",
    source: "the standards' palettes",
};

/// The pairs of adjacent colors in the picture. In each key, the smaller color number comes first.
/// The value is the number of places where neighboring pixels have these two colors.
#[derive(Debug, Default)]
pub struct AdjacentColors(HashMap<(u8, u8), u64>);

impl AdjacentColors {
    /// Examines the frame that a run has just completed, if its number is a nonzero multiple of 50.
    pub fn examine_frame(&mut self, replay: &ScriptRun) {
        let number = replay.place().frame;
        if number < SETTLING_FRAMES || !number.is_multiple_of(FRAME_STEP) {
            return;
        }
        let shown = replay.machine().television().shown_lines();
        let pixels = &replay.last_frame().pixels;
        let end = (shown.end * WIDTH).min(pixels.len());
        let lines = &pixels[(shown.start * WIDTH).min(end)..end];
        let mut count_pair = |one: u8, two: u8| {
            if one != two && one != BLANK && two != BLANK {
                *self.0.entry((one.min(two), one.max(two))).or_default() += 1;
            }
        };
        for (at, color) in lines.iter().enumerate() {
            if !(at + 1).is_multiple_of(WIDTH)
                && let Some(right) = lines.get(at + 1)
            {
                count_pair(*color, *right);
            }
            if let Some(below) = lines.get(at + WIDTH) {
                count_pair(*color, *below);
            }
        }
    }

    /// Looks for colors that are adjacent in the picture and become the same in another standard.
    /// Returns one finding for each standard in which there are such colors.
    pub fn findings(&self, base: &Baseline) -> Vec<Finding> {
        let palette = |standard| Palette::of(standard, Tuning::default());
        let base_palette = palette(base.standard);
        let others = [Standard::Ntsc, Standard::Pal, Standard::Secam].into_iter();
        let others = others.filter(|other| *other != base.standard);
        others
            .filter_map(|standard| {
                let other_palette = palette(standard);
                let becomes_equal = |(one, two): (u8, u8)| {
                    other_palette.color(one) == other_palette.color(two)
                        && base_palette.color(one) != base_palette.color(two)
                };
                let mut pairs: Vec<_> = self
                    .0
                    .iter()
                    .filter(|(pair, _)| becomes_equal(**pair))
                    .collect();
                pairs.sort_by_key(|(pair, count)| (std::cmp::Reverse(**count), **pair));
                let ((one, two), _) = pairs.first().filter(|(_, count)| **count >= MIN_PLACES)?;
                let more = match pairs.len() {
                    1 => String::new(),
                    count => format!("; so are {} more pairs of colors", count - 1),
                };
                let text = format!(
                    "colors ${one:02X} and ${two:02X} touch in the picture and are equal in \
                     {}{more}",
                    standard.name().to_uppercase()
                );
                let run = base.run;
                Some(run.finding(Rule::Colors, Level::Note, text, PALETTE_EVIDENCE))
            })
            .collect()
    }
}
