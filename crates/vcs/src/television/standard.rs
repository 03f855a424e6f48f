//! Television standards, and their detection.

use super::{BLANK, Frame};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A television standard: the number of lines in a frame, and the color system. Two mixtures that
/// are common among programs count as standards, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Standard {
    /// 262 lines, NTSC colors.
    #[default]
    Ntsc,
    /// 312 lines, PAL colors.
    Pal,
    /// 312 lines, the eight colors of SECAM.
    Secam,
    /// 312 lines, NTSC colors: an NTSC program with frames extended to 50 Hz.
    Ntsc50,
    /// 262 lines, PAL colors: a program for PAL consoles on televisions that accept 60 Hz.
    Pal60,
}

/// A standard that is known before the program runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// The standard.
    pub standard: Standard,
    /// The reason why the standard is known, as a clause without a full stop.
    pub why: &'static str,
}

/// A fact that indicates a standard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The fact, as a clause without a full stop.
    pub fact: String,
    /// The standards with which the fact is consistent.
    pub consistent_with: Vec<Standard>,
    /// The weight of the fact compared to other facts.
    pub weight: u32,
}

/// Minimum number of scanlines of a 50 Hz frame: the midpoint of 262 and 312.
pub(super) const LINES_50_HZ: usize = 287;

impl Standard {
    /// All standards.
    pub const ALL: [Standard; 5] = [
        Standard::Ntsc,
        Standard::Pal,
        Standard::Secam,
        Standard::Ntsc50,
        Standard::Pal60,
    ];

    /// Returns the lowercase name that options and traces use.
    pub fn name(self) -> &'static str {
        match self {
            Standard::Ntsc => "ntsc",
            Standard::Pal => "pal",
            Standard::Secam => "secam",
            Standard::Ntsc50 => "ntsc50",
            Standard::Pal60 => "pal60",
        }
    }

    /// Finds a standard by its lowercase name.
    pub fn from_name(name: &str) -> Option<Standard> {
        let mut all = Standard::ALL.into_iter();
        all.find(|standard| standard.name() == name)
    }

    /// Returns the number of color clocks per second in a console for this standard. For NTSC, it
    /// is the frequency of the color carrier, 315 / 88 MHz. For PAL and SECAM, it is 4/5 of
    /// 4.43361875 MHz, the frequency of the PAL color carrier.
    pub fn color_clock_hz(self) -> f64 {
        match self {
            Standard::Ntsc | Standard::Ntsc50 => 315e6 / 88.0,
            Standard::Pal | Standard::Pal60 | Standard::Secam => 4_433_618.75 * 0.8,
        }
    }

    /// Returns the nominal number of scanlines in a frame.
    pub fn scanlines(self) -> usize {
        match self {
            Standard::Ntsc | Standard::Pal60 => 262,
            Standard::Pal | Standard::Secam | Standard::Ntsc50 => 312,
        }
    }

    /// Returns true if a television for this standard shows frames with this number of scanlines
    /// without color. A PAL television loses its line identification if the number is odd.
    // Console reports: on some televisions, several games with an odd number of lines do show
    // color. Therefore this should be an option that is off by default.
    pub fn loses_color(self, scanlines: usize) -> bool {
        matches!(self, Standard::Pal | Standard::Pal60) && scanlines % 2 == 1
    }
}

/// Number of frames after power-on that are ignored. In these frames, programs clear memory and
/// show titles.
const SKIPPED_FRAMES: u32 = 8;
/// Number of frames that are counted as evidence.
const COUNTED_FRAMES: u32 = 40;
/// Frame lengths, in scanlines, that are too long for 60 Hz and too short for 50 Hz. Soon after
/// power-on, such a length comes from a title screen, or from a program whose frames do not have a
/// steady length yet.
const UNDECIDED_LINES: Range<usize> = 270..LINES_50_HZ;
/// Number of the first frame that is counted even if its length is in [`UNDECIDED_LINES`]. Earlier
/// frames with such a length are ignored.
const FIRST_UNDECIDED_FRAME: u64 = 80;
/// The color number that PAL programs use for white. It is not counted, although its hue is in
/// [`GRAY_IN_PAL`].
const WHITE: u8 = 0xfe;
/// Hues that are gray on PAL televisions, but gold and brown on NTSC televisions.
const GRAY_IN_PAL: [usize; 3] = [1, 14, 15];
/// A 50 Hz program counts as a PAL program if at most one in this many of its colored pixels has a
/// hue in [`GRAY_IN_PAL`].
const STRAY_DIVISOR: u32 = 50;
/// A 60 Hz program counts as a PAL program if it uses at least this many different hues, and none
/// in [`GRAY_IN_PAL`].
const PAL_HUES: usize = 8;

/// A detector that finds the standard from the first frames. If the standard is known in advance,
/// the detector returns that standard.
///
/// The length of the majority of the counted frames decides between 50 Hz and 60 Hz. The hues
/// decide between NTSC and PAL colors. On PAL televisions, hues 1, 14 and 15 are gray like hue 0,
/// so PAL programs have no reason to use them, except for `$FE`, which is white and is not counted.
/// If a 50 Hz program draws more than a fiftieth of its colored pixels with these hues, it was made
/// for NTSC colors. If a 60 Hz program uses eight or more hues, but none of these three, it was
/// made for PAL colors (fewer than one NTSC program in ten would do so by chance). SECAM cannot be
/// detected, because SECAM consoles run PAL programs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Detector {
    /// Number of frames seen, including the ones that are not counted.
    seen: u32,
    /// Number of counted frames that are as long as 50 Hz frames.
    frames_50_hz: u32,
    /// Number of counted pixels with each hue.
    hues: [u32; 16],
    /// The standard, if it is known in advance. Saved states do not contain it, because it is a
    /// property of the cartridge.
    #[serde(skip)]
    expected: Option<Expected>,
}

impl Detector {
    /// Sets the standard, if it is known in advance.
    pub(crate) fn set_expected(&mut self, expected: Option<Expected>) {
        self.expected = expected;
    }

    /// Counts a frame as evidence. Ignores the first frames, and all frames once the detector is
    /// settled.
    pub(crate) fn add_frame(&mut self, frame: &Frame) {
        if self.is_settled() {
            return;
        }
        let is_undecided = UNDECIDED_LINES.contains(&frame.scanlines());
        if self.seen >= SKIPPED_FRAMES && is_undecided && frame.number < FIRST_UNDECIDED_FRAME {
            return;
        }
        self.seen += 1;
        if self.is_settled() || self.seen <= SKIPPED_FRAMES {
            return;
        }
        self.frames_50_hz += u32::from(frame.scanlines() >= LINES_50_HZ);
        let is_counted = |color: &&u8| ![BLANK, WHITE].contains(color);
        for color in frame.pixels.iter().filter(is_counted) {
            self.hues[usize::from(color >> 4)] += 1;
        }
    }

    /// Returns false for values that only a damaged state can have.
    pub(crate) fn is_plausible(&self) -> bool {
        self.frames_50_hz <= self.seen && self.hues.iter().all(|count| *count < 1 << 26)
    }

    /// Returns the part of the state on which [`Detector::is_50_hz`] depends.
    pub(crate) fn field_rate_state(&self) -> impl Serialize + use<> {
        (self.seen, self.frames_50_hz)
    }

    /// Returns true if further frames no longer change the result.
    pub(crate) fn is_settled(&self) -> bool {
        self.seen > SKIPPED_FRAMES + COUNTED_FRAMES
    }

    /// Returns the standard. If it is not known in advance, returns the standard that the frames so
    /// far indicate, which is NTSC before the first frame.
    pub(crate) fn standard(&self) -> Standard {
        self.expected
            .map_or_else(|| self.detected(), |expected| expected.standard)
    }

    /// Returns the standard that the frames indicate.
    fn detected(&self) -> Standard {
        let stray = self.pixels_gray_in_pal();
        match self.is_50_hz() {
            true if stray > self.colored_pixels() / STRAY_DIVISOR => Standard::Ntsc50,
            true => Standard::Pal,
            false if stray == 0 && self.distinct_hues() >= PAL_HUES => Standard::Pal60,
            false => Standard::Ntsc,
        }
    }

    /// Returns the evidence for the standard, as a clause without a full stop.
    pub(crate) fn reason(&self) -> String {
        if let Some(expected) = self.expected {
            return expected.why.to_owned();
        }
        let (counted, long_frames) = (self.counted(), self.frames_50_hz);
        let colors = match self.standard() {
            Standard::Ntsc50 => "the program uses hues 1, 14 or 15, which are gray on PAL sets",
            Standard::Pal60 => {
                "the program uses many hues, but never 1, 14 or 15, which are gray on PAL sets"
            }
            Standard::Pal | Standard::Secam => {
                "the program hardly uses hues 1, 14 and 15, which are gray on PAL sets"
            }
            Standard::Ntsc => "its hues show no sign of PAL",
        };
        format!("{long_frames} of {counted} frames have {LINES_50_HZ} scanlines or more; {colors}")
    }

    /// Lists all facts. If two facts contradict each other, the fact with the greater weight
    /// decides.
    pub(crate) fn evidence(&self) -> Vec<Evidence> {
        let mut all = Vec::new();
        if let Some(expected) = self.expected {
            all.push(Evidence {
                fact: expected.why.to_owned(),
                consistent_with: vec![expected.standard],
                weight: 100,
            });
        }
        let (counted, long_frames) = (self.counted(), self.frames_50_hz);
        all.push(Evidence {
            fact: format!("{long_frames} of {counted} frames have {LINES_50_HZ} scanlines or more"),
            consistent_with: if self.is_50_hz() {
                vec![Standard::Pal, Standard::Secam, Standard::Ntsc50]
            } else {
                vec![Standard::Ntsc, Standard::Pal60]
            },
            weight: 10,
        });
        let (stray, colored) = (self.pixels_gray_in_pal(), self.colored_pixels());
        let hues = self.distinct_hues();
        let is_ntsc = if self.is_50_hz() {
            stray > colored / STRAY_DIVISOR
        } else {
            stray > 0 || hues < PAL_HUES
        };
        all.push(Evidence {
            fact: format!(
                "{stray} of {colored} colored pixels have hues 1, 14 or 15, gray on PAL sets \
                 ($FE is not counted); {hues} different hues"
            ),
            consistent_with: if is_ntsc {
                vec![Standard::Ntsc, Standard::Ntsc50]
            } else {
                vec![Standard::Pal, Standard::Secam, Standard::Pal60]
            },
            weight: 5,
        });
        all
    }

    /// Returns true if the majority of the counted frames are as long as 50 Hz frames.
    pub(crate) fn is_50_hz(&self) -> bool {
        2 * self.frames_50_hz > self.counted()
    }

    /// Returns the number of frames counted.
    fn counted(&self) -> u32 {
        self.seen.saturating_sub(SKIPPED_FRAMES).min(COUNTED_FRAMES)
    }

    fn pixels_gray_in_pal(&self) -> u32 {
        GRAY_IN_PAL.iter().map(|hue| self.hues[*hue]).sum()
    }

    fn colored_pixels(&self) -> u32 {
        self.hues[1..].iter().sum()
    }

    fn distinct_hues(&self) -> usize {
        self.hues[1..].iter().filter(|count| **count > 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::television::WIDTH;

    fn detect(scanlines: usize, hues: &[u8]) -> Standard {
        let mut detector = Detector::default();
        let pixels = (0..scanlines * WIDTH)
            .map(|x| hues[x % hues.len()] << 4 | 8)
            .collect();
        let frame = Frame { number: 0, pixels };
        (0..60).for_each(|_| detector.add_frame(&frame));
        assert!(detector.is_settled());
        detector.standard()
    }

    #[test]
    fn line_counts_and_hues_decide_the_standard() {
        assert_eq!(detect(262, &[0, 1, 8, 12]), Standard::Ntsc);
        assert_eq!(detect(262, &[0, 4, 8, 12]), Standard::Ntsc);
        assert_eq!(detect(312, &[0, 4, 8, 12]), Standard::Pal);
        assert_eq!(detect(312, &[0, 1, 8, 12]), Standard::Ntsc50);
        let all_pal: Vec<u8> = (2..=13).collect();
        assert_eq!(detect(262, &all_pal), Standard::Pal60);
        assert_eq!(Detector::default().standard(), Standard::Ntsc);
    }

    /// Returns a detector after a sequence of frames. `lines` contains the number of lines of each
    /// frame; every pixel is `color`.
    fn detector_after(lines: &[usize], color: u8) -> Detector {
        let mut detector = Detector::default();
        for (number, &lines) in (0..).zip(lines) {
            let pixels = vec![color; lines * WIDTH];
            detector.add_frame(&Frame { number, pixels });
        }
        detector
    }

    #[test]
    fn white_on_pal_sets_is_evidence_of_nothing() {
        assert_eq!(detector_after(&[312; 60], 0xfe).standard(), Standard::Pal);
        assert_eq!(
            detector_after(&[312; 60], 0xfc).standard(),
            Standard::Ntsc50
        );
    }

    #[test]
    fn frames_of_an_undecided_length_at_the_start_do_not_count() {
        let start = |lines: usize| [vec![lines; 78], vec![312; 60]].concat();
        let detector = detector_after(&start(275), 0x28);
        assert_eq!(detector.standard(), Standard::Pal);
        assert!(detector.is_settled());
        assert_eq!(detector_after(&start(262), 0x28).standard(), Standard::Ntsc);
        // A program whose frames always have this length counts as a 60 Hz program.
        let undecided = detector_after(&[275; 140], 0x28);
        assert_eq!(
            (undecided.standard(), undecided.is_settled()),
            (Standard::Ntsc, true)
        );
    }

    #[test]
    fn the_strongest_evidence_agrees_with_the_standard() {
        for lines in [262, 312] {
            for color in [0x00, 0x18, 0x28, 0xfe] {
                let detector = detector_after(&[lines; 60], color);
                let mut remaining = Standard::ALL.to_vec();
                let mut evidence = detector.evidence();
                evidence.sort_by_key(|piece| std::cmp::Reverse(piece.weight));
                for piece in evidence {
                    remaining.retain(|standard| piece.consistent_with.contains(standard));
                }
                assert_eq!(remaining[0], detector.standard(), "{lines} {color:02x}");
            }
        }
    }

    #[test]
    fn only_pal_sets_lose_their_color() {
        assert!(Standard::Pal.loses_color(313));
        assert!(!Standard::Pal.loses_color(312));
        assert!(!Standard::Ntsc.loses_color(263));
    }
}
