//! Changes an input: applies script commands, or holds and releases contacts by their names in
//! scripts.

use crate::error::value_error;
use lab::script::Script;
use pyo3::PyResult;
use vcs::{Input, input::Controller};

/// Returns the input that results from script commands such as `p0 up fire; select down`.
pub fn apply(input: &Input, commands: &str) -> PyResult<Input> {
    let inputs = input.describe();
    let text = format!("crownhead-script 1\n{inputs}\n{commands}\n@1 end\n");
    match Script::parse(&text) {
        Ok(script) => Ok(script.setup.input),
        Err(error) => {
            let text = error.to_string();
            let fault = text.split_once(": ").map_or(&*text, |(_, fault)| fault);
            Err(value_error(format!("{commands}: {fault}")))
        }
    }
}

/// Returns the input with these contacts held or released. The names are those of input scripts,
/// such as `up`, `fire`, `select`, or a key of a keypad.
pub fn with_contacts(input: &Input, port: usize, names: &[String], held: bool) -> PyResult<Input> {
    let (switches, names): (Vec<&str>, Vec<&str>) =
        (names.iter().map(String::as_str)).partition(|name| matches!(*name, "select" | "reset"));
    let mut new_input = *input;
    for switch in switches {
        let position = if held { "down" } else { "up" };
        new_input = apply(&new_input, &format!("{switch} {position}"))?;
    }
    let controller = new_input.ports.get_mut(port);
    match controller.ok_or_else(|| value_error("the ports are 0 (left) and 1 (right)"))? {
        _ if names.is_empty() => Ok(new_input),
        Controller::Paddles(paddles) => {
            for name in names {
                match name {
                    "fire" => paddles[0].fire = held,
                    "second" => paddles[1].fire = held,
                    _ => return Err(value_error(format!("{name}: paddles have fire and second"))),
                }
            }
            Ok(new_input)
        }
        _ => {
            let port = format!("p{port} ");
            let inputs = new_input.describe();
            let words = inputs.split("; ").find_map(|part| part.strip_prefix(&port));
            let words = words.filter(|words| *words != "-").unwrap_or_default();
            let is_other = |word: &&str| !word.is_empty() && !names.contains(word);
            let others: Vec<&str> = words.split(' ').filter(is_other).collect();
            let command = |words: &[&str]| format!("{port}{}", words.join(" "));
            // Hold all of them even for a release, because this also checks the names.
            let all = apply(&new_input, &command(&[&others[..], &names].concat()))?;
            match (held, others.is_empty()) {
                (true, _) => Ok(all),
                (false, true) => apply(&new_input, &command(&["-"])),
                (false, false) => apply(&new_input, &command(&others)),
            }
        }
    }
}
