//! A game in another program (the window or RetroArch) that the debugger follows.
//!
//! The debugger repeats each frame of the game on its own machine, with the same input, and then
//! answers. If a breakpoint stops its machine, the debugger does not answer, so the game waits. To
//! resume the game, the debugger sends it the state of its machine.

use attach::{DebuggerMessage, FullState, GameMessage, Link, LinkError};
use debugger::{Debugger, Stop, Takeover};
use lab::script::Script;
use std::{sync::Arc, time::Duration};
use vcs::{Cartridge, Machine};

/// Timeout of one poll for messages from the game.
const POLL_TIMEOUT: Duration = Duration::from_millis(10);

/// The game that the debugger follows.
#[derive(Debug)]
pub(super) struct Attached {
    link: Link,
    /// Number of machine states sent to the game.
    states_sent: u32,
    /// True if the debugger's machine may be at a different moment from the game's machine.
    pub is_out_of_sync: bool,
    /// True while the game is waiting for the answer to its first message.
    game_is_waiting: bool,
}

impl Attached {
    /// Attaches to the game on a port. The game then waits for an answer to its first message.
    pub fn connect(port: u16) -> Result<(Attached, FullState), LinkError> {
        let (link, state) = Link::connect(port)?;
        let attached = Attached {
            link,
            states_sent: 0,
            is_out_of_sync: false,
            game_is_waiting: true,
        };
        Ok((attached, state))
    }

    /// Follows the game: if the game has run a frame, repeats it on the debugger's machine. If
    /// [`Attached::is_out_of_sync`] is true, finishes the frame and sends the state of the
    /// debugger's machine to the game instead. Returns a stop if a breakpoint or trap stops the
    /// machine.
    pub fn follow(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        if self.is_out_of_sync {
            return self.send_machine(debugger);
        }
        let error_text = |error: LinkError| error.to_string();
        if std::mem::take(&mut self.game_is_waiting) {
            self.link.send(&DebuggerMessage::Play).map_err(error_text)?;
        }
        let answer = match self.link.receive(POLL_TIMEOUT).map_err(error_text)? {
            None => return Ok(None),
            Some(GameMessage::Frame(frame)) => {
                if frame.states_received != self.states_sent {
                    return Ok(None);
                }
                // The cycle counts differ if the game was rewound or has loaded a state.
                if frame.start_cycle != debugger.machine().cycles() {
                    DebuggerMessage::Resend
                } else if let Some(stop) = debugger.follow_frame(frame.input, false) {
                    return Ok(Some(stop));
                } else if frame.ends_at(debugger.machine()) {
                    DebuggerMessage::Play
                } else {
                    DebuggerMessage::Resend
                }
            }
            Some(GameMessage::FullState(state)) => {
                if state.image != debugger.machine().cartridge().image() {
                    return Err("the game has loaded another cartridge; attach again".into());
                }
                let cartridge = debugger.machine().cartridge().clone();
                debugger.take_over_again(takeover(&cartridge, &state)?);
                DebuggerMessage::Play
            }
        };
        self.link.send(&answer).map_err(error_text)?;
        Ok(None)
    }

    /// Runs to the end of the frame, and resumes the game with the machine's state. If a breakpoint
    /// or trap stops the machine first, returns this stop and does not resume the game.
    fn send_machine(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        let input = *debugger.machine().input();
        if let Some(stop) = debugger.follow_frame(input, true) {
            return Ok(Some(stop));
        }
        self.send(debugger.machine())?;
        Ok(None)
    }

    /// Checks whether the paused game is still connected. Discards any message from the game.
    pub fn check_connection(&mut self) -> Result<(), String> {
        let received = self.link.receive(Duration::ZERO);
        received.map(drop).map_err(|error| error.to_string())
    }

    /// Disconnects from the game, which then continues from the state of the debugger's machine.
    pub fn detach(mut self, debugger: &mut Debugger) {
        if self.is_out_of_sync {
            let end = debugger.timeline().frame_end();
            debugger.go_to(end);
            // If sending fails, the game has disconnected and does not need the state.
            let _ = self.send(debugger.machine());
        }
        self.link.close();
    }

    fn send(&mut self, machine: &Machine) -> Result<(), String> {
        let message = DebuggerMessage::ContinueFrom(machine.save());
        self.link
            .send(&message)
            .map_err(|error| error.to_string())?;
        self.states_sent += 1;
        self.is_out_of_sync = false;
        self.game_is_waiting = false;
        Ok(())
    }
}

/// Converts the full state that the game has sent into a [`Takeover`] for the debugger.
pub(super) fn takeover(cartridge: &Cartridge, state: &FullState) -> Result<Takeover, String> {
    let machine =
        |state: &Vec<u8>| Machine::load(cartridge, state).map_err(|error| error.to_string());
    let script = state.script.as_deref().map(Script::parse).transpose();
    let script = script.map_err(|error| format!("the game's input: {error}"))?;
    Ok(Takeover {
        cartridge: cartridge.clone(),
        script: script.map(Arc::new),
        past: state
            .earlier_states
            .iter()
            .map(machine)
            .collect::<Result<_, _>>()?,
        now: machine(&state.current_state)?,
    })
}
