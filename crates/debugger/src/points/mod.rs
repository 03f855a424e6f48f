//! Breakpoints, watchpoints and log points.

mod hits;
mod watch;

pub use hits::HitRule;
pub(crate) use watch::address_name;
pub use watch::{Watch, WatchKind};

use crate::{
    evaluate::notes,
    observe::{Accessed, Fetched},
    program::Program,
    template::Template,
};
use isa6502::Mnemonic;
use lab::trace::Condition;
use std::collections::HashMap;
use vcs::{Machine, Step};
use watch::describe;

/// The place of a breakpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// Before every instruction. This is useful only with a condition.
    Anywhere,
    /// Before the instructions at these offsets in the image, for a source line or a label.
    Offsets(Vec<usize>),
    /// Before the instruction at a 13-bit address, in any bank or in one bank.
    Address(u16, Option<usize>),
    /// Before every instruction with this mnemonic.
    Opcode(Mnemonic),
    /// After an instruction that makes a watched access.
    Watch(Watch),
}

/// A breakpoint.
#[derive(Debug, Clone)]
pub struct Point {
    /// The number, from 1. Numbers of removed breakpoints are not reused.
    pub id: u32,
    /// The place.
    pub spot: Spot,
    /// The place as the user wrote it, such as `kernel.asm:40` or `write GRP0`.
    pub text: String,
    /// The condition that must be true for a hit, both as text and parsed.
    pub condition: Option<(String, Condition)>,
    /// The rule that decides which hits stop the program; `None` for all hits.
    pub rule: Option<HitRule>,
    /// The message to log instead of stopping.
    pub log: Option<Template>,
    /// True if the breakpoint is removed after its first stop.
    pub once: bool,
    /// True if the breakpoint is enabled.
    pub enabled: bool,
    /// Number of hits so far.
    pub hits: u64,
    /// The times of the hits, recorded only if there is a rule.
    moments: Vec<u64>,
}

impl Point {
    /// Creates a breakpoint that always stops.
    pub fn new(spot: Spot, text: impl Into<String>) -> Point {
        Point {
            id: 0,
            spot,
            text: text.into(),
            condition: None,
            rule: None,
            log: None,
            once: false,
            enabled: true,
            hits: 0,
            moments: Vec::new(),
        }
    }

    /// Returns notes about the breakpoint's expressions, one per line.
    pub fn notes(&self) -> String {
        let condition = self.condition.iter().map(|(_, condition)| condition);
        let log = self.log.iter().flat_map(Template::expressions);
        notes(condition.chain(log))
    }

    /// Returns the breakpoint as one line of text.
    pub fn describe(&self) -> String {
        let mut text = self.text.clone();
        if let Some((condition, _)) = &self.condition {
            text += &format!(" if {condition}");
        }
        if let Some(rule) = &self.rule {
            text += &format!(" hits {rule}");
        }
        if let Some(log) = &self.log {
            text += &format!(" log {log}");
        }
        text
    }
}

/// The breakpoint that stopped the machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The breakpoint's number.
    pub id: u32,
    /// A description of the access, for a watchpoint.
    pub access: Option<String>,
}

/// All breakpoints.
#[derive(Debug, Clone, Default)]
pub struct Points {
    list: Vec<Point>,
    last_id: u32,
    /// Logged messages that the caller has not fetched yet.
    log: Vec<String>,
    /// The last known values at the addresses that [`WatchKind::Change`] watches.
    last_values: HashMap<u16, u8>,
    /// The instruction in progress, for the conditions of watchpoints.
    step: Option<Step>,
}

impl Points {
    /// Adds a breakpoint and assigns its number.
    pub fn add(&mut self, mut point: Point) -> u32 {
        self.last_id += 1;
        point.id = self.last_id;
        self.list.push(point);
        self.last_id
    }

    /// Removes the breakpoint with this number. Returns false if there is none.
    pub fn remove(&mut self, id: u32) -> bool {
        let before = self.list.len();
        self.list.retain(|point| point.id != id);
        self.list.len() != before
    }

    /// Removes the temporary breakpoint of a run, and frees its number.
    pub(crate) fn remove_temporary(&mut self, id: u32) {
        self.remove(id);
        self.last_id -= u32::from(self.last_id == id);
    }

    /// Removes all breakpoints.
    pub fn clear(&mut self) {
        self.list.clear();
    }

    /// Returns all breakpoints, by number.
    pub fn list(&self) -> &[Point] {
        &self.list
    }

    /// Returns the breakpoint with this number.
    pub fn get_mut(&mut self, id: u32) -> Option<&mut Point> {
        self.list.iter_mut().find(|point| point.id == id)
    }

    /// Returns true if any breakpoint is enabled.
    pub fn are_armed(&self) -> bool {
        self.list.iter().any(|point| point.enabled)
    }

    /// Removes and returns the messages that log points have written since the last call.
    pub fn take_log(&mut self) -> Vec<String> {
        std::mem::take(&mut self.log)
    }

    /// Prepares a run that begins at `moment`. Records the current values at the addresses that
    /// [`WatchKind::Change`] watches. For breakpoints with a rule, drops the hits after `moment`,
    /// because the run will repeat them.
    pub(crate) fn prepare(&mut self, machine: &Machine, moment: u64) {
        self.last_values.clear();
        self.step = None;
        for point in self.list.iter_mut().filter(|point| point.rule.is_some()) {
            point.moments.retain(|hit| *hit <= moment);
            point.hits = point.moments.len() as u64;
        }
        for point in self.list.iter().filter(|point| point.enabled) {
            if let Spot::Watch(watch) = &point.spot
                && watch.kind == WatchKind::Change
            {
                self.last_values.extend(watch.known_values(machine));
            }
        }
    }

    /// Records the instruction in progress without stopping at it.
    pub(crate) fn record_instruction(&mut self, fetched: &Fetched) {
        self.step = Some(fetched.step);
    }

    /// Returns the breakpoints that stop before this instruction. If `counts_hits` is true, also
    /// counts and logs their hits. In a backward run, `counts_hits` is false, and hit rules stop at
    /// the same hits as in the forward run.
    pub(crate) fn hits_before_instruction(
        &mut self,
        program: &Program,
        fetched: &Fetched,
        counts_hits: bool,
    ) -> Vec<Hit> {
        self.step = Some(fetched.step);
        let pc = fetched.step.registers.pc;
        let mut offset = None;
        let mut hits = Vec::new();
        for point in self.list.iter_mut().filter(|point| point.enabled) {
            let is_here = match &point.spot {
                Spot::Anywhere => true,
                Spot::Offsets(offsets) => {
                    let offset = offset.get_or_insert_with(|| program.offset(fetched.machine, pc));
                    offset.is_some_and(|offset| offsets.contains(&offset))
                }
                Spot::Address(address, bank) => {
                    pc & 0x1fff == *address && bank.is_none_or(|bank| bank == fetched.step.bank)
                }
                Spot::Opcode(mnemonic) => {
                    let opcode = fetched.step.instruction.opcode();
                    opcode.is_some_and(|opcode| opcode.mnemonic == *mnemonic)
                }
                Spot::Watch(_) => false,
            };
            if is_here
                && point.handle_arrival(
                    fetched.machine,
                    &fetched.step,
                    (fetched.moment, counts_hits),
                    &mut self.log,
                )
            {
                hits.push(Hit {
                    id: point.id,
                    access: None,
                });
            }
        }
        hits
    }

    /// Returns the watchpoints that stop because of this access.
    pub(crate) fn hits_at_access(
        &mut self,
        program: &Program,
        accessed: &Accessed,
        counts_hits: bool,
    ) -> Vec<Hit> {
        let Some(step) = self.step else {
            return Vec::new();
        };
        let address = accessed.address();
        let before = self.last_values.get(&address).copied();
        let mut hits = Vec::new();
        for point in self.list.iter_mut().filter(|point| point.enabled) {
            let Spot::Watch(watch) = &point.spot else {
                continue;
            };
            if watch.matches(&accessed.cycle, address, before)
                && point.handle_arrival(
                    accessed.machine,
                    &step,
                    (accessed.moment, counts_hits),
                    &mut self.log,
                )
            {
                hits.push(Hit {
                    id: point.id,
                    access: Some(describe(program, accessed, address, before, &step)),
                });
            }
        }
        if accessed.cycle.write
            && let Some(value) = self.last_values.get_mut(&address)
        {
            *value = accessed.cycle.data;
        }
        hits
    }

    /// Removes each breakpoint in `hits` that stops only once.
    pub(crate) fn remove_one_shots(&mut self, hits: &[u32]) {
        self.list
            .retain(|point| !(point.once && hits.contains(&point.id)));
    }
}

impl Point {
    /// Resets the hit count, and discards the moments of the hits.
    pub(crate) fn forget_hits(&mut self) {
        self.hits = 0;
        self.moments.clear();
    }

    /// Handles the machine's arrival at the breakpoint's place. Returns true if the breakpoint
    /// stops the machine. If `counts_hits` is true, also counts the hit and logs the message.
    fn handle_arrival(
        &mut self,
        machine: &Machine,
        step: &Step,
        (moment, counts_hits): (u64, bool),
        log: &mut Vec<String>,
    ) -> bool {
        let holds = |(_, condition): &(String, Condition)| condition.holds(machine, step);
        if !self.condition.as_ref().is_none_or(holds) {
            return false;
        }
        if !counts_hits {
            let has_stopped = |rule: HitRule| {
                let index = self.moments.binary_search(&moment);
                index.is_ok_and(|index| rule.stops(index as u64 + 1))
            };
            return self.log.is_none() && self.rule.is_none_or(has_stopped);
        }
        self.hits += 1;
        if let Some(rule) = self.rule {
            self.moments.push(moment);
            if !rule.stops(self.hits) {
                return false;
            }
        }
        match &self.log {
            Some(template) => {
                log.push(template.fill(machine, step));
                false
            }
            None => true,
        }
    }
}
