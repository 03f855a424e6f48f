//! The memory accelerator module (MAM), which determines how many clocks an access to flash takes.

use crate::Cycle;
use serde::{Deserialize, Serialize};

/// A number that no line has.
const NO_LINE: u32 = u32::MAX;

/// The state of the accelerator, which buffers some of the 16-byte lines of flash. An access to any
/// other line takes `wait` clocks.
// LPC2103 user manual (UM10161), chapter 3. Based on documentation alone: no measurement on a
// cartridge is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mam {
    /// The accelerator's mode: 0 disabled, 1 partially enabled, 2 fully enabled.
    pub(super) mode: u8,
    /// Number of clocks that an access to flash takes if the line is not buffered.
    pub(super) wait: u8,
    /// The line of the last instruction fetch.
    line: u32,
    /// The processor clock at which the prefetch of the next line is complete.
    next_ready: u64,
    /// The line of the last branch target.
    trail: u32,
    /// The line of the last data load.
    data_line: u32,
}

impl Mam {
    pub(super) fn new(mode: u8, wait: u8) -> Mam {
        Mam {
            mode,
            wait,
            line: NO_LINE,
            next_ready: 0,
            trail: NO_LINE,
            data_line: NO_LINE,
        }
    }

    /// Fetches an instruction. Returns the number of clocks that the fetch takes.
    #[inline(always)]
    pub(super) fn fetch(&mut self, address: u32, cycle: Cycle, now: u64) -> u64 {
        let line = address >> 4;
        if line == self.line && (cycle == Cycle::Sequential || self.mode == 2) && self.mode != 0 {
            return 1;
        }
        self.fetch_line(line, cycle, now)
    }

    /// Returns whether another fetch from the current line takes one clock and changes nothing:
    /// first for a nonsequential cycle, then for a sequential cycle.
    #[inline(always)]
    pub(super) fn is_immediate(&self) -> [bool; 2] {
        [self.mode == 2, self.mode != 0]
    }

    fn fetch_line(&mut self, line: u32, cycle: Cycle, now: u64) -> u64 {
        let wait = u64::from(self.wait.max(1));
        let buffered = match cycle {
            Cycle::Sequential => self.mode != 0,
            Cycle::NonSequential => self.mode == 2,
        };
        let clocks = if !buffered {
            wait
        } else if self.line != NO_LINE && line == self.line + 1 {
            self.next_ready.saturating_sub(now).max(1)
        } else if cycle == Cycle::NonSequential && line == self.trail {
            1
        } else {
            wait
        };
        if cycle == Cycle::NonSequential {
            self.trail = line;
        }
        self.line = line;
        self.next_ready = now.wrapping_add(clocks).wrapping_add(wait);
        clocks
    }

    /// Loads data. Returns the number of clocks that the load takes. If the load accesses flash
    /// while the next line is being prefetched, the prefetch is canceled and then starts over.
    #[inline(always)]
    pub(super) fn load(&mut self, address: u32, now: u64) -> u64 {
        let line = address >> 4;
        if self.mode == 2 && line == self.data_line {
            return 1;
        }
        self.data_line = line;
        let wait = u64::from(self.wait.max(1));
        if self.next_ready > now {
            self.next_ready = now.wrapping_add(2 * wait);
        }
        wait
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Cycle::{NonSequential as N, Sequential as S};

    fn clocks(mode: u8, accesses: &[(u32, Cycle)]) -> Vec<u64> {
        let mut mam = Mam::new(mode, 4);
        let mut now = 0;
        let fetch = |&(address, cycle): &(u32, Cycle)| {
            let clocks = mam.fetch(address, cycle, now);
            now += clocks;
            clocks
        };
        accesses.iter().map(fetch).collect()
    }

    #[test]
    fn a_line_is_fetched_once() {
        let accesses = [(0, N), (2, S), (4, S), (2, N), (0x40, N), (0, N), (0x40, N)];
        assert_eq!(clocks(0, &accesses), [4; 7]);
        assert_eq!(clocks(1, &accesses), [4, 1, 1, 4, 4, 4, 4]);
        // The target of the last branch is buffered; the target of the branch before it is not.
        assert_eq!(clocks(2, &accesses), [4, 1, 1, 1, 4, 4, 4]);
    }

    #[test]
    fn the_next_line_is_prefetched() {
        let accesses: Vec<(u32, Cycle)> = (0..9)
            .map(|n| (2 * n, if n == 0 { N } else { S }))
            .collect();
        assert_eq!(clocks(1, &accesses), [4, 1, 1, 1, 1, 1, 1, 1, 1]);
        // The next line is needed one clock after its prefetch began, so three of the four clocks
        // remain.
        assert_eq!(clocks(1, &[(0xc, N), (0xe, S), (0x10, S)]), [4, 1, 3]);
    }

    #[test]
    fn a_data_load_cancels_the_prefetch() {
        let next_line = |load_at: u64| {
            let mut mam = Mam::new(1, 4);
            assert_eq!(mam.fetch(0xc, N, 0), 4);
            let now = load_at + mam.load(0x100, load_at);
            (now, mam.fetch(0x10, S, now))
        };
        // The prefetch starts at 4, is canceled at 6, and starts over at 10.
        assert_eq!(next_line(6), (10, 4));
        // The prefetch was complete at 8.
        assert_eq!(next_line(8), (12, 1));
    }

    #[test]
    fn data_loads_have_a_separate_line() {
        let mut mam = Mam::new(2, 4);
        assert_eq!([0, 4, 12, 16, 0].map(|at| mam.load(at, 0)), [4, 1, 1, 4, 4]);
        let mut mam = Mam::new(1, 4);
        assert_eq!([0, 4].map(|at| mam.load(at, 0)), [4, 4]);
    }
}
