//! The keyboard in the debugger: steps on function keys, letters into the command line.

use super::{LONGEST_COMMAND, WindowDebugger};
use crate::desktop::{
    player::Player,
    ui::debugger::{STEPS, TABS},
};
use minifb::Key;

/// The commands of [`STEPS`].
const COMMANDS: [&str; STEPS.len()] = [
    "clock", "cycle", "step", "line", "next", "out", "scanline", "frame",
];
/// The keys of [`STEPS`].
const KEYS: [Key; STEPS.len()] = [
    Key::F3,
    Key::F4,
    Key::F8,
    Key::F11,
    Key::F10,
    Key::F12,
    Key::F6,
    Key::F7,
];

impl Player {
    /// A key went down while the debugger is open; `first` is false for the keyboard's repetition.
    pub(in crate::desktop) fn debugger_key(&mut self, key: Key, first: bool) {
        let shift = self.input.chord(key).modifiers.shift;
        let Some(debugger) = &mut self.debugger else {
            return;
        };
        if let Some(step) = KEYS.iter().position(|known| *known == key) {
            return debugger.take_step(step, shift);
        }
        let plays = match key {
            Key::F5 | Key::Backquote if first && shift => debugger.command("back run"),
            Key::F5 | Key::Backquote if first => true,
            Key::Escape if first && debugger.line.is_empty() => true,
            Key::Enter | Key::NumPadEnter => debugger.enter(),
            _ => {
                debugger.other_key(key, shift);
                false
            }
        };
        if plays {
            self.close_debugger();
        }
    }

    /// A letter was typed while the debugger is open.
    pub(in crate::desktop) fn debugger_letter(&mut self, letter: char) {
        // The backquote has opened the debugger, or closes it.
        let is_text = !letter.is_control() && letter != '`' && !self.input.combines();
        if let Some(debugger) = self.debugger.as_mut().filter(|_| is_text)
            && debugger.line.len() < LONGEST_COMMAND
        {
            debugger.edit_line(|line| line.push(letter));
        }
    }
}

impl WindowDebugger {
    /// A step of [`STEPS`], or the same back in time.
    pub(super) fn take_step(&mut self, step: usize, back: bool) {
        match back {
            true => self.step(&format!("back {}", COMMANDS[step])),
            false => self.step(COMMANDS[step]),
        }
    }

    /// Does what the command line says; without anything in it, the last step again.
    fn enter(&mut self) -> bool {
        let line = std::mem::take(&mut self.line);
        if line.trim().is_empty() {
            self.step("");
            return false;
        }
        self.show_output();
        self.command(line.trim())
    }

    fn other_key(&mut self, key: Key, shift: bool) {
        let rows = self.fit.map_or(1, |fit| fit.code_rows as isize);
        match key {
            Key::Escape => return self.edit_line(String::clear),
            Key::Backspace => return self.edit_line(|line| _ = line.pop()),
            Key::F1 => {
                self.show_output();
                self.command("help");
            }
            Key::F2 => self.code.switch(),
            Key::F9 if shift => self.run_to_cursor(),
            Key::F9 => self.toggle_at_cursor(),
            Key::Tab => self.turn_tab(shift),
            Key::Up => self.code.go(-1),
            Key::Down => self.code.go(1),
            Key::PageUp => self.code.go(1 - rows),
            Key::PageDown => self.code.go(rows - 1),
            Key::Home => self.code.follow(),
            _ => return,
        }
        self.screen = None;
    }

    fn turn_tab(&mut self, back: bool) {
        let by = if back { TABS.len() - 1 } else { 1 };
        self.open_tab((self.tab + by) % TABS.len());
    }

    /// Opens one of [`TABS`].
    pub(super) fn open_tab(&mut self, tab: usize) {
        self.tab = tab;
        self.scrolled = 0;
        self.screen = None;
    }
}
