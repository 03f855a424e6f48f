//! Converts the rows of the options page into the form in which they are drawn.

use super::{
    lines::{OptionsPage, PageLine},
    options::cheat,
    rows::{CHEATS, FILES, KEYS, OptionRow, PADS, PICTURE, TABS, Values},
};
use crate::desktop::{
    action::Command,
    facts::Facts,
    keys::Chord,
    pad_map::PadMap,
    settings::Scope,
    ui::{Page, Row, RowKind, capitalized},
};
use play::session::Switch;
use toml::Value;
use vcs::input::Difficulty;

impl OptionsPage {
    /// Returns the page to draw.
    pub fn show(&mut self, facts: &Facts) -> Page {
        self.update_cheat_count(facts);
        let page = &*self;
        let rows = page.lines().into_iter().enumerate();
        // Computed once for all rows.
        let buttons = (page.tab == PADS).then(|| page.shown_map(facts));
        let rows = rows.map(|(index, line)| {
            let waiting = page.waiting && index == page.cursor;
            page.row(line, buttons.as_ref(), waiting, facts)
        });
        Page {
            title: "Options".into(),
            tabs: TABS.map(str::to_owned).into(),
            tab: page.tab,
            rows: rows.collect(),
            cursor: page.cursor,
            footer: match page.tab {
                PADS if page.waiting => "Press the button of the pad · Esc: cancel",
                _ if page.waiting => {
                    "Press the key, with Ctrl, Alt or Shift if you like · Esc: cancel"
                }
                PADS => {
                    "Enter: another button · Backspace, West: default · Tab: next page · Esc: back"
                }
                KEYS => "Enter: another key · Backspace: default · Tab: next page · Esc: back",
                CHEATS => {
                    "A cheat keeps a byte of RAM or ROM at a value; type address and value · \
                     Backspace: remove · Esc: back"
                }
                _ => "Left, right: change · Backspace: default · Tab: next page · Esc: back",
            }
            .into(),
            preview: page.tab == PICTURE,
            ..Page::default()
        }
    }

    fn row(&self, line: PageLine, buttons: Option<&PadMap>, waiting: bool, facts: &Facts) -> Row {
        match line {
            PageLine::Scope => Row {
                label: "These settings are for".into(),
                value: match self.scope() {
                    Scope::General => "all cartridges".into(),
                    Scope::Cartridge => "this cartridge".into(),
                },
                kind: match self.tab {
                    FILES => RowKind::Entry,
                    _ => RowKind::Steps,
                },
                image: None,
            },
            PageLine::Setting(row) => setting_row(row, facts),
            PageLine::Keys(row) => {
                let chords = facts.bindings.chords(row.action).map(Chord::label);
                let keys: Vec<String> = chords.collect();
                Row {
                    label: capitalized(row.text),
                    value: if waiting {
                        "press a key".into()
                    } else {
                        keys.join(", ")
                    },
                    ..Row::default()
                }
            }
            PageLine::Pad => stepped_row("Buttons of", self.pad_name(facts).into()),
            PageLine::DefaultButtons => Row {
                label: "Default buttons".into(),
                ..Row::default()
            },
            PageLine::Buttons(row) => Row {
                label: capitalized(row.text),
                value: if waiting {
                    "press a button".into()
                } else {
                    buttons.map_or_else(String::new, |map| map.labels(row.name))
                },
                ..Row::default()
            },
            PageLine::ConsoleSwitch(name, positions, command) => Row {
                label: name.into(),
                value: positions[usize::from(!is_in_first_position(command, facts))].into(),
                kind: RowKind::Steps,
                image: None,
            },
            PageLine::Cheat(index) => {
                let (text, on) = cheat(index, facts).unwrap_or_default();
                Row {
                    label: text.into(),
                    kind: RowKind::Switch(on),
                    ..Row::default()
                }
            }
            PageLine::NewAddress => stepped_row(
                "New cheat: address",
                format!("{:02X}", self.new_cheat.address),
            ),
            PageLine::NewValue => {
                stepped_row("New cheat: value", format!("{:02X}", self.new_cheat.value))
            }
            PageLine::AddCheat => Row {
                label: match self.new_cheat.cheat() {
                    Some(cheat) => format!("Add {cheat}"),
                    None => "RAM is at 80 to FF, the cartridge at F000 to FFFF".into(),
                },
                ..Row::default()
            },
            PageLine::Search => Row {
                label: match self.search {
                    Some(_) => "End the search".into(),
                    None => "Search RAM: begin here, play on, and come back".into(),
                },
                value: match self.search {
                    Some(search) => format!("{} bytes left", search.count()),
                    None => String::new(),
                },
                ..Row::default()
            },
            PageLine::Comparison(text, _) => Row {
                label: text.into(),
                ..Row::default()
            },
            PageLine::Found(address) => Row {
                label: format!("{address:02X}"),
                value: format!("{:02X}", facts.ram[usize::from(address & 0x7f)]),
                ..Row::default()
            },
        }
    }
}

fn setting_row(row: &OptionRow, facts: &Facts) -> Row {
    let is_overridden = facts.settings.is_overridden(row.section, row.key);
    let label = if is_overridden {
        format!("{} (this cartridge)", row.label)
    } else {
        row.label.into()
    };
    let value = facts.settings.value(row.section, row.key);
    let (kind, value) = match (row.values, value) {
        (Values::Switch, value) => {
            let on = value.and_then(|value| value.as_bool()).unwrap_or_default();
            (RowKind::Switch(on), String::new())
        }
        (Values::Devices | Values::Path(_), Some(Value::String(text))) => {
            let empty_label = match row.values {
                Values::Devices => "the system's default",
                _ => "none chosen",
            };
            let text = if text.is_empty() {
                empty_label.into()
            } else {
                shortened(&text)
            };
            (RowKind::Steps, text)
        }
        (Values::UpTo(_, _, zero), Some(Value::Integer(0))) => (RowKind::Steps, zero.into()),
        (Values::Number(.., unit) | Values::UpTo(_, unit, _), Some(value)) => {
            (RowKind::Steps, format!("{value}{unit}"))
        }
        (Values::Words(words), Some(Value::String(word))) => {
            let label = words.iter().find(|(value, _)| *value == word);
            let text = label.map_or(word.as_str(), |(_, text)| text);
            (RowKind::Steps, text.to_owned())
        }
        _ => (RowKind::Steps, String::new()),
    };
    Row {
        label,
        value,
        kind,
        image: None,
    }
}

/// Returns true if a switch is in the first of its two positions.
fn is_in_first_position(command: Command, facts: &Facts) -> bool {
    let switches = facts.switches;
    match command {
        Command::Toggle(Switch::TvType) => switches.color,
        Command::Toggle(Switch::Difficulty(0)) => switches.left == Difficulty::A,
        Command::Toggle(Switch::Difficulty(_)) => switches.right == Difficulty::A,
        _ => facts.paused,
    }
}

/// Returns a row whose value can be stepped up and down.
fn stepped_row(label: &str, value: String) -> Row {
    Row {
        label: label.into(),
        value,
        kind: RowKind::Steps,
        image: None,
    }
}

/// Keeps only the end of a long text, because long paths differ at the end.
fn shortened(text: &str) -> String {
    const MAX_CHARACTERS: usize = 32;
    match text.chars().count().checked_sub(MAX_CHARACTERS) {
        None | Some(0) => text.into(),
        Some(excess) => format!("…{}", text.chars().skip(excess + 1).collect::<String>()),
    }
}
