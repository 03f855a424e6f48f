//! Traces of a cartridge's ARM processor, with one line for each call or for each instruction in a
//! call.

use super::{Instruction, Metadata, SourceFinder};
use std::fmt::{self, Write};
use vcs::{
    Place,
    cartridge::{ArmCall, ArmCpu, ArmEnd, ArmFault, disassemble_thumb},
};

/// Name of the format for a trace of calls to ARM code.
pub const ARM_FORMAT: &str = "crownhead-arm";
/// Version of the format [`ARM_FORMAT`].
pub const ARM_VERSION: u32 = 1;
/// Name of the format for a trace of ARM instructions.
pub const ARM_INSTRUCTIONS_FORMAT: &str = "crownhead-arm-instructions";
/// Version of the format [`ARM_INSTRUCTIONS_FORMAT`].
pub const ARM_INSTRUCTIONS_VERSION: u32 = 1;

/// Number of addresses in the cartridge's range, `$1000..=$1FFF`.
const WINDOW_SIZE: u64 = 0x1000;

/// Writes the lines before the first call.
pub fn write_calls_header(out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
    let headings = "frame line clk      cycle bk next fn instructions     clocks   stall end";
    metadata.write_table(out, ARM_FORMAT, ARM_VERSION, headings)
}

/// Writes a call. `place` is the beam's position in the cycle in which the call began; `kilohertz`
/// is the ARM processor's clock rate.
pub fn write_call(
    out: &mut impl Write,
    place: Place,
    call: &ArmCall,
    kilohertz: u32,
) -> fmt::Result {
    let Place {
        frame,
        scanline,
        clock,
    } = place;
    let origin = call.origin;
    let stall = console_cycles(call.clocks, kilohertz);
    write!(
        out,
        "{frame:7} {scanline:4} {clock:3} {:10} {:2} {:04X} {:02X} {:12} {:10} {stall:7} ",
        origin.cycle, origin.bank, origin.address, origin.function, call.instructions, call.clocks
    )?;
    match call.end {
        ArmEnd::Returned if leaves_the_window(call, kilohertz) => writeln!(out, "late"),
        ArmEnd::Returned => writeln!(out, "returned"),
        ArmEnd::Fault(fault) => writeln!(out, "fault {}", reason(&fault)),
        ArmEnd::TooLong(_) => writeln!(out, "too-long"),
    }
}

/// Returns true if the 6507 runs past the cartridge's last address during a call. The 6507 runs
/// NOPs while the ARM processor works: one address and two cycles each.
fn leaves_the_window(call: &ArmCall, kilohertz: u32) -> bool {
    let remaining = WINDOW_SIZE - u64::from(call.origin.address) % WINDOW_SIZE;
    console_cycles(call.clocks, kilohertz) > 2 * remaining
}

/// Converts ARM processor clocks to cycles of an NTSC console.
// The console's clock is 13,125,000 / 11 Hz.
pub fn console_cycles(clocks: u64, kilohertz: u32) -> u64 {
    clocks.saturating_mul(13_125) / (u64::from(kilohertz.max(1)) * 11)
}

/// Writes the lines before the first instruction.
pub fn write_instructions_header(out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
    let registers: Vec<String> = (0..13).map(|number| format!("r{number:<7}")).collect();
    let headings = format!(
        "     call   clocks address  opcode   instruction              {} sp       lr       nzcv",
        registers.join(" ")
    );
    metadata.write_table(
        out,
        ARM_INSTRUCTIONS_FORMAT,
        ARM_INSTRUCTIONS_VERSION,
        &headings,
    )
}

/// Writes an instruction and the state before it. `call` is the number of the call, counted from 1;
/// `clocks` is the number of ARM clocks since the call started.
pub fn write_instruction(
    out: &mut impl Write,
    call: u64,
    clocks: u64,
    cpu: &ArmCpu,
) -> fmt::Result {
    let status = cpu.status();
    let (opcode, text) = if status.thumb {
        (
            format!("{:04X}    ", cpu.opcode()),
            disassemble_thumb(cpu.opcode(), cpu.following_opcode(), cpu.pc()),
        )
    } else {
        (format!("{:08X}", cpu.opcode()), "ARM state".into())
    };
    write!(
        out,
        "{call:10} {clocks:8} {:08X} {opcode} {text:24}",
        cpu.pc()
    )?;
    for number in 0..15 {
        write!(out, " {:08X}", cpu.register(number))?;
    }
    let flag = |on: bool, name: char| if on { name.to_ascii_uppercase() } else { name };
    let [n, z, c, v] = [
        flag(status.negative, 'n'),
        flag(status.zero, 'z'),
        flag(status.carry, 'c'),
        flag(status.overflow, 'v'),
    ];
    writeln!(out, " {n}{z}{c}{v}")
}

/// Describes the fault that ended a call, on one line: the reason, the ARM instruction, the call by
/// the 6507, and the ARM registers. Adds the names of functions and the source lines if they are
/// known. Returns `None` if the call returned without a fault.
pub fn fault_text(call: &ArmCall, sources: &SourceFinder) -> Option<String> {
    let (reason, fault) = match call.end {
        ArmEnd::Returned => return None,
        ArmEnd::Fault(fault) => (reason(&fault), fault),
        ArmEnd::TooLong(fault) => ("the call does not end".into(), fault),
    };
    let origin = call.origin;
    let mut text = format!(
        "{reason}, caused by the instruction at {:#010x}{}, {} (opcode {:#x}), {} instructions \
         after the 6507 called function {} before ${:04X} of bank {}{}, in cycle {}; registers:",
        fault.registers[15],
        sources.place_suffix(Instruction::Arm(fault.registers[15])),
        disassemble_thumb(fault.opcode, 0, fault.registers[15]),
        fault.opcode,
        call.instructions,
        origin.function,
        origin.address | 0xf000,
        origin.bank,
        sources.place_suffix(Instruction::Console {
            next_address: origin.address,
            bank: origin.bank,
        }),
        origin.cycle
    );
    for (number, value) in fault.registers[..15].iter().enumerate() {
        let name = match number {
            13 => "sp".into(),
            14 => "lr".into(),
            number => format!("r{number}"),
        };
        write!(text, " {name} {value:08x}").expect("writing to a String cannot fail");
    }
    Some(text)
}

fn reason(fault: &ArmFault) -> String {
    let exception = fault.exception.map(|exception| exception.to_string());
    exception.unwrap_or_else(|| "no end".into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::cartridge::{ArmException, ArmOrigin};

    fn call(clocks: u64, end: ArmEnd) -> ArmCall {
        ArmCall {
            origin: ArmOrigin {
                function: 0xff,
                address: 0x1f00,
                bank: 5,
                cycle: 1_234,
            },
            instructions: 77,
            clocks,
            end,
        }
    }

    fn call_line(call: &ArmCall) -> String {
        let place = Place {
            frame: 3,
            scanline: 40,
            clock: 8,
        };
        let mut text = String::new();
        write_call(&mut text, place, call, 70_000).expect("writing to a String cannot fail");
        text
    }

    fn fault() -> ArmFault {
        ArmFault {
            exception: Some(ArmException::DataAbort(0x8000_0004)),
            opcode: 0x6841,
            registers: std::array::from_fn(|number| match number {
                0 => 0x8000_0000,
                15 => 0xc0c,
                _ => 0,
            }),
        }
    }

    #[test]
    fn a_call_is_written_on_one_line() {
        assert_eq!(
            call_line(&call(5_867, ArmEnd::Returned)),
            "      3   40   8       1234  5 1F00 FF           77       5867     100 returned\n"
        );
        // From the call to the cartridge's last address, there is room for 256 NOPs. They take 512
        // cycles, or 30,037 ARM clocks.
        assert!(call_line(&call(30_037, ArmEnd::Returned)).ends_with(" 511 returned\n"));
        assert!(call_line(&call(30_100, ArmEnd::Returned)).ends_with(" 513 late\n"));
        assert!(
            call_line(&call(9, ArmEnd::Fault(fault())))
                .ends_with(" 0 fault no memory at 0x80000004\n")
        );
        assert!(call_line(&call(3_500_000, ArmEnd::TooLong(fault()))).ends_with(" too-long\n"));
    }

    #[test]
    fn a_fault_text_contains_everything_that_is_known() {
        let no_sources = SourceFinder::default();
        assert_eq!(fault_text(&call(9, ArmEnd::Returned), &no_sources), None);
        let text = fault_text(&call(9, ArmEnd::Fault(fault())), &no_sources);
        let text = text.expect("a fault");
        for part in [
            "no memory at 0x80000004",
            "at 0x00000c0c, ldr r1, [r0, #4] (opcode 0x6841)",
            "function 255 before $FF00 of bank 5, in cycle 1234",
            " r0 80000000 r1 00000000",
            " lr 00000000",
        ] {
            assert!(text.contains(part), "{text} has no {part}");
        }
        let sources = SourceFinder::new(|instruction| match instruction {
            Instruction::Arm(address) => (address == 0xc0c).then(|| "move, main.c:7".to_owned()),
            Instruction::Console { next_address, bank } => {
                Some(format!("{next_address:x} in {bank}"))
            }
        });
        let text = fault_text(&call(9, ArmEnd::Fault(fault())), &sources);
        let text = text.expect("a fault");
        for part in [
            "at 0x00000c0c (move, main.c:7), ldr",
            "$FF00 of bank 5 (1f00 in 5), in cycle",
        ] {
            assert!(text.contains(part), "{text} has no {part}");
        }
    }
}
