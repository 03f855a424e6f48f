//! Tests the SaveKey by driving its clock and data lines as a program does.

use super::*;

/// The serial bus of a SaveKey. Its methods drive the lines as a program does.
#[derive(Default)]
struct Bus {
    key: SaveKey,
    cycle: u64,
}

impl Bus {
    fn drive(&mut self, scl: bool, sda: bool) {
        self.cycle += 10;
        self.key.drive(scl, sda, self.cycle);
    }

    fn start(&mut self) {
        self.drive(false, true);
        self.drive(true, true);
        self.drive(true, false);
        self.drive(false, false);
    }

    fn stop(&mut self) {
        self.drive(false, false);
        self.drive(true, false);
        self.drive(true, true);
    }

    /// Sends a bit. `true` releases SDA, so that the EEPROM can pull it low to answer. Returns the
    /// level of SDA.
    fn bit(&mut self, sda: bool) -> bool {
        self.drive(false, sda);
        self.drive(true, sda);
        let level = sda && !self.key.holds_sda_low();
        self.drive(false, sda);
        level
    }

    /// Sends a byte. Returns true if it is acknowledged.
    fn send(&mut self, byte: u8) -> bool {
        (0..8).for_each(|bit| _ = self.bit(byte >> (7 - bit) & 1 != 0));
        !self.bit(true)
    }

    fn receive(&mut self, acknowledge: bool) -> u8 {
        let byte = (0..8).fold(0, |byte, _| byte << 1 | u8::from(self.bit(true)));
        self.bit(!acknowledge);
        byte
    }

    fn send_all(&mut self, bytes: &[u8]) -> bool {
        bytes.iter().all(|byte| self.send(*byte))
    }

    fn write(&mut self, address: u16, bytes: &[u8]) -> bool {
        let [high, low] = address.to_be_bytes();
        self.start();
        let acknowledged = self.send_all(&[0xa0, high, low]) && self.send_all(bytes);
        self.stop();
        acknowledged
    }

    fn read(&mut self, address: u16, count: usize) -> Vec<u8> {
        let [high, low] = address.to_be_bytes();
        self.start();
        assert!(self.send_all(&[0xa0, high, low]));
        self.start();
        assert!(self.send(0xa1));
        let bytes = (1..=count).map(|at| self.receive(at < count)).collect();
        self.stop();
        bytes
    }
}

#[test]
fn written_bytes_can_be_read_after_the_write_cycle() {
    let mut bus = Bus::default();
    assert_eq!(bus.read(0x1230, 2), [0xff, 0xff]);
    assert!(bus.write(0x1230, &[0x12, 0x34, 0xa5]));
    let written_at = bus.cycle;
    while !bus.write(0, &[]) {
        assert!(bus.cycle < written_at + WRITE_CYCLES + 2_000);
    }
    assert!(bus.cycle > written_at + WRITE_CYCLES);
    assert_eq!(bus.read(0x1230, 4), [0x12, 0x34, 0xa5, 0xff]);
    assert_eq!((bus.key.writes(), bus.key.memory().pages().count()), (1, 1));
}

#[test]
fn a_page_write_wraps_at_the_end_of_the_page_and_a_read_at_the_end_of_the_memory() {
    let mut bus = Bus::default();
    let bytes: Vec<u8> = (0..66).collect();
    assert!(bus.write(0x7ffe, &bytes));
    bus.cycle += WRITE_CYCLES;
    // The write wrapped around in the page: at $7FFE and $7FFF, the last two of the 66 bytes
    // overwrote the first two.
    assert_eq!(bus.read(0x7ffe, 3), [64, 65, 0xff]);
    assert_eq!(bus.read(0x7fc0, 2), [2, 3]);
    assert_eq!(bus.key.memory().page(0), [0xff; 64]);
}

#[test]
fn the_savekey_acknowledges_only_its_own_control_byte() {
    for control in [0xa2, 0xb0, 0x50, 0xae] {
        let mut bus = Bus::default();
        bus.start();
        assert!(!bus.send(control), "{control:02x}");
        assert!(!bus.key.is_addressed());
    }
}

#[test]
fn a_write_without_a_stop_condition_or_with_one_in_mid_byte_changes_nothing() {
    let mut bus = Bus::default();
    bus.start();
    assert!(bus.send_all(&[0xa0, 0, 0, 0x55]));
    bus.start();
    bus.stop();
    bus.start();
    assert!(bus.send_all(&[0xa0, 0, 0, 0x55]));
    (0..3).for_each(|_| _ = bus.bit(false));
    bus.stop();
    assert!(bus.key.memory().is_erased());
    assert_eq!(bus.read(0, 1), [0xff]);
}

#[test]
fn a_read_continues_where_the_last_one_ended() {
    let mut bus = Bus::default();
    assert!(bus.write(0x40, &[1, 2, 3, 4]));
    bus.cycle += WRITE_CYCLES;
    assert_eq!(bus.read(0x40, 2), [1, 2]);
    bus.start();
    assert!(bus.send(0xa1));
    assert_eq!([bus.receive(true), bus.receive(false)], [3, 4]);
}
