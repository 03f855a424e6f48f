//! FE, Activision's board for Decathlon and others. It watches the stack at `$01FE`: in the cycle
//! after an access there a JSR fetches the high byte of its target, and an RTS pulls that of its
//! return address. D5 of that byte is the bank: addresses `$Fxxx` are bank 0, `$Dxxx` bank 1.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Scabs {
    bank: u8,
    /// `$01FE` was accessed in the cycle before.
    armed: bool,
}

/// The stack reads of the reset sequence choose no bank (as MAME and Stella have it).
const RESET_CYCLES: u64 = 7;

impl Scabs {
    fn take(&mut self, data: u8) {
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

    /// Only while armed; the byte itself still comes from the old bank.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let old = usize::from(self.bank & 1) * 0x1000 + usize::from(access.address & 0xfff);
        let byte = match access.write {
            true => access.data,
            false => rom.get(old).copied().unwrap_or(access.data),
        };
        self.take(byte);
        Answer {
            byte: Some(byte),
            switched: true,
        }
    }

    fn listens_below(&self) -> bool {
        true
    }

    /// While it is armed no ROM is plain.
    fn listens_to_tia(&self) -> bool {
        false
    }

    fn listens_to_ram(&self) -> bool {
        false
    }

    fn access_below(&mut self, access: Access, _rom: &[u8]) -> bool {
        let was_armed = self.armed;
        if was_armed {
            self.take(access.data);
        }
        self.armed = access.address == 0x01fe && access.cycle > RESET_CYCLES;
        was_armed || self.armed
    }
}
