//! The table of write delays, and the queue of delayed writes.
//!
//! A write lands at the end of its cycle, after its third color clock; delays count from there.
//! Most registers act immediately: the screen shows the effect later only because an object's
//! output passes a latch (one clock), a playfield bit is read two clocks before its group, and an
//! object starts a few clocks after its reset. Three delays are not in the table: VBLANK blanks one
//! clock late (`Tia::vblank`), and `Revision::late_vdel_copy` and `vdel_delay` act in
//! `Tia::copy_delayed` and `Tia::vdel`.

use super::{
    Revision,
    registers::write::{COLUBK, COLUPF, PF0, PF2, RSYNC},
};
use serde::{Deserialize, Serialize};

/// The pseudo-register of a pending copy of GRP0 into its delayed register, caused by a write to
/// GRP1.
pub(crate) const COPY_P0: u8 = 0x40;
/// The pseudo-register of a pending copy of GRP1 into its delayed register, caused by a write to
/// GRP0.
pub(crate) const COPY_P1: u8 = 0x41;
/// The pseudo-register of a pending copy of ENABL into its delayed register, caused by a write to
/// GRP1.
pub(crate) const COPY_BL: u8 = 0x42;

/// Number of color clocks from the end of a write to RSYNC to the new line.
pub(crate) const RSYNC_CLOCKS: u8 = 3;

/// Returns the number of color clocks between the end of the write's cycle and its effect.
pub(crate) fn delay(register: u8, revision: &Revision) -> u8 {
    match register {
        // A new line starts one cycle after the write's cycle. Sources: the netlist, and a console
        // report (test programs) that found the same delay. Shown by the test vectors `rsync_*`.
        RSYNC => RSYNC_CLOCKS,
        // `pf_delay` includes the two clocks that the playfield's own circuit adds.
        PF0..=PF2 => revision.pf_delay.saturating_sub(2),
        COLUPF => revision.colupf_delay,
        COLUBK => revision.colubk_delay,
        _ => 0,
    }
}

/// Pending writes. There is at most one write every three clocks, and no delay is longer than six
/// clocks, so three slots are enough.
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

    /// Adds a write that will land after `clocks` (1..=6) color clocks.
    pub(crate) fn push(&mut self, clocks: u8, register: u8, data: u8) {
        if let Some(slot) = self.slots.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(Delayed {
                clocks,
                register,
                data,
            });
        }
    }

    /// Ends a color clock. Returns the write that lands now, as register and data.
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

    /// Returns the clocks until RSYNC starts a new line, if a write to RSYNC is pending.
    pub(crate) fn clocks_to_cut(&self) -> Option<u8> {
        if self.is_empty() {
            None
        } else {
            self.pending(RSYNC)
        }
    }

    /// Returns the clocks until a write to `register` lands, if one is pending.
    pub(crate) fn pending(&self, register: u8) -> Option<u8> {
        self.slots
            .iter()
            .flatten()
            .find(|delayed| delayed.register == register)
            .map(|delayed| delayed.clocks)
    }
}
