//! The buttons of game pads on the options page.

use super::{
    Panel,
    options::{Line, OptionsPage},
};
use crate::desktop::{
    pad_control::PadControl,
    pad_map::{PadMap, PadRow},
    player::Player,
    settings::ALL_PADS,
};
use toml::Value;

/// What the page calls all pads together.
const EVERY_PAD: &str = "all pads";

impl Player {
    /// A button of a pad closed while the page waits for one. Returns true if it took it: that of
    /// another pad is not the one that is waited for.
    pub(in crate::desktop) fn rebinds_button(&mut self, place: usize, control: PadControl) -> bool {
        let Some(Panel::Options(page)) = &self.panel else {
            return false;
        };
        let mut page = *page;
        let Line::Buttons(row) = page.line() else {
            return false;
        };
        if !page.waits {
            return false;
        }
        let wanted = self.pad_at(&page);
        if wanted.is_none() || wanted == self.devices.pads.name(place) {
            page.waits = false;
            self.set_button(&page, row, control);
            self.panel = Some(Panel::Options(page));
        } else {
            let text = format!("Button: one of {} is wanted", self.pad_name(&page));
            self.view.messages.show(text);
        }
        true
    }

    /// Gives an action a button, and says what the button did before. Another action of the same
    /// section that has the button loses it.
    fn set_button(&mut self, page: &OptionsPage, row: PadRow, control: PadControl) {
        let map = self.shown_map(page);
        let before = map.row(control).filter(|before| before.name != row.name);
        let (scope, section) = (page.scope(), self.pad_section(page));
        let own = self.settings.merged().pads.get(self.pad_key(page));
        if let Some(before) = before
            && let Some(buttons) = own.and_then(|own| own.get(before.name))
        {
            let others = buttons.0.iter().filter(|name| *name != control.name());
            let others = others.map(|name| Value::from(name.as_str())).collect();
            self.set(scope, &section, before.name, Some(Value::Array(others)));
        }
        let button = Value::Array(vec![control.name().into()]);
        if self.has_set(scope, &section, row.name, Some(button)) {
            self.say_given(control.label(), row.text, before.map(|before| before.text));
        }
    }

    /// Takes all changes of the shown pad's buttons out of the file.
    pub(super) fn reset_buttons(&mut self, page: &OptionsPage) {
        let section = self.pad_section(page);
        let changed = self.settings.merged().pads.get(self.pad_key(page));
        let changed = changed.into_iter().flatten();
        let actions: Vec<String> = changed.map(|(name, _)| name.get_ref().clone()).collect();
        for action in actions {
            self.set(page.scope(), &section, &action, None);
        }
    }

    /// The pad whose buttons the page shows; `None` is all pads.
    fn pad_at(&self, page: &OptionsPage) -> Option<&str> {
        let at = page.pad.checked_sub(1)?;
        self.pad_names.get(at).map(String::as_str)
    }

    /// What the page calls it.
    pub(super) fn pad_name(&self, page: &OptionsPage) -> &str {
        self.pad_at(page).unwrap_or(EVERY_PAD)
    }

    /// What the settings call it.
    fn pad_key(&self, page: &OptionsPage) -> &str {
        self.pad_at(page).unwrap_or(ALL_PADS)
    }

    /// Its section in the settings file.
    pub(super) fn pad_section(&self, page: &OptionsPage) -> String {
        format!("pads.{}", self.pad_key(page))
    }

    /// What its buttons do.
    pub(super) fn shown_map(&self, page: &OptionsPage) -> PadMap {
        let map = self.settings.merged().pad_map(self.pad_at(page));
        // The settings in force have been checked.
        map.unwrap_or_default()
    }
}
