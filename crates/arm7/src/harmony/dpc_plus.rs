//! DPC+: what its driver does, as plain code.
//!
//! Facts without another source are the drivers' own code, which the tests run beside this.

use super::{
    bus_loop::{BusLoop, Effect, Latches},
    call::{Origin, Watch, peek},
    calls::{Calls, Entry, Record},
    feed::{Access, Clocks, Feed, Music, Options, Time},
    lpc::{Lpc, RAM},
};
use crate::Cpu;
use serde::{Deserialize, Serialize};

/// The driver's size in the image, where the banks begin.
const DRIVER: usize = 0xc00;
const DISPLAY: usize = 0xc00;
const DISPLAY_BYTES: u16 = 0x1000;
const FREQUENCIES: usize = 0x1c00;
/// What the image holds for them.
const IMAGE_DATA: usize = 0x6c00;
const RAM_BYTES: usize = 0x2000;
const BANKS: u8 = 6;
const RANDOM_SEED: u32 = 0x2b43_5044;
const RANDOM_TAPS: u32 = 0x10ad_ab1e;
/// ARM code begins where bank 0 does; the driver's stack has nine registers by then.
const ENTRY: u32 = 0xc00;
const STACK: u32 = RAM + 0x1fdc - 36;
/// The driver's own work around a call.
const OVERHEAD: u64 = 70;
/// Registers that are read: from here on they are written.
const REGISTERS: u8 = 0x28;
const LDA: u8 = 0xa9;
/// CALLFUNCTION.
const CALL: u8 = 0x5a;
const KILOHERTZ: u32 = 70_000;
/// Clocks of the processor in a step of the music.
const PER_TICK: u64 = 3_501;

/// What differs between the drivers that are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Variant {
    /// A write to FRACLOW clears the fraction.
    pub clears_fraction: bool,
    /// Writes to FRACLOW and DFxLOW clear those bits of the high nibble that FASTFETCH has set.
    pub jitters: bool,
    /// A write to `$105C` clears the third voice's counter; else it is one to DF4HI.
    pub clears_counter: bool,
    /// Clocks of an access to flash.
    pub flash_wait: u8,
    /// Where the wave tables of a driver that has not been given any begin: RAM for the first
    /// waveform, or flash.
    pub first_wave: u32,
}

impl Variant {
    /// The variant by the MD5 of the first 3 KiB, in hexadecimal. Others are taken for the last
    /// one.
    pub fn by_md5(md5: &str) -> Variant {
        let (clears_fraction, flash_wait, first_wave) = match md5.get(..8) {
            Some("5f80b5a5") => (true, 4, 0xc00),
            Some("8dd73b44") => (true, 3, 0),
            _ => (false, 3, 0),
        };
        Variant {
            clears_fraction,
            jitters: !clears_fraction,
            clears_counter: flash_wait == 4,
            flash_wait,
            first_wave,
        }
    }
}

/// A data fetcher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Fetcher {
    /// 12 bits.
    pointer: u16,
    top: u8,
    bottom: u8,
    /// 12 bits before and 8 behind the point.
    fraction: u32,
    increment: u8,
}

/// The cartridge's state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DpcPlus {
    lpc: Lpc,
    variant: Variant,
    calls: Calls,
    bank: u8,
    fetchers: [Fetcher; 8],
    random: u32,
    fast_fetch: u8,
    parameters: [u8; 8],
    parameter: u8,
    music: Music,
    waves: [u32; 3],
    latches: Latches,
    /// The address of an operand that is to be replaced.
    armed: Option<u16>,
    feed: Option<Feed>,
}

impl DpcPlus {
    /// The cartridge at power-on. `image` has 32 KiB.
    pub fn new(image: &[u8], variant: Variant, time: Time) -> DpcPlus {
        let mut lpc = Lpc::new(RAM_BYTES, variant.flash_wait);
        let copy = |ram: &mut [u8], to: usize, from: usize, bytes: usize| {
            if let (Some(to), Some(from)) =
                (ram.get_mut(to..to + bytes), image.get(from..from + bytes))
            {
                to.copy_from_slice(from);
            }
        };
        copy(lpc.ram_mut(), 0, 0, DRIVER);
        copy(lpc.ram_mut(), DISPLAY, IMAGE_DATA, RAM_BYTES - DISPLAY);
        DpcPlus {
            lpc,
            variant,
            calls: Calls::new(time, Clocks::of_driver(KILOHERTZ, PER_TICK)),
            bank: BANKS - 1,
            fetchers: [Fetcher::default(); 8],
            random: RANDOM_SEED,
            fast_fetch: 0xff,
            parameters: [0; 8],
            parameter: 0,
            music: Music::default(),
            waves: [variant.first_wave; 3],
            latches: Latches::default(),
            armed: None,
            feed: None,
        }
    }

    /// The offset in the image of the bank that the window shows.
    pub fn bank_offset(&self) -> usize {
        DRIVER + usize::from(self.bank % BANKS) * 0x1000
    }

    /// The number of that bank.
    pub fn bank(&self) -> u8 {
        self.bank
    }

    /// The chip.
    pub fn lpc(&self) -> &Lpc {
        &self.lpc
    }

    /// Chooses how the processor runs.
    pub fn set_options(&mut self, options: Options) {
        self.calls.set_options(options);
    }

    /// How the processor runs.
    pub fn options(&self) -> Options {
        self.calls.options()
    }

    /// The driver's variant.
    pub fn variant(&self) -> &Variant {
        &self.variant
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
        let Some((CALL, data @ 254..)) = self.latches.taking_effect(access) else {
            return false;
        };
        let mut copy = self.clone();
        copy.latches.address = access.address & 0x1fff;
        copy.call_code(data, access.cycle, flash, Some(watch));
        true
    }

    /// Where calls enter ARM code, and the stack pointer there.
    pub fn entry(&self) -> (u32, u32) {
        (ENTRY, STACK)
    }

    /// A cycle of the console's bus. The byte that the cartridge drives; `None` while it does not.
    pub fn access(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        self.cycle(access, flash)
    }

    /// What an access at an offset of the window can do where a bank has these bytes there.
    pub fn effect(&self, offset: u16, code: [u8; 3]) -> Effect {
        match (offset, code) {
            (0..0x080 | 0xff6..=0xffb, _) => Effect::Acts,
            (_, [LDA, 0..REGISTERS, _]) => Effect::Arms,
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

    fn display(&self, at: u16) -> u8 {
        self.lpc.ram()[DISPLAY..]
            .get(usize::from(at & (DISPLAY_BYTES - 1)))
            .copied()
            .unwrap_or(0)
    }

    fn set_display(&mut self, at: u16, byte: u8) {
        let at = DISPLAY + usize::from(at & (DISPLAY_BYTES - 1));
        if let Some(place) = self.lpc.ram_mut().get_mut(at) {
            *place = byte;
        }
    }

    /// A register that is read, 0x00 to 0x27.
    fn read(&mut self, register: u8, cycle: u64, flash: &[u8]) -> u8 {
        let index = usize::from(register & 7);
        match register >> 3 {
            0 => return self.special(index, cycle, flash),
            1 => {}
            2 if !self.inside(index) => {
                self.step(index);
                return 0;
            }
            2 => {}
            3 => return self.read_fraction(index),
            _ => return if self.inside(index) { 0xff } else { 0 },
        }
        let byte = self.display(self.fetchers[index].pointer);
        self.step(index);
        byte
    }

    fn special(&mut self, index: usize, cycle: u64, flash: &[u8]) -> u8 {
        match index {
            0 => self.random = next_random(self.random),
            1 => self.random = prior_random(self.random),
            2..=4 => return self.random.to_le_bytes()[index - 1],
            _ => {
                self.music.run(self.calls.clocks.ticks(cycle));
                return self.amplitude(flash);
            }
        }
        self.random as u8
    }

    fn step(&mut self, index: usize) {
        let pointer = &mut self.fetchers[index].pointer;
        *pointer = pointer.wrapping_add(1) & 0xfff;
    }

    fn read_fraction(&mut self, index: usize) -> u8 {
        let fetcher = &mut self.fetchers[index];
        let at = (fetcher.fraction >> 8) as u16;
        fetcher.fraction = fetcher.fraction.wrapping_add(u32::from(fetcher.increment)) & 0xf_ffff;
        self.display(at)
    }

    /// Whether the low byte of the pointer is in its window.
    fn inside(&self, index: usize) -> bool {
        let Fetcher {
            pointer,
            top,
            bottom,
            ..
        } = self.fetchers[index];
        top.wrapping_sub(pointer as u8) > top.wrapping_sub(bottom)
    }

    /// Sum of the three voices.
    fn amplitude(&mut self, flash: &[u8]) -> u8 {
        let mut sum = 0u8;
        for voice in 0..3 {
            let at = self.waves[voice].wrapping_add(self.music.counters[voice] >> 27);
            sum = sum.wrapping_add(peek(&mut self.lpc, flash, at));
        }
        sum
    }

    fn write_control(&mut self, index: usize, data: u8, cycle: u64, flash: &[u8]) {
        match index {
            0 => self.fast_fetch = data,
            1 => {
                if let Some(place) = self.parameters[..7].get_mut(usize::from(self.parameter)) {
                    *place = data;
                    self.parameter += 1;
                }
            }
            2 => self.call(data, cycle, flash),
            // Its neighbors in the driver's table.
            4 if self.variant.clears_counter => self.music.counters[2] = 0,
            3 | 4 => {
                let pointer = &mut self.fetchers[index].pointer;
                *pointer = u16::from(data & 0x0f) << 8 | *pointer & 0xff;
            }
            _ => self.waves[index - 5] = RAM + DISPLAY as u32 + u32::from(data) * 32,
        }
    }

    fn write_random(&mut self, index: usize, data: u8, cycle: u64) {
        match index {
            0 => self.random = RANDOM_SEED,
            1..=4 => {
                let mut bytes = self.random.to_le_bytes();
                bytes[index - 1] = data;
                self.random = u32::from_le_bytes(bytes);
            }
            _ => {
                self.music.run(self.calls.clocks.ticks(cycle));
                let at = FREQUENCIES + 4 * usize::from(data);
                self.music.frequencies[index - 5] = self.lpc.word(at);
            }
        }
    }

    /// CALLFUNCTION. The console's present address is where it will continue.
    fn call(&mut self, function: u8, cycle: u64, flash: &[u8]) {
        let mut clocks = OVERHEAD;
        match function {
            254 | 255 => clocks += self.call_code(function, cycle, flash, None),
            1 => self.copy(flash),
            2 => self.fill(),
            _ => {}
        }
        if function < 254 {
            self.parameter = 0;
        }
        if self.calls.take_time() {
            let tick = self.calls.clocks.ticks(cycle);
            self.music.run(tick);
            let cycles = self.calls.clocks.cycles(clocks);
            let sound = (function == 254).then_some(tick);
            self.feed = Some(Feed::new(
                self.latches.address,
                cycle.wrapping_add(cycles),
                sound,
            ));
        }
    }

    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64 {
        let entry = Entry {
            address: ENTRY,
            stack: STACK,
            services: 0,
        };
        let origin = Origin {
            function,
            address: self.latches.address,
            bank: self.bank,
            cycle,
        };
        let serve = |_, _, _| None;
        self.calls
            .make(&mut self.lpc, flash, &entry, origin, serve, watch)
    }

    /// Function 1: copies from flash to where a fetcher points.
    fn copy(&mut self, flash: &[u8]) {
        let [low, high, fetcher, count, ..] = self.parameters;
        let from = (u16::from_le_bytes([low, high]).wrapping_add(0xc00)) & 0x7fff;
        let to = self.fetchers[usize::from(fetcher & 7)].pointer;
        for index in 0..u16::from(count.max(1)) {
            let byte = flash
                .get(usize::from(from) + usize::from(index))
                .copied()
                .unwrap_or(0);
            self.set_beyond(to.wrapping_add(index), byte);
        }
    }

    /// Function 2: fills from where a fetcher points.
    fn fill(&mut self) {
        let [byte, _, fetcher, count, ..] = self.parameters;
        let to = self.fetchers[usize::from(fetcher & 7)].pointer;
        for index in 0..u16::from(count.max(1)) {
            self.set_beyond(to.wrapping_add(index), byte);
        }
    }

    /// Writes without coming around at the display's end: the frequencies follow.
    fn set_beyond(&mut self, at: u16, byte: u8) {
        if let Some(place) = self.lpc.ram_mut().get_mut(DISPLAY + usize::from(at)) {
            *place = byte;
        }
    }
}

impl BusLoop for DpcPlus {
    const PLAY: [u8; 2] = [LDA, 0x85];

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
        let replaced = self.fast_fetch == 0 && opcode == LDA && operand < REGISTERS;
        replaced.then(|| self.read(operand, cycle, flash))
    }

    fn fed_amplitude(&mut self, flash: &[u8]) -> u8 {
        self.amplitude(flash)
    }

    /// A register that is written, 0x28 to 0x7f.
    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        let index = usize::from(register & 7);
        let jitter = match self.variant.jitters {
            true => u32::from(!self.fast_fetch & 0x0f),
            false => 0x0f,
        };
        let fetcher = &mut self.fetchers[index];
        match register >> 3 {
            // FRACLOW, FRACHI, FRACINC
            5 => {
                let fraction = match self.variant.clears_fraction {
                    true => 0,
                    false => fetcher.fraction & 0xff,
                };
                let high = fetcher.fraction & jitter << 16;
                fetcher.fraction = high | u32::from(data) << 8 | fraction;
            }
            6 => fetcher.fraction = u32::from(data & 0x0f) << 16 | fetcher.fraction & 0xffff,
            7 => {
                fetcher.increment = data;
                fetcher.fraction &= 0xf_ff00;
            }
            8 => fetcher.top = data,
            9 => fetcher.bottom = data,
            // DFxLOW
            10 => fetcher.pointer = fetcher.pointer & (jitter as u16) << 8 | u16::from(data),
            11 => self.write_control(index, data, cycle, flash),
            // DFxPUSH
            12 => {
                fetcher.pointer = fetcher.pointer.wrapping_sub(1) & 0xfff;
                let at = fetcher.pointer;
                self.set_display(at, data);
            }
            // DFxHI
            13 => fetcher.pointer = u16::from(data & 0x0f) << 8 | fetcher.pointer & 0xff,
            14 => self.write_random(index, data, cycle),
            // DFxWRITE
            _ => {
                let at = fetcher.pointer;
                self.set_display(at, data);
                self.step(index);
            }
        }
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
        match offset {
            0x000..=0x027 => return Some(self.read(offset as u8, access.cycle, flash)),
            0x028..=0x07f => {
                self.latches.written = Some((offset as u8, access.data));
                return None;
            }
            0xff6..=0xffb => self.bank = (offset - 0xff6) as u8,
            _ => {}
        }
        let byte = self.rom(offset, flash);
        let operand = (offset + 1) & 0xfff;
        if self.fast_fetch == 0 && byte == LDA && self.rom(operand, flash) < REGISTERS {
            self.armed = Some(operand);
        }
        Some(byte)
    }
}

fn next_random(random: u32) -> u32 {
    let rotated = random.rotate_right(11);
    match random >> 10 & 1 {
        0 => rotated,
        _ => rotated ^ RANDOM_TAPS,
    }
}

fn prior_random(random: u32) -> u32 {
    let before = match random >> 31 {
        0 => random,
        _ => random ^ RANDOM_TAPS,
    };
    before.rotate_left(11)
}
