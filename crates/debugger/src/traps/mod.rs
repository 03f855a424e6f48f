//! Traps for the mistakes that programs for this machine make.

mod late_line;
mod memory;
mod reads;

use crate::{
    observe::{Accessed, Fetched},
    program::Program,
};
use isa6502::{Mnemonic, Mode};
use lab::trace::Condition;
use late_line::LateLine;
use memory::is_deliberate_push;
use reads::ram_reads;
use std::{fmt, ops::RangeInclusive, str::FromStr};
use vcs::{Machine, Step, address::Device};

/// A mistake that stops the machine when its trap is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Trap {
    /// A write to an address that is ROM and nothing else.
    RomWrite,
    /// A call or a push overwrites a variable of the program.
    StackOverVariables,
    /// A read of RAM that was not written since power-on.
    UnwrittenRead,
    /// A frame has neither 262 nor 312 scanlines, or another of the two than the one before.
    FrameLength,
    /// In the picture, a line that waits for WSYNC is not ready in its 76 cycles.
    LateLine,
    /// A taken branch goes to another page and takes a cycle more: in the regions that the source
    /// marks with SAMEPAGE, and in those that are given with the trap.
    PageCrossing,
    /// An opcode that stops the processor until reset.
    Jam,
    /// BRK: on this machine usually a jump into empty ROM or data.
    Brk,
}

impl Trap {
    /// All traps.
    pub const ALL: [Trap; 8] = [
        Trap::RomWrite,
        Trap::StackOverVariables,
        Trap::UnwrittenRead,
        Trap::FrameLength,
        Trap::LateLine,
        Trap::PageCrossing,
        Trap::Jam,
        Trap::Brk,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Trap::RomWrite => "rom-write",
            Trap::StackOverVariables => "stack",
            Trap::UnwrittenRead => "unwritten",
            Trap::FrameLength => "frame-length",
            Trap::LateLine => "late-line",
            Trap::PageCrossing => "page",
            Trap::Jam => "jam",
            Trap::Brk => "brk",
        }
    }

    /// What it stops at, as a phrase.
    pub fn description(self) -> &'static str {
        match self {
            Trap::RomWrite => "a write to ROM",
            Trap::StackOverVariables => "the stack overwrites a variable",
            Trap::UnwrittenRead => "a read of RAM that was never written",
            Trap::FrameLength => "a frame of neither 262 nor 312 scanlines",
            Trap::LateLine => "a scanline that is not ready in its 76 cycles",
            Trap::PageCrossing => "a branch to another page in a marked region",
            Trap::Jam => "an opcode that stops the processor",
            Trap::Brk => "a BRK",
        }
    }
}

impl FromStr for Trap {
    type Err = String;

    fn from_str(text: &str) -> Result<Trap, String> {
        let found = Trap::ALL.into_iter().find(|trap| trap.name() == text);
        found.ok_or_else(|| {
            let names = Trap::ALL.map(Trap::name).join(", ");
            format!("no trap is named `{text}`; the traps are: {names}")
        })
    }
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A trap that has closed, and on what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trapped {
    /// Which.
    pub trap: Trap,
    /// What happened, as a sentence without a full stop.
    pub text: String,
}

/// The traps that are set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Traps {
    set: Vec<Trap>,
    /// Traps close only where these hold.
    conditions: Vec<(Trap, Condition)>,
    /// Addresses of 13 bits in which no branch may go to another page.
    regions: Vec<RangeInclusive<u16>>,
}

impl Default for Traps {
    /// Only JAM: nothing else can happen after it.
    fn default() -> Self {
        Traps {
            set: vec![Trap::Jam],
            conditions: Vec::new(),
            regions: Vec::new(),
        }
    }
}

impl Traps {
    /// Sets or removes a trap.
    pub fn set(&mut self, trap: Trap, on: bool) {
        self.set.retain(|set| *set != trap);
        if on {
            self.set.push(trap);
            self.set.sort();
        }
    }

    /// Lets a trap close only where a condition holds; `None` for everywhere.
    pub fn set_condition(&mut self, trap: Trap, condition: Option<Condition>) {
        self.conditions.retain(|(known, _)| *known != trap);
        self.conditions
            .extend(condition.map(|condition| (trap, condition)));
    }

    /// True if the condition of a trap holds, or it has none.
    pub(crate) fn holds(&self, trap: Trap, machine: &Machine, step: &Step) -> bool {
        let mut conditions = self.conditions.iter().filter(|(known, _)| *known == trap);
        conditions.all(|(_, condition)| condition.holds(machine, step))
    }

    /// The traps that are set.
    pub fn list(&self) -> &[Trap] {
        &self.set
    }

    /// True if this one is set.
    pub fn has(&self, trap: Trap) -> bool {
        self.set.contains(&trap)
    }

    /// True if a trap is set that needs each instruction to be seen.
    pub fn are_armed(&self) -> bool {
        self.set.iter().any(|trap| *trap != Trap::Jam)
    }

    /// Marks addresses for [`Trap::PageCrossing`].
    pub fn mark(&mut self, addresses: RangeInclusive<u16>) {
        self.regions
            .push(addresses.start() & 0x1fff..=addresses.end() & 0x1fff);
    }

    /// True if a branch at this address must stay in its page.
    fn is_marked(&self, program: &Program, pc: u16) -> bool {
        let marks = program.marks().iter().map(|(one, other)| {
            let (first, last) = (one.min(other), one.max(other));
            // A mark names the branch's target and the place after the branch.
            (first & 0x1fff).saturating_sub(2)..=last & 0x1fff
        });
        let pc = pc & 0x1fff;
        marks
            .chain(self.regions.iter().cloned())
            .any(|region| region.contains(&pc))
    }
}

/// What the traps remember during a run.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watchman {
    /// The instruction in progress and the one before it.
    step: Option<Step>,
    before: Option<Step>,
    /// Bytes of RAM that were written.
    written: u128,
    /// Complete frames, and scanlines of the last one.
    frame: Option<(u64, usize)>,
    late: LateLine,
}

impl Watchman {
    /// A watchman that knows which RAM has been written.
    pub fn new(written: u128) -> Watchman {
        Watchman {
            written,
            ..Watchman::default()
        }
    }

    /// The instruction in progress.
    pub fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// The traps that close before this instruction.
    pub fn instruction(
        &mut self,
        traps: &Traps,
        program: &Program,
        fetched: &Fetched,
    ) -> Vec<Trapped> {
        let step = &fetched.step;
        self.before = self.step.replace(*step);
        let mut closed = Vec::new();
        let mut close = |trap: Trap, text: String| {
            if traps.has(trap) {
                closed.push(Trapped { trap, text });
            }
        };
        match step.instruction.opcode().map(|opcode| opcode.mnemonic) {
            Some(Mnemonic::Jam) => close(
                Trap::Jam,
                format!(
                    "opcode ${:02X} stops the processor",
                    step.instruction.bytes()[0]
                ),
            ),
            Some(Mnemonic::Brk) => close(Trap::Brk, "BRK".into()),
            _ => {}
        }
        if let Some(text) = self.frame_length(fetched) {
            close(Trap::FrameLength, text);
        }
        if traps.has(Trap::PageCrossing)
            && let Some(text) = self.page_crossing(traps, program, step)
        {
            close(Trap::PageCrossing, text);
        }
        if traps.has(Trap::UnwrittenRead) {
            for address in ram_reads(step) {
                if self.written >> (address & 0x7f) & 1 == 0 {
                    let name = program.ram_name(address);
                    let name = name.map_or(String::new(), |name| format!(" ({name})"));
                    let text = format!("${address:02X}{name} is read and was never written");
                    close(Trap::UnwrittenRead, text);
                }
            }
        }
        closed
    }

    fn frame_length(&mut self, fetched: &Fetched) -> Option<String> {
        let television = fetched.machine.television();
        let now = (television.frames(), television.frame().scanlines());
        let (frames, lines) = self.frame.replace(now)?;
        // The first frames begin and end where the program happens to be.
        let settled = now.0 == frames + 1 && frames > 1 && television.synced();
        match now.1 {
            _ if !settled => None,
            262 | 312 if now.1 == lines || ![262, 312].contains(&lines) => None,
            262 | 312 => Some(format!(
                "the frame has {} scanlines, the one before {lines}",
                now.1
            )),
            length => Some(format!(
                "the frame has {length} scanlines; NTSC has 262, PAL 312"
            )),
        }
    }

    /// A branch that has just been taken to another page.
    fn page_crossing(&self, traps: &Traps, program: &Program, step: &Step) -> Option<String> {
        let branch = self.before.as_ref()?;
        let is_branch = branch
            .instruction
            .opcode()
            .is_some_and(|opcode| opcode.mode == Mode::Relative);
        let (from, to) = (branch.registers.pc, step.registers.pc);
        let next = from.wrapping_add(2);
        let crossed = is_branch && to != next && (to ^ next) & 0xff00 != 0;
        (crossed && traps.is_marked(program, from)).then(|| {
            format!("the branch at ${from:04X} goes to another page, ${to:04X}, and takes 4 cycles")
        })
    }

    /// The traps that close after this access.
    pub fn access(
        &mut self,
        traps: &Traps,
        program: &Program,
        accessed: &Accessed,
    ) -> Vec<Trapped> {
        let cycle = &accessed.cycle;
        let mut closed = Vec::new();
        let mut close = |trap: Trap, text: String| {
            if traps.has(trap) {
                closed.push(Trapped { trap, text });
            }
        };
        if traps.has(Trap::LateLine)
            && let Some(text) = self.late.access(accessed)
        {
            close(Trap::LateLine, text);
        }
        if !cycle.write {
            return closed;
        }
        match Device::at(cycle.address) {
            Device::Cartridge if accessed.machine.cartridge().is_plain_rom(cycle.address) => {
                let address = program.full_address(cycle.address);
                close(
                    Trap::RomWrite,
                    format!("${:02X} is written to ROM at ${address:04X}", cycle.data),
                );
            }
            Device::Ram => {
                let address = 0x80 | cycle.address & 0x7f;
                self.written |= 1 << (address & 0x7f);
                if let Some((variable, _)) = program.variable_at(address)
                    && let Some(step) = &self.step
                    && memory::pushes(step)
                    && !is_deliberate_push(step, self.before.as_ref())
                {
                    close(
                        Trap::StackOverVariables,
                        format!(
                            "{} pushes ${:02X} over {} at ${address:02X}",
                            step.instruction, cycle.data, variable.name
                        ),
                    );
                }
            }
            _ => {}
        }
        closed
    }
}
