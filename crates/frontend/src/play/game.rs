//! One console being played: frame by frame, forwards and back, with everything that its hands
//! did since power-on.

use super::history::History;
use crate::headless::session::sha256;
use vcs::{
    Cartridge, Frame, Input, Machine, PowerOn,
    television::{Sample, Standard},
    trace::{AudioHash, Hash},
};

/// A console, its cartridge, and its past.
pub struct Game {
    machine: Machine,
    cartridge: Cartridge,
    power_on: PowerOn,
    /// Frames since power-on.
    frames: u64,
    history: History,
    samples: Vec<Sample>,
    audio: AudioHash,
    sha256: String,
    standard: Standard,
}

impl Game {
    /// Switches a console on with the switches as in `input`.
    pub fn new(cartridge: Cartridge, power_on: PowerOn, input: Input) -> Game {
        let mut machine = Machine::new(cartridge.clone(), power_on);
        machine.set_input(input);
        let sha256 = sha256(cartridge.image());
        Game {
            machine,
            cartridge,
            power_on,
            frames: 0,
            history: History::new(input),
            samples: Vec::new(),
            audio: AudioHash::default(),
            sha256,
            standard: Standard::default(),
        }
    }

    /// Switches off and on again.
    pub fn power_cycle(&mut self) {
        let input = *self.machine.input();
        *self = Game::new(self.cartridge.clone(), self.power_on, input);
    }

    /// Lets the hands do `input` for one frame. [`Game::samples`] then has its sound.
    pub fn frame(&mut self, input: Input) -> &Frame {
        self.history.remember(self.frames, &self.machine, input);
        self.samples.clear();
        run(&mut self.machine, input, &mut self.samples);
        self.audio.update(&self.samples);
        self.frames += 1;
        self.standard = self.machine.television().standard();
        self.machine.last_frame()
    }

    /// Goes back by up to `frames`; true where that was possible.
    pub fn back(&mut self, frames: u64) -> bool {
        self.go_to(self.frames.saturating_sub(frames))
    }

    /// Goes forward again over frames that it went back by.
    pub fn forward(&mut self, frames: u64) -> bool {
        self.go_to((self.frames + frames).min(self.history.end()))
    }

    /// Repeats the way from the last remembered machine before `frame`, which gives the very
    /// same machine as before.
    fn go_to(&mut self, frame: u64) -> bool {
        let Some((at, machine)) = self.history.mark_before(frame) else {
            return false;
        };
        if frame == self.frames {
            return false;
        }
        self.machine = machine.clone();
        for number in at..frame {
            self.samples.clear();
            run(
                &mut self.machine,
                self.history.input(number),
                &mut self.samples,
            );
        }
        self.frames = frame;
        true
    }

    /// Puts another moment of the same cartridge in the place of this one.
    pub fn replace(&mut self, machine: Machine, frames: u64, inputs: Vec<(u64, Input)>) {
        self.power_on = machine.power_on();
        self.machine = machine;
        self.frames = frames;
        self.history.replace(frames, inputs);
    }

    /// The console.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Scanlines of the last frame; before the first one, those of an NTSC frame.
    pub fn scanlines(&self) -> usize {
        match self.machine.last_frame().scanlines() {
            0 => 262,
            lines => lines,
        }
    }

    /// The standard that the program seems to be made for.
    pub fn standard(&self) -> Standard {
        self.standard
    }

    /// Frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Sound of the last frame.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Hash of all sound that was made, in the order it was made.
    pub fn audio_hash(&self) -> Hash {
        self.audio.finish()
    }

    /// What the hands did since power-on: each change and its frame.
    pub fn inputs(&self) -> &[(u64, Input)] {
        self.history.changes()
    }

    /// How the console was switched on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// The image's SHA-256, in lower case.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }

    /// The cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        &self.cartridge
    }
}

fn run(machine: &mut Machine, input: Input, samples: &mut Vec<Sample>) {
    if *machine.input() != input {
        machine.set_input(input);
    }
    machine.frame();
    machine.take_samples(samples);
}
