//! Judges expectations.

use super::{Address, Expectation, Player, RamWanted};
use crate::trace::write_picture;
use std::ops::RangeInclusive;
use vcs::{Frame, Hash, television::WIDTH};

/// What has become of an expectation.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Index of the event in the script.
    pub event: usize,
    /// How it went.
    pub verdict: Verdict,
}

/// How an expectation went.
#[derive(Debug, Clone, PartialEq)]
pub enum Verdict {
    /// It holds.
    Met,
    /// It does not hold, or has not been recorded yet.
    Differs(Box<Difference>),
}

/// Why an expectation does not hold.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// What is different, in words.
    pub text: String,
    /// What the script should say for the expectation to hold, behind its first words; for a
    /// picture as text its lines. `None` where nothing can be said.
    pub renewed: Option<String>,
    /// The frame as it is, for pictures.
    pub actual: Option<Frame>,
    /// The frame as it should be, for pictures as text.
    pub expected: Option<Frame>,
}

impl Difference {
    fn verdict(text: String, renewed: String) -> Verdict {
        Verdict::Differs(Box::new(Difference {
            text,
            renewed: Some(renewed),
            actual: None,
            expected: None,
        }))
    }

    fn unknown_symbol(address: &Address) -> Verdict {
        let name = address.symbol.as_deref().unwrap_or_default();
        Verdict::Differs(Box::new(Difference {
            text: format!("no symbol `{name}`; name the symbol file by `symbols PATH`"),
            renewed: None,
            actual: None,
            expected: None,
        }))
    }
}

/// True for expectations about the frame of their place: they wait until it is complete.
pub(super) fn waits_for_frame(expectation: &Expectation) -> bool {
    matches!(
        expectation,
        Expectation::Picture(_) | Expectation::PictureHash(_) | Expectation::FrameLines { .. }
    )
}

pub(super) fn at_frame_end(expectation: &Expectation, player: &Player<'_>) -> Verdict {
    let frame = player.last_frame();
    match expectation {
        Expectation::Picture(picture) => {
            let expected = picture.as_ref().map(|picture| &picture.frame);
            match expected {
                Some(expected) if expected.pixels == frame.pixels => Verdict::Met,
                _ => picture_differs(expected, frame, player.tv()),
            }
        }
        Expectation::PictureHash(wanted) => {
            hash("the picture", *wanted, frame.hash(), TAKE_TEXT).with_frame(frame)
        }
        Expectation::FrameLines { lines, since } => {
            let all = player.lines.as_deref().unwrap_or_default();
            let since = since
                .unwrap_or(frame.number)
                .clamp(player.lines_from, frame.number);
            let skip = (since - player.lines_from) as usize;
            frame_lines(lines.as_ref(), since, &all[skip.min(all.len())..])
        }
        _ => Verdict::Met,
    }
}

pub(super) fn at_place(expectation: &Expectation, player: &Player<'_>) -> Verdict {
    match expectation {
        Expectation::Audio(wanted) => {
            let actual = player.audio.as_ref().map(|audio| audio.finish());
            let actual = actual.unwrap_or_default();
            hash("the sound", *wanted, actual, COMPARE_RECORDS)
        }
        Expectation::Chain(wanted) => {
            let what = "the chain of frames";
            hash(what, *wanted, player.chain(), COMPARE_RECORDS)
        }
        Expectation::Ram(RamWanted::Hash(wanted)) => {
            let actual = Hash::of(player.machine().ram());
            hash("RAM", *wanted, actual, NAME_BYTES)
        }
        Expectation::Ram(RamWanted::Bytes(address, bytes)) => ram(address, bytes, player),
        Expectation::Pc(wanted) => pc(wanted.as_ref(), player),
        _ => Verdict::Met,
    }
}

/// What to do about hashes that do not hold: they tell that something differs, not what.
const TAKE_TEXT: &str = "take the hash away, and `verify --update` records the picture as text: that names the pixel and gives both pictures";
const COMPARE_RECORDS: &str = "`crownhead diff` names the first frame that differs in two traces of kind frame, made where the script passes and here";
const NAME_BYTES: &str = "`expect ram ADDRESS BB BB` would name the byte";

fn hash(what: &str, wanted: Option<Hash>, actual: Hash, advice: &str) -> Verdict {
    match wanted {
        Some(wanted) if wanted == actual => Verdict::Met,
        Some(wanted) => Difference::verdict(
            format!("{what} has hash {actual}, expected {wanted}; {advice}"),
            actual.to_string(),
        ),
        None => Difference::verdict(not_recorded(what, &actual), actual.to_string()),
    }
}

fn not_recorded(what: &str, actual: &impl std::fmt::Display) -> String {
    format!("{what} has not been recorded yet, it is {actual}; record it by `verify --update`")
}

impl Verdict {
    fn with_frame(mut self, frame: &Frame) -> Verdict {
        if let Verdict::Differs(difference) = &mut self {
            difference.actual = Some(frame.clone());
        }
        self
    }
}

fn picture_differs(expected: Option<&Frame>, actual: &Frame, tv: &str) -> Verdict {
    let mut renewed = String::new();
    let written = write_picture(&mut renewed, actual, tv);
    debug_assert!(written.is_ok(), "a String takes everything");
    let text = match expected {
        None => not_recorded("the picture", &actual.hash()),
        Some(expected) => picture_difference(expected, actual)
            .map_or("the picture differs".into(), |at| at.to_string()),
    };
    Verdict::Differs(Box::new(Difference {
        text,
        renewed: Some(renewed),
        actual: Some(actual.clone()),
        expected: expected.cloned(),
    }))
}

/// Where two pictures differ first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PictureDifference {
    frame: u64,
    /// Scanlines of both.
    lines: [usize; 2],
    /// Scanline, pixel and the two colors there.
    first: Option<(usize, usize, [u8; 2])>,
    pixels: usize,
}

/// Where the second picture differs first from the first one; `None` when nowhere.
pub fn picture_difference(expected: &Frame, actual: &Frame) -> Option<PictureDifference> {
    let pairs = || expected.pixels.iter().zip(&actual.pixels).enumerate();
    let mut different = pairs().filter(|(_, (a, b))| a != b);
    let first = different.next();
    let lines = [expected.scanlines(), actual.scanlines()];
    (first.is_some() || lines[0] != lines[1]).then(|| PictureDifference {
        frame: actual.number,
        lines,
        first: first.map(|(at, (a, b))| (at / WIDTH, at % WIDTH, [*a, *b])),
        pixels: usize::from(first.is_some()) + different.count(),
    })
}

impl std::fmt::Display for PictureDifference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "frame {}", self.frame)?;
        if let Some((line, pixel, [expected, actual])) = self.first {
            write!(
                f,
                " scanline {line} pixel {pixel}: color {actual:02X}, expected {expected:02X}; {} pixels differ",
                self.pixels
            )?;
        }
        let [expected, actual] = self.lines;
        if expected != actual {
            write!(f, "; {actual} scanlines, expected {expected}")?;
        }
        Ok(())
    }
}

fn frame_lines(wanted: Option<&RangeInclusive<u16>>, since: u64, lines: &[u16]) -> Verdict {
    let least = lines.iter().min().copied().unwrap_or_default();
    let most = lines.iter().max().copied().unwrap_or_default();
    let renewed = match least == most {
        true => least.to_string(),
        false => format!("{least}..{most}"),
    };
    let Some(wanted) = wanted else {
        return Difference::verdict(not_recorded("the number of scanlines", &renewed), renewed);
    };
    match lines.iter().position(|lines| !wanted.contains(lines)) {
        None => Verdict::Met,
        Some(at) => {
            let (from, to) = wanted.clone().into_inner();
            let frame = since + at as u64;
            let lines = lines[at];
            let text = format!("frame {frame} has {lines} scanlines, expected {from}..={to}");
            Difference::verdict(text, renewed)
        }
    }
}

fn ram(address: &Address, bytes: &[Option<u8>], player: &Player<'_>) -> Verdict {
    let Some(start) = resolve(address, player) else {
        return Difference::unknown_symbol(address);
    };
    // RAM answers at $80..=$FF; a symbol may name its mirror in the stack page.
    let start = usize::from(start & 0x7f);
    let ram = player.machine().ram();
    let at = |offset: usize| ram[(start + offset) & 0x7f];
    let different =
        (0..bytes.len()).find(|&offset| bytes[offset].is_some_and(|byte| byte != at(offset)));
    let Some(offset) = different else {
        return Verdict::Met;
    };
    let renewed = bytes.iter().enumerate().map(|(offset, byte)| match byte {
        None => " ..".into(),
        Some(_) => format!(" {:02X}", at(offset)),
    });
    let text = format!(
        "RAM at ${:02X} is {:02X}, expected {:02X}",
        0x80 + ((start + offset) & 0x7f),
        at(offset),
        bytes[offset].unwrap_or_default()
    );
    Difference::verdict(text, format!("{address}{}", renewed.collect::<String>()))
}

fn pc(wanted: Option<&(Address, Address)>, player: &Player<'_>) -> Verdict {
    let pc = player.pc();
    let renewed = format!("${pc:04X}");
    let Some((from, to)) = wanted else {
        return Difference::verdict(not_recorded("the program counter", &renewed), renewed);
    };
    let (from, to) = match (resolve(from, player), resolve(to, player)) {
        (None, _) => return Difference::unknown_symbol(from),
        (_, None) => return Difference::unknown_symbol(to),
        (Some(from), Some(to)) => (from & 0x1fff, to & 0x1fff),
    };
    match (from..=to).contains(&(pc & 0x1fff)) {
        true => Verdict::Met,
        false => Difference::verdict(
            format!("the instruction in progress is at {renewed}"),
            renewed,
        ),
    }
}

fn resolve(address: &Address, player: &Player<'_>) -> Option<u16> {
    match &address.symbol {
        None => Some(address.offset),
        Some(name) => Some(player.symbols().value(name)?.wrapping_add(address.offset)),
    }
}
