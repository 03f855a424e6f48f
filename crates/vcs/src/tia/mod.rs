//! The TIA: television interface adaptor. A type for each circuit of the chip.
//!
//! The bus calls [`Tia::run`] with the color clocks that have passed, then [`Tia::write`] or
//! [`Tia::read`]: an access happens after the third color clock of its cycle. One color clock
//! is, in this order: the pixel from the objects' output latch; the latch takes the objects'
//! outputs; the objects' clock edges.

pub mod audio;
mod ball;
mod collision;
mod delay;
mod hmove;
mod hsync;
pub mod inputs;
mod missile;
mod player;
mod playfield;
mod position;
mod priority;
pub mod registers;
mod signals;

use crate::television::{BLANK, Television};
use audio::Audio;
use ball::Ball;
use collision::Collisions;
use hmove::{ALL, Hmove};
use hsync::{CENTER, Hsync, LINE_CLOCKS};
use inputs::{Inputs, Pins};
use missile::Missile;
use player::Player;
use playfield::Playfield;
use priority::{BL, M0, M1, P0, P1, PF, Priority};
use registers::write::*;
use serde::{Deserialize, Serialize};
pub use signals::Signals;

/// The chip.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Tia {
    hsync: Hsync,
    hmove: Hmove,
    players: [Player; 2],
    missiles: [Missile; 2],
    ball: Ball,
    playfield: Playfield,
    priority: Priority,
    collisions: Collisions,
    audio: Audio,
    inputs: Inputs,
    queue: delay::Queue,
    /// The output latch: objects on at the next pixel.
    outputs: u8,
    /// Objects on at the pixel before: not yet in the collision latches.
    shown: u8,
    /// Reset strobes on their way to the objects, in the bits of the outputs.
    resets: u8,
    /// Objects whose clock edge of this color clock comes with the next.
    edges: u8,
    /// Players that reset their locked missile at the next edge.
    follows: [bool; 2],
    /// Reset strobes of the clock before: still on at that edge.
    held: u8,
    /// VBLANK D1, and its state one clock on.
    vblank: [bool; 2],
    vsync: bool,
    /// Score mode: the right half of the line.
    right: bool,
}

impl Tia {
    /// Runs `clocks` color clocks; pixels, lines and sound samples go to the television.
    pub fn run(&mut self, clocks: u32, television: &mut Television) {
        television.vsync(self.vsync, self.hsync.clock());
        self.inputs.run(clocks);
        for _ in 0..clocks {
            self.step(television);
        }
    }

    fn step(&mut self, television: &mut Television) {
        let clock = self.hsync.clock();
        self.picture(clock, television);
        self.clock_objects(clock);
        self.latch_outputs();
        self.playfield.tick(clock);
        if let Some(sample) = self.audio.tick(clock) {
            television.sample(sample);
        }
        if self.hsync.tick() {
            television.end_line(LINE_CLOCKS);
        }
        if let Some((register, data)) = self.queue.tick() {
            if register == RSYNC && self.hsync.clock() != 0 {
                television.end_line(self.hsync.clock());
            }
            self.apply(register, data);
        }
    }

    /// One pixel of the visible line, and its collisions.
    fn picture(&mut self, clock: u8, television: &mut Television) {
        self.collisions.latch(self.shown);
        let [vblank, vblank_written] = self.vblank;
        let blank = self.hsync.hblank() || vblank;
        self.shown = if vblank { 0 } else { self.outputs };
        if clock >= hsync::FIRST_PIXEL {
            self.right = !blank && (self.right || clock == CENTER);
            television.pixel(if blank {
                BLANK
            } else {
                self.priority.color(self.outputs, self.right)
            });
        } else {
            self.right = false;
        }
        self.vblank[0] = vblank_written;
    }

    fn latch_outputs(&mut self) {
        let mut outputs = 0;
        for (bit, on) in [
            (P0, self.players[0].output()),
            (M0, self.missiles[0].output()),
            (P1, self.players[1].output()),
            (M1, self.missiles[1].output()),
            (BL, self.ball.output()),
            (PF, self.playfield.output()),
        ] {
            if on {
                outputs |= bit;
            }
        }
        self.outputs = outputs;
    }

    /// Reset strobes reach the objects just before their clock edges.
    // After the output latch has closed: calibrated with missiles reset in mid-draw.
    fn reset_objects(&mut self) {
        let resets = self.resets;
        for (bit, player) in [P0, P1].into_iter().zip(&mut self.players) {
            if resets & bit != 0 {
                player.resp();
            }
        }
        for (bit, missile) in [M0, M1].into_iter().zip(&mut self.missiles) {
            if resets & bit != 0 {
                missile.resm();
            }
        }
        if resets & BL != 0 {
            self.ball.resbl();
        }
    }

    /// The objects' clocks.
    fn clock_objects(&mut self, clock: u8) {
        if self.resets != 0 {
            self.reset_objects();
        }
        let motion = self.hmove.tick(clock);
        if motion.start {
            self.hsync.lengthen_blank();
        }
        let held = std::mem::replace(&mut self.held, self.resets);
        self.clock_edges(self.edges, held | self.resets);
        self.sample(motion.pulses);
        self.clock_edges(motion.pulses, self.resets);
        self.resets = 0;
        self.edges = if self.hsync.motion_clock() {
            ALL & !motion.pulses
        } else {
            0
        };
        self.sample(self.edges);
    }

    fn sample(&mut self, edges: u8) {
        for index in 0..2 {
            if edges >> index & 1 != 0 {
                self.players[index].sample();
            }
            if edges >> (2 + index) & 1 != 0 {
                self.missiles[index].sample();
            }
        }
        if edges >> 4 & 1 != 0 {
            self.ball.sample();
        }
    }

    /// Clock edges of the objects in `edges`; strobes in `held` stop the position counters.
    fn clock_edges(&mut self, edges: u8, held: u8) {
        if edges == 0 {
            return;
        }
        for index in 0..2 {
            let (player, missile) = (&mut self.players[index], &mut self.missiles[index]);
            let follows = std::mem::take(&mut self.follows[index]);
            if follows {
                missile.resm();
            }
            if edges >> index & 1 != 0 {
                player.tick(held & [P0, P1][index] != 0);
            }
            if edges >> (2 + index) & 1 != 0 && held & [M0, M1][index] == 0 && !follows {
                missile.tick();
            }
            self.follows[index] = missile.locked() && player.resets_missile();
        }
        if edges >> 4 & 1 != 0 && held & BL == 0 {
            self.ball.tick();
        }
    }

    /// A write at the end of the color clocks run so far.
    pub fn write(&mut self, register: u8, data: u8) {
        let register = register & 0x3f;
        match delay::delay(register) {
            0 => self.apply(register, data),
            clocks => self.queue.push(clocks, register, data),
        }
    }

    fn apply(&mut self, register: u8, data: u8) {
        match register {
            VSYNC => self.vsync = data & 2 != 0,
            VBLANK => {
                self.vblank[1] = data & 2 != 0;
                self.inputs.vblank(data);
            }
            WSYNC => self.hsync.wsync(),
            RSYNC => self.hsync.restart(),
            NUSIZ0 | NUSIZ1 => self.nusiz(usize::from(register - NUSIZ0), data),
            COLUP0..=COLUBK => self.priority.colu(usize::from(register - COLUP0), data),
            CTRLPF => self.ctrlpf(data),
            REFP0 | REFP1 => self.players[usize::from(register - REFP0)].refp(data),
            PF0..=PF2 => self.playfield.pf(usize::from(register - PF0), data),
            RESP0..=RESBL => self.resets |= [P0, P1, M0, M1, BL][usize::from(register - RESP0)],
            AUDC0 | AUDC1 => self.audio.channels[usize::from(register - AUDC0)].audc(data),
            AUDF0 | AUDF1 => self.audio.channels[usize::from(register - AUDF0)].audf(data),
            AUDV0 | AUDV1 => self.audio.channels[usize::from(register - AUDV0)].audv(data),
            GRP0 => {
                self.players[0].grp(data);
                self.players[1].copy_delayed();
            }
            GRP1 => {
                self.players[1].grp(data);
                self.players[0].copy_delayed();
                self.ball.copy_delayed();
            }
            ENAM0 | ENAM1 => self.missiles[usize::from(register - ENAM0)].enam(data),
            ENABL => self.ball.enabl(data),
            HMP0..=HMBL => self.hmove.hm(usize::from(register - HMP0), data),
            VDELP0 | VDELP1 => self.players[usize::from(register - VDELP0)].vdelp(data),
            VDELBL => self.ball.vdelbl(data),
            RESMP0 | RESMP1 => self.missiles[usize::from(register - RESMP0)].resmp(data),
            HMOVE => self.hmove.hmove(),
            HMCLR => self.hmove.hmclr(),
            CXCLR => self.collisions.cxclr(),
            _ => {}
        }
    }

    fn nusiz(&mut self, index: usize, data: u8) {
        self.players[index].nusiz(data);
        self.missiles[index].nusiz(data);
    }

    fn ctrlpf(&mut self, data: u8) {
        self.playfield.ctrlpf(data);
        self.priority.ctrlpf(data);
        self.ball.ctrlpf(data);
    }

    /// A read at the end of the color clocks run so far. The chip drives D7 and D6, bits
    /// without a meaning as 0; D5-D0 stay as the last byte on the data bus left them.
    // Console report (test program): D7 and D6 are always driven.
    pub fn read(&self, register: u8, bus: u8) -> u8 {
        let driven = match register & 0x0f {
            address @ 0..8 => self.collisions.read(address),
            address => self.inputs.read(address - 8),
        };
        driven | bus & 0x3f
    }

    /// The color clock that comes next, 0..=227.
    pub fn clock(&self) -> u8 {
        self.hsync.clock()
    }

    /// Color clocks until the line ends, 1..=228. A WSYNC just before a line's first clock (228)
    /// stalls nothing.
    pub fn clocks_to_line_end(&self) -> u32 {
        let clocks = u32::from(LINE_CLOCKS - self.hsync.clock());
        match self.queue.pending(RSYNC) {
            Some(pending) => clocks.min(pending.into()),
            None => clocks,
        }
    }

    /// The objects on at the next color clock, before priority, whether or not it is blanked: bit 0
    /// player 0, then missile 0, player 1, missile 1, ball, playfield. For debuggers and tests.
    pub fn objects_on(&self) -> u8 {
        self.outputs
    }

    /// True when the next pixel is blanked, horizontally or by VBLANK.
    pub fn blank(&self) -> bool {
        self.hsync.hblank() || self.vblank[0]
    }

    /// The output levels of the audio channels, 0..=15 each.
    pub fn audio_levels(&self) -> [u8; 2] {
        [0, 1].map(|channel: usize| self.audio.channels[channel].level())
    }

    /// The RDY line: false while WSYNC holds the processor.
    pub fn rdy(&self) -> bool {
        self.hsync.rdy()
    }

    /// What the input pins see from now on.
    pub fn set_inputs(&mut self, pins: Pins) {
        self.inputs.set(pins);
    }
}
