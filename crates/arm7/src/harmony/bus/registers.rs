//! The registers, bus stuffing, and jumps whose targets come from a stream.

use super::{
    super::{
        bus_loop::BusLoop,
        facts::{JMP, OVERHEAD_CLOCKS, STY},
        sound,
    },
    Armed, Bus, Kind, Write,
};

/// RAM offset of the table that holds the addresses of the three waves.
const WAVES: u16 = 0x7f4;
/// In a voice's counter, the lowest bit of the field that indexes the bytes of a sample.
const SAMPLE_SHIFT: u8 = 21;
/// The stream that supplies jump targets.
const JUMP_STREAM: u8 = 0x11;
/// Address of the last TIA register that has an entry in the map of streams.
const LAST_MAPPED_REGISTER: u16 = 0x24;

impl Bus {
    /// Writes a register, given its number.
    pub(super) fn write_register(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        let streams = self.streams();
        let lpc = &mut self.common.lpc;
        match Write::from_number(register) {
            Write::Stream(stream) => streams.write(lpc, stream, data),
            Write::Pointer(stream) => streams.shift_in(lpc, stream, data),
            Write::Increment(stream) => self.set_increment(stream, data),
            // Drivers before BUS3 have no samples, and turn stuffing on only if the byte is 0.
            Write::Mode if self.kind != Kind::Bus3 && data != 0 => self.mode = 0xff,
            Write::Mode => self.mode = data,
            Write::Call if data >= 254 => self.call(data, cycle, flash),
            Write::Call => {}
        }
    }

    /// Returns true if bus stuffing and jumps are on.
    fn stuffing_is_on(&self) -> bool {
        self.mode & 0x0f == 0
    }

    pub(super) fn amplitude(&mut self, flash: &[u8]) -> u8 {
        let (lpc, counters) = (&mut self.common.lpc, self.common.music.counters);
        if self.kind == Kind::Bus3 && self.mode & 0xf0 == 0 {
            return sound::sample(lpc, flash, WAVES, counters[0], SAMPLE_SHIFT);
        }
        sound::mix_voices(lpc, flash, WAVES, counters, self.wave_sizes)
    }

    /// Returns the byte to stuff into a store to a TIA register. The register's word in the map
    /// names the streams that supply the bytes of the next eight stores to that register, one
    /// stream per nibble.
    fn stuffed_byte(&mut self, register: u16) -> u8 {
        let [_, _, map] = self.kind.tables();
        let at = usize::from(map) + 4 * usize::from(register);
        let streams = self.common.lpc.word(at);
        self.common.lpc.set_word(at, streams.rotate_right(4));
        let stream = streams as u8 & 0x0f;
        self.streams().read(&mut self.common.lpc, stream)
    }

    /// Handles an access outside the cartridge's window. Returns a mask of the data lines that the
    /// cartridge does not pull to 0.
    pub(super) fn access_below(&mut self, address: u16) -> u8 {
        match self.armed.take() {
            Some(Armed::Stuff { address: stuffed }) if stuffed == address => {
                self.stuffed_byte(address & 0x7f)
            }
            _ => 0xff,
        }
    }

    /// Returns the byte that replaces the operand at this offset; `None` if the driver is not
    /// waiting for an operand there.
    pub(super) fn operand(&mut self, offset: u16, flash: &[u8]) -> Option<u8> {
        let next = (offset + 1) & 0xfff;
        match self.armed.take()? {
            Armed::Store { operand } if operand == offset => {
                let byte = self.rom(offset, flash);
                let address = u16::from(byte);
                self.armed =
                    (address & 0x7f <= LAST_MAPPED_REGISTER).then_some(Armed::Stuff { address });
                Some(byte)
            }
            Armed::Jump { operand } if operand == offset => {
                self.armed = Some(Armed::JumpHigh { operand: next });
                Some(self.streams().read_next(&mut self.common.lpc, JUMP_STREAM))
            }
            Armed::JumpHigh { operand } if operand == offset => {
                Some(self.streams().read_next(&mut self.common.lpc, JUMP_STREAM))
            }
            _ => None,
        }
    }

    /// Returns what the driver waits for once it has driven `byte`. Returns `None` if it has
    /// nothing to wait for: bus stuffing is off, or `byte` is not one of the opcodes that it
    /// handles.
    pub(super) fn armed_after(&self, offset: u16, byte: u8, flash: &[u8]) -> Option<Armed> {
        let operand = (offset + 1) & 0xfff;
        let target_is_0 = || self.rom(operand, flash) == 0 && self.rom(operand + 1, flash) == 0;
        match byte {
            _ if !self.stuffing_is_on() => None,
            STY => Some(Armed::Store { operand }),
            JMP if self.kind == Kind::Bus3 && target_is_0() => Some(Armed::Jump { operand }),
            _ => None,
        }
    }

    /// Calls ARM code. Afterwards the console continues at its current address.
    fn call(&mut self, function: u8, cycle: u64, flash: &[u8]) {
        self.common.run_music(cycle);
        let clocks = OVERHEAD_CLOCKS + self.call_code(function, cycle, flash, None);
        self.common.feed(clocks, cycle, function == 254);
    }

    fn set_increment(&mut self, stream: u8, data: u8) {
        let [_, increments, _] = self.kind.tables();
        let at = usize::from(increments) + 4 * usize::from(stream);
        let increment = self.common.lpc.word(at) << 8 | u32::from(data);
        self.common.lpc.set_word(at, increment & 0xffff);
    }
}
