//! The peripherals' registers.

use super::Lpc;
use crate::Abort;

/// Addresses of registers.
// UM10161: chapters 3 (MAM), 4 (VPB divider), 8 (fast port), 15 (timers).
const PORT_DIRECTION: u32 = 0x3fff_c000;
const PORT_PINS: u32 = 0x3fff_c014;
const TIMERS: [u32; 2] = [0xe000_4000, 0xe000_8000];
const MAM_CONTROL: u32 = 0xe01f_c000;
const MAM_WAIT: u32 = 0xe01f_c004;
const VPB_DIVIDER: u32 = 0xe01f_c100;
const PLL_STATUS: u32 = 0xe01f_c088;
const PLL_LOCKED: u32 = 1 << 10;
/// Number of clocks from power-on until the PLL locks, which takes at least 100 us. DPC+ waits for
/// the lock; CDF does not.
const LOCK_CLOCKS: u64 = 10_000;
const VIC: u32 = 0xffff_f000;

impl Lpc {
    /// Reads a peripheral register. A register that is not modeled reads as 0.
    #[cold]
    pub(super) fn register(&self, address: u32) -> Result<u32, Abort> {
        for (timer, base) in self.timers.iter().zip(TIMERS) {
            match address.wrapping_sub(base) {
                0x04 => return Ok(timer.control()),
                0x08 => return Ok(timer.count(self.clock)),
                0x0c => return Ok(timer.prescale()),
                offset @ (0x00 | 0x14..=0x27) => return Ok(timer.match_register(offset)),
                _ => {}
            }
        }
        match address {
            PORT_DIRECTION => Ok(u32::from(self.port.direction) << 8),
            PORT_PINS => Ok(self.port.pins()),
            MAM_CONTROL => Ok(self.mam.mode.into()),
            MAM_WAIT => Ok(self.mam.wait.into()),
            // The timers count processor clocks.
            VPB_DIVIDER => Ok(1),
            PLL_STATUS if self.clock > LOCK_CLOCKS => Ok(PLL_LOCKED),
            VIC.. => Ok(self.vic.register(address - VIC)),
            _ if is_peripheral(address) => Ok(0),
            _ => Err(Abort),
        }
    }

    #[cold]
    pub(super) fn set_register(&mut self, address: u32, data: u32) -> Result<(), Abort> {
        let now = self.clock;
        for (timer, base) in self.timers.iter_mut().zip(TIMERS) {
            match address.wrapping_sub(base) {
                0x04 => timer.set_control(data, now),
                0x08 => timer.set_count(data, now),
                0x0c => timer.set_prescale(data, now),
                offset @ (0x00 | 0x14..=0x27) => timer.set_match_register(offset, data),
                _ => {}
            }
        }
        match address {
            PORT_DIRECTION => self.port.direction = (data >> 8) as u8,
            PORT_PINS => self.port.latch = (data >> 8) as u8,
            MAM_CONTROL => self.set_mam_mode(data as u8 & 3),
            MAM_WAIT => self.mam.wait = data as u8 & 7,
            VIC.. => self.vic.set_register(address - VIC, data),
            _ if is_peripheral(address) => {}
            _ => return Err(Abort),
        }
        Ok(())
    }

    /// Writes a byte or halfword. The port's registers ignore the write unless it is to the byte
    /// that holds the data lines.
    #[cold]
    pub(super) fn set_byte_or_half(&mut self, address: u32, data: u32) -> Result<(), Abort> {
        match address {
            _ if address == PORT_DIRECTION + 1 => self.port.direction = data as u8,
            _ if address == PORT_PINS + 1 => self.port.latch = data as u8,
            _ if address & !3 == PORT_DIRECTION || address & !3 == PORT_PINS => {}
            _ => return self.set_register(address & !3, data),
        }
        Ok(())
    }
}

/// Returns true for the addresses of peripherals: both peripheral buses, the fast port, and the
/// interrupt controller.
fn is_peripheral(address: u32) -> bool {
    matches!(address, 0xe000_0000..=0xe01f_ffff | 0x3fff_8000..=0x3fff_ffff | 0xffff_f000..)
}
