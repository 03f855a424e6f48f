//! Changes an input: applies script commands, or holds and releases contacts by their names in
//! scripts.

use crate::error::value_error;
use lab::script::Script;
use pyo3::PyResult;
use vcs::{Input, input::Controller};

/// Returns the input that results from script commands such as `p0 up fire; select down`.
pub fn apply(input: &Input, commands: &str) -> PyResult<Input> {
    let before = input.describe();
    let text = format!("crownhead-script 1\n{before}\n{commands}\n@1 end\n");
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
    let mut now = *input;
    for switch in switches {
        let position = if held { "down" } else { "up" };
        now = apply(&now, &format!("{switch} {position}"))?;
    }
    let controller = now.ports.get_mut(port);
    match controller.ok_or_else(|| value_error("the ports are 0 (left) and 1 (right)"))? {
        _ if names.is_empty() => Ok(now),
        Controller::Paddles(paddles) => {
            for name in names {
                match name {
                    "fire" => paddles[0].fire = held,
                    "second" => paddles[1].fire = held,
                    _ => return Err(value_error(format!("{name}: paddles have fire and second"))),
                }
            }
            Ok(now)
        }
        _ => {
            let port = format!("p{port} ");
            let before = now.describe();
            let words = before.split("; ").find_map(|part| part.strip_prefix(&port));
            let words = words.filter(|words| *words != "-").unwrap_or_default();
            let is_other = |word: &&str| !word.is_empty() && !names.contains(word);
            let others: Vec<&str> = words.split(' ').filter(is_other).collect();
            let command = |words: &[&str]| format!("{port}{}", words.join(" "));
            // Hold all of them even for a release, because this also checks the names.
            let all = apply(&now, &command(&[&others[..], &names].concat()))?;
            match (held, others.is_empty()) {
                (true, _) => Ok(all),
                (false, true) => apply(&now, &command(&["-"])),
                (false, false) => apply(&now, &command(&others)),
            }
        }
    }
}
