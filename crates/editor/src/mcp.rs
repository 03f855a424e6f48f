//! A Model Context Protocol server that offers the debugger's commands as tools for AI assistants.
//!
//! Messages are JSON-RPC 2.0, one per line. [`Tools`] answers them without doing any input or
//! output.
//!
#![doc = include_str!("../docs/tools.md")]

use base64::{Engine, engine::general_purpose::STANDARD};
use debugger::commands::{Commander, STEPS};
use headless::{
    console::ConsoleArgs,
    error::Error,
    kernel_view::kernel_in_past,
    print,
    program::{Files, Source},
    session::SessionArgs,
};
use serde_json::{Value, json};
use std::{
    io::{self, BufRead, Read},
    path::PathBuf,
};

/// The supported versions of the protocol, newest first.
const VERSIONS: [&str; 3] = ["2025-06-18", "2025-03-26", "2024-11-05"];
/// A run ends after this many polls, one per frame: ten minutes of emulated time.
const MAX_POLLS: u64 = 36_000;
/// Maximum length of a line, in bytes.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// A tool: name, description, and arguments as (name, type, description, required).
type Tool = (&'static str, &'static str, &'static [Argument]);
type Argument = (&'static str, &'static str, &'static str, bool);

const TOOLS: [Tool; 10] = [
    (
        "assemble",
        "Assembles a dasm source or project, and switches on the console with it. Returns the \
         errors and warnings. Also accepts a cartridge image.",
        &[
            (
                "program",
                "string",
                "Path of a source, a crownhead.toml or an image",
                true,
            ),
            ("script", "string", "Path of an input script to play", false),
        ],
    ),
    (
        "run",
        "Runs until a breakpoint or trap stops the machine, or until a number of frames has run.",
        &[("frames", "integer", "Maximum number of frames [60]", false)],
    ),
    (
        "step",
        "Steps forward.",
        &[
            (
                "unit",
                "string",
                "step, line, macro, over, next, out, scanline, frame, cycle or clock [step]",
                false,
            ),
            ("count", "integer", "Number of steps [1]", false),
        ],
    ),
    (
        "back",
        "Steps back in time, or runs back to the last stop at a breakpoint.",
        &[
            (
                "unit",
                "string",
                "A unit of the tool step, or run [step]",
                false,
            ),
            ("count", "integer", "Number of steps [1]", false),
        ],
    ),
    (
        "break",
        "Sets a breakpoint at FILE:LINE, LABEL, $ADDRESS or opcode NAME, followed by any of \
         `if EXPRESSION`, `hits N` and `log TEXT`.",
        &[(
            "place",
            "string",
            "The place, followed by the clauses",
            true,
        )],
    ),
    (
        "registers",
        "Shows the place, the registers, the TIA's objects and the program's variables.",
        &[],
    ),
    ("picture", "The frame in progress as a PNG picture.", &[]),
    (
        "kernel",
        "Shows scanlines of a frame cycle by cycle: the instructions, the free cycles, and for \
         each write to the TIA the cycles in which it could take effect with the same result.",
        &[
            ("line", "integer", "The first scanline", true),
            ("last", "integer", "The last scanline [line]", false),
            (
                "frame",
                "integer",
                "An earlier frame [the last complete frame]",
                false,
            ),
        ],
    ),
    (
        "expect",
        "Checks that an expression is true now, such as `[score] == 3 && a < 10`.",
        &[("expression", "string", "The expression", true)],
    ),
    (
        "command",
        "Runs a command of the debugger. `help` lists the commands, `help NAME` explains one.",
        &[("line", "string", "The command", true)],
    ),
];

/// The tools and the loaded program, if there is one.
#[derive(Default)]
pub struct Tools {
    session: Option<(Commander, Files)>,
}

impl Tools {
    /// Answers a line; returns `None` for a message that needs no answer.
    pub fn receive(&mut self, line: &str) -> Option<Value> {
        let message: Value = match serde_json::from_str(line) {
            Ok(message) => message,
            Err(error) => {
                return Some(failure(
                    Value::Null,
                    -32_700,
                    &format!("the line is not JSON: {error}"),
                ));
            }
        };
        let id = message.get("id").cloned();
        let Some(method) = message["method"].as_str() else {
            let is_answer = message.get("result").is_some() || message.get("error").is_some();
            return (!is_answer)
                .then(|| failure(id.unwrap_or_default(), -32_600, "the message has no method"));
        };
        let result = match method {
            "initialize" => Ok(initialize(&message["params"])),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(json!({ "tools": tools() })),
            "tools/call" => self.call(&message["params"]),
            _ => Err((-32_601, format!("the method `{method}` is not known"))),
        };
        let id = id?;
        Some(match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err((code, text)) => failure(id, code, &text),
        })
    }

    fn call(&mut self, params: &Value) -> Result<Value, (i64, String)> {
        let name = params["name"].as_str().unwrap_or_default();
        let arguments = &params["arguments"];
        let Some((_, _, parameters)) = TOOLS.iter().find(|tool| tool.0 == name) else {
            return Err((
                -32_602,
                format!("there is no tool `{name}`; `tools/list` lists the tools"),
            ));
        };
        check_arguments(name, parameters, arguments).map_err(|error| (-32_602, error))?;
        let text = |name: &str| arguments[name].as_str().unwrap_or_default();
        let count = |default: u64, name: &str| arguments[name].as_u64().unwrap_or(default);
        let result = match name {
            "assemble" => self.assemble(text("program"), arguments["script"].as_str()),
            "run" => self.command(&format!("run {}", count(60, "frames"))),
            "step" => self.step("", text("unit"), count(1, "count")),
            "back" if text("unit") == "run" => self.command("back run"),
            "back" => self.step("back ", text("unit"), count(1, "count")),
            "break" => self.command(&format!("break {}", text("place"))),
            "registers" => self.registers(),
            "picture" => return Ok(self.picture().unwrap_or_else(|error| content(&error, true))),
            "kernel" => {
                let line = count(0, "line");
                self.kernel(arguments["frame"].as_u64(), line, count(line, "last"))
            }
            "expect" => self.expect(text("expression")),
            _ => self.command(text("line")),
        };
        Ok(match result {
            Ok(text) => content(&text, false),
            Err(error) => content(&error, true),
        })
    }

    /// Runs `count` steps of a unit. `back` is a prefix for the debugger command: `"back "` to step
    /// back in time, otherwise empty.
    fn step(&mut self, back: &str, unit: &str, count: u64) -> Result<String, String> {
        match unit {
            "" => self.command(&format!("{back}step {count}")),
            "out" => self.command(&format!("{back}out")),
            unit if STEPS.iter().any(|(name, ..)| *name == unit) => {
                self.command(&format!("{back}{unit} {count}"))
            }
            unit => Err(format!(
                "`{unit}` is not a unit; the units are {} and out",
                STEPS.map(|(name, ..)| name).join(", ")
            )),
        }
    }

    fn assemble(&mut self, program: &str, script: Option<&str>) -> Result<String, String> {
        let source = Source {
            console: ConsoleArgs::for_rom(Some(PathBuf::from(program))),
            session: SessionArgs {
                input: script.map(PathBuf::from),
                symbols: None,
                arm_symbols: None,
                tv: None,
            },
            map: None,
            listing: None,
        };
        let (loaded, files) = source.load().map_err(|error| error.to_string())?;
        let size = loaded.cartridge.image().len();
        let scheme = loaded.cartridge.scheme().name();
        let warnings = files.warnings();
        let mut text = format!("{program}: {size} bytes, {scheme}, switched on\n{warnings}");
        match &mut self.session {
            // Keep the old commander, because it holds the breakpoints.
            Some((commander, old)) => {
                commander.restart_with(loaded);
                *old = files;
                text += &commander.take_notes();
            }
            session => *session = Some((Commander::new(loaded.debugger()), files)),
        }
        Ok(text)
    }

    fn session(&mut self) -> Result<&mut (Commander, Files), String> {
        let session = self.session.as_mut();
        session.ok_or_else(|| "no program is loaded; call `assemble` first".into())
    }

    fn command(&mut self, line: &str) -> Result<String, String> {
        let (commander, files) = self.session()?;
        files.set_limit(Some(MAX_POLLS));
        let answer = commander.command(line, files);
        let answer = answer.map_err(|error| error.to_string())?;
        if answer.quit {
            self.session = None;
            return Ok("the session has ended; call `assemble` to begin a new one\n".into());
        }
        Ok(answer.text)
    }

    fn registers(&mut self) -> Result<String, String> {
        let commands = ["where", "registers", "objects", "variables"];
        commands
            .iter()
            .map(|command| self.command(command))
            .collect()
    }

    fn picture(&mut self) -> Result<Value, String> {
        let (commander, files) = self.session()?;
        let frame = commander.frame_in_progress();
        let png = files.png(&frame).map_err(|error| error.to_string())?;
        Ok(json!({ "content": [{
            "type": "image",
            "data": STANDARD.encode(&png),
            "mimeType": "image/png",
        }], "isError": false }))
    }

    fn kernel(&mut self, frame: Option<u64>, line: u64, last: u64) -> Result<String, String> {
        let debugger = &self.session()?.0.debugger;
        let frame = frame.unwrap_or(debugger.place().frame.saturating_sub(1));
        if last < line {
            return Err(format!(
                "the argument `last` of `kernel` is {last}; it must be {line} or more"
            ));
        }
        let kernel = kernel_in_past(debugger, frame, line..=last);
        kernel
            .map(|kernel| kernel.text())
            .map_err(|error| error.to_string())
    }

    fn expect(&mut self, expression: &str) -> Result<String, String> {
        let (commander, _) = self.session()?;
        let notes = commander.debugger.notes(expression);
        match commander.debugger.evaluate(expression)? {
            0 => Err(format!("false: {expression}\n{notes}")),
            value => Ok(format!("true ({value}): {expression}\n{notes}")),
        }
    }
}

/// Checks that each given argument is one that the tool knows and has the right type, and that no
/// required argument is missing.
fn check_arguments(tool: &str, parameters: &[Argument], arguments: &Value) -> Result<(), String> {
    let empty = serde_json::Map::new();
    let given = match arguments {
        Value::Null => &empty,
        Value::Object(given) => given,
        _ => return Err(format!("the arguments of {tool} are not an object")),
    };
    for (name, value) in given {
        let Some((_, kind, ..)) = parameters.iter().find(|argument| argument.0 == name) else {
            let names: Vec<&str> = parameters.iter().map(|argument| argument.0).collect();
            let names = if names.is_empty() {
                "it takes no arguments".into()
            } else {
                format!("its arguments are: {}", names.join(", "))
            };
            return Err(format!("{tool} has no argument `{name}`; {names}"));
        };
        let fits = match *kind {
            "integer" => value.as_u64().is_some_and(|number| number > 0),
            _ => value.is_string(),
        };
        if !fits {
            return Err(format!(
                "the argument `{name}` of `{tool}` is {value}; it must be {}",
                values_of(kind)
            ));
        }
    }
    match parameters
        .iter()
        .find(|argument| argument.3 && !given.contains_key(argument.0))
    {
        Some((name, kind, ..)) => {
            let values = values_of(kind);
            Err(format!("{tool} needs the argument `{name}`, {values}"))
        }
        None => Ok(()),
    }
}

/// Describes the values that an argument of this type may have.
fn values_of(kind: &str) -> &'static str {
    match kind {
        "integer" => "a number, 1 or more",
        _ => "a string",
    }
}

/// Wraps a text as the result of a tool.
fn content(text: &str, is_error: bool) -> Value {
    json!({ "content": [{ "type": "text", "text": text }], "isError": is_error })
}

fn failure(id: Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

fn initialize(params: &Value) -> Value {
    let requested = params["protocolVersion"].as_str().unwrap_or_default();
    let version = VERSIONS.iter().find(|version| **version == requested);
    json!({
        "protocolVersion": version.unwrap_or(&VERSIONS[0]),
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "crownhead", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn tools() -> Vec<Value> {
    let tool = |(name, description, arguments): &Tool| {
        let properties: serde_json::Map<String, Value> = arguments
            .iter()
            .map(|(name, kind, description, _)| {
                let property = json!({ "type": kind, "description": description });
                ((*name).to_owned(), property)
            })
            .collect();
        let required: Vec<&str> = arguments
            .iter()
            .filter(|argument| argument.3)
            .map(|argument| argument.0)
            .collect();
        json!({
            "name": name,
            "description": description,
            "inputSchema": { "type": "object", "properties": properties, "required": required },
        })
    };
    TOOLS.iter().map(tool).collect()
}

/// Answers the messages on standard input until the input ends.
///
/// # Errors
/// Returns [`Error::Usage`] if a line is too long, and the write error if an answer cannot be
/// printed.
pub fn serve_standard_streams() -> Result<(), Error> {
    let mut input = io::stdin().lock();
    let mut tools = Tools::default();
    loop {
        let mut line = Vec::new();
        match input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => return Ok(()),
            Ok(_) if line.len() as u64 == MAX_LINE_BYTES => {
                return Err(Error::Usage(
                    "standard input has a line longer than 16 MiB; a message is one line of JSON"
                        .into(),
                ));
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        if line.trim().is_empty() {
            continue;
        }
        if let Some(answer) = tools.receive(&line) {
            print::out(format!("{answer}\n"))?;
        }
    }
}
