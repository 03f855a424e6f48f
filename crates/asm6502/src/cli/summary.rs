//! The texts of `--usage` and `--cycle-sum`.

use crate::output::Output;
use crate::usage::Usage;

/// Returns a line for each bank and segment.
pub(super) fn usage(usage: &Usage) -> String {
    let mut text = String::new();
    for bank in &usage.banks {
        text.push_str(&format!(
            "bank {} (${:04x}): {} bytes used, {} free\n",
            bank.bank, bank.address, bank.used, bank.free
        ));
    }
    for segment in &usage.segments {
        let (first, last) = (segment.first, segment.end - 1);
        let name = if segment.name.is_empty() {
            "(no name)"
        } else {
            &segment.name
        };
        text.push_str(&format!(
            "segment {name} (${first:04x}-${last:04x}): {} bytes",
            segment.used
        ));
        if let Some(free) = segment.free {
            text.push_str(&format!(", {free} free"));
        }
        text.push('\n');
    }
    text
}

/// Formats one cycle sum as a line of output.
pub(super) fn cycles(from: &str, to: &str, output: &Output) -> String {
    let unknown = [from, to]
        .into_iter()
        .find(|name| output.symbol(name).is_none());
    if let Some(name) = unknown {
        return format!("cycles from {from} to {to}: the symbol {name} has no value\n");
    }
    if output.symbol(from) > output.symbol(to) {
        return format!("cycles from {from} to {to}: {to} is before {from}\n");
    }
    match output.cycles_between(from, to) {
        None => String::new(),
        Some(sum) if sum.min == sum.max => {
            format!("cycles from {from} to {to}: {}\n", sum.min)
        }
        Some(sum) => format!("cycles from {from} to {to}: {} to {}\n", sum.min, sum.max),
    }
}
