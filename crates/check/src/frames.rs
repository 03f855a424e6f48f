//! Finds frames that a television set may not show steadily, judged by the rules in the crate
//! `signal`.

use crate::run::{Baseline, Run};
use debugger::{Debugger, Reason, Trap};
use reports::check::{Evidence, Finding, Level, Rule, Site};
use signal::{HOLD_TOLERANCE_LINES, Hold, HoldEffect};
use vcs::{
    television::Standard,
    tia::registers::write::{VSYNC, WSYNC},
};

/// If at most one frame in this many is affected, the finding is only a note, because frames often
/// have a different length while a program switches between screens.
const RARE: usize = 100;

/// Returns the findings about the frames of a run: their lengths and vertical syncs.
pub fn findings(base: &Baseline) -> Vec<Finding> {
    let mut hold = Hold::default();
    let mut unsynced = Vec::new();
    let mut jumps: Vec<(usize, f32, usize)> = Vec::new();
    let mut previous_lines = None;
    let mut settled = Vec::new();
    for (number, frame) in base.frames.iter().enumerate() {
        if !base.settled[number] {
            (hold, previous_lines) = (Hold::default(), None);
            continue;
        }
        settled.push(number);
        match hold.receive(frame.lines, frame.synced) {
            HoldEffect::Rolls => unsynced.push(number),
            HoldEffect::Jumps(lines) => {
                let previous = previous_lines.unwrap_or(frame.lines);
                if frame.lines.abs_diff(previous) as f32 > HOLD_TOLERANCE_LINES {
                    jumps.push((number, lines, previous));
                }
            }
            HoldEffect::Still => {}
        }
        previous_lines = Some(frame.lines);
    }
    let settled_count = settled.len();
    let level = |count: usize, severe: Level| match count * RARE > settled_count {
        true => severe,
        false => Level::Note,
    };
    let mut found = Vec::new();
    if let Some(&first) = unsynced.first() {
        let text = format!(
            "frame {first} ends after {} scanlines without a vertical sync{}",
            base.frames[first].lines,
            other_frames_clause("the sync is also missing in", unsynced.len())
        );
        let level = level(unsynced.len(), Level::Error);
        found.push(finding(base, Rule::NoSync, level, text, first));
    }
    if let Some(&(first, lines, previous)) = jumps.first() {
        let text = format!(
            "frame {first} has {} scanlines, the previous frame {previous}: the picture jumps {} \
             by {:.0} lines{}",
            base.frames[first].lines,
            if lines > 0.0 { "up" } else { "down" },
            lines.abs(),
            other_frames_clause("it also jumps in", jumps.len())
        );
        let level = level(jumps.len(), Level::Warning);
        found.push(finding(base, Rule::FrameLength, level, text, first));
    }
    let picture_jumps = found.iter().any(|one| one.rule == Rule::FrameLength);
    found.extend(check_usual_length(base, settled.clone(), picture_jumps));
    let mut odd = settled;
    odd.retain(|number| base.frames[*number].synced && base.frames[*number].lines % 2 == 1);
    if base.standard == Standard::Pal
        && odd.len() * 2 > settled_count
        && let Some(&first) = odd.first()
    {
        let text = format!(
            "most frames have an odd number of scanlines, such as {}: a set that averages \
             the color burst over many lines loses the color",
            base.frames[first].lines
        );
        let odd = finding(base, Rule::OddPalLines, Level::Warning, text, first);
        found.push(odd);
    }
    found
}

/// Checks the length of the frames in `numbers`. Returns a note if their median length is not the
/// standard's. Otherwise, if the picture never jumps (`picture_jumps` is false), examines the frame
/// in the middle of `numbers`, and returns a note if one of its scanlines takes more than 76
/// cycles.
fn check_usual_length(
    base: &Baseline,
    mut numbers: Vec<usize>,
    picture_jumps: bool,
) -> Option<Finding> {
    let middle = *numbers.get(numbers.len() / 2)?;
    numbers.sort_by_key(|number| base.frames[*number].lines);
    let typical = numbers[numbers.len() / 2];
    let (lines, standard_lines) = (base.frames[typical].lines, base.standard.scanlines());
    let note = |text, frame| finding(base, Rule::FrameLength, Level::Note, text, frame);
    if lines != standard_lines {
        let standard = base.standard.name().to_uppercase();
        let text = format!("most frames have {lines} scanlines; {standard} has {standard_lines}");
        return Some(note(text, typical));
    }
    let late =
        (!picture_jumps).then(|| note("a scanline needs more than 76 cycles".into(), middle));
    late.filter(|late| !late.why.is_empty())
}

const NO_SYNC_EVIDENCE: Evidence = Evidence {
    rank: "C",
    source: "Stella's issues 37 and 1150: the picture rolls unless VSYNC is longer than a line",
};
const FRAME_LENGTH_EVIDENCE: Evidence = Evidence {
    rank: "C",
    source: "Stella's issue 150: two television sets tolerate up to 2 lines too many or too few",
};
const ODD_PAL_LINES_EVIDENCE: Evidence = Evidence {
    rank: "C",
    source: "Stella's issues 13, 265 and 798: most television sets lose the color, some do not",
};

/// Completes a message that has named only the first of `count` affected frames. Returns `clause`
/// followed by the number of the other frames, as in `; it also jumps in 5 more frames`, or an
/// empty string if there are no others.
fn other_frames_clause(clause: &str, count: usize) -> String {
    match count {
        1 => String::new(),
        2 => format!("; {clause} one more frame"),
        _ => format!("; {clause} {} more frames", count - 1),
    }
}

fn finding(base: &Baseline, rule: Rule, level: Level, text: String, frame: usize) -> Finding {
    // The line that takes too long is in this frame or in the previous one, whichever is longer.
    let lines = |frame: usize| base.frames[frame].lines;
    let from = match rule {
        Rule::FrameLength if frame > 0 && lines(frame) < lines(frame - 1) => frame - 1,
        _ => frame,
    };
    let (run, mut debugger) = (base.run, base.debugger_at(from as u64));
    let evidence = match rule {
        Rule::NoSync => NO_SYNC_EVIDENCE,
        Rule::FrameLength => FRAME_LENGTH_EVIDENCE,
        _ => ODD_PAL_LINES_EVIDENCE,
    };
    let late = (rule == Rule::FrameLength)
        .then(|| late_line(run, &mut debugger))
        .flatten();
    let (site, place, why) = match late {
        Some((site, place, why)) => (Some(site), place, vec![why]),
        None => {
            debugger.go_to_place(vcs::Place::frame(frame as u64 + 1), &mut || false);
            // The program switches VSYNC on before the frame ends.
            let write = debugger.last_write(u16::from(VSYNC)).ok();
            let site = write.as_ref().map(|write| run.site_of(&write.writer));
            let place = write.map_or(debugger.place(), |write| write.place);
            (site, place, Vec::new())
        }
    };
    Finding {
        place: Some(place.to_string()),
        site,
        why,
        ..run.finding(rule, level, text, evidence)
    }
}

/// Runs the debugger for a frame and looks for a scanline that takes more than 76 cycles. Returns
/// the store to WSYNC that comes too late, its place, and a description.
fn late_line(run: &Run, debugger: &mut Debugger) -> Option<(Site, vcs::Place, String)> {
    debugger.traps.set(Trap::LateLine, true);
    let stop = debugger.run_frame();
    debugger.traps.set(Trap::LateLine, false);
    let stop = stop?;
    let text = stop.reasons.iter().find_map(|reason| match reason {
        Reason::Trap(trapped) if trapped.trap == Trap::LateLine => Some(trapped.text.clone()),
        _ => None,
    })?;
    // The store that stopped the debugger is the last write to WSYNC.
    let write = debugger.last_write(u16::from(WSYNC)).ok()?;
    Some((run.site_of(&write.writer), stop.place, text))
}
