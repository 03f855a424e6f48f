//! The rows of the options page, and the state of the page.

use super::rows::{CHEATS, CONSOLE, FILES, KEYS, OPTIONS, OptionRow, PADS, TABS};
use crate::desktop::{
    action::{Command, TimeCommand},
    actions::{ACTIONS, ActionRow},
    facts::Facts,
    pad_map::{PadRow, pad_rows},
    settings::Scope,
};
use lab::{RamCondition, RamSearch};
use play::{cheats::Cheat, session::Switch};

/// The state of the page: its tab and cursor, and the values that the player is entering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OptionsPage {
    pub(super) tab: usize,
    pub(super) cursor: usize,
    pub(super) scope: Scope,
    /// Number of cheats of the cartridge.
    pub(super) cheat_count: usize,
    /// The cheat that the page offers to add.
    pub(super) new_cheat: NewCheat,
    /// The search for a byte of RAM.
    pub(super) search: Option<RamSearch>,
    /// The pad whose buttons are shown: 0 for all pads, or 1 plus the pad's index in the list of
    /// known pads.
    pub(super) pad: usize,
    /// Whether the page is waiting for a key or pad button to bind to the chosen action.
    pub(super) waiting: bool,
}

/// The cheat that the page offers to add.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NewCheat {
    pub(super) address: u16,
    pub(super) value: u8,
    /// Whether the player has typed digits in the selected row. If so, the next digit is appended;
    /// otherwise it replaces the old number.
    pub(super) typed: bool,
}

impl Default for NewCheat {
    fn default() -> NewCheat {
        NewCheat {
            address: 0x80,
            value: 0,
            typed: false,
        }
    }
}

impl NewCheat {
    /// Returns the cheat if the address is in RAM or ROM.
    pub(super) fn cheat(self) -> Option<Cheat> {
        Cheat::new(self.address, self.value)
    }

    /// Moves to the next address of RAM or of the cartridge if `by` is 1, or to the previous
    /// address if `by` is -1. Wraps around within RAM or within the cartridge.
    pub(super) fn step_address(&mut self, by: i64) {
        let next = self.address.wrapping_add(by as u16);
        self.address = match (self.address, next) {
            (0x1000.., 0xf000..) => next,
            (0x1000.., 0xefff) => 0xffff,
            (0x1000.., _) => 0xf000,
            _ => next & 0x7f | 0x80,
        };
    }
}

/// Maximum number of rows for the results of a search.
const MAX_FOUND_ROWS: usize = 16;

/// A row of the page.
#[derive(Debug, Clone, Copy)]
pub(super) enum PageLine {
    /// The choice between the settings for all cartridges and for this cartridge.
    Scope,
    /// A setting.
    Setting(&'static OptionRow),
    /// The keys of an action.
    Keys(&'static ActionRow),
    /// The choice of a pad. The rows below show the buttons of this pad.
    Pad,
    /// Removes all changes to the buttons of the chosen pad.
    DefaultButtons,
    /// The buttons of an action.
    Buttons(PadRow),
    /// A switch of the console: its name, its positions, and the command that moves it.
    ConsoleSwitch(&'static str, [&'static str; 2], Command),
    /// A cheat of the cartridge, by its index in the list.
    Cheat(usize),
    /// The address of the new cheat.
    NewAddress,
    /// The value of the new cheat.
    NewValue,
    /// Adds the new cheat.
    AddCheat,
    /// Begins a search in RAM, or ends it.
    Search,
    /// The label of a comparison with the previous values, and the comparison itself. Choosing this
    /// row narrows the search to the bytes for which the comparison is true.
    Comparison(&'static str, RamCondition),
    /// The address of a byte that has matched every comparison so far.
    Found(u8),
}

/// The comparisons that narrow a search.
const COMPARISONS: [PageLine; 4] = [
    PageLine::Comparison("The value has changed", RamCondition::Changed),
    PageLine::Comparison("The value is the same", RamCondition::Same),
    PageLine::Comparison("The value is larger", RamCondition::More),
    PageLine::Comparison("The value is smaller", RamCondition::Less),
];

/// The switches of the console.
const CONSOLE_SWITCHES: [PageLine; 4] = [
    PageLine::ConsoleSwitch(
        "TV type",
        ["color", "black-and-white"],
        Command::Toggle(Switch::TvType),
    ),
    PageLine::ConsoleSwitch(
        "Left difficulty",
        ["A", "B"],
        Command::Toggle(Switch::Difficulty(0)),
    ),
    PageLine::ConsoleSwitch(
        "Right difficulty",
        ["A", "B"],
        Command::Toggle(Switch::Difficulty(1)),
    ),
    PageLine::ConsoleSwitch("Pause", ["on", "off"], Command::Time(TimeCommand::Pause)),
];

impl OptionsPage {
    pub(super) fn lines(&self) -> Vec<PageLine> {
        match self.tab {
            KEYS => {
                let keys = ACTIONS.iter().map(PageLine::Keys);
                std::iter::once(PageLine::Scope).chain(keys).collect()
            }
            CONSOLE => CONSOLE_SWITCHES.into(),
            CHEATS => {
                let cheats = (0..self.cheat_count).map(PageLine::Cheat);
                let rows = [
                    PageLine::NewAddress,
                    PageLine::NewValue,
                    PageLine::AddCheat,
                    PageLine::Search,
                ];
                let comparisons = self.search.iter().flat_map(|_| COMPARISONS);
                let short_enough = self
                    .search
                    .iter()
                    .filter(|search| search.count() <= MAX_FOUND_ROWS);
                let found = short_enough.flat_map(|search| search.addresses().map(PageLine::Found));
                cheats.chain(rows).chain(comparisons).chain(found).collect()
            }
            PADS => {
                let buttons = pad_rows().map(PageLine::Buttons);
                let rows = self
                    .settings()
                    .chain([PageLine::Pad, PageLine::DefaultButtons]);
                rows.chain(buttons).collect()
            }
            _ => self.settings().collect(),
        }
    }

    /// Returns the rows of the open tab: first the choice between settings for all cartridges and
    /// settings for this one, then the settings.
    fn settings(&self) -> impl Iterator<Item = PageLine> {
        let tab = self.tab;
        let rows = OPTIONS.iter().filter(move |row| row.tab == tab);
        std::iter::once(PageLine::Scope).chain(rows.map(PageLine::Setting))
    }

    /// Returns which settings file the open tab changes.
    pub fn scope(&self) -> Scope {
        match self.tab {
            FILES => Scope::General,
            _ => self.scope,
        }
    }

    pub(super) fn line(&self) -> PageLine {
        let lines = self.lines();
        lines[self.cursor.min(lines.len() - 1)]
    }

    /// Returns true if the page is waiting for a key or button.
    pub fn is_waiting(&self) -> bool {
        self.waiting
    }

    /// Updates the number of the cartridge's cheats, and keeps the cursor within the rows.
    pub(super) fn update_cheat_count(&mut self, facts: &Facts) {
        self.cheat_count = facts.settings.merged().cheats.len();
        self.move_by(0);
    }

    /// Moves the cursor down by this number of rows; a negative number moves it up.
    pub fn move_by(&mut self, rows: isize) {
        self.new_cheat.typed &= rows == 0;
        let last = self.lines().len() - 1;
        self.cursor = self.cursor.saturating_add_signed(rows).min(last);
    }

    /// Moves the cursor to the row under the mouse.
    pub fn hover(&mut self, row: usize) {
        if !self.waiting && self.cursor != row {
            self.new_cheat.typed = false;
            self.cursor = row.min(self.lines().len() - 1);
        }
    }

    pub(super) fn open(&mut self, tab: usize) {
        (self.tab, self.cursor, self.waiting) = (tab % TABS.len(), 0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_on_the_files_tab_always_apply_to_all_cartridges() {
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
    fn typed_digits_set_the_address_of_a_cheat() {
        let mut page = OptionsPage::default();
        page.open(CHEATS);
        "8a".chars().for_each(|digit| page.type_character(digit));
        assert_eq!(page.new_cheat.address, 0x8a);
        page.move_by(1);
        "xff".chars().for_each(|digit| page.type_character(digit));
        let cheat_text = |page: &OptionsPage| page.new_cheat.cheat().map(|cheat| cheat.to_string());
        assert_eq!(cheat_text(&page), Some("8A:FF".into()));
        page.move_by(-1);
        "f1".chars().for_each(|digit| page.type_character(digit));
        assert_eq!(cheat_text(&page), Some("F1:FF".into()));
        "23".chars().for_each(|digit| page.type_character(digit));
        assert_eq!(
            cheat_text(&page),
            Some("F123:FF".into()),
            "a byte of the cartridge"
        );
        page.new_cheat.step_address(1);
        assert_eq!(page.new_cheat.address, 0xf124);
        "0".chars().for_each(|digit| page.type_character(digit));
        assert_eq!(
            page.new_cheat.address, 0x1240,
            "the oldest digit is shifted out"
        );
        page.new_cheat.address = 0x80;
        page.new_cheat.step_address(-1);
        assert_eq!(page.new_cheat.address, 0xff);
    }

    #[test]
    fn a_search_lists_the_bytes_that_still_match() {
        let mut page = OptionsPage::default();
        page.open(CHEATS);
        assert_eq!(page.lines().len(), 4);
        let mut ram = [0; 128];
        let mut search = RamSearch::new(&ram);
        page.search = Some(search);
        assert_eq!(page.lines().len(), 8, "128 bytes are too many");
        (ram[1], ram[5]) = (3, 4);
        search.narrow(RamCondition::More, &ram);
        page.search = Some(search);
        let found = |line: &PageLine| match line {
            PageLine::Found(address) => Some(*address),
            _ => None,
        };
        let lines = page.lines();
        assert_eq!(
            lines.iter().filter_map(found).collect::<Vec<_>>(),
            [0x81, 0x85]
        );
    }

    #[test]
    fn every_tab_has_rows_and_the_cursor_stays_on_them() {
        for tab in 0..TABS.len() {
            let mut page = OptionsPage::default();
            page.open(tab);
            page.move_by(isize::MAX);
            assert_eq!(page.cursor, page.lines().len() - 1, "{tab}");
            page.move_by(isize::MIN);
            assert_eq!(page.cursor, 0);
        }
    }
}
