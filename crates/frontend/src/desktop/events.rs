//! Takes the events of keys, pads and mouse, and makes controls, commands and clicks of them.

use super::{
    action::{Action, Command, GameCommand, PictureCommand},
    chooser::{self, Choice},
    commands::SCRIPT_PLAYS,
    mouse::{Mouse, MouseNews},
    pads::{PadChange, PadControl},
    player::Player,
};
use minifb::Key;

/// Rows of the list of files that a notch of the wheel goes by.
const WHEEL_ROWS: isize = 3;

impl Player {
    /// Takes what happened at the keys, the mouse, the pads and the sound device.
    pub(super) fn take_events(&mut self) {
        self.take_keys();
        let mouse = self.devices.screen.mouse();
        self.take_mouse(mouse);
        self.follow_focus();
        self.take_pads();
        if let Some(news) = self.devices.audio.news() {
            crate::print::message(&news);
            self.view.messages.show(news);
        }
    }

    fn take_keys(&mut self) {
        for (key, down) in self.devices.screen.poll() {
            self.hint_at_num_lock(key, down);
            if self.view.chooser.is_none() {
                self.input.key(key, down, &self.bindings);
                // Before the next key: the command may open the list that it is for.
                self.obey();
            } else {
                let first = self.input.block(key, down);
                if down {
                    self.choose(key, first);
                }
            }
        }
    }

    fn follow_focus(&mut self) {
        let active = self.devices.screen.is_active();
        let clock = &mut self.clock;
        if active {
            clock.waits_for_focus = false;
        } else if self.devices.was_active {
            self.input.release_all();
            clock.waits_for_focus = clock.pause_without_focus && !clock.paused;
            self.devices.capture(false);
        }
        self.devices.was_active = active;
    }

    fn take_pads(&mut self) {
        for change in self.devices.pads.poll() {
            self.pad(change);
            self.obey();
        }
        for player in [0, 1] {
            if let Some(axis) = self.devices.pads.axis(player) {
                self.session.controllers.stick_at(player, axis);
            }
        }
    }

    /// Carries out the commands that were given.
    fn obey(&mut self) {
        for command in self.input.take_commands() {
            self.command(command);
        }
    }

    /// Without NumLock the keypad has other names on some systems: a key of that name is a sign.
    fn hint_at_num_lock(&mut self, key: Key, down: bool) {
        let block = [Key::Home, Key::End, Key::PageUp, Key::PageDown].contains(&key);
        let playing = self.view.chooser.is_none();
        if down && block && playing && self.devices.screen.needs_num_lock() {
            let text = "NumLock: switch it on to play on the keypad";
            self.view.messages.show(text);
        }
    }

    fn take_mouse(&mut self, mouse: Mouse) {
        let mut news = self.devices.mouse.look(mouse);
        if self.clock.waits_for_focus {
            news = news.of_waiting_window();
        }
        if self.view.chooser.is_some() {
            if news.buttons.contains(&false) {
                // It may have been pressed before the list was opened.
                self.input.mouse(false);
            }
            self.mouse_in_chooser(mouse, news.clicked);
        } else if self.session.controllers.want_mouse() {
            self.mouse_turns(mouse, news);
        } else {
            self.mouse_plays(news);
        }
    }

    /// The mouse turns paddles and driving controllers.
    fn mouse_turns(&mut self, mouse: Mouse, news: MouseNews) {
        let (width, _) = self.devices.screen.size();
        let width = width.max(1) as f32;
        let controllers = &mut self.session.controllers;
        match mouse.at {
            _ if self.devices.captured => controllers.captured_moved(mouse.motion / width),
            Some((x, _)) if news.moved => controllers.mouse_at(x as f32 / width - 0.5),
            _ => {}
        }
        controllers.mouse_moved(mouse.motion / width);
        for down in news.buttons {
            self.input.mouse(down);
        }
    }

    /// The mouse plays the bundled game.
    fn mouse_plays(&mut self, news: MouseNews) {
        self.devices.capture(false);
        self.input.mouse(false);
        if news.clicked.is_some() && self.session.is_scripted() {
            return self.view.messages.show(SCRIPT_PLAYS);
        }
        if news.moved
            && let Some(assistant) = self.session.assistant_mut()
        {
            assistant.mouse_moved();
        }
        let at = news.clicked.and_then(|at| self.view.picture_at(at));
        if let Some((clock, row)) = at.filter(|_| !self.view.help.is_open())
            && let Some(text) = self.session.click(clock, row)
        {
            self.view.messages.show(text);
        }
    }

    fn mouse_in_chooser(&mut self, mouse: Mouse, clicked: Option<(usize, usize)>) {
        let Some(mut chooser) = self.view.chooser.take() else {
            return;
        };
        chooser.go_by(-WHEEL_ROWS * mouse.wheel as isize);
        let choice = clicked.map(|(_, y)| chooser.click(self.view.canvas(), y));
        self.view.chooser = Some(chooser);
        if let Some(choice) = choice {
            self.chosen(choice);
        }
    }

    /// A key for the list of files went down, or repeats. With Ctrl or Alt it is one of the few
    /// commands that make sense there.
    fn choose(&mut self, key: Key, first: bool) {
        match self.input.combination(key, &self.bindings) {
            Some(Some(Action::Once(command))) if first => match command {
                Command::Open | Command::Game(GameCommand::LoadPosition) => {
                    self.view.chooser = None;
                }
                Command::Quit | Command::Picture(PictureCommand::FullScreen) => {
                    self.command(command);
                }
                _ => {}
            },
            Some(_) => {}
            None if first || chooser::repeats(key) => self.list_key(key),
            None => {}
        }
    }

    fn list_key(&mut self, key: Key) {
        if let Some(chooser) = &mut self.view.chooser {
            let choice = chooser.key(key);
            self.chosen(choice);
        }
    }

    fn chosen(&mut self, choice: Choice) {
        match choice {
            Choice::Open => {}
            Choice::Closed => self.view.chooser = None,
            Choice::File(path) => self.take_file(&path),
            Choice::Bundled(bundled) => self.take_bundled(&bundled),
        }
    }

    fn pad(&mut self, change: PadChange) {
        let side = |player: usize| ["left", "right"][player];
        match change {
            PadChange::Control(_, control, true) if self.view.chooser.is_some() => {
                if let Some(key) = key_of(control) {
                    self.list_key(key);
                }
            }
            PadChange::Control(place, control, down) => {
                self.input.pad(place, control, down);
            }
            PadChange::Connected(place, name) => {
                self.view
                    .messages
                    .show(format!("Pad {name} plays {}", side(place)));
            }
            PadChange::Disconnected(place) => {
                self.view
                    .messages
                    .show(format!("Pad on the {} disconnected", side(place)));
            }
        }
    }
}

/// The key that a pad's control acts as in the list of files.
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
