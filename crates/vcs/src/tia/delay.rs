//! The table of write delays, and the queue of delayed writes.
//!
//! A write lands at the end of its cycle, after the third color clock. Delays are counted from
//! there. Writes to most registers take effect immediately, without a delay in this table, although
//! the picture shows the effect later. This is because the output of an object passes through a
//! latch (one clock), because a playfield bit is read two clocks before its group of pixels, and
//! because an object starts a few clocks after its reset. Three delays are not in the table: VBLANK
//! blanks the picture one clock late (`Tia::vblank`), `Revision::late_vdel_copy` is handled in
//! `Tia::copy_delayed`, and `Revision::vdel_delay` in `Tia::vdel`.

use super::{
    Revision,
    registers::write::{COLUBK, COLUPF, PF0, PF2, RSYNC},
};
use serde::{Deserialize, Serialize};

/// The pseudo-register for a pending copy of GRP0 to the delayed GRP0. A write to GRP1 causes it.
pub(crate) const COPY_P0: u8 = 0x40;
/// The pseudo-register for a pending copy of GRP1 to the delayed GRP1. A write to GRP0 causes it.
pub(crate) const COPY_P1: u8 = 0x41;
/// The pseudo-register for a pending copy of ENABL to the delayed ENABL. A write to GRP1 causes it.
pub(crate) const COPY_BL: u8 = 0x42;

/// Number of color clocks from the end of the cycle that writes to RSYNC to the start of the new
/// line.
pub(crate) const RSYNC_CLOCKS: u8 = 3;

/// Returns the number of color clocks from the end of the cycle that writes to a register until the
/// write takes effect.
pub(crate) fn delay(register: u8, revision: &Revision) -> u8 {
    match register {
        // The new line starts one cycle after the end of the write. Sources: the netlist, and a
        // console report (test programs) that found the same delay. Shown by the test vectors
        // `rsync_*`.
        RSYNC => RSYNC_CLOCKS,
        // `pf_delay` includes the two clocks that the playfield's own circuit adds.
        PF0..=PF2 => revision.pf_delay.saturating_sub(2),
        COLUPF => revision.colupf_delay,
        COLUBK => revision.colubk_delay,
        _ => 0,
    }
}

/// The pending writes. Three slots are enough, because there is at most one write every three
/// clocks, and no delay is longer than six clocks.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Queue {
    slots: [Option<Delayed>; 3],
}

/// A pending write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Delayed {
    clocks: u8,
    register: u8,
    data: u8,
}

impl Queue {
    /// Returns true if no write is pending.
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.iter().all(Option::is_none)
    }

    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.slots
            .iter()
            .flatten()
            .all(|delayed| match delayed.register {
                RSYNC => (1..=RSYNC_CLOCKS).contains(&delayed.clocks),
                _ => (1..=6).contains(&delayed.clocks),
            })
    }

    /// Adds a write that will take effect after `clocks` (1..=6) color clocks.
    pub(crate) fn push(&mut self, clocks: u8, register: u8, data: u8) {
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(Delayed {
                clocks,
                register,
                data,
            });
        }
    }

    /// Ends a color clock. Returns the register and data of the write that takes effect now.
    pub(crate) fn tick(&mut self) -> Option<(u8, u8)> {
        let mut due = None;
        for slot in &mut self.slots {
            if let Some(delayed) = slot {
                delayed.clocks -= 1;
                if delayed.clocks == 0 {
                    due = Some((delayed.register, delayed.data));
                    *slot = None;
                }
            }
        }
        due
    }

    /// Returns the number of clocks until RSYNC starts a new line; `None` if no write to RSYNC is
    /// pending.
    pub(crate) fn clocks_to_rsync(&self) -> Option<u8> {
        if self.is_empty() {
            None
        } else {
            self.clocks_until(RSYNC)
        }
    }

    /// Returns the number of clocks until the pending write to `register` takes effect; `None` if
    /// none is pending.
    pub(crate) fn clocks_until(&self, register: u8) -> Option<u8> {
        self.slots
            .iter()
            .flatten()
            .find(|delayed| delayed.register == register)
            .map(|delayed| delayed.clocks)
    }
}
