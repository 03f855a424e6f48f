//! Formats the machine's state as text, for the terminal and, in part, for other front ends.

use crate::{
    debugger::Debugger,
    observe::read_back_address,
    points::address_name,
    program::{Program, Variable},
    stop::{Reason, Stop},
    why::{ExecutedInstruction, Pixel, Poke, WhyError, Write},
};
use isa6502::{Access, Disassembly, disassemble};
use lab::trace::{instruction_text, symbols::register_name};
use std::fmt::Write as _;
use vcs::{
    Machine, Step,
    tia::registers::{read, write},
};

/// Returns the reasons for a stop, one per line; an empty string if the only reason is that the
/// step or run reached its goal. `interruption` is the text to show if the run was interrupted.
pub fn reasons(debugger: &Debugger, stop: &Stop, interruption: &str) -> String {
    let mut text = String::new();
    for reason in &stop.reasons {
        let line = match reason {
            Reason::Point(hit) => {
                let point = debugger
                    .points
                    .list()
                    .iter()
                    .find(|point| point.id == hit.id);
                let name = point.map_or(String::new(), |point| format!(" ({})", point.describe()));
                match &hit.access {
                    Some(access) => format!("watchpoint {}: {access}", hit.id),
                    None => format!("breakpoint {}{name}", hit.id),
                }
            }
            Reason::Trap(trapped) => format!("trap {}: {}", trapped.trap, trapped.text),
            Reason::Jammed => "the processor has jammed; restart the program, or step back".into(),
            Reason::Interrupted => interruption.into(),
            Reason::PowerOn if debugger.timeline().start() > 0 => {
                "the debugger started here, so nothing earlier is known".into()
            }
            Reason::PowerOn => "power-on: there is nothing earlier".into(),
            Reason::Reached => continue,
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// Returns the current state as one line: the beam's position, the code and the registers.
pub fn status_line(debugger: &Debugger) -> String {
    let step = debugger.step_here();
    let place = debugger.place();
    let code = code_name(
        debugger.program(),
        debugger.machine(),
        step.registers.pc,
        step.bank,
    );
    format!(
        "{place}  {code}  {}  {}\n",
        instruction(debugger, &step),
        registers(&step)
    )
}

/// Returns the text for a location in code, such as `kernel.asm:33 DrawRank+2 $F012`. Parts that
/// are not known are left out.
pub fn code_name(program: &Program, machine: &Machine, pc: u16, bank: usize) -> String {
    let mut name = String::new();
    if let Some(span) = program.span(machine, pc) {
        if let Some(call) = span.call {
            let _ = write!(name, "{} > ", program.describe(call));
        }
        let _ = write!(name, "{} ", program.describe(span.line));
    }
    if let Some(label) = label_and_distance(program, machine, pc) {
        name += &label;
        name.push(' ');
    }
    if bank > 0 {
        let _ = write!(name, "{bank}:");
    }
    let _ = write!(name, "${:04X}", program.source_address(machine, pc));
    if is_foreign(program, machine, pc) {
        name += NO_SOURCE;
    }
    name
}

/// The note that is printed after code that has no source line.
const NO_SOURCE: &str = " (no source)";

/// Returns true if the code at `pc` is in the cartridge and has no source line, although other code
/// of the program has source lines. Such code usually belongs to a library.
fn is_foreign(program: &Program, machine: &Machine, pc: u16) -> bool {
    program.has_lines() && pc & 0x1000 != 0 && program.span(machine, pc).is_none()
}

/// Returns the instruction as text with names.
pub fn instruction(debugger: &Debugger, step: &Step) -> String {
    instruction_text(step, &debugger.program().symbols)
}

/// Returns the registers, such as `a 3C x 00 y 07 s FD nvdizC`.
pub fn registers(step: &Step) -> String {
    let registers = &step.registers;
    format!(
        "a {:02X} x {:02X} y {:02X} s {:02X} {}",
        registers.a,
        registers.x,
        registers.y,
        registers.s,
        registers.flags()
    )
}

/// One line of a disassembly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeLine {
    /// Address of the instruction.
    pub address: u16,
    /// The instruction.
    pub instruction: Disassembly,
    /// The instruction as text with names.
    pub text: String,
}

impl CodeLine {
    /// Returns the bytes of the instruction in hexadecimal, separated by spaces.
    pub fn bytes(&self) -> String {
        let bytes = self.instruction.bytes();
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        bytes.join(" ")
    }
}

/// Returns the offset in the image of the byte that is at an address while `bank` is visible. If
/// `bank` is `None`, uses the bank that is visible now. Returns `None` if the byte is not in the
/// image.
pub fn offset_in_bank(debugger: &Debugger, bank: Option<usize>, address: u16) -> Option<usize> {
    let (machine, program) = (debugger.machine(), debugger.program());
    let visible = program.offset(machine, address);
    let Some(bank) = bank.filter(|_| address & 0x1000 != 0) else {
        return visible;
    };
    let size = machine.cartridge().scheme().bank_size();
    let offset = bank * size + visible? % size;
    (offset < machine.cartridge().image().len()).then_some(offset)
}

/// Disassembles `count` instructions from an address, in the currently visible banks.
pub fn disassembly(debugger: &Debugger, address: u16, count: usize) -> Vec<CodeLine> {
    disassembly_of_bank(debugger, None, address, count)
}

/// Disassembles `count` instructions from an address as if `bank` were visible.
pub fn disassembly_of_bank(
    debugger: &Debugger,
    bank: Option<usize>,
    address: u16,
    count: usize,
) -> Vec<CodeLine> {
    let machine = debugger.machine();
    let byte = |address: u16| {
        let offset = bank.and_then(|_| offset_in_bank(debugger, bank, address));
        match offset {
            Some(offset) => machine.cartridge().image()[offset],
            None => machine.peek(address & 0x1fff),
        }
    };
    let mut at = address;
    let line = |at: &mut u16| {
        let bytes = [0, 1, 2].map(|offset| byte(at.wrapping_add(offset)));
        let instruction = disassemble(*at, &bytes);
        let line = CodeLine {
            address: *at,
            instruction,
            text: with_names(debugger.program(), &instruction),
        };
        *at = at.wrapping_add(instruction.bytes().len() as u16);
        line
    };
    (0..count).map(|_| line(&mut at)).collect()
}

fn with_names(program: &Program, instruction: &Disassembly) -> String {
    let opcode = instruction.opcode();
    let name = |address: u16| {
        let write = opcode?.mnemonic.access() == Access::Write;
        let name = program.symbols.operand_name(opcode?, write, address)?;
        Some(asm6502::split_scope(name.as_bytes()).0)
    };
    instruction.with_names(name).to_string()
}

/// Returns the last values written to the TIA's registers, six per line.
pub fn tia(machine: &Machine) -> String {
    let tia = machine.tia();
    let values = (0..=write::CXCLR).filter_map(|register| {
        let value = tia.written(register)?.value;
        Some((register_name(register.into(), true)?, value))
    });
    let values: Vec<String> = values
        .map(|(name, value)| format!("{name:7}${value:02X}"))
        .collect();
    in_rows(&values, 6)
}

fn in_rows(words: &[String], per_row: usize) -> String {
    let lines = words.chunks(per_row).map(|line| line.join("  ") + "\n");
    lines.collect()
}

/// Returns the movable objects, one per line, and the playfield.
pub fn objects(machine: &Machine) -> String {
    let tia = machine.tia();
    let mut out = String::from("    pixel  shown     width  copies     motion\n");
    for object in tia.objects() {
        let shown = match object.name {
            "P0" | "P1" => format!("{:08b}", object.graphics).replace('0', "."),
            _ if object.graphics != 0 => "on".into(),
            _ => "off".into(),
        };
        let copies: Vec<String> = object.copies.iter().map(u8::to_string).collect();
        let delayed = if object.delayed { "  delayed" } else { "" };
        let _ = writeln!(
            out,
            "{}  {:5}  {shown:8}  {:5}  {:9}  {:6}{delayed}",
            object.name,
            object.pixel,
            object.width,
            copies.join(","),
            object.motion
        );
    }
    let bits = tia.playfield_bits();
    let playfield: String = (0..20)
        .map(|bit| if bits >> bit & 1 != 0 { '#' } else { '.' })
        .collect();
    let _ = writeln!(out, "PF  {playfield}");
    out
}

/// The names of the fifteen collisions: for each collision register, the names of D7 and D6.
pub const COLLISIONS: [(&str, &str); 8] = [
    ("M0-P1", "M0-P0"),
    ("M1-P0", "M1-P1"),
    ("P0-PF", "P0-BL"),
    ("P1-PF", "P1-BL"),
    ("M0-PF", "M0-BL"),
    ("M1-PF", "M1-BL"),
    ("BL-PF", ""),
    ("P0-P1", "M0-M1"),
];

/// Returns the names of the latched collisions.
pub fn collisions(machine: &Machine) -> Vec<&'static str> {
    let bits = machine.tia().signals().collisions;
    let latched = |bit: usize| bits >> bit & 1 != 0;
    let names = COLLISIONS.iter().enumerate().flat_map(|(register, names)| {
        let high = latched(2 * register + 1).then_some(names.0);
        let low = (latched(2 * register) && !names.1.is_empty()).then_some(names.1);
        high.into_iter().chain(low)
    });
    names.collect()
}

/// Returns the names and values of the RIOT's registers, and of the TIA's inputs.
pub fn inputs(machine: &Machine) -> Vec<(&'static str, u8)> {
    let riot = [0x280, 0x281, 0x282, 0x283, 0x284, 0x285].into_iter();
    let tia = (read::INPT0..=read::INPT5).map(u16::from);
    riot.chain(tia)
        .filter_map(|address| Some((register_name(address, false)?, machine.peek(address))))
        .collect()
}

/// Returns RAM, sixteen bytes per line.
pub fn ram(machine: &Machine) -> String {
    let mut out = String::new();
    for (row, bytes) in machine.ram().chunks(16).enumerate() {
        let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
        let _ = writeln!(out, "${:02X}  {}", 0x80 + 16 * row, bytes.join(" "));
    }
    out
}

/// Finds out which bytes of the program's variables have been written since power-on. Returns them
/// as a mask: bit n is for address `$80 + n`. Also returns whether it is certain that the other
/// bytes of the variables have not been written.
pub fn written_variables(debugger: &Debugger) -> (u128, bool) {
    let variables = debugger.program().variables().iter();
    let bytes = variables
        .flat_map(Variable::bytes)
        .filter(is_in_console_ram);
    let mask = bytes.fold(0, |bits, address| bits | 1 << (address & 0x7f));
    debugger.timeline().search_written(mask)
}

/// Returns true if this address of a variable is in the console's RAM.
fn is_in_console_ram(address: &u16) -> bool {
    *address < 0x1000
}

/// Returns the variables of the program, one per line. A `?` after a byte of the console's RAM
/// means that no write to this byte is known. The second argument is the result of
/// [`written_variables`].
pub fn variables(debugger: &Debugger, (written, is_certain): (u128, bool)) -> String {
    let machine = debugger.machine();
    let variables = debugger.program().variables().iter();
    let byte = |address: u16| {
        let is_written = !is_in_console_ram(&address) || written >> (address & 0x7f) & 1 != 0;
        let mark = if is_written { "" } else { "?" };
        format!(
            "{:02X}{mark}",
            machine.peek(read_back_address(machine, address))
        )
    };
    let mut out = String::new();
    for variable in variables.filter(|variable| is_in_ram(machine, variable)) {
        let bytes: Vec<String> = variable.bytes().map(byte).collect();
        let _ = writeln!(
            out,
            "${:02X}  {:20} {}",
            variable.address,
            variable.name,
            bytes.join(" ")
        );
    }
    if out.contains('?') {
        out += match is_certain {
            true => "? the byte has not been written since power-on\n",
            false => {
                "? no write to the byte is known, but only the first and the last second of the \
                 run were searched; `who` searches the whole run\n"
            }
        };
    }
    out
}

/// Returns true if a variable is in RAM. A variable in the cartridge's address range
/// may be in ROM.
pub fn is_in_ram(machine: &Machine, variable: &Variable) -> bool {
    !machine.cartridge().is_plain_rom(variable.address)
}

/// Returns the current instruction and the calls in progress, innermost first.
pub fn calls(debugger: &Debugger) -> String {
    let (program, machine) = (debugger.program(), debugger.machine());
    let step = debugger.step_here();
    let mut out = format!(
        "0  {}\n",
        code_name(program, machine, step.registers.pc, step.bank)
    );
    let calls = debugger.calls();
    let mut index = 1;
    for repeated_calls in
        calls.chunk_by(|one, other| (one.site, one.offset) == (other.site, other.offset))
    {
        let call = repeated_calls[0];
        let line = call.offset.and_then(|offset| program.span_at(offset));
        let line = line.map_or(String::new(), |span| {
            program.describe(span.outer_line()) + " "
        });
        let is_visible = call.offset == program.offset(machine, call.site);
        let label = is_visible.then(|| label_and_distance(program, machine, call.site));
        let label = label.flatten().map_or(String::new(), |label| label + " ");
        let foreign = match is_visible && is_foreign(program, machine, call.site) {
            true => NO_SOURCE,
            false => "",
        };
        let repeated = match repeated_calls.len() {
            1 => String::new(),
            times => format!("  {times} times: none of these calls has returned"),
        };
        let _ = writeln!(
            out,
            "{index}  {line}{label}${:04X}{foreign}{repeated}",
            call.site
        );
        index += repeated_calls.len();
    }
    if out.contains(NO_SOURCE) {
        out += "(no source): code of a library, or of a file without debugging information";
        out += match program.label("main") {
            Some(_) => "; `to main` goes to the program\n",
            None => "\n",
        };
    }
    out
}

/// Returns an address as text, such as `Main+2`: the last label at or before the address, and
/// the distance from that label.
fn label_and_distance(program: &Program, machine: &Machine, address: u16) -> Option<String> {
    let (label, distance) = program.label_before(machine, address)?;
    Some(match distance {
        0 => label.name.clone(),
        _ => format!("{}+{distance}", label.name),
    })
}

/// Describes a write: `GRP0 = $3C at 12.40.128 by sta GRP0 (kernel.asm:33 $F012), the value from
/// lda #$3c (...)`.
pub fn describe_write(program: &Program, write: &Write) -> String {
    let mut text = format!(
        "{} = ${:02X} at {} by {}",
        address_name(program, write.address, true),
        write.data,
        write.place,
        describe_instruction(program, &write.writer)
    );
    if let Some(source) = &write.value_source {
        text += &format!(", the value from {}", describe_instruction(program, source));
    }
    text
}

/// Describes a change that the user made by hand: `COLUBK = $84 by hand at 5.3.0`.
pub fn describe_poke(program: &Program, poke: &Poke) -> String {
    format!(
        "{} = ${:02X} by hand at {}",
        address_name(program, poke.address, true),
        poke.data,
        poke.place
    )
}

/// Describes the last write to a byte before a moment. If the user changed the byte by hand after
/// that write, describes the user's change first. If the written value was itself read from RAM,
/// also describes the last write to that byte of RAM.
///
/// # Errors
/// [`WhyError`] if the byte has neither been written nor changed by hand since power-on.
pub fn last_write(debugger: &Debugger, address: u16, moment: u64) -> Result<String, WhyError> {
    let program = debugger.program();
    let write = debugger.write_before(address, moment);
    let poke = debugger
        .last_poke(address)
        .filter(|poke| poke.moment <= moment);
    let text = match (&poke, &write) {
        (None, Err(error)) => return Err(*error),
        (None, Ok(write)) => format!(
            "@{}  {}",
            write.writer.moment,
            describe_write(program, write)
        ),
        (Some(poke), Ok(write)) => format!(
            "@{}  {}; before: {}",
            poke.moment,
            describe_poke(program, poke),
            describe_write(program, write)
        ),
        (Some(poke), Err(_)) => format!(
            "@{}  {}; the program has not written it",
            poke.moment,
            describe_poke(program, poke)
        ),
    };
    let source = write.ok().and_then(|write| write.value_source);
    let origin = source.and_then(|source| debugger.write_before(source.reads?, source.moment).ok());
    Ok(match origin {
        Some(origin) => format!(
            "{text}\n@{}  {}",
            origin.writer.moment,
            describe_write(program, &origin)
        ),
        None => text,
    })
}

fn describe_instruction(program: &Program, executed: &ExecutedInstruction) -> String {
    let line = executed
        .line
        .map_or(String::new(), |line| program.describe(line) + " ");
    format!("{} ({line}${:04X})", executed.text, executed.pc)
}

/// Returns the explanation of a pixel, with each write on its own line.
pub fn pixel(program: &Program, pixel: &Pixel) -> String {
    let names = |sources: &[crate::why::PixelSource]| {
        let names: Vec<&str> = sources.iter().map(|source| source.name()).collect();
        names.join(" and ")
    };
    let mut out = format!(
        "{}  color ${:02X}: {}",
        pixel.place,
        pixel.color,
        names(&pixel.shown)
    );
    if !pixel.hidden.is_empty() {
        out += &format!(", in front of {}", names(&pixel.hidden));
    }
    out.push('\n');
    for write in &pixel.writes {
        let _ = writeln!(
            out,
            "  @{}  {}",
            write.writer.moment,
            describe_write(program, write)
        );
    }
    for poke in &pixel.pokes {
        let _ = writeln!(out, "  @{}  {}", poke.moment, describe_poke(program, poke));
    }
    if !pixel.never_written.is_empty() {
        let _ = writeln!(out, "  never written: {}", pixel.never_written.join(", "));
    }
    out
}

/// Returns a value in decimal, hexadecimal and binary, such as `60 $3C %00111100`.
pub fn number(value: i64) -> String {
    match value {
        0..=255 => format!("{value}  ${value:02X}  %{value:08b}"),
        256..=65_535 => format!("{value}  ${value:04X}"),
        _ => value.to_string(),
    }
}
