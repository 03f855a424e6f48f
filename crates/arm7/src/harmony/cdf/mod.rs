//! The drivers of CDF0, CDF1, CDFJ and CDFJ+, rewritten in Rust.
//!
//! Unless another source is named, facts come from the original drivers' code. The tests compare
//! our drivers with the original ones.

mod layout;
mod registers;

use super::{
    bus_loop::{BusLoop, Common, Effect},
    call::Watch,
    calls::{Calls, Entry},
    facts::{CLOCKS_PER_TICK, FLASH_WAIT, JMP, LDA, LDX, LDY, STX},
    feed::{Access, Clocks, Time},
    lpc::Lpc,
    sound,
    streams::Streams,
};
pub use layout::{Family, Layout};
use serde::{Deserialize, Serialize};

/// Offset of the display data in RAM.
const DISPLAY: usize = 0x800;
const BANKS: u8 = 7;
const COMMUNICATION_STREAM: u8 = 0x20;
const FIRST_JUMP_STREAM: u8 = 0x21;

/// The register number of CALLFN.
const CALL: u8 = 3;

/// The event that the driver is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Armed {
    /// The operand of a load, to be replaced with a byte from a stream.
    Load { operand: u16, stream: u8 },
    /// The low byte of a jump's target.
    Jump { operand: u16, stream: u8 },
    /// The high byte of a jump's target. Until the console reads this byte, the driver ignores all
    /// other addresses.
    JumpHigh { operand: u16, stream: u8 },
}

/// The cartridge's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cdf {
    common: Common,
    layout: Layout,
    /// The last byte written to SETMODE. If its low nibble is 0, data streams and jump streams are
    /// enabled. If its high nibble is 0, the sound is a sample; otherwise it is three voices.
    mode: u8,
    wave_sizes: [u8; 3],
    /// The amplitude computed by the previous read. In P48, the later CDFJ+ driver, a read returns
    /// this amplitude, then stores the current one here for the next read.
    late_amplitude: u8,
    armed: Option<Armed>,
}

impl Cdf {
    /// Returns the cartridge at power-on.
    pub fn new(image: &[u8], layout: Layout, time: Time) -> Cdf {
        let mut lpc = Lpc::new(layout.ram_bytes as usize, FLASH_WAIT);
        let driver_bytes = DISPLAY.min(image.len());
        lpc.ram_mut()[..driver_bytes].copy_from_slice(&image[..driver_bytes]);
        let calls = Calls::new(time, clocks(&layout));
        Cdf {
            common: Common::new(lpc, calls, layout.start_bank),
            layout,
            mode: 0xff,
            wave_sizes: [sound::WAVE_SIZE; 3],
            late_amplitude: 0,
            armed: None,
        }
    }

    /// Returns the layout of the driver.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    fn is_p48(&self) -> bool {
        self.layout.is_p48()
    }

    fn streams(&self) -> Streams {
        Streams {
            pointers: self.layout.pointers,
            increments: self.layout.increments,
            display: DISPLAY as u16,
            fraction_bits: self.layout.fraction_bits(),
        }
    }
}

impl BusLoop for Cdf {
    const SOUND_OPCODES: [u8; 2] = [LDX, STX];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn bank_offset(&self) -> usize {
        usize::from(self.layout.banks_offset) + usize::from(self.common.bank % BANKS) * 0x1000
    }

    fn switch(&mut self, offset: u16) {
        let is_plus = self.layout.family == Family::CdfjPlus;
        let bank = match offset {
            0xff4..=0xffa if is_plus => offset - 0xff4,
            0xffb if is_plus => 0,
            0xff5..=0xffb => offset - 0xff5,
            0xff4 => 6,
            _ => return,
        };
        self.common.bank = bank as u8;
    }

    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        let [opcode, low, high] = code;
        let arms = match opcode {
            JMP => low < self.layout.jump_streams && high == 0,
            // If the layout has a `subtrahend`, the driver subtracts a number from each operand,
            // and the game's code can change this number. Any operand may therefore read a stream.
            LDA | LDX | LDY if self.fast_fetches(opcode) => {
                self.layout.subtrahend.is_some() || low <= self.layout.amplitude
            }
            _ => false,
        };
        match offset {
            0xff0..=0xffb => Effect::Direct,
            _ if arms => Effect::Arms,
            _ => Effect::None,
        }
    }

    fn entry(&self, image: &[u8]) -> Entry {
        let (address, stack) = self.layout.entry(image);
        Entry {
            address,
            stack,
            services: self.layout.services.into(),
            hidden_bytes: self.layout.services.into(),
        }
    }

    fn is_call(&self, written: (u8, u8)) -> bool {
        written.0 == CALL && self.makes_call(written.1)
    }

    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64 {
        let entry = self.entry(flash);
        // Except in CDFJ+, the driver only partially enables the memory accelerator during a call.
        if self.layout.family != Family::CdfjPlus {
            self.common.lpc.set_mam_mode(1);
        }
        let sizes = &mut self.wave_sizes;
        let serve = |music: &mut _, service, r2, r3| sound::serve(music, sizes, service, r2, r3);
        let called = (function, cycle);
        let clocks = self.common.call(flash, &entry, called, serve, watch);
        self.common.lpc.set_mam_mode(2);
        clocks
    }

    fn is_armed(&self) -> bool {
        self.armed.is_some()
    }

    fn replacement(&mut self, opcode: u8, operand: u8, cycle: u64, flash: &[u8]) -> Option<u8> {
        let stream = self.stream(opcode, operand)?;
        Some(self.read_stream(stream, cycle, flash))
    }

    fn fed_amplitude(&mut self, flash: &[u8]) -> u8 {
        self.amplitude(flash) & 0x0f
    }

    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        self.write_register(register, data, cycle, flash);
    }

    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let address = access.address & 0x1fff;
        let offset = address & 0xfff;
        if address & 0x1000 == 0 && !self.is_p48() {
            // An armed driver does not release the bus when the console accesses another chip. Both
            // the cartridge and that chip then drive the bus.
            let is_driving = self.armed.is_some() && !self.common.calls.imitates_emulators();
            return self.common.latches.driven.filter(|_| is_driving);
        }
        match self.armed.take() {
            Some(Armed::Load { operand, stream }) if offset == operand => {
                return Some(self.read_stream(stream, access.cycle, flash));
            }
            Some(Armed::Jump { operand, stream }) if offset == operand => {
                let operand = (operand + 1) & 0xfff;
                self.armed = Some(Armed::JumpHigh { operand, stream });
                return Some(self.read_next(stream));
            }
            Some(Armed::JumpHigh { operand, stream }) if offset == operand => {
                return Some(self.read_next(stream));
            }
            waiting @ Some(Armed::JumpHigh { .. }) => {
                self.armed = waiting;
                return self.common.latches.driven;
            }
            _ => {}
        }
        if address & 0x1000 == 0 {
            return None;
        }
        let byte = self.rom(offset, flash);
        self.switch(offset);
        if let 0xff0..=0xff3 = offset {
            if !self.common.is_ignored(access, true) {
                self.common.latches.written = Some((offset as u8 & 3, access.data));
            }
            return None;
        }
        let byte = self.byte_after_switch(byte, offset, flash);
        self.armed = self.armed_after(offset, byte, flash);
        Some(byte)
    }
}

fn clocks(layout: &Layout) -> Clocks {
    // P48's sample timer runs at 15 MHz / 751, which is its processor clock / 3004.
    let per_tick = if layout.is_p48() {
        3_004
    } else {
        CLOCKS_PER_TICK
    };
    Clocks::of_driver(layout.kilohertz, per_tick)
}
