//! Memory and disassembly.

use super::{
    adapter::Adapter,
    messages::Request,
    stack::{code_reference, read_reference, source_json},
};
use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use debugger::{
    Debugger,
    view::{self, CodeLine},
};
use serde_json::{Value, json};

/// Maximum number of bytes or instructions in an answer.
const MAX_ITEMS: i64 = 65_536;

/// The encoding in which memory is transmitted; a client may omit the padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

impl Adapter {
    pub(super) fn read_memory(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let (address, bank) = address_argument(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let count = request.integer("count")?.clamp(0, MAX_ITEMS);
        let first = i64::from(address).saturating_add(offset);
        let debugger = &self.launched()?.commander.debugger;
        let byte = |address: u16| {
            let offset = bank.and_then(|_| view::offset_in_bank(debugger, bank, address));
            match offset {
                Some(offset) => debugger.machine().cartridge().image()[offset],
                None => debugger.machine().peek(address & 0x1fff),
            }
        };
        let readable = (0..count)
            .map(|byte| first.saturating_add(byte))
            .map_while(|address| u16::try_from(address).ok());
        let bytes: Vec<u8> = readable.map(byte).collect();
        Ok(json!({
            "address": format!("0x{:04X}", first.clamp(0, 0xffff)),
            "data": BASE64.encode(&bytes),
            "unreadableBytes": count - bytes.len() as i64,
        }))
    }

    pub(super) fn write_memory(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let (address, _) = address_argument(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let first = u16::try_from(i64::from(address).saturating_add(offset))
            .map_err(|_| "the address is not in $0000..$FFFF")?;
        let bytes = BASE64
            .decode(request.text("data")?)
            .map_err(|_| "`data` is not Base64")?;
        let written = self.poke(first, &bytes)?;
        if written < bytes.len() && request.arguments["allowPartial"] != true {
            return Err(format!(
                "only {written} of {} bytes were written, because the next byte is in ROM",
                bytes.len()
            ));
        }
        self.out
            .event("invalidated", json!({ "areas": ["variables"] }));
        Ok(json!({ "bytesWritten": written }))
    }

    pub(super) fn disassemble(&mut self, request: &Request) -> Result<Value, String> {
        self.check_stopped()?;
        let (address, bank) = address_argument(request, "memoryReference")?;
        let offset = request.arguments["offset"].as_i64().unwrap_or(0);
        let skip = request.arguments["instructionOffset"].as_i64().unwrap_or(0);
        let count = request.integer("instructionCount")?.clamp(0, MAX_ITEMS) as usize;
        let address = (i64::from(address).saturating_add(offset) & 0xffff) as u16;
        let lines_from_one = self.lines_from_one;
        let debugger = &self.launched()?.commander.debugger;
        let mut start = address;
        // Number of requested instructions that do not exist, because they would lie before the
        // start of the cartridge.
        let mut missing = 0u32;
        for _ in 0..skip.clamp(-MAX_ITEMS, 0).unsigned_abs() {
            if missing > 0 || start & 0x1fff == 0x1000 {
                missing += 1
            } else {
                start = instruction_before(debugger, bank, start)
            }
        }
        let skipped = skip.clamp(0, MAX_ITEMS) as usize;
        let code = view::disassembly_of_bank(debugger, bank, start, skipped + count);
        let end = code
            .iter()
            .position(|line| (line.address ^ start) & 0x1000 != 0);
        let code = &code[..end.unwrap_or(code.len())];
        let reference_to = |address: u16| {
            let offset = view::offset_in_bank(debugger, bank, address);
            code_reference(debugger, address, offset)
        };
        let filler = |address: u16| {
            json!({
                "address": format!("0x{address:04X}"),
                "instruction": "",
                "presentationHint": "invalid",
            })
        };
        let before = (1..=missing)
            .rev()
            .map(|bytes| filler(start.wrapping_sub(bytes as u16)));
        let lines = code.iter().skip(skipped).map(|line| {
            let mut value = json!({
                "address": reference_to(line.address),
                "instructionBytes": line.bytes(),
                "instruction": line.text,
            });
            let program = debugger.program();
            let offset = view::offset_in_bank(debugger, bank, line.address);
            if let Some(span) = offset.and_then(|offset| program.span_at(offset)) {
                let place = span.outer_line();
                value["location"] = source_json(program.file(place));
                value["line"] = json!(place.line - u32::from(!lines_from_one));
            }
            let mut labels = program
                .labels()
                .iter()
                .filter(|label| label.offset == offset);
            if let Some(label) = labels.next().filter(|_| offset.is_some()) {
                value["symbol"] = json!(label.name);
            }
            value
        });
        let end = code.last().map_or(start, |line| {
            line.address
                .wrapping_add(line.instruction.bytes().len() as u16)
        });
        let after = (0u32..).map(|byte| filler(end.wrapping_add(byte as u16)));
        let lines: Vec<Value> = before.chain(lines).chain(after).take(count).collect();
        Ok(json!({ "instructions": lines }))
    }
}

/// Returns the address in an argument, and its bank if the argument gives one.
fn address_argument(request: &Request, name: &str) -> Result<(u16, Option<usize>), String> {
    let text = request.text(name)?;
    read_reference(text).ok_or_else(|| format!("`{text}` is not an address such as 0xF000"))
}

/// Maximum number of bytes to go back to find the start of an instruction.
const MAX_BYTES_BACK: u16 = 48;

/// Returns the address of the instruction that ends just before `address`.
///
/// If the bytes before `address` come from a known source line, the disassembly starts at the
/// beginning of that line, so the result is exact. Otherwise, the result is a guess: a disassembly
/// that starts far enough back usually synchronizes with the code, because instructions are only
/// one to three bytes long. The result never lies before the start of the cartridge.
fn instruction_before(debugger: &Debugger, bank: Option<usize>, address: u16) -> u16 {
    let program = debugger.program();
    let line_key = |address: u16| {
        let offset = view::offset_in_bank(debugger, bank, address);
        let line = offset.and_then(|offset| program.span_at(offset));
        (address & 0x1000, line.map(|span| span.offset))
    };
    let last = address.wrapping_sub(1);
    let max_back = (1..=MAX_BYTES_BACK)
        .take_while(|bytes| line_key(address.wrapping_sub(*bytes)) == line_key(last))
        .count();
    let found = (1..=max_back).rev().find_map(|bytes| {
        let start = address.wrapping_sub(bytes as u16);
        let lines = view::disassembly_of_bank(debugger, bank, start, bytes);
        let ends_here = |line: &&CodeLine| {
            let length = line.instruction.bytes().len() as u16;
            line.address.wrapping_add(length) == address
        };
        lines.iter().find(ends_here).map(|line| line.address)
    });
    found.unwrap_or(last)
}
