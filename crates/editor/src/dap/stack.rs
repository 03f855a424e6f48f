//! Answers requests about the stack (macro calls and subroutine calls, with their lines) and about
//! the sources.

use super::{adapter::Adapter, messages::Request};
use crate::headers;
use debugger::{Debugger, Location, SourceLine, commands::Host};
use serde_json::{Value, json};
use std::path::Path;

/// A frame of the stack.
#[derive(Debug, Clone)]
pub(super) struct StackFrame {
    name: String,
    line: Option<SourceLine>,
    address: u16,
    offset: Option<usize>,
    /// Number of subroutine calls between this frame and the innermost one.
    level: u32,
}

/// Returns the frames, innermost first. An instruction in a macro has two frames: one for the line
/// in the macro, and one for the line of the call.
fn frames(debugger: &Debugger) -> Vec<StackFrame> {
    let (program, machine) = (debugger.program(), debugger.machine());
    let mut frames = Vec::new();
    let mut add = |address: u16, offset: Option<usize>, level: u32| {
        let span = offset.and_then(|offset| program.span_at(offset)).copied();
        let label = program.label_before(machine, address);
        let routine = label.map_or_else(
            || format!("${address:04X}"),
            |(label, _)| label.name.clone(),
        );
        if let Some(span) = span
            && let Some(call) = span.call
        {
            frames.push(StackFrame {
                name: format!("macro in {routine}"),
                line: Some(span.line),
                address,
                offset,
                level,
            });
            frames.push(StackFrame {
                name: routine,
                line: Some(call),
                address,
                offset,
                level,
            });
        } else {
            frames.push(StackFrame {
                name: routine,
                line: span.map(|span| span.line),
                address,
                offset,
                level,
            });
        }
    };
    let pc = debugger.pc();
    add(pc, program.offset(machine, pc), 0);
    for (index, call) in debugger.calls().iter().enumerate() {
        add(call.site, call.offset, index as u32 + 1);
    }
    frames
}

impl Adapter {
    pub(super) fn stack_trace(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let lines_from_one = self.lines_from_one;
        let debugger = &self.launched()?.commander.debugger;
        let frames = frames(debugger);
        let first = request.arguments["startFrame"].as_u64().unwrap_or(0) as usize;
        let count = match request.arguments["levels"].as_u64() {
            None | Some(0) => usize::MAX,
            Some(count) => count as usize,
        };
        let shown: Vec<Value> = frames
            .iter()
            .enumerate()
            .skip(first)
            .take(count)
            .map(|(index, frame)| {
                let mut value = json!({
                    "id": index,
                    "name": frame.name,
                    "line": 0,
                    "column": 0,
                    "instructionPointerReference": code_reference(debugger, frame.address, frame.offset),
                });
                if let Some(bank) = bank_of(debugger, frame.offset) {
                    value["moduleId"] = json!(bank);
                }
                if let Some(line) = frame.line {
                    value["line"] = json!(line.line - u32::from(!lines_from_one));
                    value["column"] = json!(u32::from(lines_from_one));
                    value["source"] = source_json(debugger.program().file(line));
                }
                value
            })
            .collect();
        Ok(json!({ "stackFrames": shown, "totalFrames": frames.len() }))
    }

    /// Returns the number of subroutine calls between a frame and the innermost frame.
    pub(super) fn level_of_frame(&mut self, frame: i64) -> u32 {
        let Ok(session) = self.launched() else {
            return 0;
        };
        let frames = frames(&session.commander.debugger);
        let frame = usize::try_from(frame)
            .ok()
            .and_then(|index| frames.get(index));
        frame.map_or(0, |frame| frame.level)
    }

    pub(super) fn loaded_sources(&mut self) -> Result<Value, String> {
        let files = self.launched()?.commander.debugger.program().files();
        let sources: Vec<Value> = files.iter().map(|file| source_json(file)).collect();
        Ok(json!({ "sources": sources }))
    }

    pub(super) fn source(&mut self, request: &Request) -> Result<Value, String> {
        let path = request.arguments["source"]["path"]
            .as_str()
            .ok_or("source needs the argument `source.path`")?
            .to_owned();
        let session = self.launched()?;
        // Read no files other than the program's sources.
        let files = session.commander.debugger.program().files_named(&path);
        if files.is_empty() {
            return Err(format!("{path} is not a source of the program"));
        }
        let text = session.files.source(&path);
        let text = text.ok_or_else(|| format!("{path} cannot be read"))?;
        Ok(json!({ "content": text }))
    }

    /// Handles `modules`: returns the banks.
    pub(super) fn modules(&mut self, request: &Request) -> Result<Value, String> {
        let debugger = &self.launched()?.commander.debugger;
        let cartridge = debugger.machine().cartridge();
        let banks = cartridge
            .image()
            .len()
            .div_ceil(cartridge.scheme().bank_size());
        let first = request.arguments["startModule"].as_u64().unwrap_or(0) as usize;
        let count = match request.arguments["moduleCount"].as_u64() {
            None | Some(0) => banks,
            Some(count) => count as usize,
        };
        let modules: Vec<Value> = (first..banks)
            .take(count)
            .map(|bank| json!({ "id": bank, "name": format!("bank {bank}"), "isUserCode": true }))
            .collect();
        Ok(json!({ "modules": modules, "totalModules": banks }))
    }

    /// Handles `stepInTargets`: returns the subroutines that the current line calls, directly or
    /// through a macro.
    pub(super) fn step_in_targets(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let level = self.level_of_frame(request.integer("frameId")?);
        let debugger = &self.launched()?.commander.debugger;
        let (program, machine) = (debugger.program(), debugger.machine());
        let current = program.span(machine, debugger.pc()).filter(|_| level == 0);
        let spans = program.spans().iter().filter(|span| {
            current.is_some_and(|current| span.outer_line() == current.outer_line())
        });
        let image = machine.cartridge().image();
        let targets =
            spans.filter_map(
                |span| match image.get(span.offset..span.offset + span.length) {
                    Some([JSR, low, high]) => Some(u16::from_le_bytes([*low, *high])),
                    _ => None,
                },
            );
        let mut targets: Vec<u16> = targets.collect();
        targets.sort_unstable();
        targets.dedup();
        let target = |address: &u16| {
            let mut labels = program.labels().iter();
            let label = labels.find(|label| (label.address ^ address) & 0x1fff == 0);
            let label = label.map_or(format!("${address:04X}"), |label| label.name.clone());
            json!({ "id": address, "label": label })
        };
        let targets: Vec<Value> = targets.iter().map(target).collect();
        Ok(json!({ "targets": targets }))
    }

    /// Handles `gotoTargets`: returns the address at which the code of a line begins.
    pub(super) fn goto_targets(&mut self, request: &Request) -> Result<Value, String> {
        let line = self.line_from_client(request.integer("line")?)?;
        let path = request.arguments["source"]["path"]
            .as_str()
            .ok_or("gotoTargets needs the argument `source.path`")?
            .to_owned();
        let lines_from_one = self.lines_from_one;
        let debugger = &self.launched()?.commander.debugger;
        let location = Location::in_file(&path, line, debugger.program(), debugger.machine())
            .map_err(|error| error.to_string())?;
        let Location::Code {
            line: Some(line),
            address,
            offsets,
        } = location
        else {
            return Err("this line has no code".into());
        };
        Ok(json!({ "targets": [{
            "id": address,
            "label": format!("{} ${address:04X}", debugger.program().describe(line)),
            "line": line.line - u32::from(!lines_from_one),
            "instructionPointerReference": code_reference(debugger, address, offsets.first().copied()),
        }]}))
    }

    /// Handles `goto`: sets the program counter.
    pub(super) fn go_to_target(&mut self, request: &Request) {
        let target = request.arguments["targetId"].as_i64().unwrap_or(-1);
        let result = match self.launched() {
            Ok(session) => session.commander.assign("pc", target),
            Err(fault) => Err(fault),
        };
        match result {
            Ok(()) => self.send_stop_for("goto", None),
            Err(fault) => self.send_stop_for("goto", Some(&fault)),
        }
    }

    /// Converts one of the client's line numbers, which may start at 0, to one that starts at 1.
    pub(super) fn line_from_client(&self, line: i64) -> Result<u32, String> {
        u32::try_from(line + i64::from(!self.lines_from_one))
            .map_err(|_| format!("there is no line {line}"))
    }
}

/// The opcode of JSR.
const JSR: u8 = 0x20;

/// Returns the bank of a byte of the image; `None` if the image has only one bank.
pub(super) fn bank_of(debugger: &Debugger, offset: Option<usize>) -> Option<usize> {
    let cartridge = debugger.machine().cartridge();
    let size = cartridge.scheme().bank_size();
    offset
        .filter(|_| cartridge.image().len() > size)
        .map(|offset| offset / size)
}

/// Returns an address as a memory reference for the protocol. In an image with several banks, the
/// digits above the last four are the bank number plus one: `0x2F012` is `$F012` in bank 1.
pub(super) fn code_reference(debugger: &Debugger, address: u16, offset: Option<usize>) -> String {
    let bank = bank_of(debugger, offset.filter(|_| address & 0x1000 != 0));
    let bank = bank.map_or(0, |bank| bank + 1);
    format!("0x{:04X}", bank << 16 | usize::from(address))
}

/// Returns the address in a reference, and its bank if the reference contains one.
pub(super) fn read_reference(text: &str) -> Option<(u16, Option<usize>)> {
    if let Some(address) = debugger::number(text) {
        return Some((address, None));
    }
    let value = usize::from_str_radix(text.strip_prefix("0x")?, 16).ok()?;
    Some((value as u16, (value >> 16).checked_sub(1)))
}

/// Returns a file of the program as one of the protocol's `Source` objects, with an absolute path.
pub(super) fn source_json(file: &str) -> Value {
    let path = headers::write_header_file(Path::new(file)).unwrap_or_else(|| file.into());
    let path = std::path::absolute(&path).unwrap_or(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    json!({ "name": name, "path": path.to_string_lossy() })
}
