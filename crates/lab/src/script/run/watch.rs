//! Tracks the lowest stack pointer and the cycles between two addresses, for the expectations about
//! them.

use super::super::{Action, Address, Expectation, Script};
use crate::trace::Symbols;
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
    cycle_range: Option<CycleRange>,
}

/// The shortest and the longest pass between two instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) struct CycleRange {
    /// The lengths of the shortest and of the longest pass, in cycles.
    pub cycles: [u64; 2],
    /// The frames in which the shortest and the longest pass ended.
    pub frames: [u64; 2],
}

impl Watch {
    /// Creates the watch for a script; `None` if none of the script's expectations needs one.
    pub fn new(script: &Script, symbols: &Symbols) -> Option<Box<Watch>> {
        let mut watch = Watch::default();
        for event in &script.events {
            match &event.action {
                Action::Expect(Expectation::Stack { since, .. }) => watch.add_stack(*since),
                Action::Expect(Expectation::Cycles {
                    from, to, since, ..
                }) => watch.add_span([from, to], *since, symbols),
                _ => {}
            }
        }
        let is_empty = watch.stacks.is_empty() && watch.spans.is_empty();
        (!is_empty).then(|| Box::new(watch))
    }

    fn add_stack(&mut self, since: u64) {
        if !self.stacks.iter().any(|stack| stack.since == since) {
            let lowest = None;
            self.stacks.push(Stack { since, lowest });
        }
    }

    fn add_span(&mut self, [from, to]: [&Address; 2], since: u64, symbols: &Symbols) {
        let ends = [from.clone(), to.clone()];
        if self
            .spans
            .iter()
            .any(|span| span.ends == ends && span.since == since)
        {
            return;
        }
        let addresses = from.resolve(symbols).zip(to.resolve(symbols));
        self.spans.push(Span {
            ends,
            since,
            addresses: addresses.map(|(from, to)| [from & 0x1fff, to & 0x1fff]),
            pass_start: None,
            cycle_range: None,
        });
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

    /// Returns the shortest and the longest pass from one instruction to another from frame `since`
    /// onward; `None` if there was no pass.
    pub fn cycle_range(&self, ends: [&Address; 2], since: u64) -> Option<CycleRange> {
        let matches = |span: &&Span| span.ends.each_ref() == ends && span.since == since;
        self.spans.iter().find(matches)?.cycle_range
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
        let range = self.cycle_range.get_or_insert(CycleRange {
            cycles: [cycles; 2],
            frames: [frame; 2],
        });
        if cycles < range.cycles[0] {
            (range.cycles[0], range.frames[0]) = (cycles, frame);
        }
        if cycles > range.cycles[1] {
            (range.cycles[1], range.frames[1]) = (cycles, frame);
        }
    }
}
