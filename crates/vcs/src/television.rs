//! The television: turns scanlines and VSYNC into frames. The console itself does not know frames.

use serde::{Deserialize, Serialize};

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
    samples: Vec<Sample>,
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

/// Shortest VSYNC, in color clocks, that the television takes for a vertical sync.
// Console report: pulses shorter than a line are ignored, about two lines are required.
const SYNC_CLOCKS: u64 = 342;
/// A VSYNC that begins so few scanlines after the last one is part of it.
// Console report (Pick'n'Pile): of two close together a set ignores the second.
const SYNC_HOLD_LINES: usize = 32;
/// Scanlines after which a frame ends without a VSYNC.
pub const MAX_SCANLINES: usize = 400;

/// Samples that are kept while nobody takes them: about one second. More drop all before.
const MAX_SAMPLES: usize = 31_440;

impl Television {
    /// The last complete frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Complete frames since power-on.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Complete scanlines of the frame in progress.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Moves the sound samples since the last call, at most about a second of them, to the end
    /// of `out`.
    pub fn take_samples(&mut self, out: &mut Vec<Sample>) {
        out.append(&mut self.samples);
    }

    /// The VSYNC signal at color clock `clock` of the current line. Calls without a change are
    /// allowed.
    pub fn vsync(&mut self, on: bool, clock: u8) {
        if on == self.sync.on {
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

    /// True when a sync that began where this one did ends a frame.
    fn holds(&self) -> bool {
        let shortest = if self.frames == 0 { 1 } else { SYNC_HOLD_LINES };
        self.sync.line >= shortest
    }

    /// One visible pixel of the current line.
    pub fn pixel(&mut self, color: u8) {
        self.pixels.push(color);
    }

    /// The last complete scanline of the frame to come; blank when there is none.
    pub fn line_before(&self) -> &[u8] {
        match self.lines {
            0 => &[BLANK; WIDTH],
            lines => &self.pixels[(lines - 1) * WIDTH..][..WIDTH],
        }
    }

    /// One sound sample.
    pub fn sample(&mut self, sample: Sample) {
        if self.samples.len() == MAX_SAMPLES {
            self.samples.clear();
        }
        self.samples.push(sample);
    }

    /// The current line ends after `clocks` color clocks: 228, or fewer after RSYNC.
    pub fn end_line(&mut self, clocks: u8) {
        self.clocks += u64::from(clocks);
        self.lines += 1;
        self.pixels.resize(self.lines * WIDTH, BLANK);
        if self.sync.on {
            self.check_sync(self.clocks);
        }
        if std::mem::take(&mut self.sync.found) {
            self.end_frame(self.sync.line);
        } else if self.lines >= MAX_SCANLINES {
            self.end_frame(self.lines);
        }
    }

    /// Scanlines before `line` are a frame; the rest begins the next one.
    fn end_frame(&mut self, line: usize) {
        let end = line * WIDTH;
        self.frame.pixels.clear();
        self.frame.pixels.extend_from_slice(&self.pixels[..end]);
        self.pixels.drain(..end);
        self.lines -= line;
        self.frame.number = self.frames;
        self.frames += 1;
        self.sync.line = 0;
    }
}
