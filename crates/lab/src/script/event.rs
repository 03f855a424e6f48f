//! The parts of a script: settings, and events in the order of time.

use super::expect::Expectation;
use vcs::{Input, Place, PowerOn, cartridge::ArmOptions, input::SaveKeyMemory};

/// Input over time, and expectations of the result.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The settings and the input in force at power-on.
    pub setup: Setup,
    /// In the order of time; loops are unrolled.
    pub events: Vec<Event>,
    /// Where the run ends.
    pub end: Place,
}

/// The settings before the first place of a script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Setup {
    /// `bundled`, `bundled:NAME`, or a path relative to the script.
    pub cartridge: Option<String>,
    /// SHA-256 that the image must have, in lower case.
    pub sha256: Option<String>,
    /// Bank-switch scheme by name.
    pub scheme: Option<String>,
    /// How the ARM processor runs, on a cartridge that has one.
    pub arm: ArmOptions,
    /// Television standard: `ntsc`, `pal` or `secam`.
    pub tv: Option<String>,
    /// The path of the ELF file or the linker's map of the ARM program's build.
    pub arm_symbols: Option<String>,
    /// Path of a dasm symbol file relative to the script.
    pub symbols: Option<String>,
    /// How the machine is switched on.
    pub power_on: PowerOn,
    /// What SaveKeys hold at power-on, left and right.
    pub save_keys: [SaveKeyMemory; 2],
    /// Controllers plugged in and positions of the switches at power-on.
    pub input: Input,
}

/// Something that happens at a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// When.
    pub place: Place,
    /// What.
    pub action: Action,
    /// Where in the text.
    pub source: Source,
}

/// Where in a script's text an event is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// Line, from 1.
    pub line: usize,
    /// Bytes of that line that hold an expectation's value, to renew it.
    pub value: std::ops::Range<usize>,
    /// Number of `|` lines that follow.
    pub block_lines: usize,
}

/// What an event does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Sets the whole input.
    Input(Input),
    /// Power off and on again.
    PowerCycle,
    /// Keep the frame of the place as a picture file of this name.
    Snapshot(String),
    /// Something must hold.
    Expect(Expectation),
    /// Nothing happens until something holds; later places count from there.
    Wait {
        /// What must hold, at the start of an instruction.
        until: Expectation,
        /// The wait fails after this number of frames.
        within: u64,
    },
}

impl Script {
    /// The most frames that a run can take: waits may take as long as they are allowed to.
    pub fn longest(&self) -> u64 {
        let waits = self.events.iter().map(|event| match event.action {
            Action::Wait { within, .. } => within,
            _ => 0,
        });
        waits.fold(self.end.frame, u64::saturating_add)
    }

    /// A script without events that runs for a number of frames.
    pub fn idle(frames: u64) -> Script {
        Script {
            end: Place::frame(frames),
            ..Script::default()
        }
    }
}
