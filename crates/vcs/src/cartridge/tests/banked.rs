//! Tests boards that switch whole 4 KiB banks by hot spots in the cartridge's own addresses,
//! `$1000-$1FFF`.

use super::*;

/// Checks that a read and a write of each hot spot select its bank, whichever bank was selected
/// before. Accesses beside the hot spots must not switch.
fn check_hot_spots(
    scheme: Scheme,
    kib: usize,
    start: u8,
    spots: impl IntoIterator<Item = (u16, u8)>,
) {
    let spots: Vec<(u16, u8)> = spots.into_iter().collect();
    let fresh = Socket::of_banks(scheme, kib);
    assert_eq!(fresh.peek(0x1400), start, "{scheme}: the start bank");
    for &(previous_spot, _) in &spots {
        for &(spot, bank) in &spots {
            let mut socket = fresh.clone();
            socket.read(previous_spot);
            assert_eq!(
                socket.read(spot),
                bank,
                "{scheme}: the switching read at {spot:04x}"
            );
            assert_eq!(socket.read(0x1400), bank, "{scheme}: read of {spot:04x}");
            socket.read(previous_spot);
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

fn consecutive(first: u16, banks: u8) -> impl Iterator<Item = (u16, u8)> {
    (0..banks).map(move |bank| (first + u16::from(bank), bank))
}

#[test]
fn consecutive_hot_spots_select_consecutive_banks() {
    check_hot_spots(Scheme::F8, 8, 1, consecutive(0x1ff8, 2));
    check_hot_spots(Scheme::F8Sc, 8, 1, consecutive(0x1ff8, 2));
    check_hot_spots(Scheme::F6, 16, 0, consecutive(0x1ff6, 4));
    check_hot_spots(Scheme::F6Sc, 16, 0, consecutive(0x1ff6, 4));
    check_hot_spots(Scheme::F4, 32, 0, consecutive(0x1ff4, 8));
    check_hot_spots(Scheme::F4Sc, 32, 0, consecutive(0x1ff4, 8));
    check_hot_spots(Scheme::Fa, 12, 2, consecutive(0x1ff8, 3));
    check_hot_spots(Scheme::Fa2, 24, 0, consecutive(0x1ff5, 6));
    check_hot_spots(Scheme::Fa2, 28, 0, consecutive(0x1ff5, 7));
    check_hot_spots(Scheme::Ef, 64, 1, consecutive(0x1fe0, 16));
    check_hot_spots(Scheme::EfSc, 64, 15, consecutive(0x1fe0, 16));
    check_hot_spots(Scheme::Df, 128, 15, consecutive(0x1fc0, 32));
    check_hot_spots(Scheme::DfSc, 128, 15, consecutive(0x1fc0, 32));
    check_hot_spots(Scheme::Bf, 256, 1, consecutive(0x1f80, 64));
    check_hot_spots(Scheme::BfSc, 256, 15, consecutive(0x1f80, 64));
    check_hot_spots(
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

#[test]
fn ram_has_separate_ports_in_all_banks() {
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
fn commavid_rom_is_above_the_ram_and_an_image_may_contain_both() {
    let mut socket = Socket::new(Scheme::Cv, &numbered(2048, 0x100));
    assert_eq!((socket.read(0x1800), socket.read(0x1fff)), (0, 7));
    let mut socket = Socket::new(Scheme::Cv, &numbered(4096, 0x100));
    assert_eq!((socket.read(0x1000), socket.read(0x13ff)), (0, 3));
    assert_eq!((socket.read(0x1800), socket.read(0x1fff)), (8, 15));
}

#[test]
fn the_flash_memory_saves_and_restores_the_ram() {
    let mut socket = Socket::of_banks(Scheme::Fa2, 28);
    socket.write(0x1010, 0x42);
    let run = |socket: &mut Socket, command: u8, cycles: u64| {
        socket.write(0x10ff, command);
        assert_eq!(socket.read(0x1ff4) & 0x40, 0x40, "busy immediately");
        socket.cycle += cycles - 10;
        assert_eq!(socket.read(0x1ff4) & 0x40, 0x40, "still busy");
        socket.cycle += 10;
        assert_eq!(socket.read(0x1ff4) & 0x40, 0, "done");
        assert_eq!(socket.read(0x11ff), 0, "the command is cleared");
    };
    run(&mut socket, 2, 120_500);
    socket.write(0x1010, 0x00);
    run(&mut socket, 1, 597);
    assert_eq!(socket.read(0x1110), 0x42);
}

#[test]
fn megaboy_switches_to_the_next_bank_at_each_access() {
    let mut socket = Socket::of_banks(Scheme::F0, 64);
    assert_eq!(socket.read(0x1400), 15);
    for bank in [0, 1, 2] {
        assert_eq!(socket.read(0x1ff0), bank);
    }
    // A read-modify-write instruction accesses the hot spot three times.
    socket.read(0x1ff0);
    socket.write(0x1ff0, 2);
    socket.write(0x1ff0, 3);
    assert_eq!(socket.read(0x1400), 5);
}

#[test]
fn a_locked_bank_cannot_be_switched() {
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
    assert_eq!(tv_boy.read(0x1400), 127, "another bank does");

    let mut megacart = Socket::of_banks(Scheme::Mdm, 64);
    megacart.read(0x0803);
    assert_eq!(megacart.read(0x1400), 3);
    megacart.read(0x0b05);
    assert_eq!(megacart.read(0x1400), 5, "A8 and A9 are not decoded");
    megacart.read(0x0882);
    assert_eq!(megacart.read(0x1400), 2, "bank 130 modulo 16");
    megacart.read(0x0801);
    assert_eq!(megacart.read(0x1400), 2, "no further switch after bank 130");
}

#[test]
fn a_white_label_cartridge_selects_its_bank_by_a_data_bit() {
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
fn amiga_prepares_a_bank_before_it_switches() {
    let mut socket = Socket::of_banks(Scheme::Fc, 32);
    assert_eq!(socket.read(0x1400), 0);
    socket.write(0x1ff8, 0x02);
    assert_eq!(socket.read(0x1400), 0);
    assert_eq!(socket.read(0x1ffc), 2);
    socket.write(0x1ff9, 0x01);
    socket.read(0x1ffc);
    assert_eq!(socket.read(0x1400), 6, "2 + 4 * 1");
    socket.write(0x1ff9, 0x05);
    socket.read(0x1ffc);
    assert_eq!(
        socket.read(0x1400),
        5,
        "4 * 5 is not a bank, so 5 itself is the number"
    );
}

#[test]
fn each_power_on_starts_the_next_game() {
    for (scheme, kib, game_kib) in [
        (Scheme::In2, 8, 4),
        (Scheme::In4, 16, 4),
        (Scheme::In32, 64, 2),
    ] {
        let image = numbered(kib * 1024, game_kib * 1024);
        let mut cartridge = Cartridge::with_scheme(&image, scheme).expect("a legal size");
        for game in 0..scheme.games() {
            assert_eq!(usize::from(cartridge.peek(0x1000, 0)), game, "{scheme}");
            cartridge = cartridge.next_game();
        }
        assert_eq!(
            cartridge.peek(0x1000, 0),
            0,
            "{scheme}: the first game again"
        );
    }
}

#[test]
fn the_banks_of_a_harmony_image_follow_its_arm_program() {
    for kib in [29, 32] {
        let socket = Socket::new(Scheme::Fa2, &numbered(kib * 1024, 0x400));
        assert_eq!((socket.peek(0x1400), socket.peek(0x1c00)), (2, 4));
    }
}

#[test]
fn menu_cartridges_can_select_and_lock_every_game() {
    for number in 1..128_u8 {
        let mut tv_boy = Socket::of_banks(Scheme::TvBoy, 512);
        tv_boy.read(0x1800 + u16::from(number));
        assert_eq!(tv_boy.read(0x1400), number);
        tv_boy.read(0x1800);
        assert_eq!(tv_boy.read(0x1400), number, "locked");
        let mut megacart = Socket::of_banks(Scheme::Mdm, 512);
        megacart.write(0x0800 + u16::from(number), 0);
        assert_eq!(megacart.read(0x1400), number);
        megacart.read(0x0880 + u16::from(number));
        megacart.read(0x0800);
        assert_eq!(
            megacart.read(0x1400),
            number,
            "an address 128 higher selects the same bank, and locks it"
        );
    }
}
