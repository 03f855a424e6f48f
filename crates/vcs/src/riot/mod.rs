//! The RIOT (6532): 128 bytes of RAM, two ports, and an interval timer.
//!
//! Nothing in this module runs in every cycle. Instead, the bus passes the number of the current
//! cycle to [`Riot::read`] and [`Riot::write`]. RAM does not depend on time, so it has separate
//! methods.

mod ports;
mod timer;

pub use ports::Ports;
use serde::{Deserialize, Serialize};
pub use timer::Timer;

/// Size of RAM in bytes.
pub const RAM_SIZE: usize = 128;

/// The chip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Riot {
    ram: Ram,
    ports: Ports,
    timer: Timer,
}

/// The 128 bytes of RAM from `$80`. They are divided into 32-byte arrays, because serde does not
/// support arrays of more than 32 elements.
type Ram = [[u8; 32]; 4];

impl Riot {
    /// Creates a chip in the power-on state: all pins of the ports are inputs, and RAM and timer
    /// contain the given values.
    // Data sheet: reset clears the ports' output and direction registers, but not RAM and timer.
    pub fn new(ram: [u8; RAM_SIZE], timer: u8) -> Riot {
        let mut riot = Riot {
            ram: [[0; 32]; 4],
            ports: Ports::default(),
            timer: Timer::new(timer),
        };
        riot.ram.as_flattened_mut().copy_from_slice(&ram);
        riot
    }

    /// Returns RAM. Byte n is at address `$80 + n`.
    #[inline]
    pub fn ram(&self) -> &[u8; RAM_SIZE] {
        self.ram
            .as_flattened()
            .try_into()
            .expect("4 times 32 bytes")
    }

    /// Returns RAM as a mutable reference.
    #[inline]
    pub fn ram_mut(&mut self) -> &mut [u8; RAM_SIZE] {
        self.ram
            .as_flattened_mut()
            .try_into()
            .expect("4 times 32 bytes")
    }

    /// Returns the ports.
    pub fn ports(&self) -> &Ports {
        &self.ports
    }

    /// Returns the ports as a mutable reference. Use it to change their inputs.
    pub fn ports_mut(&mut self) -> &mut Ports {
        &mut self.ports
    }

    /// Brings the timer's fields up to date with `cycle`; nothing else changes. After this, two
    /// timers that behave in the same way compare equal.
    pub(crate) fn settle(&mut self, cycle: u64) {
        self.timer = self.timer.at(cycle);
    }

    /// Puts the timer into its power-on state, with the given count.
    pub(crate) fn restart_timer(&mut self, count: u8, cycle: u64) {
        self.timer = Timer::new(count);
        self.timer.cycle = cycle;
    }

    /// Returns the timer.
    pub fn timer(&self) -> &Timer {
        &self.timer
    }

    /// Reads a register of the ports or the timer, in `cycle`. (RAM, with A9 low, has separate
    /// methods.) Address lines A2-A0 select the register.
    pub fn read(&mut self, address: u16, cycle: u64) -> u8 {
        match address & 5 {
            4 => self.timer.read(cycle),
            5 => {
                let flags = self.peek(address, cycle);
                self.ports.clear_edge();
                flags
            }
            _ => self.ports.read(address as u8),
        }
    }

    /// Returns the byte that [`Riot::read`] would return, without the side effects of a read.
    pub fn peek(&self, address: u16, cycle: u64) -> u8 {
        let (value, expired) = self.timer.peek(cycle);
        match address & 5 {
            4 => value,
            // D5-D0 are 0. Console report (Stella's issue 108).
            5 => u8::from(expired) << 7 | u8::from(self.ports.edge()) << 6,
            _ => self.ports.read(address as u8),
        }
    }

    /// Writes to a register of the ports, the timer or the edge control, in `cycle`. Address lines
    /// A4 and A2-A0 select the register. A3 enables the interrupt output, which the console does
    /// not use.
    pub fn write(&mut self, address: u16, data: u8, cycle: u64) {
        match (address & 4 != 0, address & 0x10 != 0) {
            (false, _) => self.ports.write(address as u8, data),
            (true, true) => self.timer.write(address as u8, data, cycle),
            (true, false) => self.ports.select_edge(address & 1 != 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTIM: u16 = 0x284;
    const TIMINT: u16 = 0x285;
    const TIM1T: u16 = 0x294;

    #[test]
    fn a_read_of_timint_returns_both_flags_and_clears_only_the_edge_flag() {
        let mut riot = Riot::new([0; RAM_SIZE], 0);
        riot.write(TIM1T, 0, 10);
        assert_eq!(riot.read(TIMINT, 11), 0xc0);
        assert_eq!(riot.read(TIMINT, 12), 0x80);
        assert_eq!(riot.read(INTIM, 14), 0xfc);
        assert_eq!(riot.read(TIMINT, 15), 0x00);
    }

    #[test]
    fn registers_repeat_where_address_lines_are_not_decoded() {
        let mut riot = Riot::new([0; RAM_SIZE], 0);
        riot.write(0x29c, 9, 10);
        assert_eq!(riot.read(0x28c, 11), 8);
        assert_eq!(riot.read(0x39e, 12), 7);
        riot.write(0x281, 0xa5, 13);
        assert_eq!(riot.read(0x299, 14), 0xa5);
    }

    #[test]
    fn peek_has_no_effect() {
        let mut riot = Riot::new([0; RAM_SIZE], 0);
        riot.write(TIM1T, 0, 10);
        let before = riot.clone();
        riot.peek(TIMINT, 20);
        riot.peek(INTIM, 20);
        assert_eq!(riot, before);
    }

    #[test]
    fn a_restarted_timer_counts_like_one_after_power_on() {
        let counts = |mut riot: Riot, from: u64| {
            let values = (0..40).map(|step| riot.read(INTIM, from + 100 * step));
            values.collect::<Vec<u8>>()
        };
        let mut riot = Riot::new([0; RAM_SIZE], 0x12);
        riot.write(0x294, 7, 30);
        riot.restart_timer(0x5a, 1000);
        let fresh = Riot::new([0; RAM_SIZE], 0x5a);
        assert_eq!(counts(riot, 1000), counts(fresh, 0));
    }
}
