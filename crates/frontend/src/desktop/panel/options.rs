//! Handles events on the options page. Changes take effect immediately and are written to the
//! settings file.

use super::{
    buttons::binding_message,
    lines::{NewCheat, OptionsPage, PageLine},
    press::Press,
    rows::{FILES, OptionRow, TABS, Values},
};
use crate::desktop::{
    actions::{ACTIONS, ActionRow},
    facts::Facts,
    keys::Chord,
    launcher::FileKind,
    nav::Nav,
    request::{Change, Request},
    settings::Scope,
    sound::device_names,
    ui::Spot,
};
use lab::RamSearch;
use minifb::Key;
use toml::Value;

/// The section for cheats in a cartridge's settings file.
const CHEAT_SECTION: &str = "cheats";

/// The effect of an event on the page.
#[derive(Debug, Clone, Copy)]
pub enum PageEffect {
    /// The page stays open.
    StayOpen,
    /// The page closes.
    Close,
    /// A list opens, in which the player chooses a file or folder as the option's value.
    PickFile(&'static OptionRow, FileKind),
}

impl OptionsPage {
    /// Creates the page with the first tab open.
    pub fn new(facts: &Facts) -> OptionsPage {
        let mut page = OptionsPage::default();
        page.update_cheat_count(facts);
        page
    }

    /// Handles a key press while the page is waiting for a key or a button.
    pub fn rebind(&mut self, press: Press, facts: &Facts, requests: &mut Vec<Request>) {
        let key = press.chord.key;
        let modifiers = [
            Key::LeftCtrl,
            Key::RightCtrl,
            Key::LeftAlt,
            Key::RightAlt,
            Key::LeftShift,
            Key::RightShift,
        ];
        let waits_for_button = matches!(self.line(), PageLine::Buttons(_)) && key != Key::Escape;
        if press.first && !modifiers.contains(&key) && !waits_for_button {
            self.waiting = false;
            if let (PageLine::Keys(row), true) = (self.line(), key != Key::Escape) {
                requests.push(self.set_key(row, press.chord, facts));
            }
        }
    }

    /// Moves the cursor, or changes the chosen value.
    pub fn navigate(&mut self, nav: Nav, facts: &Facts, requests: &mut Vec<Request>) -> PageEffect {
        self.update_cheat_count(facts);
        if self.waiting {
            self.waiting = nav != Nav::Close;
            return PageEffect::StayOpen;
        }
        match nav {
            Nav::Up => self.move_by(-1),
            Nav::Down => self.move_by(1),
            Nav::First => self.cursor = 0,
            Nav::Last => self.move_by(isize::MAX),
            Nav::NextTab | Nav::PageDown => self.open(self.tab + 1),
            Nav::PageUp => self.open(self.tab + TABS.len() - 1),
            Nav::Left => return self.change(-1, facts, requests),
            Nav::Right => return self.change(1, facts, requests),
            Nav::Choose => return self.activate(facts, requests),
            Nav::Erase => self.reset(facts, requests),
            Nav::Close => return PageEffect::Close,
            Nav::ToggleTiles | Nav::ToggleFavorite => {}
        }
        PageEffect::StayOpen
    }

    /// Handles a click on the page.
    pub fn click(&mut self, spot: Spot, facts: &Facts, requests: &mut Vec<Request>) -> PageEffect {
        self.update_cheat_count(facts);
        match spot {
            Spot::Tab(tab) => self.open(tab),
            Spot::Row(row) => {
                self.hover(row);
                return self.activate(facts, requests);
            }
            Spot::Step(row, increase) => {
                self.hover(row);
                return self.change(if increase { 1 } else { -1 }, facts, requests);
            }
            _ => {}
        }
        PageEffect::StayOpen
    }

    /// Activates the chosen row: depending on the row, sets the next value, waits for a key or
    /// button, or performs the row's action.
    fn activate(&mut self, facts: &Facts, requests: &mut Vec<Request>) -> PageEffect {
        match self.line() {
            PageLine::Keys(_) | PageLine::Buttons(_) => self.waiting = true,
            PageLine::DefaultButtons => self.reset_buttons(facts, requests),
            PageLine::ConsoleSwitch(_, _, command) => requests.push(Request::Command(command)),
            PageLine::AddCheat => {
                if let Some(cheat) = self.new_cheat.cheat() {
                    requests.push(set_cheat(&cheat.to_string(), Some(true)));
                }
            }
            PageLine::NewAddress | PageLine::NewValue => self.move_by(1),
            PageLine::Search => {
                self.search = match self.search {
                    Some(_) => None,
                    None => Some(RamSearch::new(facts.ram)),
                };
            }
            PageLine::Comparison(_, difference) => {
                if let Some(search) = &mut self.search {
                    search.narrow(difference, facts.ram);
                }
            }
            PageLine::Found(address) => {
                self.new_cheat = NewCheat {
                    address: address.into(),
                    value: facts.ram[usize::from(address & 0x7f)],
                    typed: false,
                };
                self.cursor = self.cheat_count + 1;
            }
            PageLine::Scope | PageLine::Setting(_) | PageLine::Cheat(_) | PageLine::Pad => {
                return self.change(1, facts, requests);
            }
        }
        PageEffect::StayOpen
    }

    /// Changes the selected row to its next or previous value.
    fn change(&mut self, by: i64, facts: &Facts, requests: &mut Vec<Request>) -> PageEffect {
        match self.line() {
            PageLine::Scope if self.tab == FILES => {}
            PageLine::Scope => {
                self.scope = match self.scope {
                    Scope::General => Scope::Cartridge,
                    Scope::Cartridge => Scope::General,
                };
            }
            PageLine::Setting(row) => {
                let current = facts.settings.value(row.section, row.key);
                let value = match row.values {
                    Values::Path(kind) => return PageEffect::PickFile(row, kind),
                    Values::Devices => next_device(current.as_ref().and_then(Value::as_str), by),
                    values => stepped(values, current, by),
                };
                requests.push(self.set(row.section, row.key, Some(value)));
            }
            PageLine::Keys(_)
            | PageLine::Buttons(_)
            | PageLine::DefaultButtons
            | PageLine::AddCheat
            | PageLine::Search
            | PageLine::Comparison(..)
            | PageLine::Found(_) => {}
            PageLine::Pad => {
                let count = facts.pad_names.len() as i64 + 1;
                self.pad = (self.pad as i64 + by).rem_euclid(count) as usize;
            }
            PageLine::ConsoleSwitch(_, _, command) => requests.push(Request::Command(command)),
            PageLine::Cheat(index) => {
                if let Some((text, on)) = cheat(index, facts) {
                    requests.push(set_cheat(text, Some(!on)));
                }
            }
            PageLine::NewAddress => self.new_cheat.step_address(by),
            PageLine::NewValue => {
                let value = &mut self.new_cheat.value;
                *value = value.wrapping_add(by as u8);
            }
        }
        PageEffect::StayOpen
    }

    /// Removes the setting, keys, buttons or cheat in the chosen row from the file. In the rows for
    /// a new cheat, deletes the last digit.
    fn reset(&mut self, facts: &Facts, requests: &mut Vec<Request>) {
        match self.line() {
            PageLine::Setting(row) => requests.push(self.set(row.section, row.key, None)),
            PageLine::Keys(row) => requests.push(self.set("keys", row.name, None)),
            PageLine::Buttons(row) => {
                let section = self.pad_section(facts);
                requests.push(self.set(&section, row.name, None));
            }
            PageLine::DefaultButtons => self.reset_buttons(facts, requests),
            PageLine::Cheat(index) => {
                if let Some((text, _)) = cheat(index, facts) {
                    requests.push(set_cheat(text, None));
                }
            }
            PageLine::NewAddress => self.new_cheat.address >>= 4,
            PageLine::NewValue => self.new_cheat.value >>= 4,
            PageLine::Scope
            | PageLine::Pad
            | PageLine::ConsoleSwitch(..)
            | PageLine::AddCheat
            | PageLine::Search
            | PageLine::Comparison(..)
            | PageLine::Found(_) => {}
        }
    }

    /// Handles a typed character, which may be a digit of the new cheat.
    pub fn type_character(&mut self, character: char) {
        let Some(digit) = character.to_digit(16).filter(|_| !self.waiting) else {
            return;
        };
        let cheat = &mut self.new_cheat;
        let appends = std::mem::replace(&mut cheat.typed, true);
        match self.line() {
            PageLine::NewAddress => {
                let previous = if appends { self.new_cheat.address } else { 0 };
                self.new_cheat.address = previous << 4 | digit as u16;
            }
            PageLine::NewValue => {
                let previous = if appends { self.new_cheat.value } else { 0 };
                self.new_cheat.value = previous << 4 | digit as u8;
            }
            _ => self.new_cheat.typed = false,
        }
    }

    /// Binds a key to an action, with a message that names the key's previous action.
    fn set_key(&self, row: &ActionRow, chord: Chord, facts: &Facts) -> Request {
        let bindings = facts.bindings;
        let has_chord = |other: &&ActionRow| {
            other.action != row.action
                && other.action.is_keypad() == row.action.is_keypad()
                && bindings.chords(other.action).any(|bound| bound == chord)
        };
        let previous = ACTIONS.iter().find(has_chord).map(|other| other.text);
        let keys = Value::Array(vec![chord.to_string().into()]);
        Request::Set(Change {
            success_message: Some(binding_message(&chord.label(), row.text, previous)),
            ..Change::new(self.scope(), "keys", row.name, Some(keys))
        })
    }

    fn set(&self, section: &str, key: &str, value: Option<Value>) -> Request {
        Request::Set(Change::new(self.scope(), section, key, value))
    }
}

/// Returns the request that switches a cheat on or off, or removes it if `on` is `None`.
fn set_cheat(text: &str, on: Option<bool>) -> Request {
    let on = on.map(Value::from);
    Request::Set(Change::new(Scope::Cartridge, CHEAT_SECTION, text, on))
}

/// Returns one of the cartridge's cheats, as written in the settings file, and whether it is on.
pub(super) fn cheat<'a>(index: usize, facts: &Facts<'a>) -> Option<(&'a str, bool)> {
    let cheats = &facts.settings.merged().cheats;
    cheats
        .iter()
        .nth(index)
        .map(|(text, on)| (text.as_str(), *on))
}

/// Returns the next or the previous sound device in a list that begins with the system's default.
fn next_device(current: Option<&str>, by: i64) -> Value {
    let mut names = vec![String::new()];
    names.extend(device_names());
    let index = names.iter().position(|name| Some(name.as_str()) == current);
    let next = (index.unwrap_or(0) as i64 + by).rem_euclid(names.len() as i64);
    names.swap_remove(next as usize).into()
}

/// Returns the value `by` steps after `current`. Numbers stop at the ends of their range; lists of
/// words wrap around.
fn stepped(values: Values, current: Option<Value>, by: i64) -> Value {
    match values {
        Values::Switch => {
            let on = current
                .and_then(|value| value.as_bool())
                .unwrap_or_default();
            Value::Boolean(!on)
        }
        Values::UpTo(max, ..) => stepped(Values::Number(0, max, 1, ""), current, by),
        Values::Number(min, max, step, _) => {
            let current = current.and_then(|value| value.as_integer()).unwrap_or(min);
            Value::Integer((current + by * step).clamp(min, max))
        }
        Values::Devices | Values::Path(_) => current.unwrap_or_else(|| String::new().into()),
        Values::Words(words) => {
            let current = current.as_ref().and_then(Value::as_str).unwrap_or_default();
            let index = words
                .iter()
                .position(|(word, _)| *word == current)
                .unwrap_or(0) as i64;
            let next = (index + by).rem_euclid(words.len() as i64) as usize;
            Value::String(words[next].0.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stop_at_their_limits_and_words_wrap_around() {
        let number = Values::Number(0, 90, 5, " %");
        assert_eq!(stepped(number, Some(88.into()), 1), Value::Integer(90));
        assert_eq!(stepped(number, Some(0.into()), -1), Value::Integer(0));
        let shots = Values::UpTo(30, " shots / s", "off");
        let step = |current: i64, by| stepped(shots, Some(current.into()), by);
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
}
