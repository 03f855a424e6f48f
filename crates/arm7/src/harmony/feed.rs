//! The parts that all drivers share: options, clocks, music, and the bytes that the console gets
//! during a call.

use super::facts::{JMP, NOP};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A bus cycle as the cartridge sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// The 13-bit address.
    pub address: u16,
    /// The byte on the data lines at the end of the cycle.
    pub data: u8,
    /// True for a write. The cartridge port has no R/W line, so only [`Options::compat`] makes use
    /// of this.
    pub write: bool,
    /// The cycle's number since power-on.
    pub cycle: u64,
}

/// How much time calls to ARM code take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Time {
    /// The time that the model of the microcontroller computes.
    #[default]
    Model,
    /// No time, as in other emulators.
    Zero,
}

impl Time {
    /// Both choices.
    pub const ALL: [Time; 2] = [Time::Model, Time::Zero];

    /// Returns the name of this choice in command-line options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            Time::Model => "model",
            Time::Zero => "zero",
        }
    }
}

/// The code that acts as the cartridge's driver.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DriverChoice {
    /// This crate's own implementation.
    #[default]
    Ours,
    /// The image's driver: slow, but exact.
    Run,
}

impl DriverChoice {
    /// Both choices.
    pub const ALL: [DriverChoice; 2] = [DriverChoice::Ours, DriverChoice::Run];

    /// Returns the name of this choice in command-line options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            DriverChoice::Ours => "ours",
            DriverChoice::Run => "run",
        }
    }
}

/// The options of a cartridge's processor. An option that is `None` leaves the current setting
/// unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// How much time calls take.
    pub time: Option<Time>,
    /// The processor's clock in kHz. At power-on the processor runs at the clock that the driver
    /// sets.
    pub kilohertz: Option<u32>,
    /// Imitates other emulators where they differ from the drivers. Reading a write register or
    /// writing a read register has no effect. A write is noticed even if it has the same address as
    /// the previous access. A read that switches banks returns the old bank's byte. A write to
    /// CALLFN makes a call only if the byte is 254 or 255. The driver's part of flash reads as 0.
    pub compat: Option<bool>,
    /// The code that acts as the driver. If an image has no driver, this crate's implementation is
    /// always used.
    pub driver: Option<DriverChoice>,
}

impl Options {
    /// The allowed clock range in kHz.
    pub const KILOHERTZ: RangeInclusive<u32> = 1_000..=1_000_000;

    /// Returns these options, with each `None` replaced by the value in `other`.
    pub fn or(self, other: Options) -> Options {
        Options {
            time: self.time.or(other.time),
            kilohertz: self.kilohertz.or(other.kilohertz),
            compat: self.compat.or(other.compat),
            driver: self.driver.or(other.driver),
        }
    }
}

/// The 6507's clock in an NTSC console, as a fraction in kHz: 13,125 / 11.
const CONSOLE_KILOHERTZ: (u64, u64) = (13_125, 11);

/// The clock rates that convert console cycles to processor clocks and to steps of the music.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    /// The processor's clock in kHz.
    pub(crate) kilohertz: u32,
    /// The processor clock that the driver sets, in kHz. The speed of the music always follows this
    /// clock, even if `kilohertz` is different.
    pub(super) driver_kilohertz: u32,
    /// Number of clocks, at `driver_kilohertz`, per step of the music.
    pub(super) per_tick: u64,
}

impl Clocks {
    /// Returns the clock rates that the driver sets.
    pub(crate) fn of_driver(kilohertz: u32, per_tick: u64) -> Clocks {
        Clocks {
            kilohertz,
            driver_kilohertz: kilohertz,
            per_tick,
        }
    }

    /// Returns the number of processor clocks from power-on to the given console cycle.
    pub(crate) fn clocks_at(self, cycle: u64) -> u64 {
        clocks(cycle, self.kilohertz)
    }

    /// Returns the number of whole console cycles in `clocks` processor clocks.
    pub(super) fn cycles_in(self, clocks: u64) -> u64 {
        let (console, divisor) = CONSOLE_KILOHERTZ;
        clocks.wrapping_mul(console) / (u64::from(self.kilohertz.max(1)) * divisor)
    }

    /// Returns the number of music steps from power-on to the given console cycle.
    pub(super) fn ticks_at(self, cycle: u64) -> u64 {
        // A damaged state can hold any divisor, even 0.
        clocks(cycle, self.driver_kilohertz) / self.per_tick.max(1)
    }
}

/// Returns the number of processor clocks in `cycles` console cycles.
pub(super) fn clocks(cycles: u64, kilohertz: u32) -> u64 {
    let (console, divisor) = CONSOLE_KILOHERTZ;
    // A damaged state can hold any number of cycles, so the product can overflow.
    cycles.wrapping_mul(u64::from(kilohertz) * divisor) / console
}

/// Three voices, each a counter that steps through a wave table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Music {
    pub(super) counters: [u32; 3],
    pub(super) frequencies: [u32; 3],
    ticks: u64,
}

impl Music {
    /// Advances the counters to music step `tick`.
    pub(super) fn run(&mut self, tick: u64) {
        let due = tick.saturating_sub(self.ticks) as u32;
        self.ticks = tick;
        for (counter, frequency) in self.counters.iter_mut().zip(self.frequencies) {
            *counter = counter.wrapping_add(frequency.wrapping_mul(due));
        }
    }

    /// Skips to music step `tick` without advancing the counters.
    pub(super) fn skip(&mut self, tick: u64) {
        self.ticks = tick;
    }
}

/// The bytes that the console gets instead of its program while ARM code runs: NOPs, stores to
/// AUDV0 in between, and finally a JMP to the address at which the console continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Feed {
    /// Address at which the console continues.
    target: u16,
    /// The last cycle of the call.
    last_cycle: u64,
    /// The music step at the last store to AUDV0; `None` if no music is playing.
    pub(super) sound: Option<u64>,
    step: FeedStep,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum FeedStep {
    Nop,
    /// One of the four cycles that follow the fetch of the load opcode. The load reads the
    /// amplitude and the store writes it to AUDV0. In order, the cycles are the load's operand, the
    /// store's opcode, the store's operand, and the write.
    Amplitude(u8),
    /// The fetch of the low byte of the JMP's target.
    JumpLow,
    /// The fetch of the high byte of the JMP's target.
    JumpHigh,
}

/// The output of a feed for one cycle of the console.
pub(super) enum FeedOutput {
    Byte(u8),
    /// The amplitude, to be computed by the caller.
    Amplitude,
    /// No byte, because the console writes in this cycle.
    Nothing,
    /// The last byte, after which the console continues its program.
    Last(u8),
}

/// The address of AUDV0.
const AUDV0: u8 = 0x19;

impl Feed {
    /// Creates a feed that starts in the cycle after the call. When it ends, the console continues
    /// at `target`.
    pub(super) fn new(target: u16, last_cycle: u64, sound: Option<u64>) -> Feed {
        Feed {
            target: target | 0x1000,
            last_cycle,
            sound,
            step: FeedStep::Nop,
        }
    }

    /// Returns the byte for the console's next cycle. `tick` is the current music step. `load` and
    /// `store` are the opcodes of the two instructions that set AUDV0.
    pub(super) fn next(&mut self, cycle: u64, tick: u64, load: u8, store: u8) -> FeedOutput {
        let (output, step) = match self.step {
            FeedStep::Nop if cycle > self.last_cycle => (FeedOutput::Byte(JMP), FeedStep::JumpLow),
            FeedStep::Nop if self.sound.is_some_and(|last| tick > last) => {
                self.sound = Some(tick);
                (FeedOutput::Byte(load), FeedStep::Amplitude(0))
            }
            FeedStep::Nop => (FeedOutput::Byte(NOP), FeedStep::Nop),
            FeedStep::Amplitude(0) => (FeedOutput::Amplitude, FeedStep::Amplitude(1)),
            FeedStep::Amplitude(1) => (FeedOutput::Byte(store), FeedStep::Amplitude(2)),
            FeedStep::Amplitude(2) => (FeedOutput::Byte(AUDV0), FeedStep::Amplitude(3)),
            FeedStep::Amplitude(_) => (FeedOutput::Nothing, FeedStep::Nop),
            FeedStep::JumpLow => (FeedOutput::Byte(self.target as u8), FeedStep::JumpHigh),
            FeedStep::JumpHigh => (FeedOutput::Last((self.target >> 8) as u8), FeedStep::Nop),
        };
        self.step = step;
        output
    }
}
