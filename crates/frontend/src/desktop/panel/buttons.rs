//! Changing the buttons of game pads on the options page.

use super::lines::{OptionsPage, PageLine};
use crate::desktop::{
    facts::Facts,
    pad_control::PadControl,
    pad_map::{PadMap, PadRow},
    request::{Change, Request},
    settings::ALL_PADS,
};
use toml::Value;

/// The name that the page shows for the mapping shared by all pads.
const ALL_PADS_LABEL: &str = "all pads";

impl OptionsPage {
    /// Handles a pressed button. Returns false if the page is not waiting for a button. If the
    /// button is not on the pad that the page shows, requests a message and keeps waiting.
    pub fn handle_button(
        &mut self,
        pad_index: usize,
        control: PadControl,
        facts: &Facts,
        requests: &mut Vec<Request>,
    ) -> bool {
        let PageLine::Buttons(row) = self.line() else {
            return false;
        };
        if !self.is_waiting() {
            return false;
        }
        let expected = self.shown_pad(facts);
        if expected.is_none() || expected == facts.plugged_pads[pad_index] {
            self.waiting = false;
            self.set_button(row, control, facts, requests);
        } else {
            let text = format!("Press a button on {}", self.pad_name(facts));
            requests.push(Request::Show(text));
        }
        true
    }

    /// Binds a button to an action, with a message that names the button's previous action. If that
    /// action is in the same section of the settings, it loses the button.
    fn set_button(
        &self,
        row: PadRow,
        control: PadControl,
        facts: &Facts,
        requests: &mut Vec<Request>,
    ) {
        let map = self.shown_map(facts);
        let before = map.row(control).filter(|before| before.name != row.name);
        let (scope, section) = (self.scope(), self.pad_section(facts));
        let overrides = facts.settings.merged().pads.get(self.pad_key(facts));
        if let Some(before) = before
            && let Some(buttons) = overrides.and_then(|overrides| overrides.get(before.name))
        {
            let others = buttons.0.iter().filter(|name| *name != control.name());
            let others = others.map(|name| Value::from(name.as_str())).collect();
            let others = Some(Value::Array(others));
            requests.push(Request::Set(Change::new(
                scope,
                &section,
                before.name,
                others,
            )));
        }
        let button = Value::Array(vec![control.name().into()]);
        let before = before.map(|before| before.text);
        requests.push(Request::Set(Change {
            success_message: Some(binding_message(control.label(), row.text, before)),
            ..Change::new(scope, &section, row.name, Some(button))
        }));
    }

    /// Removes all changes to the buttons of the shown pad from the file.
    pub(super) fn reset_buttons(&self, facts: &Facts, requests: &mut Vec<Request>) {
        let section = self.pad_section(facts);
        let changed = facts.settings.merged().pads.get(self.pad_key(facts));
        let changed = changed.into_iter().flatten();
        requests.extend(changed.map(|(action, _)| {
            Request::Set(Change::new(self.scope(), &section, action.get_ref(), None))
        }));
    }

    /// Returns the name of the pad whose buttons the page shows; `None` if it shows the buttons of
    /// all pads.
    fn shown_pad<'a>(&self, facts: &Facts<'a>) -> Option<&'a str> {
        let index = self.pad.checked_sub(1)?;
        facts.pad_names.get(index).map(String::as_str)
    }

    /// Returns the name of the shown pad as it appears on the page.
    pub(super) fn pad_name<'a>(&self, facts: &Facts<'a>) -> &'a str {
        self.shown_pad(facts).unwrap_or(ALL_PADS_LABEL)
    }

    /// Returns the name of the shown pad as it appears in the settings.
    fn pad_key<'a>(&self, facts: &Facts<'a>) -> &'a str {
        self.shown_pad(facts).unwrap_or(ALL_PADS)
    }

    /// Returns the settings file's section for the shown pad.
    pub(super) fn pad_section(&self, facts: &Facts) -> String {
        format!("pads.{}", self.pad_key(facts))
    }

    /// Returns the mapping from the shown pad's buttons to actions.
    pub(super) fn shown_map(&self, facts: &Facts) -> PadMap {
        let map = facts.settings.merged().pad_map(self.shown_pad(facts));
        // The active settings are valid, so this never fails.
        map.unwrap_or_default()
    }
}

/// Returns the message that names the new and the previous action of a key or button.
pub(super) fn binding_message(button: &str, now: &str, before: Option<&str>) -> String {
    let before = before.map_or_else(String::new, |before| format!("; no longer {before}"));
    format!("{button}: {now}{before}")
}
