//! Stores the chip's state at the start of a line as a value, from which the line can be run after
//! its time has passed.
//!
//! The state of the chip at the start of a line and the writes in the line determine what the line
//! shows and the state at its end. Sound, input pins and the line's number neither affect the rest
//! of the chip nor depend on it, so they are not part of the value. Nor is VSYNC, because nothing
//! in the chip depends on it. The collision latches are left out, too: a line only ever sets
//! latches, and which ones it sets does not depend on those that are already set.
//!
//! A scanner can therefore *wait* from the start of a line: it keeps only time, sound and the input
//! pins up to date, while the caller notes all other writes. Later, the line is run from this
//! value, with the noted writes at their clocks. What that run does to sound and pins is discarded,
//! because they are already up to date. If the caller already has the line's pixels and the state
//! at its end, the line is not run at all.

use super::Scanner;
use crate::{
    television::Television,
    tia::{
        ScoreSwitch, Tia,
        audio::Audio,
        collision::Collisions,
        hsync::{Hsync, LINE_CLOCKS},
        inputs::Inputs,
        objects::Objects,
    },
};

/// The chip at clock 0 of a line. Fields that do not affect the line have their power-on values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::fast) struct LineStart(Tia);

impl LineStart {
    /// Returns a hash of the objects' positions and the main registers.
    #[rustfmt::skip]
    pub(in crate::fast) fn hash(&self) -> u32 {
        let chip = &self.0;
        let Objects { players: [p0, p1], missiles: [m0, m1], ball, .. } = &chip.objects;
        let [pf0, pf1, pf2] = chip.playfield.pf;
        let [x0, x1] = [p0, p1].map(|player| player.moving.position.clocks());
        let [x2, x3] = [m0, m1].map(|missile| missile.moving.position.clocks());
        let words = [
            chip.priority.colors,
            [pf0, pf1, pf2, ball.moving.position.clocks()],
            [p0.graphics[0], p0.graphics[1], p1.graphics[0], p1.graphics[1]],
            [x0, x1, x2, x3],
        ];
        words.iter().fold(0, |hash, word| mix(hash, u32::from_le_bytes(*word)))
    }
}

/// Combines a hash with another word.
pub(in crate::fast) fn mix(hash: u32, word: u32) -> u32 {
    (hash ^ word).wrapping_mul(0x9e37_79b1).rotate_left(13)
}

/// A flag in the register byte of a [note](encode_note) that marks a read of collisions. When the
/// line is run, such a note changes nothing.
pub(in crate::fast) const READ_FLAG: u8 = 0x40;

/// Encodes an access, and the clock of the line at which it is made, as a word.
pub(in crate::fast) fn encode_note(clock: u8, register: u8, data: u8) -> u32 {
    u32::from_le_bytes([data, register, clock, 0])
}

impl Scanner {
    /// Begins to wait at clock 0 of a line, and returns the current state of the chip. If the line
    /// is not an ordinary one, or if what it shows depends on the chip's line count, does not wait
    /// and returns `None`.
    pub(in crate::fast) fn wait_here(&mut self) -> Option<LineStart> {
        let ordinary = Hsync {
            wsync: self.chip.hsync.wsync,
            ..Hsync::default()
        };
        if self.chip.hsync != ordinary
            || !self.chip.queue.is_empty()
            || self.chip.audio.begun
            || self.chip.revision.score_switch == ScoreSwitch::Unsteady
        {
            return None;
        }
        match self.line.is_active() {
            true => self.copy_all_to_chip(0),
            false => (self.line.sound.from, self.line.sound.lines) = (0, 0),
        }
        self.line.until = LINE_CLOCKS;
        Some(LineStart(Tia {
            hsync: Hsync::default(),
            audio: Audio::default(),
            inputs: Inputs::default(),
            vsync: false,
            lines: 0,
            collisions: Collisions {
                latches: 0,
                ..self.chip.collisions
            },
            ..self.chip.clone()
        }))
    }

    /// Ends a line in which the scanner has been waiting, and continues to wait in the next one.
    /// The television already has the line's pixels.
    pub(in crate::fast) fn end_waited_line(&mut self, television: &mut Television) {
        self.chip.hsync.go_to(0);
        self.line.sound.lines += 1;
        self.chip.end_line(LINE_CLOCKS, television);
    }

    /// Ends the scanner's wait: runs the scanline in which it was waiting from the start to clock
    /// `to`, with the writes that were [noted](encode_note). Afterward, the collision latches hold
    /// only what this line has set. The sound of this line is discarded, because it has already
    /// been played.
    pub(in crate::fast) fn run_from(
        &mut self,
        start: &LineStart,
        writes: &[u32],
        to: u8,
        television: &mut Television,
    ) {
        let now = std::mem::replace(&mut self.chip, start.0.clone());
        self.chip.inputs = now.inputs.clone();
        (self.chip.vsync, self.chip.lines) = (now.vsync, now.lines);
        let (from, lines) = (self.line.sound.from, self.line.sound.lines);
        self.line.until = 0;
        self.known = 0;
        self.take_over();
        television.discard_samples(true);
        for write in writes {
            let [data, register, clock, _] = write.to_le_bytes();
            self.run((clock - self.chip.clock()).into(), television);
            if register & READ_FLAG == 0 {
                self.write(register, data, television);
            }
        }
        self.run((to - self.chip.clock()).into(), television);
        television.discard_samples(false);
        (self.chip.audio, self.chip.inputs) = (now.audio, now.inputs);
        self.chip.hsync.wsync = now.hsync.wsync;
        (self.line.sound.from, self.line.sound.lines) = (from, lines + u64::from(to / LINE_CLOCKS));
        if !self.line.is_active() {
            self.run_sound(television);
        }
    }
}
