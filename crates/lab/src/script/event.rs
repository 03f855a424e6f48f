//! The parts of a script: settings, and events in chronological order.

use super::expect::Expectation;
use crate::trace::Symbols;
use vcs::{Input, Place, PowerOn, cartridge::ArmOptions, input::SaveKeyMemory};

/// A parsed script: input over time, and expectations about the results.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The settings, and the input at power-on.
    pub setup: Setup,
    /// The events in chronological order. Loops are unrolled.
    pub events: Vec<Event>,
    /// The end of the run.
    pub end: Place,
}

/// The settings that precede the first place of a script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Setup {
    /// The cartridge: `bundled`, `bundled:NAME`, or a path relative to the script.
    pub cartridge: Option<String>,
    /// The SHA-256 that the image must have, in lower case.
    pub sha256: Option<String>,
    /// The name of the bank-switching scheme; `None` to detect the scheme.
    pub scheme: Option<String>,
    /// The options of the ARM processor, for a cartridge that has one.
    pub arm: ArmOptions,
    /// Television standard: `ntsc`, `pal`, `secam`, `ntsc50` or `pal60`.
    pub tv: Option<String>,
    /// Path, relative to the script, of the ELF file or linker map that the build of the ARM
    /// program produced.
    pub arm_symbols: Option<String>,
    /// Path of a symbol file, relative to the script.
    pub symbols: Option<String>,
    /// The state at power-on.
    pub power_on: PowerOn,
    /// The contents of the SaveKeys in the left and the right port at power-on.
    pub save_keys: [SaveKeyMemory; 2],
    /// The controllers and the positions of the switches at power-on.
    pub input: Input,
}

/// An action, and the place in the run at which it happens.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The place at which the action happens.
    pub place: Place,
    /// The action.
    pub action: Action,
    /// The command's position in the script's text.
    pub source: Source,
}

/// The position of a command in a script's text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// Line number, starting at 1.
    pub line: usize,
    /// For an expectation, the byte range of its value within the line. [`renew`](super::renew)
    /// replaces this range.
    pub value: std::ops::Range<usize>,
    /// Number of `|` lines that follow this line.
    pub block_lines: usize,
}

/// The effect of an event.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Replaces the whole input: all controllers and switches.
    Input(Input),
    /// Switches the console off and on again.
    PowerCycle,
    /// Saves the picture of the current frame under this file name.
    Snapshot(String),
    /// Checks an expectation.
    Expect(Expectation),
    /// Waits until an expectation holds. Later events are delayed by the number of frames spent
    /// waiting.
    Wait {
        /// The expectation, which is checked at the start of each instruction.
        until: Expectation,
        /// Number of frames after which the wait fails.
        within: u64,
    },
}

impl Script {
    /// Returns the maximum number of frames that a run can take: its length if every wait lasts as
    /// long as it may.
    pub fn max_frames(&self) -> u64 {
        let waits = self.events.iter().map(|event| match event.action {
            Action::Wait { within, .. } => within,
            _ => 0,
        });
        waits.fold(self.end.frame, u64::saturating_add)
    }

    /// Returns the symbols that the script uses but that are missing from `symbols`, each with the
    /// number of the line that uses it, sorted by line.
    pub fn unknown_symbols(&self, symbols: &Symbols) -> Vec<(usize, &str)> {
        let mut unknown = Vec::new();
        for event in &self.events {
            let expectation = match &event.action {
                Action::Expect(expectation) => expectation,
                Action::Wait { until, .. } => until,
                _ => continue,
            };
            let names = expectation.addresses().into_iter();
            let names = names.filter_map(|address| address.symbol.as_deref());
            let names = names.filter(|name| symbols.value(name).is_none());
            unknown.extend(names.map(|name| (event.source.line, name)));
        }
        // Every iteration of a loop has events from the same lines, so remove duplicates.
        unknown.sort();
        unknown.dedup();
        unknown
    }

    /// Returns a script without events that runs for `frames` frames.
    pub fn idle(frames: u64) -> Script {
        Script {
            end: Place::frame(frames),
            ..Script::default()
        }
    }
}
