//! Runs a machine through some lines of a frame, and collects what the kernel view shows.

use crate::{
    recording::{Recording, Span},
    slack::Searcher,
    view::{Code, InclusiveRange, Kernel, Line, Write},
};
use lab::trace::symbols::register_name;
use std::ops::RangeInclusive;
use thiserror::Error;
use vcs::{Machine, Step};

/// The reason a view cannot be made.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum KernelError {
    /// The requested line is before the first line of the frame, or the machine is already past the
    /// line's start.
    #[error("frame {frame} begins in scanline {first}; choose that line or a later one")]
    TooEarly {
        /// The frame.
        frame: u64,
        /// The first scanline that can be viewed.
        first: u16,
    },
    /// The line is after the last line of the frame.
    #[error("frame {frame} ends with scanline {last}; choose that line or an earlier one")]
    TooLate {
        /// The frame.
        frame: u64,
        /// The last scanline.
        last: u16,
    },
}

impl Kernel {
    /// Runs a copy of a machine to the end of its frame, with constant input, and returns the view
    /// of `lines`, or of all remaining lines of the frame. The machine must not be past the start
    /// of the first line. `code` returns the text of an instruction; its arguments are a machine
    /// that has just fetched the opcode, and the instruction.
    ///
    /// # Errors
    /// [`KernelError`] if the frame does not have these lines.
    pub fn of(
        machine: &Machine,
        lines: Option<RangeInclusive<u16>>,
        code: &dyn Fn(&Machine, &Step) -> Code,
    ) -> Result<Kernel, KernelError> {
        let place = machine.place();
        let first_possible = place.scanline + u16::from(place.clock > LAST_LINE_START_CLOCK);
        let (first, last) = match &lines {
            Some(lines) => (*lines.start(), *lines.end()),
            None => (first_possible, u16::MAX),
        };
        let frame = place.frame;
        if first < first_possible {
            return Err(KernelError::TooEarly {
                frame,
                first: first_possible,
            });
        }
        let mut start = machine.clone();
        let mut end = first_possible;
        while start.place().frame == frame && start.place().scanline < first {
            end = start.place().scanline;
            start.cycle();
        }
        if start.place().frame != frame {
            return Err(KernelError::TooLate { frame, last: end });
        }
        let recording = Recording::of(&start, last, code);
        let end = recording.last_line();
        if lines.is_some() && last > end {
            return Err(KernelError::TooLate { frame, last: end });
        }
        let mut searcher = Searcher::new(start, &recording);
        Ok(Kernel {
            frame,
            lines: recording
                .spans
                .iter()
                .map(|span| line(&mut searcher, &recording, span))
                .collect(),
        })
    }
}

/// The last color clock of a scanline at which a machine still counts as being at the start of the
/// line. RSYNC can shift lines relative to cycles, so that a line begins one or two clocks before a
/// cycle ends.
const LAST_LINE_START_CLOCK: u16 = 2;

/// Returns the view of one line, with the slack of its writes.
fn line(searcher: &mut Searcher<'_>, recording: &Recording, span: &Span) -> Line {
    let (picture, slacks) = searcher.line(span);
    let waits = recording.waits(span);
    let writes = slacks.into_iter().map(|slack| {
        let cycle = slack.cycle - span.start;
        let instructions = &span.instructions;
        Write {
            cycle: cycle as u16,
            register: slack.register,
            name: register_name(slack.register.into(), true).unwrap_or("?"),
            data: slack.data,
            instruction: instructions.iter().rposition(|instruction| {
                let InclusiveRange { first, last } = instruction.cycles;
                (first..=last).contains(&(cycle as u16))
            }),
            pixel: slack.effect_pixel,
            earliest: (slack.earliest - span.start) as u16,
            latest: (slack.latest - span.start) as u16,
            changes: slack.changes,
            changes_end_state: slack.changes_end_state,
        }
    });
    Line {
        scanline: span.scanline,
        cycles: (span.end - span.start) as u16,
        free: waits.iter().map(|wait| wait.last - wait.first + 1).sum(),
        writes: writes.collect(),
        waits,
        instructions: span.instructions.clone(),
        pixels: picture,
    }
}
