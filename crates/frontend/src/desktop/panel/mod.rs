//! Menus and pages over the game: which is open, and what keys, mouse and pads do in it.
//!
//! Every menu and page is a list with a cursor. Keys and pads move the cursor by [`Nav`], the mouse
//! by pointing; so whatever one of them reaches the others reach too.

mod buttons;
mod menus;
mod nav;
mod options;
mod rows;
mod shown;

pub use nav::Nav;
pub use options::OptionsPage;
pub use rows::OptionRow;
pub use shown::capital;

use super::{
    action::{Action, Command, GameCommand, PictureCommand},
    help,
    launcher::{self, Launcher},
    player::Player,
    ui::{self, Bar, MenuCursor, Page, Spot},
};
use minifb::Key;

/// Rows that a notch of the wheel goes by.
const WHEEL_ROWS: isize = 3;
/// Pictures for which a control that is pressed in a menu is held.
const PRESSED: u32 = 6;

/// What is open over the game.
pub enum Panel {
    /// The menu bar with a menu.
    Menu(MenuCursor),
    /// The help, its tab and row.
    Help(usize, usize),
    /// The options.
    Options(OptionsPage),
    /// A list of files.
    Launcher(Box<Launcher>),
    /// The debugger.
    Debugger,
}

impl Player {
    /// True while time stops for what is open.
    pub(super) fn panel_pauses(&self) -> bool {
        match &self.panel {
            Some(Panel::Launcher(_) | Panel::Debugger) => true,
            Some(_) => self.settings.merged().play.pause_in_menus,
            None => false,
        }
    }

    /// Opens a menu or page. Whatever the keys hold ends, and messages about the game make room.
    pub(super) fn open_panel(&mut self, panel: Panel) {
        self.input.block_all();
        self.view.messages.clear();
        self.devices.capture(false);
        // A list that was closed by other means than Esc leaves this set.
        self.picking = None;
        self.panel = Some(panel);
    }

    /// A key went down while something is open; `first` is false for the keyboard's repetition.
    /// With Ctrl or Alt it is one of the few commands that make sense there.
    pub(super) fn panel_key(&mut self, key: Key, first: bool) {
        if self.rebinds(key, first) {
            return;
        }
        match self.input.combination(key, &self.bindings) {
            Some(Some(Action::Once(command))) if first => self.panel_command(command),
            Some(_) => {}
            None if matches!(self.panel, Some(Panel::Debugger)) => self.debugger_key(key, first),
            None => {
                if let Some(nav) = Nav::of_key(key)
                    && (first || nav.repeats())
                {
                    self.navigate(nav);
                }
            }
        }
    }

    fn panel_command(&mut self, command: Command) {
        match command {
            Command::Open
            | Command::Menu
            | Command::Options
            | Command::Game(GameCommand::LoadPosition | GameCommand::OpenBook) => {
                self.panel = None;
            }
            Command::Quit | Command::Picture(PictureCommand::FullScreen) => self.command(command),
            _ => {}
        }
    }

    /// A letter was typed while something is open.
    pub(super) fn panel_letter(&mut self, letter: char) {
        if let Some(Panel::Launcher(launcher)) = &mut self.panel
            && !self.input.combines()
        {
            launcher.typed(letter);
        }
        if let Some(Panel::Debugger) = self.panel {
            self.debugger_letter(letter);
        }
    }

    /// Moves in what is open.
    pub(super) fn navigate(&mut self, nav: Nav) {
        match self.panel.take() {
            Some(Panel::Menu(cursor)) => self.navigate_menu(cursor, nav),
            Some(Panel::Help(tab, row)) => self.panel = help::go(tab, row, nav),
            Some(Panel::Options(page)) => self.navigate_options(page, nav),
            Some(Panel::Launcher(mut launcher)) => {
                let choice = launcher.go(nav, self.view.fitting());
                self.panel = Some(Panel::Launcher(launcher));
                self.chosen(choice);
            }
            Some(Panel::Debugger) if nav == Nav::Close => self.close_debugger(),
            panel => self.panel = panel,
        }
    }

    fn navigate_menu(&mut self, mut cursor: MenuCursor, nav: Nav) {
        let menus = self.menus();
        match nav {
            Nav::Left | Nav::PageUp => cursor.turn(&menus, -1),
            Nav::Right | Nav::PageDown | Nav::Next => cursor.turn(&menus, 1),
            Nav::Up => cursor.go(&menus, -1),
            Nav::Down => cursor.go(&menus, 1),
            Nav::Take => return self.take_item(cursor),
            Nav::Close | Nav::Erase => return,
            _ => {}
        }
        self.panel = Some(Panel::Menu(cursor));
    }

    /// Does what an item says; the menu is closed.
    fn take_item(&mut self, cursor: MenuCursor) {
        self.panel = None;
        match cursor.choice(&self.menus()) {
            Some(ui::Choice::Command(command)) => self.command(command),
            Some(ui::Choice::Press(control)) => {
                self.input.press_for_a_moment(control);
                self.held_by_menu = PRESSED;
            }
            Some(ui::Choice::Slot(slot)) => {
                let text = self.select_slot(slot);
                self.view.messages.show(text);
            }
            Some(ui::Choice::Line) | None => self.panel = Some(Panel::Menu(cursor)),
        }
    }

    /// Releases in time what a menu has pressed.
    pub(super) fn release_by_menu(&mut self) {
        if self.held_by_menu > 0 {
            self.held_by_menu -= 1;
            if self.held_by_menu == 0 {
                self.input.release_after_a_moment();
            }
        }
    }

    /// The mouse in what is open: it points, clicks, and its wheel turns.
    pub(super) fn mouse_in_panel(
        &mut self,
        at: Option<(usize, usize)>,
        moved: bool,
        clicked: bool,
        wheel: f32,
    ) {
        let spot = at.and_then(|at| self.view.spot_at(at));
        if wheel != 0.0 {
            self.turn_wheel(-WHEEL_ROWS * wheel as isize, spot);
        }
        if moved && let Some(spot) = spot {
            self.point(spot);
        }
        if clicked {
            match spot {
                Some(spot) => self.click(spot),
                // A click beside a menu closes it.
                None if matches!(self.panel, Some(Panel::Menu(_))) => self.panel = None,
                None => {}
            }
        }
    }

    fn turn_wheel(&mut self, rows: isize, spot: Option<Spot>) {
        match &mut self.panel {
            Some(Panel::Debugger) => {
                let spot = match spot {
                    Some(Spot::Debugger(spot)) => Some(spot),
                    _ => None,
                };
                self.debugger_wheel(spot, rows);
            }
            Some(Panel::Launcher(launcher)) => launcher.go_by(rows),
            Some(Panel::Options(page)) => page.go_by(rows.signum()),
            Some(Panel::Help(_, row)) => *row = row.saturating_add_signed(rows),
            _ => {}
        }
    }

    /// The mouse came over something.
    fn point(&mut self, spot: Spot) {
        match (&mut self.panel, spot) {
            (Some(Panel::Menu(cursor)), Spot::Item(item)) => cursor.item = Some(item),
            (Some(Panel::Menu(cursor)), Spot::Menu(menu)) if cursor.menu != menu => {
                *cursor = MenuCursor { menu, item: None };
                let menus = self.menus();
                self.panel = Some(Panel::Menu(opened(menu, &menus)));
            }
            (Some(Panel::Options(page)), Spot::Row(row) | Spot::Step(row, _)) => page.point(row),
            _ => {}
        }
    }

    fn click(&mut self, spot: Spot) {
        match (self.panel.take(), spot) {
            (Some(Panel::Menu(mut cursor)), Spot::Item(item)) => {
                cursor.item = Some(item);
                self.take_item(cursor);
            }
            (Some(Panel::Menu(cursor)), Spot::Menu(menu)) if cursor.menu == menu => {}
            (None | Some(Panel::Menu(_)), Spot::Menu(menu)) => {
                let menus = self.menus();
                self.open_panel(Panel::Menu(opened(menu, &menus)));
            }
            (_, Spot::Close) => {}
            (Some(Panel::Debugger), Spot::Debugger(spot)) => {
                self.panel = Some(Panel::Debugger);
                self.debugger_click(spot);
            }
            (Some(Panel::Help(_, row)), Spot::Tab(tab)) => {
                self.panel = Some(Panel::Help(tab, row));
            }
            (Some(Panel::Options(page)), spot) => self.click_options(page, spot),
            (Some(Panel::Launcher(mut launcher)), Spot::Tab(tab)) => {
                launcher.tab(tab);
                self.panel = Some(Panel::Launcher(launcher));
            }
            (Some(Panel::Launcher(mut launcher)), Spot::Row(row)) => {
                launcher.point(row);
                let choice = launcher.take();
                self.panel = Some(Panel::Launcher(launcher));
                self.chosen(choice);
            }
            (panel, _) => self.panel = panel,
        }
    }

    /// What came of the launcher.
    fn chosen(&mut self, choice: launcher::Choice) {
        match choice {
            launcher::Choice::Open => {}
            launcher::Choice::Closed => {
                self.panel = self.picking.take().map(|(page, _)| Panel::Options(page));
            }
            launcher::Choice::File(path) => self.take_file(&path),
            launcher::Choice::Bundled(bundled) => self.take_bundled(&bundled),
            launcher::Choice::Favorites(favorites) => self.keep_favorites(&favorites),
        }
    }

    /// The bar to show: while a menu is open, or while the mouse is at the upper edge.
    pub(super) fn bar(&self) -> Option<Bar> {
        let cursor = match &self.panel {
            Some(Panel::Menu(cursor)) => Some(*cursor),
            None if self.mouse_at_bar => None,
            _ => return None,
        };
        Some(Bar {
            menus: self.menus(),
            cursor,
        })
    }

    /// The page to show.
    pub(super) fn page(&mut self) -> Option<Page> {
        let fitting = self.view.fitting();
        match self.panel.take()? {
            Panel::Launcher(mut launcher) => {
                let page = launcher.page(fitting);
                self.panel = Some(Panel::Launcher(launcher));
                Some(page)
            }
            Panel::Help(tab, row) => {
                let page = help::page(tab, row, &self.bindings, &self.help_state());
                let last = page.rows.len().saturating_sub(1);
                self.panel = Some(Panel::Help(tab, row.min(last)));
                Some(page)
            }
            Panel::Options(page) => {
                let shown = self.options_page(&page);
                self.panel = Some(Panel::Options(page));
                Some(shown)
            }
            menu => {
                self.panel = Some(menu);
                None
            }
        }
    }

    /// What the help shows besides the keys.
    pub(super) fn help_state(&self) -> help::HelpState {
        help::HelpState {
            switches: self.session.levers(),
            slot: self.storage.slot,
            checkers: self.session.assistant().is_some(),
            kinds: self.session.controllers.kinds,
            buttons: self.pad_maps[0].clone(),
        }
    }
}

/// A menu with its first item chosen.
fn opened(menu: usize, menus: &[ui::Menu]) -> MenuCursor {
    let mut cursor = MenuCursor { menu, item: None };
    cursor.go(menus, 1);
    cursor
}
