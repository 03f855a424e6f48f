//! What the objects show, as far as registers decide it, and their cycles.

use super::super::{
    cycle::{CYCLES, Mask, Moving},
    objects::Objects,
    revision::MOVABLE,
};

/// What an object that is on shows, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Copies and width, and the graphics in the order in which they are shown.
    Player { mode: u8, graphics: u8 },
    /// Copies, and the width as in the register.
    Missile { mode: u8, width: u8 },
    /// The width as in the register.
    Ball { width: u8 },
}

impl Shown {
    /// Where on its cycle the object is on.
    pub fn mask(self) -> Mask {
        match self {
            Shown::Player { mode, graphics } => {
                CYCLES.players[usize::from(mode & 7)].mask(graphics)
            }
            Shown::Missile { mode, width } => {
                CYCLES.missiles[usize::from(mode & 7)].widths[usize::from(width & 3)]
            }
            Shown::Ball { width } => CYCLES.ball.widths[usize::from(width & 3)],
        }
    }
}

/// Objects go by the number of their output bit: players are 0 and 2, missiles 1 and 3, the ball 4.
impl Objects {
    /// What an object shows; none while it is off.
    pub fn shown(&self, object: usize) -> Option<Shown> {
        let index = object / 2 % 2;
        match object {
            0 | 2 => {
                let player = &self.players[index];
                let (mode, graphics) = (player.mode(), player.shown_graphics());
                (graphics != 0).then_some(Shown::Player { mode, graphics })
            }
            1 | 3 => {
                let missile = &self.missiles[index];
                let mode = missile.mode();
                missile
                    .shown_width()
                    .map(|width| Shown::Missile { mode, width })
            }
            _ => self.ball.shown_width().map(|width| Shown::Ball { width }),
        }
    }

    /// True when the state of every object is its cycle's.
    pub fn are_on_cycle(&mut self) -> bool {
        let sampled = self.edges() == MOVABLE;
        let ball = *self.ball.moving();
        ball == CYCLES.ball.cycle.state(ball.position().index(), sampled)
            && self.players.iter_mut().all(|player| {
                let cycle = &CYCLES.players[usize::from(player.mode())].cycle;
                let moving = *player.moving();
                moving == cycle.state(moving.position().index(), sampled)
            })
            && self.missiles.iter_mut().all(|missile| {
                let cycle = &CYCLES.missiles[usize::from(missile.mode())].cycle;
                let moving = *missile.moving();
                moving == cycle.state(moving.position().index(), sampled)
            })
    }

    /// Puts an object on its cycle, with the first half of the next clock done or not.
    pub fn set_state(&mut self, object: usize, position: usize, sampled: bool) {
        let index = object / 2 % 2;
        match object {
            0 | 2 => {
                let player = &mut self.players[index];
                let cycle = &CYCLES.players[usize::from(player.mode())].cycle;
                *player.moving() = cycle.state(position, sampled);
            }
            1 | 3 => {
                let missile = &mut self.missiles[index];
                let cycle = &CYCLES.missiles[usize::from(missile.mode())].cycle;
                *missile.moving() = cycle.state(position, sampled);
            }
            _ => *self.ball.moving() = CYCLES.ball.cycle.state(position, sampled),
        }
    }
}
