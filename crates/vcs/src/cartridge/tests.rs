//! Every hot spot, RAM port and start bank of every board, on images made for it: each byte of ROM tells
//! which part of the image it is from.

use super::*;

/// An image in which every byte is the number of its unit.
fn numbered(size: usize, unit: usize) -> Vec<u8> {
    (0..size).map(|offset| (offset / unit) as u8).collect()
}

/// A cartridge in a socket.
#[derive(Clone)]
struct Socket {
    cartridge: Cartridge,
    cycle: u64,
    bus: u8,
}

impl Socket {
    fn new(scheme: Scheme, image: &[u8]) -> Socket {
        let mut cartridge = Cartridge::with_scheme(image, scheme).expect("a size of this scheme");
        cartridge.power_on(|| 0);
        Socket {
            cartridge,
            cycle: 100,
            bus: 0,
        }
    }

    /// 4 KiB banks, each full of its number.
    fn of_banks(scheme: Scheme, kib: usize) -> Socket {
        Socket::new(scheme, &numbered(kib * 1024, 0x1000))
    }

    fn access(&mut self, address: u16, data: u8, write: bool) -> u8 {
        self.cycle += 1;
        let access = Access {
            address: address & 0x1fff,
            data,
            write,
            cycle: self.cycle,
        };
        if address & 0x1000 == 0 {
            self.cartridge.access_below(access);
            return data;
        }
        self.cartridge.access(access)
    }

    fn read(&mut self, address: u16) -> u8 {
        let bus = self.bus;
        let data = match self.cartridge.window().plain(address) {
            Some(data) if address & 0x1000 != 0 => {
                self.cycle += 1;
                data
            }
            _ => self.access(address, bus, false),
        };
        self.bus = data;
        data
    }

    fn write(&mut self, address: u16, data: u8) {
        self.bus = data;
        self.access(address, data, true);
    }

    /// What is at an address, without an access.
    fn peek(&self, address: u16) -> u8 {
        self.cartridge.peek(address, 0xbb)
    }
}

/// Each of a row of hot spots, by reading and by writing, from every other bank.
fn check_row(scheme: Scheme, kib: usize, start: u8, spots: impl IntoIterator<Item = (u16, u8)>) {
    let spots: Vec<(u16, u8)> = spots.into_iter().collect();
    let fresh = Socket::of_banks(scheme, kib);
    assert_eq!(fresh.peek(0x1400), start, "{scheme} starts");
    for &(from, _) in &spots {
        for &(spot, bank) in &spots {
            let mut socket = fresh.clone();
            socket.read(from);
            assert_eq!(
                socket.read(spot),
                bank,
                "{scheme}: the switching read at {spot:04x}"
            );
            assert_eq!(socket.read(0x1400), bank, "{scheme}: read of {spot:04x}");
            socket.read(from);
            socket.write(spot, 0x55);
            assert_eq!(socket.read(0x1400), bank, "{scheme}: write to {spot:04x}");
            assert_eq!(socket.cartridge.bank(0x1400), usize::from(bank));
        }
    }
    let first = spots.iter().map(|&(spot, _)| spot).min().expect("spots");
    let mut socket = fresh;
    for address in (0x1200..0x1ffe).filter(|address| !spots.iter().any(|(spot, _)| spot == address))
    {
        socket.read(address);
        assert_eq!(
            socket.peek(0x1400),
            start,
            "{scheme}: {address:04x} beside {first:04x}"
        );
    }
}

fn row(first: u16, banks: u8) -> impl Iterator<Item = (u16, u8)> {
    (0..banks).map(move |bank| (first + u16::from(bank), bank))
}

#[test]
fn rows_of_hot_spots_choose_their_banks() {
    check_row(Scheme::F8, 8, 1, row(0x1ff8, 2));
    check_row(Scheme::F8Sc, 8, 1, row(0x1ff8, 2));
    check_row(Scheme::F6, 16, 0, row(0x1ff6, 4));
    check_row(Scheme::F6Sc, 16, 0, row(0x1ff6, 4));
    check_row(Scheme::F4, 32, 0, row(0x1ff4, 8));
    check_row(Scheme::F4Sc, 32, 0, row(0x1ff4, 8));
    check_row(Scheme::Fa, 12, 2, row(0x1ff8, 3));
    check_row(Scheme::Fa2, 24, 0, row(0x1ff5, 6));
    check_row(Scheme::Fa2, 28, 0, row(0x1ff5, 7));
    check_row(Scheme::Ef, 64, 1, row(0x1fe0, 16));
    check_row(Scheme::EfSc, 64, 15, row(0x1fe0, 16));
    check_row(Scheme::Df, 128, 15, row(0x1fc0, 32));
    check_row(Scheme::DfSc, 128, 15, row(0x1fc0, 32));
    check_row(Scheme::Bf, 256, 1, row(0x1f80, 64));
    check_row(Scheme::BfSc, 256, 15, row(0x1f80, 64));
    check_row(
        Scheme::Jane,
        16,
        1,
        [(0x1ff0, 0), (0x1ff1, 1), (0x1ff8, 2), (0x1ff9, 3)],
    );
}

#[test]
fn roms_without_banks_fill_the_window() {
    for kib in [2, 4] {
        let scheme = if kib == 2 {
            Scheme::Rom2K
        } else {
            Scheme::Rom4K
        };
        let image = numbered(kib * 1024, 0x100);
        let mut socket = Socket::new(scheme, &image);
        for address in 0x1000..=0x1fff_u16 {
            let expected = image[usize::from(address & 0xfff) % image.len()];
            assert_eq!(socket.read(address), expected, "{scheme} {address:04x}");
            socket.write(address, 0xaa);
            assert_eq!(socket.peek(address), expected);
        }
    }
    let tiny: Vec<u8> = (0..128).collect();
    let mut socket = Socket::new(Scheme::Rom2K, &tiny);
    assert_eq!((socket.read(0x1005), socket.read(0x1fff)), (5, 127));
}

/// RAM of `size` bytes with separate ports at these addresses.
fn check_ram(socket: &mut Socket, name: &str, write: u16, read: u16, size: u16) {
    for cell in 0..size {
        socket.write(write + cell, (cell as u8) ^ 0x5a);
    }
    for cell in 0..size {
        let expected = (cell as u8) ^ 0x5a;
        assert_eq!(
            socket.peek(read + cell),
            expected,
            "{name}: peek of cell {cell}"
        );
        assert_eq!(socket.read(read + cell), expected, "{name}: cell {cell}");
        socket.write(read + cell, 0x77);
        assert_eq!(
            socket.read(read + cell),
            expected,
            "{name}: the read port takes no data"
        );
    }
    socket.bus = 0x3c;
    assert_eq!(
        socket.read(write),
        0x3c,
        "{name}: the write port gives the bus's byte"
    );
    assert_eq!(socket.read(read), 0x3c, "{name}: and stores it");
}

#[test]
fn ram_has_separate_ports_over_all_banks() {
    for (scheme, kib) in [
        (Scheme::F8Sc, 8),
        (Scheme::F6Sc, 16),
        (Scheme::F4Sc, 32),
        (Scheme::EfSc, 64),
        (Scheme::DfSc, 128),
        (Scheme::BfSc, 256),
        (Scheme::Rom4KSc, 4),
    ] {
        let mut socket = Socket::of_banks(scheme, kib);
        check_ram(&mut socket, scheme.name(), 0x1000, 0x1080, 128);
        socket.write(0x1005, 0x99);
        socket.read(0x1ff8);
        assert_eq!(
            socket.read(0x1085),
            0x99,
            "{scheme}: the same RAM in another bank"
        );
    }
    for (scheme, kib) in [(Scheme::Fa, 12), (Scheme::Fa2, 28)] {
        check_ram(
            &mut Socket::of_banks(scheme, kib),
            scheme.name(),
            0x1000,
            0x1100,
            256,
        );
    }
    let mut commavid = Socket::new(Scheme::Cv, &numbered(2048, 0x100));
    check_ram(&mut commavid, "CV", 0x1400, 0x1000, 1024);
}

#[test]
fn commavid_has_its_rom_above_and_can_come_with_its_ram() {
    let mut socket = Socket::new(Scheme::Cv, &numbered(2048, 0x100));
    assert_eq!((socket.read(0x1800), socket.read(0x1fff)), (0, 7));
    let mut socket = Socket::new(Scheme::Cv, &numbered(4096, 0x100));
    assert_eq!((socket.read(0x1000), socket.read(0x13ff)), (0, 3));
    assert_eq!((socket.read(0x1800), socket.read(0x1fff)), (8, 15));
}

#[test]
fn the_flash_memory_keeps_the_ram() {
    let mut socket = Socket::of_banks(Scheme::Fa2, 28);
    socket.write(0x1010, 0x42);
    let run = |socket: &mut Socket, command: u8, cycles: u64| {
        socket.write(0x10ff, command);
        assert_eq!(socket.read(0x1ff4) & 0x40, 0x40, "busy at once");
        socket.cycle += cycles - 10;
        assert_eq!(socket.read(0x1ff4) & 0x40, 0x40, "still busy");
        socket.cycle += 10;
        assert_eq!(socket.read(0x1ff4) & 0x40, 0, "done");
        assert_eq!(socket.read(0x11ff), 0, "the command is taken");
    };
    run(&mut socket, 2, 120_500);
    socket.write(0x1010, 0x00);
    run(&mut socket, 1, 597);
    assert_eq!(socket.read(0x1110), 0x42);
}

#[test]
fn megaboy_counts() {
    let mut socket = Socket::of_banks(Scheme::F0, 64);
    assert_eq!(socket.read(0x1400), 15);
    for bank in [0, 1, 2] {
        assert_eq!(socket.read(0x1ff0), bank);
    }
    // A read-modify-write instruction accesses it three times.
    socket.read(0x1ff0);
    socket.write(0x1ff0, 2);
    socket.write(0x1ff0, 3);
    assert_eq!(socket.read(0x1400), 5);
}

#[test]
fn one_way_switches() {
    let mut challenge = Socket::of_banks(Scheme::Fv, 8);
    assert_eq!(challenge.read(0x1400), 0);
    challenge.read(0x1fd0);
    assert_eq!(challenge.read(0x1400), 1);
    challenge.read(0x1fd0);
    assert_eq!(challenge.read(0x1400), 1);

    let mut tv_boy = Socket::of_banks(Scheme::TvBoy, 512);
    assert_eq!(tv_boy.read(0x1400), 0);
    tv_boy.read(0x1800);
    assert_eq!(tv_boy.read(0x187f), 127, "bank 0 does not lock");
    tv_boy.read(0x1805);
    assert_eq!(tv_boy.read(0x1400), 127, "another does");

    let mut megacart = Socket::of_banks(Scheme::Mdm, 64);
    megacart.read(0x0803);
    assert_eq!(megacart.read(0x1400), 3);
    megacart.read(0x0b05);
    assert_eq!(megacart.read(0x1400), 5, "A8 and A9 are not decoded");
    megacart.read(0x0882);
    assert_eq!(megacart.read(0x1400), 2, "130 of 16 banks");
    megacart.read(0x0801);
    assert_eq!(megacart.read(0x1400), 2, "and locked");
}

#[test]
fn a_white_label_chooses_by_data() {
    let mut socket = Socket::of_banks(Scheme::Wf8, 8);
    assert_eq!(socket.read(0x1400), 0);
    socket.write(0x1ff8, 0x04);
    assert_eq!(socket.read(0x1400), 1);
    socket.bus = 0;
    socket.read(0x1ff8);
    assert_eq!(
        socket.read(0x1400),
        1,
        "only a write has the program's data"
    );
    socket.write(0x1ff8, 0xfb);
    assert_eq!(socket.read(0x1400), 0);
}

#[test]
fn amiga_prepares_a_bank_and_brings_it() {
    let mut socket = Socket::of_banks(Scheme::Fc, 32);
    assert_eq!(socket.read(0x1400), 0);
    socket.write(0x1ff8, 0x02);
    assert_eq!(socket.read(0x1400), 0);
    assert_eq!(socket.read(0x1ffc), 2);
    socket.write(0x1ff9, 0x01);
    socket.read(0x1ffc);
    assert_eq!(socket.read(0x1400), 6, "2 and 4 times 1");
    socket.write(0x1ff9, 0x05);
    socket.read(0x1ffc);
    assert_eq!(socket.read(0x1400), 5, "20 is no bank: 5 itself");
}

/// Accesses below the window, from the other bank, by reading and by writing.
fn check_below(scheme: Scheme, kib: usize, start: u8, spots: &[(u16, u8)], others: &[u16]) {
    let mut socket = Socket::of_banks(scheme, kib);
    assert_eq!(socket.read(0x1400), start, "{scheme} starts");
    for write in [false, true] {
        for &(spot, bank) in spots {
            for &(other, _) in spots {
                socket.access(other, 0, write);
                socket.access(spot, 0, write);
                assert_eq!(
                    socket.read(0x1400),
                    bank,
                    "{scheme}: {spot:04x} after {other:04x}"
                );
                for &address in others {
                    socket.access(address, 0, write);
                    assert_eq!(socket.read(0x1400), bank, "{scheme}: {address:04x}");
                }
            }
        }
    }
}

#[test]
fn boards_that_listen_below_the_window() {
    let idle = [0x0002, 0x0080, 0x00ff, 0x01fe, 0x0280, 0x1ff8];
    let ua = [
        (0x0220, 0),
        (0x0240, 1),
        (0x02a0, 0),
        (0x02c0, 1),
        (0x0fa0, 0),
        (0x0fc0, 1),
    ];
    check_below(Scheme::Ua, 8, 0, &ua, &idle);
    let swapped = ua.map(|(address, bank)| (address, 1 - bank));
    check_below(Scheme::UaSw, 8, 0, &swapped, &idle);
    check_below(
        Scheme::X0840,
        8,
        0,
        &[(0x0800, 0), (0x0840, 1), (0x0f3f, 0), (0x0fff, 1)],
        &idle,
    );
    check_below(
        Scheme::X0fa0,
        8,
        1,
        &[(0x06a0, 0), (0x06c0, 1), (0x0fa0, 0), (0x0fc0, 1)],
        &idle,
    );
    let all: Vec<(u16, u8)> = (0..32)
        .map(|bank| (0x0800 + u16::from(bank), bank))
        .collect();
    check_below(Scheme::Sb, 128, 31, &all, &idle);
    let all: Vec<(u16, u8)> = (0..64)
        .map(|bank| (0x0840 + u16::from(bank), bank))
        .collect();
    check_below(Scheme::Sb, 256, 63, &all, &idle);
    // Banks 14 and 15 of X07 have a rule of their own.
    let all: Vec<(u16, u8)> = (0..14)
        .map(|bank| (0x080d | u16::from(bank) << 4, bank))
        .collect();
    check_below(Scheme::X07, 64, 0, &all, &[0x0002, 0x0042, 0x0080, 0x0801]);
}

#[test]
fn the_tia_moves_between_the_last_two_banks_of_x07() {
    let mut socket = Socket::of_banks(Scheme::X07, 64);
    socket.read(0x08ed);
    assert_eq!(socket.read(0x1400), 14);
    socket.write(0x0042, 0);
    assert_eq!(socket.read(0x1400), 15);
    socket.write(0x0002, 0);
    assert_eq!(socket.read(0x1400), 14);
    socket.read(0x0280);
    assert_eq!(socket.read(0x1400), 14);
    socket.read(0x082d);
    socket.write(0x0042, 0);
    assert_eq!(socket.read(0x1400), 2);
}

/// What the four slots of 1 KiB show.
fn slots(socket: &Socket) -> [u8; 4] {
    [0x1100, 0x1500, 0x1900, 0x1d00].map(|address| socket.peek(address))
}

#[test]
fn parker_brothers_slices() {
    let image = numbered(8192, 0x400);
    let mut socket = Socket::new(Scheme::E0, &image);
    assert_eq!(slots(&socket), [4, 5, 6, 7]);
    for slot in 0..3_u16 {
        for slice in 0..8_u8 {
            let spot = 0x1fe0 + slot * 8 + u16::from(slice);
            socket.read(spot);
            let mut expected = slots(&socket);
            expected[usize::from(slot)] = slice;
            assert_eq!(slots(&socket), expected, "{spot:04x}");
            socket.write(0x1fe0 + slot * 8, 0);
            assert_eq!(slots(&socket)[usize::from(slot)], 0);
        }
    }
    socket.read(0x1ff8);
    assert_eq!(slots(&socket), [0, 0, 0, 7]);
}

#[test]
fn brazilian_slices_several_at_once() {
    let mut socket = Socket::new(Scheme::X03e0, &numbered(8192, 0x400));
    assert_eq!(slots(&socket), [4, 5, 6, 7]);
    socket.read(0x03e1);
    assert_eq!(slots(&socket), [1, 5, 6, 7]);
    socket.read(0x03d2);
    assert_eq!(slots(&socket), [1, 2, 6, 7]);
    socket.write(0x03b3, 0);
    assert_eq!(slots(&socket), [1, 2, 3, 7]);
    socket.read(0x0380);
    assert_eq!(slots(&socket), [0, 0, 0, 7]);
    socket.read(0x0367);
    socket.read(0x1fe5);
    assert_eq!(slots(&socket), [0, 0, 0, 7]);
}

#[test]
fn m_network_slices_and_ram() {
    let tables: [(usize, [Option<u8>; 7]); 3] = [
        (16, [0, 1, 2, 3, 4, 5, 6].map(Some)),
        (12, [0, 1, 0, 1, 2, 3, 4].map(Some)),
        (8, [None, None, None, None, Some(0), Some(1), Some(2)]),
    ];
    for (kib, spots) in tables {
        let image = numbered(kib * 1024, 0x800);
        let last = (kib / 2 - 1) as u8;
        let mut socket = Socket::new(Scheme::E7, &image);
        assert_eq!(socket.read(0x1100), 0, "{kib} KiB: start");
        assert_eq!((socket.read(0x1a00), socket.read(0x1fff)), (last, last));
        for (spot, slice) in spots.into_iter().enumerate() {
            let before = socket.peek(0x1100);
            socket.read(0x1fe0 + spot as u16);
            assert_eq!(
                socket.read(0x1100),
                slice.unwrap_or(before),
                "{kib} KiB: spot {spot}"
            );
        }
        for page in 0..4 {
            socket.read(0x1fe8 + page);
            check_ram(&mut socket, "E7 page", 0x1800, 0x1900, 256);
            socket.write(0x1800, 0xa0 + page as u8);
        }
        for page in 0..4 {
            socket.write(0x1fe8 + page, 0);
            assert_eq!(socket.read(0x1900), 0xa0 + page as u8, "pages are four");
        }
        socket.read(0x1fe7);
        check_ram(&mut socket, "E7 1 KiB", 0x1000, 0x1400, 1024);
    }
}

#[test]
fn tigervision_slices() {
    let image = numbered(64 * 1024, 0x800);
    let mut socket = Socket::new(Scheme::X3f, &image);
    assert_eq!(slots(&socket), [0, 0, 31, 31]);
    for (address, data, slice) in [(0x3f, 5, 5), (0x00, 7, 7), (0x25, 31, 31), (0x3e, 34, 2)] {
        socket.write(address, data);
        assert_eq!(
            slots(&socket),
            [slice, slice, 31, 31],
            "write of {data} to {address:02x}"
        );
    }
    socket.write(0x40, 9);
    socket.bus = 9;
    socket.read(0x3f);
    assert_eq!(
        slots(&socket),
        [2, 2, 31, 31],
        "other addresses and reads do not switch"
    );
}

#[test]
fn tigervision_with_ram() {
    for (scheme, banks) in [(Scheme::X3e, 32), (Scheme::X3ex, 64)] {
        let mut image = numbered(16 * 1024, 0x800);
        let size = image.len();
        image[size - 6] = 63;
        let mut socket = Socket::new(scheme, &image);
        assert_eq!(slots(&socket), [0, 0, 7, 7]);
        socket.write(0x3f, 3);
        assert_eq!(slots(&socket), [3, 3, 7, 7]);
        for bank in 0..banks {
            socket.write(0x3e, bank);
            socket.write(0x1400, bank ^ 0xff);
        }
        for bank in 0..banks {
            socket.write(0x3e, bank);
            assert_eq!(socket.read(0x1000), bank ^ 0xff, "{scheme}: bank {bank}");
        }
        check_ram(&mut socket, scheme.name(), 0x1400, 0x1000, 1024);
        socket.write(0x3d, 1);
        assert_eq!(socket.read(0x1000), 0x3c, "only the two addresses switch");
        socket.write(0x3f, 8 + 2);
        assert_eq!(slots(&socket), [2, 2, 7, 7], "numbers wrap");
    }
}

#[test]
fn four_slots_of_rom_or_ram() {
    let mut socket = Socket::new(Scheme::X3eplus, &numbered(16 * 1024, 0x400));
    assert_eq!(slots(&socket), [0; 4]);
    for slot in 0..4_u8 {
        socket.write(0x3f, slot << 6 | (slot + 5));
    }
    assert_eq!(slots(&socket), [5, 6, 7, 8]);
    for slot in 0..4_u8 {
        socket.write(0x3e, slot << 6 | (slot + 60));
        let start = 0x1000 + u16::from(slot) * 0x400;
        check_ram(&mut socket, "3E+", start + 0x200, start, 512);
        socket.write(start + 0x200, 0xc0 + slot);
    }
    for slot in 0..4_u8 {
        socket.write(0x3e, slot + 60);
        assert_eq!(socket.read(0x1000), 0xc0 + slot, "any RAM in any slot");
    }
}

#[test]
fn wickstead_patterns_come_late() {
    let patterns = [
        [0, 0, 1, 3],
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [7, 4, 2, 3],
        [0, 0, 6, 7],
        [0, 1, 7, 6],
        [2, 3, 4, 5],
        [6, 0, 5, 1],
    ];
    let mut socket = Socket::new(Scheme::Wd, &numbered(8192, 0x400));
    assert_eq!(slots(&socket), patterns[0]);
    for (number, pattern) in patterns.into_iter().enumerate().rev() {
        let before = slots(&socket);
        socket.read(0x0038 + number as u16);
        for _ in 0..3 {
            socket.read(0x1200);
            assert_eq!(slots(&socket), before, "not yet");
        }
        socket.read(0x1200);
        assert_eq!(slots(&socket), pattern, "pattern {number}");
    }
    check_ram(&mut socket, "WD", 0x1040, 0x1000, 64);
    let mut bad_dump = numbered(8192, 0x400);
    bad_dump.extend([0; 3]);
    let mut socket = Socket::new(Scheme::Wd, &bad_dump);
    socket.read(0x0031);
    for _ in 0..4 {
        socket.read(0x1200);
    }
    assert_eq!(slots(&socket), [0, 1, 3, 2]);
}

#[test]
fn activision_watches_the_stack() {
    let mut socket = Socket::of_banks(Scheme::Fe, 8);
    assert_eq!(socket.read(0x1400), 0);
    // JSR $D000: the return address is pushed, then the target's high byte is fetched.
    socket.write(0x01ff, 0xf0);
    socket.write(0x01fe, 0x12);
    socket.cartridge.rom = vec![0xd0; 0x2000].into();
    assert_eq!(socket.read(0x1003), 0xd0);
    assert_eq!(socket.cartridge.bank(0x1400), 1);
    // RTS to $F0xx: both bytes come from the stack.
    socket.access(0x01fe, 0x12, false);
    socket.access(0x01ff, 0xf0, false);
    assert_eq!(socket.cartridge.bank(0x1400), 0);
    // Deeper in the stack, and page zero: nothing.
    socket.access(0x01fd, 0x12, false);
    socket.access(0x01fe & 0xff, 0xd0, false);
    socket.access(0x00ff, 0xd0, false);
    assert_eq!(socket.cartridge.bank(0x1400), 0);
}

#[test]
fn gameline_slots() {
    let mut socket = Socket::new(Scheme::Gl, &numbered(6144, 0x400));
    assert_eq!(slots(&socket), [0; 4]);
    for (address, slot) in [(0x0480, 0), (0x0580, 1), (0x0880, 2), (0x0980, 3)] {
        for number in (0..16).rev() {
            socket.read(address + number);
            let expected = match number {
                0..=3 => number as u8,
                // The image's last 2 KiB are in RAM.
                4 | 5 => number as u8,
                _ => 0,
            };
            assert_eq!(slots(&socket)[slot], expected, "slot {slot}: {number}");
        }
    }
    socket.read(0x0487);
    socket.write(0x1100, 0x66);
    socket.read(0x0587);
    assert_eq!(socket.read(0x1500), 0x66, "the same RAM in another slot");
    socket.read(0x0cb0);
    assert_eq!(socket.read(0x1fc5), 0);
}

#[test]
fn several_games_take_turns() {
    for (scheme, kib, part) in [
        (Scheme::In2, 8, 4),
        (Scheme::In4, 16, 4),
        (Scheme::In32, 64, 2),
    ] {
        let image = numbered(kib * 1024, part * 1024);
        let mut cartridge = Cartridge::with_scheme(&image, scheme).expect("a legal size");
        for game in 0..scheme.games() {
            assert_eq!(usize::from(cartridge.peek(0x1000, 0)), game, "{scheme}");
            cartridge = cartridge.next_game();
        }
        assert_eq!(cartridge.peek(0x1000, 0), 0, "{scheme}: the first again");
    }
}

#[test]
fn supercat_slots() {
    let image: Vec<u8> = (0..0x2_0000_usize)
        .map(|offset| (offset / 0x800) as u8)
        .collect();
    let mut socket = Socket::new(Scheme::X4a50, &image);
    assert_eq!((socket.peek(0x1000), socket.peek(0x1800)), (0, 32));
    assert_eq!((socket.peek(0x1e00), socket.peek(0x1f00)), (32, 63));
    // By data in page zero.
    socket.write(0x0078, 0x05);
    assert_eq!(socket.peek(0x1000), 5);
    socket.write(0x0078, 0x93);
    assert_eq!(socket.peek(0x1800), 32 + 16 + 3);
    socket.write(0x0074, 0x18);
    assert_eq!(socket.peek(0x1e00), 32 + 3);
    // By address, after a byte $60-$7F from page 0.
    let arm = |socket: &mut Socket| socket.write(0x0090, 0x6e);
    arm(&mut socket);
    socket.read(0x0e1f);
    assert_eq!(socket.peek(0x1000), 31);
    arm(&mut socket);
    socket.read(0x0400);
    assert_eq!(socket.peek(0x1000), 30);
    socket.write(0x0090, 0x00);
    socket.read(0x0e02);
    assert_eq!(socket.peek(0x1000), 30, "not armed");
    // RAM has one port.
    arm(&mut socket);
    socket.read(0x0e42);
    socket.write(0x1234, 0x99);
    assert_eq!(socket.read(0x1234), 0x99);
    socket.write(0x0079, 0xc2);
    assert_eq!(socket.read(0x1a34), 0x99, "the same 2 KiB in the middle");
    socket.write(0x0075, 0x12);
    assert_eq!(socket.read(0x1e34), 0x99, "and the same page at the top");
}

mod detection;
mod dpc;
mod supercharger;
mod trial;
