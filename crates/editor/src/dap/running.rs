//! Runs and steps, and the events that are sent when they end.

use super::{
    adapter::{Adapter, Running},
    messages::Request,
};
use debugger::{Calls, Debugger, Reason, Stop, Unit};
use serde_json::{Value, json};

/// Number of frames to run between two polls for messages from the client.
const FRAMES_PER_POLL: u32 = 20;

impl Adapter {
    pub(super) fn start(&mut self, running: Running) -> Result<(), String> {
        self.check_stopped()?;
        self.running = Some(running);
        if running == Running::Back && self.shows_progress {
            self.out.event(
                "progressStart",
                json!({ "progressId": "back", "title": "Running back", "cancellable": false }),
            );
        }
        Ok(())
    }

    pub(super) fn pause(&mut self) -> Result<Value, String> {
        self.end_run();
        self.send_stop_for("pause", None);
        Ok(Value::Null)
    }

    /// Continues the run until the next poll for messages.
    pub(super) fn continue_run(&mut self) {
        if self.running == Some(Running::Forward) && self.is_attached() {
            return self.follow();
        }
        let running = self.running;
        let Ok(session) = self.launched() else {
            self.running = None;
            return;
        };
        let debugger = &mut session.commander.debugger;
        let stop = match running {
            Some(Running::Back) => {
                let stop = debugger.run_back(&mut || true);
                (stop.reasons != [Reason::Interrupted]).then_some(stop)
            }
            _ => (0..FRAMES_PER_POLL).find_map(|_| debugger.run_frame()),
        };
        let place = debugger.place();
        self.send_log();
        match stop {
            Some(stop) => {
                self.end_run();
                self.send_stop(&stop, "step");
            }
            None if running == Some(Running::Back) && self.shows_progress => self.out.event(
                "progressUpdate",
                json!({ "progressId": "back", "message": format!("frame {}", place.frame) }),
            ),
            None => {}
        }
    }

    pub(super) fn end_run(&mut self) {
        if self.running.take() == Some(Running::Back) && self.shows_progress {
            self.out
                .event("progressEnd", json!({ "progressId": "back" }));
        }
        // A run may end in the middle of an instruction, so finish the instruction.
        let mut interrupt = self.interrupt();
        if let Ok(session) = self.launched() {
            if let Some(attached) = &mut session.attached {
                attached.is_out_of_sync = true;
            }
            let debugger = &mut session.commander.debugger;
            let at_instruction = debugger.timeline().present().at_instruction();
            if !at_instruction && !debugger.machine().cpu().jammed() {
                debugger.step(Unit::Instruction, Calls::Into, &mut interrupt);
            }
        }
    }

    /// Sends the output of log points to the client.
    pub(super) fn send_log(&mut self) {
        let lines = match self.launched() {
            Ok(session) => session.commander.debugger.points.take_log(),
            Err(_) => Vec::new(),
        };
        for line in lines {
            self.out.output("console", &format!("{line}\n"));
        }
    }

    /// Carries out the step that a request asks for. The request has already been answered.
    pub(super) fn step(&mut self, request: &Request) {
        let by_instruction = request.arguments["granularity"] == "instruction";
        let target = request.arguments["targetId"].as_u64();
        let mut interrupt = self.interrupt();
        let Ok(session) = self.launched() else {
            return;
        };
        if let Some(target) = target.filter(|_| request.command == "stepIn") {
            let line = format!("to ${target:04X}");
            let answer = session.commander.command(&line, &mut session.files);
            if let Some(stop) = answer.ok().and_then(|answer| answer.stop) {
                self.send_log();
                self.send_stop(&stop, "step");
                return;
            }
        }
        let Ok(session) = self.launched() else {
            return;
        };
        let debugger = &mut session.commander.debugger;
        let stop = match (request.command.as_str(), by_instruction) {
            ("next", true) => debugger.step(Unit::Instruction, Calls::Over, &mut interrupt),
            ("next", false) => debugger.step(Unit::Macro, Calls::Over, &mut interrupt),
            ("stepIn", true) => debugger.step(Unit::Instruction, Calls::Into, &mut interrupt),
            ("stepIn", false) => debugger.step(Unit::Line, Calls::Into, &mut interrupt),
            ("stepBack", true) => debugger.back(Unit::Instruction, Calls::Into, &mut interrupt),
            ("stepBack", false) => debugger.back(Unit::Macro, Calls::Over, &mut interrupt),
            _ => step_out(debugger, &mut interrupt),
        };
        self.send_log();
        self.send_stop(&stop, "step");
    }

    /// Sends the event for a stop. `default_reason` is the event's reason if no breakpoint or trap
    /// stopped the machine, that is, if the step or run simply reached its goal.
    pub(super) fn send_stop(&mut self, stop: &Stop, default_reason: &str) {
        let text = match self.launched() {
            Ok(session) => {
                debugger::view::reasons(&session.commander.debugger, stop, "interrupted")
            }
            Err(_) => String::new(),
        };
        let mut ids = Vec::new();
        let mut reason = default_reason;
        for cause in &stop.reasons {
            match cause {
                Reason::Point(hit) => {
                    ids.push(hit.id);
                    reason = self.breakpoints.kind(hit.id);
                }
                Reason::Trap(_) | Reason::Jammed if ids.is_empty() => reason = "exception",
                Reason::Interrupted if stop.reasons.len() == 1 => reason = "pause",
                Reason::PowerOn => reason = "entry",
                _ => {}
            }
        }
        let text = text.trim_end();
        self.remember_exception(stop);
        let mut body = json!({
            "reason": reason,
            "threadId": 1,
            "allThreadsStopped": true,
            "hitBreakpointIds": ids,
        });
        if !text.is_empty() {
            body["description"] = json!(text.lines().next());
            body["text"] = json!(text);
        }
        self.out.event("stopped", body);
    }

    /// Sends the event for a stop, with one of the protocol's reasons.
    pub(super) fn send_stop_for(&mut self, reason: &str, text: Option<&str>) {
        let mut body = json!({
            "reason": reason,
            "threadId": 1,
            "allThreadsStopped": true,
        });
        if let Some(text) = text {
            body["text"] = json!(text);
        }
        self.out.event("stopped", body);
    }

    /// Handles `restartFrame`: goes back in time to the first instruction of the frame's
    /// subroutine.
    pub(super) fn restart_frame(&mut self, request: &Request) {
        let frame = request.arguments["frameId"].as_i64().unwrap_or_default();
        let levels = self.level_of_frame(frame);
        let mut interrupt = self.interrupt();
        let Ok(session) = self.launched() else {
            return;
        };
        let debugger = &mut session.commander.debugger;
        let mut has_moved = false;
        for _ in 0..=levels {
            has_moved |= debugger.back_out().is_some();
        }
        let text = if has_moved {
            debugger.step(Unit::Instruction, Calls::Into, &mut interrupt);
            None
        } else {
            Some("this frame is not a subroutine, so the machine has not moved")
        };
        self.send_stop_for("restart", text);
    }
}

/// Runs until the current subroutine has returned; outside any subroutine, takes one step like
/// `next`.
fn step_out(debugger: &mut Debugger, interrupt: &mut dyn FnMut() -> bool) -> Stop {
    match debugger.step_out(interrupt) {
        Some(stop) => stop,
        None => debugger.step(Unit::Macro, Calls::Over, interrupt),
    }
}
