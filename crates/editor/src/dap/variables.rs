//! Scopes and variables, expressions, and the adapter's additional requests.

use super::{adapter::Adapter, messages::Request};
use base64::{Engine, engine::general_purpose::STANDARD};
use debugger::{
    Edit, Write,
    commands::{COMMANDS, Commander},
    view,
};
use lab::trace::symbols::register_name;
use serde_json::{Value, json};
use vcs::{cpu::flag, tia::registers::write};

/// The names of the scopes, in the order of their references, which start at 1.
const SCOPES: [&str; 9] = [
    "CPU",
    "Flags",
    "Variables",
    "Beam",
    "TIA",
    "Objects",
    "Collisions",
    "RIOT and inputs",
    "Cartridge",
];
/// The reference of the scope with the program's variables.
const VARIABLES_SCOPE: i64 = 3;
/// The reference for the bytes of the first variable; the references for the next variables follow.
const FIRST_BYTES: i64 = 1_000;
/// The reference of the first object of the TIA; the references of the other objects follow.
const FIRST_OBJECT: i64 = 2_000;

const FLAGS: [(&str, u8); 6] = [
    ("N", flag::N),
    ("V", flag::V),
    ("D", flag::D),
    ("I", flag::I),
    ("Z", flag::Z),
    ("C", flag::C),
];

/// Returns a variable without children.
fn leaf(name: &str, value: String) -> Value {
    json!({ "name": name, "value": value, "variablesReference": 0 })
}

/// Returns a variable for a byte. The client can evaluate its name as an expression, and can set
/// data breakpoints on it.
fn byte(name: &str, value: u8) -> Value {
    let mut leaf = leaf(name, format!("${value:02X}"));
    leaf["evaluateName"] = json!(name);
    leaf
}

impl Adapter {
    pub(super) fn scopes(&mut self) -> Result<Value, String> {
        self.check_stopped()?;
        let scopes: Vec<Value> = SCOPES
            .iter()
            .enumerate()
            .map(|(index, name)| {
                let mut scope = json!({
                    "name": name,
                    "variablesReference": index + 1,
                    "expensive": false,
                });
                if index < 2 {
                    scope["presentationHint"] = json!("registers");
                }
                scope
            })
            .collect();
        Ok(json!({ "scopes": scopes }))
    }

    pub(super) fn variables(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let reference = request.integer("variablesReference")?;
        let commander = &self.launched()?.commander;
        let variables = match reference {
            1..=9 => scope(commander, reference),
            reference if reference >= FIRST_OBJECT => object(commander, reference - FIRST_OBJECT),
            reference if reference >= FIRST_BYTES => bytes(commander, reference - FIRST_BYTES),
            _ => None,
        };
        let mut variables = variables
            .ok_or_else(|| format!("there are no variables with reference {reference}"))?;
        let first = request.arguments["start"].as_u64().unwrap_or(0) as usize;
        let count = request.arguments["count"].as_u64().unwrap_or(0) as usize;
        variables.drain(..first.min(variables.len()));
        if count > 0 {
            variables.truncate(count);
        }
        if wants_hex(request) {
            for variable in &mut variables {
                let value = variable["value"]
                    .as_str()
                    .and_then(|text| text.parse::<u64>().ok());
                if let Some(value) = value {
                    variable["value"] = json!(format!("${value:X}"));
                }
            }
        }
        Ok(json!({ "variables": variables }))
    }

    pub(super) fn set_variable(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let reference = request.integer("variablesReference")?;
        let name = request.text("name")?.to_owned();
        let text = request.text("value")?.to_owned();
        let commander = &mut self.launched()?.commander;
        let value = commander.debugger.evaluate(&text)?;
        let name = match reference {
            reference if (FIRST_BYTES..FIRST_OBJECT).contains(&reference) => {
                let index = usize::try_from(reference - FIRST_BYTES).unwrap_or(usize::MAX);
                let variable = commander.debugger.program().variables().get(index);
                let variable = variable.ok_or("the program has no such variable")?;
                let offset: u16 = name
                    .trim_matches(['[', ']'])
                    .parse()
                    .ok()
                    .filter(|offset| *offset < variable.size)
                    .ok_or_else(|| format!("{} has no byte {name}", variable.name))?;
                format!("${:02X}", variable.address + offset)
            }
            VARIABLES_SCOPE => {
                let program = commander.debugger.program();
                let mut variables = program.variables().iter();
                let variable = variables.find(|variable| variable.name == name);
                // Use the address, because a register may have the same name as the variable.
                variable.map_or(name, |variable| format!("${:02X}", variable.address))
            }
            1 | 2 => format!(".{name}"),
            5 | 8 => name,
            _ => {
                return Err(format!(
                    "{name} is computed from other values and cannot be set"
                ));
            }
        };
        commander.assign(&name, value)?;
        self.out
            .event("invalidated", json!({ "areas": ["variables"] }));
        Ok(json!({ "value": format!("${value:02X}"), "variablesReference": 0 }))
    }

    pub(super) fn set_expression(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let name = request.text("expression")?.to_owned();
        let text = request.text("value")?.to_owned();
        let commander = &mut self.launched()?.commander;
        let value = commander.debugger.evaluate(&text)?;
        let name = name.trim().trim_start_matches('[').trim_end_matches(']');
        commander.assign(name, value)?;
        Ok(json!({ "value": format!("${value:02X}") }))
    }

    /// Handles `evaluate`: evaluates an expression. In the debug console, text that is not an
    /// expression is run as a command.
    pub(super) fn evaluate(&mut self, request: &Request) -> Result<Value, String> {
        let text = request.text("expression")?.trim().to_owned();
        let context = request.arguments["context"].as_str().unwrap_or_default();
        let is_console = context == "repl";
        if !is_console {
            self.check_stopped()?;
        }
        let commander = &self.launched()?.commander;
        if let Some(variable) = variable_text(commander, &text) {
            return Ok(variable);
        }
        match commander.debugger.evaluate(&text) {
            Ok(value) => {
                let notes = if is_console {
                    "\n".to_owned() + &commander.debugger.notes(&text)
                } else {
                    String::new()
                };
                let result = if wants_hex(request) {
                    format!("${value:X}")
                } else {
                    (view::number(value) + &notes).trim_end().to_owned()
                };
                let mut answer = json!({ "result": result, "variablesReference": 0 });
                if let Ok(value) = u16::try_from(value) {
                    answer["memoryReference"] = json!(format!("0x{value:04X}"));
                }
                Ok(answer)
            }
            Err(_) if is_console => self
                .command(&text)
                .map(|text| json!({ "result": text.trim_end(), "variablesReference": 0 })),
            Err(error) => Err(error),
        }
    }

    /// Runs a debugger command.
    fn command(&mut self, line: &str) -> Result<String, String> {
        self.check_stopped()?;
        let session = self.launched()?;
        let answer = session
            .commander
            .command(line, &mut session.files)
            .map_err(|error| error.to_string())?;
        if let Some(stop) = &answer.stop {
            self.send_stop(stop, "step");
        }
        Ok(answer.text)
    }

    /// Handles `crownhead/command`: { line } -> { text }
    pub(super) fn console_command(&mut self, request: &Request) -> Result<Value, String> {
        let line = request.text("line")?.to_owned();
        self.command(&line).map(|text| json!({ "text": text }))
    }

    pub(super) fn completions(&mut self, request: &Request) -> Result<Value, String> {
        let text = request.text("text")?.to_owned();
        let column = request.arguments["column"].as_u64().unwrap_or(1) as usize;
        let typed: String = text.chars().take(column.saturating_sub(1)).collect();
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == '.';
        let word = typed.rsplit(|letter| !is_name(letter)).next().unwrap_or("");
        let program = self.launched()?.commander.debugger.program();
        let commands = COMMANDS
            .iter()
            .filter(|_| typed.len() == word.len())
            .map(|command| (command.name, "keyword"));
        let variables = program
            .variables()
            .iter()
            .map(|variable| (variable.name.as_str(), "variable"));
        let labels = program
            .labels()
            .iter()
            .map(|label| (label.name.as_str(), "function"));
        let targets: Vec<Value> = commands
            .chain(variables)
            .chain(labels)
            .filter(|(name, _)| !word.is_empty() && name.starts_with(word))
            .take(100)
            .map(|(name, kind)| json!({ "label": name, "type": kind }))
            .collect();
        Ok(json!({ "targets": targets }))
    }

    /// Handles `crownhead/picture`: {} -> { width, height, uri }, or { file } -> { file }
    pub(super) fn picture(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let file = request.arguments["file"].as_str().map(str::to_owned);
        let session = self.launched()?;
        let frame = session.commander.frame_in_progress();
        if let Some(file) = file {
            debugger::commands::Host::save_picture(&mut session.files, &file, &frame)?;
            return Ok(json!({ "file": file }));
        }
        if frame.scanlines() == 0 {
            return Ok(json!({ "width": 0, "height": 0, "uri": null }));
        }
        let png = session
            .files
            .png(&frame)
            .map_err(|error| error.to_string())?;
        Ok(json!({
            "width": 2 * vcs::television::WIDTH,
            "height": frame.scanlines(),
            "uri": format!("data:image/png;base64,{}", STANDARD.encode(&png)),
        }))
    }

    /// Handles `crownhead/pixel`: { x, scanline, frame? } -> the objects at the pixel, and the
    /// writes that determine it
    pub(super) fn pixel(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let u16_argument = |name: &str| {
            u16::try_from(request.integer(name)?).map_err(|_| format!("{name} is too large"))
        };
        let (x, scanline) = (u16_argument("x")?, u16_argument("scanline")?);
        let commander = &self.launched()?.commander;
        let frame = request.arguments["frame"].as_u64();
        let frame = frame.unwrap_or_else(|| commander.last_frame_with_pixel(scanline, x));
        let debugger = &commander.debugger;
        let pixel = debugger
            .explain_pixel(frame, scanline, x)
            .map_err(|error| error.to_string())?;
        let names = |sources: &[debugger::PixelSource]| -> Vec<&str> {
            sources.iter().map(|source| source.name()).collect()
        };
        let writes: Vec<Value> = pixel
            .writes
            .iter()
            .map(|write| write_json(commander, write))
            .collect();
        Ok(json!({
            "place": pixel.place.to_string(),
            "color": pixel.color,
            "shown": names(&pixel.shown),
            "behind": names(&pixel.hidden),
            "writes": writes,
            "neverWritten": pixel.never_written,
        }))
    }

    /// Handles `crownhead/lastWrite`: { name } -> the last write to that byte
    pub(super) fn last_write(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let name = request.text("name")?.to_owned();
        let commander = &self.launched()?.commander;
        let range = commander
            .data_range(&name)
            .map_err(|error| error.to_string())?;
        let debugger = &commander.debugger;
        let address = *range.start();
        let mut answer = match debugger.last_write(address) {
            Ok(write) => write_json(commander, &write),
            Err(error) if debugger.last_poke(address).is_none() => return Err(error.to_string()),
            Err(_) => json!({ "address": address }),
        };
        if let Some(poke) = debugger.last_poke(address) {
            let text = view::last_write(debugger, address, debugger.moment())
                .map_err(|error| error.to_string())?;
            answer["text"] = text.into();
            answer["cycle"] = poke.moment.into();
            answer["place"] = poke.place.to_string().into();
            answer["value"] = poke.data.into();
        }
        Ok(answer)
    }
}

fn write_json(commander: &Commander, write: &Write) -> Value {
    let program = commander.debugger.program();
    json!({
        "text": view::describe_write(program, write),
        "cycle": write.writer.moment,
        "place": write.place.to_string(),
        "value": write.data,
        "address": write.address,
        "source": write.writer.line.map(|line| super::stack::source_json(program.file(line))),
        "line": write.writer.line.map(|line| line.line),
    })
}

/// Returns the contents of the program's variable called `name`; `None` if there is none.
fn variable_text(commander: &Commander, name: &str) -> Option<Value> {
    let debugger = &commander.debugger;
    let variables = debugger.program().variables();
    let index = variables
        .iter()
        .position(|variable| variable.name == name)?;
    Some(variable(commander, index))
}

fn variable(commander: &Commander, index: usize) -> Value {
    let debugger = &commander.debugger;
    let variable = &debugger.program().variables()[index];
    let bytes: Vec<String> = (0..variable.size)
        .map(|byte| format!("${:02X}", debugger.byte(variable.address + byte)))
        .collect();
    let text = bytes.join(" ");
    let reference = if variable.size > 1 {
        FIRST_BYTES + index as i64
    } else {
        0
    };
    let mut value = json!({
        "name": variable.name,
        "value": text,
        "result": text,
        "evaluateName": variable.name,
        "memoryReference": format!("0x{:04X}", variable.address),
        "variablesReference": reference,
    });
    if variable.size > 1 {
        value["indexedVariables"] = json!(variable.size);
    }
    value
}

/// Returns true if the client requests hexadecimal numbers.
fn wants_hex(request: &Request) -> bool {
    request.arguments["format"]["hex"] == true
}

/// Returns the bytes of the variable with this index.
fn bytes(commander: &Commander, index: i64) -> Option<Vec<Value>> {
    let debugger = &commander.debugger;
    let variable = debugger
        .program()
        .variables()
        .get(usize::try_from(index).ok()?)?;
    let bytes = (0..variable.size).map(|byte| {
        let address = variable.address + byte;
        let mut value = leaf(
            &format!("[{byte}]"),
            format!("${:02X}", debugger.byte(address)),
        );
        value["memoryReference"] = json!(format!("0x{address:04X}"));
        value["evaluateName"] = json!(format!("[${address:02X}]"));
        value
    });
    Some(bytes.collect())
}

/// Returns the position, graphics, width, copies, motion and delay of one of the TIA's objects.
fn object(commander: &Commander, index: i64) -> Option<Vec<Value>> {
    let tia = commander.debugger.machine().tia();
    let object = *tia.objects().get(usize::try_from(index).ok()?)?;
    let copies: Vec<String> = object.copies.iter().map(u8::to_string).collect();
    Some(vec![
        leaf("pixel", object.pixel.to_string()),
        leaf("graphics", format!("%{:08b}", object.graphics)),
        leaf("width", object.width.to_string()),
        leaf("copies", copies.join(", ")),
        leaf("motion", object.motion.to_string()),
        leaf("delayed", object.delayed.to_string()),
    ])
}

fn scope(commander: &Commander, reference: i64) -> Option<Vec<Value>> {
    let debugger = &commander.debugger;
    let machine = debugger.machine();
    let step = debugger.step_here();
    let registers = &step.registers;
    Some(match reference {
        1 => {
            let mut pc = leaf("PC", format!("${:04X}", registers.pc));
            pc["memoryReference"] = json!(format!("0x{:04X}", registers.pc));
            vec![
                pc,
                byte("A", registers.a),
                byte("X", registers.x),
                byte("Y", registers.y),
                byte("S", registers.s),
                byte("P", registers.p),
            ]
        }
        2 => {
            let flag =
                |(name, bit): &(&str, u8)| leaf(name, u8::from(registers.has(*bit)).to_string());
            FLAGS.iter().map(flag).collect()
        }
        VARIABLES_SCOPE => {
            let variables = debugger.program().variables().iter().enumerate();
            let in_ram = variables.filter(|(_, variable)| view::is_in_ram(machine, variable));
            let mut all: Vec<Value> = in_ram
                .map(|(index, _)| variable(commander, index))
                .collect();
            if all.is_empty() {
                // Without variables, list all bytes of RAM by address.
                all = (0x80..=0xff)
                    .map(|address| byte(&format!("${address:02X}"), machine.peek(address)))
                    .collect();
            }
            all
        }
        4 => {
            let place = debugger.place();
            vec![
                leaf("frame", place.frame.to_string()),
                leaf("scanline", place.scanline.to_string()),
                leaf("color clock", place.clock.to_string()),
                leaf("pixel", place.pixel().to_string()),
                leaf("cycle of the line", (place.clock / 3).to_string()),
                leaf("cycle", debugger.moment().to_string()),
            ]
        }
        5 => {
            let tia = machine.tia();
            (0..=write::CXCLR)
                .filter_map(|register| {
                    let value = tia.written(register)?.value;
                    Some(byte(register_name(register.into(), true)?, value))
                })
                .collect()
        }
        6 => machine
            .tia()
            .objects()
            .iter()
            .enumerate()
            .map(|(index, object)| {
                json!({
                    "name": object.name,
                    "value": format!("pixel {}", object.pixel),
                    "variablesReference": FIRST_OBJECT + index as i64,
                })
            })
            .collect(),
        7 => {
            let latched = view::collisions(machine);
            view::COLLISIONS
                .iter()
                .flat_map(|(high, low)| [*high, *low])
                .filter(|name| !name.is_empty())
                .map(|name| leaf(name, u8::from(latched.contains(&name)).to_string()))
                .collect()
        }
        8 => view::inputs(machine)
            .into_iter()
            .map(|(name, value)| byte(name, value))
            .collect(),
        _ => vec![
            leaf("scheme", machine.cartridge().scheme().name().into()),
            leaf("bank", step.bank.to_string()),
            leaf(
                "offset in the image",
                debugger
                    .program()
                    .offset(machine, registers.pc)
                    .map_or("none".into(), |offset| format!("${offset:04X}")),
            ),
        ],
    })
}

impl Adapter {
    /// Writes bytes starting at an address, and stops at the first address in ROM. Returns the
    /// number of bytes written.
    pub(super) fn poke(&mut self, address: u16, bytes: &[u8]) -> Result<usize, String> {
        let debugger = &mut self.launched()?.commander.debugger;
        let mut written = 0;
        for (index, byte) in bytes.iter().enumerate() {
            let address = address.wrapping_add(index as u16) & 0x1fff;
            if debugger.machine().cartridge().is_plain_rom(address) {
                break;
            }
            debugger.edit(Edit::Poke(address, *byte));
            written += 1;
        }
        Ok(written)
    }
}
