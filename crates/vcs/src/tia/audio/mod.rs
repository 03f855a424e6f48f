//! The two audio channels, each with a divider, a five-bit shift register and a four-bit one.
//!
//! The model comes from Chris Brenner, who checked it against consoles. The netlist agrees, and
//! supplied the clocks below at which the steps take place.

pub(crate) mod channel;

use super::hsync::COUNT_CLOCKS;
use crate::television::Sample;
use channel::Channel;
use serde::{Deserialize, Serialize};

/// The clocks in a line at which both channels run the first half of a step. There are two steps
/// per line.
pub(crate) const FIRST_STEPS: [u8; 2] = [8, 80];
/// The clocks in a line at which both channels run the second half of a step.
pub(crate) const SECOND_STEPS: [u8; 2] = [40, 152];
/// Returns the count of the horizontal counter that ends at clock `step`.
const fn count(step: u8) -> u8 {
    step / COUNT_CLOCKS - 1
}
/// Number of color clocks in a sample: half a line.
pub const SAMPLE_CLOCKS: u8 = 114;

/// Both channels and the sample being summed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Audio {
    /// The two channels.
    pub(crate) channels: [Channel; 2],
    pub(crate) sum: [u16; 2],
    /// Number of clocks in `sum`, 0..=113.
    pub(crate) clocks: u8,
    /// True if RSYNC has started the second half of a step, which ends at clock 4 of the new line.
    pub(crate) begun: bool,
}

impl Audio {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        let most = 15 * u16::from(self.clocks);
        self.clocks < SAMPLE_CLOCKS
            && self.sum.iter().all(|sum| *sum <= most)
            && self.channels.iter().all(Channel::is_plausible)
    }

    /// Adds the channels' levels for `clocks` color clocks to the current sample. No step may take
    /// place in that time, and the sample must not end before it is over.
    #[inline]
    pub(crate) fn add(&mut self, clocks: u8) {
        self.clocks += clocks;
        let [first, second] = &self.channels;
        self.sum[0] += u16::from(first.level()) * u16::from(clocks);
        self.sum[1] += u16::from(second.level()) * u16::from(clocks);
    }

    fn first_step(&mut self) {
        self.channels.iter_mut().for_each(Channel::first_step);
    }

    fn second_step(&mut self) {
        self.begun = false;
        self.channels.iter_mut().for_each(Channel::second_step);
    }

    /// Handles RSYNC, which cuts the line during count `in_count` of the horizontal counter.
    // Each half of a step is a signal that lasts one count: it is decoded in the previous count,
    // and acts when its own count ends. In the netlist, the count that RSYNC cuts is decoded once
    // more after the cut, so its signal is active in the first count of the new line. If that
    // signal is a first half, it continues without a gap into the new line's own first half, so
    // they act only once, when the latter ends.
    pub(crate) fn cut(&mut self, in_count: u8) {
        if FIRST_STEPS.map(count).contains(&in_count) {
            self.first_step();
        }
        if SECOND_STEPS.map(count).contains(&in_count) || self.begun {
            self.second_step();
        }
        self.begun = SECOND_STEPS.map(count).contains(&(in_count + 1));
    }

    /// Runs color clock `clock` of the line. Returns a sample after every 114 clocks.
    pub(crate) fn tick(&mut self, clock: u8) -> Option<Sample> {
        if FIRST_STEPS.contains(&clock) {
            self.first_step();
        }
        if SECOND_STEPS.contains(&clock) || self.begun && clock == COUNT_CLOCKS {
            self.second_step();
        }
        self.tick_between()
    }

    /// Runs a color clock, but not the steps that are due in it. Returns a sample after every 114
    /// clocks.
    pub(crate) fn tick_between(&mut self) -> Option<Sample> {
        self.add(1);
        (self.clocks == SAMPLE_CLOCKS).then(|| {
            self.clocks = 0;
            Sample(std::mem::take(&mut self.sum))
        })
    }
}

/// Returns the voltage of both channels across their common resistor, 0.0..=1.0, where `v` is the
/// sum of their levels, 0.0..=30.0. For a console with a stereo modification, call this function
/// for each channel separately.
// Hardware notes (Brenner), and the emulators agree: v * 60 / (30 * (30 + v)).
pub fn mix(v: f32) -> f32 {
    v * 60.0 / (30.0 * (30.0 + v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_channels_share_a_resistor() {
        assert_eq!(mix(0.0), 0.0);
        assert!((mix(15.0) - 2.0 / 3.0).abs() < 1e-6);
        assert!((mix(30.0) - 1.0).abs() < 1e-6);
    }
}
