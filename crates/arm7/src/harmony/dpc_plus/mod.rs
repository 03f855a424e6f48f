//! The driver of DPC+, rewritten in Rust.
//!
//! Unless another source is named, facts come from the original drivers' code. The tests compare
//! our driver with the original ones.

mod functions;
mod random;
mod registers;
mod variant;

use super::{
    bus_loop::{BusLoop, Common, Effect},
    call::Watch,
    calls::{Calls, Entry},
    facts::{CLOCKS_PER_TICK, KILOHERTZ, LDA, RAM_BYTES, STA, STACK},
    feed::{Access, Clocks, Time},
    lpc::Lpc,
};
use serde::{Deserialize, Serialize};
pub use variant::Variant;

/// Size of the driver in bytes. Bank 0 follows the driver in the image, so this is also the offset
/// of bank 0.
const DRIVER_BYTES: usize = 0xc00;
/// Offset in RAM of the display data, which is `DISPLAY_BYTES` long.
const DISPLAY_OFFSET: usize = 0xc00;
const DISPLAY_BYTES: u16 = 0x1000;
/// Offset of the display data in the image.
const DISPLAY_IN_IMAGE: usize = 0x6c00;
const BANKS: u8 = 6;
/// Entry address of the game's ARM code: the start of bank 0.
const ENTRY: u32 = 0xc00;
/// Number of read registers. The write registers follow them.
const READ_REGISTERS: u8 = 0x28;
/// The register number of CALLFUNCTION.
const CALL: u8 = 0x5a;

/// A data fetcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Fetcher {
    /// 12-bit offset into the display data.
    pointer: u16,
    top: u8,
    bottom: u8,
    /// Offset into the display data for fractional reads: 12 integer bits and 8 fractional bits.
    fraction: u32,
    increment: u8,
}

/// The cartridge's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DpcPlus {
    common: Common,
    variant: Variant,
    fetchers: [Fetcher; 8],
    random: u32,
    fast_fetch: u8,
    parameters: [u8; 8],
    /// Index of the next parameter to write.
    parameter: u8,
    waves: [u32; 3],
    /// The offset, in the cartridge's address window, of the operand that the driver is about to
    /// replace.
    armed: Option<u16>,
}

impl DpcPlus {
    /// Returns the cartridge at power-on. `image` is 32 KiB.
    pub fn new(image: &[u8], variant: Variant, time: Time) -> DpcPlus {
        let mut lpc = Lpc::new(RAM_BYTES, variant.flash_wait);
        let copy = |ram: &mut [u8], to: usize, from: usize, bytes: usize| {
            if let (Some(to), Some(from)) =
                (ram.get_mut(to..to + bytes), image.get(from..from + bytes))
            {
                to.copy_from_slice(from);
            }
        };
        copy(lpc.ram_mut(), 0, 0, DRIVER_BYTES);
        copy(
            lpc.ram_mut(),
            DISPLAY_OFFSET,
            DISPLAY_IN_IMAGE,
            RAM_BYTES - DISPLAY_OFFSET,
        );
        let calls = Calls::new(time, Clocks::of_driver(KILOHERTZ, CLOCKS_PER_TICK));
        DpcPlus {
            common: Common::new(lpc, calls, BANKS - 1),
            variant,
            fetchers: [Fetcher::default(); 8],
            random: random::SEED,
            fast_fetch: 0xff,
            parameters: [0; 8],
            parameter: 0,
            waves: [variant.first_wave; 3],
            armed: None,
        }
    }

    /// Returns the variant of the driver.
    pub fn variant(&self) -> &Variant {
        &self.variant
    }
}

impl BusLoop for DpcPlus {
    const SOUND_OPCODES: [u8; 2] = [LDA, STA];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn bank_offset(&self) -> usize {
        DRIVER_BYTES + usize::from(self.common.bank % BANKS) * 0x1000
    }

    fn switch(&mut self, offset: u16) {
        if let 0xff6..=0xffb = offset {
            self.common.bank = (offset - 0xff6) as u8;
        }
    }

    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        match (offset, code) {
            (0..0x080 | 0xff6..=0xffb, _) => Effect::Direct,
            (_, [LDA, 0..READ_REGISTERS, _]) => Effect::Arms,
            _ => Effect::None,
        }
    }

    fn entry(&self, _image: &[u8]) -> Entry {
        Entry {
            address: ENTRY,
            stack: STACK,
            services: 0,
            hidden_bytes: DRIVER_BYTES,
        }
    }

    fn is_call(&self, written: (u8, u8)) -> bool {
        matches!(written, (CALL, 254..))
    }

    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64 {
        let entry = self.entry(flash);
        let serve = |_: &mut _, _, _, _| None;
        self.common
            .call(flash, &entry, (function, cycle), serve, watch)
    }

    fn is_armed(&self) -> bool {
        self.armed.is_some()
    }

    fn replacement(&mut self, opcode: u8, operand: u8, cycle: u64, flash: &[u8]) -> Option<u8> {
        let replaced = self.fast_fetch == 0 && opcode == LDA && operand < READ_REGISTERS;
        replaced.then(|| self.read(operand, cycle, flash))
    }

    fn fed_amplitude(&mut self, flash: &[u8]) -> u8 {
        self.amplitude(flash)
    }

    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        self.write_register(register, data, cycle, flash);
    }

    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let address = access.address & 0x1fff;
        let armed = self.armed.take();
        if address & 0x1000 == 0 {
            return None;
        }
        let offset = address & 0xfff;
        if let Some(operand) = armed
            && operand & 0x7ff == offset & 0x7ff
        {
            let register = self.rom(offset, flash);
            return Some(self.read(register, access.cycle, flash));
        }
        let mut byte = self.rom(offset, flash);
        match offset {
            0x000..=0x07f if self.common.is_ignored(access, offset >= 0x028) => return None,
            0x000..=0x027 => return Some(self.read(offset as u8, access.cycle, flash)),
            0x028..=0x07f => {
                self.common.latches.written = Some((offset as u8, access.data));
                return None;
            }
            0xff6..=0xffb => {
                self.switch(offset);
                byte = self.byte_after_switch(byte, offset, flash);
            }
            _ => {}
        }
        let operand = (offset + 1) & 0xfff;
        if self.fast_fetch == 0 && byte == LDA && self.rom(operand, flash) < READ_REGISTERS {
            self.armed = Some(operand);
        }
        Some(byte)
    }
}
