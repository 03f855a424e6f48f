//! The actions of a pad's buttons: the default mapping, and changes to it from the settings.

use super::{action::Action, actions::ACTIONS, bindings::BindingError, pad_control::PadControl};
use crate::misspelled::closest;
use play::contacts::{Control, Directions, Port};

/// The action of a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PadAction {
    /// Pushes the joystick in the pad's port.
    Stick(Directions),
    /// Presses the joystick's fire button.
    Fire,
    /// Presses the joystick's second button.
    SecondFire,
    /// Performs an action that does not depend on the pad. It can also be bound to keys.
    Global(Action),
}

impl PadAction {
    /// Returns the action that a pad playing in `port` performs.
    pub fn at(self, port: Port) -> Action {
        match self {
            PadAction::Stick(directions) => Action::Hold(Control::Stick(port, directions)),
            PadAction::Fire => Action::Hold(Control::Fire(port)),
            PadAction::SecondFire => Action::Hold(Control::SecondFire(port)),
            PadAction::Global(action) => action,
        }
    }
}

/// A row of the table of button actions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PadRow {
    /// The name in the settings file.
    pub name: &'static str,
    /// The description, in a few words.
    pub text: &'static str,
    /// The action.
    pub action: PadAction,
}

const fn stick(up: bool, down: bool, left: bool, right: bool) -> PadAction {
    PadAction::Stick(Directions {
        up,
        down,
        left,
        right,
    })
}

const fn joystick_row(name: &'static str, text: &'static str, action: PadAction) -> PadRow {
    PadRow { name, text, action }
}

/// The actions that operate the joystick in the pad's port.
const JOYSTICK_ROWS: [PadRow; 6] = [
    joystick_row("up", "joystick up", stick(true, false, false, false)),
    joystick_row("down", "joystick down", stick(false, true, false, false)),
    joystick_row("left", "joystick left", stick(false, false, true, false)),
    joystick_row("right", "joystick right", stick(false, false, false, true)),
    joystick_row("fire", "fire button", PadAction::Fire),
    joystick_row("second-fire", "second button", PadAction::SecondFire),
];

/// The default buttons for each action, separated by spaces.
const DEFAULT_BUTTONS: [(&str, &str); 15] = [
    ("up", "up"),
    ("down", "down"),
    ("left", "left"),
    ("right", "right"),
    ("fire", "south"),
    ("second-fire", "east"),
    ("open", "west"),
    ("toggle-color", "north"),
    ("select", "select"),
    ("reset", "start"),
    ("toggle-left-difficulty", "left-shoulder"),
    ("toggle-right-difficulty", "right-shoulder"),
    ("rewind", "left-trigger"),
    ("fast-forward", "right-trigger"),
    ("menu", "mode left-stick"),
];

/// Returns all actions that can be bound to buttons: the actions of the joystick in the pad's port,
/// and all actions that can be bound to keys.
pub fn pad_rows() -> impl Iterator<Item = PadRow> {
    let global = ACTIONS.iter().map(|row| PadRow {
        name: row.name,
        text: row.text,
        action: PadAction::Global(row.action),
    });
    JOYSTICK_ROWS.into_iter().chain(global)
}

/// The mapping from a pad's buttons to actions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PadMap(Vec<(PadControl, PadRow)>);

impl Default for PadMap {
    fn default() -> PadMap {
        let mut map = PadMap(Vec::new());
        let defaults = DEFAULT_BUTTONS.map(|(name, buttons)| {
            let buttons: Vec<String> = buttons.split(' ').map(str::to_owned).collect();
            (name, buttons)
        });
        let entries = defaults.iter().map(|(name, buttons)| (*name, &buttons[..]));
        map.rebind(entries).expect("the default buttons are valid");
        map
    }
}

impl PadMap {
    /// Assigns new buttons to some actions. Their old buttons become free, and each new button
    /// loses the action it had before. An empty list leaves an action without a button.
    ///
    /// # Errors
    /// An error if an action or a button is unknown, or if a button occurs twice.
    pub fn rebind<'a>(
        &mut self,
        entries: impl IntoIterator<Item = (&'a str, &'a [String])>,
    ) -> Result<(), BindingError> {
        let mut assigned: Vec<(PadControl, &str)> = Vec::new();
        for (name, buttons) in entries {
            let error = |reason| BindingError::new(name, reason);
            let row = pad_rows().find(|row| row.name == name);
            let row = row.ok_or_else(|| error(unknown_action(name)))?;
            self.0.retain(|(_, row)| row.name != name);
            for text in buttons {
                let control = PadControl::from_name(text);
                let control = control.ok_or_else(|| error(unknown_button(name, text)))?;
                if let Some((_, other)) = assigned.iter().find(|(button, _)| *button == control) {
                    let reason = format!("{text} is given to both {other} and {name}");
                    return Err(error(reason));
                }
                assigned.push((control, row.name));
                self.0.retain(|(bound, _)| *bound != control);
                self.0.push((control, row));
            }
        }
        Ok(())
    }

    /// Returns the action of a button.
    pub fn row(&self, control: PadControl) -> Option<&PadRow> {
        let mut map = self.0.iter();
        map.find(|(bound, _)| *bound == control).map(|(_, row)| row)
    }

    /// Returns the action that a button performs on a pad playing in `port`.
    pub fn action(&self, control: PadControl, port: Port) -> Option<Action> {
        self.row(control).map(|row| row.action.at(port))
    }

    /// Returns the buttons of an action.
    pub fn controls(&self, name: &str) -> impl Iterator<Item = PadControl> {
        let buttons = self.0.iter().filter(move |(_, row)| row.name == name);
        buttons.map(|(control, _)| *control)
    }

    /// Returns the labels of an action's buttons, such as `South, East`; empty if it has none.
    pub fn labels(&self, name: &str) -> String {
        let labels: Vec<&str> = self.controls(name).map(PadControl::label).collect();
        labels.join(", ")
    }
}

fn unknown_action(name: &str) -> String {
    let hint = hint(name, pad_rows().map(|row| row.name));
    format!("no action is named {name}{hint}; `crownhead keys --pads` lists all actions")
}

fn unknown_button(name: &str, button: &str) -> String {
    let hint = hint(button, PadControl::all().map(PadControl::name));
    format!(
        "{name}: no button of a pad is named {button:?}{hint}; `crownhead keys --pads --names` \
         lists all buttons"
    )
}

/// Returns the end of an error message, which suggests a correction for a misspelled name.
fn hint(word: &str, names: impl Iterator<Item = &'static str>) -> String {
    closest(word, names).map_or_else(String::new, |name| format!("; perhaps {name}"))
}

#[cfg(test)]
mod tests {
    use super::{super::action::Command, *};
    use play::session::Switch;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn the_second_pad_controls_the_right_player() {
        let map = PadMap::default();
        let fire = Some(Action::Hold(Control::Fire(1)));
        assert_eq!(map.action(PadControl::South, 1), fire);
        assert_eq!(
            map.action(PadControl::RightShoulder, 0),
            Some(Action::Once(Command::Toggle(Switch::Difficulty(1))))
        );
        assert_eq!(map.action(PadControl::RightStick, 0), None);
    }

    #[test]
    fn every_default_button_has_exactly_one_action() {
        let buttons: usize = DEFAULT_BUTTONS
            .iter()
            .map(|(_, text)| words(text).len())
            .sum();
        assert_eq!(PadMap::default().0.len(), buttons);
    }

    #[test]
    fn rebinding_takes_a_button_from_its_old_action_and_frees_the_previous_button() {
        let mut map = PadMap::default();
        let east = words("east");
        map.rebind([("fire", &east[..])]).unwrap();
        let action_name = |control| map.row(control).map(|row| row.name);
        assert_eq!(action_name(PadControl::East), Some("fire"));
        assert_eq!(action_name(PadControl::South), None);
        assert_eq!(
            (map.labels("fire"), map.labels("second-fire")),
            ("East".into(), "".into())
        );
    }

    #[test]
    fn errors_name_unknown_actions_unknown_buttons_and_duplicates() {
        let error_text = |entries: &[(&str, &str)]| {
            let entries: Vec<(&str, Vec<String>)> = entries
                .iter()
                .map(|(name, text)| (*name, words(text)))
                .collect();
            let entries = entries.iter().map(|(name, words)| (*name, &words[..]));
            PadMap::default().rebind(entries).unwrap_err().to_string()
        };
        assert_eq!(
            error_text(&[("fier", "south")]),
            "no action is named fier; perhaps fire; `crownhead keys --pads` lists all actions"
        );
        assert_eq!(
            error_text(&[("fire", "soth")]),
            "fire: no button of a pad is named \"soth\"; perhaps south; \
             `crownhead keys --pads --names` lists all buttons"
        );
        assert_eq!(
            error_text(&[("fire", "south"), ("pause", "south")]),
            "south is given to both fire and pause"
        );
    }
}
