//! The console without the processor: addresses, reads, writes and RDY.

use super::{clock::Clock, video::VideoChip};
use crate::{
    Cartridge, Input,
    address::{ADDRESS_LINES, Device, is_cartridge, ram_index, tia_register},
    cartridge::Access,
    cpu::Bus,
    input::SaveKey,
    riot::Riot,
    television::Television,
    tia::{Layers, Revision, registers::write},
};

/// The bits of port A to which a SaveKey's data and clock lines are connected. They are numbered
/// within the socket's half of the port.
const SDA: u8 = 2;
const SCL: u8 = 3;

/// The console without the processor, but with cartridge and television.
#[derive(Debug)]
pub(crate) struct Console<V> {
    pub cartridge: Cartridge,
    /// The TIA.
    pub video: V,
    pub riot: Riot,
    pub television: Television,
    pub input: Input,
    /// The SaveKey of each socket. A SaveKey keeps its contents while another device is plugged in.
    pub save_keys: [SaveKey; 2],
    pub clock: Clock,
}

impl<V: VideoChip> Clone for Console<V> {
    fn clone(&self) -> Console<V> {
        let mut television = self.television.clone();
        Console {
            cartridge: self.cartridge.clone(),
            video: self.video.copy(&mut television),
            riot: self.riot.clone(),
            television,
            input: self.input,
            save_keys: self.save_keys.clone(),
            clock: self.clock.clone(),
        }
    }
}

impl<V: VideoChip> Console<V> {
    pub(crate) fn new(cartridge: Cartridge, video: V, riot: Riot) -> Console<V> {
        let mut console = Console {
            cartridge,
            riot,
            television: Television::default(),
            input: Input::default(),
            save_keys: Default::default(),
            clock: Clock {
                cycle: 0,
                tia_cycle: 0,
                line_end: 0,
                horizon: 0,
                wsync: 0,
                stall_end: 0,
                held: false,
                data: 0,
            },
            video,
        };
        console.update_horizon();
        console.set_input(Input::default());
        console
    }

    pub(crate) fn set_input(&mut self, input: Input) {
        self.catch_up();
        self.input = input;
        self.drive_save_keys();
        self.update_pins();
    }

    pub(crate) fn set_save_key(&mut self, socket: usize, key: SaveKey) {
        self.catch_up();
        self.save_keys[socket] = key;
        self.drive_save_keys();
        self.update_pins();
    }

    pub(crate) fn set_revision(&mut self, revision: Revision) {
        self.catch_up();
        self.video
            .change_chip(&mut self.television, |chip| chip.set_revision(revision));
    }

    pub(crate) fn set_layers(&mut self, layers: Layers) {
        self.catch_up();
        self.video
            .change_chip(&mut self.television, |chip| chip.set_layers(layers));
    }

    /// Updates the chips' input pins according to the controllers and switches. The outputs of port
    /// A matter, too, because keypads respond to them.
    fn update_pins(&mut self) {
        let driven = self.riot.ports().driven_a();
        let (port_a, port_b) = (self.external_port_a(), self.input.port_b());
        self.riot.ports_mut().set_external_levels(port_a, port_b);
        self.video.set_inputs(self.input.pins(driven));
    }

    /// Returns the levels that the controllers and SaveKeys give to the pins of port A.
    fn external_port_a(&self) -> u8 {
        let is_sda_low = |socket: usize| {
            self.input.save_keys()[socket] && self.save_keys[socket].holds_sda_low()
        };
        let [left, right] = [0, 1].map(|socket| u8::from(is_sda_low(socket)) << SDA);
        self.input.port_a() & !(left << 4 | right)
    }

    /// Sets the clock and data lines of the SaveKeys to the levels that port A drives.
    fn drive_save_keys(&mut self) {
        let driven = self.riot.ports().driven_a();
        let halves = [driven >> 4, driven & 0x0f];
        let plugged = self.input.save_keys();
        for (socket, key) in self.save_keys.iter_mut().enumerate() {
            if plugged[socket] {
                let [scl, sda] = [SCL, SDA].map(|line| halves[socket] >> line & 1 != 0);
                key.drive(scl, sda, self.clock.cycle);
            }
        }
    }

    /// Returns the last byte on the data bus.
    pub(crate) fn data(&self) -> u8 {
        self.clock.data
    }

    /// Returns the byte that a read would return, without the effects of a read.
    pub(crate) fn peek(&self, address: u16) -> u8 {
        let address = address & ADDRESS_LINES;
        match Device::at(address) {
            Device::Cartridge => self.cartridge.peek(address, self.clock.data),
            Device::Ram => self.riot.ram()[ram_index(address)],
            Device::Riot => self.riot.peek(address, self.clock.cycle),
            Device::Tia => self.tia().read(tia_register(address), self.clock.data),
        }
    }

    /// Writes without a bus cycle, for debuggers: no time passes, and WSYNC does not stall the
    /// processor.
    pub(crate) fn poke(&mut self, address: u16, data: u8) {
        let address = address & ADDRESS_LINES;
        let is_wsync = Device::at(address) == Device::Tia && tia_register(address) == write::WSYNC;
        if !is_wsync {
            self.store(address, data);
        } else if self.cartridge.listens_below() {
            self.notify_cartridge(address, data, true);
        }
    }

    /// Performs a write without letting time pass. `address` must have 13 bits. Returns the byte on
    /// the bus. It differs from `data` if the cartridge pulls some data lines to 0.
    #[inline(always)]
    fn store(&mut self, address: u16, mut data: u8) -> u8 {
        if self.cartridge.listens_below() && !is_cartridge(address) {
            self.notify_cartridge(address, data, true);
            data &= self.cartridge.undriven_lines_below();
        }
        match Device::at(address) {
            Device::Ram => self.riot.ram_mut()[ram_index(address)] = data,
            Device::Riot => self.write_riot(address, data),
            Device::Tia => self.write_tia(address, data),
            Device::Cartridge => {
                self.cartridge.access(Access {
                    address,
                    data,
                    write: true,
                    cycle: self.clock.cycle,
                });
            }
        }
        data
    }

    /// Runs a read cycle without calling [`Console::end_cycle`]. The caller must call that function
    /// afterward, unless the cycle is certain to be before the horizon.
    pub(crate) fn read_before_horizon(&mut self, address: u16) -> u8 {
        let address = address & ADDRESS_LINES;
        self.clock.cycle += 1;
        let data = if is_cartridge(address) {
            match self.cartridge.window().plain_byte(address) {
                Some(data) => data,
                None => self.read_cartridge(address),
            }
        } else {
            self.read_below(address)
        };
        self.clock.data = data;
        data
    }

    /// Returns the level of the RDY line at the end of the last cycle.
    #[inline]
    pub(crate) fn rdy(&self) -> bool {
        self.clock.cycle > self.clock.stall_end || self.clock.cycle == self.clock.wsync
    }

    /// Ends the cycle. If the cycle has reached the horizon, brings the TIA up to date, which may
    /// end the frame.
    #[inline]
    pub(crate) fn end_cycle(&mut self) {
        if self.clock.cycle >= self.clock.horizon {
            self.run_tia();
            self.update_horizon();
        }
    }

    #[inline(always)]
    pub(crate) fn write_tia(&mut self, address: u16, data: u8) {
        match tia_register(address) {
            write::WSYNC => self.wsync(),
            register => {
                self.run_tia();
                self.video.write(register, data, &mut self.television);
                if matches!(register, write::VSYNC | write::RSYNC) {
                    self.update_horizon();
                }
                if register == write::RSYNC {
                    // RSYNC ends the line earlier, so the stall also ends earlier.
                    self.clock.stall_end = self.clock.stall_end.min(self.clock.line_end);
                }
            }
        }
    }

    #[inline(always)]
    pub(crate) fn wsync(&mut self) {
        // If RDY is already low, a further strobe of WSYNC has no effect. An example is the second
        // write of a read-modify-write instruction (netlist).
        if self.clock.cycle > self.clock.stall_end {
            self.clock.wsync = self.clock.cycle;
        }
        // A write to WSYNC in cycle 75, the last cycle of a line, does not stall the processor: the
        // end of the line releases RDY in the same cycle (test vectors).
        let remaining = self.clock.cycles_to_line_end();
        if remaining > 0 {
            self.clock.stall_end = self.clock.cycle + remaining;
        }
    }

    fn write_riot(&mut self, address: u16, data: u8) {
        self.riot.write(address, data, self.clock.cycle);
        let is_port_a = address & 6 == 0;
        if is_port_a && self.input.responds_to_port_a() {
            self.catch_up();
            self.drive_save_keys();
            self.update_pins();
        }
    }

    fn read_cartridge(&mut self, address: u16) -> u8 {
        if self.clock.held {
            return self.clock.data;
        }
        self.cartridge.access(Access {
            address,
            data: self.clock.data,
            write: false,
            cycle: self.clock.cycle,
        })
    }

    /// Reads from an address below the cartridge's window.
    fn read_below(&mut self, address: u16) -> u8 {
        let data = match Device::at(address) {
            Device::Ram => self.riot.ram()[ram_index(address)],
            Device::Riot => self.riot.read(address, self.clock.cycle),
            Device::Tia | Device::Cartridge => {
                self.run_tia();
                let register = tia_register(address);
                self.video
                    .read(register, self.clock.data, &mut self.television)
            }
        };
        if !self.cartridge.listens_below() {
            return data;
        }
        if !self.clock.held {
            self.notify_cartridge(address, data, false);
        }
        self.cartridge.driven_below().unwrap_or(data)
    }

    /// Lets the cartridge see an access below its window.
    fn notify_cartridge(&mut self, address: u16, data: u8, write: bool) {
        self.cartridge.access_below(Access {
            address,
            data,
            write,
            cycle: self.clock.cycle,
        });
    }
}

impl<V: VideoChip> Bus for Console<V> {
    #[inline]
    fn read(&mut self, address: u16) -> u8 {
        let data = self.read_before_horizon(address);
        self.clock.held = !self.rdy();
        self.end_cycle();
        data
    }

    #[inline(always)]
    fn write(&mut self, address: u16, data: u8) {
        let address = address & ADDRESS_LINES;
        self.clock.cycle += 1;
        self.clock.data = self.store(address, data);
        self.clock.held = false;
        self.end_cycle();
    }

    #[inline]
    fn rdy(&self) -> bool {
        self.rdy()
    }
}

/// A view of the console that keeps writes from reaching the TIA. The cartridge still sees these
/// writes.
pub(crate) struct WithoutTiaWrites<'a, V>(pub &'a mut Console<V>);

impl<V: VideoChip> Bus for WithoutTiaWrites<'_, V> {
    fn read(&mut self, address: u16) -> u8 {
        self.0.read(address)
    }

    fn write(&mut self, address: u16, mut data: u8) {
        if Device::at(address) != Device::Tia {
            return self.0.write(address, data);
        }
        let console = &mut *self.0;
        console.clock.cycle += 1;
        if console.cartridge.listens_below() {
            console.notify_cartridge(address & ADDRESS_LINES, data, true);
            data &= console.cartridge.undriven_lines_below();
        }
        console.clock.data = data;
        console.clock.held = false;
        console.end_cycle();
    }

    fn rdy(&self) -> bool {
        self.0.rdy()
    }
}
