//! The recorded past of a machine: its state at the start, and the changes made from outside the
//! program since then. With these, the debugger can repeat the run to answer questions about it.

use debugger::{Debugger, Edit, Program, Takeover};
use lab::script::Script;
use std::sync::Arc;
use vcs::Machine;

/// Maximum number of changes to keep. The next change discards them all, and the history starts
/// again after it.
const MAX_EDITS: usize = 1 << 20;

/// The machine at the start of a run, and the changes made from outside the program since then.
#[derive(Debug, Clone)]
pub struct History {
    start: Arc<Machine>,
    edits: Vec<(u64, Edit)>,
}

impl History {
    /// Creates a history that begins with this machine.
    pub fn from(machine: &Machine) -> History {
        History {
            start: Arc::new(machine.clone()),
            edits: Vec::new(),
        }
    }

    /// Records a change that has just been made to a machine.
    pub fn record(&mut self, machine: &Machine, edit: Edit) {
        if self.edits.len() < MAX_EDITS {
            self.edits.push((machine.cycles(), edit))
        } else {
            *self = History::from(machine)
        }
    }

    /// Returns the first cycle of the history.
    pub fn first_cycle(&self) -> u64 {
        self.start.cycles()
    }

    /// Returns a debugger that has repeated the run up to the cycle `now`.
    pub fn debugger(&self, program: Program, now: u64) -> Debugger {
        let mut script = Script::default();
        script.setup.power_on = self.start.power_on();
        let takeover = Takeover {
            cartridge: self.start.cartridge().clone(),
            script: Some(Arc::new(script)),
            past: Vec::new(),
            now: (*self.start).clone(),
        };
        let mut debugger = Debugger::take_over(takeover, program);
        for (cycle, edit) in &self.edits {
            debugger.go_to(*cycle);
            debugger.edit(edit.clone());
        }
        debugger.go_to(now);
        debugger
    }
}
