//! Tests boards that divide the window into slots.

use super::*;

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
fn one_brazilian_hot_spot_switches_several_slots() {
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
            assert_eq!(
                socket.read(0x1900),
                0xa0 + page as u8,
                "there are four pages"
            );
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
        assert_eq!(socket.read(0x1000), 0x3c, "only $3E and $3F switch");
        socket.write(0x3f, 8 + 2);
        assert_eq!(slots(&socket), [2, 2, 7, 7], "slice numbers wrap around");
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
fn wickstead_patterns_take_effect_late() {
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
fn gameline_slots() {
    let mut socket = Socket::new(Scheme::Gl, &numbered(6144, 0x400));
    assert_eq!(slots(&socket), [0; 4]);
    for (address, slot) in [(0x0480, 0), (0x0580, 1), (0x0880, 2), (0x0980, 3)] {
        for number in (0..16).rev() {
            socket.read(address + number);
            let expected = match number {
                0..=3 => number as u8,
                // Slices 4 and 5, the last 2 KiB of the image, have been copied to RAM.
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
fn supercat_slots() {
    let image: Vec<u8> = (0..0x2_0000_usize)
        .map(|offset| (offset / 0x800) as u8)
        .collect();
    let mut socket = Socket::new(Scheme::X4a50, &image);
    assert_eq!((socket.peek(0x1000), socket.peek(0x1800)), (0, 32));
    assert_eq!((socket.peek(0x1e00), socket.peek(0x1f00)), (32, 63));
    // The byte written to certain addresses of page zero selects the bank.
    socket.write(0x0078, 0x05);
    assert_eq!(socket.peek(0x1000), 5);
    socket.write(0x0078, 0x93);
    assert_eq!(socket.peek(0x1800), 32 + 16 + 3);
    socket.write(0x0074, 0x18);
    assert_eq!(socket.peek(0x1e00), 32 + 3);
    // After an access to page 0 with a byte of $60-$7F on the bus, the address of the next access
    // selects the bank.
    let arm_hot_spot = |socket: &mut Socket| socket.write(0x0090, 0x6e);
    arm_hot_spot(&mut socket);
    socket.read(0x0e1f);
    assert_eq!(socket.peek(0x1000), 31);
    arm_hot_spot(&mut socket);
    socket.read(0x0400);
    assert_eq!(socket.peek(0x1000), 30);
    socket.write(0x0090, 0x00);
    socket.read(0x0e02);
    assert_eq!(socket.peek(0x1000), 30, "not armed");
    // Map RAM. It has no separate write port.
    arm_hot_spot(&mut socket);
    socket.read(0x0e42);
    socket.write(0x1234, 0x99);
    assert_eq!(socket.read(0x1234), 0x99);
    socket.write(0x0079, 0xc2);
    assert_eq!(socket.read(0x1a34), 0x99, "the same 2 KiB in the middle");
    socket.write(0x0075, 0x12);
    assert_eq!(socket.read(0x1e34), 0x99, "and the same page at the top");
}

#[test]
fn each_brazilian_hot_spot_switches_three_slots() {
    let image = numbered(8192, 0x400);
    for address in 0x0380..=0x03ff_u16 {
        let mut socket = Socket::new(Scheme::X03e0, &image);
        socket.write(address, 0xff);
        let slice = |slot: u8| match address >> (4 + slot) & 1 {
            0 => address as u8 & 7,
            _ => 4 + slot,
        };
        assert_eq!(
            slots(&socket),
            [slice(0), slice(1), slice(2), 7],
            "{address:04x}"
        );
    }
}

#[test]
fn gameline_has_twelve_banks_of_ram() {
    let mut socket = Socket::new(Scheme::Gl, &numbered(4096, 0x400));
    for bank in 4..16 {
        socket.read(0x0480 + bank);
        socket.write(0x1000, bank as u8);
        socket.write(0x13ff, 0x80 | bank as u8);
    }
    for (address, slot) in [
        (0x0480, 0x1000),
        (0x0580, 0x1400),
        (0x0880, 0x1800),
        (0x0980, 0x1c00),
    ] {
        for bank in 4..16 {
            socket.read(address + bank);
            assert_eq!(socket.read(slot), bank as u8);
            assert_eq!(socket.read(slot + 0x3ff), 0x80 | bank as u8);
        }
        socket.read(address);
    }
}
