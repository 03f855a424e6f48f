//! Formats the reports as text.

use super::report::{Judgment, Report};
use std::collections::HashSet;

/// Phrases that identify a hint. A hint is the part of a mismatch's description after `; `.
const HINTS: [&str; 3] = ["`verify --update`", "`crownhead diff`", "`expect ram"];

/// Returns a line for each script, the script's mismatches, and a summary. If `quiet` is true,
/// omits the scripts that pass.
pub fn text(reports: &[Report], quiet: bool) -> String {
    let mut text = String::new();
    let mut hints = HashSet::new();
    for report in reports {
        describe(report, quiet, &mut hints, &mut text);
    }
    let count = |result| {
        reports
            .iter()
            .filter(|report| report.result == result)
            .count()
    };
    let mut parts = vec![format!("{} passed", count(Judgment::Passed))];
    for (what, result) in [
        ("updated", Judgment::Updated),
        ("failed", Judgment::Failed),
        ("broken", Judgment::Broken),
    ] {
        if count(result) > 0 {
            parts.push(format!("{} {what}", count(result)));
        }
    }
    let plural = if reports.len() == 1 { "" } else { "s" };
    text.push_str(&format!(
        "{} script{plural}: {}\n",
        reports.len(),
        parts.join(", ")
    ));
    text
}

fn states_passed(report: &Report) -> String {
    let states = report.power_on.as_ref();
    states.map_or(String::new(), |states| {
        format!(", {} of {} power-on states", states.passed, states.states)
    })
}

/// Describes the first power-on state that fails.
fn describe_first_failing_state(report: &Report, text: &mut String) {
    let states = report.power_on.as_ref();
    let Some(failing) = states.and_then(|states| states.first_failing.as_ref()) else {
        return;
    };
    let seed = match failing.power_on.as_str() {
        "random" => format!("seed {}", failing.seed),
        "random-tia" => format!("--power-on random-tia, seed {}", failing.seed),
        state => format!("--power-on {state}"),
    };
    text.push_str(&format!("        first failing state: {seed}"));
    match failing.first_different_frame {
        Some(frame) => text.push_str(&format!(
            "; frame {frame} is the first that differs from the run with the script's own power-on \
             state\n"
        )),
        None => text
            .push_str("; its frames equal those of the run with the script's own power-on state\n"),
    }
    if let Some(unwritten) = &failing.unwritten {
        text.push_str(&format!("        {unwritten}, which was never written\n"));
    }
}

fn describe<'a>(report: &'a Report, quiet: bool, hints: &mut HashSet<&'a str>, text: &mut String) {
    let path = report.path.display();
    let (frames, expectations) = (report.frames, report.expectations);
    match report.result {
        Judgment::Passed if quiet => {}
        Judgment::Passed => {
            text.push_str(&format!(
                "ok      {path}  {frames} frames, {expectations} expectations{}\n",
                states_passed(report)
            ));
        }
        Judgment::Updated => {
            let changed = report.mismatches.len();
            text.push_str(&format!(
                "updated {path}  {changed} of {expectations} expectations\n"
            ));
        }
        Judgment::Failed => {
            let failed = report.mismatches.len();
            text.push_str(&format!(
                "FAILED  {path}  {failed} of {expectations} expectations{}\n",
                states_passed(report)
            ));
            describe_first_failing_state(report, text);
            for mismatch in &report.mismatches {
                // All mismatches of one kind have the same hint, so print each hint only once.
                let (what, hint) = mismatch
                    .text
                    .split_once("; ")
                    .unwrap_or((&mismatch.text, ""));
                let is_hint = !hint.is_empty() && HINTS.iter().any(|phrase| hint.contains(phrase));
                let shown = if is_hint && !hints.insert(hint) {
                    what
                } else {
                    &mismatch.text
                };
                text.push_str(&format!("        line {}: {shown}\n", mismatch.line));
            }
            for file in &report.artifacts {
                text.push_str(&format!("        see {}\n", file.display()));
            }
        }
        Judgment::Broken => {
            let error = report.error.as_deref().unwrap_or_default();
            text.push_str(&format!("BROKEN  {error}\n"));
        }
    }
}
