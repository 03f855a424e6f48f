//! Finds pairs of colors that differ on a set of the program's standard but are equal on sets of
//! another standard.

use crate::run::{Base, SETTLED};
use lab::script::ScriptRun;
use reports::check::{Evidence, Finding, Level, Rule};
use std::collections::HashMap;
use vcs::{
    palette::{Palette, Tuning},
    television::{BLANK, Standard, WIDTH},
};

/// Number of frames between two pictures that are examined.
const STEP: u64 = 50;
/// Minimum number of places, in all examined pictures, where the two colors meet.
const LEAST: u64 = 200;

const PALETTES: Evidence = Evidence {
    rank: "H, E",
    source: "the standards' palettes",
};

/// Pairs of colors that are neighbors, the smaller number first, with their counts.
#[derive(Debug, Default)]
pub struct Meeting(HashMap<(u8, u8), u64>);

impl Meeting {
    /// Looks at the picture that a run has just completed, or skips it.
    pub fn frame(&mut self, player: &ScriptRun) {
        let number = player.place().frame;
        if number < SETTLED || !number.is_multiple_of(STEP) {
            return;
        }
        let shown = player.machine().television().shown_lines();
        let pixels = &player.last_frame().pixels;
        let end = (shown.end * WIDTH).min(pixels.len());
        let lines = &pixels[(shown.start * WIDTH).min(end)..end];
        let mut count = |one: u8, two: u8| {
            if one != two && one != BLANK && two != BLANK {
                *self.0.entry((one.min(two), one.max(two))).or_default() += 1;
            }
        };
        for (at, color) in lines.iter().enumerate() {
            if !(at + 1).is_multiple_of(WIDTH)
                && let Some(right) = lines.get(at + 1)
            {
                count(*color, *right);
            }
            if let Some(below) = lines.get(at + WIDTH) {
                count(*color, *below);
            }
        }
    }

    /// Makes one finding for each other standard that makes colors equal which meet in the picture.
    pub fn findings(&self, base: &Base) -> Vec<Finding> {
        let palette = |standard| Palette::of(standard, Tuning::default());
        let own = palette(base.standard);
        let others = [Standard::Ntsc, Standard::Pal, Standard::Secam].into_iter();
        let others = others.filter(|other| *other != base.standard);
        others
            .filter_map(|standard| {
                let other = palette(standard);
                let joined = |(one, two): (u8, u8)| {
                    other.color(one) == other.color(two) && own.color(one) != own.color(two)
                };
                let mut pairs: Vec<_> = self.0.iter().filter(|(pair, _)| joined(**pair)).collect();
                pairs.sort_by_key(|(pair, count)| (std::cmp::Reverse(**count), **pair));
                let ((one, two), _) = pairs.first().filter(|(_, count)| **count >= LEAST)?;
                let more = match pairs.len() {
                    1 => String::new(),
                    count => format!(", and {} pairs more", count - 1),
                };
                let text = format!(
                    "${one:02X} and ${two:02X} meet in the picture and are one color on {}{more}",
                    standard.name().to_uppercase()
                );
                let run = base.run;
                Some(run.finding(Rule::Colors, Level::Note, text, PALETTES))
            })
            .collect()
    }
}
