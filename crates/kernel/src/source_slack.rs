//! The writes of a view by the lines of the source that make them.

use crate::view::{Cells, Kernel, Source};
use std::collections::BTreeMap;

/// All writes to the TIA that a line of the source makes in a view. Each of them has at least this
/// slack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSlack {
    /// The line of the source; of a macro, that of its call.
    pub source: Source,
    /// The registers, in the order of the first writes.
    pub registers: Vec<&'static str>,
    /// The number of writes.
    pub writes: usize,
    /// The first and the last of the scanlines in which they land.
    pub scanlines: Cells,
    /// The earliest and the latest cycle of a line in which they land.
    pub cycles: Cells,
    /// Cycles that each of them alone could land earlier, with the same result.
    pub earlier: u16,
    /// Cycles that each of them alone could land later.
    pub later: u16,
}

impl Kernel {
    /// Sums up the writes of each line of the source, by file and line. Instructions without a
    /// known line are left out.
    pub fn by_source(&self) -> Vec<SourceSlack> {
        let mut lines: BTreeMap<(&str, u32), SourceSlack> = BTreeMap::new();
        for line in &self.lines {
            for write in &line.writes {
                let instruction = write.instruction.map(|index| &line.instructions[index]);
                let Some(source) = instruction.and_then(|one| one.code.source.as_ref()) else {
                    continue;
                };
                let slack = lines.entry((&source.file, source.line));
                let slack = slack.or_insert_with(|| SourceSlack {
                    source: source.clone(),
                    registers: Vec::new(),
                    writes: 0,
                    scanlines: Cells {
                        first: line.scanline,
                        last: line.scanline,
                    },
                    cycles: Cells {
                        first: write.cycle,
                        last: write.cycle,
                    },
                    earlier: u16::MAX,
                    later: u16::MAX,
                });
                if !slack.registers.contains(&write.name) {
                    slack.registers.push(write.name);
                }
                slack.writes += 1;
                slack.scanlines.last = line.scanline;
                slack.cycles.first = slack.cycles.first.min(write.cycle);
                slack.cycles.last = slack.cycles.last.max(write.cycle);
                slack.earlier = slack.earlier.min(write.cycle - write.earliest);
                slack.later = slack.later.min(write.latest - write.cycle);
            }
        }
        lines.into_values().collect()
    }
}

impl SourceSlack {
    /// A short note for the line: `cycle 22, slack -3..+2`.
    pub fn label(&self) -> String {
        let Cells { first, last } = self.cycles;
        let cycles = match first == last {
            true => format!("cycle {first}"),
            false => format!("cycles {first}..{last}"),
        };
        match (self.earlier, self.later) {
            (0, 0) => format!("{cycles}, no slack"),
            (earlier, later) => format!("{cycles}, slack -{earlier}..+{later}"),
        }
    }

    /// The note in words, for a frame.
    pub fn text(&self, frame: u64) -> String {
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let Cells { first, last } = self.scanlines;
        let scanlines = match first == last {
            true => format!("scanline {first}"),
            false => format!("scanlines {first} to {last}"),
        };
        let writes = counted(self.writes, "write");
        let slack = match (self.earlier, self.later) {
            (0, 0) => "a cycle earlier or later changes the result".to_owned(),
            (earlier, later) => format!(
                "each alone has the same result up to {} earlier and {} later",
                counted(earlier.into(), "cycle"),
                counted(later.into(), "cycle")
            ),
        };
        format!(
            "{} to {} in frame {frame}, {scanlines}: {slack}",
            writes,
            self.registers.join(", ")
        )
    }
}
