//! What an object shows, as far as registers decide it.

use super::super::{
    cycle::{CYCLES, Mask},
    missile::Missile,
    objects::Objects,
    player::Player,
};

/// What an object shows, wherever it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Shown {
    /// NUSIZx D2-D0: copies, and a player's size.
    copies: u8,
    /// A player's graphics, in the order in which they are shown; of missiles and the ball the width as in
    /// the register, and one more. 0 shows nothing.
    pattern: u8,
}

impl Shown {
    fn player(player: &Player) -> Shown {
        Shown::some(player.mode(), player.shown_graphics())
    }

    fn missile(missile: &Missile) -> Shown {
        let width = missile.shown_width();
        Shown::some(missile.mode(), width.map_or(0, |width| width + 1))
    }

    /// Whatever shows nothing is the same.
    fn some(copies: u8, pattern: u8) -> Shown {
        match pattern {
            0 => Shown::default(),
            _ => Shown { copies, pattern },
        }
    }

    /// True if the object is on somewhere.
    pub fn is_something(self) -> bool {
        self.pattern != 0
    }

    /// Where on its cycle `object` is on.
    pub fn mask(self, object: usize) -> Mask {
        let copies = usize::from(self.copies & 7);
        let width = usize::from(self.pattern.wrapping_sub(1) & 3);
        match object {
            _ if !self.is_something() => [0; 4],
            0 | 2 => CYCLES.players[copies].mask(self.pattern),
            1 | 3 => CYCLES.missiles[copies].widths[width],
            _ => CYCLES.ball.widths[width],
        }
    }
}

/// Objects go by the number of their output bit: players are 0 and 2, missiles 1 and 3, the ball 4.
impl Objects {
    /// What an object shows.
    pub fn shown(&self, object: usize) -> Shown {
        match object {
            0 => Shown::player(&self.players[0]),
            1 => Shown::missile(&self.missiles[0]),
            2 => Shown::player(&self.players[1]),
            3 => Shown::missile(&self.missiles[1]),
            _ => Shown::some(0, self.ball.shown_width().map_or(0, |width| width + 1)),
        }
    }

    /// Where an object stands on its cycle, with the first half of the next clock done or not; none if it
    /// is off its cycle.
    pub fn place_on_cycle(&mut self, object: usize, sampled: bool) -> Option<u8> {
        let index = object / 2 % 2;
        match object {
            0 | 2 => {
                let player = &mut self.players[index];
                let cycle = &CYCLES.players[usize::from(player.mode())].cycle;
                cycle.find(player.moving(), sampled)
            }
            1 | 3 => {
                let missile = &mut self.missiles[index];
                let cycle = &CYCLES.missiles[usize::from(missile.mode())].cycle;
                cycle.find(missile.moving(), sampled)
            }
            _ => CYCLES.ball.cycle.find(self.ball.moving(), sampled),
        }
    }

    /// True if a player or missile is in the same state at this position with another NUSIZ.
    pub fn is_alike(&self, object: usize, nusiz: u8, position: u8, sampled: bool) -> bool {
        let (index, at) = (object / 2 % 2, position.into());
        let modes = [self.players[index].mode(), nusiz & 7];
        let [old, new] = modes.map(usize::from);
        match object {
            0 | 2 => {
                let cycle = |mode: usize| &CYCLES.players[mode].cycle;
                cycle(old).state(at, sampled) == cycle(new).state(at, sampled)
            }
            _ => {
                let cycle = |mode: usize| &CYCLES.missiles[mode].cycle;
                cycle(old).state(at, sampled) == cycle(new).state(at, sampled)
            }
        }
    }

    /// Puts an object on its cycle, with the first half of the next clock done or not.
    pub fn set_place(&mut self, object: usize, position: u8, sampled: bool) {
        let (index, position) = (object / 2 % 2, position.into());
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

    /// [`Cycle::approach`](super::super::cycle::Cycle::approach) for one object, and what it shows meanwhile.
    pub fn approach(&mut self, object: usize, clocks: u8) -> (u8, u64) {
        let index = object / 2 % 2;
        match object {
            0 | 2 => {
                let player = &mut self.players[index];
                let (mode, graphics) = (player.mode(), player.shown_graphics());
                let cycle = &CYCLES.players[usize::from(mode)].cycle;
                cycle.approach(player.moving(), mode, clocks, |moving| {
                    moving.output(graphics)
                })
            }
            1 | 3 => {
                let missile = &mut self.missiles[index];
                let (mode, width) = (missile.mode(), missile.shown_width());
                let cycle = &CYCLES.missiles[usize::from(mode)].cycle;
                cycle.approach(missile.moving(), mode, clocks, |moving| {
                    width.is_some_and(|width| moving.output(width))
                })
            }
            _ => {
                let width = self.ball.shown_width();
                let cycle = &CYCLES.ball.cycle;
                cycle.approach(self.ball.moving(), 0, clocks, |moving| {
                    width.is_some_and(|width| moving.output(width))
                })
            }
        }
    }

    /// The output of one object, before priority.
    pub fn output(&self, object: usize) -> bool {
        match object {
            0 => self.players[0].output(),
            1 => self.missiles[0].output(),
            2 => self.players[1].output(),
            3 => self.missiles[1].output(),
            _ => self.ball.output(),
        }
    }
}
