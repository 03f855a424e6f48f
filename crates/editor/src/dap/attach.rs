//! `attach`: the debugger follows a game in another program.

use super::{
    adapter::{Adapter, Launched},
    attached::{Attached, takeover},
    launch::source_of,
    messages::Request,
};
use debugger::{Debugger, commands::Commander};
use serde_json::{Value, json};
use std::path::PathBuf;

impl Adapter {
    /// Returns true if the debugger follows a game.
    pub(super) fn is_attached(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|session| session.attached.is_some())
    }

    /// Handles the request `attach`. Its arguments are port, program, symbols, map, listing and
    /// stopOnEntry; `program` defaults to the file that the game was loaded from.
    pub(super) fn attach(&mut self, request: &Request) -> Result<Value, String> {
        self.check_not_launched()?;
        let port = request.integer("port")?;
        let port = u16::try_from(port).map_err(|_| format!("{port} is not a port"))?;
        let mut source = source_of(&request.arguments)?;
        let (attached, game) = Attached::connect(port).map_err(|error| error.to_string())?;
        if !source.console.names_cartridge() {
            source.console.rom = game.path.as_ref().map(PathBuf::from);
        }
        source.console.bs.get_or_insert(game.scheme.clone());
        let (loaded, files) = source.load().map_err(|error| error.to_string())?;
        if loaded.cartridge.image() != game.image {
            let name = source
                .console
                .rom
                .map_or("the bundled cartridge".into(), |path| {
                    path.display().to_string()
                });
            return Err(format!(
                "the running game was not started with {name}; load {name} in the game, or set \
                 `program` to the source or image of the game"
            ));
        }
        let debugger = Debugger::take_over(takeover(&loaded.cartridge, &game)?, loaded.program);
        self.session = Some(Launched {
            commander: Commander::new(debugger),
            files: files.with_stop_flag(self.stop_flag()),
            stops_on_entry: request.arguments["stopOnEntry"] == true,
            restarts_on_change: false,
            attached: Some(attached),
        });
        self.show_warnings();
        let name = game.path.unwrap_or_else(|| "bundled".into());
        self.out.event(
            "process",
            json!({ "name": name, "isLocalProcess": true, "startMethod": "attach" }),
        );
        Ok(Value::Null)
    }

    /// If the game has sent a frame, repeats it in the debugger, and sends the resulting events to
    /// the client.
    pub(super) fn follow(&mut self) {
        let Some(session) = &mut self.session else {
            return;
        };
        let Some(attached) = &mut session.attached else {
            return;
        };
        let followed = attached.follow(&mut session.commander.debugger);
        self.send_log();
        match followed {
            Ok(None) => {}
            Ok(Some(stop)) => {
                self.end_run();
                self.send_stop(&stop, "step");
            }
            Err(fault) => self.end_attached_session(&fault),
        }
    }

    /// Checks whether the paused game is still connected.
    pub(super) fn check_game_connection(&mut self) {
        let session = self.session.as_mut().filter(|_| self.configured);
        let Some(attached) = session.and_then(|session| session.attached.as_mut()) else {
            return;
        };
        if let Err(fault) = attached.check_connection() {
            self.end_attached_session(&fault);
        }
    }

    /// Ends the session because the debugger can no longer follow the game; `fault` is the reason.
    fn end_attached_session(&mut self, fault: &str) {
        self.running = None;
        if let Some(session) = &mut self.session {
            session.attached = None;
        }
        self.out.output("console", &format!("{fault}\n"));
        self.out.event("terminated", json!({}));
    }

    /// Disconnects from the game, which then continues from the state of the debugger's machine.
    pub(super) fn detach(&mut self) {
        if let Some(session) = &mut self.session
            && let Some(attached) = session.attached.take()
        {
            attached.detach(&mut session.commander.debugger);
        }
    }
}
