//! Measures how long a routine takes.

use debugger::Program;
use vcs::Step;

/// Collects the number of cycles that each pass through a routine takes.
#[derive(Debug)]
pub struct Passes {
    start: u16,
    end: PassEnd,
    /// The cycle and the stack pointer at the start of the pass in progress.
    current: Option<(u64, u8)>,
    /// The number of cycles that each complete pass took.
    pub cycles: Vec<u64>,
}

/// The condition that ends a pass. A pass also ends when the next one starts.
#[derive(Debug)]
enum PassEnd {
    /// The program reaches this address.
    At(u16),
    /// The program leaves this range of addresses, other than by a call. The range is the routine,
    /// up to the next global label.
    Outside(std::ops::Range<u16>),
}

impl Passes {
    /// Starts to measure the passes from `start` to `end`. If `end` is `None`, measures the passes
    /// through the routine that begins at `start`.
    pub fn new(program: &Program, start: u16, end: Option<u16>) -> Passes {
        let start = start & 0x1fff;
        let end = match end {
            Some(end) => PassEnd::At(end & 0x1fff),
            None => {
                let labels = program.labels().iter();
                let global = labels.filter(|label| !label.name.contains('.'));
                let addresses = global.map(|label| label.address & 0x1fff);
                let next = addresses.filter(|address| *address > start).min();
                PassEnd::Outside(start..next.unwrap_or(0x2000))
            }
        };
        Passes {
            start,
            end,
            current: None,
            cycles: Vec::new(),
        }
    }

    /// Processes an instruction that is about to run.
    pub fn record(&mut self, step: &Step) {
        let pc = step.registers.pc & 0x1fff;
        if let Some((start_cycle, stack)) = self.current {
            let has_ended = match &self.end {
                PassEnd::At(end) => pc == *end,
                PassEnd::Outside(routine) => !routine.contains(&pc) && step.registers.s >= stack,
            };
            if has_ended || pc == self.start && step.registers.s >= stack {
                self.cycles.push(step.cycle - start_cycle);
                self.current = None;
            }
        }
        if pc == self.start && self.current.is_none() {
            self.current = Some((step.cycle, step.registers.s));
        }
    }
}
