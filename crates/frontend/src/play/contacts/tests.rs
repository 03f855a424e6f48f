use super::*;

fn left(contacts: &Contacts) -> Joystick {
    contacts.hands()[0].joystick
}

fn press(contacts: &mut Contacts, key: Key) {
    contacts.key(key, true, &Bindings::default());
}

fn release(contacts: &mut Contacts, key: Key) {
    contacts.key(key, false, &Bindings::default());
}

#[test]
fn two_taps_between_frames_are_two_presses() {
    let mut contacts = Contacts::default();
    for _ in 0..2 {
        press(&mut contacts, Key::Space);
        release(&mut contacts, Key::Space);
    }
    let seen: Vec<bool> = (0..5)
        .map(|_| {
            contacts.next_frame();
            left(&contacts).fire
        })
        .collect();
    assert_eq!(seen, [true, false, true, false, false]);
}

#[test]
fn opposite_directions_neutralize_each_other() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::Up);
    press(&mut contacts, Key::Down);
    press(&mut contacts, Key::Left);
    contacts.next_frame();
    assert_eq!(
        left(&contacts),
        Joystick {
            left: true,
            ..Joystick::default()
        }
    );
    release(&mut contacts, Key::Down);
    contacts.next_frame();
    assert!(left(&contacts).up);
}

#[test]
fn a_diagonal_key_closes_two_contacts_in_one_frame() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::Q);
    contacts.next_frame();
    assert_eq!(
        left(&contacts),
        Joystick {
            up: true,
            left: true,
            ..Joystick::default()
        }
    );
}

#[test]
fn a_combination_releases_fire_and_is_a_command() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::LeftCtrl);
    contacts.next_frame();
    assert!(left(&contacts).fire);
    press(&mut contacts, Key::T);
    contacts.next_frame();
    assert!(!left(&contacts).fire);
    assert_eq!(contacts.take_commands(), [Command::Turbo]);
}

/// Contacts whose modifiers wait for what comes.
fn waiting() -> Contacts {
    Contacts {
        modifiers_wait: true,
        ..Contacts::default()
    }
}

/// What fire does in so many frames.
fn fires(contacts: &mut Contacts, frames: usize) -> Vec<bool> {
    let frame = |_| {
        contacts.next_frame();
        left(contacts).fire
    };
    (0..frames).map(frame).collect()
}

#[test]
fn a_command_with_a_waiting_modifier_does_not_fire() {
    let mut contacts = waiting();
    press(&mut contacts, Key::LeftCtrl);
    let mut fire = fires(&mut contacts, 10);
    press(&mut contacts, Key::T);
    fire.extend(fires(&mut contacts, 10));
    release(&mut contacts, Key::T);
    release(&mut contacts, Key::LeftCtrl);
    fire.extend(fires(&mut contacts, 30));
    assert_eq!(fire, [false; 50]);
    assert_eq!(contacts.take_commands(), [Command::Turbo]);
}

#[test]
fn a_modifier_waits_as_long_however_fast_frames_go_by() {
    let mut contacts = waiting();
    let start = Instant::now();
    press(&mut contacts, Key::LeftCtrl);
    contacts.time_is(start);
    let mut fire = fires(&mut contacts, 100);
    contacts.time_is(start + UNDECIDED / 2);
    fire.extend(fires(&mut contacts, 100));
    press(&mut contacts, Key::Z);
    contacts.time_is(start + 2 * UNDECIDED);
    fire.extend(fires(&mut contacts, 100));
    assert_eq!(fire, [false; 300]);
    assert_eq!(contacts.take_commands(), [Command::TakeBack]);
}

#[test]
fn a_waiting_modifier_fires_by_a_tap_by_being_held_and_with_the_stick() {
    let mut contacts = waiting();
    press(&mut contacts, Key::LeftCtrl);
    release(&mut contacts, Key::LeftCtrl);
    assert_eq!(fires(&mut contacts, 3), [true, false, false]);
    press(&mut contacts, Key::LeftCtrl);
    press(&mut contacts, Key::LeftCtrl); // the keyboard repeats
    let start = Instant::now();
    let looks = (0..20).map(|look| {
        contacts.time_is(start + look * Duration::from_millis(20));
        fires(&mut contacts, 1)[0]
    });
    let fire: Vec<bool> = looks.collect();
    assert_eq!(fire.iter().position(|fire| *fire), Some(13));
    assert!(fire[13..].iter().all(|fire| *fire));
    release(&mut contacts, Key::LeftCtrl);
    assert_eq!(fires(&mut contacts, 2), [false, false]);
    press(&mut contacts, Key::LeftCtrl);
    press(&mut contacts, Key::Up);
    contacts.next_frame();
    assert!(left(&contacts).fire && left(&contacts).up);
}

#[test]
fn a_repeating_key_gives_one_command() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::F12);
    press(&mut contacts, Key::F12);
    assert_eq!(contacts.take_commands(), [Command::Snapshot]);
}

#[test]
fn a_key_that_was_for_something_else_does_nothing_until_it_is_let_go() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::Up);
    contacts.next_frame();
    contacts.let_go();
    contacts.next_frame();
    assert_eq!(left(&contacts), Joystick::default());
    assert!(!contacts.pass(Key::Up, true), "the keyboard repeats it");
    assert!(contacts.pass(Key::Escape, true));
    // The list is closed now, and the keyboard repeats.
    press(&mut contacts, Key::Escape);
    press(&mut contacts, Key::Up);
    contacts.next_frame();
    assert_eq!(left(&contacts), Joystick::default());
    assert_eq!(contacts.take_commands(), []);
    for key in [Key::Escape, Key::Up] {
        release(&mut contacts, key);
        press(&mut contacts, key);
    }
    assert_eq!(contacts.take_commands(), [Command::Escape]);
    contacts.next_frame();
    contacts.next_frame();
    assert!(left(&contacts).up);
}

#[test]
fn lost_focus_releases_every_key() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::Right);
    press(&mut contacts, Key::F2);
    contacts.next_frame();
    contacts.release_all();
    contacts.next_frame();
    assert_eq!(left(&contacts), Joystick::default());
    assert!(!contacts.switches(Switches::default()).reset);
}

#[test]
fn the_number_block_is_a_keypad_where_one_is_plugged_in() {
    let mut contacts = Contacts::default();
    press(&mut contacts, Key::NumPad8);
    contacts.next_frame();
    assert!(left(&contacts).up && contacts.hands()[0].keypad == 0);
    release(&mut contacts, Key::NumPad8);
    contacts.next_frame();
    contacts.keypads = [true, false];
    press(&mut contacts, Key::NumPad8);
    contacts.next_frame();
    let hand = contacts.hands()[0];
    assert!(!hand.joystick.up);
    assert_eq!(hand.keypad, 1 << 7, "the keys are 1 2 3 4 5 6 7 8 9 * 0 #");
}
