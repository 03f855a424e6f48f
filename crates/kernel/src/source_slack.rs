//! Combines the writes in a kernel view by source line.

use crate::view::{InclusiveRange, Kernel, Source};
use std::collections::BTreeMap;

/// All writes to the TIA that one source line makes in a view. The slack given here is the part
/// that all these writes have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceSlack {
    /// The source line; for writes in a macro, the line that calls the macro.
    pub source: Source,
    /// The names of the registers, in the order in which they are first written.
    pub registers: Vec<&'static str>,
    /// The number of writes.
    pub writes: usize,
    /// The first and the last scanline in which a write lands.
    pub scanlines: InclusiveRange,
    /// The earliest and the latest cycle of a scanline in which a write lands.
    pub cycles: InclusiveRange,
    /// Number of cycles by which any one of the writes could be earlier with the same result.
    pub earlier: u16,
    /// Number of cycles by which any one of the writes could be later with the same result.
    pub later: u16,
}

impl Kernel {
    /// Combines the writes that each source line makes, sorted by file and line. Leaves out writes
    /// whose source line is not known.
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
                    scanlines: InclusiveRange {
                        first: line.scanline,
                        last: line.scanline,
                    },
                    cycles: InclusiveRange {
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
    /// Returns a short note, such as `cycle 22, slack -3..+2`.
    pub fn label(&self) -> String {
        let InclusiveRange { first, last } = self.cycles;
        let cycles = match first == last {
            true => format!("cycle {first}"),
            false => format!("cycles {first}..{last}"),
        };
        match (self.earlier, self.later) {
            (0, 0) => format!("{cycles}, no slack"),
            (earlier, later) => format!("{cycles}, slack -{earlier}..+{later}"),
        }
    }

    /// Returns a longer note, as a sentence without a full stop. `frame` is the frame of the view.
    pub fn text(&self, frame: u64) -> String {
        let counted = |count: usize, noun: &str| match count {
            1 => format!("1 {noun}"),
            _ => format!("{count} {noun}s"),
        };
        let InclusiveRange { first, last } = self.scanlines;
        let scanlines = match first == last {
            true => format!("scanline {first}"),
            false => format!("scanlines {first} to {last}"),
        };
        let writes = counted(self.writes, "write");
        let slack = match (self.earlier, self.later) {
            (0, 0) => "no write can move without changing the result".to_owned(),
            (earlier, later) => format!(
                "a write can be up to {} earlier or {} later with the same result, if no other \
                 write moves",
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
