//! A game in another program (a window or RetroArch) that the debugger follows.
//!
//! The debugger repeats each frame of the game with the same input. If a breakpoint stops the
//! debugger's machine, the debugger sends no answer, and the game waits. To resume the game, the
//! debugger sends its machine.

use attach::{DebuggerMessage, GameMessage, Link, LinkError, Whole};
use debugger::{Debugger, Stop, Takeover};
use lab::script::Script;
use std::{sync::Arc, time::Duration};
use vcs::{Cartridge, Machine};

/// Timeout of one poll of the game's messages.
const LOOK: Duration = Duration::from_millis(10);

/// The game that the debugger follows.
#[derive(Debug)]
pub(super) struct Attached {
    link: Link,
    /// The number of machines sent to the game.
    sent: u32,
    /// Whether the debugger's machine is at a different moment from the game's.
    pub is_elsewhere: bool,
    /// Whether the game waits for an answer.
    waits: bool,
}

impl Attached {
    /// Attaches to the game at a port; the game then waits.
    pub fn connect(port: u16) -> Result<(Attached, Whole), LinkError> {
        let (link, whole) = Link::connect(port)?;
        let attached = Attached {
            link,
            sent: 0,
            is_elsewhere: false,
            waits: true,
        };
        Ok((attached, whole))
    }

    /// Repeats the next frame of the game, if one has run; returns `Some` if a breakpoint or trap
    /// stops the machine.
    pub fn follow(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        if self.is_elsewhere {
            return self.send_machine(debugger);
        }
        let fault = |error: LinkError| error.to_string();
        if std::mem::take(&mut self.waits) {
            self.link.send(&DebuggerMessage::Play).map_err(fault)?;
        }
        let answer = match self.link.receive(LOOK).map_err(fault)? {
            None => return Ok(None),
            Some(GameMessage::Frame(frame)) => {
                if frame.taken != self.sent {
                    return Ok(None);
                }
                // The game was rewound, or it has loaded a state.
                if frame.from != debugger.machine().cycles() {
                    DebuggerMessage::Again
                } else if let Some(stop) = debugger.follow_frame(frame.input, false) {
                    return Ok(Some(stop));
                } else if frame.ends_at(debugger.machine()) {
                    DebuggerMessage::Play
                } else {
                    DebuggerMessage::Again
                }
            }
            Some(GameMessage::Whole(whole)) => {
                if whole.image != debugger.machine().cartridge().image() {
                    return Err("another cartridge is in the console".into());
                }
                let cartridge = debugger.machine().cartridge().clone();
                debugger.take_over_again(takeover(&cartridge, &whole)?);
                DebuggerMessage::Play
            }
        };
        self.link.send(&answer).map_err(fault)?;
        Ok(None)
    }

    /// Runs to the end of the frame and resumes the game from there.
    fn send_machine(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        let input = *debugger.machine().input();
        if let Some(stop) = debugger.follow_frame(input, true) {
            return Ok(Some(stop));
        }
        self.send(debugger.machine())?;
        Ok(None)
    }

    /// Checks whether the paused game is still connected. Ignores its earlier messages.
    pub fn check(&mut self) -> Result<(), String> {
        let received = self.link.receive(Duration::ZERO);
        received.map(drop).map_err(|error| error.to_string())
    }

    /// Resumes the game without the debugger, from the debugger's machine.
    pub fn let_go(mut self, debugger: &mut Debugger) {
        if self.is_elsewhere {
            let end = debugger.timeline().frame_end();
            debugger.go_to(end);
            // If the game has disconnected, it does not need the machine.
            let _ = self.send(debugger.machine());
        }
        self.link.close();
    }

    fn send(&mut self, machine: &Machine) -> Result<(), String> {
        let message = DebuggerMessage::From(machine.save());
        self.link
            .send(&message)
            .map_err(|error| error.to_string())?;
        self.sent += 1;
        self.is_elsewhere = false;
        self.waits = false;
        Ok(())
    }
}

/// Converts the game for the debugger.
pub(super) fn takeover(cartridge: &Cartridge, whole: &Whole) -> Result<Takeover, String> {
    let machine =
        |state: &Vec<u8>| Machine::load(cartridge, state).map_err(|error| error.to_string());
    let script = whole.script.as_deref().map(Script::parse).transpose();
    let script = script.map_err(|error| format!("the game's input: {error}"))?;
    Ok(Takeover {
        cartridge: cartridge.clone(),
        script: script.map(Arc::new),
        past: whole.past.iter().map(machine).collect::<Result<_, _>>()?,
        now: machine(&whole.now)?,
    })
}
