//! The breakpoints that the client has requested.

use debugger::WatchKind;
use serde_json::Value;
use std::{collections::HashMap, ops::RangeInclusive};

/// The breakpoints that the client has requested, and the last exception.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    /// The breakpoints by key: `source PATH` for the lines of a source, or `function`,
    /// `instruction` or `data`.
    pub requested: HashMap<String, Vec<RequestedBreakpoint>>,
    /// The name and the message of the trap that stopped the machine; `None` if none did.
    pub exception: Option<(String, String)>,
}

/// A breakpoint that the client has requested.
#[derive(Debug, Clone)]
pub(super) struct RequestedBreakpoint {
    /// The number of the breakpoint. Even a breakpoint that could not be placed in the program has
    /// one.
    pub id: u32,
    pub target: Target,
    /// The breakpoint as the client requested it, with its conditions.
    pub request: Value,
}

/// The requested place: a line of a source, a label, an address with its bank, or a range of data.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Line(String, u32),
    Function(String),
    Instruction(u16, Option<usize>),
    Data(RangeInclusive<u16>, WatchKind),
}

// Keys of `Breakpoints::requested`.
pub(super) const FUNCTION: &str = "function";
pub(super) const INSTRUCTION: &str = "instruction";
pub(super) const DATA: &str = "data";

impl Breakpoints {
    /// Returns the kind of the breakpoint with this number, as one of the protocol's stop reasons.
    pub fn kind(&self, id: u32) -> &'static str {
        let has = |key: &str| {
            let requested = self.requested.get(key);
            requested.is_some_and(|list| list.iter().any(|breakpoint| breakpoint.id == id))
        };
        match () {
            () if has(FUNCTION) => "function breakpoint",
            () if has(INSTRUCTION) => "instruction breakpoint",
            () if has(DATA) => "data breakpoint",
            () => "breakpoint",
        }
    }
}
