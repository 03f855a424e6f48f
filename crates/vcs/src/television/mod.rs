//! The television. It divides the stream of scanlines into frames, at VSYNC. The console itself has
//! no notion of a frame.
//!
//! A frame ends in `Television::end_line`, at the end of the first line in which VSYNC has reached
//! a length of `SYNC_CLOCKS`. VSYNC may still be on then, or already off. Without a VSYNC, a frame
//! ends after `max_frame_lines` lines. The scanlines since the start of VSYNC belong to the next
//! frame. [`Machine::frame`](crate::Machine::frame) returns as soon as [`Television::frames`]
//! changes.

mod frame;
mod standard;
mod window;

pub use frame::{BLANK, Frame, MAX_SCANLINES, WIDTH};
use standard::Detector;
pub use standard::{Evidence, Expected, Standard};
use window::Window;
pub use window::usual_lines;

use crate::place::CLOCKS_PER_LINE;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The sound of half a scanline (a sample rate of 31.4 kHz). For each channel, it is the sum of the
/// output levels in the 114 color clocks. A constant level v gives v * 114 (0..=1710).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sample(
    /// The sums for channel 0 and channel 1.
    pub [u16; 2],
);

/// A television: it collects scanlines into frames, and stores the sound samples.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Television {
    frame: Frame,
    /// Number of complete frames so far.
    frames: u64,
    /// Pixels of the current frame.
    pixels: Vec<u8>,
    /// Number of complete scanlines in the current frame.
    lines: usize,
    /// Number of color clocks from power-on to the start of the current line.
    clocks: u64,
    sync: Sync,
    /// True if a vertical sync ended the last complete frame.
    synced: bool,
    detector: Detector,
    window: Window,
    samples: Vec<Sample>,
    /// True while pixels are skipped (see [`Television::skip_pixels`]).
    #[serde(skip)]
    skips_pixels: bool,
    /// True while sound samples are discarded.
    #[serde(skip)]
    discards_samples: bool,
}

/// The vertical sync separator.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Sync {
    on: bool,
    /// Color clock at which the pulse started, counted from power-on.
    since: u64,
    /// Scanline of the current frame in which the pulse started.
    line: usize,
    /// True if the pulse counts as a vertical sync and has not started a new frame yet.
    found: bool,
}

/// Minimum length of a VSYNC pulse that counts as a vertical sync, in color clocks. It is one and a
/// half scanlines.
// Console report: pulses shorter than a line are ignored; about two lines are required.
pub const SYNC_CLOCKS: u64 = 342;
/// Number of scanlines in a field when there is no VSYNC and the television's oscillator runs
/// freely. The oscillator is slightly too slow, here by a twentieth, so that a sync can shorten the
/// field. If a program has steady frames but no VSYNC, its picture rolls.
// Console report (hectoByte): the program runs, and the picture rolls.
const FREE_SCANLINES_60_HZ: usize = 275;
const FREE_SCANLINES_50_HZ: usize = 328;
// Without a sync, `end_line` checks only after `FREE_SCANLINES_60_HZ` lines whether the frame is
// over, because no frame without a sync is shorter.
const _: () =
    assert!(FREE_SCANLINES_60_HZ < FREE_SCANLINES_50_HZ && FREE_SCANLINES_50_HZ < MAX_SCANLINES);
/// The fraction of the free-running field, two thirds, during which the television ignores VSYNC.
/// For example, if a program has 51 lines per frame, the television accepts every fourth sync, and
/// shows four frames as one.
// Data sheet (TDA9102, a deflection circuit): the circuit accepts a sync during a third of the
// field.
// Console reports (Stella's issues 349 and 274): if two syncs are close together, a television
// ignores the second; if a program shortens a frame to 148 lines, the picture only jumps a little.
const SYNC_DEAF_FRACTION: (usize, usize) = (2, 3);

/// Maximum number of stored samples, about one second of sound. When a further sample arrives, all
/// stored samples are dropped.
const MAX_SAMPLES: usize = 31_440;

impl Television {
    /// Returns false for values that only a damaged state can have. With values that pass this
    /// check, the television does not panic.
    pub(crate) fn is_plausible(&self) -> bool {
        let complete = self.lines * WIDTH;
        self.lines < MAX_SCANLINES
            && (complete..=complete + WIDTH).contains(&self.pixels.len())
            && self.frame.pixels.len().is_multiple_of(WIDTH)
            && self.frame.scanlines() <= MAX_SCANLINES
            && self.sync.line <= self.lines
            && self.sync.since <= self.clocks + u64::from(CLOCKS_PER_LINE)
            && self.clocks < 1 << 60
            && self.frames < 1 << 60
            && self.samples.len() <= MAX_SAMPLES
            && self.detector.is_plausible()
            && self.window.is_plausible()
    }

    /// Returns the part of the state on which future frames and their lengths depend.
    pub(crate) fn future_state(&self) -> impl Serialize + '_ {
        let Television {
            frames,
            pixels,
            lines,
            clocks,
            sync,
            synced,
            samples,
            detector,
            ..
        } = self;
        let field = detector.field_rate_state();
        (frames, pixels, lines, clocks, sync, synced, samples, field)
    }

    /// Returns the last complete frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns the number of complete frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Returns true if a vertical sync ended the last complete frame, false if the television's
    /// free-running oscillator ended it.
    pub fn synced(&self) -> bool {
        self.synced
    }

    /// Returns the color clock, within its scanline, at which the vertical sync that ended the last
    /// frame began. In interlaced pictures, every second sync begins in the middle of a scanline.
    pub fn sync_clock(&self) -> u8 {
        let lines = self.lines as u64 * u64::from(CLOCKS_PER_LINE);
        let clock = (self.sync.since + lines).saturating_sub(self.clocks);
        clock.min(u64::from(CLOCKS_PER_LINE) - 1) as u8
    }

    /// Sets the program's standard, if it is known in advance.
    pub(crate) fn set_expected(&mut self, expected: Option<Expected>) {
        self.detector.set_expected(expected);
    }

    /// Returns the program's standard. If it is not known in advance, it is detected from the first
    /// frames.
    pub fn standard(&self) -> Standard {
        self.detector.standard()
    }

    /// Returns the evidence for the program's standard, as a clause without a full stop.
    pub fn standard_reason(&self) -> String {
        self.detector.reason()
    }

    /// Lists the evidence for the different standards. The strongest evidence comes first.
    pub fn standard_evidence(&self) -> Vec<Evidence> {
        self.detector.evidence()
    }

    /// Returns the range of scanlines that a television shows of the last complete frame. If the
    /// frame has fewer scanlines, the rest of the range is black.
    ///
    /// Normally, these are the [`usual_lines`] for the frame's length. The range is larger if the
    /// program's picture was larger than that during the first two seconds.
    pub fn shown_lines(&self) -> Range<usize> {
        self.window.lines(self.frame.scanlines())
    }

    /// Returns the number of complete scanlines in the current frame.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the number of line ends, at least 1, after which the frame can end at the earliest,
    /// provided that VSYNC does not change.
    pub(crate) fn lines_to_frame_end(&self) -> usize {
        if self.sync.on || self.sync.found {
            1
        } else {
            let max_lines = self.max_frame_lines();
            max_lines - self.lines.min(max_lines - 1)
        }
    }

    /// Starts or stops skipping pixels. In the first 120 frames, pixels are not skipped, because
    /// the standard and the visible lines are detected from them.
    pub(crate) fn skip_pixels(&mut self, skip: bool) {
        self.skips_pixels = skip && self.detector.is_settled() && self.window.is_settled();
    }

    /// Returns true while pixels are skipped, so that colors do not matter.
    pub(crate) fn skips_pixels(&self) -> bool {
        self.skips_pixels
    }

    /// Appends to `out` the sound samples since the last call, at most about one second of sound.
    pub fn take_samples(&mut self, out: &mut Vec<Sample>) {
        out.append(&mut self.samples);
    }

    /// Returns true if the VSYNC signal already has this level.
    #[inline(always)]
    pub(crate) fn vsync_is(&self, on: bool) -> bool {
        on == self.sync.on
    }

    /// Sets the VSYNC signal at color clock `clock` of the current line. Does nothing if the signal
    /// already has this level.
    pub(crate) fn vsync(&mut self, on: bool, clock: u8) {
        if self.vsync_is(on) {
            return;
        }
        self.sync.on = on;
        let now = self.clocks + u64::from(clock);
        if on {
            self.sync.since = now;
            if !self.sync.found {
                self.sync.line = self.lines;
            }
        } else {
            self.check_sync(now);
        }
    }

    fn check_sync(&mut self, now: u64) {
        if now - self.sync.since >= SYNC_CLOCKS && self.accepts_sync() {
            self.sync.found = true;
        }
    }

    /// Returns true if the current sync began late enough in the frame to end the frame; see
    /// [`SYNC_DEAF_FRACTION`]. If no sync ended the last frame, the television accepts any sync
    /// that does not begin in line 0.
    fn accepts_sync(&self) -> bool {
        let min_lines = if self.synced {
            self.free_running_lines() * SYNC_DEAF_FRACTION.0 / SYNC_DEAF_FRACTION.1
        } else {
            1
        };
        self.sync.line >= min_lines
    }

    /// Adds one visible pixel to the current line.
    pub(crate) fn pixel(&mut self, color: u8) {
        self.pixels.push(color);
    }

    /// Adds several pixels to the current line.
    pub(crate) fn add_pixels(&mut self, colors: &[u8]) {
        self.pixels.extend_from_slice(colors);
    }

    /// Adds a whole line of blank pixels, and returns them so that the caller can paint them. Must
    /// be called at the start of a line.
    pub(crate) fn add_blank_line(&mut self) -> &mut [[u8; 8]; WIDTH / 8] {
        let start = self.pixels.len();
        self.pixels.extend_from_slice(&[BLANK; WIDTH]);
        let (chunks, _) = self.pixels[start..].as_chunks_mut();
        chunks.first_chunk_mut().expect("a whole line was added")
    }

    /// Adds several pixels of one color to the current line.
    pub(crate) fn add_run(&mut self, color: u8, count: usize) {
        self.pixels.resize(self.pixels.len() + count, color);
    }

    /// Copies the pixels of the previous line to the current one, without ending the line.
    pub(crate) fn repeat_line(&mut self) {
        let start = self.lines * WIDTH;
        self.pixels.extend_from_within(start - WIDTH..start);
    }

    /// Adds `count` whole lines: copies of the previous line if `painted` is true, otherwise blank
    /// lines. Must be called at the start of a line. `count` must not be large enough to end the
    /// frame.
    pub(crate) fn repeat_lines(&mut self, count: usize, painted: bool) {
        self.clocks += u64::from(CLOCKS_PER_LINE) * count as u64;
        if painted {
            (0..count).for_each(|line| {
                let start = (self.lines + line) * WIDTH;
                self.pixels.extend_from_within(start - WIDTH..start);
            });
        }
        self.lines += count;
        self.pixels.resize(self.lines * WIDTH, BLANK);
    }

    /// Returns the pixels of the current frame. If the television is up to date, these are all
    /// pixels up to the beam.
    pub fn pixels_so_far(&self) -> &[u8] {
        &self.pixels
    }

    /// Returns the last complete scanline of the current frame; a blank scanline if there is none.
    pub fn previous_line(&self) -> &[u8; WIDTH] {
        let (lines, _) = self.pixels[..self.lines * WIDTH].as_chunks();
        lines.last().unwrap_or(&[BLANK; WIDTH])
    }

    /// Stops skipping pixels. Returns true if they were skipped until now.
    pub(crate) fn stop_skipping_pixels(&mut self) -> bool {
        std::mem::take(&mut self.skips_pixels)
    }

    /// Makes the last complete scanline blank, and skips pixels from now on.
    pub(crate) fn skip_last_line(&mut self) {
        self.skips_pixels = true;
        let pixels = match self.lines {
            0 => &mut self.frame.pixels[..],
            lines => &mut self.pixels[..lines * WIDTH],
        };
        if let Some(line) = pixels.last_chunk_mut() {
            *line = [BLANK; WIDTH];
        }
    }

    /// Adds sound samples, unless they are discarded.
    pub(crate) fn add_samples(&mut self, samples: &[Sample]) {
        let mut rest = if self.discards_samples { &[] } else { samples };
        while !rest.is_empty() {
            if self.samples.len() == MAX_SAMPLES {
                self.samples.clear();
            }
            let (stored, remaining) =
                rest.split_at(rest.len().min(MAX_SAMPLES - self.samples.len()));
            self.samples.extend_from_slice(stored);
            rest = remaining;
        }
    }

    /// Starts or stops discarding the samples that are added.
    pub(crate) fn discard_samples(&mut self, discard: bool) {
        self.discards_samples = discard;
    }

    /// Ends the current line. `clocks` is its length in color clocks: 228, or less after RSYNC.
    #[inline]
    pub(crate) fn end_line(&mut self, clocks: u8) {
        self.clocks += u64::from(clocks);
        self.lines += 1;
        if self.pixels.len() != self.lines * WIDTH {
            self.pixels.resize(self.lines * WIDTH, BLANK);
        }
        if self.sync.on || self.sync.found || self.lines >= FREE_SCANLINES_60_HZ {
            self.end_frame_if_over();
        }
    }

    #[inline(never)]
    fn end_frame_if_over(&mut self) {
        if self.sync.on {
            self.check_sync(self.clocks);
        }
        if std::mem::take(&mut self.sync.found) {
            self.end_frame(self.sync.line, true);
        } else if self.lines >= self.max_frame_lines() {
            self.end_frame(self.lines, false);
        }
    }

    /// Adds color clocks to the length of the line that has just ended.
    pub(crate) fn lengthen_line(&mut self, clocks: u8) {
        self.clocks += u64::from(clocks);
    }

    /// Returns the maximum number of scanlines in the current frame. If there is no VSYNC, the
    /// frame ends after this many scanlines.
    fn max_frame_lines(&self) -> usize {
        if self.frames > 0 && !self.synced {
            self.free_running_lines()
        } else {
            MAX_SCANLINES
        }
    }

    /// Returns the number of scanlines in the free-running field.
    fn free_running_lines(&self) -> usize {
        if self.detector.is_50_hz() {
            FREE_SCANLINES_50_HZ
        } else {
            FREE_SCANLINES_60_HZ
        }
    }

    /// Ends the frame before scanline `line`. Scanline `line` and all later scanlines become the
    /// start of the next frame.
    fn end_frame(&mut self, line: usize, synced: bool) {
        std::mem::swap(&mut self.frame.pixels, &mut self.pixels);
        self.pixels.clear();
        self.pixels
            .extend_from_slice(&self.frame.pixels[line * WIDTH..]);
        self.frame.pixels.truncate(line * WIDTH);
        self.lines -= line;
        self.frame.number = self.frames;
        self.frames += 1;
        self.sync.line = 0;
        self.synced = synced;
        self.detector.add_frame(&self.frame);
        self.window.add_frame(&self.frame, synced);
    }
}

#[cfg(test)]
mod tests;
