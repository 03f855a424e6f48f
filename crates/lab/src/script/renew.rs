//! Replaces the expected values in a script with the actual ones.

use super::{Outcome, Script, Verdict};
use std::collections::BTreeMap;
use thiserror::Error;

/// The reason why a script cannot be renewed.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum RenewError {
    /// The actual value differs between the iterations of a loop.
    #[error(
        "line {line} expects the same value in every iteration of the loop, but the actual values \
         differ; write out each iteration instead of using `repeat`"
    )]
    Loop {
        /// Line of the expectation.
        line: usize,
    },
    /// The expectation would not hold for any value.
    #[error("line {line}: {text}")]
    NoValue {
        /// Line of the expectation.
        line: usize,
        /// The difference, as a message.
        text: String,
    },
}

/// Returns a copy of the script's text. In expectations that did not hold, the required values are
/// replaced with the actual values. All other text, including comments, stays the same.
pub fn renew(text: &str, script: &Script, outcomes: &[Outcome]) -> Result<String, RenewError> {
    let mut changes: BTreeMap<(usize, usize), (usize, &str)> = BTreeMap::new();
    let mut satisfied = Vec::new();
    for outcome in outcomes {
        let source = &script.events[outcome.event].source;
        let (line, start) = (source.line, source.value.start);
        let Verdict::Differs(difference) = &outcome.verdict else {
            satisfied.push((line, start));
            continue;
        };
        let renewed = difference.renewed.as_deref().ok_or_else(|| {
            let text = difference.text.clone();
            RenewError::NoValue { line, text }
        })?;
        let previous = changes.insert((line, start), (outcome.event, renewed));
        if previous.is_some_and(|(_, previous)| previous != renewed) {
            return Err(RenewError::Loop { line });
        }
    }
    if let Some(&(line, _)) = satisfied.iter().find(|key| changes.contains_key(key)) {
        return Err(RenewError::Loop { line });
    }
    let mut lines: Vec<String> = text.split_inclusive('\n').map(String::from).collect();
    // Change the lines from last to first, so that the earlier lines keep their numbers.
    for (event, renewed) in changes.into_values().rev() {
        let source = &script.events[event].source;
        replace_value(&mut lines, source, renewed);
    }
    Ok(lines.concat())
}

fn replace_value(lines: &mut Vec<String>, source: &super::Source, renewed: &str) {
    let index = source.line - 1;
    if renewed.contains('\n') {
        let indent = lines[index].len() - lines[index].trim_start().len();
        let indent = " ".repeat(if indent == 0 { 5 } else { indent });
        let block = renewed.lines().map(|line| format!("{indent}| {line}\n"));
        lines.splice(source.line..source.line + source.block_lines, block);
    } else {
        let since = lines[index][source.value.clone()].find(" since ");
        let tail = since.map(|since| source.value.start + since..source.value.end);
        let tail = tail.map_or(String::new(), |tail| lines[index][tail].to_string());
        lines[index].replace_range(source.value.clone(), &format!(" {renewed}{tail}"));
    }
}
