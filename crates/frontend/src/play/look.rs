//! What the hands do: keys, pads, mouse. Here they become contacts, commands and clicks.

use super::{
    action::{Action, Command},
    chooser::{self, Choice},
    commands::SCRIPT_PLAYS,
    contacts::Contacts,
    mouse::Mouse,
    pads::{PadChange, PadControl},
    player::Player,
};
use minifb::Key;

/// Rows of the list of files that a notch of the wheel goes by.
const WHEEL_ROWS: isize = 3;

impl Player {
    /// Keys, pads, mouse, commands, news.
    pub(super) fn look(&mut self) {
        for (key, down) in self.screen.poll() {
            self.hint_at_num_lock(key, down);
            if self.chooser.is_none() {
                self.contacts.key(key, down, &self.bindings);
                // At once: it may open the list that the next key is for.
                self.obey();
            } else {
                let first = self.contacts.pass(key, down);
                if down {
                    self.choose(key, first);
                }
            }
        }
        let mouse = self.screen.mouse();
        self.mouse(mouse);
        let active = self.screen.is_active();
        if self.was_active && !active {
            self.contacts.release_all();
            self.time.waits_for_focus = self.pause_without_focus && !self.time.paused;
            self.set_capture(false);
        }
        if active {
            self.time.waits_for_focus = false;
        }
        self.was_active = active;
        for change in self.pads.poll() {
            self.pad(change);
            self.obey();
        }
        for hand in [0, 1] {
            if let Some(axis) = self.pads.axis(hand) {
                self.controllers.stick_at(hand, axis);
            }
        }
        if let Some(news) = self.speaker.news() {
            crate::print::message(&news);
            self.view.messages.show(news);
        }
    }

    /// Carries out the commands that were given.
    fn obey(&mut self) {
        for command in self.contacts.take_commands() {
            self.command(command);
        }
    }

    /// Where the number block has other names without NumLock, those are a sign.
    fn hint_at_num_lock(&mut self, key: Key, down: bool) {
        let block = [Key::Home, Key::End, Key::PageUp, Key::PageDown].contains(&key);
        if down && block && self.screen.needs_num_lock() && self.chooser.is_none() {
            self.view
                .messages
                .show("NumLock: switch it on to play on the keypad");
        }
    }

    fn mouse(&mut self, mouse: Mouse) {
        let mut news = self.mouse.look(mouse);
        if self.time.waits_for_focus {
            news = news.of_waiting_window();
        }
        if self.chooser.is_some() {
            if news.buttons.contains(&false) {
                // It may have been pressed before the list was there.
                self.contacts.mouse(false);
            }
            return self.mouse_in_chooser(mouse, news.clicked);
        }
        let (width, _) = self.screen.size();
        let width = width.max(1) as f32;
        if self.controllers.want_mouse() {
            match mouse.at {
                _ if self.captured => self.controllers.captured_moved(mouse.motion / width),
                Some((x, _)) if news.moved => self.controllers.mouse_at(x as f32 / width - 0.5),
                _ => {}
            }
            self.controllers.mouse_moved(mouse.motion / width);
            for down in news.buttons {
                self.contacts.mouse(down);
            }
            return;
        }
        self.set_capture(false);
        self.contacts.mouse(false);
        if news.clicked.is_some() && self.scripted.is_some() {
            return self.view.messages.show(SCRIPT_PLAYS);
        }
        let Some(table) = &mut self.table else {
            return;
        };
        if news.moved {
            table.mouse_moved();
        }
        let place = news.clicked.and_then(|at| self.view.console_place(at));
        if let Some((clock, line)) = place.filter(|_| !self.view.help.is_open())
            && let Some(said) = table.click(clock, line)
        {
            self.view.messages.show(said);
        }
    }

    fn mouse_in_chooser(&mut self, mouse: Mouse, clicked: Option<(usize, usize)>) {
        let Some(chooser) = &mut self.chooser else {
            return;
        };
        chooser.go_by(-WHEEL_ROWS * mouse.wheel as isize);
        if let Some((_, y)) = clicked {
            let choice = chooser.click(self.view.canvas(), y);
            self.chosen(choice);
        }
    }

    /// A key for the list of files went down, or repeats. With Ctrl or Alt it is one of the few commands that
    /// make sense there.
    fn choose(&mut self, key: Key, first: bool) {
        match self.contacts.combination(key, &self.bindings) {
            Some(Some(Action::Once(command))) if first => match command {
                Command::Open | Command::LoadPosition => self.chooser = None,
                Command::Quit | Command::FullScreen => self.command(command),
                _ => {}
            },
            Some(_) => {}
            None if first || chooser::repeats(key) => self.list_key(key),
            None => {}
        }
    }

    fn list_key(&mut self, key: Key) {
        if let Some(chooser) = &mut self.chooser {
            let choice = chooser.key(key);
            self.chosen(choice);
        }
    }

    fn chosen(&mut self, choice: Choice) {
        match choice {
            Choice::Open => {}
            Choice::Closed => self.chooser = None,
            Choice::File(path) => self.take_file(&path),
            Choice::Bundled(bundled) => self.take_bundled(&bundled),
        }
    }

    fn pad(&mut self, change: PadChange) {
        let side = |place| ["left", "right"][place];
        match change {
            PadChange::Control(_, control, true) if self.chooser.is_some() => {
                if let Some(key) = key_of(control) {
                    self.list_key(key);
                }
            }
            PadChange::Control(place, control, down) => {
                Contacts::pad(&mut self.contacts, place, control, down);
            }
            PadChange::Connected(place, name) => {
                self.view
                    .messages
                    .show(format!("Pad {name} plays {}", side(place)));
            }
            PadChange::Disconnected(place) => {
                self.view
                    .messages
                    .show(format!("Pad on the {} is gone", side(place)));
            }
        }
    }

    /// Catches the mouse for paddles, or lets it go.
    pub(super) fn set_capture(&mut self, on: bool) {
        if on != self.captured {
            self.captured = self.screen.capture(on) && on;
        }
    }
}

/// The key that a pad's control stands for in the list of files.
fn key_of(control: PadControl) -> Option<Key> {
    Some(match control {
        PadControl::Up => Key::Up,
        PadControl::Down => Key::Down,
        PadControl::Left => Key::Left,
        PadControl::Right | PadControl::South | PadControl::Start => Key::Enter,
        PadControl::LeftShoulder => Key::PageUp,
        PadControl::RightShoulder => Key::PageDown,
        PadControl::North => Key::Tab,
        PadControl::East | PadControl::West | PadControl::Select => Key::Escape,
        PadControl::LeftTrigger | PadControl::RightTrigger => return None,
    })
}
