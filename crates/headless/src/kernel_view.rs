//! Runs a program up to a frame, and returns that frame's kernel view (see the crate `kernel`).

use crate::error::Error;
use debugger::{Debugger, Program, commands::LoadedProgram, kernel_view};
use kernel::Kernel;
use lab::script::ScriptRun;
use std::ops::RangeInclusive;
use vcs::{Machine, Place, place::CLOCKS_PER_CYCLE, television::Standard};

/// Runs a program with its script up to a frame. Returns the kernel view of the given scanlines
/// (`None` for all scanlines of the frame), and the television standard.
///
/// # Errors
/// [`Error::Usage`] if the frame does not have these scanlines.
pub fn kernel_of(
    loaded: &LoadedProgram,
    frame: u64,
    lines: Option<RangeInclusive<u64>>,
) -> Result<(Kernel, Standard), Error> {
    let lines = lines.map(scanlines);
    let program = &loaded.program;
    let end = Place::frame(frame.saturating_add(1));
    let mut run = ScriptRun::new(loaded.cartridge.clone(), &loaded.script, &program.symbols);
    run = run.until(end);
    while run.place().frame < frame && run.skip_frame() {}
    let mut machine = run.machine().clone();
    let first = lines.as_ref().map_or(0, |lines| *lines.start());
    while run.place().frame == frame && run.place().scanline < first {
        if run.cycle().is_none() {
            break;
        }
    }
    // If the run ends before the frame, `machine` is still in an earlier frame, and `view` returns
    // an error.
    if run.place().frame == frame {
        machine = run.machine().clone();
    }
    let standard = machine.television().standard();
    let kernel = view(&machine, lines, program)?;
    Ok((kernel, standard))
}

/// Returns the kernel view of some scanlines of a frame: the debugger's current frame or a past
/// one.
///
/// # Errors
/// [`Error::Usage`] if the debugger cannot go back to this frame, or if the frame does not have
/// these lines.
pub fn kernel_in_past(
    debugger: &Debugger,
    frame: u64,
    lines: RangeInclusive<u64>,
) -> Result<Kernel, Error> {
    let lines = scanlines(lines);
    let (now, timeline) = (debugger.place(), debugger.timeline());
    let first = Place {
        frame,
        scanline: *lines.start(),
        clock: LAST_LINE_START_CLOCK,
    };
    let at_first_line = timeline.past_at(first);
    let at_first_line = at_first_line.as_ref().map(|past| past.machine());
    // If the debugger is in this frame and the beam has not reached the first line yet, start from
    // the current machine.
    let current = || (now.frame == frame && now < first).then(|| debugger.machine());
    if let Some(machine) = at_first_line.or_else(current) {
        return view(machine, Some(lines), debugger.program());
    }
    let past = timeline.past_frame(frame);
    if past.place().frame != frame {
        return Err(Error::Usage(format!(
            "the debugger cannot go back to frame {frame}; the machine is in frame {}",
            now.frame
        )));
    }
    view(past.machine(), Some(lines), debugger.program())
}

/// The last color clock at which the first cycle of a line can begin.
const LAST_LINE_START_CLOCK: u16 = CLOCKS_PER_CYCLE - 1;

/// Converts a range of scanlines. A number that is too large becomes 65535, which is past the end
/// of every frame.
fn scanlines(lines: RangeInclusive<u64>) -> RangeInclusive<u16> {
    let line = |line: u64| u16::try_from(line).unwrap_or(u16::MAX);
    line(*lines.start())..=line(*lines.end())
}

fn view(
    machine: &Machine,
    lines: Option<RangeInclusive<u16>>,
    program: &Program,
) -> Result<Kernel, Error> {
    kernel_view(machine, lines, program).map_err(|error| Error::Usage(error.to_string()))
}
