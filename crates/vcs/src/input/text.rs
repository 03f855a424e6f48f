//! Input as text, in the form of input-script commands: `p0 up fire; select down`.

use super::{Controller, Difficulty, Input, Joystick, Switches};

/// Names of a keypad's keys in the order of their bits.
pub const KEYS: [&str; 12] = [
    "1", "2", "3", "4", "5", "6", "7", "8", "9", "star", "0", "hash",
];

impl Input {
    /// Returns the commands that produce this input from the default input: two joysticks with
    /// nothing held, and the switches at rest. For the default input itself, the text is empty.
    pub fn describe(&self) -> String {
        self.changes_since(&Input::default()).join("; ")
    }

    /// Returns the commands that produce this input from `before`; none if both are equal.
    pub fn changes_since(&self, before: &Input) -> Vec<String> {
        let mut commands = Vec::new();
        for port in 0..2 {
            let (before, after) = (&before.ports[port], &self.ports[port]);
            if before != after {
                controller_changes(&mut commands, port, before, after);
            }
        }
        switch_changes(&mut commands, &before.switches, &self.switches);
        commands
    }
}

fn switch_changes(out: &mut Vec<String>, before: &Switches, after: &Switches) {
    let position = |held| if held { "down" } else { "up" };
    let color = if after.color { "color" } else { "bw" };
    let changes = [
        (
            "select",
            before.select != after.select,
            position(after.select),
        ),
        ("reset", before.reset != after.reset, position(after.reset)),
        ("color", before.color != after.color, color),
        ("ldiff", before.left != after.left, letter(after.left)),
        ("rdiff", before.right != after.right, letter(after.right)),
    ];
    let changed = changes.iter().filter(|(_, changed, _)| *changed);
    out.extend(changed.map(|(name, _, value)| format!("{name} {value}")));
}

fn letter(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::A => "a",
        Difficulty::B => "b",
    }
}

fn controller_changes(out: &mut Vec<String>, port: usize, from: &Controller, to: &Controller) {
    let replugged = from.kind() != to.kind();
    if replugged {
        out.push(format!("plug p{port} {}", to.kind()));
    }
    if let Controller::Paddles(paddles) = to {
        let before = match from {
            Controller::Paddles(before) => *before,
            _ => Default::default(),
        };
        for (index, paddle) in paddles.iter().enumerate() {
            if before[index] != *paddle {
                let fire = if paddle.fire { " fire" } else { "" };
                let number = port * 2 + index;
                out.push(format!("paddle{number} {}{fire}", paddle.position));
            }
        }
        return;
    }
    let held = held_words(to);
    let can_hold = !matches!(to, Controller::None | Controller::SaveKey);
    let is_implied = replugged && held.is_empty();
    if can_hold && !is_implied {
        let held = if held.is_empty() { " -".into() } else { held };
        out.push(format!("p{port}{held}"));
    }
}

/// Returns the words for all contacts that are closed on a controller, each preceded by a space.
/// For a driving controller, the words include its position.
fn held_words(controller: &Controller) -> String {
    match controller {
        Controller::None | Controller::Paddles(_) | Controller::SaveKey => String::new(),
        Controller::Joystick(stick) => stick_words(stick),
        Controller::TwoButton { joystick, second } => {
            let second = if *second { " second" } else { "" };
            stick_words(joystick) + second
        }
        Controller::Driving(driving) => {
            let fire = if driving.fire { " fire" } else { "" };
            format!(" step {}{fire}", driving.step & 3)
        }
        Controller::Keypad(keys) => {
            let keys = *keys;
            let held = (0..).zip(KEYS).filter(|(bit, _)| keys >> bit & 1 != 0);
            held.map(|(_, key)| format!(" {key}")).collect()
        }
    }
}

fn stick_words(stick: &Joystick) -> String {
    let contacts = [
        (stick.up, " up"),
        (stick.down, " down"),
        (stick.left, " left"),
        (stick.right, " right"),
        (stick.fire, " fire"),
    ];
    let held = contacts.iter().filter(|(held, _)| *held);
    held.map(|(_, word)| *word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::ControllerKind;

    #[test]
    fn an_input_is_described_by_the_commands_that_produce_it() {
        let mut input = Input::default();
        assert_eq!(input.describe(), "");
        input.ports[0] = Controller::Keypad(0b1010_0000_0001);
        input.ports[1] = ControllerKind::Paddles.at_rest();
        input.switches.color = false;
        input.switches.right = Difficulty::A;
        assert_eq!(
            input.describe(),
            "plug p0 keypad; p0 1 star hash; plug p1 paddles; color bw; rdiff a"
        );
        assert!(input.changes_since(&input).is_empty());
    }
}
