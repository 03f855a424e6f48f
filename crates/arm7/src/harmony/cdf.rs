//! CDF0, CDF1, CDFJ and CDFJ+: what their drivers do, as plain code.
//!
//! Facts without another source are the drivers' own code, which the tests run beside this.

use super::{
    bus_loop::{BusLoop, Effect, Latches},
    call::{Origin, Service, Watch, peek},
    calls::{Calls, Entry, Record},
    feed::{Access, Clocks, Feed, Music, Options, Time},
    layout::{Family, Layout},
    lpc::Lpc,
};
use crate::Cpu;
use serde::{Deserialize, Serialize};

/// Where display data begin in RAM.
const DISPLAY: usize = 0x800;
const BANKS: u8 = 7;
const COMMUNICATION: u8 = 0x20;
const FIRST_JUMP: u8 = 0x21;
/// Wave tables have 2^(32 - size) steps.
const WAVE_SIZE: u8 = 27;
const OVERHEAD: u64 = 70;
const FLASH_WAIT: u8 = 4;

/// The number of CALLFN among the registers.
const CALL: u8 = 3;

const LDA: u8 = 0xa9;
const LDX: u8 = 0xa2;
const LDY: u8 = 0xa0;
const JMP: u8 = 0x4c;

/// What the driver waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Armed {
    /// The operand of a load, to be replaced by a stream's byte.
    Load { operand: u16, stream: u8 },
    /// The low byte of a jump's target.
    Jump { operand: u16, stream: u8 },
    /// The high byte; nothing else counts.
    JumpHigh { operand: u16, stream: u8 },
}

/// The cartridge's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cdf {
    lpc: Lpc,
    layout: Layout,
    calls: Calls,
    bank: u8,
    /// Low nibble 0: streams and jumps are on. High nibble 0: a sample, else three voices.
    mode: u8,
    music: Music,
    wave_sizes: [u8; 3],
    /// P48 answers with the amplitude that the read before has worked out.
    late_amplitude: u8,
    latches: Latches,
    armed: Option<Armed>,
    feed: Option<Feed>,
}

impl Cdf {
    /// The cartridge at power-on.
    pub fn new(image: &[u8], layout: Layout, time: Time) -> Cdf {
        let mut lpc = Lpc::new(layout.ram_bytes as usize, FLASH_WAIT);
        let driver = DISPLAY.min(image.len());
        lpc.ram_mut()[..driver].copy_from_slice(&image[..driver]);
        Cdf {
            lpc,
            layout,
            calls: Calls::new(time, clocks(&layout)),
            bank: layout.start_bank,
            mode: 0xff,
            music: Music::default(),
            wave_sizes: [WAVE_SIZE; 3],
            late_amplitude: 0,
            latches: Latches::default(),
            armed: None,
            feed: None,
        }
    }

    /// The offset in the image of the bank that the window shows.
    pub fn bank_offset(&self) -> usize {
        usize::from(self.layout.banks) + usize::from(self.bank % BANKS) * 0x1000
    }

    /// The number of that bank.
    pub fn bank(&self) -> u8 {
        self.bank
    }

    /// The driver's layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The chip.
    pub fn lpc(&self) -> &Lpc {
        &self.lpc
    }

    /// The chip, to write.
    pub fn lpc_mut(&mut self) -> &mut Lpc {
        &mut self.lpc
    }

    /// Chooses how the processor runs.
    pub fn set_options(&mut self, options: Options) {
        self.calls.set_options(options);
    }

    /// How the processor runs.
    pub fn options(&self) -> Options {
        self.calls.options()
    }

    /// What the calls of ARM code since power-on did.
    pub fn calls(&self) -> &Record {
        self.calls.record()
    }

    /// Runs the call that an access begins, on a copy; false if it begins none.
    pub fn watch_call(
        &self,
        access: Access,
        flash: &[u8],
        watch: &mut dyn FnMut(&Cpu, u64),
    ) -> bool {
        let Some((CALL, data)) = self.latches.taking_effect(access) else {
            return false;
        };
        let mut copy = self.clone();
        copy.latches.address = access.address & 0x1fff;
        copy.call_code(data, access.cycle, flash, Some(watch));
        true
    }

    /// Where calls enter ARM code, and the stack pointer there.
    pub fn entry(&self, image: &[u8]) -> (u32, u32) {
        self.layout.entry(image)
    }

    fn is_p48(&self) -> bool {
        self.layout.is_p48()
    }

    /// A cycle of the console's bus. The byte that the cartridge drives; `None` while it does not.
    pub fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        self.cycle(access, flash)
    }

    fn switch(&mut self, offset: u16) {
        let plus = self.layout.family == Family::CdfjPlus;
        let bank = match offset {
            0xff4..=0xffa if plus => offset - 0xff4,
            0xffb if plus => 0,
            0xff5..=0xffb => offset - 0xff5,
            0xff4 => 6,
            _ => return,
        };
        self.bank = bank as u8;
    }

    /// What an access at an offset of the window can do where a bank has these bytes there.
    pub fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        let [opcode, low, high] = code;
        let arms = match opcode {
            JMP => low < self.layout.jump_streams && high == 0,
            // The game's own code may change what is subtracted from operands.
            LDA | LDX | LDY if self.fetches(opcode) => {
                self.layout.offset.is_some() || low <= self.layout.amplitude
            }
            _ => false,
        };
        match offset {
            0xff0..=0xffb => Effect::Acts,
            _ if arms => Effect::Arms,
            _ => Effect::None,
        }
    }

    /// Whether the next access may have an effect wherever it is.
    pub fn waits(&mut self) -> bool {
        BusLoop::waits(self)
    }

    /// Accesses without an effect have been made while the driver did not wait: the last one's
    /// address, and what the cartridge drove there.
    pub fn pass(&mut self, address: u16, driven: Option<u8>) {
        BusLoop::pass(self, address, driven);
    }

    /// An opcode of [`Effect::Arms`] is fetched at an address, while the driver does not wait, and
    /// in the numbered cycle the operand after it. What the console gets for that; `None`, with
    /// nothing done, if it is not replaced.
    pub fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8> {
        BusLoop::load(self, address, code, cycle, flash)
    }

    /// NOPs that the console runs after the numbered cycle, with the next opcode at `address` of
    /// the window. As many as are fed for sure, up to `most`, have run then; their number.
    pub fn skip_nops(&mut self, address: u16, cycle: u64, most: u16) -> u16 {
        BusLoop::skip_nops(self, address & 0x1fff, cycle, most)
    }

    /// The byte that the console gets while ARM code runs, at any address.
    pub fn fed(&self) -> Option<u8> {
        self.latches.fed()
    }

    fn rom(&self, offset: u16, flash: &[u8]) -> u8 {
        let at = self.bank_offset() + usize::from(offset & 0xfff);
        flash.get(at).copied().unwrap_or(0)
    }

    /// Whether a byte that has been driven is an opcode whose operand is replaced.
    fn arm(&self, offset: u16, byte: u8, flash: &[u8]) -> Option<Armed> {
        if self.mode & 0x0f != 0 {
            return None;
        }
        let operand = (offset + 1) & 0xfff;
        let low = self.rom(operand, flash);
        if byte == JMP {
            let stream = FIRST_JUMP.wrapping_add(low);
            let jumps = low < self.layout.jump_streams && self.rom(operand + 1, flash) == 0;
            return jumps.then_some(Armed::Jump { operand, stream });
        }
        let stream = self.stream(byte, low)?;
        Some(Armed::Load { operand, stream })
    }

    /// The stream that an immediate load with this operand is from.
    fn stream(&self, opcode: u8, operand: u8) -> Option<u8> {
        if self.mode & 0x0f != 0 || !matches!(opcode, LDA | LDX | LDY) || !self.fetches(opcode) {
            return None;
        }
        let offset = self.layout.offset;
        let first = offset.map_or(0, |at| self.lpc.word(at.into()) as u8);
        let stream = operand.wrapping_sub(first);
        (stream <= self.layout.amplitude).then_some(stream)
    }

    fn fetches(&self, opcode: u8) -> bool {
        match opcode {
            LDX => self.layout.fetches_x,
            LDY => self.layout.fetches_y,
            _ => true,
        }
    }

    fn read_stream(&mut self, stream: u8, cycle: u64, flash: &[u8]) -> u8 {
        if stream < self.layout.amplitude {
            let at = usize::from(self.layout.increments) + 4 * usize::from(stream);
            let step = self.lpc.word(at) << (self.layout.point() - 8);
            return self.read_step(stream, step);
        }
        self.music.run(self.calls.clocks.ticks(cycle));
        let amplitude = self.amplitude(flash);
        match self.is_p48() {
            true => std::mem::replace(&mut self.late_amplitude, amplitude),
            false => amplitude,
        }
    }

    /// A stream's byte; the pointer moves on.
    fn read_step(&mut self, stream: u8, step: u32) -> u8 {
        let pointer = self.pointer(stream);
        self.set_pointer(stream, pointer.wrapping_add(step));
        let at = DISPLAY + (pointer >> self.layout.point()) as usize;
        self.lpc.ram().get(at).copied().unwrap_or(0)
    }

    fn pointer(&self, stream: u8) -> u32 {
        self.lpc
            .word(usize::from(self.layout.pointers) + 4 * usize::from(stream))
    }

    fn set_pointer(&mut self, stream: u8, pointer: u32) {
        let at = usize::from(self.layout.pointers) + 4 * usize::from(stream);
        self.lpc.set_word(at, pointer);
    }

    fn wave(&self, voice: usize) -> u32 {
        self.lpc.word(usize::from(self.layout.waves) + 4 * voice)
    }

    /// The sum of three voices, or a nibble of a sample.
    fn amplitude(&mut self, flash: &[u8]) -> u8 {
        if self.mode & 0xf0 == 0 {
            let counter = self.music.counters[0];
            let shift = u32::from(self.layout.sample_shift);
            let at = self
                .wave(0)
                .wrapping_add(counter.checked_shr(shift).unwrap_or(0));
            let byte = peek(&mut self.lpc, flash, at);
            return match counter.checked_shr(shift.wrapping_sub(1)).unwrap_or(0) & 1 {
                0 => byte >> 4,
                _ => byte & 0x0f,
            };
        }
        let mut sum = 0u8;
        for voice in 0..3 {
            let counter = self.music.counters[voice];
            let step = counter
                .checked_shr(self.wave_sizes[voice].into())
                .unwrap_or(0);
            let at = self.wave(voice).wrapping_add(step);
            sum = sum.wrapping_add(peek(&mut self.lpc, flash, at));
        }
        sum
    }

    /// The console's present address is where it will continue.
    fn call(&mut self, function: u8, cycle: u64, flash: &[u8]) {
        let tick = self.calls.clocks.ticks(cycle);
        self.music.run(tick);
        let used = OVERHEAD + self.call_code(function, cycle, flash, None);
        if !self.calls.take_time() || self.is_p48() && function == 0 {
            return;
        }
        let cycles = self.calls.clocks.cycles(used);
        let sound = (function == 254).then_some(tick);
        self.feed = Some(Feed::new(
            self.latches.address,
            cycle.wrapping_add(cycles),
            sound,
        ));
    }

    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64 {
        let (address, stack) = self.layout.entry(flash);
        let entry = Entry {
            address,
            stack,
            services: self.layout.services.into(),
        };
        let origin = Origin {
            function,
            address: self.latches.address,
            bank: self.bank,
            cycle,
        };
        // CDF1 and CDFJ switch the accelerator half off around a call.
        if self.layout.family != Family::CdfjPlus {
            self.lpc.set_mam_mode(1);
        }
        let (music, sizes) = (&mut self.music, &mut self.wave_sizes);
        let serve = |service, r2, r3| serve(music, sizes, service, r2, r3);
        let clocks = self
            .calls
            .make(&mut self.lpc, flash, &entry, origin, serve, watch);
        self.lpc.set_mam_mode(2);
        clocks
    }
}

impl BusLoop for Cdf {
    const PLAY: [u8; 2] = [LDX, 0x86];

    fn latches(&mut self) -> &mut Latches {
        &mut self.latches
    }

    fn feed(&mut self) -> &mut Option<Feed> {
        &mut self.feed
    }

    fn music(&mut self) -> &mut Music {
        &mut self.music
    }

    fn clocks(&self) -> Clocks {
        self.calls.clocks
    }

    fn is_armed(&self) -> bool {
        self.armed.is_some()
    }

    fn replaced(&mut self, opcode: u8, operand: u8, cycle: u64, flash: &[u8]) -> Option<u8> {
        let stream = self.stream(opcode, operand)?;
        Some(self.read_stream(stream, cycle, flash))
    }

    fn fed_amplitude(&mut self, flash: &[u8]) -> u8 {
        self.amplitude(flash) & 0x0f
    }

    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        let point = self.layout.point();
        let pointer = self.pointer(COMMUNICATION);
        match register {
            // DSWRITE
            0 => {
                let at = DISPLAY + (pointer >> point) as usize;
                if let Some(place) = self.lpc.ram_mut().get_mut(at) {
                    *place = data;
                }
                self.set_pointer(COMMUNICATION, pointer.wrapping_add(1 << point));
            }
            // DSPTR: written twice, the high byte first.
            1 => {
                let high = match point {
                    16 => 0xff00_0000,
                    _ => 0xf000_0000,
                };
                let pointer = (pointer << 8 & high) | u32::from(data) << point;
                self.set_pointer(COMMUNICATION, pointer);
            }
            // SETMODE
            2 => self.mode = data,
            // CALLFN
            _ => self.call(data, cycle, flash),
        }
    }

    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let address = access.address & 0x1fff;
        let offset = address & 0xfff;
        if address & 0x1000 == 0 && !self.is_p48() {
            // The bus is released only where nothing is waited for: against other chips.
            return self.armed.and(self.latches.driven);
        }
        match self.armed.take() {
            Some(Armed::Load { operand, stream }) if offset == operand => {
                return Some(self.read_stream(stream, access.cycle, flash));
            }
            Some(Armed::Jump { operand, stream }) if offset == operand => {
                let operand = (operand + 1) & 0xfff;
                self.armed = Some(Armed::JumpHigh { operand, stream });
                return Some(self.read_step(stream, 1 << self.layout.point()));
            }
            Some(Armed::JumpHigh { operand, stream }) if offset == operand => {
                return Some(self.read_step(stream, 1 << self.layout.point()));
            }
            waits @ Some(Armed::JumpHigh { .. }) => {
                self.armed = waits;
                return self.latches.driven;
            }
            _ => {}
        }
        if address & 0x1000 == 0 {
            return None;
        }
        self.switch(offset);
        if let 0xff0..=0xff3 = offset {
            self.latches.written = Some((offset as u8 & 3, access.data));
            return None;
        }
        let byte = self.rom(offset, flash);
        self.armed = self.arm(offset, byte, flash);
        Some(byte)
    }
}

fn clocks(layout: &Layout) -> Clocks {
    // P48 divides 15 MHz by 751, its clock by 3004.
    let per_tick = if layout.is_p48() { 3_004 } else { 3_501 };
    Clocks::of_driver(layout.kilohertz, per_tick)
}

/// What games ask of the driver. Voices below 1 are the first, those above 1 the third.
fn serve(
    music: &mut Music,
    sizes: &mut [u8; 3],
    service: Service,
    r2: u32,
    r3: u32,
) -> Option<u32> {
    let voice = (r2 as i32).clamp(0, 2) as usize;
    match service {
        Service::SetNote => music.frequencies[voice] = r3,
        Service::ResetWave => music.counters[voice] = 0,
        Service::GetWavePointer => return Some(music.counters[voice]),
        // The driver would overwrite its own code with the size of another voice.
        Service::SetWaveSize if r2 > 2 => {}
        Service::SetWaveSize => sizes[voice] = r3.min(255) as u8,
    }
    None
}
