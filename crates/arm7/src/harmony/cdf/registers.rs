//! The registers, and the bytes that replace operands.

use super::{
    super::{
        bus_loop::BusLoop,
        facts::{JMP, LDA, LDX, LDY, OVERHEAD_CLOCKS},
        sound,
    },
    Armed, COMMUNICATION_STREAM, Cdf, FIRST_JUMP_STREAM,
};

impl Cdf {
    /// Writes a register, given its number.
    pub(super) fn write_register(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]) {
        let streams = self.streams();
        let lpc = &mut self.common.lpc;
        match register {
            // DSWRITE
            0 => streams.write(lpc, COMMUNICATION_STREAM, data),
            // DSPTR
            1 => streams.shift_in(lpc, COMMUNICATION_STREAM, data),
            // SETMODE
            2 => self.mode = data,
            // CALLFN
            _ if self.makes_call(data) => self.call(data, cycle, flash),
            _ => {}
        }
    }

    /// Returns true if writing this byte to CALLFN calls ARM code. Any byte does, except with
    /// `compat`, where only 254 and 255 do.
    pub(super) fn makes_call(&self, function: u8) -> bool {
        function >= 254 || !self.common.calls.imitates_emulators()
    }

    /// Calls ARM code. Afterwards the console continues at its current address.
    fn call(&mut self, function: u8, cycle: u64, flash: &[u8]) {
        self.common.run_music(cycle);
        let clocks = OVERHEAD_CLOCKS + self.call_code(function, cycle, flash, None);
        if !self.is_p48() || function != 0 {
            self.common.feed(clocks, cycle, function == 254);
        }
    }

    /// Returns what the driver waits for after it has driven `byte`; `None` if `byte` is not an
    /// opcode whose operand will be replaced.
    pub(super) fn armed_after(&self, offset: u16, byte: u8, flash: &[u8]) -> Option<Armed> {
        if self.mode & 0x0f != 0 {
            return None;
        }
        let operand = (offset + 1) & 0xfff;
        let low = self.rom(operand, flash);
        if byte == JMP {
            let stream = FIRST_JUMP_STREAM.wrapping_add(low);
            let jumps = low < self.layout.jump_streams && self.rom(operand + 1, flash) == 0;
            return jumps.then_some(Armed::Jump { operand, stream });
        }
        let stream = self.stream(byte, low)?;
        Some(Armed::Load { operand, stream })
    }

    /// Returns the stream that an immediate load with this operand reads; `None` if the load does
    /// not read a stream.
    pub(super) fn stream(&self, opcode: u8, operand: u8) -> Option<u8> {
        if self.mode & 0x0f != 0 || !matches!(opcode, LDA | LDX | LDY) || !self.fast_fetches(opcode)
        {
            return None;
        }
        let subtrahend = self
            .layout
            .subtrahend
            .map_or(0, |offset| self.common.lpc.word(offset.into()) as u8);
        let stream = operand.wrapping_sub(subtrahend);
        (stream <= self.layout.amplitude).then_some(stream)
    }

    /// Returns whether the driver can replace the operand of this load.
    pub(super) fn fast_fetches(&self, opcode: u8) -> bool {
        match opcode {
            LDX => self.layout.fetches_x,
            LDY => self.layout.fetches_y,
            _ => true,
        }
    }

    pub(super) fn read_stream(&mut self, stream: u8, cycle: u64, flash: &[u8]) -> u8 {
        if stream < self.layout.amplitude {
            return self.streams().read(&mut self.common.lpc, stream);
        }
        self.common.run_music(cycle);
        let amplitude = self.amplitude(flash);
        if self.is_p48() {
            std::mem::replace(&mut self.late_amplitude, amplitude)
        } else {
            amplitude
        }
    }

    /// Reads the next byte of a jump stream. A jump stream's pointer always advances by one.
    pub(super) fn read_next(&mut self, stream: u8) -> u8 {
        self.streams().read_next(&mut self.common.lpc, stream)
    }

    /// Returns the sum of the three voices, or a nibble of the sample.
    pub(super) fn amplitude(&mut self, flash: &[u8]) -> u8 {
        let (lpc, counters) = (&mut self.common.lpc, self.common.music.counters);
        let waves = self.layout.waves;
        match self.mode & 0xf0 {
            0 => sound::sample(lpc, flash, waves, counters[0], self.layout.sample_shift),
            _ => sound::mix_voices(lpc, flash, waves, counters, self.wave_sizes),
        }
    }
}
