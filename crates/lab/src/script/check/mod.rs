//! Checks the expectations of a script against the state of its run.

mod current_state;
mod picture;

use super::{
    Address, Difference, Expectation, RequiredValue, ScriptRun, Verdict,
    outcome::{hexadecimal, judge_hash, judge_number, not_recorded},
    run::History,
};
use crate::trace::{arm::fault_text, region::pixels_match};
pub(super) use current_state::holds;
pub use picture::{PictureDifference, picture_difference};
use picture::{picture_mismatch, region_mismatch};
use std::ops::RangeInclusive;
use vcs::Hash;

/// Returns true if an expectation is about the whole frame that contains its place. Such an
/// expectation is judged at the end of that frame.
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

pub(super) fn judge_at_frame_end(
    expectation: &Expectation,
    run: &ScriptRun<'_>,
    history: &History,
) -> Verdict {
    let frame = run.last_frame();
    match expectation {
        Expectation::Picture(picture) => {
            let expected = picture.as_ref().map(|picture| &picture.frame);
            match expected {
                Some(expected) if pixels_match(&expected.pixels, &frame.pixels) => Verdict::Met,
                _ => picture_mismatch(expected, frame, run.tv()),
            }
        }
        Expectation::PictureHash(wanted) => {
            judge_hash("the picture", *wanted, frame.hash(), PICTURE_HASH_ADVICE).with_frame(frame)
        }
        Expectation::Region { region, rows } => match rows {
            Some(rows) if pixels_match(rows, &region.pixels_of(frame)) => Verdict::Met,
            rows => region_mismatch(region, rows.as_deref(), frame),
        },
        Expectation::RegionHash {
            region,
            hash: wanted,
        } => {
            let actual = Hash::of(&region.pixels_of(frame));
            let verdict = judge_hash(
                "the checked part of the picture",
                *wanted,
                actual,
                PICTURE_HASH_ADVICE,
            );
            verdict
                .prefix_renewed(&region.to_string())
                .with_frame(frame)
        }
        Expectation::FrameLines { lines, since } => {
            let all = history.lines.as_deref().unwrap_or_default();
            let since = since
                .unwrap_or(frame.number)
                .clamp(history.lines_from, frame.number);
            let skip = (since - history.lines_from) as usize;
            judge_frame_lines(lines.as_ref(), since, &all[skip.min(all.len())..])
        }
        _ => Verdict::Met,
    }
}

pub(super) fn judge_at_place(
    expectation: &Expectation,
    run: &ScriptRun<'_>,
    history: &History,
) -> Verdict {
    match expectation {
        Expectation::Audio {
            hash: wanted,
            since,
        } => judge_hash(
            "the sound",
            *wanted,
            history.audio(*since),
            RUNNING_HASH_ADVICE,
        ),
        Expectation::Chain {
            hash: wanted,
            since,
        } => {
            let what = "the chain of frames";
            judge_hash(what, *wanted, history.chain(*since), RUNNING_HASH_ADVICE)
        }
        Expectation::Shown {
            hash: wanted,
            since,
        } => {
            let what = "the chain of pictures and sound";
            judge_hash(what, *wanted, history.shown(*since), RUNNING_HASH_ADVICE)
        }
        Expectation::Stack { wanted, since } => judge_stack(wanted, *since, run),
        Expectation::NoArmFault => judge_no_arm_fault(run),
        Expectation::Cycles {
            from,
            to,
            wanted,
            since,
        } => judge_cycles([from, to], wanted, *since, run),
        expectation => current_state::judge(expectation, run),
    }
}

/// Returns the verdict on a `wait` that timed out after `frames` frames. `verdict` is the verdict
/// on the condition that the script waited for.
pub(super) fn timed_out(verdict: Verdict, frames: u64) -> Verdict {
    match verdict {
        Verdict::Met => Verdict::Met,
        Verdict::Differs(difference) => Difference::unsatisfiable(format!(
            "waited {frames} frames without success: {}; the run ends here",
            difference.text
        )),
    }
}

/// Returns true if the verdict on an expectation depends on the [`History`] of the run. Two runs
/// can then get different verdicts even after their machines have become equal.
pub(super) fn depends_on_history(expectation: &Expectation) -> bool {
    matches!(
        expectation,
        Expectation::Audio { .. }
            | Expectation::Chain { .. }
            | Expectation::Shown { .. }
            | Expectation::FrameLines { .. }
    )
}

/// Advice for a picture whose hash differs. A hash does not show which pixels differ.
const PICTURE_HASH_ADVICE: &str = "remove the hash and run `verify --update`, which records the \
    picture as text; the next difference then names the pixel and shows both pictures";
/// Advice for a running hash that differs.
const RUNNING_HASH_ADVICE: &str = "to find the first frame that differs, record a trace of kind \
    frame here and one where the script passes, and compare them with `crownhead diff`";

fn judge_frame_lines(wanted: Option<&RangeInclusive<u16>>, since: u64, lines: &[u16]) -> Verdict {
    let min = lines.iter().min().copied().unwrap_or_default();
    let max = lines.iter().max().copied().unwrap_or_default();
    let renewed = if min == max {
        min.to_string()
    } else {
        format!("{min}..{max}")
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
            let expected = match from == to {
                true => from.to_string(),
                false => format!("{from}..{to}"),
            };
            let text = format!("frame {frame} has {lines} scanlines, expected {expected}");
            Difference::verdict(text, renewed)
        }
    }
}

fn judge_no_arm_fault(run: &ScriptRun<'_>) -> Verdict {
    let calls = run.machine().cartridge().arm_calls();
    let fault =
        calls.and_then(|calls| fault_text(calls.first_fault.as_ref()?, &run.symbols().sources));
    match fault {
        None => Verdict::Met,
        Some(text) => Difference::unsatisfiable(format!("a call to ARM code failed: {text}")),
    }
}

fn judge_stack(wanted: &RequiredValue, since: u64, run: &ScriptRun<'_>) -> Verdict {
    let Some(lowest) = run.lowest_stack(since) else {
        let text = format!("no instruction has run since frame {since}; name an earlier frame");
        return Difference::unsatisfiable(text);
    };
    let advice = format!("; at {} in frame {}", run.name(lowest.pc), lowest.frame);
    let what = "the lowest stack pointer";
    judge_number(
        what,
        wanted,
        lowest.s.into(),
        run.symbols(),
        hexadecimal,
        &advice,
    )
}

fn judge_cycles(
    ends: [&Address; 2],
    wanted: &RequiredValue,
    since: u64,
    run: &ScriptRun<'_>,
) -> Verdict {
    if let Some(unknown) = ends
        .into_iter()
        .find(|end| end.resolve(run.symbols()).is_none())
    {
        return Difference::unknown_symbol(unknown);
    }
    let [from, to] = ends;
    let mut lengths = run.pass_lengths(ends, since).into_iter().flatten();
    let Some(longest) = lengths.next_back() else {
        let text = format!("the program has not reached {to} after an instruction at {from}");
        return Difference::unsatisfiable(text);
    };
    // If there is only one length, the longest pass is also the shortest.
    let names = ["the longest", "the shortest"].into_iter();
    std::iter::once(longest)
        .chain(lengths)
        .zip(names.chain(std::iter::repeat("a")))
        .map(|((cycles, frame), name)| {
            let what = format!("{name} pass from {from} to {to}");
            let advice = format!("; in frame {frame}");
            let shown = |cycles: u64| cycles.to_string();
            let verdict = judge_number(&what, wanted, *cycles, run.symbols(), shown, &advice);
            verdict.prefix_renewed(&format!("{from}..{to}"))
        })
        .find(|verdict| !matches!(verdict, Verdict::Met))
        .unwrap_or(Verdict::Met)
}
