//! The state of the chip at a line's start as a value, and lines whose time passes before they are
//! run.
//!
//! The state of the chip at the start of a line, and the writes in the line, determine what the
//! line shows, and the state at its end. Sound, input pins and the line's number neither act on the
//! rest of the chip nor depend on it, so they are not part of the value. Nor is VSYNC, on which
//! nothing in the chip depends. The collision latches are only ever set, so they are omitted: a
//! line that begins with clear latches sets the same latches.
//!
//! So a scanner can *wait* from a line's start: only time, sound and the input pins are kept up to
//! date, and the caller notes all other writes. Later the line is run from this value, with these
//! writes at their clocks. If the caller already has the line's pixels and the state at its end,
//! the line is not run at all. What the run does to sound and pins is discarded, because they are
//! already up to date.

use super::Scanner;
use crate::{
    television::{Sample, Television},
    tia::{
        ScoreSwitch, Tia,
        audio::Audio,
        collision::Collisions,
        hsync::{Hsync, LINE_CLOCKS},
        inputs::Inputs,
        objects::Objects,
    },
};

/// The chip at clock 0 of a line. Fields on which the line does not depend are as at power-on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::fast) struct LineStart(Tia);

impl LineStart {
    /// Returns a hash of positions and registers.
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

/// Returns a hash combined with a further word.
#[inline]
pub(in crate::fast) fn mix(number: u32, word: u32) -> u32 {
    (number ^ word).wrapping_mul(0x9e37_79b1).rotate_left(13)
}

/// Marks a read of collisions, which changes nothing, in the register of a [note].
pub(in crate::fast) const READ: u8 = 0x40;

/// Encodes an access at a clock of the line as a word.
#[inline]
pub(in crate::fast) fn note(clock: u8, register: u8, data: u8) -> u32 {
    u32::from_le_bytes([data, register, clock, 0])
}

impl Scanner {
    /// Begins to wait at clock 0 of a line. Returns the current state of the chip. Returns `None`
    /// and does not wait if the line is not an ordinary one, or if its number matters.
    pub(in crate::fast) fn wait_here(&mut self) -> Option<LineStart> {
        let usual = Hsync {
            wsync: self.chip.hsync.wsync,
            ..Hsync::default()
        };
        if self.chip.hsync != usual
            || !self.chip.queue.is_empty()
            || self.chip.audio.begun
            || self.chip.revision.score_switch == ScoreSwitch::Unsteady
        {
            return None;
        }
        match self.line.is_on() {
            true => self.restore_all(0),
            false => (self.line.sound.from, self.line.sound.lines) = (0, 0),
        }
        self.line.until = LINE_CLOCKS;
        let collisions = Collisions {
            latches: 0,
            ..self.chip.collisions
        };
        Some(LineStart(Tia {
            hsync: Hsync::default(),
            audio: Audio::default(),
            inputs: Inputs::default(),
            vsync: false,
            lines: 0,
            collisions,
            ..self.chip.clone()
        }))
    }

    /// Ends a line in which the scanner has waited, and waits in the next one. The television
    /// already has the line's pixels.
    #[inline(always)]
    pub(in crate::fast) fn end_waiting(&mut self, television: &mut Television) {
        self.chip.hsync.go_to(0);
        self.line.sound.lines += 1;
        self.chip.end_line(LINE_CLOCKS, television);
    }

    /// Runs the line in which the scanner has waited from its start to clock `to`, with the writes
    /// that were [noted](note), and stops waiting. Afterwards the latches are only those of the
    /// line. `nowhere` is an empty buffer for samples.
    pub(in crate::fast) fn run_from(
        &mut self,
        start: &LineStart,
        writes: &[u32],
        to: u8,
        television: &mut Television,
        nowhere: &mut Vec<Sample>,
    ) {
        let now = self.chip.clone();
        let (from, mut lines) = (self.line.sound.from, self.line.sound.lines);
        self.chip = Tia {
            inputs: now.inputs.clone(),
            vsync: now.vsync,
            lines: now.lines,
            ..start.0.clone()
        };
        self.line.until = 0;
        self.known = 0;
        self.take_over();
        television.swap_samples(nowhere);
        for write in writes {
            let [data, register, clock, _] = write.to_le_bytes();
            let clocks = clock - self.chip.clock();
            self.run(clocks.into(), television);
            if register & READ == 0 {
                self.write(register, data, television);
            }
        }
        self.run((to - self.chip.clock()).into(), television);
        television.swap_samples(nowhere);
        nowhere.clear();
        (self.chip.audio, self.chip.inputs) = (now.audio, now.inputs);
        self.chip.hsync.wsync = now.hsync.wsync;
        lines += u64::from(to / LINE_CLOCKS);
        (self.line.sound.from, self.line.sound.lines) = (from, lines);
        if !self.line.is_on() {
            self.run_sound(television);
        }
    }
}
