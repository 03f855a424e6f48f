//! Measures how long a routine takes.

use debugger::Program;
use vcs::Step;

/// Collects the number of cycles that each pass through a routine takes.
#[derive(Debug)]
pub struct Passes {
    start: u16,
    ends: Ends,
    /// The cycle and the stack pointer at the start of the pass in progress.
    open: Option<(u64, u8)>,
    /// The number of cycles that each complete pass took.
    pub cycles: Vec<u64>,
}

/// The condition that ends a pass. A pass also ends when the next one starts.
#[derive(Debug)]
enum Ends {
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
        let ends = match end {
            Some(end) => Ends::At(end & 0x1fff),
            None => {
                let labels = program.labels().iter();
                let global = labels.filter(|label| !label.name.contains('.'));
                let addresses = global.map(|label| label.address & 0x1fff);
                let next = addresses.filter(|address| *address > start).min();
                Ends::Outside(start..next.unwrap_or(0x2000))
            }
        };
        Passes {
            start,
            ends,
            open: None,
            cycles: Vec::new(),
        }
    }

    /// Processes an instruction that is about to run.
    pub fn record(&mut self, step: &Step) {
        let pc = step.registers.pc & 0x1fff;
        if let Some((since, stack)) = self.open {
            let over = match &self.ends {
                Ends::At(end) => pc == *end,
                Ends::Outside(routine) => !routine.contains(&pc) && step.registers.s >= stack,
            };
            if over || pc == self.start && step.registers.s >= stack {
                self.cycles.push(step.cycle - since);
                self.open = None;
            }
        }
        if pc == self.start && self.open.is_none() {
            self.open = Some((step.cycle, step.registers.s));
        }
    }
}
