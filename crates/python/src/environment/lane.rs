//! One console that an agent plays.

use super::Observation;
use lab::trace::Condition;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use vcs::{Cartridge, Input, Machine, PowerOn, PowerOnState, television::Sample};

/// The settings that all lanes of an environment share.
#[derive(Debug)]
pub struct Settings {
    /// The cartridge.
    pub cartridge: Cartridge,
    /// The inputs before the first step, each with the number of frames for which it is held.
    pub start: Vec<(Input, u32)>,
    /// The input that each action holds.
    pub actions: Vec<Input>,
    /// Number of frames in a step.
    pub frame_skip: u32,
    /// Probability that a frame repeats the action of the previous frame, in units of 1/2^32.
    pub repeat_probability: u32,
    /// Maximum number of frames to wait after the inputs in `start`; the actual number is random.
    pub max_start_wait: u32,
    /// The observation.
    pub observation: Observation,
    /// If given, the reward of a step includes the value of this expression after the step.
    pub reward: Option<Condition>,
    /// If given, the reward of a step includes the change of this expression's value during the
    /// step.
    pub score: Option<Condition>,
    /// The episode ends when the value of this expression is not 0.
    pub done: Option<Condition>,
    /// Number of steps after which an episode is cut off; 0 for never.
    pub max_steps: u64,
}

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct StepResult {
    /// The reward.
    pub reward: f64,
    /// True if the program has ended the episode.
    pub terminated: bool,
    /// True if the episode has been cut off because it has reached the maximum number of steps.
    pub truncated: bool,
}

/// The reason a saved lane cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum LaneError {
    /// The bytes are not the state of a lane with these settings.
    #[error(
        "this is not a state of an environment with these actions and observations; use one that \
         clone_state() returned with the same options"
    )]
    Mismatch,
    /// The machine's part of the state is invalid.
    #[error(transparent)]
    State(#[from] vcs::state::StateError),
}

/// The episode in progress.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Episode {
    /// The state of the random number generator.
    random_state: u64,
    action: usize,
    score: i64,
    steps: u64,
    /// The last observations, oldest first.
    stack: Vec<u8>,
}

/// One console, and its last observations.
#[derive(Debug, Clone)]
pub struct Lane {
    settings: Arc<Settings>,
    machine: Machine,
    episode: Episode,
    /// The picture of the previous frame, if the observation needs it.
    previous: Vec<u8>,
    /// A buffer for the sound of a step, which no observation uses.
    samples: Vec<Sample>,
}

impl Lane {
    /// Creates a lane. Call [`Lane::reset`] before the first step. `seed` seeds the lane's random
    /// number generator.
    pub fn new(settings: Arc<Settings>, seed: u64) -> Lane {
        let observation = &settings.observation;
        Lane {
            machine: Machine::new(settings.cartridge.clone(), PowerOn::default()),
            episode: Episode {
                random_state: seed,
                action: 0,
                score: 0,
                steps: 0,
                stack: vec![0; observation.size * observation.stack],
            },
            previous: vec![0; observation.stored_bytes()],
            samples: Vec::with_capacity(1 << 15),
            settings,
        }
    }

    /// Powers the console off and on, and runs to the start of an episode. If `seed` is `None`,
    /// takes one from the lane's random number generator.
    pub fn reset(&mut self, seed: Option<u64>) {
        let settings = self.settings.clone();
        let seed =
            seed.unwrap_or_else(|| u64::from(self.random()) << 32 | u64::from(self.random()));
        let state = PowerOnState::Random;
        self.machine = Machine::new(settings.cartridge.clone(), PowerOn { state, seed });
        self.episode.random_state = seed ^ 0x6a09_e667_f3bc_c908;
        (self.episode.action, self.episode.steps) = (0, 0);
        for (input, frames) in &settings.start {
            self.machine.set_input(*input);
            (0..*frames).for_each(|_| self.machine.skip_frame());
        }
        self.machine.set_input(settings.actions[0]);
        let wait = (u64::from(self.random()) * (u64::from(settings.max_start_wait) + 1)) >> 32;
        (0..wait).for_each(|_| self.machine.skip_frame());
        self.run_frames(&settings, 0);
        [_, self.episode.score, _] = self.expression_values(&settings);
        let size = settings.observation.size;
        let last = self.episode.stack.len() - size;
        let (before, newest) = self.episode.stack.split_at_mut(last);
        for older in before.chunks_mut(size) {
            older.copy_from_slice(newest);
        }
    }

    /// Takes a step: holds an action for `Settings::frame_skip` frames.
    pub fn step(&mut self, action: usize) -> StepResult {
        let settings = self.settings.clone();
        self.episode
            .stack
            .copy_within(settings.observation.size.., 0);
        self.run_frames(&settings, action);
        self.episode.steps = self.episode.steps.saturating_add(1);
        let [reward, score, done] = self.expression_values(&settings);
        let gained = score - std::mem::replace(&mut self.episode.score, score);
        StepResult {
            reward: (reward + gained) as f64,
            terminated: done != 0,
            truncated: settings.max_steps != 0 && self.episode.steps >= settings.max_steps,
        }
    }

    /// Runs the frames of a step and writes the newest observation.
    // Each frame may repeat the previous action, as in ALE (StellaEnvironment::act).
    fn run_frames(&mut self, settings: &Settings, action: usize) {
        let observation = &settings.observation;
        let last = self.episode.stack.len() - observation.size;
        for left in (0..settings.frame_skip).rev() {
            if settings.repeat_probability == 0 || self.random() >= settings.repeat_probability {
                self.episode.action = action;
            }
            let input = settings.actions[self.episode.action];
            if *self.machine.input() != input {
                self.machine.set_input(input);
            }
            match left {
                0 => observation.run_last_frame(&mut self.machine, &mut self.episode.stack[last..]),
                _ if left < observation.frames_to_draw() => {
                    self.machine.frame();
                }
                _ => self.machine.skip_frame(),
            }
            if left == 1 || settings.frame_skip == 1 {
                observation.store(&self.machine, &mut self.previous);
            }
        }
        // Take the sound out of the machine, so that saved states stay small.
        self.machine.take_samples(&mut self.samples);
        self.samples.clear();
        observation.write(
            &self.machine,
            &self.previous,
            &mut self.episode.stack[last..],
        );
    }

    /// Returns the values of the expressions `reward`, `score` and `done`. The value of a missing
    /// expression is 0.
    fn expression_values(&self, settings: &Settings) -> [i64; 3] {
        let step = self.machine.next_step(self.machine.place());
        [&settings.reward, &settings.score, &settings.done].map(|expression| {
            let expression = expression.as_ref();
            expression.map_or(0, |expression| expression.value(&self.machine, &step))
        })
    }

    /// Returns the stack of the last observations, which is what the agent sees.
    pub fn observation(&self) -> &[u8] {
        &self.episode.stack
    }

    /// Returns the console.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// Returns the state of the lane as bytes.
    pub fn save(&self) -> Vec<u8> {
        let saved = (self.machine.save(), &self.episode);
        postcard::to_allocvec(&saved).expect("plain values have an encoding")
    }

    /// Restores a state that was saved by a lane with the same settings.
    ///
    /// # Errors
    /// [`LaneError`]. The lane is then unchanged.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), LaneError> {
        let (machine, episode): (Vec<u8>, Episode) =
            postcard::from_bytes(bytes).map_err(|_| LaneError::Mismatch)?;
        let actions = self.settings.actions.len();
        if episode.stack.len() != self.episode.stack.len() || episode.action >= actions {
            return Err(LaneError::Mismatch);
        }
        self.machine = Machine::load(&self.settings.cartridge, &machine)?;
        self.episode = episode;
        Ok(())
    }

    /// Returns the next random number.
    // This is the upper half of a SplitMix64 number (Steele, Lea and Flood, 2014).
    fn random(&mut self) -> u32 {
        let state = &mut self.episode.random_state;
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = *state;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) >> 32) as u32
    }
}
