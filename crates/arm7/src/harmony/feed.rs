//! What both families of drivers do on the console's bus.

use super::facts::{JMP, NOP};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

/// A bus cycle as the cartridge sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// 13 bits.
    pub address: u16,
    /// What the console has on the data lines at the end of the cycle.
    pub data: u8,
    /// True for a write. No line to the cartridge tells: it only counts for [`Options::compat`].
    pub write: bool,
    /// The cycle's number since power-on.
    pub cycle: u64,
}

/// How long calls of ARM code take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Time {
    /// The time that the model of the microcontroller gives.
    #[default]
    Model,
    /// None, as in other emulators.
    Zero,
}

impl Time {
    /// Both choices.
    pub const ALL: [Time; 2] = [Time::Model, Time::Zero];

    /// The word for it in options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            Time::Model => "model",
            Time::Zero => "zero",
        }
    }
}

/// Who does what the cartridge's driver does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum DriverChoice {
    /// Code of ours.
    #[default]
    Ours,
    /// The image's own driver: slow and exact.
    Run,
}

impl DriverChoice {
    /// Both choices.
    pub const ALL: [DriverChoice; 2] = [DriverChoice::Ours, DriverChoice::Run];

    /// The word for it in options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            DriverChoice::Ours => "ours",
            DriverChoice::Run => "run",
        }
    }
}

/// How a cartridge's processor is to run. What is not chosen stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// How long calls take.
    pub time: Option<Time>,
    /// The processor's clock in kHz; at first it is the one that the driver sets.
    pub kilohertz: Option<u32>,
    /// Does as other emulators do where they differ from the drivers: reads and writes of registers
    /// are told apart, also at a repeated address, a switching read gives the old bank's byte,
    /// CALLFN calls with 254 and 255 only, and the driver's part of flash reads as 0.
    pub compat: Option<bool>,
    /// Who does what the driver does. An image without a driver keeps ours.
    pub driver: Option<DriverChoice>,
}

impl Options {
    /// The clocks that can be chosen, in kHz.
    pub const KILOHERTZ: RangeInclusive<u32> = 1_000..=1_000_000;

    /// These, and where nothing is chosen those of `other`.
    pub fn or(self, other: Options) -> Options {
        Options {
            time: self.time.or(other.time),
            kilohertz: self.kilohertz.or(other.kilohertz),
            compat: self.compat.or(other.compat),
            driver: self.driver.or(other.driver),
        }
    }
}

/// The 6507's clock in an NTSC console, in kHz: 13,125 / 11.
const CONSOLE: (u64, u64) = (13_125, 11);

/// The processor's clock and the music's beside that of the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    /// Of the processor.
    pub(crate) kilohertz: u32,
    /// Of the processor as the driver sets it, which the music follows in any case.
    pub(super) driver_kilohertz: u32,
    /// Clocks of the driver's processor in a step of the music.
    pub(super) per_tick: u64,
}

impl Clocks {
    /// Those that the driver sets.
    pub(crate) fn of_driver(kilohertz: u32, per_tick: u64) -> Clocks {
        Clocks {
            kilohertz,
            driver_kilohertz: kilohertz,
            per_tick,
        }
    }

    /// Processor clocks up to a cycle of the console.
    pub(crate) fn at(self, cycle: u64) -> u64 {
        clocks(cycle, self.kilohertz)
    }

    /// Whole cycles of the console in processor clocks.
    pub(super) fn cycles(self, clocks: u64) -> u64 {
        let (console, divisor) = CONSOLE;
        clocks.wrapping_mul(console) / (u64::from(self.kilohertz.max(1)) * divisor)
    }

    /// Steps of the music up to a cycle.
    pub(super) fn ticks(self, cycle: u64) -> u64 {
        // A damaged state may hold any divisor.
        clocks(cycle, self.driver_kilohertz) / self.per_tick.max(1)
    }
}

/// Clocks of a processor in this many cycles of the console.
pub(super) fn clocks(cycles: u64, kilohertz: u32) -> u64 {
    let (console, divisor) = CONSOLE;
    // A damaged state may hold any number of cycles.
    cycles.wrapping_mul(u64::from(kilohertz) * divisor) / console
}

/// Three voices: counters that wave tables are read with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Music {
    pub(super) counters: [u32; 3],
    pub(super) frequencies: [u32; 3],
    ticks: u64,
}

impl Music {
    /// Runs up to a tick.
    pub(super) fn run(&mut self, ticks: u64) {
        let due = ticks.saturating_sub(self.ticks) as u32;
        self.ticks = ticks;
        for (counter, frequency) in self.counters.iter_mut().zip(self.frequencies) {
            *counter = counter.wrapping_add(frequency.wrapping_mul(due));
        }
    }

    /// Stands still up to a tick.
    pub(super) fn skip(&mut self, ticks: u64) {
        self.ticks = ticks;
    }
}

/// What the console gets instead of its program while ARM code runs: NOPs, at last a JMP to where
/// it would have continued, and in between stores to AUDV0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Feed {
    /// Where the console continues.
    target: u16,
    /// The ARM code has ended after this cycle.
    until: u64,
    /// The tick of the last store to AUDV0; none if no music plays.
    pub(super) sound: Option<u64>,
    step: Step,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Step {
    Nop,
    /// The opcode that loads the amplitude has been shown; then operand, store, its operand, the
    /// store's own cycle.
    Amplitude(u8),
    Jump,
    JumpLow,
}

/// What to drive next.
pub(super) enum Fed {
    Byte(u8),
    /// The amplitude, which has to be worked out.
    Amplitude,
    /// The console writes.
    Nothing,
    /// The last byte: the console continues.
    Last(u8),
}

/// AUDV0.
const AUDV0: u8 = 0x19;

impl Feed {
    /// Begins in the cycle after the call, with an address that is where the console continues.
    pub(super) fn new(target: u16, until: u64, sound: Option<u64>) -> Feed {
        Feed {
            target: target | 0x1000,
            until,
            sound,
            step: Step::Nop,
        }
    }

    /// Another address is on the bus. `load` and `store` are the opcodes that set AUDV0.
    pub(super) fn next(&mut self, cycle: u64, tick: u64, load: u8, store: u8) -> Fed {
        let (fed, step) = match self.step {
            Step::Nop if cycle > self.until => (Fed::Byte(JMP), Step::Jump),
            Step::Nop if self.sound.is_some_and(|last| tick > last) => {
                self.sound = Some(tick);
                (Fed::Byte(load), Step::Amplitude(0))
            }
            Step::Nop => (Fed::Byte(NOP), Step::Nop),
            Step::Amplitude(0) => (Fed::Amplitude, Step::Amplitude(1)),
            Step::Amplitude(1) => (Fed::Byte(store), Step::Amplitude(2)),
            Step::Amplitude(2) => (Fed::Byte(AUDV0), Step::Amplitude(3)),
            Step::Amplitude(_) => (Fed::Nothing, Step::Nop),
            Step::Jump => (Fed::Byte(self.target as u8), Step::JumpLow),
            Step::JumpLow => (Fed::Last((self.target >> 8) as u8), Step::Nop),
        };
        self.step = step;
        fed
    }
}
