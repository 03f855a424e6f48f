//! The chip's internal signals at one color clock, for waveforms and debuggers.

use super::{Tia, hsync::FIRST_PIXEL};
use crate::television::BLANK;

/// The chip's signals during the next color clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Signals {
    /// Color clock within the scanline, 0..=227.
    pub clock: u8,
    /// True during the horizontal blank.
    pub hblank: bool,
    /// True during the horizontal sync pulse.
    pub hsync: bool,
    /// True during vertical sync.
    pub vsync: bool,
    /// True while VBLANK blanks the picture.
    pub vblank: bool,
    /// The objects that are on, before priority and blanking: player 0 in bit 0, then missile 0,
    /// player 1, missile 1, ball, playfield.
    pub objects: u8,
    /// The pixel as the television receives it: a color number or [`BLANK`].
    pub color: u8,
    /// The collision latches: two bits per read address, beginning with CXM0P. D7 of address a is
    /// in bit 2a+1, D6 in bit 2a.
    pub collisions: u16,
    /// Output levels of the audio channels, 0..=15.
    pub audio: [u8; 2],
}

impl Tia {
    /// Returns the signals during the next color clock.
    pub fn signals(&self) -> Signals {
        let clock = self.hsync.clock();
        let blank = self.blank() || clock < FIRST_PIXEL;
        Signals {
            clock,
            hblank: self.hsync.hblank(),
            hsync: self.hsync.sync_pulse(),
            vsync: self.vsync,
            vblank: self.vblank[0],
            objects: self.outputs,
            color: if blank {
                BLANK
            } else {
                self.priority
                    .color(self.outputs, self.right || clock == self.score_switch())
            },
            collisions: self.collisions.bits(),
            audio: self.audio_levels(),
        }
    }
}
