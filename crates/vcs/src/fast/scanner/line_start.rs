//! The chip at a line's start, as a value that a later line may begin from.
//!
//! What a line shows, and the chip at its end, follow from the chip at its start and from the
//! writes in it. Sound, input pins and the line's number neither act on the rest of the chip nor
//! depend on it, so they are not part of the value: they stay where they are. VSYNC, which nothing
//! in the chip depends on, stays too. The collision latches are only ever set, so they are left
//! out: a line that begins with clear latches sets the same ones.

use super::Scanner;
use crate::{
    television::Television,
    tia::{
        ScoreSwitch, Tia,
        collision::Collisions,
        hmove::Hmove,
        hsync::{Hsync, LINE_CLOCKS},
        objects::Objects,
        playfield::Playfield,
        priority::Priority,
    },
};

/// The chip at clock 0 of a line, but for what the line does not depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::fast) struct LineStart {
    /// Differs in most pairs that differ.
    pub print: u32,
    hmove: Hmove,
    objects: Objects,
    playfield: Playfield,
    priority: Priority,
    collisions: Collisions,
    outputs: u8,
    shown: u8,
    vblank: [bool; 2],
    right: bool,
}

impl LineStart {
    fn of(chip: &Tia) -> LineStart {
        LineStart {
            print: print(chip),
            hmove: chip.hmove.clone(),
            objects: chip.objects.clone(),
            playfield: chip.playfield.clone(),
            priority: chip.priority,
            collisions: Collisions {
                latches: 0,
                ..chip.collisions
            },
            outputs: chip.outputs,
            shown: chip.shown,
            vblank: chip.vblank,
            right: chip.right,
        }
    }
}

/// A number made of positions and registers.
#[rustfmt::skip]
fn print(chip: &Tia) -> u32 {
    let Objects { players: [p0, p1], missiles: [m0, m1], ball, .. } = &chip.objects;
    let [moved, .., last_moved] = chip.hmove.extra;
    let [pf0, pf1, pf2] = chip.playfield.pf;
    let [x0, x1] = [p0, p1].map(|player| player.moving.position.clocks());
    let [x2, x3] = [m0, m1].map(|missile| missile.moving.position.clocks());
    let words = [
        chip.priority.colors,
        [pf0, pf1, pf2, ball.ctrlpf],
        [p0.graphics[0], p0.graphics[1], p1.graphics[0], p1.graphics[1]],
        [x0, x1, x2, x3],
        [p0.nusiz, p1.nusiz, ball.moving.position.clocks(), moved ^ last_moved << 4],
        [chip.outputs, chip.shown, m0.enabled.into(), m1.enabled.into()],
    ];
    words.iter().fold(0, |print, word| {
        (print ^ u32::from_le_bytes(*word)).wrapping_mul(0x9e37_79b1).rotate_left(13)
    })
}

impl Scanner {
    /// The chip as it is now; none if no ordinary line begins here, or if the line's number
    /// matters.
    pub(in crate::fast) fn line_start(&self) -> Option<LineStart> {
        let usual = Hsync {
            wsync: self.chip.hsync.wsync,
            ..Hsync::default()
        };
        let is_usual = self.chip.hsync == usual && self.chip.queue.is_empty();
        if !is_usual || self.chip.revision.score_switch == ScoreSwitch::Unsteady {
            return None;
        }
        let mut copy = self.clone();
        if copy.line.is_on() {
            copy.restore_all(0);
        }
        Some(LineStart::of(&copy.chip))
    }

    /// Begins a line from this state. The latches are clear. Sound stays as it is.
    pub(in crate::fast) fn begin_from(&mut self, start: &LineStart, television: &mut Television) {
        let chip = &mut self.chip;
        chip.hmove = start.hmove.clone();
        chip.objects = start.objects.clone();
        chip.playfield = start.playfield.clone();
        chip.priority = start.priority;
        chip.collisions = start.collisions;
        (chip.outputs, chip.shown) = (start.outputs, start.shown);
        (chip.vblank, chip.right) = (start.vblank, start.right);
        chip.hsync = Hsync {
            wsync: chip.hsync.wsync,
            ..Hsync::default()
        };
        let sound = (self.line.sound.from, self.line.sound.lines);
        let is_on = self.take_over();
        (self.line.sound.from, self.line.sound.lines) = sound;
        if !is_on {
            self.run_sound(television);
            self.line.until = 0;
        }
    }

    /// Runs the line again from its start up to the clock that it is in; `run` does, on another
    /// television. Sound and input pins have been run.
    pub(in crate::fast) fn run_again(
        &mut self,
        start: &LineStart,
        television: &mut Television,
        apart: &mut Television,
        run: impl FnOnce(&mut Scanner, &mut Television),
    ) {
        self.run_sound(television);
        let now = self.chip.hsync.clock();
        let wsync = self.chip.hsync.wsync;
        let (audio, inputs) = (
            std::mem::take(&mut self.chip.audio),
            self.chip.inputs.clone(),
        );
        apart.begin_apart(television);
        (self.line.sound.from, self.line.sound.lines) = (0, 0);
        self.begin_from(start, apart);
        run(self, apart);
        let left = now - self.chip.hsync.clock();
        if left > 0 {
            self.run(left.into(), apart);
        }
        (self.chip.audio, self.chip.inputs) = (audio, inputs);
        self.chip.hsync.wsync = wsync;
        (self.line.sound.from, self.line.sound.lines) = (now, 0);
        television.line_part(apart.pixels_so_far());
    }

    /// From here on, clock 0 of a line, only time, sound and input pins are kept up to date.
    pub(in crate::fast) fn rest(&mut self) {
        if !self.line.is_on() {
            (self.line.sound.from, self.line.sound.lines) = (0, 0);
        }
        self.line.until = LINE_CLOCKS;
    }

    /// True if no capacitor charges: then time may be divided in any way while it rests.
    pub(in crate::fast) fn rests_alike(&self) -> bool {
        !self.chip.inputs.charging
    }

    /// Passes the clocks of the line before `clock` while it rests.
    // WSYNC's hold ends with the first clock of a line, so no clock may pass if it is there.
    pub(in crate::fast) fn rest_until(&mut self, clock: u8) {
        if clock != self.chip.hsync.clock() {
            self.chip.hsync.go_to(clock);
        }
    }

    /// Ends a line in which it has rested; the television has its pixels.
    #[inline(always)]
    pub(in crate::fast) fn end_rested_line(&mut self, television: &mut Television) {
        self.chip.hsync.go_to(0);
        self.line.sound.lines += 1;
        self.chip.end_line(LINE_CLOCKS, television);
    }

    /// Color clocks until the line ends.
    pub(in crate::fast) fn clocks_to_line_end(&self) -> u32 {
        self.chip.clocks_to_line_end()
    }

    /// See [`Tia::sync_active`].
    pub(in crate::fast) fn sync_active(&self) -> bool {
        self.chip.sync_active()
    }

    /// Scanlines since power-on.
    pub(in crate::fast) fn lines(&self) -> u32 {
        self.chip.lines
    }

    /// Clears the latches at the start of a line, which is run even if it is like the one before.
    pub(in crate::fast) fn clear_latches(&mut self) {
        self.chip.collisions.latches = 0;
        self.line.set_latches_apart();
    }

    /// The collision latches.
    pub(in crate::fast) fn latches(&self) -> u16 {
        self.chip.collisions.latches
    }

    /// Sets these collision latches, too.
    pub(in crate::fast) fn add_latches(&mut self, latches: u16) {
        self.chip.collisions.latches |= latches;
    }

    /// The latches as a read at this clock finds them, after a read.
    pub(in crate::fast) fn latches_seen(&self) -> u16 {
        self.chip.collisions_seen().bits()
    }

    /// A read of a collision register with these latches, while it rests.
    pub(in crate::fast) fn read_latches(&mut self, latches: u16, register: u8, bus: u8) -> u8 {
        (self.chip.collisions.latches, self.chip.shown) = (latches, 0);
        self.chip.read(register, bus)
    }

    /// The color clock that comes next, 0..=227.
    pub(in crate::fast) fn clock(&self) -> u8 {
        self.chip.hsync.clock()
    }
}
