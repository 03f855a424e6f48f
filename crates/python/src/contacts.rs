//! The contacts of the controllers, by the words of input scripts.

use crate::error::argument;
use lab::script::Script;
use pyo3::PyResult;
use vcs::{
    Input,
    input::{Controller, Joystick, KEYS},
};

/// The input after the commands of a script, such as `p0 up fire; select down`.
pub fn after(input: &Input, commands: &str) -> PyResult<Input> {
    let text = format!(
        "crownhead-script 1\n{}\n{commands}\n@1 end\n",
        describe(input)
    );
    match Script::parse(&text) {
        Ok(script) => Ok(script.setup.input),
        Err(error) => {
            let text = error.to_string();
            let fault = text.split_once(": ").map_or(&*text, |(_, fault)| fault);
            Err(argument(format!("{commands}: {fault}")))
        }
    }
}

/// The input as commands.
pub fn describe(input: &Input) -> String {
    input.describe()
}

/// Closes or opens the contact of a name: `up`, `fire`, `select`, a key of a keypad.
pub fn set(input: &mut Input, port: usize, name: &str, held: bool) -> PyResult<()> {
    match name {
        "select" => input.switches.select = held,
        "reset" => input.switches.reset = held,
        _ => {
            let plugged = input.ports.get_mut(port);
            let plugged =
                plugged.ok_or_else(|| argument("the ports are 0 (left) and 1 (right)"))?;
            let contact = contact(plugged, name);
            if !contact.is_some_and(|set| {
                set(held);
                true
            }) {
                return Err(argument(format!(
                    "{name} is not on the {} in port {port}; the names are up, down, left, right, \
                     fire, second (two-button), 1 .. 9, star, 0, hash (keypad), select, reset",
                    plugged.kind().name()
                )));
            }
        }
    }
    Ok(())
}

/// Sets a contact.
type Set<'a> = Box<dyn FnOnce(bool) + 'a>;

fn contact<'a>(controller: &'a mut Controller, name: &str) -> Option<Set<'a>> {
    let direct = match controller {
        Controller::Joystick(stick) => of_stick(stick, name)?,
        Controller::TwoButton { second, .. } if name == "second" => second,
        Controller::TwoButton { joystick, .. } => of_stick(joystick, name)?,
        Controller::Paddles(paddles) => match name {
            "fire" => &mut paddles[0].fire,
            "second" => &mut paddles[1].fire,
            _ => return None,
        },
        Controller::Driving(driving) if name == "fire" => &mut driving.fire,
        Controller::Keypad(keys) => {
            let bit = KEYS.iter().position(|key| *key == name)?;
            return Some(Box::new(move |held| {
                *keys = *keys & !(1 << bit) | u16::from(held) << bit;
            }));
        }
        _ => return None,
    };
    Some(Box::new(move |held| *direct = held))
}

fn of_stick<'a>(stick: &'a mut Joystick, name: &str) -> Option<&'a mut bool> {
    Some(match name {
        "up" => &mut stick.up,
        "down" => &mut stick.down,
        "left" => &mut stick.left,
        "right" => &mut stick.right,
        "fire" => &mut stick.fire,
        _ => return None,
    })
}
