//! Tests boards that switch whole 4 KiB banks by accesses below the cartridge's own addresses,
//! `$1000-$1FFF`.

use super::*;

/// Checks that a read and a write of each hot spot select its bank, whichever hot spot was accessed
/// before. Accesses to `others` must not switch.
fn check_below(scheme: Scheme, kib: usize, start: u8, spots: &[(u16, u8)], others: &[u16]) {
    let mut socket = Socket::of_banks(scheme, kib);
    assert_eq!(socket.read(0x1400), start, "{scheme}: the start bank");
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
fn boards_switch_banks_at_hot_spots_below_the_window() {
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
    // A different rule applies to banks 14 and 15 of X07.
    let all: Vec<(u16, u8)> = (0..14)
        .map(|bank| (0x080d | u16::from(bank) << 4, bank))
        .collect();
    check_below(Scheme::X07, 64, 0, &all, &[0x0002, 0x0042, 0x0080, 0x0801]);
}

#[test]
fn tia_accesses_switch_between_the_last_two_banks_of_x07() {
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

#[test]
fn fe_switches_banks_on_stack_accesses() {
    let mut socket = Socket::of_banks(Scheme::Fe, 8);
    assert_eq!(socket.read(0x1400), 0);
    // JSR $D000: the processor pushes the return address, and then fetches the target's high byte.
    socket.write(0x01ff, 0xf0);
    socket.write(0x01fe, 0x12);
    socket.cartridge.rom = vec![0xd0; 0x2000].into();
    assert_eq!(socket.read(0x1003), 0xd0);
    assert_eq!(socket.cartridge.bank(0x1400), 1);
    // RTS to $F0xx: the processor pulls both bytes of the address from the stack.
    socket.access(0x01fe, 0x12, false);
    socket.access(0x01ff, 0xf0, false);
    assert_eq!(socket.cartridge.bank(0x1400), 0);
    // Accesses to lower addresses in the stack, or to page zero, have no effect.
    socket.access(0x01fd, 0x12, false);
    socket.access(0x01fe & 0xff, 0xd0, false);
    socket.access(0x00ff, 0xd0, false);
    assert_eq!(socket.cartridge.bank(0x1400), 0);
}

/// Some boards declare that they ignore accesses to the TIA or to RAM in page zero. After a fetch
/// from plain ROM, such an access must not change the board. This test checks every scheme.
#[test]
fn ignored_accesses_to_page_zero_do_not_change_a_board() {
    let sizes = [2, 4, 8, 10, 12, 16, 32, 64, 128, 256].map(|kib: usize| kib * 1024);
    let mut ignored = [0, 0];
    let mut random = 1_u32;
    let mut next_random = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        random >> 8
    };
    for &scheme in Scheme::ALL {
        let built = sizes
            .iter()
            .find_map(|size| Cartridge::with_scheme(&numbered(*size, 0x400), scheme).ok());
        let Some(mut cartridge) = built else { continue };
        cartridge.power_on(|| 0);
        for cycle in 100..20_000 {
            let access = Access {
                address: next_random() as u16 & 0x1fff,
                data: next_random() as u8,
                write: next_random() & 1 != 0,
                cycle,
            };
            match access.address & 0x1000 {
                0 => cartridge.access_below(access),
                _ => _ = cartridge.access(access),
            }
            let fetch = 0x1000 | next_random() as u16 & 0x0fff;
            if !cartridge.listens_below() || cartridge.window().plain_byte(fetch).is_none() {
                continue;
            }
            let listens = [cartridge.listens_to_tia(), cartridge.listens_to_ram()];
            for half in (0..2).filter(|half| !listens[*half]) {
                let address = (half as u16) << 7 | next_random() as u16 & 0x7f;
                let before = cartridge.board.clone();
                assert!(
                    !cartridge
                        .board
                        .mapper_mut()
                        .access_below(Access { address, ..access }, &[])
                );
                assert!(cartridge.board == before, "{scheme}: ${address:02x}");
                ignored[half] += 1;
            }
        }
    }
    assert!(
        ignored[0] > 50_000 && ignored[1] > ignored[0],
        "{ignored:?}"
    );
}
