//! The keyboard in the debugger: function keys run steps, and letters go to the command line.

use super::base::{KERNEL, WindowDebugger};
use crate::desktop::ui::debugger::{STEPS, TABS};
use minifb::Key;

/// Maximum length of a command, in bytes.
const MAX_COMMAND_LENGTH: usize = 400;
/// The keys for the entries of [`STEPS`], in the same order.
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

impl WindowDebugger {
    /// Handles a key press; `first` is false for an auto-repeat. Returns true if the key resumes
    /// the game.
    pub fn key(&mut self, key: Key, first: bool, shift: bool) -> bool {
        if let Some(step) = KEYS.iter().position(|known| *known == key) {
            self.take_step(step, shift);
            return false;
        }
        match key {
            Key::F5 | Key::Backquote if first && shift => self.command("back run"),
            Key::F5 | Key::Backquote if first => true,
            Key::Escape if first && self.line.is_empty() => true,
            Key::Enter | Key::NumPadEnter => self.enter(),
            _ => {
                self.other_key(key, shift);
                false
            }
        }
    }

    /// Handles a typed character.
    pub fn type_character(&mut self, character: char) {
        // Ignore the backquote, because its key opens and closes the debugger.
        let is_text = !character.is_control() && character != '`';
        if is_text && self.line.len() < MAX_COMMAND_LENGTH {
            self.edit_line(|line| line.push(character));
        }
    }

    /// Runs the command line; if it is empty, repeats the last step.
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
        if self.tab == KERNEL && self.kernel_key(key) {
            return self.screen = None;
        }
        let rows = self
            .capacity
            .map_or(1, |capacity| capacity.code_rows as isize);
        match key {
            Key::Escape => return self.edit_line(String::clear),
            Key::Backspace => return self.edit_line(|line| _ = line.pop()),
            Key::F1 => {
                self.show_output();
                self.command("help");
            }
            Key::F2 => self.code.toggle_disassembly(),
            Key::F9 if shift => self.run_to_cursor(),
            Key::F9 => self.toggle_breakpoint_at_cursor(),
            Key::Tab => self.cycle_tabs(shift),
            Key::Up => self.code.move_cursor(-1),
            Key::Down => self.code.move_cursor(1),
            Key::PageUp => self.code.move_cursor(1 - rows),
            Key::PageDown => self.code.move_cursor(rows - 1),
            Key::Home => self.code.follow_machine(),
            _ => return,
        }
        self.screen = None;
    }

    fn cycle_tabs(&mut self, back: bool) {
        let by = if back { TABS.len() - 1 } else { 1 };
        self.open_tab((self.tab + by) % TABS.len());
    }
}
