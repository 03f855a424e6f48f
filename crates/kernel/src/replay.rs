//! A chip that repeats recorded accesses, with one write in another cycle.

use crate::recording::Access;
use vcs::{place::CLOCKS_PER_CYCLE, television::Television, tia::Tia};

/// A TIA with the pixels that it has made.
#[derive(Debug, Clone)]
pub(crate) struct Replay {
    pub tia: Tia,
    television: Television,
    /// The bytes that the last access read, if it read the TIA.
    pub read: Option<u8>,
}

/// A write that is moved.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moved {
    pub register: u8,
    pub data: u8,
    /// The cycle in which the program made it.
    pub from: usize,
    /// The cycle in which the write lands now; `None` if it is left out.
    pub to: Option<usize>,
}

impl Moved {
    /// True if the moved write comes before another write in the same cycle. Two writes keep their
    /// order until the moved one has passed the cycle of the other.
    pub fn is_first(&self) -> bool {
        self.to.is_some_and(|to| to > self.from)
    }
}

impl Replay {
    pub fn new(tia: Tia) -> Replay {
        Replay {
            tia,
            television: Television::default(),
            read: None,
        }
    }

    /// Runs the clocks of a cycle, before its access.
    pub fn run_clocks(&mut self) {
        self.tia.run(CLOCKS_PER_CYCLE.into(), &mut self.television);
    }

    /// Makes the recorded access at the end of a cycle.
    pub fn access(&mut self, access: &Access) {
        self.read = access
            .tia_read()
            .map(|register| self.tia.read(register, access.before));
        if let Some((register, data)) = access.tia_write() {
            self.tia.write(register, data);
        }
    }

    /// Makes the access at the end of cycle `index`, with one write moved.
    pub fn access_moved(&mut self, index: usize, access: &Access, moved: &Moved) {
        let lands = moved.to == Some(index);
        if lands && moved.is_first() && access.write {
            self.tia.write(moved.register, moved.data);
        }
        if index != moved.from {
            self.access(access);
        } else {
            self.read = None;
        }
        if lands && !(moved.is_first() && access.write) {
            self.tia.write(moved.register, moved.data);
        }
    }

    /// Returns the pixels so far.
    pub fn pixels(&self) -> &[u8] {
        self.television.pixels_so_far()
    }
}
