//! The commands that move the machine.

use super::{
    Answer, CommandError, Commander, Host, points::advice_on_bare_number, steps::step_of, usage,
    with_interrupt,
};
use crate::{
    debugger::spot_of,
    evaluate::expand_local_labels,
    motion::{Calls, Unit},
    points::{Point, Spot},
    stop::Stop,
    timeline::Edit,
};
use lab::{
    script::{Action, Script},
    trace::Condition,
};
use vcs::{Input, Place};

impl Commander {
    pub(super) fn forward(
        &mut self,
        name: &'static str,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        let count = parse_count(name, rest)?;
        let (unit, calls) = step_of(name).ok_or_else(|| usage(name, "not a step command"))?;
        self.repeat(count, host, |commander, host| {
            with_interrupt(host, |interrupt| {
                commander.debugger.step(unit, calls, interrupt)
            })
        })
    }

    pub(super) fn backward(
        &mut self,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        // `back 3` goes back three instructions.
        if word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit()) {
            return self.back_steps("step", word, host);
        }
        match super::help::find(word).map(|command| command.name) {
            Some("run") => {
                let stop = with_interrupt(host, |interrupt| self.debugger.run_back(interrupt));
                Ok(answer_at(stop))
            }
            Some("to") => self.back_to(rest.trim(), host),
            Some("out") => self.debugger.back_out().map(answer_at).ok_or_else(no_call),
            Some(name) if step_of(name).is_some() => self.back_steps(name, rest, host),
            _ => Err(usage("back", format!("`{word}` is not a step"))),
        }
    }

    fn back_steps(
        &mut self,
        name: &'static str,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        let count = parse_count("back", rest)?;
        let (unit, calls) = step_of(name).ok_or_else(|| usage("back", "not a step command"))?;
        self.repeat(count, host, |commander, host| {
            with_interrupt(host, |interrupt| {
                commander.debugger.back(unit, calls, interrupt)
            })
        })
    }

    fn repeat(
        &mut self,
        count: u64,
        host: &mut dyn Host,
        mut step: impl FnMut(&mut Commander, &mut dyn Host) -> Stop,
    ) -> Result<Answer, CommandError> {
        let mut stop = step(self, host);
        for _ in 1..count {
            if !stop.reached_goal() {
                break;
            }
            stop = step(self, host);
        }
        Ok(answer_at(stop))
    }

    pub(super) fn out(&mut self, host: &mut dyn Host) -> Result<Answer, CommandError> {
        let stop = with_interrupt(host, |interrupt| self.debugger.step_out(interrupt));
        stop.map(answer_at).ok_or_else(no_call)
    }

    pub(super) fn run(&mut self, rest: &str, host: &mut dyn Host) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            let stop = with_interrupt(host, |interrupt| self.debugger.run(interrupt));
            return Ok(answer_at(stop));
        }
        let frames = parse_count("run", rest)?;
        let end_frame = self.debugger.place().frame.saturating_add(frames);
        loop {
            if let Some(stop) = self.debugger.run_frame() {
                return Ok(answer_at(stop));
            }
            if self.debugger.place().frame >= end_frame || host.interrupted() {
                // The frame may have ended in the middle of an instruction. If so, stop before the
                // next instruction.
                if self.debugger.timeline().present().at_instruction() {
                    let stop = self.stop_here();
                    return Ok(answer_at(stop));
                }
                let stop = with_interrupt(host, |interrupt| {
                    self.debugger
                        .step(Unit::Instruction, Calls::Into, interrupt)
                });
                return Ok(answer_at(stop));
            }
        }
    }

    /// Returns a stop at the current place.
    fn stop_here(&self) -> Stop {
        Stop {
            reasons: vec![crate::stop::Reason::Reached],
            place: self.debugger.place(),
            moment: self.debugger.moment(),
        }
    }

    pub(super) fn run_to(
        &mut self,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            return Err(usage("to", "name a place"));
        }
        if let Some(advice) = advice_on_bare_number(rest) {
            return Err(usage("to", advice));
        }
        let (id, stop) = self.with_temporary_breakpoint(rest, |commander| {
            with_interrupt(host, |interrupt| commander.debugger.run(interrupt))
        })?;
        Ok(answer_without_point(stop, id))
    }

    /// Executes `back to`: goes back to the last moment at which the machine was at the given
    /// place, or at which the given expression was true.
    fn back_to(&mut self, rest: &str, host: &mut dyn Host) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            return Err(usage("back", "name a place"));
        }
        let (id, stop) = self.with_temporary_breakpoint(rest, |commander| {
            with_interrupt(host, |interrupt| commander.debugger.run_back(interrupt))
        })?;
        Ok(answer_without_point(stop, id))
    }

    /// Calls `run` while a temporary breakpoint is set at a place or for an expression. Returns the
    /// breakpoint's number and the stop.
    fn with_temporary_breakpoint(
        &mut self,
        rest: &str,
        run: impl FnOnce(&mut Commander) -> Stop,
    ) -> Result<(u32, Stop), CommandError> {
        let symbols = &self.debugger.program().symbols;
        let is_variable = symbols.knows_variables() && symbols.variable(rest).is_some();
        let mut point = match self.debugger.location(rest) {
            Ok(location) if !is_variable || !is_in_page_zero(location.address()) => {
                Point::new(spot_of(&location), rest)
            }
            other => {
                let error = other.err().map_or(String::new(), |error| error.to_string());
                let (program, machine) = (self.debugger.program(), self.debugger.machine());
                let text = expand_local_labels(rest, program, machine);
                let condition = Condition::parse(&text, &program.symbols)
                    .map_err(|_| CommandError::Refused(error))?;
                if !condition.is_boolean() {
                    return Err(CommandError::Refused(format!(
                        "`{rest}` is a value, not a place or a comparison; write `{rest} != 0`"
                    )));
                }
                let mut point = Point::new(Spot::Anywhere, "reached");
                point.condition = Some((rest.into(), condition));
                point
            }
        };
        point.once = true;
        let id = self.debugger.points.add(point);
        let stop = run(self);
        self.debugger.points.remove_temporary(id);
        Ok((id, stop))
    }

    pub(super) fn go_to(
        &mut self,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        if let Some(cycle) = rest.strip_prefix('@') {
            let cycle: u64 = cycle
                .parse()
                .map_err(|_| usage("goto", format!("`{rest}` is not a CPU cycle")))?;
            if cycle > self.debugger.moment().saturating_add(MAX_CYCLES) {
                return Err(CommandError::Refused(format!(
                    "cycle {cycle} is more than an hour ahead; name an earlier cycle"
                )));
            }
            self.debugger.go_to(cycle);
            let stop = self.stop_here();
            return Ok(answer_at(stop));
        }
        let place = parse_place(rest).ok_or_else(|| {
            let code = if is_hex(rest) {
                format!("${rest}")
            } else {
                rest.to_owned()
            };
            let hint = match self.debugger.location(&code) {
                Ok(_) => format!("; to go to that code, use `to {code}`"),
                Err(_) => String::new(),
            };
            usage(
                "goto",
                format!("`{rest}` is not a position of the beam{hint}"),
            )
        })?;
        if place.frame > self.debugger.place().frame.saturating_add(MAX_FRAMES) {
            return Err(CommandError::Refused(format!(
                "frame {} is more than an hour ahead; name an earlier frame",
                place.frame
            )));
        }
        let stop = with_interrupt(host, |interrupt| {
            self.debugger.go_to_place(place, interrupt)
        });
        Ok(answer_at(stop))
    }

    pub(super) fn input(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let before = *self.debugger.machine().input();
        let set_up: String = before
            .describe()
            .split("; ")
            .filter(|command| !command.is_empty())
            .map(|command| format!("@0 {command}\n"))
            .collect();
        let text = format!("crownhead-script 1\n{set_up}@1 {rest}\n@2 end\n");
        let script = Script::parse(&text).map_err(|error| {
            CommandError::Refused(format!("this is not an input command: {error}"))
        })?;
        let input: Option<Input> =
            script
                .events
                .iter()
                .rev()
                .find_map(|event| match event.action {
                    Action::Input(input) => Some(input),
                    _ => None,
                });
        let input = input.ok_or_else(|| usage("input", "name a controller or a switch"))?;
        self.debugger.edit(Edit::Input(input));
        Ok(Answer::text(match input.describe() {
            idle if idle.is_empty() => "idle\n".to_owned(),
            input => input + "\n",
        }))
    }
}

/// Returns true if the text may be the address of code, written without its `$`.
fn is_hex(text: &str) -> bool {
    text.len() == 4 && text.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns true if the address is in page zero.
fn is_in_page_zero(address: u16) -> bool {
    address < 0x100
}

/// Maximum number of frames that `goto` runs forward: an hour at 60 Hz.
const MAX_FRAMES: u64 = 216_000;
/// Maximum number of cycles that `goto` runs forward: an hour on an NTSC console.
const MAX_CYCLES: u64 = 1_193_182 * 3_600;

fn answer_at(stop: Stop) -> Answer {
    Answer {
        stop: Some(stop),
        ..Answer::default()
    }
}

/// Removes the temporary breakpoint `id` from the reasons for a stop, because the user did not set
/// it.
fn answer_without_point(mut stop: Stop, id: u32) -> Answer {
    stop.reasons
        .retain(|reason| !matches!(reason, crate::stop::Reason::Point(hit) if hit.id == id));
    answer_at(stop)
}

fn no_call() -> CommandError {
    CommandError::Refused("the stack has no return address, so no subroutine is running".into())
}

/// Parses a number of steps; if the text is empty, the number is 1.
fn parse_count(name: &str, text: &str) -> Result<u64, CommandError> {
    match text.trim() {
        "" => Ok(1),
        text => text
            .parse()
            .ok()
            .filter(|count| (1..=1_000_000_000).contains(count))
            .ok_or_else(|| usage(name, format!("`{text}` is not a number of steps"))),
    }
}

/// Parses `FRAME.SCANLINE.CLOCK`, `FRAME.SCANLINE` or `FRAME`.
pub(super) fn parse_place(text: &str) -> Option<Place> {
    let mut parts = text.trim().split('.');
    let place = Place {
        frame: parts.next()?.parse().ok()?,
        scanline: parts.next().map_or(Some(0), |part| part.parse().ok())?,
        clock: parts.next().map_or(Some(0), |part| part.parse().ok())?,
    };
    (parts.next().is_none() && place.clock < vcs::place::CLOCKS_PER_LINE).then_some(place)
}
