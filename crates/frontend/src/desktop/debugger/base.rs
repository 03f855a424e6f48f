//! The debugger's machine, and its commands with their answers.

use super::{code::Pane, host::WindowHost, kernel_pane::KernelPane};
use crate::desktop::ui::{
    Texture,
    debugger::{Capacity, DebuggerScreen, Outline, STEPS},
};
use debugger::{
    Debugger,
    commands::{CommandError, Commander},
};
use std::sync::Arc;
use vcs::cpu::Registers;

/// Maximum number of output lines.
const MAX_OUTPUT_LINES: usize = 2_000;
/// Index of the output tab.
pub(super) const OUTPUT: usize = 0;
/// Index of the variables tab.
pub(super) const VARIABLES: usize = 1;
/// Index of the breakpoints tab.
pub(super) const BREAKPOINTS: usize = 5;
/// Index of the kernel tab.
pub(super) const KERNEL: usize = 6;
/// The debugger command for each step of [`STEPS`].
const STEP_COMMANDS: [&str; STEPS.len()] = [
    "clock", "cycle", "step", "line", "next", "out", "scanline", "frame",
];

/// The debugger's machine, and the contents of its screen.
pub struct WindowDebugger {
    pub(super) commander: Commander,
    pub(super) host: WindowHost,
    /// Checksum of the debugged cartridge image.
    pub(super) sha256: String,
    /// The commands entered so far and their answers.
    pub(super) output: Vec<OutputLine>,
    /// The text on the command line.
    pub(super) line: String,
    pub(super) tab: usize,
    /// Number of rows by which the open tab is scrolled. The output tab is scrolled up from its
    /// end; the others are scrolled down from their start.
    pub(super) scroll_offset: usize,
    pub(super) code: Pane,
    pub(super) kernel: KernelPane,
    /// The objects whose edges are outlined.
    pub(super) outlined: u8,
    /// The registers before the last step.
    pub(super) previous_registers: Registers,
    /// The state when the debugger was opened: the machine's cycle count, and the number of changes
    /// made so far by commands such as `set` and `patch`.
    pub(super) state_at_opening: (u64, usize),
    /// The session's frame count when the debugger last caught up with it.
    pub(super) followed_frame: u64,
    /// Whether a command has reloaded the program. If so, the session gets the new cartridge when
    /// the debugger closes.
    pub(super) reloaded: bool,
    /// The picture at the current moment.
    pub(super) shown_picture: Option<ShownPicture>,
    /// The last screen, and the number of rows and columns for which it was built. `None` if
    /// something has changed since then.
    pub(super) screen: Option<(Arc<DebuggerScreen>, Capacity)>,
    /// The number of rows and columns that fit in the window, as of the last drawing.
    pub(super) capacity: Option<Capacity>,
}

/// A picture of the machine at some moment.
#[derive(Clone)]
pub(super) struct ShownPicture {
    /// The state for which the picture was drawn: the machine's cycle count, the number of changes
    /// made by commands such as `set`, and the outlined objects.
    pub(super) key: (u64, usize, u8),
    pub(super) picture: Texture,
    pub(super) lines: usize,
    pub(super) outlines: Arc<Vec<Outline>>,
}

/// A line of the output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum OutputLine {
    /// A command as entered.
    Command(String),
    /// One line of an answer.
    Answer(String),
}

impl WindowDebugger {
    pub(super) fn debugger(&self) -> &Debugger {
        &self.commander.debugger
    }

    /// Returns whether a breakpoint or trap could stop the machine.
    pub fn is_armed(&self) -> bool {
        self.debugger().is_armed()
    }

    /// Executes a command and shows its answer. Returns true if the command resumes the game.
    pub(super) fn command(&mut self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        let alone = line.trim() == word;
        let resumes = ["run", "r", "c", "continue", "quit", "q", "exit"].contains(&word);
        if resumes && alone {
            return true;
        }
        if !line.is_empty() {
            self.print(OutputLine::Command(line.to_owned()));
        }
        let before = *self.debugger().machine().cpu().registers();
        self.host.begin_command();
        match self.commander.command(line, &mut self.host) {
            Ok(answer) => {
                if answer.stop.is_some() {
                    self.previous_registers = before;
                    self.follow_beam();
                } else {
                    // The command may have changed registers, RAM or the input, so the kernel view
                    // may be out of date.
                    self.kernel.drop_cache();
                }
                self.print_answer(&answer.text);
            }
            Err(error @ CommandError::Refused(_)) => self.print_answer(&error.to_string()),
            Err(error) => self.print_answer(&format!("error: {error}")),
        }
        if self.host.take_reloaded() {
            self.reloaded = true;
            self.code.forget_files();
            self.kernel.drop_cache();
        }
        self.screen = None;
        false
    }

    /// Shows the code and the scanline at the machine's position.
    pub(super) fn follow_beam(&mut self) {
        self.code.follow_machine();
        self.kernel.follow_beam();
    }

    /// Runs the command for a step. Because steps are frequent, the output shows neither the
    /// command nor the new position. It shows only the rest of the answer, such as the reason for a
    /// stop.
    pub(super) fn step(&mut self, line: &str) {
        let before = std::mem::take(&mut self.output);
        self.command(line);
        let new = std::mem::replace(&mut self.output, before);
        for line in new {
            if matches!(&line, OutputLine::Answer(text) if !is_place(text)) {
                self.print(line);
            }
        }
    }

    /// Runs a step of [`STEPS`], or the corresponding step back in time.
    pub(super) fn take_step(&mut self, step: usize, back: bool) {
        if back {
            self.step(&format!("back {}", STEP_COMMANDS[step]))
        } else {
            self.step(STEP_COMMANDS[step])
        }
    }

    /// Returns the number of changes made by commands such as `set`.
    pub(super) fn change_count(&self) -> usize {
        self.debugger().timeline().tape().edits().len()
    }

    pub(super) fn print_answer(&mut self, text: &str) {
        let text = self
            .host
            .without_folder(&headless::print::escape_controls(text));
        for line in text.lines() {
            self.print(OutputLine::Answer(line.to_owned()));
        }
    }

    pub(super) fn print(&mut self, line: OutputLine) {
        self.output.push(line);
        if self.output.len() > MAX_OUTPUT_LINES {
            self.output.drain(..MAX_OUTPUT_LINES / 4);
        }
        self.scroll_offset = 0;
        self.screen = None;
    }

    /// Opens the output tab.
    pub(super) fn show_output(&mut self) {
        self.open_tab(OUTPUT);
    }

    /// Opens a tab below the code.
    pub(super) fn open_tab(&mut self, tab: usize) {
        self.tab = tab;
        self.scroll_offset = 0;
        self.screen = None;
    }
}

/// Returns true if a line of a step's answer is only the beam's position or the source line at
/// which the step ended, both of which the screen shows anyway.
fn is_place(text: &str) -> bool {
    let first = text.trim_start().split(' ').next().unwrap_or_default();
    let parts: Vec<&str> = first.split('.').collect();
    let numbers = parts.iter().all(|part| part.parse::<u64>().is_ok());
    numbers && (parts.len() == 3 || text.starts_with(' '))
}

/// Returns the moment (a cycle count) at the start of a line of an answer such as `@28  COLUP0 =
/// $46 ...`.
pub(super) fn moment_in(line: &str) -> Option<u64> {
    let first = line.split_whitespace().next()?;
    first.strip_prefix('@')?.parse().ok()
}
