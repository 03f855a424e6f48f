//! The SaveKey: a serial EEPROM, Microchip's 24LC256, connected to two pins of a controller port.
//!
//! Pin 3 carries the data (SDA), and pin 4 the clock (SCL) of the serial bus. In the right port,
//! these are SWCHA D2 and D3; in the left port, D6 and D7. The program drives both lines through
//! port A, and the EEPROM pulls SDA low to answer. `docs/savekey.md` lists the sources and how
//! reliable each is.

mod memory;

pub use memory::SaveKeyMemory;
use serde::{Deserialize, Serialize};

/// Number of CPU cycles after a write during which the EEPROM does not respond: 5 ms on an NTSC
/// console.
// Data sheet: "page write time 5 ms max". Using the maximum means that a program that does not wait
// fails here, too.
const WRITE_CYCLES: u64 = 5_966;
/// The control byte of a write: 1010, then three chip-select bits, which are 0 because the pins are
/// grounded, then 0 for a write.
// Data sheet; the SaveKey routines in programs send A0 (write) and A1 (read).
const CONTROL: u8 = 0xa0;

/// A SaveKey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveKey {
    memory: SaveKeyMemory,
    /// Level of SCL.
    scl: bool,
    /// Level of SDA, as driven by the program and the EEPROM together.
    sda: bool,
    /// True while the EEPROM holds SDA low.
    holds_sda_low: bool,
    phase: Phase,
    /// Number of clock pulses in the current byte, 0..=9. The ninth is for the acknowledgment.
    clocks: u8,
    /// The bits of the current byte received so far.
    shift: u8,
    /// The 15-bit address of the next byte to read or write.
    address: u16,
    /// Bytes that the EEPROM will write at the stop condition, as (offset in the page, byte) pairs.
    buffer: Vec<(u8, u8)>,
    /// The last cycle of the write in progress.
    busy_until: u64,
    /// Number of pages written since power-on.
    writes: u64,
}

/// The meaning of the byte that is being transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Phase {
    /// No byte is expected: the EEPROM is waiting for a start condition.
    Standby,
    Control,
    AddressHigh,
    AddressLow,
    Write,
    Read,
}

impl Default for SaveKey {
    fn default() -> SaveKey {
        SaveKey {
            memory: SaveKeyMemory::default(),
            scl: true,
            sda: true,
            holds_sda_low: false,
            phase: Phase::Standby,
            clocks: 0,
            shift: 0,
            address: 0,
            buffer: Vec::new(),
            busy_until: 0,
            writes: 0,
        }
    }
}

impl SaveKey {
    /// Creates a SaveKey with these contents.
    pub fn with_memory(memory: SaveKeyMemory) -> SaveKey {
        SaveKey {
            memory,
            ..SaveKey::default()
        }
    }

    /// Returns the contents.
    pub fn memory(&self) -> &SaveKeyMemory {
        &self.memory
    }

    /// Returns the number of pages written since power-on.
    pub fn writes(&self) -> u64 {
        self.writes
    }

    /// Returns true after a program has addressed the EEPROM, until the transfer ends.
    pub fn is_addressed(&self) -> bool {
        !matches!(self.phase, Phase::Standby | Phase::Control)
    }

    /// Returns true while the EEPROM holds SDA low.
    pub(crate) fn holds_sda_low(&self) -> bool {
        self.holds_sda_low
    }

    /// Sets the levels at which the program drives the two lines, starting with this CPU cycle.
    // If one write changes both lines, the data line is taken to change while the clock is low, so
    // there is no start or stop condition.
    pub(crate) fn drive(&mut self, scl: bool, sda: bool, cycle: u64) {
        let level = sda && !self.holds_sda_low;
        match (self.scl, scl) {
            (true, true) if self.sda && !level => self.start(),
            (true, true) if !self.sda && level => self.stop(cycle),
            (false, true) => self.clock_up(level),
            (true, false) => self.clock_down(cycle),
            _ => {}
        }
        self.scl = scl;
        self.sda = sda && !self.holds_sda_low;
    }

    fn start(&mut self) {
        self.phase = Phase::Control;
        self.clocks = 0;
        self.holds_sda_low = false;
        self.buffer.clear();
    }

    /// Handles a stop condition. If the last byte of a write is complete, the EEPROM writes the
    /// buffer to memory. In this case, `clocks` is 1 or 0, because the rising clock edge before the
    /// stop condition counts as the first bit of another byte.
    fn stop(&mut self, cycle: u64) {
        if self.phase == Phase::Write && self.clocks <= 1 && !self.buffer.is_empty() {
            let number = self.address / SaveKeyMemory::PAGE_SIZE as u16;
            let mut page = self.memory.page(number);
            for (offset, byte) in self.buffer.drain(..) {
                page[usize::from(offset)] = byte;
            }
            self.memory.set_page(number, &page);
            self.busy_until = cycle + WRITE_CYCLES;
            self.writes += 1;
        }
        self.standby();
    }

    fn standby(&mut self) {
        self.phase = Phase::Standby;
        self.holds_sda_low = false;
        self.buffer.clear();
    }

    /// Handles a rising clock edge: receives a bit of a byte, or the program's acknowledgment.
    fn clock_up(&mut self, sda: bool) {
        let is_receiving = self.phase != Phase::Read;
        if is_receiving == (self.clocks < 8) {
            self.shift = self.shift << 1 | u8::from(sda);
        }
        self.clocks = (self.clocks + 1).min(9);
    }

    /// Handles a falling clock edge: puts a bit of a byte, or the EEPROM's acknowledgment, on SDA.
    fn clock_down(&mut self, cycle: u64) {
        match (self.phase, self.clocks) {
            (Phase::Standby, _) => {}
            (Phase::Read, 8) => self.holds_sda_low = false,
            (Phase::Read, 9) => self.finish_read(),
            (Phase::Read, _) => self.output_bit(),
            (_, 8) if self.receive_byte(cycle) => self.holds_sda_low = true,
            (_, 8) => self.standby(),
            (_, 9) => self.start_next_phase(),
            _ => {}
        }
    }

    /// Increments the address after a byte has been read. The read ends if the program did not
    /// acknowledge the byte.
    fn finish_read(&mut self) {
        self.address = (self.address + 1) & 0x7fff;
        match self.shift & 1 {
            0 => self.start_byte(),
            _ => self.standby(),
        }
    }

    fn start_byte(&mut self) {
        self.clocks = 0;
        match self.phase {
            Phase::Read => self.output_bit(),
            _ => self.holds_sda_low = false,
        }
    }

    fn output_bit(&mut self) {
        let byte = self.memory.byte(self.address);
        self.holds_sda_low = byte >> (7 - self.clocks) & 1 == 0;
    }

    /// Handles the byte just received. Returns false if the EEPROM does not acknowledge it.
    fn receive_byte(&mut self, cycle: u64) -> bool {
        let byte = self.shift;
        match self.phase {
            Phase::Control => return byte & 0xfe == CONTROL && cycle > self.busy_until,
            Phase::AddressHigh => {
                self.address = u16::from(byte & 0x7f) << 8 | self.address & 0xff;
            }
            Phase::AddressLow => self.address = self.address & 0x7f00 | u16::from(byte),
            Phase::Write => self.buffer_byte(byte),
            Phase::Standby | Phase::Read => {}
        }
        true
    }

    /// Puts a byte into the buffer and increments the address. At the end of a page, the address
    /// wraps around to the start of the same page.
    fn buffer_byte(&mut self, byte: u8) {
        let offset = (self.address & 63) as u8;
        self.buffer.retain(|(at, _)| *at != offset);
        self.buffer.push((offset, byte));
        self.address = self.address & !63 | (self.address + 1) & 63;
    }

    fn start_next_phase(&mut self) {
        self.phase = match self.phase {
            Phase::Control if self.shift & 1 != 0 => Phase::Read,
            Phase::Control => Phase::AddressHigh,
            Phase::AddressHigh => Phase::AddressLow,
            _ => Phase::Write,
        };
        self.start_byte();
    }

    /// Returns false for values that only a damaged state could have.
    pub(crate) fn is_plausible(&self, cycle: u64) -> bool {
        let mut offsets = [false; SaveKeyMemory::PAGE_SIZE];
        let is_new_offset = |(offset, _): &(u8, u8)| {
            let seen = offsets.get_mut(usize::from(*offset));
            seen.is_some_and(|seen| !std::mem::replace(seen, true))
        };
        self.memory.is_plausible()
            && self.clocks <= 9
            && self.address < 0x8000
            && self.busy_until <= cycle + WRITE_CYCLES
            && self.buffer.iter().all(is_new_offset)
    }
}

#[cfg(test)]
mod tests;
