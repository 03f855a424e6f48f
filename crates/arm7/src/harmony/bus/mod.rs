//! BUS0 to BUS3: data streams as in CDF, and *bus stuffing*. The program keeps $FF in Y; during the
//! write cycle of an STY to page zero, the cartridge pulls some data lines to 0. So a single
//! three-cycle instruction stores a byte from a stream.
//!
//! No BUS driver's code is public, so the facts come from Stella; see [`Kind`]. Stella
//! distinguishes reads from writes. The cartridge port has no R/W line, so this module treats every
//! change of address as an access, as the DPC+ and CDF drivers do.

mod layout;
mod registers;

use super::{
    bus_loop::{BusLoop, Common, Effect},
    call::Watch,
    calls::{Calls, Entry},
    facts::{CLOCKS_PER_TICK, FLASH_WAIT, JMP, KILOHERTZ, LDX, RAM_BYTES, STACK, STX, STY},
    feed::{Access, Clocks, Time},
    lpc::Lpc,
    sound,
    streams::Streams,
};
pub use layout::Kind;
use layout::{Register, Write};
use serde::{Deserialize, Serialize};

/// Address of the driver's services in flash.
const SERVICES: u32 = 0x6d8;
/// The event that the driver is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Armed {
    /// The operand of STY.
    Store { operand: u16 },
    /// The write cycle of STY, at this address.
    Stuff { address: u16 },
    /// The low byte of a jump's target.
    Jump { operand: u16 },
    /// The high byte of a jump's target.
    JumpHigh { operand: u16 },
}

/// The cartridge's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bus {
    common: Common,
    kind: Kind,
    /// Stuffing and jumps are on if the low nibble is 0. With BUS3, the sound is a sample if the
    /// high nibble is 0, and three voices otherwise.
    mode: u8,
    wave_sizes: [u8; 3],
    armed: Option<Armed>,
    /// Mask of the data lines that the cartridge left alone in the last access: 0xff unless that
    /// access was a stuffed write.
    undriven_lines: u8,
}

impl Bus {
    /// Returns the cartridge at power-on. `image` must be 32 KiB.
    pub fn new(image: &[u8], kind: Kind, time: Time) -> Bus {
        let mut lpc = Lpc::new(RAM_BYTES, FLASH_WAIT);
        let driver = kind.driver_bytes().min(image.len());
        lpc.ram_mut()[..driver].copy_from_slice(&image[..driver]);
        let calls = Calls::new(time, Clocks::of_driver(KILOHERTZ, CLOCKS_PER_TICK));
        Bus {
            common: Common::new(lpc, calls, kind.banks() - 1),
            kind,
            mode: 0xff,
            wave_sizes: [sound::WAVE_SIZE; 3],
            armed: None,
            undriven_lines: 0xff,
        }
    }

    /// Returns the driver.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    fn streams(&self) -> Streams {
        let [pointers, increments, _] = self.kind.tables();
        Streams {
            pointers,
            increments,
            display: self.kind.driver_bytes() as u16,
            fraction_bits: 20,
        }
    }
}

impl BusLoop for Bus {
    // These are CDF's opcodes. Nobody knows which ones the BUS drivers use.
    const SOUND_OPCODES: [u8; 2] = [LDX, STX];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn bank_offset(&self) -> usize {
        let bank = self.common.bank % self.kind.banks();
        self.kind.banks_offset() + usize::from(bank) * 0x1000
    }

    fn switch(&mut self, offset: u16) {
        if let Some(Register::Bank(bank)) = self.kind.register(offset) {
            self.common.bank = bank;
        }
    }

    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        match (self.kind.register(offset), code) {
            (Some(_), _) => Effect::Direct,
            (None, [STY, ..]) => Effect::Arms,
            (None, [JMP, 0, 0]) if self.kind == Kind::Bus3 => Effect::Arms,
            _ => Effect::None,
        }
    }

    fn entry(&self, _image: &[u8]) -> Entry {
        Entry {
            address: self.kind.driver_bytes() as u32,
            stack: STACK,
            services: SERVICES,
            hidden_bytes: SERVICES as usize,
        }
    }

    fn is_call(&self, (register, function): (u8, u8)) -> bool {
        Write::from_number(register) == Write::Call && function >= 254
    }

    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64 {
        let entry = self.entry(flash);
        // As in CDF, the memory accelerator (MAM) is only partly enabled during a call.
        self.common.lpc.set_mam_mode(1);
        let sizes = &mut self.wave_sizes;
        let serve = |music: &mut _, service, r2, r3| sound::serve(music, sizes, service, r2, r3);
        let called = (function, cycle);
        let clocks = self.common.call(flash, &entry, called, serve, watch);
        self.common.lpc.set_mam_mode(2);
        clocks
    }

    fn fed_amplitude(&mut self, flash: &[u8]) -> u8 {
        self.amplitude(flash) & 0x0f
    }

    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        self.write_register(register, data, cycle, flash);
    }

    fn is_armed(&self) -> bool {
        self.armed.is_some() || self.undriven_lines != 0xff
    }

    fn replacement(&mut self, _: u8, _: u8, _: u64, _: &[u8]) -> Option<u8> {
        None
    }

    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let address = access.address & 0x1fff;
        let offset = address & 0xfff;
        self.undriven_lines = 0xff;
        if address & 0x1000 == 0 {
            self.undriven_lines = self.access_below(address);
            return None;
        }
        if let Some(byte) = self.operand(offset, flash) {
            return Some(byte);
        }
        let mut byte = self.rom(offset, flash);
        match self.kind.register(offset) {
            Some(Register::Read(_) | Register::Amplitude)
                if self.common.is_ignored(access, false) =>
            {
                return None;
            }
            Some(Register::Write(_)) if self.common.is_ignored(access, true) => return None,
            Some(Register::Read(stream)) => {
                return Some(self.streams().read(&mut self.common.lpc, stream));
            }
            Some(Register::Amplitude) => {
                self.common.run_music(access.cycle);
                return Some(self.amplitude(flash));
            }
            Some(Register::Write(register)) => {
                self.common.latches.written = Some((register.number(), access.data));
                return None;
            }
            Some(Register::Bank(bank)) => {
                self.common.bank = bank;
                byte = self.byte_after_switch(byte, offset, flash);
            }
            None => {}
        }
        self.armed = self.armed_after(offset, byte, flash);
        Some(byte)
    }

    fn undriven_lines(&self) -> u8 {
        self.undriven_lines
    }
}
