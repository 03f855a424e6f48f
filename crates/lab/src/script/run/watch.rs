//! Tracks the lowest stack pointer and the cycles between two addresses, for the expectations about
//! them.

use super::super::{Action, Address, Expectation, Relation, Script};
use crate::trace::Symbols;
use std::collections::BTreeMap;
use vcs::Step;

/// The values that are updated at every instruction because the script's expectations need them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in super::super) struct Watch {
    stacks: Vec<Stack>,
    spans: Vec<Span>,
}

/// The lowest stack pointer, counting from frame `since` onward.
#[derive(Debug, Clone, PartialEq)]
struct Stack {
    since: u64,
    lowest: Option<LowestStack>,
}

/// The lowest stack pointer, and the first instruction that began with this stack pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct LowestStack {
    /// The stack pointer.
    pub s: u8,
    /// Address of the first instruction that began with this stack pointer.
    pub pc: u16,
    /// The frame in which this instruction began.
    pub frame: u64,
}

/// Two instructions, and the cycles that the program takes to get from one to the other. A pass is
/// one run of the program from the start of the first instruction to the start of the second.
#[derive(Debug, Clone, PartialEq)]
struct Span {
    ends: [Address; 2],
    since: u64,
    /// The two addresses, reduced to 13 bits; `None` if one of them is an unknown symbol.
    addresses: Option<[u16; 2]>,
    /// The cycle in which the current pass began; `None` if the program is not between the two
    /// instructions.
    pass_start: Option<u64>,
    /// The lengths of the passes in cycles, each with the frame in which the first pass of that
    /// length ended.
    lengths: BTreeMap<u64, u64>,
    /// True if an expectation with `!=` needs every length; false if the shortest and the longest
    /// are enough.
    keeps_all: bool,
}

impl Watch {
    /// Creates the watch for a script; `None` if none of the script's expectations needs one.
    pub fn new(script: &Script, symbols: &Symbols) -> Option<Box<Watch>> {
        let mut watch = Watch::default();
        for event in &script.events {
            match &event.action {
                Action::Expect(Expectation::Stack { since, .. }) => watch.add_stack(*since),
                Action::Expect(Expectation::Cycles {
                    from,
                    to,
                    since,
                    wanted,
                }) => {
                    let span = watch.span([from, to], *since, symbols);
                    span.keeps_all |= wanted.relation == Relation::Unequal;
                }
                _ => {}
            }
        }
        let is_empty = watch.stacks.is_empty() && watch.spans.is_empty();
        (!is_empty).then(|| Box::new(watch))
    }

    fn add_stack(&mut self, since: u64) {
        if !self.stacks.iter().any(|stack| stack.since == since) {
            self.stacks.push(Stack {
                since,
                lowest: None,
            });
        }
    }

    /// Returns the span with these ends. Adds it if it does not exist yet.
    fn span(&mut self, ends: [&Address; 2], since: u64, symbols: &Symbols) -> &mut Span {
        let existing = self.spans.iter().position(|span| span.matches(ends, since));
        let index = existing.unwrap_or_else(|| {
            let [from, to] = ends.map(|end| end.resolve(symbols));
            self.spans.push(Span {
                ends: ends.map(Address::clone),
                since,
                addresses: from.zip(to).map(|(from, to)| [from & 0x1fff, to & 0x1fff]),
                pass_start: None,
                lengths: BTreeMap::new(),
                keeps_all: false,
            });
            self.spans.len() - 1
        });
        &mut self.spans[index]
    }

    /// Records an instruction that is about to run.
    #[inline]
    pub fn step(&mut self, step: &Step) {
        let frame = step.place.frame;
        for stack in &mut self.stacks {
            stack.step(step, frame);
        }
        for span in &mut self.spans {
            span.step(step, frame);
        }
    }

    /// Abandons the passes in progress, because a power cycle sets the cycle count back to 0.
    pub fn power_cycle(&mut self) {
        for span in &mut self.spans {
            span.pass_start = None;
        }
    }

    /// Returns the lowest stack pointer from frame `since` onward; `None` if no instruction has run
    /// since then.
    pub fn lowest_stack(&self, since: u64) -> Option<LowestStack> {
        let stack = self.stacks.iter().find(|stack| stack.since == since);
        stack.and_then(|stack| stack.lowest)
    }

    /// Returns the lengths in cycles of the passes from one instruction to another, counting from
    /// frame `since` onward: all lengths if an expectation with `!=` needs them, otherwise the
    /// shortest and the longest. Each comes with the frame in which the first pass of that length
    /// ended.
    pub fn pass_lengths(&self, ends: [&Address; 2], since: u64) -> Option<&BTreeMap<u64, u64>> {
        let span = self.spans.iter().find(|span| span.matches(ends, since))?;
        Some(&span.lengths)
    }
}

impl Stack {
    #[inline]
    fn step(&mut self, step: &Step, frame: u64) {
        let s = step.registers.s;
        let is_lower = self.lowest.is_none_or(|lowest| s < lowest.s);
        if frame >= self.since && is_lower {
            let pc = step.registers.pc;
            self.lowest = Some(LowestStack { s, pc, frame });
        }
    }
}

impl Span {
    fn matches(&self, ends: [&Address; 2], since: u64) -> bool {
        self.ends.each_ref() == ends && self.since == since
    }

    #[inline]
    fn step(&mut self, step: &Step, frame: u64) {
        let Some([from, to]) = self.addresses else {
            return;
        };
        let pc = step.registers.pc & 0x1fff;
        if pc == to
            && let Some(start) = self.pass_start.take()
        {
            self.add_pass(step.cycle - start, frame);
        }
        if pc == from && frame >= self.since {
            self.pass_start = Some(step.cycle);
        }
    }

    fn add_pass(&mut self, cycles: u64, frame: u64) {
        self.lengths.entry(cycles).or_insert(frame);
        if !self.keeps_all
            && self.lengths.len() == 3
            && let Some(middle) = self.lengths.keys().nth(1).copied()
        {
            self.lengths.remove(&middle);
        }
    }
}
