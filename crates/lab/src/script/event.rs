//! The parts of a script: settings, and events in chronological order.

use super::expect::Expectation;
use crate::trace::Symbols;
use vcs::{Input, Place, PowerOn, cartridge::ArmOptions, input::SaveKeyMemory};

/// Input over time, and expectations about the results.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Script {
    /// The settings, and the input at power-on.
    pub setup: Setup,
    /// The events in chronological order. Loops are unrolled.
    pub events: Vec<Event>,
    /// The end of the run.
    pub end: Place,
}

/// The settings before the first place of a script.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Setup {
    /// The cartridge: `bundled`, `bundled:NAME`, or a path relative to the script.
    pub cartridge: Option<String>,
    /// The required SHA-256 of the image, in lower case.
    pub sha256: Option<String>,
    /// The name of the bank-switch scheme; `None` to detect the scheme.
    pub scheme: Option<String>,
    /// The options of the ARM processor, if the cartridge has one.
    pub arm: ArmOptions,
    /// Television standard: `ntsc`, `pal`, `secam`, `ntsc50` or `pal60`.
    pub tv: Option<String>,
    /// Path of the ELF file or linker map from the build of the ARM program, relative to the
    /// script.
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

/// An action, and the place in the run where it happens.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The time of the action.
    pub place: Place,
    /// The action at this place.
    pub action: Action,
    /// The position of the command in the script's text.
    pub source: Source,
}

/// The position of a command in a script's text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Source {
    /// Line, from 1.
    pub line: usize,
    /// Range of bytes, within this line, of an expectation's value; [`renew`](super::renew)
    /// replaces them.
    pub value: std::ops::Range<usize>,
    /// Number of `|` lines that follow this line.
    pub block_lines: usize,
}

/// The action of an event.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Replaces the whole input: all controllers and switches.
    Input(Input),
    /// Switches the console off and on again.
    PowerCycle,
    /// Saves the picture of the current frame as a file of this name.
    Snapshot(String),
    /// Checks an expectation.
    Expect(Expectation),
    /// Waits until an expectation holds. Later places count from the frame in which the wait ends.
    Wait {
        /// The expectation, which is checked at the start of each instruction.
        until: Expectation,
        /// Number of frames after which the wait fails.
        within: u64,
    },
}

impl Script {
    /// Returns the maximum number of frames of a run, in which every wait lasts as long as its
    /// limit allows.
    pub fn longest(&self) -> u64 {
        let waits = self.events.iter().map(|event| match event.action {
            Action::Wait { within, .. } => within,
            _ => 0,
        });
        waits.fold(self.end.frame, u64::saturating_add)
    }

    /// Returns the line and the name of each symbol in the script that `symbols` lacks, in the
    /// order of the lines.
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
        // Remove duplicates: each iteration of a loop has events with the same lines.
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
