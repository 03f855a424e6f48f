//! The television: turns scanlines and VSYNC into frames. The console itself has no notion of a
//! frame.
//!
//! A frame ends in `Television::end_line`: at the first line end at which VSYNC has lasted
//! `SYNC_CLOCKS`, whether it is still on or already off; without a VSYNC, after `longest_frame`
//! lines. The scanlines from the start of VSYNC on belong to the next frame.
//! [`Machine::frame`](crate::Machine::frame) returns when [`Television::frames`] has changed.

mod standard;
mod window;

use standard::Detector;
pub use standard::{Expected, Standard, Witness};
use window::Window;
pub use window::usual_lines;

use crate::{hash::Hash, place::CLOCKS_PER_LINE};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Visible color clocks of a scanline.
pub const WIDTH: usize = 160;

/// A pixel that is blanked (HBLANK comb or VBLANK); a color number always has bit 0 clear.
pub const BLANK: u8 = 0x01;

/// One picture: all scanlines from one vertical sync to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Counts from 0 at power-on.
    pub number: u64,
    /// `WIDTH` TIA color numbers a scanline, top to bottom, or [`BLANK`].
    /// Line 0 is the first scanline with vertical sync on.
    pub pixels: Vec<u8>,
}

impl Frame {
    /// Scanlines in this frame; 262 for a proper NTSC frame.
    pub fn scanlines(&self) -> usize {
        self.pixels.len() / WIDTH
    }

    /// Hash of the pixels, scanline by scanline, one byte each; the frame's number plays no part.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.pixels)
    }

    /// The pixels of one scanline.
    pub fn line(&self, line: usize) -> &[u8] {
        &self.pixels[line * WIDTH..][..WIDTH]
    }
}

/// Two samples a scanline (31.4 kHz): each channel's output level summed over the color clocks
/// of half a line, so a level v held for all of them gives v * 114 (0..=1710).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sample(
    /// Channel 0 and channel 1.
    pub [u16; 2],
);

/// Collects scanlines into frames and sound into samples.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Television {
    frame: Frame,
    /// Complete frames so far.
    frames: u64,
    /// Pixels of the frame to come, and how many scanlines of it are complete.
    pixels: Vec<u8>,
    lines: usize,
    /// Color clocks since power-on up to the current line's start.
    clocks: u64,
    sync: Sync,
    /// A vertical sync ended the last complete frame.
    synced: bool,
    detector: Detector,
    window: Window,
    samples: Vec<Sample>,
    /// Pixels are not wanted: see [`Television::skip_pixels`].
    #[serde(skip)]
    skips_pixels: bool,
}

/// The vertical sync separator.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
struct Sync {
    on: bool,
    /// Color clocks at the pulse's start, and the line it started in.
    since: u64,
    line: usize,
    /// The pulse has been long enough, and no frame has begun with it yet.
    found: bool,
}

/// Shortest VSYNC, in color clocks, that the television takes for a vertical sync: one and a half
/// scanlines.
// Console report: pulses shorter than a line are ignored, about two lines are required.
const SYNC_CLOCKS: u64 = 342;
/// Scanlines that the set waits for a VSYNC. A frame of up to this many is shown, stretched.
pub const MAX_SCANLINES: usize = 400;
/// Scanlines of the set's own field while there is no VSYNC: its oscillator runs a little slow, a
/// twentieth here, so that a sync can pull it up. A steady program without VSYNC rolls.
// Console report (hectoByte): the program runs, the picture rolls.
const FREE_SCANLINES_60_HZ: usize = 275;
const FREE_SCANLINES_50_HZ: usize = 328;
// No frame without a sync ends before that.
const _: () =
    assert!(FREE_SCANLINES_60_HZ < FREE_SCANLINES_50_HZ && FREE_SCANLINES_50_HZ < MAX_SCANLINES);
/// The part of the set's own field, two thirds, in which it does not listen for a VSYNC: of the
/// syncs of a program with 51 lines a frame it takes each fourth, and shows four frames as one.
// Data sheet (TDA9102, a deflection circuit): the window for a sync is a third of the field.
// Console reports (Stella's issues 349 and 274): of two syncs close together a set ignores the
// second; where a program cuts a frame to 148 lines, the picture only jumps a little.
const DEAF_PART: (usize, usize) = (2, 3);

/// Samples that are kept until they are taken: about one second. The next one drops all of them.
const MAX_SAMPLES: usize = 31_440;

impl Television {
    /// False for values that only a damaged state can have: everything else can run.
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

    /// What the frames to come depend on.
    pub(crate) fn future(&self) -> impl Serialize + '_ {
        let Television {
            frames,
            pixels,
            lines,
            clocks,
            sync,
            samples,
            ..
        } = self;
        (frames, pixels, lines, clocks, sync, samples)
    }

    /// The last complete frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Complete frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// True when the last complete frame was ended by a vertical sync, false when the set ended it
    /// by itself.
    pub fn synced(&self) -> bool {
        self.synced
    }

    /// The color clock of a scanline at which the vertical sync began that has just ended a frame;
    /// of interlaced frames every other one has it in the middle of a line.
    pub fn sync_clock(&self) -> u8 {
        let lines = self.lines as u64 * u64::from(CLOCKS_PER_LINE);
        let clock = (self.sync.since + lines).saturating_sub(self.clocks);
        clock.min(u64::from(CLOCKS_PER_LINE) - 1) as u8
    }

    /// Takes a standard that is known beforehand.
    pub(crate) fn expect(&mut self, expected: Option<Expected>) {
        self.detector.expect(expected);
    }

    /// The standard that the program is known to be made for, or seems to be made for, by its first
    /// frames.
    pub fn standard(&self) -> Standard {
        self.detector.standard()
    }

    /// The evidence for that standard, as a clause.
    pub fn standard_reason(&self) -> String {
        self.detector.reason()
    }

    /// The facts that speak for a standard, the heaviest first.
    pub fn standard_witnesses(&self) -> Vec<Witness> {
        self.detector.witnesses()
    }

    /// The scanlines of the last complete frame that a set shows. Lines that the frame lacks are
    /// black.
    ///
    /// The [usual lines](usual_lines) of a frame of that length; more where the program's
    /// picture, over its first two seconds, reaches beyond them.
    pub fn shown_lines(&self) -> Range<usize> {
        self.window.lines(self.frame.scanlines())
    }

    /// Complete scanlines of the frame in progress.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Line ends until a frame may be over, 1 or more, as long as VSYNC stays off.
    pub(crate) fn lines_to_frame_end(&self) -> usize {
        match self.sync.on || self.sync.found {
            true => 1,
            false => {
                let longest = self.longest_frame();
                longest - self.lines.min(longest - 1)
            }
        }
    }

    /// Skips pixel output, or ends that. The standard and the window are detected from pixels, so
    /// until that is done, in the first 120 frames, pixels are output nevertheless.
    pub(crate) fn skip_pixels(&mut self, skip: bool) {
        self.skips_pixels = skip && self.detector.is_settled() && self.window.is_settled();
    }

    /// True while pixels are not wanted: colors make no difference.
    pub(crate) fn skips_pixels(&self) -> bool {
        self.skips_pixels
    }

    /// Moves the sound samples since the last call, at most about a second of them, to the end
    /// of `out`.
    pub fn take_samples(&mut self, out: &mut Vec<Sample>) {
        out.append(&mut self.samples);
    }

    /// True if the VSYNC signal was this when it was given last.
    #[inline(always)]
    pub(crate) fn has_sync(&self, on: bool) -> bool {
        on == self.sync.on
    }

    /// The VSYNC signal at color clock `clock` of the current line. Calls without a change are
    /// allowed.
    pub(crate) fn vsync(&mut self, on: bool, clock: u8) {
        if self.has_sync(on) {
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
        if now - self.sync.since >= SYNC_CLOCKS && self.holds() {
            self.sync.found = true;
        }
    }

    /// True if this sync began late enough in the frame to end it: see [`DEAF_PART`]. A set that
    /// has no sync yet takes the first.
    fn holds(&self) -> bool {
        let shortest = match self.synced {
            true => self.free_field() * DEAF_PART.0 / DEAF_PART.1,
            false => 1,
        };
        self.sync.line >= shortest
    }

    /// One visible pixel of the current line.
    pub(crate) fn pixel(&mut self, color: u8) {
        self.pixels.push(color);
    }

    /// Several pixels of the current line.
    pub(crate) fn line_part(&mut self, colors: &[u8]) {
        self.pixels.extend_from_slice(colors);
    }

    /// Adds the current line's pixels at its beginning, all of them blank, to be painted.
    pub(crate) fn whole_line(&mut self) -> &mut [[u8; 8]; WIDTH / 8] {
        let start = self.pixels.len();
        self.pixels.extend_from_slice(&[BLANK; WIDTH]);
        let (chunks, _) = self.pixels[start..].as_chunks_mut();
        chunks.first_chunk_mut().expect("as many as were added")
    }

    /// The same color for several pixels of the current line.
    pub(crate) fn pixels(&mut self, color: u8, count: usize) {
        self.pixels.resize(self.pixels.len() + count, color);
    }

    /// Copies the pixels of the line before; the line does not end yet.
    pub(crate) fn repeat_line(&mut self) {
        let start = self.lines * WIDTH;
        self.pixels.extend_from_within(start - WIDTH..start);
    }

    /// Adds whole lines at the beginning of a line, fewer than may end a frame: copies of the line
    /// before, or blank ones.
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

    /// The pixels of the frame in progress, up to the beam of a television that is up to date.
    pub fn pixels_so_far(&self) -> &[u8] {
        &self.pixels
    }

    /// The last complete scanline of the frame to come; blank when there is none.
    pub fn line_before(&self) -> &[u8; WIDTH] {
        let (lines, _) = self.pixels[..self.lines * WIDTH].as_chunks();
        lines.last().unwrap_or(&[BLANK; WIDTH])
    }

    /// Sound samples.
    pub(crate) fn samples(&mut self, samples: &[Sample]) {
        let mut rest = samples;
        while !rest.is_empty() {
            if self.samples.len() == MAX_SAMPLES {
                self.samples.clear();
            }
            let (now, later) = rest.split_at(rest.len().min(MAX_SAMPLES - self.samples.len()));
            self.samples.extend_from_slice(now);
            rest = later;
        }
    }

    /// Exchanges the samples that are kept for others.
    pub(crate) fn swap_samples(&mut self, others: &mut Vec<Sample>) {
        std::mem::swap(&mut self.samples, others);
    }

    /// The current line ends after `clocks` color clocks: 228, or fewer after RSYNC.
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
        } else if self.lines >= self.longest_frame() {
            self.end_frame(self.lines, false);
        }
    }

    /// The line that has just ended lasted some color clocks more.
    pub(crate) fn lengthen_line(&mut self, clocks: u8) {
        self.clocks += u64::from(clocks);
    }

    /// Scanlines after which a frame ends without a VSYNC.
    fn longest_frame(&self) -> usize {
        match self.frames > 0 && !self.synced {
            true => self.free_field(),
            false => MAX_SCANLINES,
        }
    }

    /// Scanlines of the set's own field.
    fn free_field(&self) -> usize {
        match self.detector.is_50_hz() {
            true => FREE_SCANLINES_50_HZ,
            false => FREE_SCANLINES_60_HZ,
        }
    }

    /// Scanlines before `line` are a frame; the rest begins the next one.
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
        self.detector.frame(&self.frame);
        self.window.frame(&self.frame, synced);
    }
}

#[cfg(test)]
mod tests;
