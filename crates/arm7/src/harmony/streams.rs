//! Data streams: pointers into the display data. The driver keeps them in RAM, where the game's ARM
//! code can reach them.

use super::lpc::Lpc;

/// The RAM offsets of a driver's stream tables.
#[derive(Clone, Copy)]
pub(super) struct Streams {
    /// Pointers, one word for each stream.
    pub(super) pointers: u16,
    /// Increments that each read adds to the pointers, in units of 1/256 byte.
    pub(super) increments: u16,
    /// Display data.
    pub(super) display: u16,
    /// Number of fractional bits in a pointer.
    pub(super) fraction_bits: u32,
}

impl Streams {
    fn pointer(self, lpc: &Lpc, stream: u8) -> u32 {
        lpc.word(usize::from(self.pointers) + 4 * usize::from(stream))
    }

    fn set_pointer(self, lpc: &mut Lpc, stream: u8, pointer: u32) {
        lpc.set_word(
            usize::from(self.pointers) + 4 * usize::from(stream),
            pointer,
        );
    }

    fn ram_index(self, pointer: u32) -> usize {
        usize::from(self.display) + (pointer >> self.fraction_bits) as usize
    }

    /// Reads a byte from a stream and advances the pointer by the stream's increment. Returns 0 if
    /// the pointer is outside RAM.
    pub(super) fn read(self, lpc: &mut Lpc, stream: u8) -> u8 {
        let at = usize::from(self.increments) + 4 * usize::from(stream);
        let step = lpc.word(at) << (self.fraction_bits - 8);
        self.read_and_advance(lpc, stream, step)
    }

    /// Reads a byte from a stream and advances the pointer by one.
    pub(super) fn read_next(self, lpc: &mut Lpc, stream: u8) -> u8 {
        self.read_and_advance(lpc, stream, 1 << self.fraction_bits)
    }

    fn read_and_advance(self, lpc: &mut Lpc, stream: u8, step: u32) -> u8 {
        let pointer = self.pointer(lpc, stream);
        self.set_pointer(lpc, stream, pointer.wrapping_add(step));
        lpc.ram().get(self.ram_index(pointer)).copied().unwrap_or(0)
    }

    /// Writes a byte to a stream and advances the pointer by one. Writes nothing if the pointer is
    /// outside RAM.
    pub(super) fn write(self, lpc: &mut Lpc, stream: u8, data: u8) {
        let pointer = self.pointer(lpc, stream);
        if let Some(byte) = lpc.ram_mut().get_mut(self.ram_index(pointer)) {
            *byte = data;
        }
        self.set_pointer(lpc, stream, pointer.wrapping_add(1 << self.fraction_bits));
    }

    /// Shifts a byte into the integer part of the pointer. Programs write the high byte first.
    pub(super) fn shift_in(self, lpc: &mut Lpc, stream: u8, data: u8) {
        let high = match self.fraction_bits {
            16 => 0xff00_0000,
            _ => 0xf000_0000,
        };
        let pointer = self.pointer(lpc, stream) << 8 & high;
        self.set_pointer(lpc, stream, pointer | u32::from(data) << self.fraction_bits);
    }
}
