//! The debug adapter: handles requests, and returns responses and events.

use super::{
    attached::Attached,
    messages::{Outbox, Request},
    requested::Breakpoints,
};
use debugger::{Trap, Traps, commands::Commander};
use headless::program::Files;
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// An adapter that answers the requests of one client.
///
/// [`Adapter::receive`] handles a message from the client. [`Adapter::advance`] runs the machine
/// for a while; if the machine is stopped, it checks whether sources have changed. Both return the
/// messages to send to the client.
pub struct Adapter {
    pub(super) out: Outbox,
    pub(super) initialized: bool,
    /// True if the client counts lines and columns from 1.
    pub(super) lines_from_one: bool,
    pub(super) shows_progress: bool,
    pub(super) session: Option<Launched>,
    pub(super) breakpoints: Breakpoints,
    pub(super) running: Option<Running>,
    /// True once the client has sent `configurationDone`.
    pub(super) configured: bool,
    has_ended: bool,
    /// A flag that another thread sets to end a long step early.
    stop: Arc<AtomicBool>,
}

/// A program loaded in the debugger.
pub(super) struct Launched {
    pub commander: Commander,
    pub files: Files,
    /// True if the machine must stop when the session begins.
    pub stops_on_entry: bool,
    /// True if the program must be reloaded when a source changes.
    pub restarts_on_change: bool,
    /// The game that the debugger follows; `None` after `launch`.
    pub attached: Option<Attached>,
}

/// A run in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Running {
    /// Forward in time.
    Forward,
    /// Back in time.
    Back,
}

impl Adapter {
    /// Creates an adapter. Another thread sets `stop` to end a long step early.
    pub fn new(stop: Arc<AtomicBool>) -> Adapter {
        Adapter {
            out: Outbox::default(),
            initialized: false,
            lines_from_one: true,
            shows_progress: false,
            session: None,
            breakpoints: Breakpoints::default(),
            running: None,
            configured: false,
            has_ended: false,
            stop,
        }
    }

    /// Returns true if the machine is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Returns true if the client has ended the session.
    pub fn is_over(&self) -> bool {
        self.has_ended
    }

    /// Handles a message from the client, or the error that occurred while it was read. Returns the
    /// messages to send.
    pub fn receive(&mut self, message: Result<Value, String>) -> Vec<Value> {
        match message.as_ref().map(Request::from_message) {
            Ok(Some(request)) => self.handle(&request),
            Ok(None) => self.out.output(
                "stderr",
                "a message is not a request of the Debug Adapter Protocol and was ignored\n",
            ),
            Err(fault) => self.out.output("stderr", &format!("{fault}\n")),
        }
        self.out.take()
    }

    /// Runs the machine for a while. If the machine is stopped, checks instead whether the game is
    /// still connected and whether sources have changed. Returns the messages to send.
    pub fn advance(&mut self) -> Vec<Value> {
        if self.is_running() {
            self.continue_run()
        } else {
            self.check_game_connection();
            self.check_sources();
        }
        self.out.take()
    }

    /// Returns the flag that ends a long step early.
    pub(super) fn stop_flag(&self) -> Arc<AtomicBool> {
        self.stop.clone()
    }

    pub(super) fn interrupt(&self) -> impl FnMut() -> bool + use<> {
        let stop = self.stop.clone();
        move || stop.load(Ordering::Relaxed)
    }

    fn handle(&mut self, request: &Request) {
        // The protocol prescribes the order in which responses and events are sent here.
        match request.command.as_str() {
            "launch" | "attach" => {
                let result = match request.command.as_str() {
                    "attach" => self.attach(request),
                    _ => self.launch(request),
                };
                let is_ok = result.is_ok();
                self.out.answer(request, result);
                // After this event, the client sends its breakpoints. These need the program, so do
                // not send the event before the program is loaded.
                if is_ok {
                    self.out.event("initialized", json!({}));
                }
            }
            "configurationDone" => {
                let result = self.check_session().map(|()| Value::Null);
                let is_first = result.is_ok() && !self.configured;
                self.out.answer(request, result);
                if is_first {
                    self.configured = true;
                    self.begin();
                }
            }
            "disconnect" | "terminate" => {
                self.running = None;
                self.detach();
                self.out.answer(request, Ok(Value::Null));
                if request.command == "terminate" {
                    self.out.event("terminated", json!({}));
                } else {
                    self.has_ended = true;
                }
            }
            _ => {
                let result = self.answer(request);
                self.out.answer(request, result);
                self.finish(request);
            }
        }
    }

    fn initialize(&mut self, request: &Request) -> Result<Value, String> {
        if self.initialized {
            return Err("the session is already initialized; send `initialize` only once".into());
        }
        self.initialized = true;
        let arguments = &request.arguments;
        self.lines_from_one = arguments["linesStartAt1"] != false;
        self.shows_progress = arguments["supportsProgressReporting"] == true;
        Ok(capabilities())
    }

    pub(super) fn check_session(&self) -> Result<(), String> {
        match (self.initialized, &self.session) {
            (false, _) => Err("the first request must be `initialize`".into()),
            (true, None) => Err("no program is loaded; send `launch` or `attach` first".into()),
            (true, Some(_)) => Ok(()),
        }
    }

    fn answer(&mut self, request: &Request) -> Result<Value, String> {
        match request.command.as_str() {
            "initialize" => return self.initialize(request),
            "cancel" => return Ok(Value::Null),
            _ => self.check_session()?,
        }
        match request.command.as_str() {
            "restart" => self.restart(request),
            "threads" => Ok(json!({ "threads": [{ "id": 1, "name": "6507" }] })),
            "setBreakpoints" => self.set_breakpoints(request),
            "setFunctionBreakpoints" => self.set_function_breakpoints(request),
            "setInstructionBreakpoints" => self.set_instruction_breakpoints(request),
            "setDataBreakpoints" => self.set_data_breakpoints(request),
            "dataBreakpointInfo" => self.data_breakpoint_info(request),
            "setExceptionBreakpoints" => self.set_exception_breakpoints(request),
            "breakpointLocations" => self.breakpoint_locations(request),
            "exceptionInfo" => self.exception_info(),
            "stackTrace" => self.stack_trace(request),
            "scopes" => self.scopes(),
            "variables" => self.variables(request),
            "setVariable" => self.set_variable(request),
            "setExpression" => self.set_expression(request),
            "evaluate" => self.evaluate(request),
            "completions" => self.completions(request),
            "continue" => self.start(Running::Forward).map(all_threads),
            "reverseContinue" => self.start(Running::Back).map(|()| Value::Null),
            "pause" => self.pause(),
            "next" | "stepIn" | "stepOut" | "stepBack" => self.check_stopped(),
            "goto" | "restartFrame" => self.check_stopped(),
            "gotoTargets" => self.goto_targets(request),
            "stepInTargets" => self.step_in_targets(request),
            "modules" => self.modules(request),
            "disassemble" => self.disassemble(request),
            "readMemory" => self.read_memory(request),
            "writeMemory" => self.write_memory(request),
            "source" => self.source(request),
            "loadedSources" => self.loaded_sources(),
            "crownhead/picture" => self.picture(request),
            "crownhead/pixel" => self.pixel(request),
            "crownhead/lastWrite" => self.last_write(request),
            "crownhead/command" => self.console_command(request),
            command => Err(format!("the request `{command}` is not known")),
        }
    }

    /// Performs the part of a request that must follow its response, and sends the events.
    fn finish(&mut self, request: &Request) {
        if self.check_session().is_err() || self.is_running() {
            return;
        }
        match request.command.as_str() {
            "next" | "stepIn" | "stepOut" | "stepBack" => self.step(request),
            "goto" => self.go_to_target(request),
            "restartFrame" => self.restart_frame(request),
            _ => {}
        }
    }

    pub(super) fn check_stopped(&self) -> Result<Value, String> {
        if self.is_running() {
            Err("the machine is running; send `pause` first".into())
        } else {
            Ok(Value::Null)
        }
    }
}

fn all_threads(_: ()) -> Value {
    json!({ "allThreadsContinued": true })
}

/// Returns the adapter's capabilities.
fn capabilities() -> Value {
    let filters: Vec<Value> = Trap::ALL
        .iter()
        .map(|trap| {
            json!({
                "filter": trap.name(),
                "label": trap.name(),
                "description": trap.description(),
                "default": Traps::default().has(*trap),
                "supportsCondition": true,
                "conditionDescription": "An expression, such as `scanline > 40`",
            })
        })
        .collect();
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsLogPoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsExceptionInfoRequest": true,
        "exceptionBreakpointFilters": filters,
        "supportsExceptionFilterOptions": true,
        "supportsDataBreakpointBytes": true,
        "supportsStepInTargetsRequest": true,
        "supportsModulesRequest": true,
        "supportsValueFormattingOptions": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsRestartFrame": true,
        "supportsRestartRequest": true,
        "supportsGotoTargetsRequest": true,
        "supportsSetVariable": true,
        "supportsSetExpression": true,
        "supportsEvaluateForHovers": true,
        "supportsCompletionsRequest": true,
        "supportsDisassembleRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsWriteMemoryRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
        "supportsCancelRequest": true,
    })
}
