//! Measures the duration of a routine.

use debugger::Program;
use vcs::Step;

/// Collects the cycles of each pass of a routine.
#[derive(Debug)]
pub struct Passes {
    start: u16,
    ends: Ends,
    /// The cycle and the stack pointer at the start of the pass in progress.
    open: Option<(u64, u8)>,
    /// The cycles of each complete pass.
    pub cycles: Vec<u64>,
}

/// The end of a pass, unless the next pass starts first.
#[derive(Debug)]
enum Ends {
    /// At an address.
    At(u16),
    /// Where the program leaves the routine without a call. The routine extends to the next global
    /// label.
    Outside(std::ops::Range<u16>),
}

impl Passes {
    /// Creates a measurement of the passes from `start` to `end`. Without `end`, measures the
    /// routine that begins at `start`.
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

    /// Records an instruction before it runs.
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
