//! Applies the rules about single instructions to a run on the usual console.

use crate::run::{Run, SETTLING_FRAMES, UndefinedValue};
use isa6502::{Access, Class, Mnemonic, Mode};
use lab::trace::{UnwrittenReads, symbols::register_name};
use reports::check::{Evidence, Finding, Level, Rule, Site};
use std::collections::HashSet;
use vcs::{
    Machine, Step, address::Device, place::CLOCKS_PER_CYCLE, television::SYNC_CLOCKS,
    tia::registers::write::VSYNC,
};

/// Maximum number of findings reported for the same rule at the same level.
const MAX_FINDINGS: usize = 8;
/// Number of consecutive stores to RAM by one instruction that identify it as the instruction that
/// clears RAM. A store to RAM by any other instruction restarts the count.
const MIN_CLEARING_STORES: usize = 64;
/// Number of pictures to compare to decide whether the value of a byte matters.
const COMPARED_PICTURES: usize = 60;
/// Number of cycles for which VSYNC must be on so that even strict television sets accept it.
// Console reports in Stella's issues 316 and 940: many sets accept 174 cycles, strict sets need 200
// to 228.
const STRICT_VSYNC_CYCLES: u64 = 200;
/// Length in cycles of the shortest pulse that any set recognizes as a vertical sync.
const MIN_VSYNC_CYCLES: u64 = SYNC_CLOCKS / CLOCKS_PER_CYCLE as u64;

/// The state of a byte of RAM, for the rule about calls that overwrite variables on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Cell {
    /// Nothing has been stored in this byte, or it was last written by a push.
    #[default]
    Free,
    /// The instruction at this address stored the byte.
    Stored(u16),
    /// A call overwrote the stored byte. The fields are the call, the byte's value before the call,
    /// and the address of the instruction that stored that value.
    Overwritten(Step, u8, u16),
}

/// Applies the rules to each instruction of a run.
pub struct Watch<'a> {
    run: &'a Run<'a>,
    findings: Vec<Finding>,
    reported: HashSet<(Rule, usize, u16)>,
    unwritten: UnwrittenReads,
    /// Undefined values that the program uses.
    pub undefined_values: Vec<UndefinedValue>,
    /// The most recent never-written byte that may still be in a register: the mnemonic of the
    /// instruction that would store this register (STA, STX or STY), and the byte's address.
    unwritten_in_register: Option<(Mnemonic, u16)>,
    /// The addresses of the never-written bytes that the program has stored to the TIA.
    stored_to_tia: Vec<u16>,
    /// True if the program has set or read the timer.
    timer_was_used: bool,
    /// True if the program has set or cleared the decimal flag, or has already executed an
    /// instruction that depends on it.
    decimal_was_used: bool,
    previous: Option<Step>,
    ram: [Cell; 128],
    /// The address of the last instruction that stored to RAM, and the number of stores that it has
    /// made since another instruction last stored to RAM.
    stores: (u16, usize),
    /// The address of the instruction that clears RAM; `None` until it is recognized.
    ram_clearer: Option<u16>,
    /// True if X was last loaded from the stack pointer.
    x_is_stack: bool,
    /// The cycle in which VSYNC was switched on; `None` while VSYNC is off.
    vsync_on: Option<u64>,
    /// The shortest VSYNC so far, if strict sets would reject it: its length in cycles, the
    /// instruction that ends it, and a description of that instruction.
    shortest_vsync: Option<(u64, Step, Site)>,
}

impl<'a> Watch<'a> {
    /// Creates the checks for a run that has not started.
    pub fn new(run: &'a Run<'a>) -> Watch<'a> {
        Watch {
            run,
            findings: Vec::new(),
            reported: HashSet::new(),
            unwritten: UnwrittenReads::default(),
            undefined_values: Vec::new(),
            unwritten_in_register: None,
            stored_to_tia: Vec::new(),
            timer_was_used: false,
            decimal_was_used: false,
            previous: None,
            ram: [Cell::default(); 128],
            stores: (0, 0),
            ram_clearer: None,
            x_is_stack: false,
            vsync_on: None,
            shortest_vsync: None,
        }
    }

    /// Returns the findings so far.
    pub fn findings(&self) -> Vec<Finding> {
        let findings = self.findings.iter().cloned();
        findings.chain(self.shortest_vsync_finding()).collect()
    }

    /// Checks the instruction that the machine has just fetched.
    pub fn check_instruction(&mut self, machine: &Machine, step: &Step) {
        let read = self.check_unwritten_read(machine, step);
        self.follow_unwritten(step, read);
        self.check_undefined(machine, step);
        self.check_vsync(machine, step);
        self.check_stack(machine, step);
        self.check_rom(machine, step);
        let Some(opcode) = step.instruction.opcode() else {
            return;
        };
        // With an operand of 0, the result is 0 on every chip, so these opcodes are safe.
        let is_safe = matches!(opcode.mnemonic, Mnemonic::Ane | Mnemonic::Lxa)
            && step.instruction.operand() == Some(0);
        let byte = step.instruction.bytes()[0];
        if opcode.class == Class::Unstable && !is_safe {
            let text =
                format!("the result of opcode ${byte:02X} depends on the chip and its temperature");
            self.report_once(Rule::UnstableOpcode, text, machine, step);
        }
        if opcode.class == Class::Jam {
            let text = format!("opcode ${byte:02X} stops the processor");
            self.report_once(Rule::Jam, text, machine, step);
        }
        self.previous = Some(*step);
    }

    /// Returns true if the program reads a byte of RAM that it never writes, and soon stores the
    /// value in the TIA. Between the read and the store, the program may execute only stores, loads
    /// of other registers, ADC, SBC, AND, ORA, CLC, SEC and NOP. Such a byte is a forgotten
    /// variable, not a random seed.
    pub fn shows_unwritten(&self) -> bool {
        let is_free = |address: &u16| self.ram[usize::from(address & 0x7f)] == Cell::Free;
        self.stored_to_tia.iter().any(is_free)
    }

    /// Returns the addresses of the RAM bytes that no instruction has read or written.
    pub fn unused(&self) -> Vec<u8> {
        self.unwritten.unused().collect()
    }

    /// Follows a never-written byte from the instruction that reads it into a register to the store
    /// to the TIA. If this instruction is the first to read a never-written byte, `read` is the
    /// byte's address.
    fn follow_unwritten(&mut self, step: &Step, read: Option<u16>) {
        use Mnemonic::{Adc, And, Clc, Lda, Ldx, Ldy, Nop, Ora, Sbc, Sec, Sta, Stx, Sty};
        let Some(mnemonic) = step.instruction.opcode().map(|opcode| opcode.mnemonic) else {
            return;
        };
        if let Some((store, byte_address)) = self.unwritten_in_register.take() {
            let target = step.effective.unwrap_or(0x1000) & 0x1fff;
            let reloads_register =
                matches!((mnemonic, store), (Lda, Sta) | (Ldx, Stx) | (Ldy, Sty));
            if mnemonic == store
                && Device::at(target) == Device::Tia
                && let Some(undefined_value) = self.undefined_values.last_mut()
            {
                self.stored_to_tia.push(byte_address);
                let name = register_name(target & 0x3f, true).unwrap_or("the TIA");
                undefined_value.text += &format!("; it goes to {name}");
            } else if let Adc | And | Clc | Lda | Ldx | Ldy | Nop | Ora | Sbc | Sec | Sta | Stx
            | Sty = mnemonic
                && !reloads_register
            {
                self.unwritten_in_register = Some((store, byte_address));
            }
        }
        let store = match mnemonic {
            Lda | Adc | And | Ora | Sbc => Sta,
            Ldx => Stx,
            Ldy => Sty,
            _ => return,
        };
        if let (Some(byte_address), Some(address)) = (read, step.effective)
            && (address ^ byte_address) & 0x7f == 0
        {
            self.unwritten_in_register = Some((store, byte_address));
        }
    }

    /// If this instruction is the first to read a RAM byte that was never written, records the read
    /// and returns the byte's address.
    fn check_unwritten_read(&mut self, machine: &Machine, step: &Step) -> Option<u16> {
        let count = self.unwritten.reads().len();
        self.unwritten.step(step);
        let address = self.unwritten.reads().get(count)?.address;
        let name = self.run.name_in_parentheses(address);
        let text = format!("${address:02X}{name} is read but was never written");
        self.add_undefined_value(&text, machine, step);
        self.report_once(Rule::UnwrittenRead, text, machine, step);
        Some(address)
    }

    /// Records an undefined value that the program uses.
    fn add_undefined_value(&mut self, text: &str, machine: &Machine, step: &Step) {
        let (site, text) = (self.run.site(machine, step), text.into());
        self.undefined_values.push(UndefinedValue { site, text });
    }

    /// Records the first read of the timer if the program has not set the timer before, and the
    /// first calculation that depends on the decimal flag if the program has not set or cleared the
    /// flag before.
    fn check_undefined(&mut self, machine: &Machine, step: &Step) {
        use Mnemonic::{Adc, Arr, Cld, Isb, Plp, Rra, Rti, Sbc, Sed};
        if !self.timer_was_used
            && let Some(address) = step.effective
            && Device::at(address & 0x1fff) == Device::Riot
            && address & 0x04 != 0
        {
            let (reads, sets) = match step.access() {
                Access::Read => (address & 0x01 == 0, false),
                access => (false, access == Access::Write && address & 0x10 != 0),
            };
            self.timer_was_used = reads || sets;
            if reads {
                self.add_undefined_value("the timer is read before it is set", machine, step);
            }
        }
        let mnemonic = step.instruction.opcode().map(|opcode| opcode.mnemonic);
        let calculates = matches!(mnemonic, Some(Adc | Sbc | Rra | Isb | Arr));
        if calculates && !self.decimal_was_used {
            self.add_undefined_value("decimal mode has not been set or cleared", machine, step);
        }
        self.decimal_was_used |= calculates || matches!(mnemonic, Some(Cld | Sed | Plp | Rti));
    }

    fn check_vsync(&mut self, machine: &Machine, step: &Step) {
        let is_vsync = |address: u16| address & 0x1080 == 0 && address & 0x3f == u16::from(VSYNC);
        let writes = matches!(step.access(), Access::Write);
        let (true, true, Some(value)) = (writes, step.effective.is_some_and(is_vsync), step.value)
        else {
            return;
        };
        if value & 2 != 0 {
            self.vsync_on.get_or_insert(step.cycle);
            return;
        }
        let on_cycle = self.vsync_on.take().unwrap_or(step.cycle);
        let cycles = step.cycle - on_cycle;
        let shortest = self.shortest_vsync.as_ref();
        let limit = shortest.map_or(STRICT_VSYNC_CYCLES, |(cycles, ..)| *cycles);
        if step.place.frame >= SETTLING_FRAMES && (MIN_VSYNC_CYCLES..limit).contains(&cycles) {
            self.shortest_vsync = Some((cycles, *step, self.run.site(machine, step)));
        }
    }

    /// Returns the finding about the shortest VSYNC. It is only a note, not a warning, because
    /// there are commercial games with a VSYNC of 149 cycles, which many sets accept.
    fn shortest_vsync_finding(&self) -> Option<Finding> {
        let (cycles, step, site) = self.shortest_vsync.clone()?;
        let text = format!("VSYNC is on for {cycles} cycles; three scanlines are 228");
        Some(Finding {
            place: Some(step.place.to_string()),
            site: Some(site),
            ..self
                .run
                .finding(Rule::ShortVsync, Level::Note, text, SHORT_VSYNC_EVIDENCE)
        })
    }

    /// Finds calls whose return address overwrites a variable that is read later.
    fn check_stack(&mut self, machine: &Machine, step: &Step) {
        use Mnemonic::{Jsr, Las, Lax, Ldx, Lxa, Pha, Php, Sbx, Tax, Tsx};
        let Some(opcode) = step.instruction.opcode() else {
            return;
        };
        match opcode.mnemonic {
            Tsx => self.x_is_stack = true,
            Ldx | Tax | Lax | Lxa | Las | Sbx => self.x_is_stack = false,
            _ => {}
        }
        let (pushed, is_call) = match opcode.mnemonic {
            Jsr => (2, true),
            Pha | Php => (1, false),
            _ => (0, false),
        };
        for byte in 0..pushed {
            let address = 0x100 | u16::from(step.registers.s.wrapping_sub(byte));
            let value_before = machine.ram()[usize::from(address & 0x7f)];
            if let Some(cell) = self.ram_cell(address) {
                // A push does not count as overwriting, because a program may write a variable with
                // it.
                *cell = match (*cell, is_call) {
                    (Cell::Stored(stored_by), true) => {
                        Cell::Overwritten(*step, value_before, stored_by)
                    }
                    (Cell::Overwritten(_, stored, stored_by), true) => {
                        Cell::Overwritten(*step, stored, stored_by)
                    }
                    _ => Cell::Free,
                };
            }
        }
        if pushed > 0 {
            return;
        }
        let Some(address) = step.effective else {
            return;
        };
        let (access, pc) = (step.access(), step.registers.pc);
        let Some(cell) = self.ram_cell(address) else {
            return;
        };
        let previous = *cell;
        match previous {
            Cell::Overwritten(_, _, stored_by) if access == Access::Read => {
                *cell = Cell::Stored(stored_by)
            }
            _ if access == Access::Read => {}
            _ => {
                *cell = Cell::Stored(pc);
                let (last, count) = self.stores;
                self.stores = (pc, if last == pc { count + 1 } else { 1 });
                if self.stores.1 >= MIN_CLEARING_STORES {
                    self.ram_clearer.get_or_insert(pc);
                }
            }
        }
        // Two kinds of loads are not reported. After TSX, a load indexed by X reads the return
        // address on purpose. And an indexed load that runs past the end of a table may read a byte
        // that is not a variable. If the value that the call overwrote came from the code that
        // clears RAM, the byte is assumed not to be a variable.
        let by_x = matches!(opcode.mode, Mode::ZeroPageX | Mode::AbsoluteX);
        let is_indexed = !matches!(opcode.mode, Mode::Absolute | Mode::ZeroPage);
        if access != Access::Write
            && let Cell::Overwritten(call, stored, stored_by) = previous
            && !(by_x && self.x_is_stack || is_indexed && self.ram_clearer == Some(stored_by))
            && self
                .reported
                .insert((Rule::Stack, pc.into(), call.registers.pc))
        {
            let address = 0x80 | address & 0x7f;
            let name = self.run.name_in_parentheses(address);
            let text = format!("a call writes its return address over ${address:02X}{name}");
            let mut why = vec![format!(
                "{} reads this byte later",
                self.run.site(machine, step)
            )];
            let mut level = level_and_evidence(Rule::Stack).0;
            let mut other = machine.clone();
            other.poke_ram(address as u8, stored);
            if show_the_same_pictures([machine.clone(), other]) {
                level = Level::Note;
                why.push(format!(
                    "with the original byte ${stored:02X}, the next {COMPARED_PICTURES} pictures \
                     are the same"
                ));
            }
            self.report(Rule::Stack, level, text, machine, &call, why);
        }
    }

    fn ram_cell(&mut self, address: u16) -> Option<&mut Cell> {
        let is_ram = Device::at(address & 0x1fff) == Device::Ram;
        is_ram.then(|| &mut self.ram[usize::from(address & 0x7f)])
    }

    /// Checks whether the previous instruction stored to ROM without effect, or switched banks with
    /// an indexed store. It looks at the previous instruction because a store has not taken full
    /// effect until the next instruction begins.
    fn check_rom(&mut self, machine: &Machine, step: &Step) {
        let Some(previous) = self.previous else {
            return;
        };
        if !matches!(previous.access(), Access::Write | Access::Modify) {
            return;
        }
        let Some(address) = previous.effective.filter(|address| address & 0x1000 != 0) else {
            return;
        };
        let mode = previous.instruction.opcode().map(|opcode| opcode.mode);
        let indexed = !matches!(mode, Some(Mode::Absolute | Mode::ZeroPage));
        if machine.cartridge().is_plain_rom(address & 0x1fff) {
            let text = format!("a store to ROM at ${address:04X} has no effect");
            self.report_once(Rule::RomWrite, text, machine, &previous);
        } else if indexed && step.bank != previous.bank {
            let text = format!(
                "an indexed store to ${address:04X} switches from bank {} to {}",
                previous.bank, step.bank
            );
            self.report_once(Rule::HotSpot, text, machine, &previous);
        }
    }

    fn report_once(&mut self, rule: Rule, text: String, machine: &Machine, step: &Step) {
        if self.reported.insert((rule, step.bank, step.registers.pc)) {
            let (level, why) = (level_and_evidence(rule).0, Vec::new());
            self.report(rule, level, text, machine, step, why);
        }
    }

    fn report(
        &mut self,
        rule: Rule,
        level: Level,
        text: String,
        machine: &Machine,
        step: &Step,
        why: Vec<String>,
    ) {
        let findings = self.findings.iter();
        let similar = findings.filter(|known| (known.rule, known.level) == (rule, level));
        if similar.count() < MAX_FINDINGS {
            let (_, rank, source) = level_and_evidence(rule);
            let evidence = Evidence { rank, source };
            self.findings.push(Finding {
                place: Some(step.place.to_string()),
                site: Some(self.run.site(machine, step)),
                why,
                ..self.run.finding(rule, level, text, evidence)
            });
        }
    }
}

/// Runs two machines, and returns true if both show the same [`COMPARED_PICTURES`] pictures.
fn show_the_same_pictures(mut machines: [Machine; 2]) -> bool {
    for _ in 0..COMPARED_PICTURES {
        let [one, two] = machines.each_mut().map(|machine| machine.frame().hash());
        if one != two {
            return false;
        }
        if machines[0].future_hash() == machines[1].future_hash() {
            break;
        }
    }
    true
}

/// Returns the level of the findings of a rule about instructions, and the rank and source of the
/// evidence for the rule.
fn level_and_evidence(rule: Rule) -> (Level, &'static str, &'static str) {
    use Level::{Error, Note, Warning};
    match rule {
        Rule::Jam => (Error, "N", "the netlist's jam opcodes"),
        Rule::UnstableOpcode => (
            Warning,
            "N",
            "the netlist gives one result; other chips give others",
        ),
        Rule::Stack => (Warning, "O", "a rule about programs, not about consoles"),
        Rule::HotSpot => (Warning, "E", "emulators agree on the boards' hot spots"),
        Rule::UnwrittenRead => (Note, "H", "data sheet: RAM is not reset"),
        _ => (
            Note,
            "K",
            "ROM and processor both drive the bus; the byte is lost",
        ),
    }
}

const SHORT_VSYNC_EVIDENCE: Evidence = Evidence {
    rank: "C",
    source: "Stella's issues 316 and 940: many sets accept 174 cycles, strict ones need 200 to 228",
};
