//! The rows of the options page, and where the player is on it.

use super::rows::{CHEATS, CONSOLE, FILES, KEYS, OPTIONS, OptionRow, PADS, TABS};
use crate::desktop::{
    action::{Command, TimeCommand},
    actions::{ACTIONS, ActionRow},
    facts::Facts,
    pad_map::{PadRow, pad_rows},
    settings::Scope,
};
use play::{cheats::Cheat, session::Switch};

/// The player's place on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptionsPage {
    pub(super) tab: usize,
    pub(super) cursor: usize,
    pub(super) scope: Scope,
    /// Cheats of the cartridge.
    pub(super) cheats: usize,
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
    /// The choice between the settings of all cartridges and of this one.
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

    /// The file that the settings of the open tab belong to.
    pub fn scope(&self) -> Scope {
        match self.tab {
            FILES => Scope::General,
            _ => self.scope,
        }
    }

    pub(super) fn line(&self) -> Line {
        let lines = self.lines();
        lines[self.cursor.min(lines.len() - 1)]
    }

    /// True while the next key or button is for the chosen action.
    pub fn waits(&self) -> bool {
        self.waits
    }

    /// Counts the cheats of the cartridge; the cursor stays on the page.
    pub(super) fn count_cheats(&mut self, facts: &Facts) {
        self.cheats = facts.settings.merged().cheats.len();
        self.go_by(0);
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

    pub(super) fn open(&mut self, tab: usize) {
        (self.tab, self.cursor, self.waits) = (tab % TABS.len(), 0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
