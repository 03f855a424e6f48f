//! A console without pictures, and the record of its input since power-on.

use lab::script;
use vcs::{Cartridge, Input, Machine, Place, PowerOn};

/// Number of frames for which a switch or a button is held.
const HELD_FRAMES: usize = 2;
/// Number of frames between two presses. A cartridge also gets this many frames to start.
pub(crate) const PAUSE_FRAMES: usize = 4;

/// The message for a failure that cannot happen: writing to a `String`.
const TAKES_ALL: &str = "a String takes everything";

/// A machine, its next input, and all earlier input.
#[derive(Debug, Clone)]
pub(crate) struct RecordedMachine {
    pub machine: Machine,
    /// The input for the next and later frames.
    pub input: Input,
    tape: script::Recorder<String>,
}

impl RecordedMachine {
    /// Switches on a console. `script_name` is the name of the cartridge in scripts.
    pub fn new(cartridge: Cartridge, script_name: String, power_on: PowerOn) -> RecordedMachine {
        let setup = script::Setup {
            cartridge: Some(script_name),
            power_on,
            ..script::Setup::default()
        };
        RecordedMachine {
            machine: Machine::new(cartridge, power_on),
            input: Input::default(),
            tape: script::Recorder::new(String::new(), &setup).expect(TAKES_ALL),
        }
    }

    /// Runs one frame.
    pub fn frame(&mut self) {
        let place = Place::frame(self.machine.place().frame);
        self.tape.input(place, &self.input).expect(TAKES_ALL);
        self.machine.set_input(self.input);
        // The robot reads RAM, not the picture.
        self.machine.skip_frame();
    }

    /// Returns all input since power-on, as an input script.
    pub fn script(&self) -> String {
        let end = Place::frame(self.machine.place().frame);
        self.tape.clone().end(end).expect(TAKES_ALL)
    }
}

/// A robot that reads its machine after every frame.
pub(crate) trait Recorded {
    /// Returns the machine.
    fn recorded(&mut self) -> &mut RecordedMachine;

    /// Runs one frame, and reads the game's state.
    fn frame(&mut self);

    /// Runs some frames.
    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    /// Holds a control for two frames, then leaves it released for a few frames.
    fn tap(&mut self, hold: impl Fn(&mut Input))
    where
        Self: Sized,
    {
        let before = self.recorded().input;
        hold(&mut self.recorded().input);
        self.frames(HELD_FRAMES);
        self.recorded().input = before;
        self.frames(PAUSE_FRAMES);
    }
}
