//! Tests AR: modes, delayed writes, loads.

use super::*;
use crate::{Machine, PowerOn};

/// Returns a Supercharger load with this number. It fills page j of RAM with the byte j, and its
/// header gives `start` as the address of the program.
fn load(number: u8, start: u16, control: u8) -> Vec<u8> {
    let mut load = numbered(0x1800, 0x100);
    load.resize(0x2000, 0);
    let mut header = vec![0; 0x100];
    header[..2].copy_from_slice(&start.to_le_bytes());
    header[2] = control;
    header[3] = 24;
    header[5] = number;
    for page in 0..24_u8 {
        header[16 + usize::from(page)] = page / 8 + page % 8 * 4;
    }
    load.extend(header);
    load
}

fn socket() -> Socket {
    let mut socket = Socket::new(Scheme::Ar, &load(0, 0xf000, 0));
    socket.read(0x1850);
    socket
}

fn set_control(socket: &mut Socket, control: u8) {
    socket.read(0x1000 | u16::from(control));
    socket.read(0x1ff8);
}

/// Returns the numbers of the RAM banks in the lower and the upper half of the window. The number 3
/// stands for ROM.
fn banks(socket: &Socket) -> [u8; 2] {
    [0x1200, 0x1a00].map(|address| match socket.peek(address) {
        0x02 => 0,
        0x0a => 1,
        0x12 => 2,
        _ => 3,
    })
}

#[test]
fn each_of_the_eight_modes_maps_its_banks() {
    let expected = [
        [2, 3],
        [0, 3],
        [2, 0],
        [0, 2],
        [2, 3],
        [1, 3],
        [2, 1],
        [1, 2],
    ];
    let mut socket = socket();
    assert_eq!(banks(&socket), expected[0], "at power-on");
    for (mode, banks_expected) in expected.into_iter().enumerate() {
        set_control(&mut socket, (mode << 2) as u8);
        assert_eq!(banks(&socket), banks_expected, "mode {mode}");
    }
}

#[test]
fn a_write_happens_at_the_fifth_different_address() {
    let mut socket = socket();
    set_control(&mut socket, 0b0000_0110); // mode 1 (bank 0 in the lower half), writes on
    socket.read(0x10a5);
    for address in [0x1801, 0x1802, 0x1802, 0x0080, 0x1803] {
        socket.read(address);
    }
    assert_eq!(socket.read(0x1345), 0xa5, "the reader sees the new byte");
    assert_eq!(socket.read(0x1345), 0xa5);
    assert_eq!(socket.peek(0x1346), 0x03);
    // The read of $1345 comes too late to write a byte: it is at the sixth different address.
    socket.read(0x105a);
    for address in [0x1801, 0x1802, 0x1803, 0x1804, 0x1805] {
        socket.read(address);
    }
    assert_eq!(socket.read(0x1345), 0xa5);
    // Writes are disabled.
    set_control(&mut socket, 0b0000_0100);
    socket.read(0x105a);
    for address in [0x1801, 0x1802, 0x1803, 0x1804] {
        socket.read(address);
    }
    assert_eq!(socket.read(0x1345), 0xa5);
}

#[test]
fn a_game_finds_what_it_expects_after_loading() {
    let mut image = load(0, 0xf123, 0x1d);
    image[0x123] = 0x4c; // jmp $f123: bank 0 (in mode 3) or 1 (in mode 7) in the lower half
    image[0x124..0x126].copy_from_slice(&[0x23, 0xf1]);
    image[0x923..0x926].copy_from_slice(&[0x4c, 0x23, 0xf1]);
    let cartridge = Cartridge::from_image(&image).expect("a load");
    assert_eq!(cartridge.scheme(), Scheme::Ar);
    let mut machine = Machine::new(cartridge, PowerOn::default());
    for _ in 0..1000 {
        machine.instruction();
    }
    let registers = machine.cpu().registers();
    assert_eq!(registers.pc, 0xf123);
    assert_eq!((registers.x, registers.y, registers.s), (0xff, 0, 0xff));
    assert_eq!(machine.ram()[0], 0x1d, "the control byte at $80");
    assert_eq!(machine.ram()[0x7a..], [0xcd, 0xf8, 0xff, 0x4c, 0x23, 0xf1]);
    assert!(machine.ram()[1..0x1e].iter().all(|&byte| byte == 0));
    assert_eq!(
        machine.peek(0x1200),
        0x0a,
        "mode 7: bank 1 in the lower half"
    );
}

#[test]
fn a_game_loads_another() {
    let mut image = load(0, 0xf200, 0x04);
    // lda #7: sta $fa: jmp $f800. In mode 1 the upper half of the window is ROM.
    image[0x200..0x207].copy_from_slice(&[0xa9, 0x07, 0x85, 0xfa, 0x4c, 0x00, 0xf8]);
    let mut second = load(7, 0xf300, 0x04);
    second[0x300..0x303].copy_from_slice(&[0x4c, 0x00, 0xf3]);
    image.extend(load(3, 0, 0));
    image.extend(second);
    let cartridge = Cartridge::from_image(&image).expect("three loads");
    let mut machine = Machine::new(cartridge, PowerOn::default());
    for _ in 0..1000 {
        machine.instruction();
    }
    assert_eq!(machine.cpu().registers().pc, 0xf300);
}

#[test]
fn a_bare_image_of_the_ram_gets_a_header() {
    let mut image = numbered(6144, 0x100);
    // The header that the board adds has the start address $FAAC and the control byte $0F: mode 3,
    // bank 2 in the upper half.
    image[0x12ac..0x12af].copy_from_slice(&[0x4c, 0xac, 0xfa]);
    let cartridge = Cartridge::from_image(&image).expect("6 KiB");
    let mut machine = Machine::new(cartridge, PowerOn::default());
    for _ in 0..1000 {
        machine.instruction();
    }
    assert_eq!(machine.cpu().registers().pc, 0xfaac);
}
