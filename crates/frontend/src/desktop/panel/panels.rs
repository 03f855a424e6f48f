//! The panel that is open over the game, and the events that reach it.

use super::{
    lines::OptionsPage,
    menus::menus,
    options::PageEffect,
    press::{PanelEvent, Pointer, Press},
    question::{Answer, Question},
    rows::OptionRow,
};
use crate::desktop::{
    action::{Action, Command, GameCommand, PictureCommand},
    debugger::WindowDebugger,
    facts::Facts,
    help::{HelpPage, HelpState},
    keys::Chord,
    launcher::{self, Launcher},
    nav::Nav,
    pad_control::PadControl,
    request::{Change, Request},
    ui::{Bar, Choice, DebuggerSpot, Menu, MenuCursor, Page, Spot, debugger::DebuggerScreen},
};
use lab::RamSearch;
use std::{path::Path, sync::Arc};

/// Number of rows that one notch of the wheel scrolls.
const WHEEL_ROWS: isize = 3;

/// A menu or page over the game.
pub enum Panel {
    /// The menu bar with an open menu.
    Menu(MenuCursor),
    /// The help.
    Help(HelpPage),
    /// The options.
    Options(OptionsPage),
    /// A list of files.
    Launcher(Box<Launcher>),
    /// The debugger.
    Debugger,
    /// A question.
    Question(Question),
}

/// The open panel, and the debugger.
#[derive(Default)]
pub struct Panels {
    open: Option<Panel>,
    /// The debugger: open, or hidden while the game runs up to a breakpoint.
    pub debugger: Option<Box<WindowDebugger>>,
    /// Whether the mouse is at the top edge of the window.
    pub mouse_at_bar: bool,
    /// The RAM search on the Cheats tab of the options page. It is kept while the page is closed,
    /// because the game has to run between two comparisons.
    search: Option<RamSearch>,
    /// The option for which the player is choosing a file or folder, and the page it is on.
    picking: Option<Pick>,
    /// The next value of `picking`. It takes effect when the requested list opens.
    next_pick: Option<Pick>,
}

/// The options page, and the option on it whose value the player is choosing from a list.
type Pick = (OptionsPage, &'static OptionRow);

impl Panels {
    /// Returns true if a panel is open.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns true if the open panel pauses the game. `pause_in_menus` is the player's
    /// setting: true if menus and pages pause the game.
    pub fn pauses_game(&self, pause_in_menus: bool) -> bool {
        match &self.open {
            Some(Panel::Launcher(_) | Panel::Debugger | Panel::Question(_)) => true,
            Some(_) => pause_in_menus,
            None => false,
        }
    }

    /// Opens a menu or page.
    pub fn open(&mut self, mut panel: Panel) {
        self.picking = self.next_pick.take();
        if let Panel::Options(page) = &mut panel {
            page.search = self.search;
        }
        self.open = Some(panel);
    }

    /// Closes the open panel.
    pub fn close(&mut self) {
        self.open = None;
    }

    /// Handles an event, and returns the requests that it causes.
    pub fn handle(&mut self, event: PanelEvent, facts: &Facts) -> Vec<Request> {
        let requests = self.requests(event, facts);
        if let Some(Panel::Options(page)) = &self.open {
            self.search = page.search;
        }
        requests
    }

    fn requests(&mut self, event: PanelEvent, facts: &Facts) -> Vec<Request> {
        let mut requests = Vec::new();
        match event {
            PanelEvent::Key(press) => self.key(press, facts, &mut requests),
            PanelEvent::Character(character) => self.type_character(character),
            PanelEvent::Pad(pad_index, control) => {
                self.pad(pad_index, control, facts, &mut requests)
            }
            PanelEvent::Mouse(pointer) => self.mouse(pointer, facts, &mut requests),
        }
        requests
    }

    /// Handles a key. Together with Ctrl or Alt, a key can only close the panel, quit, or toggle
    /// full screen.
    fn key(&mut self, press: Press, facts: &Facts, requests: &mut Vec<Request>) {
        if let Some(Panel::Options(page)) = &mut self.open
            && page.is_waiting()
        {
            return page.rebind(press, facts, requests);
        }
        let Chord { key, modifiers } = press.chord;
        if press.has_command_modifier {
            let action = facts.bindings.action(key, modifiers, [false; 2]);
            if let (Some(Action::Once(command)), true) = (action, press.first) {
                self.command(command, requests);
            }
        } else if let (Some(Panel::Debugger), Some(debugger)) = (&self.open, &mut self.debugger) {
            if debugger.key(key, press.first, modifiers.shift) {
                requests.push(Request::Play);
            }
        } else if let Some(nav) = Nav::from_key(key)
            && (press.first || nav.repeats())
        {
            self.navigate(nav, facts, requests);
        }
    }

    fn command(&mut self, command: Command, requests: &mut Vec<Request>) {
        match command {
            Command::Open
            | Command::Menu
            | Command::Options
            | Command::Game(GameCommand::LoadPosition | GameCommand::OpenBook) => self.close(),
            Command::Quit | Command::Picture(PictureCommand::FullScreen) => {
                requests.push(Request::Command(command));
            }
            _ => {}
        }
    }

    fn type_character(&mut self, character: char) {
        match (&mut self.open, &mut self.debugger) {
            (Some(Panel::Launcher(launcher)), _) => launcher.type_character(character),
            (Some(Panel::Debugger), Some(debugger)) => debugger.type_character(character),
            (Some(Panel::Options(page)), _) => page.type_character(character),
            _ => {}
        }
    }

    fn pad(
        &mut self,
        pad_index: usize,
        control: PadControl,
        facts: &Facts,
        requests: &mut Vec<Request>,
    ) {
        if let Some(Panel::Options(page)) = &mut self.open
            && page.handle_button(pad_index, control, facts, requests)
        {
            return;
        }
        if let Some(nav) = Nav::from_pad_control(control) {
            self.navigate(nav, facts, requests);
        }
    }

    /// Moves the cursor in the open panel.
    fn navigate(&mut self, nav: Nav, facts: &Facts, requests: &mut Vec<Request>) {
        match &mut self.open {
            Some(Panel::Menu(_)) => self.navigate_menu(nav, facts, requests),
            Some(Panel::Help(page)) => {
                let stays_open = page.navigate(nav);
                if !stays_open {
                    self.close();
                }
            }
            Some(Panel::Options(page)) => {
                let effect = page.navigate(nav, facts, requests);
                self.apply_page_effect(effect, requests);
            }
            Some(Panel::Launcher(launcher)) => {
                let choice = launcher.navigate(nav, facts.page_size);
                self.handle_choice(choice, requests);
            }
            Some(Panel::Question(question)) => {
                let answer = question.navigate(nav);
                self.handle_answer(answer, requests);
            }
            Some(Panel::Debugger) if nav == Nav::Close => requests.push(Request::Play),
            _ => {}
        }
    }

    fn navigate_menu(&mut self, nav: Nav, facts: &Facts, requests: &mut Vec<Request>) {
        let Some(Panel::Menu(cursor)) = &mut self.open else {
            return;
        };
        let menus = menus(facts);
        match nav {
            Nav::Left | Nav::PageUp => cursor.switch_menu(&menus, -1),
            Nav::Right | Nav::PageDown | Nav::NextTab => cursor.switch_menu(&menus, 1),
            Nav::Up => cursor.move_by(&menus, -1),
            Nav::Down => cursor.move_by(&menus, 1),
            Nav::Choose => {
                let choice = cursor.choice(&menus);
                self.choose_item(choice, requests);
            }
            Nav::Close | Nav::Erase => self.close(),
            _ => {}
        }
    }

    /// Requests the command of the chosen item, and closes the menu.
    fn choose_item(&mut self, choice: Option<Choice>, requests: &mut Vec<Request>) {
        if let Some(Choice::Command(command)) = choice {
            self.close();
            requests.push(Request::Command(command));
        }
    }

    /// Keeps the page open, closes it, or requests a list, depending on the effect.
    fn apply_page_effect(&mut self, effect: PageEffect, requests: &mut Vec<Request>) {
        match (effect, &self.open) {
            (PageEffect::Close, _) => self.close(),
            (PageEffect::PickFile(row, file_kind), Some(Panel::Options(page))) => {
                self.next_pick = Some((*page, row));
                requests.push(Request::Choose(file_kind));
            }
            _ => {}
        }
    }

    /// Closes the question if the player has answered it, and sends the request that the answer
    /// makes.
    fn handle_answer(&mut self, answer: Answer, requests: &mut Vec<Request>) {
        match answer {
            Answer::Pending => return,
            Answer::No => {}
            Answer::Yes(request) => requests.push(request),
        }
        self.close();
    }

    /// Handles the player's choice in the launcher.
    fn handle_choice(&mut self, choice: launcher::Choice, requests: &mut Vec<Request>) {
        match choice {
            launcher::Choice::StayOpen => {}
            launcher::Choice::Close => {
                self.open = self.picking.take().map(|(page, _)| Panel::Options(page));
            }
            launcher::Choice::File(path) => match (self.picking.take(), &self.open) {
                (Some((page, row)), _) => {
                    requests.extend([Request::ClearMessages, set_path_request(&page, row, &path)]);
                    self.open = Some(Panel::Options(page));
                }
                (None, Some(Panel::Launcher(launcher))) => {
                    requests.push(Request::Open(launcher.file_kind, path));
                }
                _ => {}
            },
            launcher::Choice::Game(path, number) => requests.push(Request::OpenGame(path, number)),
            launcher::Choice::Bundled(bundled) => requests.push(Request::Insert(bundled)),
            launcher::Choice::Favorites(list) => requests.push(Request::Favorites(list)),
        }
    }

    /// Handles the mouse: its position, clicks and wheel.
    fn mouse(&mut self, pointer: Pointer, facts: &Facts, requests: &mut Vec<Request>) {
        if pointer.wheel != 0.0 {
            self.turn_wheel(-WHEEL_ROWS * pointer.wheel as isize, pointer.spot);
        }
        if pointer.moved
            && let Some(spot) = pointer.spot
        {
            self.hover(spot, facts);
        }
        if pointer.clicked {
            match pointer.spot {
                Some(spot) => self.click(spot, facts, requests),
                // A click outside a menu closes it.
                None if matches!(self.open, Some(Panel::Menu(_))) => self.close(),
                None => {}
            }
        }
    }

    fn turn_wheel(&mut self, rows: isize, spot: Option<Spot>) {
        match &mut self.open {
            Some(Panel::Debugger) => {
                let spot = match spot {
                    Some(Spot::Debugger(spot)) => Some(spot),
                    _ => None,
                };
                if let Some(debugger) = &mut self.debugger {
                    debugger.wheel(spot, rows);
                }
            }
            Some(Panel::Launcher(launcher)) => launcher.move_by(rows),
            Some(Panel::Options(page)) => page.move_by(rows.signum()),
            Some(Panel::Help(page)) => page.scroll(rows),
            _ => {}
        }
    }

    /// Moves the cursor to the element under the mouse.
    fn hover(&mut self, spot: Spot, facts: &Facts) {
        match (&mut self.open, spot) {
            (Some(Panel::Menu(cursor)), Spot::Item(item)) => cursor.item = Some(item),
            (Some(Panel::Menu(cursor)), Spot::Menu(menu)) if cursor.menu != menu => {
                *cursor = cursor_on_first_item(menu, &menus(facts));
            }
            (Some(Panel::Options(page)), Spot::Row(row) | Spot::Step(row, _)) => page.hover(row),
            (Some(Panel::Question(question)), Spot::Row(row)) => question.hover(row),
            _ => {}
        }
    }

    fn click(&mut self, spot: Spot, facts: &Facts, requests: &mut Vec<Request>) {
        match (&mut self.open, spot) {
            (Some(Panel::Menu(cursor)), Spot::Item(item)) => {
                cursor.item = Some(item);
                let choice = cursor.choice(&menus(facts));
                self.choose_item(choice, requests);
            }
            (Some(Panel::Menu(cursor)), Spot::Menu(menu)) if cursor.menu == menu => self.close(),
            (None | Some(Panel::Menu(_)), Spot::Menu(menu)) => {
                requests.push(Request::PrepareForPanel);
                self.open(Panel::Menu(cursor_on_first_item(menu, &menus(facts))));
            }
            (_, Spot::Close) => self.close(),
            (Some(Panel::Debugger), Spot::Debugger(DebuggerSpot::Play)) => {
                requests.push(Request::Play);
            }
            (Some(Panel::Debugger), Spot::Debugger(spot)) => {
                if let Some(debugger) = &mut self.debugger {
                    debugger.click(spot);
                }
            }
            (Some(Panel::Help(page)), Spot::Tab(tab)) => page.open(tab),
            (Some(Panel::Question(question)), Spot::Row(row)) => {
                question.hover(row);
                let answer = question.choose();
                self.handle_answer(answer, requests);
            }
            (Some(Panel::Options(page)), spot) => {
                let effect = page.click(spot, facts, requests);
                self.apply_page_effect(effect, requests);
            }
            (Some(Panel::Launcher(launcher)), Spot::Tab(tab)) => launcher.click_tab(tab),
            (Some(Panel::Launcher(launcher)), Spot::Row(row)) => {
                launcher.hover(row);
                let choice = launcher.choose();
                self.handle_choice(choice, requests);
            }
            _ => {}
        }
    }

    /// Returns the menu bar to show while a menu is open or the mouse is at the top edge.
    pub fn bar(&self, facts: &Facts) -> Option<Bar> {
        let cursor = match &self.open {
            Some(Panel::Menu(cursor)) => Some(*cursor),
            None if self.mouse_at_bar => None,
            _ => return None,
        };
        Some(Bar {
            menus: menus(facts),
            cursor,
        })
    }

    /// Returns the page to show.
    pub fn page(&mut self, facts: &Facts) -> Option<Page> {
        match self.open.as_mut()? {
            Panel::Launcher(launcher) => Some(launcher.page(facts.page_size)),
            Panel::Help(page) => Some(page.show(facts.bindings, &help_state(facts))),
            Panel::Options(page) => Some(page.show(facts)),
            Panel::Question(question) => Some(question.show()),
            Panel::Menu(_) | Panel::Debugger => None,
        }
    }

    /// Returns the debugger's screen for a window of this size, if the debugger is open.
    pub fn debugger_screen(
        &mut self,
        size: (usize, usize),
        palette: impl FnOnce() -> [u32; 128],
    ) -> Option<Arc<DebuggerScreen>> {
        match (&self.open, &mut self.debugger) {
            (Some(Panel::Debugger), Some(debugger)) => Some(debugger.screen(size, &palette())),
            _ => None,
        }
    }
}

/// Returns the request that sets an option to the file or folder that the player chose.
fn set_path_request(page: &OptionsPage, row: &OptionRow, path: &Path) -> Request {
    let value = path.display().to_string().into();
    Request::Set(Change::new(page.scope(), row.section, row.key, Some(value)))
}

/// Returns the facts that the help page shows, except for the keys.
fn help_state(facts: &Facts) -> HelpState {
    HelpState {
        switches: facts.switches,
        slot: facts.slot,
        game: facts.game,
        controllers: facts.controllers,
        pad_map: facts.pad_map.clone(),
    }
}

/// Returns a cursor on the first item of a menu.
fn cursor_on_first_item(menu: usize, menus: &[Menu]) -> MenuCursor {
    let mut cursor = MenuCursor { menu, item: None };
    cursor.move_by(menus, 1);
    cursor
}
