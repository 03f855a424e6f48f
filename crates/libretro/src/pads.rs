//! Maps the RetroPad's buttons, the mouse and the keyboard to the console's controls.
//!
//! The console's switches are on the same buttons as in Stella's libretro cores (according to their
//! input descriptors). L sets the left difficulty switch to A, and L2 sets it to B; R and R2 do the
//! same for the right one. L3 selects color, and R3 black and white. Select and Start are the
//! console's Select and Reset.

use crate::{
    abi::{ANALOG_LEFT, ANALOG_X, MOUSE_LEFT, MOUSE_X, device, joypad},
    core::{Pad, Pads, SwitchButtons},
};
use play::controllers::PlayerInput;
use std::ffi::{CStr, c_uint};
use vcs::input::{ControllerKind, Joystick};

/// Mouse movement, in units of the libretro interface, that counts as the width of the picture.
const MOUSE_UNITS_PER_WIDTH: f32 = 640.0;

/// The RetroPad buttons that press the keys `1 2 3 4 5 6 7 8 9 * 0 #` of a keypad controller.
pub const KEYPAD_BUTTONS: [(c_uint, &CStr); 12] = [
    (joypad::Y, c"Keypad 1"),
    (joypad::UP, c"Keypad 2"),
    (joypad::X, c"Keypad 3"),
    (joypad::LEFT, c"Keypad 4"),
    (joypad::B, c"Keypad 5"),
    (joypad::RIGHT, c"Keypad 6"),
    (joypad::L, c"Keypad 7"),
    (joypad::DOWN, c"Keypad 8"),
    (joypad::R, c"Keypad 9"),
    (joypad::L2, c"Keypad *"),
    (joypad::A, c"Keypad 0"),
    (joypad::R2, c"Keypad #"),
];

/// The keyboard keys for the left keypad controller, as `RETROK_` codes in the order of
/// [`KEYPAD_BUTTONS`]: the numeric keypad, as in the desktop program.
const LEFT_KEYS: [c_uint; 12] = [257, 258, 259, 260, 261, 262, 263, 264, 265, 268, 256, 267];
/// The keyboard keys for the right keypad controller: `1` to `9`, `-`, `0`, `=`.
const RIGHT_KEYS: [c_uint; 12] = [49, 50, 51, 52, 53, 54, 55, 56, 57, 45, 48, 61];

/// The RetroPad's buttons for a joystick and for the console's switches, with the names that appear
/// in a front end's list of controls.
pub const BUTTONS: [(c_uint, &CStr); 14] = [
    (joypad::UP, c"Up"),
    (joypad::DOWN, c"Down"),
    (joypad::LEFT, c"Left"),
    (joypad::RIGHT, c"Right"),
    (joypad::B, c"Fire"),
    (joypad::A, c"Second button"),
    (joypad::SELECT, c"Select"),
    (joypad::START, c"Reset"),
    (joypad::L, c"Left difficulty A"),
    (joypad::L2, c"Left difficulty B"),
    (joypad::R, c"Right difficulty A"),
    (joypad::R2, c"Right difficulty B"),
    (joypad::L3, c"Color"),
    (joypad::R3, c"Black and white"),
];

/// Reads the input of both players. `state` is the front end's input callback. Its arguments are
/// the port, the device, the index and the id.
pub fn read(
    kinds: [ControllerKind; 2],
    state: &impl Fn(c_uint, c_uint, c_uint, c_uint) -> i16,
) -> Pads {
    let distance = f32::from(state(0, device::MOUSE, 0, MOUSE_X)) / MOUSE_UNITS_PER_WIDTH;
    let left_button = state(0, device::MOUSE, 0, MOUSE_LEFT) != 0;
    Pads {
        players: [0, 1].map(|port| pad(port, kinds[port], state)),
        mouse: (distance, left_button),
    }
}

fn pad(
    port: usize,
    kind: ControllerKind,
    state: &impl Fn(c_uint, c_uint, c_uint, c_uint) -> i16,
) -> Pad {
    let pressed = |id| state(port as c_uint, device::JOYPAD, 0, id) != 0;
    let axis = state(port as c_uint, device::ANALOG, ANALOG_LEFT, ANALOG_X);
    let mut switches = SwitchButtons {
        select: pressed(joypad::SELECT),
        reset: pressed(joypad::START),
        color: pressed(joypad::L3),
        black_and_white: pressed(joypad::R3),
        ..SwitchButtons::default()
    };
    if kind == ControllerKind::Keypad {
        let keypad = keypad(port, &pressed, state);
        return Pad {
            input: PlayerInput {
                keypad,
                ..PlayerInput::default()
            },
            axis: 0.0,
            switches,
        };
    }
    switches.left_a = pressed(joypad::L);
    switches.left_b = pressed(joypad::L2);
    switches.right_a = pressed(joypad::R);
    switches.right_b = pressed(joypad::R2);
    Pad {
        input: PlayerInput {
            joystick: Joystick {
                up: pressed(joypad::UP),
                down: pressed(joypad::DOWN),
                left: pressed(joypad::LEFT),
                right: pressed(joypad::RIGHT),
                fire: pressed(joypad::B),
            },
            second_button: pressed(joypad::A),
            keypad: 0,
        },
        axis: f32::from(axis) / f32::from(i16::MAX),
        switches,
    }
}

/// Returns which keys of the keypad are pressed, on the pad or on the keyboard, with one bit per
/// key.
fn keypad(
    port: usize,
    pressed: &impl Fn(c_uint) -> bool,
    state: &impl Fn(c_uint, c_uint, c_uint, c_uint) -> i16,
) -> u16 {
    let keys = [LEFT_KEYS, RIGHT_KEYS][port];
    let held = |key: usize| {
        pressed(KEYPAD_BUTTONS[key].0) || state(port as c_uint, device::KEYBOARD, 0, keys[key]) != 0
    };
    (0..12).filter(|key| held(*key)).map(|key| 1 << key).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn right_pad_holding(button: c_uint) -> impl Fn(c_uint, c_uint, c_uint, c_uint) -> i16 {
        move |port, device, _, id| i16::from(port == 1 && device == device::JOYPAD && id == button)
    }

    #[test]
    fn every_listed_button_changes_only_its_own_pad() {
        let kinds = [ControllerKind::Joystick; 2];
        let idle = Pads::default();
        for (button, name) in BUTTONS {
            let pads = read(kinds, &right_pad_holding(button));
            assert_ne!(pads.players[1], idle.players[1], "{name:?}");
            assert_eq!(
                pads.players[0], idle.players[0],
                "{name:?} changes the other pad"
            );
        }
    }

    #[test]
    fn every_keypad_key_sets_its_own_bit() {
        let kinds = [ControllerKind::Keypad; 2];
        let bits = KEYPAD_BUTTONS.map(|(button, _)| {
            read(kinds, &right_pad_holding(button)).players[1]
                .input
                .keypad
        });
        assert_eq!(bits, std::array::from_fn(|key| 1 << key));
    }
}
