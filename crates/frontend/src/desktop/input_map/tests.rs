//! Tests of the input map.

use super::{
    super::action::{GameCommand, RecordCommand, TimeCommand},
    *,
};
use vcs::input::{Joystick, Switches};

fn left_joystick(map: &InputMap) -> Joystick {
    map.contacts.held().players[0].joystick
}

fn press(map: &mut InputMap, key: Key) {
    map.key(key, true, &Bindings::default());
}

fn release(map: &mut InputMap, key: Key) {
    map.key(key, false, &Bindings::default());
}

#[test]
fn a_diagonal_key_closes_two_contacts_in_one_frame() {
    let mut map = InputMap::default();
    press(&mut map, Key::Q);
    map.contacts.next_frame();
    assert_eq!(
        left_joystick(&map),
        Joystick {
            up: true,
            left: true,
            ..Joystick::default()
        }
    );
}

#[test]
fn a_chord_releases_fire_and_gives_a_command() {
    let mut map = InputMap::default();
    press(&mut map, Key::LeftCtrl);
    map.contacts.next_frame();
    assert!(left_joystick(&map).fire);
    press(&mut map, Key::T);
    map.contacts.next_frame();
    assert!(!left_joystick(&map).fire);
    assert_eq!(map.take_commands(), [Command::Time(TimeCommand::Turbo)]);
}

/// Returns a map in which modifiers wait for the next key before they fire.
fn map_with_waiting_modifiers() -> InputMap {
    InputMap {
        delay_modifiers: true,
        ..InputMap::default()
    }
}

/// Runs `frames` frames, and returns for each whether fire is pressed.
fn fire_per_frame(map: &mut InputMap, frames: usize) -> Vec<bool> {
    let frame = |_| {
        map.contacts.next_frame();
        left_joystick(map).fire
    };
    (0..frames).map(frame).collect()
}

#[test]
fn a_command_with_a_waiting_modifier_does_not_fire() {
    let mut map = map_with_waiting_modifiers();
    press(&mut map, Key::LeftCtrl);
    let mut fire = fire_per_frame(&mut map, 10);
    press(&mut map, Key::T);
    fire.extend(fire_per_frame(&mut map, 10));
    release(&mut map, Key::T);
    release(&mut map, Key::LeftCtrl);
    fire.extend(fire_per_frame(&mut map, 30));
    assert_eq!(fire, [false; 50]);
    assert_eq!(map.take_commands(), [Command::Time(TimeCommand::Turbo)]);
}

#[test]
fn a_modifier_waits_in_real_time_at_any_frame_rate() {
    let mut map = map_with_waiting_modifiers();
    let start = Instant::now();
    press(&mut map, Key::LeftCtrl);
    map.update_time(start);
    let mut fire = fire_per_frame(&mut map, 100);
    map.update_time(start + FIRE_DELAY / 2);
    fire.extend(fire_per_frame(&mut map, 100));
    press(&mut map, Key::Z);
    map.update_time(start + 2 * FIRE_DELAY);
    fire.extend(fire_per_frame(&mut map, 100));
    assert_eq!(fire, [false; 300]);
    assert_eq!(map.take_commands(), [Command::Game(GameCommand::TakeBack)]);
}

#[test]
fn a_waiting_modifier_fires_when_tapped_or_held_or_when_the_stick_moves() {
    let mut map = map_with_waiting_modifiers();
    press(&mut map, Key::LeftCtrl);
    release(&mut map, Key::LeftCtrl);
    assert_eq!(fire_per_frame(&mut map, 3), [true, false, false]);
    press(&mut map, Key::LeftCtrl);
    press(&mut map, Key::LeftCtrl); // the keyboard repeats
    let start = Instant::now();
    let frames = (0..20).map(|frame| {
        map.update_time(start + frame * Duration::from_millis(20));
        fire_per_frame(&mut map, 1)[0]
    });
    let fire: Vec<bool> = frames.collect();
    assert_eq!(fire.iter().position(|fire| *fire), Some(13));
    assert!(fire[13..].iter().all(|fire| *fire));
    release(&mut map, Key::LeftCtrl);
    assert_eq!(fire_per_frame(&mut map, 2), [false, false]);
    press(&mut map, Key::LeftCtrl);
    press(&mut map, Key::Up);
    map.contacts.next_frame();
    assert!(left_joystick(&map).fire && left_joystick(&map).up);
}

#[test]
fn a_repeating_key_gives_one_command() {
    let mut map = InputMap::default();
    press(&mut map, Key::F12);
    press(&mut map, Key::F12);
    assert_eq!(
        map.take_commands(),
        [Command::Record(RecordCommand::Snapshot)]
    );
}

#[test]
fn a_key_pressed_in_a_panel_has_no_effect_until_it_is_released() {
    let mut map = InputMap::default();
    press(&mut map, Key::Up);
    map.contacts.next_frame();
    map.block_all();
    map.contacts.next_frame();
    assert_eq!(left_joystick(&map), Joystick::default());
    assert!(!map.block(Key::Up, true), "this press is an auto-repeat");
    assert!(map.block(Key::Escape, true));
    // The list is now closed, and the keyboard is still repeating the key.
    press(&mut map, Key::Escape);
    press(&mut map, Key::Up);
    map.contacts.next_frame();
    assert_eq!(left_joystick(&map), Joystick::default());
    assert_eq!(map.take_commands(), []);
    for key in [Key::Escape, Key::Up] {
        release(&mut map, key);
        press(&mut map, key);
    }
    assert_eq!(map.take_commands(), [Command::Escape]);
    map.contacts.next_frame();
    map.contacts.next_frame();
    assert!(left_joystick(&map).up);
}

#[test]
fn lost_focus_releases_every_key() {
    let mut map = InputMap::default();
    press(&mut map, Key::Right);
    press(&mut map, Key::F2);
    map.contacts.next_frame();
    map.release_all();
    map.contacts.next_frame();
    assert_eq!(left_joystick(&map), Joystick::default());
    assert!(!map.contacts.held().switches(Switches::default()).reset);
}

#[test]
fn the_numeric_keypad_works_as_a_keypad_controller_if_one_is_plugged_in() {
    let mut map = InputMap::default();
    press(&mut map, Key::NumPad8);
    map.contacts.next_frame();
    assert!(left_joystick(&map).up && map.contacts.held().players[0].keypad == 0);
    release(&mut map, Key::NumPad8);
    map.contacts.next_frame();
    map.keypads = [true, false];
    press(&mut map, Key::NumPad8);
    map.contacts.next_frame();
    let player = map.contacts.held().players[0];
    assert!(!player.joystick.up);
    assert_eq!(
        player.keypad,
        1 << 7,
        "the keys are 1 2 3 4 5 6 7 8 9 * 0 #"
    );
}
