//! Forward and backward steps.

use crate::{
    observe::{Fetched, Observer, Scout, observe},
    program::Program,
    source_line::SourceLine,
    timeline::Timeline,
};
use isa6502::Mnemonic;
use std::{fmt, str::FromStr};
use vcs::{Machine, Place, Step};

/// The unit of a step. Each unit has *stops*: the points at which a step may end. They are the same
/// in both directions, so N steps forward and then N steps back lead back to the start if the start
/// is a stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A color clock.
    Clock,
    /// A CPU cycle.
    Cycle,
    /// An instruction.
    Instruction,
    /// The start of a source line, including lines in macros.
    Line,
    /// The start of a source line. A macro call counts as one line.
    Macro,
    /// The first instruction of a scanline.
    Scanline,
    /// The first instruction of a frame.
    Frame,
}

const UNITS: [(&str, Unit); 7] = [
    ("clock", Unit::Clock),
    ("cycle", Unit::Cycle),
    ("instruction", Unit::Instruction),
    ("line", Unit::Line),
    ("macro", Unit::Macro),
    ("scanline", Unit::Scanline),
    ("frame", Unit::Frame),
];

impl FromStr for Unit {
    type Err = String;

    fn from_str(text: &str) -> Result<Unit, String> {
        let found = UNITS.iter().find(|(name, _)| *name == text);
        found.map(|(_, unit)| *unit).ok_or_else(|| {
            let names = UNITS.map(|(name, _)| name).join(", ");
            format!("`{text}` is not one of {names}")
        })
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = UNITS.iter().find(|(_, unit)| unit == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

/// How a step handles a subroutine call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Calls {
    /// The step enters the subroutine.
    #[default]
    Into,
    /// The subroutine runs as part of the step.
    Over,
}

/// Finds the stops of one unit.
#[derive(Debug, Clone)]
pub(crate) struct Stops {
    unit: Unit,
    calls: Calls,
    depth: Depth,
    /// The previous instruction, not counting those in calls that the step skips.
    previous: Option<Position>,
}

#[derive(Debug, Clone, Copy)]
struct Position {
    place: Place,
    line: Option<SourceLine>,
}

impl Stops {
    pub fn new(unit: Unit, calls: Calls) -> Stops {
        Stops {
            unit,
            calls,
            depth: Depth::default(),
            previous: None,
        }
    }

    /// Returns true if this instruction is a stop. An instruction in a call that the step skips is
    /// not a stop. If the previous instruction is unknown, returns `first`.
    fn is_stop(&mut self, program: &Program, fetched: &Fetched, first: bool) -> bool {
        self.depth.update(&fetched.step);
        if self.calls == Calls::Over && self.depth.calls() > 0 {
            return false;
        }
        let now = Position {
            place: fetched.step.place,
            line: self.line(program, fetched.machine, &fetched.step),
        };
        let Some(previous) = self.previous.replace(now) else {
            return first;
        };
        match self.unit {
            Unit::Clock | Unit::Cycle | Unit::Instruction => true,
            Unit::Line | Unit::Macro if !program.has_lines() => true,
            Unit::Line | Unit::Macro => match now.line {
                None => false,
                line => line != previous.line || self.begins_line(program, fetched),
            },
            Unit::Scanline => {
                (now.place.frame, now.place.scanline)
                    != (previous.place.frame, previous.place.scanline)
            }
            Unit::Frame => now.place.frame != previous.place.frame,
        }
    }

    fn line(&self, program: &Program, machine: &Machine, step: &Step) -> Option<SourceLine> {
        match self.unit {
            Unit::Line => Some(program.span(machine, step.registers.pc)?.line),
            Unit::Macro => Some(program.span(machine, step.registers.pc)?.outer_line()),
            _ => None,
        }
    }

    /// Returns true if the instruction is at the first byte of its line.
    fn begins_line(&self, program: &Program, fetched: &Fetched) -> bool {
        let pc = fetched.step.registers.pc;
        let Some(offset) = program.offset(fetched.machine, pc) else {
            return false;
        };
        let Some(span) = program.span_at(offset) else {
            return false;
        };
        let before = offset
            .checked_sub(1)
            .and_then(|before| program.span_at(before));
        match self.unit {
            Unit::Macro => before.is_none_or(|before| before.outer_line() != span.outer_line()),
            _ => span.offset == offset,
        }
    }
}

/// The call depth during a run, relative to its start.
#[derive(Debug, Clone, Default)]
struct Depth {
    /// The stack pointer before each call in progress.
    stack: Vec<u8>,
    last: Option<Step>,
    /// True if the previous instruction returned from a call that began before the run.
    returned_outside: bool,
}

impl Depth {
    fn update(&mut self, step: &Step) {
        let mnemonic = |step: Step| step.instruction.opcode().map(|opcode| opcode.mnemonic);
        let last = self.last.replace(*step);
        self.returned_outside = false;
        match last.and_then(mnemonic) {
            Some(Mnemonic::Jsr | Mnemonic::Brk) => {
                self.stack.extend(last.map(|last| last.registers.s));
            }
            Some(Mnemonic::Rts | Mnemonic::Rti) => self.returned_outside = self.stack.is_empty(),
            _ => {}
        }
        while self.stack.last().is_some_and(|s| step.registers.s >= *s) {
            self.stack.pop();
        }
    }

    fn calls(&self) -> usize {
        self.stack.len()
    }
}

/// The goal of a step forward.
#[derive(Debug, Clone)]
pub(crate) struct StepGoal {
    stops: Stops,
    /// The moment at which the step begins. The step does not stop at this moment.
    from: u64,
}

impl StepGoal {
    /// Creates the goal of a step that begins at moment `from` and place `place`.
    pub fn new(unit: Unit, calls: Calls, from: u64, place: Place) -> StepGoal {
        let mut stops = Stops::new(unit, calls);
        if matches!(unit, Unit::Scanline | Unit::Frame) {
            stops.previous = Some(Position { place, line: None });
        }
        StepGoal { stops, from }
    }

    /// Returns true if the step ends before this instruction.
    pub fn is_reached(&mut self, program: &Program, fetched: &Fetched) -> bool {
        let started = fetched.moment != self.from;
        self.stops.is_stop(program, fetched, started) && started
    }
}

/// Number of cycles, before the current moment, in which a backward step first searches for a stop.
/// If it finds none, longer searches follow.
const FIRST_SEARCH: u64 = 300;
/// Factor by which each search is longer than the previous one.
const SEARCH_GROWTH: u64 = 8;
/// [`FIRST_SEARCH`] for steps by frames: more cycles than a frame of 312 scanlines.
const FIRST_FRAME_SEARCH: u64 = 25_000;
/// A backward step over calls first searches only for stops outside calls. If it has searched more
/// than this many cycles (about ten frames) and found none, it also accepts a stop inside a call.
const MAX_SEARCH_OVER_CALLS: u64 = 200_000;

/// Returns the moment of the last stop before the current moment. Returns `None` if the timeline
/// contains no earlier stop, or if the search was interrupted.
pub(crate) fn last_stop(
    timeline: &Timeline,
    program: &Program,
    unit: Unit,
    calls: Calls,
    interrupted: &mut dyn FnMut() -> bool,
) -> Option<u64> {
    let (start, now) = (timeline.start(), timeline.moment());
    let mut search_cycles = match unit {
        Unit::Frame => FIRST_FRAME_SEARCH,
        Unit::Scanline => FIRST_SEARCH * 2,
        _ => FIRST_SEARCH,
    };
    let mut calls = calls;
    loop {
        let from = now.saturating_sub(search_cycles).max(start);
        let mut search = LastStop {
            stops: Stops::new(unit, Calls::Into),
            program,
            calls,
            from_start: from == start,
            levels: vec![None],
        };
        let mut scout = Scout::at(timeline, from);
        observe(&mut scout, now, &mut search);
        if calls == Calls::Over && timeline.present().at_instruction() {
            search.update_depth(&timeline.present().next_step());
        }
        if let Some(found) = search.found() {
            return Some(found);
        }
        if from == start && calls == Calls::Into || interrupted() {
            return None;
        }
        if search_cycles > MAX_SEARCH_OVER_CALLS || from == start {
            calls = Calls::Into;
        }
        search_cycles = search_cycles.saturating_mul(SEARCH_GROWTH);
    }
}

/// An observer that records the last stop at each call depth.
struct LastStop<'a> {
    stops: Stops,
    program: &'a Program,
    calls: Calls,
    from_start: bool,
    /// The moment of the most recent stop at each call level. Index 0 is outside all calls; the
    /// calls in progress follow, the outermost first.
    levels: Vec<Option<u64>>,
}

impl LastStop<'_> {
    /// Updates the call depth for the next instruction. If a call has just returned, drops its
    /// stops, so that the whole call counts as one step.
    fn update_depth(&mut self, next: &Step) {
        self.stops.depth.update(next);
        self.drop_ended_calls();
    }

    /// Drops the stops inside calls that have ended.
    fn drop_ended_calls(&mut self) {
        if self.calls == Calls::Into {
            return;
        }
        if self.stops.depth.returned_outside {
            // All earlier stops were in a call that has ended.
            self.levels = vec![None];
        }
        self.levels.resize(self.stops.depth.calls() + 1, None);
    }

    fn found(&self) -> Option<u64> {
        self.levels.iter().rev().find_map(|level| *level)
    }
}

impl Observer for LastStop<'_> {
    fn on_instruction(&mut self, fetched: &Fetched) -> bool {
        let first = self.from_start || self.stops.unit == Unit::Instruction;
        let stop = self.stops.is_stop(self.program, fetched, first);
        self.drop_ended_calls();
        if stop && let Some(level) = self.levels.last_mut() {
            *level = Some(fetched.moment);
        }
        false
    }
}

/// Returns the moment at which the current subroutine was called. This is the last time that the
/// JSR at address `site` ran with stack pointer `stack`.
pub(crate) fn moment_of_call(timeline: &Timeline, stack: u8, site: u16) -> Option<u64> {
    let (start, now) = (timeline.start(), timeline.moment());
    let mut search_cycles = FIRST_SEARCH;
    loop {
        let from = now.saturating_sub(search_cycles).max(start);
        let mut search = LastCall {
            stack,
            site,
            found: None,
        };
        observe(&mut Scout::at(timeline, from), now, &mut search);
        if search.found.is_some() || from == start {
            return search.found;
        }
        search_cycles = search_cycles.saturating_mul(SEARCH_GROWTH);
    }
}

struct LastCall {
    stack: u8,
    site: u16,
    found: Option<u64>,
}

impl Observer for LastCall {
    fn on_instruction(&mut self, fetched: &Fetched) -> bool {
        let registers = &fetched.step.registers;
        let is_call = fetched
            .step
            .instruction
            .opcode()
            .is_some_and(|opcode| opcode.mnemonic == Mnemonic::Jsr);
        if is_call && registers.s == self.stack && registers.pc & 0x1fff == self.site & 0x1fff {
            self.found = Some(fetched.moment);
        }
        false
    }
}
