//! The options page: changes take effect immediately and are written into the settings file.

use super::{
    Panel,
    nav::Nav,
    rows::{CHEATS, CONSOLE, FILES, KEYS, OPTIONS, OptionRow, PADS, TABS, Values},
};
use crate::desktop::{
    action::{Command, TimeCommand},
    actions::{ACTIONS, ActionRow},
    keys::Chord,
    launcher::Wanted,
    pad_map::{PadRow, pad_rows},
    player::Player,
    settings::Scope,
    sound::device_names,
    ui::Spot,
};
use minifb::Key;
use play::{cheats::Cheat, session::Switch};
use std::path::Path;
use toml::Value;

/// Where the player is on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptionsPage {
    pub(super) tab: usize,
    pub(super) cursor: usize,
    scope: Scope,
    /// Cheats of the cartridge.
    cheats: usize,
    /// The cheat that can be added.
    pub(super) new_cheat: NewCheat,
    /// The pad whose buttons are shown, by its place among the known ones; 0 is all pads.
    pub(super) pad: usize,
    /// The next key, or button of a pad, is for the chosen action.
    pub(super) waits: bool,
}

/// The cheat that can be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NewCheat(pub(super) Cheat);

impl Default for NewCheat {
    fn default() -> NewCheat {
        NewCheat(Cheat {
            address: 0x80,
            value: 0,
        })
    }
}

/// A row of the page.
#[derive(Debug, Clone, Copy)]
pub(super) enum Line {
    /// Which cartridges the settings are for.
    Scope,
    /// A setting.
    Setting(&'static OptionRow),
    /// The keys of an action.
    Keys(&'static ActionRow),
    /// Whose buttons the rows below are.
    Pad,
    /// Takes all changes of its buttons away.
    UsualButtons,
    /// The buttons of an action.
    Buttons(PadRow),
    /// A switch of the console: its name, its positions, what moves it.
    Lever(&'static str, [&'static str; 2], Command),
    /// A cheat of the cartridge, by its place in the list.
    Cheat(usize),
    /// The address of the cheat that can be added, its value, and the row that adds it.
    NewAddress,
    NewValue,
    AddCheat,
}

/// The section of the cheats in a cartridge's file.
const CHEAT_SECTION: &str = "cheats";

/// The switches of the console.
const LEVERS: [Line; 4] = [
    Line::Lever(
        "TV type",
        ["color", "black-and-white"],
        Command::Toggle(Switch::TvType),
    ),
    Line::Lever(
        "Left difficulty",
        ["A", "B"],
        Command::Toggle(Switch::Difficulty(0)),
    ),
    Line::Lever(
        "Right difficulty",
        ["A", "B"],
        Command::Toggle(Switch::Difficulty(1)),
    ),
    Line::Lever("Pause", ["on", "off"], Command::Time(TimeCommand::Pause)),
];

impl OptionsPage {
    pub(super) fn lines(&self) -> Vec<Line> {
        match self.tab {
            KEYS => {
                let keys = ACTIONS.iter().map(Line::Keys);
                std::iter::once(Line::Scope).chain(keys).collect()
            }
            CONSOLE => LEVERS.into(),
            CHEATS => {
                let cheats = (0..self.cheats).map(Line::Cheat);
                cheats
                    .chain([Line::NewAddress, Line::NewValue, Line::AddCheat])
                    .collect()
            }
            PADS => {
                let buttons = pad_rows().map(Line::Buttons);
                let rows = self.settings().chain([Line::Pad, Line::UsualButtons]);
                rows.chain(buttons).collect()
            }
            _ => self.settings().collect(),
        }
    }

    /// The settings of the open tab, and whom they are for.
    fn settings(&self) -> impl Iterator<Item = Line> {
        let tab = self.tab;
        let rows = OPTIONS.iter().filter(move |row| row.tab == tab);
        std::iter::once(Line::Scope).chain(rows.map(Line::Setting))
    }

    /// Which cartridges the settings of the open tab are for.
    pub(super) fn scope(&self) -> Scope {
        match self.tab {
            FILES => Scope::General,
            _ => self.scope,
        }
    }

    pub(super) fn line(&self) -> Line {
        let lines = self.lines();
        lines[self.cursor.min(lines.len() - 1)]
    }

    /// Goes down (or up) by some rows.
    pub fn go_by(&mut self, rows: isize) {
        let last = self.lines().len() - 1;
        self.cursor = self.cursor.saturating_add_signed(rows).min(last);
    }

    /// The mouse is over a row.
    pub fn point(&mut self, row: usize) {
        if !self.waits {
            self.cursor = row.min(self.lines().len() - 1);
        }
    }

    fn open(&mut self, tab: usize) {
        (self.tab, self.cursor, self.waits) = (tab % TABS.len(), 0, false);
    }
}

impl Player {
    /// A key while the page waits for one, or for a button. Returns true if it took it.
    pub(super) fn rebinds(&mut self, key: Key, first: bool) -> bool {
        let Some(Panel::Options(mut page)) = self
            .panel
            .take_if(|panel| matches!(panel, Panel::Options(page) if page.waits))
        else {
            return false;
        };
        let modifier = [
            Key::LeftCtrl,
            Key::RightCtrl,
            Key::LeftAlt,
            Key::RightAlt,
            Key::LeftShift,
            Key::RightShift,
        ];
        let button = matches!(page.line(), Line::Buttons(_)) && key != Key::Escape;
        if first && !modifier.contains(&key) && !button {
            page.waits = false;
            if let (Line::Keys(row), true) = (page.line(), key != Key::Escape) {
                self.set_key(page.scope(), row, self.input.chord(key));
            }
        }
        self.panel = Some(Panel::Options(page));
        true
    }

    /// Moves on the page, or changes the chosen value.
    pub(super) fn navigate_options(&mut self, mut page: OptionsPage, nav: Nav) {
        if page.waits {
            page.waits = nav != Nav::Close;
            self.panel = Some(Panel::Options(page));
            return;
        }
        match nav {
            Nav::Up => page.go_by(-1),
            Nav::Down => page.go_by(1),
            Nav::First => page.cursor = 0,
            Nav::Last => page.go_by(isize::MAX),
            Nav::Next | Nav::PageDown => page.open(page.tab + 1),
            Nav::PageUp => page.open(page.tab + TABS.len() - 1),
            Nav::Left => self.change(&mut page, -1),
            Nav::Right => self.change(&mut page, 1),
            Nav::Take => self.take_option(&mut page),
            Nav::Erase => self.reset_option(&mut page),
            Nav::Close => return,
            Nav::Tiles | Nav::Favorite => {}
        }
        // A list may have been opened.
        self.panel.get_or_insert(Panel::Options(page));
    }

    /// A click on the page.
    pub(super) fn click_options(&mut self, mut page: OptionsPage, spot: Spot) {
        match spot {
            Spot::Tab(tab) => page.open(tab),
            Spot::Row(row) => {
                page.point(row);
                self.take_option(&mut page);
            }
            Spot::Step(row, more) => {
                page.point(row);
                self.change(&mut page, if more { 1 } else { -1 });
            }
            _ => {}
        }
        self.panel.get_or_insert(Panel::Options(page));
    }

    /// Takes the chosen row: the next value, or waits for a key.
    fn take_option(&mut self, page: &mut OptionsPage) {
        match page.line() {
            Line::Keys(_) | Line::Buttons(_) => page.waits = true,
            Line::UsualButtons => self.reset_buttons(page),
            Line::Lever(_, _, command) => self.command(command),
            Line::AddCheat => {
                let text = page.new_cheat.0.to_string();
                self.set(Scope::Cartridge, CHEAT_SECTION, &text, Some(true.into()));
                self.count_cheats(page);
            }
            Line::NewAddress | Line::NewValue => page.go_by(1),
            Line::Scope | Line::Setting(_) | Line::Cheat(_) | Line::Pad => self.change(page, 1),
        }
    }

    /// The next value of the chosen row, or the one before.
    fn change(&mut self, page: &mut OptionsPage, by: i64) {
        match page.line() {
            Line::Scope if page.tab == FILES => {}
            Line::Scope => {
                page.scope = match page.scope {
                    Scope::General => Scope::Cartridge,
                    Scope::Cartridge => Scope::General,
                };
            }
            Line::Setting(row) => {
                let now = self.settings.value(row.section, row.key);
                let value = match row.values {
                    Values::Path(wanted) => return self.pick(*page, row, wanted),
                    Values::Devices => next_device(now.as_ref().and_then(Value::as_str), by),
                    values => stepped(values, now, by),
                };
                self.set(page.scope(), row.section, row.key, Some(value));
            }
            Line::Keys(_) | Line::Buttons(_) | Line::UsualButtons | Line::AddCheat => {}
            Line::Pad => {
                let count = self.pad_names.len() as i64 + 1;
                page.pad = (page.pad as i64 + by).rem_euclid(count) as usize;
            }
            Line::Lever(_, _, command) => self.command(command),
            Line::Cheat(at) => {
                if let Some((text, on)) = self.cheat(at) {
                    self.set(Scope::Cartridge, CHEAT_SECTION, &text, Some((!on).into()));
                }
            }
            Line::NewAddress => {
                let address = &mut page.new_cheat.0.address;
                *address = address.wrapping_add(by as u8) | 0x80;
            }
            Line::NewValue => {
                let value = &mut page.new_cheat.0.value;
                *value = value.wrapping_add(by as u8);
            }
        }
    }

    /// Opens the list from which a file or folder is chosen.
    fn pick(&mut self, page: OptionsPage, row: &'static OptionRow, wanted: Wanted) {
        self.open_launcher(wanted);
        self.picking = Some((page, row));
    }

    /// A file or folder was chosen for an option. False if none is being chosen.
    pub(in crate::desktop) fn picked(&mut self, path: &Path) -> bool {
        let Some((page, row)) = self.picking.take() else {
            return false;
        };
        let text = path.display().to_string();
        self.set(page.scope(), row.section, row.key, Some(text.into()));
        self.panel = Some(Panel::Options(page));
        true
    }

    /// Takes a setting, or keys, out of the file.
    fn reset_option(&mut self, page: &mut OptionsPage) {
        match page.line() {
            Line::Setting(row) => self.set(page.scope(), row.section, row.key, None),
            Line::Keys(row) => self.set(page.scope(), "keys", row.name, None),
            Line::Buttons(row) => {
                let section = self.pad_section(page);
                self.set(page.scope(), &section, row.name, None);
            }
            Line::UsualButtons => self.reset_buttons(page),
            Line::Cheat(at) => {
                if let Some((text, _)) = self.cheat(at) {
                    self.set(Scope::Cartridge, CHEAT_SECTION, &text, None);
                    self.count_cheats(page);
                }
            }
            Line::Scope
            | Line::Pad
            | Line::Lever(..)
            | Line::NewAddress
            | Line::NewValue
            | Line::AddCheat => {}
        }
    }

    /// The page as it opens.
    pub(in crate::desktop) fn options(&self) -> OptionsPage {
        let mut page = OptionsPage::default();
        self.count_cheats(&mut page);
        page
    }

    fn count_cheats(&self, page: &mut OptionsPage) {
        page.cheats = self.settings.merged().cheats.len();
        page.go_by(0);
    }

    /// A cheat of the cartridge as its file has it, and whether it is on.
    pub(super) fn cheat(&self, at: usize) -> Option<(String, bool)> {
        let cheats = &self.settings.merged().cheats;
        cheats.iter().nth(at).map(|(text, on)| (text.clone(), *on))
    }

    /// Gives an action a key, and says what the key did before.
    fn set_key(&mut self, scope: Scope, row: &ActionRow, chord: Chord) {
        let same = |other: &&ActionRow| {
            other.action != row.action
                && other.action.is_keypad() == row.action.is_keypad()
                && self
                    .bindings
                    .chords(other.action)
                    .any(|bound| bound == chord)
        };
        let before = ACTIONS.iter().find(same);
        let keys = Value::Array(vec![chord.to_string().into()]);
        if self.has_set(scope, "keys", row.name, Some(keys)) {
            let before = before.map(|other| other.text);
            self.say_given(&chord.label(), row.text, before);
        }
    }

    /// Says what a key or button does now, and what it did before.
    pub(super) fn say_given(&mut self, button: &str, now: &str, before: Option<&str>) {
        let before = before.map_or_else(String::new, |before| format!("; no longer {before}"));
        self.view.messages.show(format!("{button}: {now}{before}"));
    }

    /// Changes a setting in its file, and what is in force; where that is refused, shows why.
    pub(super) fn set(&mut self, scope: Scope, section: &str, key: &str, value: Option<Value>) {
        self.has_set(scope, section, key, value);
    }

    /// The same; false where it was refused.
    pub(super) fn has_set(
        &mut self,
        scope: Scope,
        section: &str,
        key: &str,
        value: Option<Value>,
    ) -> bool {
        let before = self.settings.merged().clone();
        let set = self.settings.set(scope, section, key, value);
        match &set {
            Ok(()) => self.apply_settings(&before),
            Err(error) => self.view.messages.show_for(error.to_string(), 300),
        }
        set.is_ok()
    }
}

/// The device after the present one, or before it; the system's default comes first.
fn next_device(now: Option<&str>, by: i64) -> Value {
    let mut names = vec![String::new()];
    names.extend(device_names());
    let at = names.iter().position(|name| Some(name.as_str()) == now);
    let next = (at.unwrap_or(0) as i64 + by).rem_euclid(names.len() as i64);
    names.swap_remove(next as usize).into()
}

/// The value after `now`, or before it.
fn stepped(values: Values, now: Option<Value>, by: i64) -> Value {
    match values {
        Values::Switch => {
            let on = now.and_then(|value| value.as_bool()).unwrap_or_default();
            Value::Boolean(!on)
        }
        Values::UpTo(most, ..) => stepped(Values::Number(0, most, 1, ""), now, by),
        Values::Number(least, most, step, _) => {
            let now = now.and_then(|value| value.as_integer()).unwrap_or(least);
            Value::Integer((now + by * step).clamp(least, most))
        }
        Values::Devices | Values::Path(_) => now.unwrap_or_else(|| String::new().into()),
        Values::Words(words) => {
            let now = now.as_ref().and_then(Value::as_str).unwrap_or_default();
            let at = words.iter().position(|(word, _)| *word == now).unwrap_or(0) as i64;
            let next = (at + by).rem_euclid(words.len() as i64) as usize;
            Value::String(words[next].0.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_up_down_and_round() {
        let number = Values::Number(0, 90, 5, " %");
        assert_eq!(stepped(number, Some(88.into()), 1), Value::Integer(90));
        assert_eq!(stepped(number, Some(0.into()), -1), Value::Integer(0));
        let shots = Values::UpTo(30, " shots / s", "off");
        let step = |now: i64, by| stepped(shots, Some(now.into()), by);
        assert_eq!(
            [step(0, -1), step(1, -1), step(30, 1)],
            [0, 0, 30].map(Value::Integer)
        );
        let words = Values::Words(&[("a", "A"), ("b", "B")]);
        assert_eq!(
            stepped(words, Some("b".into()), 1),
            Value::String("a".into())
        );
        assert_eq!(
            stepped(words, Some("a".into()), -1),
            Value::String("b".into())
        );
        assert_eq!(
            stepped(Values::Switch, Some(true.into()), 1),
            Value::Boolean(false)
        );
    }

    #[test]
    fn folders_are_for_all_cartridges_on_every_way_to_them() {
        let mut page = OptionsPage {
            scope: Scope::Cartridge,
            ..OptionsPage::default()
        };
        for (tab, name) in TABS.into_iter().enumerate() {
            page.open(tab);
            let general = page.scope() == Scope::General;
            assert_eq!(general, name == "Files", "{name}");
        }
    }

    #[test]
    fn every_tab_has_rows_and_the_cursor_stays_on_them() {
        for tab in 0..TABS.len() {
            let mut page = OptionsPage::default();
            page.open(tab);
            page.go_by(isize::MAX);
            assert_eq!(page.cursor, page.lines().len() - 1, "{tab}");
            page.go_by(isize::MIN);
            assert_eq!(page.cursor, 0);
        }
    }
}
