//! A television set with a console connected to it.

use crate::{
    console::{Console, Encoder, Line},
    decoder::{Decoder, Light, Receiver},
    tube::{Screen, Tube},
    vertical_hold::{Hold, HoldEffect},
};
use std::ops::Range;
use vcs::{
    Frame,
    place::CLOCKS_PER_LINE,
    television::{BLANK, Television, WIDTH},
};

/// A frame as the set receives it.
#[derive(Debug, Clone)]
pub struct Field<'a> {
    /// The scanlines.
    pub frame: &'a Frame,
    /// The range of scanlines that the set shows.
    pub shown: Range<usize>,
    /// True if a vertical sync ended the frame.
    pub synced: bool,
    /// The color clock within its scanline at which the vertical sync of the next frame begins. If
    /// the sync begins in the middle of a scanline, the set shows the next field half a line
    /// higher, as in an interlaced picture.
    pub next_sync_clock: u8,
}

impl<'a> Field<'a> {
    /// Returns the frame that has just ended. Must be called before the next frame begins, because
    /// it reads the television's current state.
    pub fn of(television: &'a Television) -> Field<'a> {
        Field {
            frame: television.frame(),
            shown: television.shown_lines(),
            synced: television.synced(),
            next_sync_clock: television.sync_clock(),
        }
    }
}

/// A television set with a console connected to it.
#[derive(Debug, Clone)]
pub struct Set {
    encoder: Encoder,
    decoder: Decoder,
    hold: Hold,
    hold_effect: HoldEffect,
    next_sync_clock: u8,
    /// Number of lines by which the current field is shifted up.
    shift: f32,
    screen: Screen,
    line: Line,
    light: Light,
}

impl Set {
    /// Creates a set that is already switched on. Until it receives a frame, it shows a black
    /// picture.
    pub fn new(console: &Console, receiver: &Receiver, tube: Tube) -> Set {
        Set {
            encoder: Encoder::new(console),
            decoder: Decoder::new(receiver, console.system),
            hold: Hold::default(),
            hold_effect: HoldEffect::Still,
            next_sync_clock: 0,
            shift: 0.0,
            screen: Screen::new(tube),
            line: Line::default(),
            light: Light::default(),
        }
    }

    /// Receives the next frame. The frame's number is the seed for its noise.
    pub fn receive(&mut self, field: &Field) {
        let Field { frame, shown, .. } = field;
        self.hold_effect = self.hold.receive(frame.scanlines(), field.synced);
        let sync_clock = std::mem::replace(&mut self.next_sync_clock, field.next_sync_clock);
        self.shift = f32::from(sync_clock) / f32::from(CLOCKS_PER_LINE);
        if let HoldEffect::Jumps(lines) = self.hold_effect {
            self.shift += lines;
        }
        let system = self.encoder.system();
        let seconds =
            (frame.scanlines() * usize::from(CLOCKS_PER_LINE) * system.samples_per_clock()) as f32
                / system.sample_hz();
        self.screen
            .begin_field(system.width(), shown.len(), seconds * 1000.0);
        self.decoder.seed(frame.number as u32);
        for number in 0..frame.scanlines().max(shown.end) {
            if number < frame.scanlines() {
                self.decoder.measure_burst(self.encoder.blank(number));
            }
            // The set's delay line also needs the scanline just before the first one that is shown.
            if number + 1 >= shown.start && number < shown.end {
                let pixels = if number < frame.scanlines() {
                    frame.line(number)
                } else {
                    &[BLANK; WIDTH]
                };
                self.encoder.encode_line(number, pixels, &mut self.line);
                self.decoder
                    .decode_line(number, &self.line, &mut self.light);
                if number >= shown.start {
                    self.screen.draw_line(number - shown.start, &self.light);
                }
            }
        }
    }

    /// Draws the picture as `width` by `height` pixels, `0x00RRGGBB`.
    pub fn draw(&mut self, out: &mut [u32], width: usize, height: usize) {
        self.screen.draw(out, width, height, self.shift);
    }

    /// Returns how the last frame affected the vertical position of the picture.
    pub fn hold_effect(&self) -> HoldEffect {
        self.hold_effect
    }

    /// Returns true if the set shows color.
    pub fn has_color(&self) -> bool {
        self.decoder.has_color()
    }
}
