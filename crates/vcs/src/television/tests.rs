//! Tests of how the television divides scanlines into frames.

use super::*;

/// Sends lines to the television. An element of `lines` is true if VSYNC is on from clock 9 of that
/// line. The color of the pixels is the line's number with bit 0 cleared.
fn send(television: &mut Television, lines: &[bool]) {
    for (number, on) in lines.iter().enumerate() {
        television.vsync(*on, 9);
        (0..WIDTH).for_each(|_| television.pixel(number as u8 & 0xfe));
        television.end_line(CLOCKS_PER_LINE as u8);
    }
}

/// Returns a frame for [`send`]. It has `lines` lines; VSYNC is on in the first `sync` lines.
fn frame(sync: usize, lines: usize) -> Vec<bool> {
    (0..lines).map(|line| line < sync).collect()
}

#[test]
fn a_frame_begins_with_the_first_line_of_its_sync() {
    let mut television = Television::default();
    send(&mut television, &frame(0, 20));
    for _ in 0..3 {
        send(&mut television, &frame(3, 262));
    }
    assert_eq!(television.frames(), 3);
    assert_eq!(television.frame().number, 2);
    assert_eq!(television.frame().scanlines(), 262);
    assert_eq!(television.frame().line(4)[0], 4);
    assert!(television.synced());
}

#[test]
fn syncs_shorter_than_a_line_and_a_half_are_ignored() {
    for (sync, frames) in [(1, 0), (2, 2), (3, 2)] {
        let mut television = Television::default();
        send(&mut television, &frame(0, 1));
        (0..2).for_each(|_| send(&mut television, &frame(sync, 199)));
        assert_eq!(television.frames(), frames, "{sync} lines of VSYNC");
    }
}

#[test]
fn the_second_of_two_close_syncs_is_ignored() {
    let mut television = Television::default();
    send(&mut television, &frame(0, 50));
    (0..3).for_each(|_| {
        send(&mut television, &frame(3, 4));
        send(&mut television, &frame(3, 311));
    });
    assert_eq!(television.frames(), 3);
    assert_eq!(television.frame().scanlines(), 315);
}

#[test]
fn several_very_short_frames_are_shown_as_one() {
    for (lines, shown) in [(51, 204), (53, 212), (100, 200), (183, 183), (182, 364)] {
        let mut television = Television::default();
        (0..20).for_each(|_| send(&mut television, &frame(3, lines)));
        assert_eq!(television.frame().scanlines(), shown, "frames of {lines}");
        assert!(television.synced());
    }
}

#[test]
fn the_future_state_includes_whatever_decides_where_a_frame_ends() {
    let mut television = Television::default();
    (0..2).for_each(|_| send(&mut television, &frame(3, 262)));
    let future =
        |television: &Television| postcard::to_allocvec(&television.future_state()).unwrap();
    let mut rolling = television.clone();
    rolling.synced = !television.synced;
    assert_ne!(future(&rolling), future(&television));
    let mut other_field = television.clone();
    let tall = Frame {
        pixels: vec![0; 312 * WIDTH],
        ..Frame::default()
    };
    (0..10).for_each(|_| other_field.detector.add_frame(&tall));
    assert_ne!(
        other_field.free_running_lines(),
        television.free_running_lines()
    );
    assert_ne!(future(&other_field), future(&television));
}

#[test]
fn without_sync_the_picture_rolls() {
    let mut television = Television::default();
    // Send frames of 262 numbered lines without VSYNC. The television first waits for a sync for as
    // long as it can; after that, its oscillator runs freely.
    let mut tops = Vec::new();
    for number in 0..10 {
        send(&mut television, &frame(0, 262));
        if number > 1 {
            tops.push(television.frame().line(0)[0]);
        }
    }
    assert!(!television.synced());
    assert_eq!(television.frame().scanlines(), FREE_SCANLINES_60_HZ);
    // The television's field of 275 lines is 13 lines longer than the program's frame. The color of
    // a line is its number with bit 0 cleared, so the color of the top line changes by 12 or 14
    // from one field to the next.
    let shifts: Vec<u8> = tops[1..]
        .windows(2)
        .map(|pair| pair[1].wrapping_sub(pair[0]))
        .collect();
    assert!(
        shifts.iter().all(|shift| (12..=14).contains(shift)),
        "{shifts:?}"
    );
}

#[test]
fn the_first_sync_after_a_gap_locks_the_picture_immediately() {
    let mut television = Television::default();
    send(&mut television, &frame(0, MAX_SCANLINES + 10));
    (0..3).for_each(|_| send(&mut television, &frame(3, 262)));
    assert!(television.synced());
    assert_eq!(television.frame().scanlines(), 262);
    assert_eq!(television.frame().line(4)[0], 4);
}

#[test]
fn long_frames_with_a_sync_are_not_cut() {
    let mut television = Television::default();
    (0..4).for_each(|_| send(&mut television, &frame(3, MAX_SCANLINES - 2)));
    assert_eq!(television.frame().scanlines(), MAX_SCANLINES - 2);
    assert!(television.synced());
}

#[test]
fn frames_may_change_their_length() {
    let mut television = Television::default();
    let mut lengths = Vec::new();
    for lines in [262, 263, 262, 240, 312, 262, 262] {
        send(&mut television, &frame(3, lines));
        lengths.push(television.frame().scanlines());
    }
    assert_eq!(lengths[1..], [262, 263, 262, 240, 312, 262]);
}

#[test]
fn samples_that_are_never_taken_do_not_pile_up() {
    let mut television = Television::default();
    (0..3 * MAX_SAMPLES).for_each(|_| television.add_samples(&[Sample::default()]));
    assert!(television.samples.len() <= MAX_SAMPLES);
}

#[test]
fn a_line_cut_short_is_padded_with_blank_pixels() {
    let mut television = Television::default();
    television.pixel(0x0e);
    television.end_line(69);
    assert_eq!(television.previous_line()[..2], [0x0e, BLANK]);
    assert_eq!(television.previous_line().len(), WIDTH);
}
