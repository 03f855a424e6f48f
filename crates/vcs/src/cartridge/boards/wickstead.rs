//! WD, Wickstead Design (the Pink Panther prototype): the window has four slots of 1 KiB. An access
//! to `$0030-$003F` selects one of eight patterns. A pattern says which slice is in each slot. The
//! board has 64 bytes of RAM, read at `$1000-$103F` and written at `$1040-$107F`.
//!
//! A new pattern takes effect with the first access to the window more than three cycles after the
//! pattern was selected.

use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
// The delay is the same as in Stella. Gopher2600 waits for four ticks, and 6502.ts for the third
// change of the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wickstead {
    pattern: u8,
    /// The pattern that has been selected but has not taken effect yet, and the cycle in which it
    /// was selected.
    pending: Option<(u8, u64)>,
    ram: Ram,
}

/// The slice in each slot, for each pattern.
const PATTERNS: [[usize; 4]; 8] = [
    [0, 0, 1, 3],
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [7, 4, 2, 3],
    [0, 0, 6, 7],
    [0, 1, 7, 6],
    [2, 3, 4, 5],
    [6, 0, 5, 1],
];
/// Number of cycles after the selection during which the old pattern stays.
const DELAY_CYCLES: u64 = 3;

impl Wickstead {
    fn switch_when_due(&mut self, cycle: u64) -> bool {
        let due = self
            .pending
            .filter(|(_, selection_cycle)| cycle > selection_cycle.saturating_add(DELAY_CYCLES));
        if let Some((pattern, _)) = due {
            self.pattern = pattern;
            self.pending = None;
        }
        due.is_some()
    }
}

impl Mapper for Wickstead {
    /// Creates the board. If the image has 8195 bytes, it is a dump in which two slices are
    /// swapped, with three extra bytes at the end.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Wickstead {
        if rom.len() > 0x2000 {
            rom.truncate(0x2000);
            let (low, high) = rom.split_at_mut(0xc00);
            low[0x800..].swap_with_slice(&mut high[..0x400]);
        }
        Wickstead {
            pattern: 0,
            pending: None,
            ram: Ram::new(scheme.row().ram),
        }
    }

    fn map(&self, window: &mut Window) {
        let slices = PATTERNS[usize::from(self.pattern & 7)];
        for (slot, slice) in slices.into_iter().enumerate() {
            window.map(slot * 0x400, 0x400, slice * 0x400);
        }
        window.watch(0..0x80);
        if self.pending.is_some() {
            window.watch_all();
        }
    }

    fn access(&mut self, access: Access, _rom: &[u8]) -> Answer {
        let switched = self.switch_when_due(access.cycle);
        let address = usize::from(access.address & 0xfff);
        let byte = match address {
            0x00..=0x3f => Some(self.ram.read(address)),
            0x40..=0x7f => Some(self.ram.access_write_port(address - 0x40, access.data)),
            _ => None,
        };
        Answer { byte, switched }
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        let address = usize::from(address & 0xfff);
        (address < 0x40).then(|| self.ram.read(address))
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        let selects_pattern = access.address & 0x1ff0 == 0x0030;
        if selects_pattern {
            self.pending = Some((access.address as u8 & 7, access.cycle));
        }
        selects_pattern
    }

    fn uninitialized_ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (self.ram.len(), 0)
    }
}
