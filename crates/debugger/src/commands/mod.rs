//! The debugger's commands as lines of text, for use in the terminal, scripts, an editor's console
//! and the MCP server.
//!
#![doc = include_str!("../../docs/commands.md")]

mod bytes;
mod help;
mod moving;
mod points;
mod showing;
mod steps;

pub use help::{COMMANDS, help};
pub use steps::STEPS;

use crate::{
    debugger::{Debugger, Interrupt},
    hot_reload::carry_over,
    patches::Patches,
    program::Program,
    stop::Stop,
    view,
};
use lab::{RamSearch, script::Script};
use std::{collections::HashMap, sync::Arc};
use strsim::damerau_levenshtein;
use thiserror::Error;
use vcs::{Cartridge, Frame};

/// The reason a command was not executed.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is not a command.
    #[error("there is no command `{word}`{hint}; `help` lists the commands")]
    Unknown {
        /// The word.
        word: String,
        /// `; perhaps NAME`, or an empty string.
        hint: String,
    },
    /// The arguments to the command are incorrect.
    #[error("{message}; write: {usage}")]
    Usage {
        /// A description of the fault in the arguments.
        message: String,
        /// The syntax of the command.
        usage: &'static str,
    },
    /// The command is well-formed but cannot be executed.
    #[error("{0}")]
    Refused(String),
}

/// The services that commands need from the caller: access to files, and a way to interrupt a run.
pub trait Host {
    /// Returns the text of a source file of the program.
    fn source(&mut self, path: &str) -> Option<String>;

    /// Writes a frame as a picture.
    ///
    /// # Errors
    /// The reason the picture cannot be written, as a sentence.
    fn save_picture(&mut self, path: &str, frame: &Frame) -> Result<(), String>;

    /// Assembles or reads the program again, and returns it.
    ///
    /// # Errors
    /// The reason the program cannot be loaded, as text for the user.
    fn reload(&mut self) -> Result<LoadedProgram, String>;

    /// Returns true if a long run should end now.
    fn interrupted(&mut self) -> bool;

    /// Returns the text that says why an interrupted run has ended.
    fn interruption_message(&self) -> &'static str {
        "interrupted"
    }
}

/// A program that is ready to run.
#[derive(Debug, Clone)]
pub struct LoadedProgram {
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The names and source lines.
    pub program: Program,
    /// The input script to play.
    pub script: Arc<Script>,
}

impl LoadedProgram {
    /// Returns a debugger for the program, at the first instruction.
    pub fn debugger(self) -> Debugger {
        Debugger::new(self.cartridge, self.program, self.script)
    }
}

/// The result of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The text to print, as whole lines.
    pub text: String,
    /// The stop at which the command left the machine; `None` if the command did not move the
    /// machine.
    pub stop: Option<Stop>,
    /// True if the session should end.
    pub quit: bool,
}

impl Answer {
    fn text(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            ..Answer::default()
        }
    }
}

/// An interpreter of commands. It holds the debugger and the state that is kept from one command to
/// the next.
#[derive(Debug, Clone)]
pub struct Commander {
    /// The debugger.
    pub debugger: Debugger,
    /// The last command that moved the machine, which an empty line repeats.
    last_move: String,
    /// The contents of RAM before the last step, to mark the bytes that have changed.
    ram_before: [u8; 128],
    /// The lines of each source file that has been requested; `None` for a file that cannot be
    /// read.
    sources: HashMap<String, Option<Vec<String>>>,
    /// The search for a byte of RAM; `None` if none is in progress.
    search: Option<RamSearch>,
    /// The bytes of the cartridge that were changed.
    patches: Patches,
    /// Messages about patches since the last [`Commander::take_notes`].
    notes: String,
}

impl Commander {
    /// Creates a commander for a debugger.
    pub fn new(debugger: Debugger) -> Commander {
        Commander {
            ram_before: *debugger.machine().ram(),
            debugger,
            last_move: String::new(),
            sources: HashMap::new(),
            search: None,
            patches: Patches::default(),
            notes: String::new(),
        }
    }

    /// Returns the contents of RAM before the last step.
    pub fn ram_before(&self) -> &[u8; 128] {
        &self.ram_before
    }

    /// Executes one command.
    ///
    /// # Errors
    /// [`CommandError`] if the command cannot be executed.
    pub fn command(&mut self, line: &str, host: &mut dyn Host) -> Result<Answer, CommandError> {
        let line = match line.trim() {
            "" => self.last_move.clone(),
            line => line.to_owned(),
        };
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        let rest = rest.trim();
        if word.is_empty() || word.starts_with('#') {
            return Ok(Answer::default());
        }
        let Some(command) = help::find(word) else {
            return Err(unknown_command(word));
        };
        let ram = *self.debugger.machine().ram();
        let mut answer = match command.name {
            name if steps::step_of(name).is_some() => self.forward(name, rest, host),
            "back" => self.backward(rest, host),
            "out" => self.out(host),
            "run" => self.run(rest, host),
            "to" => self.run_to(rest, host),
            "goto" => self.go_to(rest, host),
            "break" => self.add_break(rest),
            "watch" => self.add_watch(rest),
            "trap" => self.set_trap(rest),
            "points" => Ok(self.list_points()),
            "delete" => self.delete(rest),
            "enable" => self.set_enabled(rest, true),
            "disable" => self.set_enabled(rest, false),
            "print" => self.print(rest),
            "set" => self.set(rest),
            "patch" => self.patch(rest),
            "search" => self.search(rest),
            "graphics" => self.graphics(rest),
            "input" => self.input(rest),
            "why" => self.why(rest),
            "who" => self.who(rest),
            "list" => self.list(rest, host),
            "disassemble" => self.disassemble(rest),
            "memory" => self.memory(rest),
            "picture" => self.picture(rest, host),
            "reload" => self.reload(host),
            "help" => help::help(rest)
                .map(Answer::text)
                .map_err(CommandError::Refused),
            "quit" => Ok(Answer {
                quit: true,
                ..Answer::default()
            }),
            name => self.show(name),
        }?;
        if let Some(stop) = answer.stop.clone() {
            self.last_move = line;
            self.ram_before = ram;
            answer.text = self.stop_text(&stop, host);
        }
        Ok(answer)
    }

    /// Returns the text to print at a stop: log lines, the reasons, the place and the source line.
    pub fn stop_text(&mut self, stop: &Stop, host: &mut dyn Host) -> String {
        let mut text = self.take_notes();
        let log = self.debugger.points.take_log().into_iter();
        text.extend(log.map(|line| line + "\n"));
        text += &view::reasons(&self.debugger, stop, host.interruption_message());
        text += &view::status_line(&self.debugger);
        let pc = self.debugger.pc();
        let span = self
            .debugger
            .program()
            .span(self.debugger.machine(), pc)
            .copied();
        if let Some(span) = span {
            let file = self.debugger.program().file(span.line).to_owned();
            if let Some(line) = self.source_line(&file, span.line.line, host) {
                text += &format!("{:5}  {line}\n", span.line.line);
            }
        }
        text
    }

    /// Returns one line of a source file.
    fn source_line(&mut self, file: &str, line: u32, host: &mut dyn Host) -> Option<String> {
        let lines = self.sources.entry(file.to_owned()).or_insert_with(|| {
            let text = host.source(file)?;
            Some(text.lines().map(str::to_owned).collect())
        });
        let lines = lines.as_ref()?;
        lines.get(line.checked_sub(1)? as usize).cloned()
    }

    fn reload(&mut self, host: &mut dyn Host) -> Result<Answer, CommandError> {
        let loaded = host.reload().map_err(CommandError::Refused)?;
        self.restart_with(loaded);
        Ok(Answer {
            stop: Some(Stop {
                reasons: Vec::new(),
                place: self.debugger.place(),
                moment: self.debugger.moment(),
            }),
            ..Answer::default()
        })
    }

    /// Continues with a changed program if [`carry_over`] can transfer the machine's state to it.
    /// Otherwise, restarts with the changed program and returns the reason why.
    pub fn continue_with(&mut self, mut loaded: LoadedProgram) -> Option<String> {
        self.patch_program(&mut loaded);
        let debugger = &self.debugger;
        let carried = match loaded.script.events.is_empty() {
            true => carry_over(
                debugger.machine(),
                debugger.program(),
                &loaded.cartridge,
                &loaded.program,
            ),
            false => Err("an input script is playing".into()),
        };
        match carried {
            Ok(machine) => {
                self.sources.clear();
                self.debugger.continue_with(machine, loaded.program);
                self.relocate_points();
                None
            }
            Err(reason) => {
                self.restart_patched(loaded);
                Some(reason)
            }
        }
    }

    /// Restarts with a different program. Sets the breakpoints on lines and labels again in the new
    /// program, and disables those whose place no longer exists.
    pub fn restart_with(&mut self, mut loaded: LoadedProgram) {
        self.patch_program(&mut loaded);
        self.restart_patched(loaded);
    }

    /// Applies the patches to a reloaded program. Skips a patch if the new program has a different
    /// original byte there.
    fn patch_program(&mut self, loaded: &mut LoadedProgram) {
        let running = self.debugger.machine().cartridge().image();
        self.notes += &self.patches.carry_over(running, &mut loaded.cartridge);
    }

    /// Removes and returns the messages about patches that were added since the last call, one line
    /// for each patch.
    pub fn take_notes(&mut self) -> String {
        std::mem::take(&mut self.notes)
    }

    fn restart_patched(&mut self, loaded: LoadedProgram) {
        self.sources.clear();
        self.debugger
            .restart_with(loaded.cartridge, loaded.program, loaded.script);
        self.relocate_points();
    }
}

/// Returns a function that asks the host whether to interrupt the run.
fn interrupt_from(host: &mut dyn Host) -> impl FnMut() -> bool + '_ {
    || host.interrupted()
}

/// Calls `run` with a function that asks the host whether to interrupt the run.
fn with_interrupt<T>(host: &mut dyn Host, run: impl FnOnce(Interrupt) -> T) -> T {
    run(&mut interrupt_from(host))
}

fn unknown_command(word: &str) -> CommandError {
    let closest = COMMANDS
        .iter()
        .map(|command| (damerau_levenshtein(command.name, word), command.name))
        .filter(|(distance, _)| *distance <= 2)
        .min();
    CommandError::Unknown {
        word: word.chars().take(40).collect(),
        hint: closest.map_or(String::new(), |(_, name)| format!("; perhaps {name}")),
    }
}

/// Returns the error for incorrect arguments to a command.
fn usage(name: &str, message: impl Into<String>) -> CommandError {
    CommandError::Usage {
        message: message.into(),
        usage: help::find(name).map_or("", |command| command.usage),
    }
}
