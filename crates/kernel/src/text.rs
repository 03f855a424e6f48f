//! Formats the kernel view as text.

use crate::view::{InclusiveRange, Instruction, Kernel, Line, Write};
use std::fmt::{self, Write as _};

/// Width of the column of instructions, in characters.
const CODE_WIDTH: usize = 22;
/// Total width of the columns about a write, in characters. Rows with many ranges of changed pixels
/// are wider.
const WRITE_WIDTH: usize = 54;

/// The heading above the columns that [`Write::columns`] returns.
pub const WRITE_HEADING: &str = "write          acts  slack             changes";

impl Kernel {
    /// Returns the view as text, with a table for each scanline.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for line in &self.lines {
            let separator = if out.is_empty() { "" } else { "\n" };
            let _ = write!(out, "{separator}frame {}, ", self.frame);
            let _ = line.write(&mut out);
        }
        out
    }
}

impl Line {
    fn write(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "{}", self.summary())?;
        writeln!(out, "{}", self.bar())?;
        writeln!(
            out,
            "cycles  {:CODE_WIDTH$} {WRITE_HEADING:WRITE_WIDTH$}  source",
            "instruction"
        )?;
        let mut waits = self.waits.iter().peekable();
        for (index, instruction) in self.instructions.iter().enumerate() {
            while let Some(wait) = waits.next_if(|wait| wait.first < instruction.cycles.first) {
                writeln!(out, "{}", wait_row(wait))?;
            }
            self.write_instruction(out, index, instruction)?;
        }
        waits.try_for_each(|wait| writeln!(out, "{}", wait_row(wait)))
    }

    /// Returns a one-line summary, without a full stop: the scanline's number, the number of free
    /// cycles, and the number of writes without slack.
    pub fn summary(&self) -> String {
        let tight = match self.tight_writes() {
            0 => String::new(),
            1 => "; 1 write has no slack".into(),
            count => format!("; {count} writes have no slack"),
        };
        format!(
            "scanline {}: {} of {} cycles are free{tight}",
            self.scanline, self.free, self.cycles
        )
    }

    /// Returns one character for each cycle: a letter for each cycle of an instruction, `.` while
    /// the processor is waiting, and `!` where a write without slack lands.
    fn bar(&self) -> String {
        let mut bar = vec![b' '; self.cycles.into()];
        for (letter, instruction) in (b'a'..=b'z').cycle().zip(&self.instructions) {
            let InclusiveRange { first, last } = instruction.cycles;
            bar[first.into()..=last.into()].fill(letter);
        }
        for wait in &self.waits {
            bar[wait.first.into()..=wait.last.into()].fill(b'.');
        }
        for write in self.writes.iter().filter(|write| write.is_tight()) {
            bar[usize::from(write.cycle)] = b'!';
        }
        bar.into_iter().map(char::from).collect()
    }

    fn write_instruction(
        &self,
        out: &mut String,
        index: usize,
        instruction: &Instruction,
    ) -> fmt::Result {
        let source = instruction.code.source.as_ref();
        let mut source = source.map_or(String::new(), |source| {
            format!("{}:{}", source.file, source.line)
        });
        let text = &instruction.code.text;
        let mut head = format!("{}  {text:CODE_WIDTH$}", cycle_range(&instruction.cycles));
        let writes = self.writes.iter();
        let mut writes = writes
            .filter(|write| write.instruction == Some(index))
            .peekable();
        loop {
            let columns = writes.next().map_or(String::new(), Write::columns);
            let row = format!("{head} {columns:WRITE_WIDTH$}  {source}");
            writeln!(out, "{}", row.trim_end())?;
            if writes.peek().is_none() {
                return Ok(());
            }
            head = " ".repeat(head.len());
            source.clear();
        }
    }
}

impl Write {
    /// Returns the register and the byte, the first pixel that the write can change, its slack, and
    /// the pixels that it does change, in the columns of [`WRITE_HEADING`].
    pub fn columns(&self) -> String {
        let what = format!("{}=${:02X}", self.name, self.data);
        let slack = match self.is_tight() {
            true => format!("@{} none", self.cycle),
            false => format!("@{} in {}..{}", self.cycle, self.earliest, self.latest),
        };
        let changes = self
            .changes
            .iter()
            .map(|pixels| match pixels.first == pixels.last {
                true => pixels.first.to_string(),
                false => format!("{}-{}", pixels.first, pixels.last),
            });
        let mut changes: Vec<String> = changes.collect();
        if changes.len() > MAX_RANGES {
            let last = changes.pop().unwrap_or_default();
            changes.truncate(MAX_RANGES - 1);
            changes.push(format!("... {last}"));
        }
        if self.changes_end_state {
            changes.push("later".into());
        }
        if self.has_no_effect() {
            changes.push("nothing".into());
        }
        let changes = changes.join(" ");
        format!("{what:13} {:5}  {slack:16}  {changes}", self.pixel)
    }
}

/// Maximum number of pixel ranges in a row.
const MAX_RANGES: usize = 4;

fn cycle_range(cycles: &InclusiveRange) -> String {
    format!("{:2}-{:2} ", cycles.first, cycles.last)
}

fn wait_row(wait: &InclusiveRange) -> String {
    let count = wait.last - wait.first + 1;
    format!("{}  ({count} cycles free)", cycle_range(wait))
}
