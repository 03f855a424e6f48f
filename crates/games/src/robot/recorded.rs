//! A console that draws no pictures and records its input from power-on.

use lab::script;
use vcs::{Cartridge, Input, Machine, Place, PowerOn};

/// Number of frames for which a switch or a button is held.
const HELD_FRAMES: usize = 2;
/// Number of frames between two presses. After power-on, the robot also waits this many frames.
pub(crate) const PAUSE_FRAMES: usize = 4;

/// The panic message for a failed write to a `String`, which cannot happen.
const CANNOT_FAIL: &str = "writing to a String cannot fail";

/// A machine, its next input, and a recording of all earlier input.
#[derive(Debug, Clone)]
pub(crate) struct RecordedMachine {
    pub machine: Machine,
    /// The input for the next frame; it stays the same until it is changed.
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
            tape: script::Recorder::new(String::new(), &setup).expect(CANNOT_FAIL),
        }
    }

    /// Runs one frame.
    pub fn frame(&mut self) {
        let place = Place::frame(self.machine.place().frame);
        self.tape.input(place, &self.input).expect(CANNOT_FAIL);
        self.machine.set_input(self.input);
        // Skip the picture: the robot reads only RAM.
        self.machine.skip_frame();
    }

    /// Returns all input since power-on, as an input script.
    pub fn script(&self) -> String {
        let end = Place::frame(self.machine.place().frame);
        self.tape.clone().end(end).expect(CANNOT_FAIL)
    }
}

/// A robot that reads the state of its game from RAM after every frame.
pub(crate) trait RecordedRobot {
    /// Returns the robot's machine.
    fn recorded_machine(&mut self) -> &mut RecordedMachine;

    /// Runs one frame, and reads the game's state.
    fn frame(&mut self);

    /// Runs `count` frames.
    fn frames(&mut self, count: usize) {
        (0..count).for_each(|_| self.frame());
    }

    /// Holds a control for two frames, then releases it and waits for four frames.
    fn tap(&mut self, hold: impl Fn(&mut Input))
    where
        Self: Sized,
    {
        let before = self.recorded_machine().input;
        hold(&mut self.recorded_machine().input);
        self.frames(HELD_FRAMES);
        self.recorded_machine().input = before;
        self.frames(PAUSE_FRAMES);
    }
}
