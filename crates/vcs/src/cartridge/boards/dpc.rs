//! DPC, Pitfall II's board: 8 KiB in two banks, and a chip that fetches display data, plays music
//! and generates random numbers.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// Offset of the 2 KiB of display data in the image.
const DISPLAY_DATA: usize = 0x2000;
/// Mask for the eleven bits of a counter.
const COUNTER_MASK: u16 = 0x7ff;
/// The first of the three fetchers that can play music.
const FIRST_VOICE: usize = 5;
/// Output level for each combination of active music channels (one bit of the index per channel).
/// The levels do not add up exactly, because the chip is not quite linear.
const AMPLITUDES: [u8; 8] = [0x0, 0x4, 0x5, 0x9, 0x6, 0xa, 0xb, 0xf];
/// The rate of the music oscillator: a number of steps, and the number of CPU cycles that these
/// steps take. The oscillator is an analog circuit; as in Stella and 6502.ts, its rate is 20 kHz.
/// The CPU rate is that of an NTSC console, 3,579,545 / 3 Hz.
const OSCILLATOR: (u64, u64) = (60_000, 3_579_545);

/// A cartridge with the DPC chip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dpc {
    bank: u8,
    fetchers: [Fetcher; 8],
    random: u8,
    /// The cycle up to which the music has run.
    music_cycle: u64,
}

/// A data fetcher: a counter that counts down through the display data, and a flag. The flag is set
/// when the counter's low byte reaches `top`, and cleared when it reaches `bottom`. In a fetcher
/// that plays music, the flag is set while the low byte is above `bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Fetcher {
    top: u8,
    bottom: u8,
    counter: u16,
    flag: bool,
    /// True if the fetcher plays music. In that case, the oscillator steps the counter; otherwise,
    /// reads step it. Only fetchers 5 to 7 can play music.
    music: bool,
}

impl Fetcher {
    /// Updates the flag if the counter's low byte is equal to `top` or `bottom`. If it is equal to
    /// both, `top` takes precedence, as in Stella.
    fn update_flag(&mut self) {
        let low = self.counter as u8;
        if low == self.top {
            self.flag = true;
        } else if low == self.bottom {
            self.flag = false;
        }
    }

    fn step_counter(&mut self) {
        if !self.music {
            self.counter = self.counter.wrapping_sub(1) & COUNTER_MASK;
        }
    }

    /// Steps the counter if the fetcher plays music. The low byte counts down to 0, and then starts
    /// again at `top`.
    fn play(&mut self, steps: u64) {
        if !self.music {
            return;
        }
        let (low, top) = (self.counter & 0xff, u64::from(self.top));
        let low = match u64::from(low).checked_sub(steps) {
            Some(low) => low,
            None => top - (steps - u64::from(low) - 1) % (top + 1),
        };
        self.counter = self.counter & 0x700 | low as u16;
        self.flag = low > u64::from(self.bottom);
    }
}

impl Dpc {
    /// Steps the random number generator. The sequence does not contain `$FF`: the next value after
    /// `$FF` would be `$FF` again.
    fn clock_random(&mut self) {
        let random = self.random;
        let taps = random >> 7 ^ random >> 5 ^ random >> 4 ^ random >> 3;
        self.random = random << 1 | !taps & 1;
    }

    fn run_music(&mut self, cycle: u64) {
        let (steps, cycles) = OSCILLATOR;
        let steps_until = |cycle: u64| cycle.wrapping_mul(steps) / cycles;
        let due_steps = steps_until(cycle).saturating_sub(steps_until(self.music_cycle));
        self.music_cycle = cycle;
        if due_steps > 0 {
            self.fetchers[FIRST_VOICE..]
                .iter_mut()
                .for_each(|fetcher| fetcher.play(due_steps));
        }
    }

    fn amplitude(&self) -> u8 {
        let channel_bit = |index: usize| {
            let fetcher = &self.fetchers[FIRST_VOICE + index];
            usize::from(fetcher.music && fetcher.flag) << index
        };
        AMPLITUDES[channel_bit(0) | channel_bit(1) | channel_bit(2)]
    }

    fn read(&mut self, address: u16, rom: &[u8]) -> u8 {
        let index = usize::from(address & 7);
        match (address >> 3 & 7, index) {
            (0, 0..=3) => return self.random,
            (0, _) => return self.amplitude(),
            _ => {}
        }
        let fetcher = &mut self.fetchers[index];
        if !fetcher.music {
            fetcher.update_flag();
        }
        let mask = if fetcher.flag { 0xff } else { 0x00 };
        let offset = DISPLAY_DATA + usize::from(COUNTER_MASK - (fetcher.counter & COUNTER_MASK));
        let byte = rom.get(offset).copied().unwrap_or(0);
        fetcher.step_counter();
        match address >> 3 & 7 {
            1 => byte,
            2 => byte & mask,
            3 => (byte & mask).rotate_left(4),
            4 => (byte & mask).reverse_bits(),
            5 => (byte & mask) >> 1,
            6 => (byte & mask) << 1,
            _ => mask,
        }
    }

    fn write(&mut self, address: u16, data: u8) {
        let index = usize::from(address & 7);
        let fetcher = &mut self.fetchers[index];
        match address >> 3 & 7 {
            0 => {
                fetcher.top = data;
                fetcher.flag = false;
            }
            1 => fetcher.bottom = data,
            2 => {
                let low = if fetcher.music { fetcher.top } else { data };
                fetcher.counter = fetcher.counter & 0x700 | u16::from(low);
            }
            3 => {
                fetcher.counter = u16::from(data & 7) << 8 | fetcher.counter & 0xff;
                fetcher.music = index >= FIRST_VOICE && data & 0x10 != 0;
            }
            6 => self.random = 1,
            _ => {}
        }
    }
}

impl Mapper for Dpc {
    fn new(scheme: Scheme, _rom: &mut Vec<u8>) -> Dpc {
        Dpc {
            bank: scheme.start_bank(2) as u8,
            fetchers: [Fetcher::default(); 8],
            random: 1,
            music_cycle: 0,
        }
    }

    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank & 1));
        window.watch(0..0x80);
        window.watch(0xff8..0xffa);
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let address = access.address & 0xfff;
        match address {
            0x000..=0x07f | 0xff8 | 0xff9 => self.clock_random(),
            _ => return Answer::ROM,
        }
        self.run_music(access.cycle);
        match (address, access.write) {
            (0x00..=0x3f, false) => Answer::byte(self.read(address, rom)),
            (0x40..=0x7f, true) => {
                self.write(address, access.data);
                Answer::ROM
            }
            (0xff8 | 0xff9, _) => {
                self.bank = address as u8 & 1;
                Answer::SWITCHED
            }
            _ => Answer::ROM,
        }
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        let address = address & 0xfff;
        (address < 0x40).then(|| self.clone().read(address, rom))
    }
}
