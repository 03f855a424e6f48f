//! Breakpoints of all kinds, and traps, which the protocol calls exceptions.

use super::{
    adapter::Adapter,
    messages::Request,
    requested::{DATA, FUNCTION, INSTRUCTION, RequestedBreakpoint, Target},
    stack::{code_reference, read_reference, source_json},
};
use debugger::{
    Debugger, HitRule, Location, Point, Reason, Spot, Stop, Template, Trap, Watch, WatchKind,
    number, spot_of,
};
use lab::trace::Condition;
use serde_json::{Value, json};

impl Target {
    fn key(&self) -> String {
        match self {
            Target::Line(path, _) => format!("source {path}"),
            Target::Function(_) => FUNCTION.into(),
            Target::Instruction(..) => INSTRUCTION.into(),
            Target::Data(..) => DATA.into(),
        }
    }

    /// Returns the spot at which the debugger sets the breakpoint, a description of the spot for
    /// messages, and its location in the program, if it has one.
    fn spot(&self, debugger: &Debugger) -> Result<(Spot, String, Option<Location>), String> {
        let (program, machine) = (debugger.program(), debugger.machine());
        match self {
            Target::Line(path, line) => {
                let location = Location::in_file(path, *line, program, machine)
                    .map_err(|error| error.to_string())?;
                Ok((spot_of(&location), format!("{path}:{line}"), Some(location)))
            }
            Target::Function(name) => {
                let location = debugger.location(name).map_err(|error| error.to_string())?;
                Ok((spot_of(&location), name.clone(), Some(location)))
            }
            Target::Instruction(address, bank) => {
                let text = match bank {
                    Some(bank) => format!("{bank}:${address:04X}"),
                    None => format!("${address:04X}"),
                };
                Ok((Spot::Address(address & 0x1fff, *bank), text, None))
            }
            Target::Data(addresses, kind) => {
                let text = format!(
                    "{kind} ${:02X}..${:02X}",
                    addresses.start(),
                    addresses.end()
                );
                let watch = Watch {
                    addresses: addresses.clone(),
                    kind: *kind,
                };
                Ok((Spot::Watch(watch), text, None))
            }
        }
    }
}

impl Adapter {
    pub(super) fn set_breakpoints(&mut self, request: &Request) -> Result<Value, String> {
        let path = request.arguments["source"]["path"]
            .as_str()
            .ok_or("setBreakpoints needs the argument `source.path`")?
            .to_owned();
        let mut targets = Vec::new();
        for breakpoint in request.list("breakpoints") {
            let line = breakpoint["line"].as_i64().unwrap_or(0);
            let line = self.line_from_client(line).unwrap_or(0);
            targets.push((Target::Line(path.clone(), line), breakpoint));
        }
        self.replace_breakpoints(&format!("source {path}"), targets)
    }

    pub(super) fn set_function_breakpoints(&mut self, request: &Request) -> Result<Value, String> {
        let targets = request.list("breakpoints").into_iter().map(|breakpoint| {
            let name = breakpoint["name"].as_str().unwrap_or_default();
            (Target::Function(name.to_owned()), breakpoint)
        });
        self.replace_breakpoints(FUNCTION, targets.collect())
    }

    pub(super) fn set_instruction_breakpoints(
        &mut self,
        request: &Request,
    ) -> Result<Value, String> {
        let mut targets = Vec::new();
        for breakpoint in request.list("breakpoints") {
            let reference = breakpoint["instructionReference"].as_str().unwrap_or("");
            let (address, bank) = read_reference(reference)
                .ok_or_else(|| format!("`{reference}` is not an address such as 0xF000"))?;
            let offset = breakpoint["offset"].as_i64().unwrap_or(0) as i16;
            targets.push((
                Target::Instruction(address.wrapping_add_signed(offset), bank),
                breakpoint,
            ));
        }
        self.replace_breakpoints(INSTRUCTION, targets)
    }

    pub(super) fn set_data_breakpoints(&mut self, request: &Request) -> Result<Value, String> {
        let mut targets = Vec::new();
        for breakpoint in request.list("breakpoints") {
            let id = breakpoint["dataId"].as_str().unwrap_or_default();
            let range = id.split_once("..").and_then(|(first, last)| {
                let range = number(first)?..=number(last)?;
                (range.start() <= range.end()).then_some(range)
            });
            let range = range.ok_or_else(|| format!("`{id}` is not a dataId of this adapter"))?;
            let kind = match breakpoint["accessType"].as_str() {
                Some("read") => WatchKind::Read,
                Some("readWrite") => WatchKind::Access,
                _ => WatchKind::Write,
            };
            targets.push((Target::Data(range, kind), breakpoint));
        }
        self.replace_breakpoints(DATA, targets)
    }

    /// Handles `dataBreakpointInfo`: returns the possible data breakpoints on a variable, register
    /// or address.
    pub(super) fn data_breakpoint_info(&mut self, request: &Request) -> Result<Value, String> {
        let name = request.text("name")?.to_owned();
        let extra_bytes = request.arguments["bytes"]
            .as_u64()
            .unwrap_or(1)
            .saturating_sub(1);
        let commander = &self.launched()?.commander;
        Ok(match commander.data_range(&name) {
            Ok(range) => {
                let extra_bytes = u16::try_from(extra_bytes).unwrap_or(u16::MAX);
                let last = range
                    .end()
                    .max(&range.start().saturating_add(extra_bytes))
                    .to_owned();
                let types = [
                    ("read", WatchKind::Read),
                    ("write", WatchKind::Write),
                    ("readWrite", WatchKind::Access),
                ];
                let allowed =
                    |(_, kind): &(&str, WatchKind)| commander.kind_for(&name, *kind) == Ok(*kind);
                let types = types.into_iter().filter(allowed);
                json!({
                    "dataId": format!("${:04X}..${last:04X}", range.start()),
                    "description": name,
                    "accessTypes": types.map(|(name, _)| name).collect::<Vec<&str>>(),
                    "canPersist": true,
                })
            }
            Err(fault) => json!({ "dataId": null, "description": fault.to_string() }),
        })
    }

    /// Replaces all breakpoints of a kind, or all line breakpoints of a source.
    fn replace_breakpoints(
        &mut self,
        key: &str,
        targets: Vec<(Target, Value)>,
    ) -> Result<Value, String> {
        let old = self.breakpoints.requested.remove(key).unwrap_or_default();
        let points = &mut self.launched()?.commander.debugger.points;
        for breakpoint in old {
            points.remove(breakpoint.id);
        }
        let mut requested = Vec::new();
        let mut answers = Vec::new();
        for (target, request) in targets {
            let (breakpoint, answer) = self.set_breakpoint(target, request)?;
            requested.push(breakpoint);
            answers.push(answer);
        }
        self.breakpoints.requested.insert(key.to_owned(), requested);
        Ok(json!({ "breakpoints": answers }))
    }

    /// Sets a breakpoint. If that is not possible, keeps it as unverified and gives the reason in
    /// the response.
    fn set_breakpoint(
        &mut self,
        target: Target,
        request: Value,
    ) -> Result<(RequestedBreakpoint, Value), String> {
        let lines_from_one = self.lines_from_one;
        let debugger = &mut self.launched()?.commander.debugger;
        let (mut point, location, fault) = match target.spot(debugger) {
            Ok((spot, text, location)) => {
                let mut point = Point::new(spot, text);
                let fault = add_conditions(debugger, &mut point, &request).err();
                (point, location, fault)
            }
            Err(fault) => (Point::new(Spot::Anywhere, ""), None, Some(fault)),
        };
        point.enabled = fault.is_none();
        let notes = point.notes();
        let id = debugger.points.add(point);
        let mut answer = json!({ "id": id, "verified": fault.is_none() });
        if let Some(fault) = fault {
            answer["message"] = json!(fault);
        } else if !notes.is_empty() {
            answer["message"] = json!(notes.trim_end());
        }
        if let Some(Location::Code {
            line,
            address,
            offsets,
        }) = location
        {
            let offset = offsets.first().copied();
            answer["instructionReference"] = json!(code_reference(debugger, address, offset));
            if let Some(line) = line {
                answer["line"] = json!(line.line - u32::from(!lines_from_one));
                answer["source"] = source_json(debugger.program().file(line));
            }
        }
        Ok((
            RequestedBreakpoint {
                id,
                target,
                request,
            },
            answer,
        ))
    }

    /// Sets all breakpoints again after the program has changed, because their lines and labels may
    /// now be at other addresses.
    pub(super) fn set_breakpoints_again(&mut self) {
        let requested = std::mem::take(&mut self.breakpoints.requested);
        for old in requested.into_values().flatten() {
            if let Ok(session) = self.launched() {
                session.commander.debugger.points.remove(old.id);
            }
            let Ok((breakpoint, mut answer)) = self.set_breakpoint(old.target, old.request) else {
                continue;
            };
            self.out.event(
                "breakpoint",
                json!({ "reason": "removed", "breakpoint": { "id": old.id, "verified": false } }),
            );
            answer["id"] = json!(breakpoint.id);
            self.out.event(
                "breakpoint",
                json!({ "reason": "new", "breakpoint": answer }),
            );
            let key = breakpoint.target.key();
            let requested = self.breakpoints.requested.entry(key).or_default();
            requested.push(breakpoint);
        }
    }

    /// Handles `breakpointLocations`: returns those lines of a range that have code.
    pub(super) fn breakpoint_locations(&mut self, request: &Request) -> Result<Value, String> {
        let first = self.line_from_client(request.integer("line")?)?;
        let last = match request.arguments["endLine"].as_i64() {
            Some(line) => self.line_from_client(line)?,
            None => first,
        };
        let path = request.arguments["source"]["path"].as_str().unwrap_or("");
        let lines_from_one = self.lines_from_one;
        let program = self.launched()?.commander.debugger.program();
        let files = program.files_named(path);
        let mut lines: Vec<u32> = program
            .spans()
            .iter()
            .flat_map(|span| [Some(span.line), span.call])
            .flatten()
            .filter(|line| files.contains(&line.file) && (first..=last).contains(&line.line))
            .map(|line| line.line - u32::from(!lines_from_one))
            .collect();
        lines.sort_unstable();
        lines.dedup();
        let lines: Vec<Value> = lines.iter().map(|line| json!({ "line": line })).collect();
        Ok(json!({ "breakpoints": lines }))
    }

    /// Handles `setExceptionBreakpoints`: sets the requested traps and clears the others.
    pub(super) fn set_exception_breakpoints(&mut self, request: &Request) -> Result<Value, String> {
        let names = request
            .list("filters")
            .into_iter()
            .map(|name| (name, Value::Null));
        let options = request.list("filterOptions").into_iter();
        let options =
            options.map(|option| (option["filterId"].clone(), option["condition"].clone()));
        let requested: Vec<(Value, Value)> = names.chain(options).collect();
        let debugger = &mut self.launched()?.commander.debugger;
        for trap in Trap::ALL {
            debugger.traps.set(trap, false);
        }
        let mut answers = Vec::new();
        for (name, condition) in requested {
            answers.push(match set_trap(debugger, &name, &condition) {
                Ok(()) => json!({ "verified": true }),
                Err(fault) => json!({ "verified": false, "message": fault }),
            });
        }
        Ok(json!({ "breakpoints": answers }))
    }

    /// Remembers the trap that caused a stop, for the response to `exceptionInfo`.
    pub(super) fn remember_exception(&mut self, stop: &Stop) {
        self.breakpoints.exception = stop.reasons.iter().find_map(|reason| match reason {
            Reason::Trap(trapped) => Some((trapped.trap.name().into(), trapped.text.clone())),
            Reason::Jammed => Some(("jam".into(), "the processor has jammed".into())),
            _ => None,
        });
    }

    pub(super) fn exception_info(&mut self) -> Result<Value, String> {
        let (id, text) = self
            .breakpoints
            .exception
            .clone()
            .ok_or("the machine has not stopped in a trap")?;
        Ok(json!({ "exceptionId": id, "description": text, "breakMode": "always" }))
    }
}

/// Sets a trap, with a condition if there is one.
fn set_trap(debugger: &mut Debugger, name: &Value, condition: &Value) -> Result<(), String> {
    let trap: Trap = name.as_str().unwrap_or_default().parse()?;
    let text = condition
        .as_str()
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let symbols = &debugger.program().symbols;
    let condition = text.map(|text| Condition::parse(text, symbols)).transpose();
    let condition = condition.map_err(|error| error.to_string())?;
    debugger.traps.set(trap, true);
    debugger.traps.set_condition(trap, condition);
    Ok(())
}

/// Adds the condition, hit count and log message from a request to a breakpoint.
fn add_conditions(debugger: &Debugger, point: &mut Point, request: &Value) -> Result<(), String> {
    let symbols = &debugger.program().symbols;
    let text = |name: &str| {
        let text = request[name].as_str().map(str::trim);
        text.filter(|text| !text.is_empty())
    };
    if let Some(condition) = text("condition") {
        let parsed = Condition::parse(condition, symbols).map_err(|error| error.to_string())?;
        point.condition = Some((condition.into(), parsed));
    }
    if let Some(rule) = text("hitCondition") {
        point.rule = Some(rule.parse::<HitRule>()?);
    }
    if let Some(message) = text("logMessage") {
        let template = Template::parse(message, symbols).map_err(|error| error.to_string())?;
        point.log = Some(template);
    }
    Ok(())
}
