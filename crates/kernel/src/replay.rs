//! A TIA that repeats the recorded accesses, with one write moved to a different cycle.

use crate::recording::Access;
use vcs::{place::CLOCKS_PER_CYCLE, television::Television, tia::Tia};

/// A TIA, with the pixels that it has drawn so far.
#[derive(Debug, Clone)]
pub(crate) struct Replay {
    pub tia: Tia,
    television: Television,
    /// The byte that the last access read from the TIA; `None` if it did not read the TIA.
    pub data_read: Option<u8>,
}

/// A write that is moved to another cycle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MovedWrite {
    pub register: u8,
    pub data: u8,
    /// The cycle in which the program really makes the write.
    pub from: usize,
    /// The cycle that the write is moved to; `None` to leave it out.
    pub to: Option<usize>,
}

impl MovedWrite {
    /// Returns true if the moved write comes before any write that the program itself makes in the
    /// new cycle. The two writes keep their original order, so this is true for a move to a later
    /// cycle.
    pub fn precedes_program_write(&self) -> bool {
        self.to.is_some_and(|to| to > self.from)
    }
}

impl Replay {
    pub fn new(tia: Tia) -> Replay {
        Replay {
            tia,
            television: Television::default(),
            data_read: None,
        }
    }

    /// Runs the color clocks of a cycle that come before its access.
    pub fn run_clocks(&mut self) {
        self.tia.run(CLOCKS_PER_CYCLE.into(), &mut self.television);
    }

    /// Performs the recorded access at the end of a cycle.
    pub fn access(&mut self, access: &Access) {
        self.data_read = access
            .tia_read()
            .map(|register| self.tia.read(register, access.previous_data));
        if let Some((register, data)) = access.tia_write() {
            self.tia.write(register, data);
        }
    }

    /// Performs the access at the end of cycle `index`, but leaves the moved write out in its
    /// original cycle and adds it in its new cycle.
    pub fn access_with_moved_write(&mut self, index: usize, access: &Access, moved: &MovedWrite) {
        let lands = moved.to == Some(index);
        if lands && moved.precedes_program_write() && access.write {
            self.tia.write(moved.register, moved.data);
        }
        if index != moved.from {
            self.access(access);
        } else {
            self.data_read = None;
        }
        if lands && !(moved.precedes_program_write() && access.write) {
            self.tia.write(moved.register, moved.data);
        }
    }

    /// Returns the pixels drawn so far.
    pub fn pixels(&self) -> &[u8] {
        self.television.pixels_so_far()
    }
}
