//! The microcontroller around the processor.

use super::vic::Vic;
use super::{line::Line, mam::Mam, timer::Timer};
use crate::Interrupt;
use crate::{Abort, Cycle, Memory};
use serde::{Deserialize, Serialize};

/// Where RAM begins.
pub(super) const RAM: u32 = 0x4000_0000;

/// Registers, by address.
// UM10161: chapters 3 (MAM), 4 (VPB divider), 8 (fast port), 15 (timers).
const PORT_DIRECTION: u32 = 0x3fff_c000;
const PORT_PINS: u32 = 0x3fff_c014;
const TIMERS: [u32; 2] = [0xe000_4000, 0xe000_8000];
const MAM_CONTROL: u32 = 0xe01f_c000;
const MAM_WAIT: u32 = 0xe01f_c004;
const VPB_DIVIDER: u32 = 0xe01f_c100;
const PLL_STATUS: u32 = 0xe01f_c088;
const PLL_LOCKED: u32 = 1 << 10;
/// Clocks from power-on until it is locked: 100 us and more. DPC+ waits for that; CDF goes on
/// while it is not.
const LOCK_CLOCKS: u64 = 10_000;
const VIC: u32 = 0xffff_f000;

/// The state of a microcontroller; flash belongs to the image, see [`Board`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lpc {
    ram: Vec<u8>,
    clock: u64,
    mam: Mam,
    timers: [Timer; 2],
    port: Port,
    vic: Vic,
}

/// The pins at the console's bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Port {
    /// The 13 address lines.
    pub(super) address: u16,
    /// What others drive on the data lines.
    pub(super) data: u8,
    /// What the port drives on them where `direction` has ones.
    pub(super) latch: u8,
    pub(super) direction: u8,
}

/// A microcontroller with its flash: all of the processor's memory.
pub struct Board<'a> {
    lpc: &'a mut Lpc,
    /// The image, which begins at address 0.
    flash: &'a [u8],
    line: Line,
}

impl Lpc {
    /// A chip with so much RAM, all zero, an access to whose flash takes `wait` clocks. The
    /// accelerator is fully on, as drivers leave it.
    pub fn new(ram_bytes: usize, wait: u8) -> Lpc {
        Lpc {
            ram: vec![0; ram_bytes],
            clock: 0,
            mam: Mam::new(2, wait),
            timers: [Timer::default(); 2],
            port: Port::default(),
            vic: Vic::default(),
        }
    }

    /// The RAM.
    pub fn ram(&self) -> &[u8] {
        &self.ram
    }

    /// The RAM, to write.
    pub fn ram_mut(&mut self) -> &mut [u8] {
        &mut self.ram
    }

    /// A word of RAM by its offset; 0 beyond the end.
    #[inline]
    pub fn word(&self, offset: usize) -> u32 {
        match self.ram.get(offset..offset + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => 0,
        }
    }

    /// Writes a word of RAM; nothing beyond the end.
    #[inline]
    pub fn set_word(&mut self, offset: usize, word: u32) {
        if let Some(bytes) = self.ram.get_mut(offset..offset + 4) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Processor clocks since power-on.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Sets the clock: time has passed outside, or a call takes none.
    pub fn set_clock(&mut self, clock: u64) {
        self.clock = clock;
    }

    // A damaged state may hold any clock.
    #[inline(always)]
    fn pass(&mut self, clocks: u64) {
        self.clock = self.clock.wrapping_add(clocks);
    }

    /// Sets the accelerator's mode: 0 off, 1 partly, 2 fully on.
    pub fn set_mam_mode(&mut self, mode: u8) {
        self.mam.mode = mode.min(2);
    }

    /// Clocks that an access to flash takes.
    pub fn flash_wait(&self) -> u8 {
        self.mam.wait
    }

    /// The interrupt that the processor is asked for.
    #[inline]
    pub(super) fn interrupt(&mut self) -> Option<Interrupt> {
        if !self.vic.is_used() {
            return None;
        }
        let now = self.clock;
        let lines = self.timers.each_mut().map(|timer| timer.interrupts(now));
        self.vic.set_lines(lines);
        self.vic.pending()
    }

    pub(super) fn port(&self) -> Port {
        self.port
    }

    pub(super) fn port_mut(&mut self) -> &mut Port {
        &mut self.port
    }

    /// A peripheral's register; 0 from those that only drivers use.
    #[cold]
    fn register(&self, address: u32) -> Result<u32, Abort> {
        for (timer, base) in self.timers.iter().zip(TIMERS) {
            match address.wrapping_sub(base) {
                0x04 => return Ok(timer.control()),
                0x08 => return Ok(timer.count(self.clock)),
                0x0c => return Ok(timer.prescale()),
                offset @ (0x00 | 0x14..=0x27) => return Ok(timer.matching(offset)),
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
    fn set_register(&mut self, address: u32, data: u32) -> Result<(), Abort> {
        let now = self.clock;
        for (timer, base) in self.timers.iter_mut().zip(TIMERS) {
            match address.wrapping_sub(base) {
                0x04 => timer.set_control(data, now),
                0x08 => timer.set_count(data, now),
                0x0c => timer.set_prescale(data, now),
                offset @ (0x00 | 0x14..=0x27) => timer.set_matching(offset, data),
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

    /// A write of a byte or halfword: registers of the port have bytes of their own.
    #[cold]
    fn set_part(&mut self, address: u32, data: u32) -> Result<(), Abort> {
        match address {
            _ if address == PORT_DIRECTION + 1 => self.port.direction = data as u8,
            _ if address == PORT_PINS + 1 => self.port.latch = data as u8,
            _ if address & !3 == PORT_DIRECTION || address & !3 == PORT_PINS => {}
            _ => return self.set_register(address & !3, data),
        }
        Ok(())
    }
}

impl Port {
    /// Data in bits 15 to 8, the address from bit 16 on.
    // UM10161, chapter 5; the drivers' own code.
    fn pins(&self) -> u32 {
        u32::from(self.address) << 16 | u32::from(self.bus()) << 8
    }

    /// What the data lines show.
    pub(super) fn bus(&self) -> u8 {
        (self.latch & self.direction) | (self.data & !self.direction)
    }
}

/// Addresses of peripherals: on both buses, of the fast port, of the interrupt controller.
fn is_peripheral(address: u32) -> bool {
    matches!(address, 0xe000_0000..=0xe01f_ffff | 0x3fff_8000..=0x3fff_ffff | 0xffff_f000..)
}

impl<'a> Board<'a> {
    /// The chip with the image in its flash.
    pub fn new(lpc: &'a mut Lpc, flash: &'a [u8]) -> Board<'a> {
        Board {
            lpc,
            flash,
            line: Line::new(),
        }
    }

    /// The chip.
    pub fn lpc(&mut self) -> &mut Lpc {
        self.line.forget();
        self.lpc
    }

    /// Bytes of flash or RAM; none elsewhere.
    #[inline(always)]
    fn bytes<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let (memory, at) = match address & 0xf000_0000 {
            0 => (self.flash, address),
            RAM => (&self.lpc.ram[..], address & 0x0fff_ffff),
            _ => return None,
        };
        memory.get(at as usize..at as usize + N)?.try_into().ok()
    }

    /// A fetch outside the line at hand.
    #[inline(never)]
    fn fetch_half(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        if address >> 28 == 0 {
            let clocks = self.lpc.mam.fetch(address, cycle, self.lpc.clock);
            self.lpc.pass(clocks);
            let half = self.line.fetched(address, &self.lpc.mam, self.flash);
            return half.ok_or(Abort);
        }
        self.lpc.pass(1);
        self.bytes(address).map(u16::from_le_bytes).ok_or(Abort)
    }

    #[cold]
    fn load_register<const N: usize>(&mut self, address: u32) -> Result<[u8; N], Abort> {
        let word = self.lpc.register(address & !3)?.to_le_bytes();
        let at = (address & 3) as usize;
        word[at..at + N].try_into().map_err(|_| Abort)
    }

    #[cold]
    fn store_register<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
    ) -> Result<(), Abort> {
        let mut word = [0; 4];
        word[..N].copy_from_slice(&bytes);
        let data = u32::from_le_bytes(word);
        match N {
            4 => self.lpc().set_register(address, data),
            _ => self.lpc().set_part(address, data),
        }
    }
}

impl Memory for Board<'_> {
    #[inline(always)]
    fn fetch<const N: usize>(&mut self, address: u32, cycle: Cycle) -> Result<[u8; N], Abort> {
        self.line.forget();
        let clocks = match address >> 28 {
            0 => self.lpc.mam.fetch(address, cycle, self.lpc.clock),
            _ => 1,
        };
        self.lpc.pass(clocks);
        self.bytes(address).ok_or(Abort)
    }

    #[inline(always)]
    fn fetch16(&mut self, address: u32, cycle: Cycle) -> Result<u16, Abort> {
        match self.line.at_hand(address, cycle) {
            Some(half) => {
                self.lpc.pass(1);
                Ok(half)
            }
            None => self.fetch_half(address, cycle),
        }
    }

    #[inline(always)]
    fn load<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        let clocks = match address >> 28 {
            0 => self.lpc.mam.load(address, self.lpc.clock),
            _ => 1,
        };
        self.lpc.pass(clocks);
        match self.bytes(address) {
            Some(bytes) => Ok(bytes),
            None => self.load_register(address),
        }
    }

    #[inline(always)]
    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        _: Cycle,
    ) -> Result<(), Abort> {
        self.lpc.pass(1);
        let at = (address & 0x0fff_ffff) as usize;
        let is_ram = address & 0xf000_0000 == RAM;
        match self.lpc.ram.get_mut(at..at + N).filter(|_| is_ram) {
            Some(place) => {
                place.copy_from_slice(&bytes);
                Ok(())
            }
            None => self.store_register(address, bytes),
        }
    }

    #[inline(always)]
    fn idle(&mut self, cycles: u32) {
        self.lpc.pass(cycles.into());
    }
}
