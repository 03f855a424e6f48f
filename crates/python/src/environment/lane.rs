//! One console that an agent plays.

use super::Observation;
use lab::trace::Condition;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use vcs::{Cartridge, Input, Machine, PowerOn, PowerOnState};

/// The settings that all lanes of an environment share.
#[derive(Debug)]
pub struct Settings {
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The inputs before the first step, each with its number of frames.
    pub start: Vec<(Input, u32)>,
    /// The input of each action.
    pub actions: Vec<Input>,
    /// Frames of a step.
    pub skip: u32,
    /// Probability, of 2^32, with which a step repeats the previous action.
    pub sticky: u32,
    /// Maximum number of frames, chosen at random, to wait after the start.
    pub waits: u32,
    /// The observation.
    pub observation: Observation,
    /// The reward of a step: its value after it.
    pub reward: Option<Condition>,
    /// The reward of a step: the change of its value in it.
    pub score: Option<Condition>,
    /// The episode ends when it is not 0.
    pub done: Option<Condition>,
    /// Steps after which an episode is cut off; 0 for never.
    pub most_steps: u64,
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Moment {
    /// The reward.
    pub reward: f64,
    /// The program has ended the episode.
    pub terminated: bool,
    /// The episode has been cut off.
    pub truncated: bool,
}

/// The contents of a saved lane.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    machine: Vec<u8>,
    random: u64,
    action: usize,
    score: i64,
    steps: u64,
    stack: Vec<u8>,
    gray: Vec<u8>,
}

/// The reason why a saved lane cannot be restored.
#[derive(Debug)]
pub enum LaneError {
    /// Not a state of a lane with this observation.
    Damaged,
    /// The machine's state is wrong.
    State(vcs::state::StateError),
}

/// One console, and its last observations.
#[derive(Debug, Clone)]
pub struct Lane {
    settings: Arc<Settings>,
    machine: Machine,
    random: u64,
    action: usize,
    score: i64,
    steps: u64,
    /// The last observations, the oldest first.
    stack: Vec<u8>,
    gray: Vec<u8>,
    row: Vec<u32>,
}

impl Lane {
    /// A lane at its start with seed 0.
    pub fn new(settings: Arc<Settings>) -> Lane {
        let observation = &settings.observation;
        let (gray, row) = observation.buffers();
        let mut lane = Lane {
            machine: Machine::new(settings.cartridge.clone(), PowerOn::default()),
            random: 0,
            action: 0,
            score: 0,
            steps: 0,
            stack: vec![0; observation.size() * observation.stack],
            gray,
            row,
            settings,
        };
        lane.reset(0);
        lane
    }

    /// Switches the console off and on, and runs to the start of an episode.
    pub fn reset(&mut self, seed: u64) {
        let settings = self.settings.clone();
        let state = PowerOnState::Random;
        self.machine = Machine::new(settings.cartridge.clone(), PowerOn { state, seed });
        self.random = seed ^ 0x6a09_e667_f3bc_c908;
        (self.action, self.steps) = (0, 0);
        for (input, frames) in &settings.start {
            self.machine.set_input(*input);
            for _ in 0..*frames {
                self.machine.skip_frame();
            }
        }
        self.machine.set_input(settings.actions[0]);
        let waits = (u64::from(self.number()) * (u64::from(settings.waits) + 1)) >> 32;
        for _ in 0..waits {
            self.machine.skip_frame();
        }
        self.frames(&settings);
        self.score = value(&settings.score, &self.machine);
        let size = settings.observation.size();
        let last = self.stack.len() - size;
        let (before, newest) = self.stack.split_at_mut(last);
        before
            .chunks_mut(size)
            .for_each(|older| older.copy_from_slice(newest));
    }

    /// Takes an action for the frames of a step.
    pub fn step(&mut self, action: usize) -> Moment {
        let settings = self.settings.clone();
        if settings.sticky == 0 || self.number() >= settings.sticky {
            self.action = action;
        }
        self.machine.set_input(settings.actions[self.action]);
        let size = settings.observation.size();
        self.stack.copy_within(size.., 0);
        self.frames(&settings);
        self.steps += 1;
        let score = value(&settings.score, &self.machine);
        let gained = score - self.score;
        self.score = score;
        let reward = value(&settings.reward, &self.machine) + gained;
        Moment {
            reward: reward as f64,
            terminated: value(&settings.done, &self.machine) != 0,
            truncated: settings.most_steps != 0 && self.steps >= settings.most_steps,
        }
    }

    /// Runs the frames of a step and writes the newest observation.
    fn frames(&mut self, settings: &Settings) {
        let observation = &settings.observation;
        let last = self.stack.len() - observation.size();
        let newest = &mut self.stack[last..];
        let pictures = observation.pictures().min(settings.skip);
        for left in (1..settings.skip).rev() {
            match left < pictures {
                true => {
                    self.machine.frame();
                    observation.add_gray(&self.machine, true, &mut self.gray);
                }
                false => self.machine.skip_frame(),
            }
        }
        observation.last_frame(&mut self.machine, newest);
        if !self.gray.is_empty() {
            observation.add_gray(&self.machine, settings.skip == 1, &mut self.gray);
        }
        observation.write(&self.machine, &self.gray, &mut self.row, newest);
    }

    /// The last observations.
    pub fn seen(&self) -> &[u8] {
        &self.stack
    }

    /// The console.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The lane as bytes.
    pub fn save(&self) -> Vec<u8> {
        let saved = Saved {
            machine: self.machine.save(),
            random: self.random,
            action: self.action,
            score: self.score,
            steps: self.steps,
            stack: self.stack.clone(),
            gray: self.gray.clone(),
        };
        postcard::to_allocvec(&saved).expect("plain values have an encoding")
    }

    /// Goes to a saved state of a lane with the same settings.
    ///
    /// # Errors
    /// [`LaneError`]; the lane stays as it is.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), LaneError> {
        let saved: Saved = postcard::from_bytes(bytes).map_err(|_| LaneError::Damaged)?;
        let fits = saved.stack.len() == self.stack.len()
            && saved.gray.len() == self.gray.len()
            && saved.action < self.settings.actions.len();
        if !fits {
            return Err(LaneError::Damaged);
        }
        self.machine =
            Machine::load(&self.settings.cartridge, &saved.machine).map_err(LaneError::State)?;
        (self.random, self.action) = (saved.random, saved.action);
        (self.score, self.steps) = (saved.score, saved.steps);
        (self.stack, self.gray) = (saved.stack, saved.gray);
        Ok(())
    }

    /// The next random number.
    // SplitMix64 (Steele, Lea and Flood, 2014), its upper half.
    fn number(&mut self) -> u32 {
        self.random = self.random.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.random;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 32) as u32
    }
}

fn value(expression: &Option<Condition>, machine: &Machine) -> i64 {
    let Some(expression) = expression else {
        return 0;
    };
    expression.value(machine, &machine.next_step(machine.place()))
}
