//! Tests BUS: the registers of each driver, and bus stuffing. When the processor stores a byte, bus
//! stuffing changes that byte on the console's bus.

use super::{super::*, Socket};
use crate::{Machine, PowerOn};
use arm7::text::assemble;

/// Two ARM instructions that switch to the Thumb code that follows them, as in all games.
const TO_THUMB: [u8; 8] = [0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1];

/// The differences between the drivers: offsets in the image and addresses of registers.
struct Driver {
    /// Offset of the text BUS, whose position identifies the driver.
    signature: usize,
    /// Offset of the start bank.
    bank: usize,
    /// Offset of the game's ARM code.
    code: usize,
    /// Offsets of three tables: the pointers of the streams, the increments of the streams, and the
    /// map from TIA registers to streams.
    tables: [usize; 3],
    /// Addresses of three registers: one turns stuffing on, one calls ARM code, and one sets the
    /// pointer of `stream`.
    mode: u16,
    call: u16,
    pointer: u16,
    /// A stream, and the addresses at which a program reads and writes it.
    stream: usize,
    read: u16,
    write: u16,
}

const DRIVERS: [Driver; 4] = [
    Driver {
        signature: 0xbf8,
        bank: 0xc00 + 5 * 0x1000,
        code: 0xc00,
        tables: [0xae0, 0xb20, 0xb64],
        mode: 0x101c,
        call: 0x101b,
        pointer: 0x1022,
        ..BUS1
    },
    BUS1,
    Driver {
        signature: 0x778,
        ..BUS1
    },
    Driver {
        signature: 0x770,
        tables: [0x6d8, 0x720, 0x760],
        mode: 0x1ff2,
        call: 0x1ff3,
        pointer: 0x1ff1,
        stream: 0x10,
        read: 0x1fef,
        write: 0x1ff0,
        ..BUS1
    },
];
/// The BUS1 driver. The other drivers share some of its values.
const BUS1: Driver = Driver {
    signature: 0x7f4,
    bank: 0x1000 + 6 * 0x1000,
    code: 0x800,
    tables: [0x6e0, 0x720, 0x760],
    mode: 0x1019,
    call: 0x101a,
    pointer: 0x1016,
    stream: 2,
    read: 0x1002,
    write: 0x1012,
};

/// Returns an image for a driver, with `program` in the start bank. Streams 0 to 15 have an
/// increment of one byte, and the ARM code writes 0x5a, 0x3c, 0xf0 to the first bytes of display
/// data.
fn image(driver: &Driver, program: &[u8]) -> Vec<u8> {
    let mut image = vec![0; 0x8000];
    let mut put = |at: usize, bytes: &[u8]| image[at..at + bytes.len()].copy_from_slice(bytes);
    let [_, increments, map] = driver.tables;
    for stream in 0..16 {
        put(increments + 4 * stream, &[0, 1]);
    }
    // The map for COLUBK: stream 2, then 0, then 2 ...
    put(map + 4 * 9, &[0x02, 0x02, 0x02, 0x02]);
    put(driver.signature, b"BUS\0");
    let display = 0x4000_0000 + driver.code;
    let thumb = format!(
        "ldr r0, ={display:#x}\n movs r1, #0x5a\n strb r1, [r0, #0]\n movs r1, #0x3c\n\
         strb r1, [r0, #1]\n movs r1, #0xf0\n strb r1, [r0, #2]\n bx lr"
    );
    put(driver.code, &TO_THUMB);
    let thumb = assemble(&thumb, driver.code as u32 + 8).expect("a program");
    put(driver.code + 8, &thumb);
    put(driver.bank + 0x100, program);
    put(driver.bank + 0xffc, &[0x00, 0x11]);
    image
}

#[test]
fn each_driver_has_its_registers() {
    for (number, driver) in DRIVERS.iter().enumerate() {
        let mut socket = Socket::new(Scheme::Bus, &image(driver, &[]));
        let arm = socket.cartridge.arm().expect("an ARM");
        assert_eq!(arm.driver, format!("BUS{number} driver"));
        assert_eq!(arm.entry as usize, driver.code);
        // Set the pointer to the last byte of display data, high byte first, and write $77 there.
        // Then set the pointer to the byte before it, and read the stream.
        let mut write = |address, data| {
            socket.write(address, data);
            socket.read(0x1200);
        };
        for byte in [0x0f, 0xff] {
            write(driver.pointer, byte);
        }
        write(driver.write, 0x77);
        for byte in [0x0f, 0xfe] {
            write(driver.pointer, byte);
        }
        let read = |socket: &mut Socket| {
            let byte = socket.read(driver.read);
            socket.read(0x1200);
            byte
        };
        match driver.stream {
            // The driver takes the increment of stream 16 from the word after the table of
            // increments, which is the first word of the map, 0. So the pointer does not move, and
            // one read is enough.
            0x10 => assert_eq!(read(&mut socket), 0, "BUS{number}"),
            _ => assert_eq!([0, 1].map(|_| read(&mut socket)), [0, 0x77], "BUS{number}"),
        }
    }
}

/// When a program stores $FF, the cartridge replaces that byte with one from a stream, so COLUBK
/// receives the colors in the streams.
#[test]
fn stores_are_stuffed() {
    for (number, driver) in DRIVERS.iter().enumerate() {
        let [mode, call] = [driver.mode, driver.call].map(u16::to_le_bytes);
        let program = [
            // ldx #$ff: stx CALL: ldx #0: stx MODE: ldy #$ff
            &[
                0xa2, 0xff, 0x8e, call[0], call[1], 0xa2, 0, 0x8e, mode[0], mode[1], 0xa0, 0xff,
            ][..],
            // sty COLUBK three times, sty $80, sta COLUBK, jmp to itself
            &[
                0x84, 0x09, 0x84, 0x09, 0x84, 0x09, 0x84, 0x80, 0xa9, 0x84, 0x85, 0x85,
            ],
            &[0x4c, 0x18, 0x11],
        ]
        .concat();
        let cartridge = Cartridge::with_scheme(&image(driver, &program), Scheme::Bus);
        let cartridge = cartridge.expect("32 KiB").with_arm_time(ArmTime::Zero);
        let mut machine = Machine::new(cartridge, PowerOn::default());
        let cycles: Vec<_> = (0..100).map(|_| machine.cycle()).collect();
        let written = |address: u16| -> Vec<u8> {
            let writes = cycles.iter().filter(|cycle| cycle.write);
            let at_address = writes.filter(|cycle| cycle.address == address);
            at_address.map(|cycle| cycle.data).collect()
        };
        // These bytes come from streams 2, 0 and 2. Both streams start at the first byte of display
        // data.
        assert_eq!(written(0x09), [0x5a, 0x5a, 0x3c], "BUS{number}");
        // The map names no stream for $80, so this byte comes from stream 0, too.
        assert_eq!(written(0x80), [0x3c], "BUS{number}");
        assert_eq!(machine.ram()[0], 0x3c);
        // The cartridge must not stuff this store: the operand of LDA only looks like an STY
        // opcode, and the opcode after it only looks like an address.
        assert_eq!(written(0x85), [0x84], "BUS{number}");
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        assert_eq!((calls.made, calls.faults), (1, 0));
    }
}

#[test]
fn without_stuffing_stores_are_plain() {
    let driver = &DRIVERS[3];
    // ldy #$ff: sty COLUBK: jmp to itself
    let program = [0xa0, 0xff, 0x84, 0x09, 0x4c, 0x04, 0x11];
    let cartridge = Cartridge::with_scheme(&image(driver, &program), Scheme::Bus).expect("32 KiB");
    let mut machine = Machine::new(cartridge, PowerOn::default());
    let mut cycles = (0..40).map(|_| machine.cycle());
    assert!(cycles.any(|cycle| cycle.write && cycle.address == 0x09 && cycle.data == 0xff));
}

/// BUS3 takes the target of a jump from stream 17. Here, that stream starts at the first byte of
/// display data.
#[test]
fn bus3_takes_the_target_of_a_jump_from_a_stream() {
    let program = [
        // ldx #$ff: stx CALLFN: ldx #0: stx MODE: jmp 0
        0xa2, 0xff, 0x8e, 0xf3, 0x1f, 0xa2, 0x00, 0x8e, 0xf2, 0x1f, 0x4c, 0x00, 0x00,
    ];
    let cartridge = Cartridge::with_scheme(&image(&DRIVERS[3], &program), Scheme::Bus);
    let cartridge = cartridge.expect("32 KiB").with_arm_time(ArmTime::Zero);
    let mut machine = Machine::new(cartridge, PowerOn::default());
    let addresses: Vec<u16> = (0..40).map(|_| machine.cycle().address).collect();
    let jump = addresses.iter().position(|at| *at == 0x110a);
    let jump = jump.expect("the opcode");
    assert_eq!(addresses[jump + 1..jump + 4], [0x110b, 0x110c, 0x1c5a]);
}

#[test]
fn banks_switch_at_their_hot_spots() {
    for (driver, spots) in [
        (&DRIVERS[0], 0x1ff6..=0x1ffb),
        (&DRIVERS[1], 0x1ff5..=0x1ffb),
    ] {
        let mut image = image(driver, &[]);
        let first_bank = driver.bank % 0x1000;
        let first_bank = if first_bank == 0 { 0x1000 } else { first_bank };
        for bank in 0..7 {
            if let Some(byte) = image.get_mut(first_bank + bank * 0x1000 + 0x234) {
                *byte = 0x40 + bank as u8;
            }
        }
        let mut socket = Socket::new(Scheme::Bus, &image);
        for (bank, spot) in spots.enumerate() {
            socket.read(spot);
            assert_eq!(socket.read(0x1234), 0x40 + bank as u8);
        }
    }
}
