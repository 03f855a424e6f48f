//! Memory and disassembly.

use super::{adapter::Adapter, messages::Request, stack::source_json};
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use debugger::{
    Debugger, number,
    view::{self, CodeLine},
};
use serde_json::{Value, json};

/// Most bytes or instructions of one answer.
const MOST: i64 = 65_536;

/// The bytes of memory as text; a client may leave the padding out.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

impl Adapter {
    pub(super) fn read_memory(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let address = reference(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let count = request.integer("count")?.clamp(0, MOST);
        let first = i64::from(address).saturating_add(offset);
        let machine = self.launched()?.commander.debugger.machine();
        let readable = (0..count)
            .map(|byte| first.saturating_add(byte))
            .map_while(|address| u16::try_from(address).ok());
        let bytes: Vec<u8> = readable
            .map(|address| machine.peek(address & 0x1fff))
            .collect();
        Ok(json!({
            "address": format!("0x{:04X}", first.clamp(0, 0xffff)),
            "data": BASE64.encode(&bytes),
            "unreadableBytes": count - bytes.len() as i64,
        }))
    }

    pub(super) fn write_memory(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let address = reference(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let first = u16::try_from(i64::from(address).saturating_add(offset))
            .map_err(|_| "the address is beyond $FFFF")?;
        let bytes = BASE64
            .decode(request.text("data")?)
            .map_err(|_| "`data` is no Base64")?;
        let written = self.poke(first, &bytes)?;
        if written < bytes.len() && request.arguments["allowPartial"] != true {
            return Err(format!(
                "{written} of {} bytes were written: ROM cannot be changed",
                bytes.len()
            ));
        }
        self.out
            .event("invalidated", json!({ "areas": ["variables"] }));
        Ok(json!({ "bytesWritten": written }))
    }

    pub(super) fn disassemble(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let address = reference(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let skip = request.arguments["instructionOffset"].as_i64().unwrap_or(0);
        let count = request.integer("instructionCount")?.clamp(0, MOST);
        let address = (i64::from(address).saturating_add(offset) & 0xffff) as u16;
        let lines_from_one = self.lines_from_one;
        let debugger = &self.launched()?.commander.debugger;
        let start = match skip {
            0.. => {
                let before = view::disassembly(debugger, address, skip.min(MOST) as usize);
                before.last().map_or(address, |line| {
                    line.address
                        .wrapping_add(line.instruction.bytes().len() as u16)
                })
            }
            _ => before(
                debugger,
                address,
                skip.unsigned_abs().min(MOST as u64) as usize,
            ),
        };
        let (program, machine) = (debugger.program(), debugger.machine());
        let lines: Vec<Value> = view::disassembly(debugger, start, count as usize)
            .iter()
            .map(|line| {
                let mut value = json!({
                    "address": format!("0x{:04X}", line.address),
                    "instructionBytes": line.bytes(),
                    "instruction": line.text,
                });
                if let Some(span) = program.span(machine, line.address) {
                    let place = span.outer();
                    value["location"] = source_json(program.file(place));
                    value["line"] = json!(place.line - u32::from(!lines_from_one));
                }
                if let Some((label, 0)) = program.label_before(machine, line.address) {
                    value["symbol"] = json!(label.name);
                }
                value
            })
            .collect();
        Ok(json!({ "instructions": lines }))
    }
}

/// An address among the arguments.
fn reference(request: &Request, name: &str) -> Result<u16, String> {
    let text = request.text(name)?;
    number(text).ok_or_else(|| format!("`{text}` is no address such as 0xF000"))
}

/// The address of the instruction `count` before another one.
fn before(debugger: &Debugger, address: u16, count: usize) -> u16 {
    (0..count).fold(address, |address, _| instruction_before(debugger, address))
}

/// Bytes to go back for the start of an instruction.
const FURTHEST: u16 = 48;

/// The address of the instruction that ends where another one begins.
///
/// A source line begins with an instruction. Without source lines it is a guess: instructions are
/// one to three bytes long, and a disassembly from far enough back falls into step with the code.
/// The guess does not leave the cartridge.
fn instruction_before(debugger: &Debugger, address: u16) -> u16 {
    let (program, machine) = (debugger.program(), debugger.machine());
    let piece = |address: u16| {
        let line = program.span(machine, address).map(|span| span.offset);
        (address & 0x1000, line)
    };
    let last = address.wrapping_sub(1);
    let furthest = (1..=FURTHEST)
        .take_while(|bytes| piece(address.wrapping_sub(*bytes)) == piece(last))
        .count();
    let met = (1..=furthest).rev().find_map(|bytes| {
        let start = address.wrapping_sub(bytes as u16);
        let lines = view::disassembly(debugger, start, bytes);
        let ends_here = |line: &&CodeLine| {
            let length = line.instruction.bytes().len() as u16;
            line.address.wrapping_add(length) == address
        };
        lines.iter().find(ends_here).map(|line| line.address)
    });
    met.unwrap_or(last)
}
