//! The microcontroller's parts.

use super::{
    super::{mam::Mam, timer::Timer, vic::Vic},
    port::Port,
};
use crate::Interrupt;
use serde::{Deserialize, Serialize};

/// The address of the first byte of RAM.
pub(in super::super) const RAM: u32 = 0x4000_0000;

/// The state of a microcontroller. The flash is not included because it is the cartridge image; see
/// [`Board`](super::Board).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lpc {
    pub(super) ram: Vec<u8>,
    pub(super) clock: u64,
    pub(super) mam: Mam,
    pub(super) timers: [Timer; 2],
    pub(super) port: Port,
    pub(super) vic: Vic,
}

impl Lpc {
    /// Creates a chip with `ram_bytes` bytes of RAM, all zero. An access to its flash takes `wait`
    /// clocks. The accelerator is fully enabled, as it is after a driver's start-up code.
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

    /// Returns the RAM.
    pub fn ram(&self) -> &[u8] {
        &self.ram
    }

    /// Returns the RAM, mutably.
    pub fn ram_mut(&mut self) -> &mut [u8] {
        &mut self.ram
    }

    /// Returns the word at an offset in RAM, or 0 if the offset is past the end.
    #[inline]
    pub fn word(&self, offset: usize) -> u32 {
        match self.ram.get(offset..offset + 4) {
            Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
            _ => 0,
        }
    }

    /// Writes a word at an offset in RAM, or does nothing if the offset is past the end.
    #[inline]
    pub fn set_word(&mut self, offset: usize, word: u32) {
        if let Some(bytes) = self.ram.get_mut(offset..offset + 4) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Returns the number of processor clocks since power-on.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Sets the number of processor clocks since power-on. Callers use this to add the time that
    /// passes between calls, or to make an access take no time.
    pub fn set_clock(&mut self, clock: u64) {
        self.clock = clock;
    }

    // A damaged state can hold any clock, so the sum can overflow.
    #[inline(always)]
    pub(super) fn advance(&mut self, clocks: u64) {
        self.clock = self.clock.wrapping_add(clocks);
    }

    /// Sets the accelerator's mode: 0 disabled, 1 partially enabled, 2 fully enabled.
    pub fn set_mam_mode(&mut self, mode: u8) {
        self.mam.mode = mode.min(2);
    }

    /// Returns the number of clocks that an access to flash takes.
    pub fn flash_wait(&self) -> u8 {
        self.mam.wait
    }

    /// Returns the pending interrupt, if any.
    #[inline]
    pub(in super::super) fn interrupt(&mut self) -> Option<Interrupt> {
        if !self.vic.is_used() {
            return None;
        }
        let now = self.clock;
        let lines = self
            .timers
            .each_mut()
            .map(|timer| timer.update_matches(now));
        self.vic.set_lines(lines);
        self.vic.pending()
    }

    pub(in super::super) fn port(&self) -> Port {
        self.port
    }

    pub(in super::super) fn port_mut(&mut self) -> &mut Port {
        &mut self.port
    }
}
