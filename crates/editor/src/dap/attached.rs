//! The game plays in another program, a window or RetroArch, and the debugger follows it.
//!
//! While it plays, each of its frames runs here too, with the same input. Where a breakpoint stops
//! that, the game gets no answer and waits; when it is to play on, it gets this machine.

use attach::{Link, LinkError, News, Order, Whole};
use debugger::{Debugger, Stop, Taken};
use lab::script::Script;
use std::{sync::Arc, time::Duration};
use vcs::{Cartridge, Machine};

/// How long one look at the game's messages waits.
const LOOK: Duration = Duration::from_millis(10);

/// The game that the debugger follows.
#[derive(Debug)]
pub(super) struct Attached {
    link: Link,
    /// The machines that the game has got.
    sent: u32,
    /// The debugger's machine is not where the game is.
    pub is_elsewhere: bool,
    /// The game has no answer yet.
    waits: bool,
}

impl Attached {
    /// Attaches to the game at a port, which then waits.
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

    /// Follows the next frame of the game, if one has run; `Some` where something stops it.
    pub fn follow(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        if self.is_elsewhere {
            return self.send_machine(debugger);
        }
        let fault = |error: LinkError| error.to_string();
        if std::mem::take(&mut self.waits) {
            self.link.send(&Order::Play).map_err(fault)?;
        }
        let answer = match self.link.receive(LOOK).map_err(fault)? {
            None => return Ok(None),
            Some(News::Frame(frame)) => {
                if frame.taken != self.sent {
                    return Ok(None);
                }
                // It was rewound, or it has loaded a state.
                if frame.from != debugger.machine().cycles() {
                    Order::Again
                } else if let Some(stop) = debugger.follow_frame(frame.input, false) {
                    return Ok(Some(stop));
                } else if frame.ends_at(debugger.machine()) {
                    Order::Play
                } else {
                    Order::Again
                }
            }
            Some(News::Whole(whole)) => {
                if whole.image != debugger.machine().cartridge().image() {
                    return Err("another cartridge is in the console".into());
                }
                let cartridge = debugger.machine().cartridge().clone();
                debugger.take_over_again(taken(&cartridge, &whole)?);
                Order::Play
            }
        };
        self.link.send(&answer).map_err(fault)?;
        Ok(None)
    }

    /// Runs to the end of the frame and lets the game play on from there.
    fn send_machine(&mut self, debugger: &mut Debugger) -> Result<Option<Stop>, String> {
        let input = *debugger.machine().input();
        if let Some(stop) = debugger.follow_frame(input, true) {
            return Ok(Some(stop));
        }
        self.send(debugger.machine())?;
        Ok(None)
    }

    /// Looks whether the game is still there while it is held. What it has sent before is old.
    pub fn check(&mut self) -> Result<(), String> {
        let news = self.link.receive(Duration::ZERO);
        news.map(drop).map_err(|error| error.to_string())
    }

    /// Lets the game play on without the debugger, from where its machine is.
    pub fn let_go(mut self, debugger: &mut Debugger) {
        if self.is_elsewhere {
            let end = debugger.timeline().frame_end();
            debugger.go_to(end);
            // A game that has gone needs no machine.
            let _ = self.send(debugger.machine());
        }
        self.link.close();
    }

    fn send(&mut self, machine: &Machine) -> Result<(), String> {
        let order = Order::From(machine.save());
        self.link.send(&order).map_err(|error| error.to_string())?;
        self.sent += 1;
        self.is_elsewhere = false;
        self.waits = false;
        Ok(())
    }
}

/// The game as the debugger takes it over.
pub(super) fn taken(cartridge: &Cartridge, whole: &Whole) -> Result<Taken, String> {
    let machine =
        |state: &Vec<u8>| Machine::load(cartridge, state).map_err(|error| error.to_string());
    let script = whole.script.as_deref().map(Script::parse).transpose();
    let script = script.map_err(|error| format!("the game's input: {error}"))?;
    Ok(Taken {
        cartridge: cartridge.clone(),
        script: script.map(Arc::new),
        past: whole.past.iter().map(machine).collect::<Result<_, _>>()?,
        now: machine(&whole.now)?,
    })
}
