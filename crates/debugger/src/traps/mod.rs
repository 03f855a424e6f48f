//! Traps for common mistakes in Atari 2600 programs.

mod frame_length;
mod frame_parts;
mod late_line;
mod memory;
mod reads;
mod registers;
mod timer;

use crate::{
    observe::{Accessed, Fetched},
    program::Program,
};
use frame_length::FrameLength;
use isa6502::{Mnemonic, Mode};
use lab::trace::Condition;
use late_line::LateLine;
use memory::Stack;
use reads::ram_reads;
use registers::wrong_register;
use std::{fmt, ops::RangeInclusive, str::FromStr};
use timer::Timer;
use vcs::{Machine, Step, address::Device};

/// A kind of mistake. If its trap is set, the mistake stops the machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trap {
    /// A write to ROM.
    RomWrite,
    /// A call or a push overwrites a variable of the program, or writes to the TIA.
    StackOverVariables,
    /// A read of RAM that has not been written since power-on.
    UnwrittenRead,
    /// A frame has neither 262 nor 312 scanlines, or it has one of these numbers and the previous
    /// frame had the other.
    FrameLength,
    /// The code for a line of the picture needs more than 76 cycles before it stores to WSYNC.
    LateLine,
    /// A read from a write-only register, a write to a read-only register, or an access to an
    /// address that has no register.
    Register,
    /// The timer runs out before the program first reads it.
    Timer,
    /// A taken branch goes to another page, which costs an extra cycle. Checked in regions that the
    /// source marks with SAMEPAGE, and in regions that the user names.
    PageCrossing,
    /// An opcode that stops the processor until reset.
    Jam,
    /// A BRK, which usually means a jump into empty ROM or data.
    Brk,
    /// The processor executes from addresses of the TIA or of the RIOT's registers.
    NoCode,
}

impl Trap {
    /// All traps.
    pub const ALL: [Trap; 11] = [
        Trap::RomWrite,
        Trap::StackOverVariables,
        Trap::UnwrittenRead,
        Trap::FrameLength,
        Trap::LateLine,
        Trap::Register,
        Trap::Timer,
        Trap::PageCrossing,
        Trap::Jam,
        Trap::Brk,
        Trap::NoCode,
    ];

    /// Returns the name of the trap.
    pub fn name(self) -> &'static str {
        match self {
            Trap::RomWrite => "rom-write",
            Trap::StackOverVariables => "stack",
            Trap::UnwrittenRead => "unwritten",
            Trap::FrameLength => "frame-length",
            Trap::LateLine => "late-line",
            Trap::Register => "register",
            Trap::Timer => "timer",
            Trap::PageCrossing => "page",
            Trap::Jam => "jam",
            Trap::Brk => "brk",
            Trap::NoCode => "no-code",
        }
    }

    /// Returns a short description of the mistake.
    pub fn description(self) -> &'static str {
        match self {
            Trap::RomWrite => "a write to ROM",
            Trap::StackOverVariables => "the stack overwrites a variable or the TIA",
            Trap::UnwrittenRead => "a read of RAM that was never written",
            Trap::FrameLength => "a frame of neither 262 nor 312 scanlines",
            Trap::LateLine => "a line of the picture needs more than 76 cycles",
            Trap::Register => "an invalid access to a register",
            Trap::Timer => "the timer runs out before it is read",
            Trap::PageCrossing => "a branch to another page in a marked region",
            Trap::Jam => "an opcode that stops the processor",
            Trap::Brk => "a BRK instruction",
            Trap::NoCode => "the processor fetches code from the TIA or the RIOT",
        }
    }
}

impl FromStr for Trap {
    type Err = String;

    fn from_str(text: &str) -> Result<Trap, String> {
        let found = Trap::ALL.into_iter().find(|trap| trap.name() == text);
        found.ok_or_else(|| {
            let names = Trap::ALL.map(Trap::name).join(", ");
            format!("there is no trap `{text}`; the traps are: {names}")
        })
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A mistake that a trap has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trapped {
    /// The trap.
    pub trap: Trap,
    /// A one-line description, without a full stop.
    pub text: String,
}

/// The traps that are set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traps {
    enabled: Vec<Trap>,
    /// The traps that have conditions. Such a trap stops the machine only if its condition is true.
    conditions: Vec<(Trap, Condition)>,
    /// Regions of 13-bit addresses in which a branch must not go to another page.
    regions: Vec<RangeInclusive<u16>>,
}

impl Default for Traps {
    /// Returns traps with only `jam` and `no-code` set. These two do not slow down a run,
    /// because they do not need to observe every instruction.
    fn default() -> Self {
        Traps {
            enabled: vec![Trap::Jam, Trap::NoCode],
            conditions: Vec::new(),
            regions: Vec::new(),
        }
    }
}

impl Traps {
    /// Sets or removes a trap.
    pub fn set(&mut self, trap: Trap, on: bool) {
        self.enabled.retain(|enabled| *enabled != trap);
        if on {
            self.enabled.push(trap);
            self.enabled.sort();
        }
    }

    /// Sets the condition of a trap; `None` for no condition.
    pub fn set_condition(&mut self, trap: Trap, condition: Option<Condition>) {
        self.conditions.retain(|(known, _)| *known != trap);
        self.conditions
            .extend(condition.map(|condition| (trap, condition)));
    }

    /// Returns true if the condition of a trap is true, or if the trap has no condition.
    pub(crate) fn condition_holds(&self, trap: Trap, machine: &Machine, step: &Step) -> bool {
        let mut conditions = self.conditions.iter().filter(|(known, _)| *known == trap);
        conditions.all(|(_, condition)| condition.holds(machine, step))
    }

    /// Returns the traps that are set.
    pub fn list(&self) -> &[Trap] {
        &self.enabled
    }

    /// Returns true if this trap is set.
    pub fn has(&self, trap: Trap) -> bool {
        self.enabled.contains(&trap)
    }

    /// Returns true if at least one of the traps that are set needs to observe every instruction.
    pub fn are_armed(&self) -> bool {
        let cheap = [Trap::Jam, Trap::NoCode];
        self.enabled.iter().any(|trap| !cheap.contains(trap))
    }

    /// Adds a region for [`Trap::PageCrossing`].
    pub fn add_same_page_region(&mut self, addresses: RangeInclusive<u16>) {
        self.regions
            .push(addresses.start() & 0x1fff..=addresses.end() & 0x1fff);
    }

    /// Returns true if a branch at this address must stay in its page.
    fn must_stay_in_page(&self, program: &Program, pc: u16) -> bool {
        let marks = program.same_page_pairs().iter().map(|(one, other)| {
            let (first, last) = (one.min(other), one.max(other));
            // A mark is a pair of addresses: a branch's target and the address after the branch.
            (first & 0x1fff).saturating_sub(2)..=last & 0x1fff
        });
        let pc = pc & 0x1fff;
        marks
            .chain(self.regions.iter().cloned())
            .any(|region| region.contains(&pc))
    }
}

/// The information that the traps collect about the program. It is kept from one run to the next.
#[derive(Debug, Clone)]
pub(crate) struct TrapState {
    /// The current instruction.
    step: Option<Step>,
    /// The previous instruction.
    previous_step: Option<Step>,
    /// The bytes of RAM that have been written, one bit each.
    written: u128,
    /// The moment of the current instruction.
    moment: Option<u64>,
    frame: FrameLength,
    late: LateLine,
    stack: Stack,
    timer: Timer,
}

impl Default for TrapState {
    fn default() -> Self {
        TrapState::new(u128::MAX)
    }
}

impl TrapState {
    /// Creates the state. `written` has one bit for each byte of RAM; the bit is 1 if the byte has
    /// been written.
    pub fn new(written: u128) -> TrapState {
        TrapState {
            step: None,
            previous_step: None,
            written,
            moment: None,
            frame: FrameLength::default(),
            late: LateLine::default(),
            stack: Stack::default(),
            timer: Timer::default(),
        }
    }

    /// Replaces the record of which bytes of RAM have been written.
    pub fn set_written(&mut self, written: u128) {
        self.written = written;
    }

    /// Returns the instruction in progress.
    pub fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// Returns the mistakes that can be found before an instruction runs.
    pub fn on_instruction(
        &mut self,
        traps: &Traps,
        program: &Program,
        fetched: &Fetched,
    ) -> Vec<Trapped> {
        let step = &fetched.step;
        // A run begins with the instruction at which the previous run stopped. Do not record that
        // instruction twice.
        if self.moment.replace(fetched.moment) != Some(fetched.moment) {
            self.previous_step = self.step.replace(*step);
            self.stack.on_instruction(step, self.previous_step.as_ref());
        }
        self.frame.on_instruction(fetched);
        let mut found = Vec::new();
        let mut report = |trap: Trap, text: String| {
            if traps.has(trap) {
                found.push(Trapped { trap, text });
            }
        };
        match step.instruction.opcode().map(|opcode| opcode.mnemonic) {
            Some(Mnemonic::Jam) => report(
                Trap::Jam,
                format!(
                    "opcode ${:02X} stops the processor",
                    step.instruction.bytes()[0]
                ),
            ),
            Some(Mnemonic::Brk) => report(Trap::Brk, "BRK".into()),
            _ => {}
        }
        if let Some(place) = device_without_code(step.registers.pc) {
            let text = format!(
                "the processor runs code at ${:04X}, {place}",
                step.registers.pc
            );
            report(Trap::NoCode, text);
        }
        if traps.has(Trap::Register)
            && let Some(text) = wrong_register(step)
        {
            report(Trap::Register, text);
        }
        if traps.has(Trap::PageCrossing)
            && let Some(text) = self.page_crossing(traps, program, step)
        {
            report(Trap::PageCrossing, text);
        }
        if traps.has(Trap::UnwrittenRead) {
            for address in ram_reads(step) {
                if self.written >> (address & 0x7f) & 1 == 0 {
                    let name = program.ram_name(address);
                    let name = name.map_or(String::new(), |name| format!(" ({name})"));
                    let text = format!("${address:02X}{name} is read but was never written");
                    report(Trap::UnwrittenRead, text);
                }
            }
        }
        found
    }

    /// Returns the mistake if the previous instruction was a branch that went to another page.
    fn page_crossing(&self, traps: &Traps, program: &Program, step: &Step) -> Option<String> {
        let branch = self.previous_step.as_ref()?;
        let is_branch = branch
            .instruction
            .opcode()
            .is_some_and(|opcode| opcode.mode == Mode::Relative);
        let (from, to) = (branch.registers.pc, step.registers.pc);
        let next = from.wrapping_add(2);
        let crossed = is_branch && to != next && (to ^ next) & 0xff00 != 0;
        (crossed && traps.must_stay_in_page(program, from)).then(|| {
            format!("the branch at ${from:04X} goes to another page, ${to:04X}, and takes 4 cycles")
        })
    }

    /// Returns the mistakes that an access reveals.
    pub fn on_access(
        &mut self,
        traps: &Traps,
        program: &Program,
        accessed: &Accessed,
    ) -> Vec<Trapped> {
        let cycle = &accessed.cycle;
        let mut found = Vec::new();
        let mut report = |trap: Trap, text: String| {
            if traps.has(trap) {
                found.push(Trapped { trap, text });
            }
        };
        if traps.has(Trap::LateLine)
            && let Some(text) = self.late.on_access(accessed)
        {
            report(Trap::LateLine, text);
        }
        if traps.has(Trap::FrameLength)
            && let Some(text) = self.frame.on_access(accessed)
        {
            report(Trap::FrameLength, text);
        }
        if traps.has(Trap::Timer)
            && let Some(text) = self.timer.on_access(accessed)
        {
            report(Trap::Timer, text);
        }
        if !cycle.write {
            return found;
        }
        if traps.has(Trap::StackOverVariables)
            && let Some(step) = &self.step
            && let Some(text) = self.stack.check_push(program, step, accessed)
        {
            report(Trap::StackOverVariables, text);
        }
        match Device::at(cycle.address) {
            Device::Cartridge if accessed.machine.cartridge().is_plain_rom(cycle.address) => {
                let address = program.full_address(cycle.address);
                report(
                    Trap::RomWrite,
                    format!("${:02X} is written to ROM at ${address:04X}", cycle.data),
                );
            }
            Device::Ram => {
                let address = 0x80 | cycle.address & 0x7f;
                self.written |= 1 << (address & 0x7f);
            }
            _ => {}
        }
        found
    }
}

/// If there cannot be code at an address, returns a clause that names the device there;
/// otherwise returns `None`.
pub(crate) fn device_without_code(pc: u16) -> Option<&'static str> {
    match Device::at(pc & 0x1fff) {
        Device::Tia => Some("which is the TIA"),
        Device::Riot => Some("which is the RIOT"),
        Device::Ram | Device::Cartridge => None,
    }
}
