//! The debugger in the window: the same library and the same commands as in the terminal, beside
//! the game that plays.
//!
//! While it is open, time stops for the session, and the debugger's machine moves. When it closes,
//! that machine runs to the end of its frame and the session continues with it. As long as there
//! are breakpoints, the debugger then [follows](following) the session frame by frame, and opens
//! where one of them stops its machine.

mod code;
mod following;
mod host;
mod keys;
mod mouse;
mod opening;
mod outlines;
mod screen;
#[cfg(test)]
mod tests;

use super::ui::debugger::{DebuggerScreen, Fit};
use debugger::{
    Debugger,
    commands::{CommandError, Commander},
};
use host::WindowHost;
use std::sync::Arc;
use vcs::cpu::Registers;

/// Lines of output that are kept.
const KEPT_LINES: usize = 2_000;
/// Letters of a command.
const LONGEST_COMMAND: usize = 400;
/// The tab with the output.
const OUTPUT: usize = 0;
/// The tab with the breakpoints.
const POINTS: usize = 5;

/// The debugger's machine, and what its screen shows.
pub struct WindowDebugger {
    commander: Commander,
    host: WindowHost,
    /// The image of the cartridge that it is for.
    sha256: String,
    /// What was typed and answered.
    output: Vec<Said>,
    /// The command line.
    line: String,
    tab: usize,
    /// Rows that the open tab is scrolled down; of the output, up from its end.
    scrolled: usize,
    code: code::Pane,
    /// The objects whose edges are shown.
    outlined: u8,
    /// Registers before the last step.
    before: Registers,
    /// When the debugger opened: the moment, and the number of changes made so far.
    opened: (u64, usize),
    /// The session's frames when it was followed last.
    followed: u64,
    /// The program was read again: the session has another cartridge then.
    reloaded: bool,
    /// The picture at its moment.
    seen: Option<screen::Seen>,
    /// The screen, until something changes it, and the size of the window that it is for.
    screen: Option<(Arc<DebuggerScreen>, Fit)>,
    /// What fitted into the window last.
    fit: Option<Fit>,
}

/// A line of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Said {
    /// A command.
    Command(String),
    /// A line of an answer.
    Answer(String),
}

impl WindowDebugger {
    fn debugger(&self) -> &Debugger {
        &self.commander.debugger
    }

    /// True if breakpoints or traps may stop the machine.
    pub fn is_armed(&self) -> bool {
        self.debugger().is_armed()
    }

    /// Does a command and shows its answer. Returns true for one that lets the game play on.
    fn command(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        let alone = line.trim() == word;
        let plays = ["run", "r", "c", "continue", "quit", "q", "exit"].contains(&word);
        if plays && alone {
            return true;
        }
        if !line.is_empty() {
            self.say(Said::Command(line.to_owned()));
        }
        let before = *self.debugger().machine().cpu().registers();
        self.host.begin();
        match self.commander.command(line, &mut self.host) {
            Ok(answer) => {
                if answer.moved.is_some() {
                    self.before = before;
                    self.code.follow();
                }
                self.answer(&answer.text);
            }
            Err(error @ CommandError::Refused(_)) => self.answer(&error.to_string()),
            Err(error) => self.answer(&format!("error: {error}")),
        }
        if self.host.take_reloaded() {
            self.reloaded = true;
            self.code.forget_files();
        }
        self.screen = None;
        false
    }

    /// Takes a step. Steps are too common for the output: it shows only what stopped one.
    fn step(&mut self, line: &str) {
        let before = std::mem::take(&mut self.output);
        self.command(line);
        let new = std::mem::replace(&mut self.output, before);
        for line in new {
            if matches!(&line, Said::Answer(text) if !is_place(text)) {
                self.say(line);
            }
        }
    }

    fn answer(&mut self, text: &str) {
        let text = self.host.without_folder(&headless::print::shown(text));
        for line in text.lines() {
            self.say(Said::Answer(line.to_owned()));
        }
    }

    fn say(&mut self, line: Said) {
        self.output.push(line);
        if self.output.len() > KEPT_LINES {
            self.output.drain(..KEPT_LINES / 4);
        }
        self.scrolled = 0;
        self.screen = None;
    }

    /// Shows the output, whatever tab was open.
    fn show_output(&mut self) {
        self.tab = OUTPUT;
        self.scrolled = 0;
        self.screen = None;
    }
}

/// True for the place and the source line where a step ended; the screen shows both.
fn is_place(text: &str) -> bool {
    let first = text.trim_start().split(' ').next().unwrap_or_default();
    let parts: Vec<&str> = first.split('.').collect();
    let numbers = parts.iter().all(|part| part.parse::<u64>().is_ok());
    numbers && (parts.len() == 3 || text.starts_with(' '))
}
