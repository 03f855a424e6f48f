//! Tests DPC: banks, data fetchers, random numbers, music.

use super::*;

/// Returns a cartridge with two banks, each filled with its number, and 2 KiB of display data.
fn socket() -> Socket {
    let mut image = numbered(8192, 0x1000);
    image.extend((0..2048_usize).map(|offset| (offset ^ offset >> 8) as u8));
    Socket::new(Scheme::Dpc, &image)
}

/// Returns the byte of display data that a fetcher with this counter reads.
fn display_byte(counter: u16) -> u8 {
    let offset = 2047 - usize::from(counter);
    (offset ^ offset >> 8) as u8
}

fn set_counter(socket: &mut Socket, fetcher: u16, counter: u16) {
    socket.write(0x1050 + fetcher, counter as u8);
    socket.write(0x1058 + fetcher, (counter >> 8) as u8);
}

#[test]
fn hot_spots_select_banks() {
    let mut socket = socket();
    assert_eq!(socket.read(0x1400), 1);
    assert_eq!(socket.read(0x1ff8), 0);
    socket.write(0x1ff9, 0);
    assert_eq!(socket.read(0x1400), 1);
}

#[test]
fn fetchers_walk_down_through_the_display_data() {
    for fetcher in 0..8 {
        let mut socket = socket();
        set_counter(&mut socket, fetcher, 0x301);
        for counter in [0x301, 0x300, 0x2ff] {
            assert_eq!(
                socket.peek(0x1008 + fetcher),
                display_byte(counter),
                "a peek does not step the counter"
            );
            assert_eq!(
                socket.read(0x1008 + fetcher),
                display_byte(counter),
                "fetcher {fetcher}"
            );
        }
        set_counter(&mut socket, fetcher, 0);
        socket.read(0x1008 + fetcher);
        assert_eq!(
            socket.read(0x1008 + fetcher),
            display_byte(0x7ff),
            "the counter has eleven bits"
        );
    }
}

#[test]
fn the_flag_is_set_between_top_and_bottom() {
    let mut socket = socket();
    socket.write(0x1041, 0x20);
    socket.write(0x1049, 0x1e);
    set_counter(&mut socket, 1, 0x121);
    // The flag is set while the low byte of the counter is $20 or $1f.
    for (counter, flag) in [(0x121, 0x00), (0x120, 0xff), (0x11f, 0xff), (0x11e, 0x00)] {
        set_counter(&mut socket, 1, counter);
        assert_eq!(
            socket.read(0x1011),
            display_byte(counter) & flag,
            "{counter:03x}"
        );
    }
    set_counter(&mut socket, 1, 0x120);
    assert_eq!(socket.read(0x1039), 0xff);
    socket.write(0x1041, 0x20);
    set_counter(&mut socket, 1, 0x150);
    assert_eq!(
        socket.read(0x1039),
        0x00,
        "a write of the top value clears the flag"
    );
}

#[test]
fn masked_bytes_can_be_swapped_reversed_or_shifted() {
    let mut socket = socket();
    socket.write(0x1042, 0x35);
    socket.write(0x104a, 0xff);
    let mut fetch = |address: u16| {
        set_counter(&mut socket, 2, 0x235);
        socket.read(address)
    };
    let byte = display_byte(0x235);
    assert_eq!(fetch(0x1012), byte);
    assert_eq!(fetch(0x101a), byte.rotate_left(4));
    assert_eq!(fetch(0x1022), byte.reverse_bits());
    assert_eq!(fetch(0x102a), byte >> 1);
    assert_eq!(fetch(0x1032), byte << 1);
}

#[test]
fn random_numbers_have_a_period_of_255() {
    let mut socket = socket();
    socket.write(0x1070, 0);
    let first = socket.read(0x1000);
    let mut seen = vec![first];
    loop {
        match socket.read(0x1000) {
            number if number == first => break,
            number => seen.push(number),
        }
    }
    assert_eq!(seen.len(), 255);
    assert!(!seen.contains(&0xff));
}

#[test]
fn three_channels_make_music() {
    let mut socket = socket();
    assert_eq!(socket.read(0x1004), 0);
    for (fetcher, level) in [(5, 4), (6, 5), (7, 6)] {
        let mut socket = socket.clone();
        socket.write(0x1058 + fetcher, 0x10);
        socket.write(0x1040 + fetcher, 9);
        socket.write(0x1048 + fetcher, 4);
        socket.write(0x1050 + fetcher, 0);
        // A period of the sound lasts ten oscillator steps: five on, five off.
        let levels: Vec<u8> = (0..6000)
            .map(|_| {
                socket.cycle += 9;
                socket.read(0x1004)
            })
            .collect();
        let on = levels.iter().filter(|&&now| now == level).count();
        let off = levels.iter().filter(|&&now| now == 0).count();
        assert_eq!(on + off, 6000, "fetcher {fetcher} alone gives {level}");
        assert!((2800..=3200).contains(&on), "half of the time: {on}");
        let edges = levels.windows(2).filter(|pair| pair[0] != pair[1]).count();
        // In 60,000 cycles, a 20 kHz oscillator makes 1005.7 steps. These are 100 periods with two
        // edges each.
        assert!((200..=202).contains(&edges), "{edges} edges");
    }
}
