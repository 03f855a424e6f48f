//! The breakpoints requested by the client.

use debugger::WatchKind;
use serde_json::Value;
use std::{collections::HashMap, ops::RangeInclusive};

/// The breakpoints that the client has set.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    /// The breakpoints by source path; those of other kinds by `function`, `instruction` and
    /// `data`.
    pub sets: HashMap<String, Vec<Set>>,
    /// The last exception: its trap and text.
    pub exception: Option<(String, String)>,
}

/// A breakpoint in the form of the client's request.
#[derive(Debug, Clone)]
pub(super) struct Set {
    /// The number of the breakpoint, even if it has no place in the program.
    pub id: u32,
    pub target: Target,
    /// The client's request.
    pub request: Value,
}

/// The requested place.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Line(String, u32),
    Function(String),
    Instruction(u16, Option<usize>),
    Data(RangeInclusive<u16>, WatchKind),
}

pub(super) const FUNCTION: &str = "function";
pub(super) const INSTRUCTION: &str = "instruction";
pub(super) const DATA: &str = "data";

impl Breakpoints {
    /// Returns the kind of a breakpoint, as the reason for a stop.
    pub fn kind(&self, id: u32) -> &'static str {
        let has = |key: &str| {
            let set = self.sets.get(key);
            set.is_some_and(|set| set.iter().any(|set| set.id == id))
        };
        match () {
            () if has(FUNCTION) => "function breakpoint",
            () if has(INSTRUCTION) => "instruction breakpoint",
            () if has(DATA) => "data breakpoint",
            () => "breakpoint",
        }
    }
}
