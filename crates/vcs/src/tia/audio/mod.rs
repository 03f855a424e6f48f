//! The two audio channels. Each has a divider, a five-bit shift register and a four-bit shift
//! register.
//!
//! The model comes from Chris Brenner, who checked it against consoles. The netlist agrees with it.
//! The clocks below, at which the steps take place, come from the netlist.

pub(crate) mod channel;

use super::hsync::COUNT_CLOCKS;
use crate::television::Sample;
use channel::Channel;
use serde::{Deserialize, Serialize};

/// The clocks of a scanline at which both channels run the first half of a step. There are two
/// steps per scanline.
pub(crate) const FIRST_HALF_CLOCKS: [u8; 2] = [8, 80];
/// The clocks of a scanline at which both channels run the second half of a step.
pub(crate) const SECOND_HALF_CLOCKS: [u8; 2] = [40, 152];

/// Returns the count of the horizontal counter that ends at this clock. A count lasts four clocks.
const fn count_ending_at(clock: u8) -> u8 {
    clock / COUNT_CLOCKS - 1
}

/// Number of color clocks in a sample: half a scanline.
pub const SAMPLE_CLOCKS: u8 = 114;

/// Both channels, and the sample that is being summed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Audio {
    /// The two channels.
    pub(crate) channels: [Channel; 2],
    pub(crate) sum: [u16; 2],
    /// Number of clocks summed in `sum`, 0..=113.
    pub(crate) clocks: u8,
    /// True if RSYNC has started the second half of a step, which takes effect at clock 4 of the
    /// new line.
    pub(crate) begun: bool,
}

impl Audio {
    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        let max = 15 * u16::from(self.clocks);
        self.clocks < SAMPLE_CLOCKS
            && self.sum.iter().all(|sum| *sum <= max)
            && self.channels.iter().all(Channel::is_plausible)
    }

    /// Adds the channels' levels for `clocks` color clocks to the current sample. During these
    /// clocks, no step may take place, and the sample must not end before the last of them.
    #[inline]
    pub(crate) fn add(&mut self, clocks: u8) {
        self.clocks += clocks;
        let [first, second] = &self.channels;
        self.sum[0] += u16::from(first.level()) * u16::from(clocks);
        self.sum[1] += u16::from(second.level()) * u16::from(clocks);
    }

    pub(crate) fn first_half(&mut self) {
        self.channels.iter_mut().for_each(Channel::first_half);
    }

    pub(crate) fn second_half(&mut self) {
        self.begun = false;
        self.channels.iter_mut().for_each(Channel::second_half);
    }

    /// Handles RSYNC, which ends the line during this count of the horizontal counter.
    // Each half of a step is a signal that lasts one count. The signal is decoded in the previous
    // count, and takes effect at the end of its own count. Netlist: the count in which RSYNC ends
    // the line is decoded once more afterwards, so the signal that it selects is active in count 0
    // of the new line. If it is a second half, it takes effect at the end of count 0. If it is a
    // first half, it merges with the normal first half in count 1: both together take effect once,
    // at the end of count 1.
    pub(crate) fn cut(&mut self, count: u8) {
        if FIRST_HALF_CLOCKS.map(count_ending_at).contains(&count) {
            self.first_half();
        }
        if SECOND_HALF_CLOCKS.map(count_ending_at).contains(&count) || self.begun {
            self.second_half();
        }
        self.begun = SECOND_HALF_CLOCKS
            .map(count_ending_at)
            .contains(&(count + 1));
    }

    /// Runs color clock `clock` of the line. Returns a sample in every 114th clock.
    pub(crate) fn tick(&mut self, clock: u8) -> Option<Sample> {
        if FIRST_HALF_CLOCKS.contains(&clock) {
            self.first_half();
        }
        if SECOND_HALF_CLOCKS.contains(&clock) || self.begun && clock == COUNT_CLOCKS {
            self.second_half();
        }
        self.tick_without_step()
    }

    /// Runs a color clock without any step, even if one is due. Returns a sample in every 114th
    /// clock.
    pub(crate) fn tick_without_step(&mut self) -> Option<Sample> {
        self.add(1);
        self.take_sample()
    }

    /// Returns the current sample if it is complete, and begins the next one.
    #[inline]
    pub(crate) fn take_sample(&mut self) -> Option<Sample> {
        (self.clocks == SAMPLE_CLOCKS).then(|| {
            self.clocks = 0;
            Sample(std::mem::take(&mut self.sum))
        })
    }
}

/// Returns the voltage across the common resistor of both channels, 0.0..=1.0. `v` is the sum of
/// the channels' levels, 0.0..=30.0. For a console with a stereo modification, call this function
/// for each channel separately.
// The formula v * 60 / (30 * (30 + v)) is from hardware notes (Brenner); emulators agree.
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
