//! The commands that set the input, such as sticks, paddles, keys and switches.

use super::{Fault, ScriptError, words::Words};
use vcs::{
    Input,
    input::{Controller, ControllerKind, Difficulty, Joystick, KEYS},
};

pub(super) const INPUT_COMMANDS: [&str; 12] = [
    "p0", "p1", "paddle0", "paddle1", "paddle2", "paddle3", "plug", "select", "reset", "color",
    "ldiff", "rdiff",
];

/// The words for the state of the Select and Reset switches; true means pressed.
const SWITCH_STATES: [(&str, bool); 2] = [("down", true), ("up", false)];
/// The words for the positions of the difficulty switches.
const DIFFICULTIES: [(&str, Difficulty); 2] = [("a", Difficulty::A), ("b", Difficulty::B)];

/// Reads the words that follow a command's name, and applies the command to `input`.
pub(super) fn input_command(
    input: &mut Input,
    name: &str,
    words: &mut Words<'_>,
) -> Result<(), ScriptError> {
    let switches = &mut input.switches;
    match name {
        "p0" => read_controller(&mut input.ports[0], name, words)?,
        "p1" => read_controller(&mut input.ports[1], name, words)?,
        "paddle0" | "paddle1" => read_paddle(&mut input.ports[0], "p0", name, words)?,
        "paddle2" | "paddle3" => read_paddle(&mut input.ports[1], "p1", name, words)?,
        "plug" => {
            let port = words.choice(&[("p0", 0), ("p1", 1)])?;
            input.ports[port] = read_plug(words)?;
        }
        "select" => switches.select = words.choice(&SWITCH_STATES)?,
        "reset" => switches.reset = words.choice(&SWITCH_STATES)?,
        "color" => switches.color = words.choice(&[("color", true), ("bw", false)])?,
        "ldiff" => switches.left = words.choice(&DIFFICULTIES)?,
        _ => switches.right = words.choice(&DIFFICULTIES)?,
    }
    words.finish()
}

fn read_plug(words: &mut Words<'_>) -> Result<Controller, ScriptError> {
    let word = words.peek();
    if let Some(message) = ControllerKind::not_emulated(word.text) {
        return Err(words.error(word, Fault::NotEmulated(message)));
    }
    words.choice(&ControllerKind::ALL.map(|kind| (kind.name(), kind.at_rest())))
}

fn read_controller(
    controller: &mut Controller,
    port: &str,
    words: &mut Words<'_>,
) -> Result<(), ScriptError> {
    let word = words.peek();
    if word.text.is_empty() {
        return Err(words.expected(word, "the directions and buttons to hold, or `-`"));
    }
    let is_released = words.accept("-");
    match controller {
        Controller::Joystick(stick) => {
            *stick = Joystick::default();
            while !is_released && !words.is_empty() {
                press(stick, None, words)?;
            }
        }
        Controller::TwoButton { joystick, second } => {
            (*joystick, *second) = (Joystick::default(), false);
            while !is_released && !words.is_empty() {
                press(joystick, Some(second), words)?;
            }
        }
        Controller::Driving(driving) => {
            driving.fire = false;
            while !is_released && !words.is_empty() {
                if words.choice(&[("step", false), ("fire", true)])? {
                    driving.fire = true;
                } else {
                    driving.step = words.number("a step", 3)? as u8;
                }
            }
        }
        Controller::Keypad(keys) => {
            *keys = 0;
            let mut bit = 0;
            let names = KEYS.map(|key| {
                bit += 1;
                (key, 1 << (bit - 1))
            });
            while !is_released && !words.is_empty() {
                *keys |= words.choice::<u16>(&names)?;
            }
        }
        _ => {
            let plugged = controller.kind().name();
            let needed = "joystick";
            let port = port.into();
            let fault = Fault::WrongController {
                port,
                plugged,
                needed,
            };
            return Err(words.error(word, fault));
        }
    }
    Ok(())
}

fn press(
    stick: &mut Joystick,
    second: Option<&mut bool>,
    words: &mut Words<'_>,
) -> Result<(), ScriptError> {
    let word = words.next_word();
    match (word.text, second) {
        ("up", _) => stick.up = true,
        ("down", _) => stick.down = true,
        ("left", _) => stick.left = true,
        ("right", _) => stick.right = true,
        ("fire", _) => stick.fire = true,
        ("second", Some(second)) => *second = true,
        _ => return Err(words.expected(word, "`up`, `down`, `left`, `right`, `fire` or `-`")),
    }
    Ok(())
}

fn read_paddle(
    controller: &mut Controller,
    port: &str,
    name: &str,
    words: &mut Words<'_>,
) -> Result<(), ScriptError> {
    let word = words.peek();
    let plugged = controller.kind().name();
    let Controller::Paddles(paddles) = controller else {
        let (port, needed) = (port.into(), "paddles");
        let fault = Fault::WrongController {
            port,
            plugged,
            needed,
        };
        return Err(words.error(word, fault));
    };
    let paddle = &mut paddles[usize::from(matches!(name, "paddle1" | "paddle3"))];
    paddle.position = words.number("a position", 65_535)? as u16;
    paddle.fire = words.accept("fire");
    Ok(())
}
