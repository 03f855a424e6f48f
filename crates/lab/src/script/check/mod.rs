//! Judges expectations.

mod moment;
mod picture;

use super::{Address, Expectation, Player, Wanted, player::History};
use crate::trace::{arm::fault_text, region::pixels_are};
pub(super) use moment::holds;
pub use picture::{PictureDifference, picture_difference};
use picture::{picture_differs, region_differs};
use std::{fmt::Display, ops::RangeInclusive};
use vcs::{Frame, Hash};

/// What has become of an expectation.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// Index of the event in the script.
    pub event: usize,
    /// The frame in which it was judged, or that it is about.
    pub frame: u64,
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
    /// The value with which the expectation would hold, as written after its first words; for a
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

    /// There is no value with which it would hold.
    fn nothing(text: String) -> Verdict {
        Verdict::Differs(Box::new(Difference {
            text,
            renewed: None,
            actual: None,
            expected: None,
        }))
    }

    fn unknown_symbol(address: &Address) -> Verdict {
        let name = address.symbol.as_deref().unwrap_or_default();
        Difference::nothing(format!(
            "no symbol `{name}`; name the symbol file by `symbols PATH`, or the source as the \
             cartridge"
        ))
    }
}

/// True for expectations about the frame of their place: they wait until it is complete.
pub(super) fn waits_for_frame(expectation: &Expectation) -> bool {
    matches!(
        expectation,
        Expectation::Picture(_)
            | Expectation::PictureHash(_)
            | Expectation::Region { .. }
            | Expectation::RegionHash { .. }
            | Expectation::FrameLines { .. }
    )
}

pub(super) fn at_frame_end(
    expectation: &Expectation,
    player: &Player<'_>,
    history: &History,
) -> Verdict {
    let frame = player.last_frame();
    match expectation {
        Expectation::Picture(picture) => {
            let expected = picture.as_ref().map(|picture| &picture.frame);
            match expected {
                Some(expected) if pixels_are(&expected.pixels, &frame.pixels) => Verdict::Met,
                _ => picture_differs(expected, frame, player.tv()),
            }
        }
        Expectation::PictureHash(wanted) => {
            hash("the picture", *wanted, frame.hash(), TAKE_TEXT).with_frame(frame)
        }
        Expectation::Region { region, rows } => match rows {
            Some(rows) if pixels_are(rows, &region.of(frame)) => Verdict::Met,
            rows => region_differs(region, rows.as_deref(), frame),
        },
        Expectation::RegionHash {
            region,
            hash: wanted,
        } => {
            let actual = Hash::of(&region.of(frame));
            let verdict = hash("that part of the picture", *wanted, actual, TAKE_TEXT);
            verdict.after(&region.to_string()).with_frame(frame)
        }
        Expectation::FrameLines { lines, since } => {
            let all = history.lines.as_deref().unwrap_or_default();
            let since = since
                .unwrap_or(frame.number)
                .clamp(history.lines_from, frame.number);
            let skip = (since - history.lines_from) as usize;
            frame_lines(lines.as_ref(), since, &all[skip.min(all.len())..])
        }
        _ => Verdict::Met,
    }
}

pub(super) fn at_place(
    expectation: &Expectation,
    player: &Player<'_>,
    history: &History,
) -> Verdict {
    match expectation {
        Expectation::Audio {
            hash: wanted,
            since,
        } => hash("the sound", *wanted, history.audio(*since), COMPARE_RECORDS),
        Expectation::Chain {
            hash: wanted,
            since,
        } => {
            let what = "the chain of frames";
            hash(what, *wanted, history.chain(*since), COMPARE_RECORDS)
        }
        Expectation::Shown {
            hash: wanted,
            since,
        } => {
            let what = "the chain of pictures and sound";
            hash(what, *wanted, history.shown(*since), COMPARE_RECORDS)
        }
        Expectation::Stack { wanted, since } => stack(wanted, *since, player),
        Expectation::NoArmFault => no_arm_fault(player),
        Expectation::Cycles {
            from,
            to,
            wanted,
            since,
        } => cycles([from, to], wanted, *since, player),
        expectation => moment::judge(expectation, player),
    }
}

/// The verdict on a wait that has ended without what it waits for.
pub(super) fn in_vain(verdict: Verdict, frames: u64) -> Verdict {
    match verdict {
        Verdict::Met => Verdict::Met,
        Verdict::Differs(difference) => Difference::nothing(format!(
            "waited {frames} frames in vain: {}; the run ends here",
            difference.text
        )),
    }
}

/// True if an expectation depends on frames before the present one, which may differ between
/// machines that have become equal.
pub(super) fn looks_back(expectation: &Expectation) -> bool {
    matches!(
        expectation,
        Expectation::Audio { .. }
            | Expectation::Chain { .. }
            | Expectation::Shown { .. }
            | Expectation::FrameLines { .. }
    )
}

/// What to do about hashes that differ: they show that something differs, not what.
const TAKE_TEXT: &str = "take the hash away, and `verify --update` records the picture as text: \
    that names the pixel and gives both pictures";
const COMPARE_RECORDS: &str = "`crownhead diff` names the first frame that differs in two traces \
    of kind frame, made where the script passes and here";

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

fn not_recorded(what: &str, actual: &impl Display) -> String {
    format!("{what} has not been recorded yet, it is {actual}; record it by `verify --update`")
}

impl Verdict {
    /// Puts what must stay in front of the value with which the expectation would hold.
    fn after(mut self, words: &str) -> Verdict {
        if let Verdict::Differs(difference) = &mut self
            && let Some(renewed) = &mut difference.renewed
        {
            *renewed = format!("{words} {renewed}");
        }
        self
    }

    fn with_frame(mut self, frame: &Frame) -> Verdict {
        if let Verdict::Differs(difference) = &mut self {
            difference.actual = Some(frame.clone());
        }
        self
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

/// Judges a number. `shown` writes it; `advice` follows where it is not as it should be.
fn number(
    what: &str,
    wanted: &Wanted,
    actual: u64,
    player: &Player<'_>,
    shown: fn(u64) -> String,
    advice: &str,
) -> Verdict {
    let relation = wanted.relation;
    let renewed = match relation.passing(actual) {
        Some(passing) => format!("{relation} {}", shown(passing)),
        None => format!("= {}", shown(actual)),
    };
    let Some(value) = &wanted.value else {
        let text = not_recorded(what, &shown(actual));
        return Difference::verdict(text, renewed);
    };
    let Some(limit) = value.resolve(player.symbols()) else {
        return Difference::unknown_symbol(value);
    };
    match relation.holds(actual, limit.into()) {
        true => Verdict::Met,
        false => {
            let (actual, limit) = (shown(actual), shown(limit.into()));
            let text = format!("{what} is {actual}, expected {relation} {limit}{advice}");
            Difference::verdict(text, renewed)
        }
    }
}

fn hexadecimal(value: u64) -> String {
    format!("${value:02X}")
}

fn no_arm_fault(player: &Player<'_>) -> Verdict {
    let calls = player.machine().cartridge().arm_calls();
    let fault =
        calls.and_then(|calls| fault_text(calls.first_fault.as_ref()?, &player.symbols().sources));
    match fault {
        None => Verdict::Met,
        Some(text) => Difference::nothing(format!("a call of ARM code failed: {text}")),
    }
}

fn stack(wanted: &Wanted, since: u64, player: &Player<'_>) -> Verdict {
    let Some(lowest) = player.lowest_stack(since) else {
        let text = format!("no instruction has run since frame {since}; name an earlier one");
        return Difference::nothing(text);
    };
    let advice = format!("; at {} in frame {}", player.name(lowest.pc), lowest.frame);
    let what = "the lowest stack pointer";
    number(what, wanted, lowest.s.into(), player, hexadecimal, &advice)
}

fn cycles(ends: [&Address; 2], wanted: &Wanted, since: u64, player: &Player<'_>) -> Verdict {
    if let Some(unknown) = ends
        .into_iter()
        .find(|end| end.resolve(player.symbols()).is_none())
    {
        return Difference::unknown_symbol(unknown);
    }
    let [from, to] = ends;
    let Some(passes) = player.passes(ends, since) else {
        let text = format!("no instruction at {to} has come after one at {from}");
        return Difference::nothing(text);
    };
    let judge = |which: usize, what: &str| {
        let what = format!("the {what} pass from {from} to {to}");
        let advice = format!("; in frame {}", passes.frames[which]);
        let shown = |cycles: u64| cycles.to_string();
        let verdict = number(&what, wanted, passes.cycles[which], player, shown, &advice);
        verdict.after(&format!("{from}..{to}"))
    };
    // What holds for the shortest and the longest pass holds for all.
    match judge(1, "longest") {
        Verdict::Met => judge(0, "shortest"),
        differs => differs,
    }
}
