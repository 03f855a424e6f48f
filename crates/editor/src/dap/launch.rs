//! Starts a session, and reloads the program when its sources change.

use super::{
    adapter::{Adapter, Launched, Running},
    messages::Request,
};
use clap::ValueEnum;
use debugger::commands::{Commander, Host, LoadedProgram};
use headless::{
    console::{ConsoleArgs, PowerOnChoice},
    program::Source,
    session::SessionArgs,
};
use serde_json::{Value, json};
use std::path::PathBuf;

impl Adapter {
    /// Returns the session, or an error if no program is loaded.
    pub(super) fn launched(&mut self) -> Result<&mut Launched, String> {
        self.session
            .as_mut()
            .ok_or_else(|| "no program is loaded; send `launch` or `attach` first".into())
    }

    /// Handles `launch`, with the arguments program, script, symbols, map, listing, scheme, tv,
    /// seed, powerOn, cartridge, stopOnEntry, restartOnChange, noDebug.
    pub(super) fn launch(&mut self, request: &Request) -> Result<Value, String> {
        self.check_not_launched()?;
        let source = source_of(&request.arguments)?;
        let (loaded, files) = source.load().map_err(|error| error.to_string())?;
        let arguments = &request.arguments;
        self.session = Some(Launched {
            commander: Commander::new(loaded.debugger()),
            files: files.with_stop_flag(self.stop_flag()),
            stops_on_entry: arguments["stopOnEntry"] != false && arguments["noDebug"] != true,
            restarts_on_change: arguments["restartOnChange"] != false,
            attached: None,
        });
        self.show_warnings();
        let name = request.arguments["program"].as_str().unwrap_or("bundled");
        self.out.event(
            "process",
            json!({ "name": name, "isLocalProcess": false, "startMethod": "launch" }),
        );
        Ok(Value::Null)
    }

    /// Checks that the client has sent `initialize`, but no `launch` or `attach` yet.
    pub(super) fn check_not_launched(&self) -> Result<(), String> {
        match (self.initialized, &self.session) {
            (false, _) => Err("the first request must be `initialize`".into()),
            (true, Some(_)) => {
                Err("a program is already loaded; send `restart` to start it again".into())
            }
            (true, None) => Ok(()),
        }
    }

    /// Starts the program: either stops before its first instruction, or lets it run.
    pub(super) fn begin(&mut self) {
        if self
            .session
            .as_ref()
            .is_some_and(|session| session.stops_on_entry)
        {
            self.end_run();
            self.send_stop_for("entry", None);
        } else {
            let _ = self.start(Running::Forward);
        }
    }

    /// Handles `restart`: assembles or loads the program again, and starts it.
    pub(super) fn restart(&mut self, _: &Request) -> Result<Value, String> {
        if self.is_attached() {
            return Err("the debugger cannot restart an attached game; load it again in the window or in RetroArch".into());
        }
        self.running = None;
        let session = self.launched()?;
        let loaded = session.files.reload()?;
        self.replace_program(loaded);
        self.begin();
        Ok(Value::Null)
    }

    /// Shows the assembler's warnings in the debug console.
    pub(super) fn show_warnings(&mut self) {
        if let Some(session) = &self.session {
            self.out.output("console", session.files.warnings());
        }
    }

    fn replace_program(&mut self, loaded: LoadedProgram) {
        self.show_warnings();
        if let Some(session) = &mut self.session {
            session.commander.restart_with(loaded);
            let notes = session.commander.take_notes();
            self.out.output("console", &notes);
        }
        self.set_breakpoints_again();
        self.out.event("invalidated", json!({ "areas": ["all"] }));
    }

    /// Replaces the program with its changed version. If possible, the new program continues with
    /// the current values of the variables (see [`Commander::continue_with`]); otherwise it starts
    /// from the beginning.
    fn continue_with(&mut self, loaded: LoadedProgram) {
        self.show_warnings();
        let mut reason = None;
        if let Some(session) = &mut self.session {
            reason = session.commander.continue_with(loaded);
            let notes = session.commander.take_notes();
            self.out.output("console", &notes);
        }
        self.set_breakpoints_again();
        self.out.event("invalidated", json!({ "areas": ["all"] }));
        match reason {
            None => {
                let text = "the source has changed; the new program continues\n";
                self.out.output("console", text);
                if self.running.is_none() {
                    self.send_stop_for("pause", None);
                }
            }
            Some(reason) => {
                let text =
                    format!("the source has changed; the program starts again, because {reason}\n");
                self.out.output("console", &text);
                self.begin();
            }
        }
    }

    /// Checks the sources for changes, and replaces the program if they have changed. If the
    /// sources have errors, the old program remains loaded.
    pub(super) fn check_sources(&mut self) {
        let Some(session) = self
            .session
            .as_mut()
            .filter(|session| session.restarts_on_change)
        else {
            return;
        };
        if !self.configured || !session.files.have_changed() {
            return;
        }
        match session.files.reload() {
            Ok(loaded) => {
                self.continue_with(loaded);
            }
            Err(fault) => {
                let text = format!(
                    "the source has changed but does not assemble; the old program remains\n\
                     {fault}\n"
                );
                self.out.output("stderr", &text);
            }
        }
    }
}

/// Returns the program that the arguments of `launch` or `attach` describe.
pub(super) fn source_of(arguments: &Value) -> Result<Source, String> {
    let path = |name: &str| arguments[name].as_str().map(PathBuf::from);
    let text = |name: &str| arguments[name].as_str().map(str::to_owned);
    let power_on = match arguments["powerOn"].as_str() {
        None => None,
        Some(word) => Some(PowerOnChoice::from_str(word, true).map_err(|_| {
            format!("powerOn must be zero, ones, random or random-tia, not {word}")
        })?),
    };
    Ok(Source {
        console: ConsoleArgs {
            bs: text("scheme"),
            seed: arguments["seed"].as_u64(),
            power_on,
            cartridge: text("cartridge"),
            ..ConsoleArgs::for_rom(path("program"))
        },
        session: SessionArgs {
            input: path("script"),
            symbols: path("symbols"),
            arm_symbols: None,
            tv: text("tv"),
        },
        map: path("map"),
        listing: path("listing"),
    })
}
