//! The ball: a missile without copies that a reset draws at once.

use super::{
    missile::Draw,
    position::{MAIN, Position},
};
use serde::{Deserialize, Serialize};

/// The ball.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Ball {
    position: Position,
    ctrlpf: u8,
    /// ENABL as written, and the copy that a write of GRP1 takes.
    enabled: [bool; 2],
    delayed: bool,
    draw: Draw,
}

impl Ball {
    /// False for values that only a damaged state can have.
    pub fn is_plausible(&self) -> bool {
        self.position.is_plausible()
    }

    /// The first half of a clock.
    pub fn sample(&mut self) {
        self.position.sample(|count| count == MAIN);
    }

    /// The second half of a clock, unless a reset strobe holds it.
    pub fn tick(&mut self) {
        let reset = self.position.reset_pending();
        if let Some(start) = self.position.tick() {
            self.draw.boundary(start || reset);
        }
    }

    /// RESBL.
    pub fn resbl(&mut self) {
        self.position.reset(|count| count == MAIN);
    }

    /// The ball's output before priority.
    pub fn output(&self) -> bool {
        self.enabled[usize::from(self.delayed)]
            && self.draw.output(self.ctrlpf >> 4, self.position.phase())
    }

    /// CTRLPF.
    pub fn ctrlpf(&mut self, data: u8) {
        self.ctrlpf = data;
    }

    /// ENABL.
    pub fn enabl(&mut self, data: u8) {
        self.enabled[0] = data & 2 != 0;
    }

    /// VDELBL.
    pub fn vdelbl(&mut self, data: u8) {
        self.delayed = data & 1 != 0;
    }

    /// GRP1: copies ENABL into the delayed register.
    pub fn copy_delayed(&mut self) {
        self.enabled[1] = self.enabled[0];
    }
}
