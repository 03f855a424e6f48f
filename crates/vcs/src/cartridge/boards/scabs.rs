//! FE, Activision's board for Decathlon and others. The board watches the stack at `$01FE`. In the
//! cycle after an access there, a JSR fetches the high byte of its target, or an RTS pulls the high
//! byte of its return address. D5 of that byte selects the bank: addresses `$Fxxx` are in bank 0,
//! `$Dxxx` in bank 1.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scabs {
    bank: u8,
    /// True if the previous cycle accessed `$01FE`.
    armed: bool,
}

/// Length of the processor's reset sequence in cycles. Its reads of the stack do not select a bank,
/// as in MAME and Stella.
const RESET_CYCLES: u64 = 7;

impl Scabs {
    fn select_bank(&mut self, data: u8) {
        self.armed = false;
        self.bank = u8::from(data & 0x20 == 0);
    }
}

impl Mapper for Scabs {
    fn new(_scheme: Scheme, _rom: &mut Vec<u8>) -> Scabs {
        Scabs::default()
    }

    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank & 1));
        if self.armed {
            window.watch_all();
        }
    }

    /// Handles an access while the board is armed. A read still returns the byte from the old bank.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let old_offset = usize::from(self.bank & 1) * 0x1000 + usize::from(access.address & 0xfff);
        let byte = if access.write {
            access.data
        } else {
            rom.get(old_offset).copied().unwrap_or(access.data)
        };
        self.select_bank(byte);
        Answer {
            byte: Some(byte),
            switched: true,
        }
    }

    fn listens_below(&self) -> bool {
        true
    }

    /// Returns false. An access to the TIA matters only while the board is armed. At that time, the
    /// board watches every address in the window, so no ROM is plain.
    fn listens_to_tia(&self) -> bool {
        false
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        let was_armed = self.armed;
        if was_armed {
            self.select_bank(access.data);
        }
        self.armed = access.address == 0x01fe && access.cycle > RESET_CYCLES;
        was_armed || self.armed
    }
}
