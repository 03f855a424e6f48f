//! Records a program's bus accesses: reads of input pins, discharges of the paddles' capacitors,
//! and writes to port A's direction register.

use crate::{
    address::Device,
    machine::{BusCycle, Machine},
    tia::registers,
};
use isa6502::{Access, Mode, OPCODES};

/// The register numbers (address lines A1 and A0) of port A and of its direction register.
const SWCHA: u16 = 0;
const SWACNT: u16 = 1;

/// Number of cycles after a discharge in which a paddle's capacitor may still be charging: 400
/// scanlines.
const CHARGE_CYCLES: u64 = 400 * 76;

/// A summary of a program's bus accesses.
#[derive(Debug, Default)]
pub struct Watch {
    /// True if the capacitors were discharged (VBLANK D7).
    pub discharged: bool,
    /// Bits of port A that were outputs at any time.
    pub outputs: u8,
    /// Number of reads of each of INPT0 to INPT5.
    pub reads: [u32; 6],
    /// For each pin, the maximum number of reads between two discharges. Reads count only while a
    /// paddle's capacitor may be charging.
    pub reads_between_discharges: [u32; 6],
    /// True if port A was read.
    pub reads_port_a: bool,
    /// The number of reads of INPT0 to INPT5, by pin and addressing mode.
    pub modes: Vec<(usize, Mode, u32)>,
    reads_since_discharge: [u32; 6],
    discharging: bool,
    /// Number of cycles so far.
    cycles: u64,
    /// The number of the last cycle in which the capacitors were grounded.
    last_grounded: u64,
    /// The opcode of the current instruction.
    opcode: u8,
    /// The current instruction's latest cycle.
    last_cycle: Option<BusCycle>,
}

impl Watch {
    /// Watches a machine for a number of cycles.
    pub(super) fn run(&mut self, machine: &mut Machine, cycles: u64) {
        (0..cycles).for_each(|_| self.record(machine.cycle()));
    }

    fn record(&mut self, cycle: BusCycle) {
        self.cycles += 1;
        if cycle.sync {
            if let Some(last) = self.last_cycle.take() {
                self.end_instruction(last);
            }
            self.opcode = cycle.data;
        } else {
            self.last_cycle = Some(cycle);
        }
        if cycle.write {
            self.record_write(cycle);
        }
    }

    /// Counts an instruction's read of an input. An instruction uses only the byte that it reads in
    /// its last cycle. If it reads an input in an earlier cycle, that is a dummy read.
    fn end_instruction(&mut self, last: BusCycle) {
        let mnemonic = OPCODES[usize::from(self.opcode)].mnemonic;
        let uses_data = mnemonic.access() == Access::Read && mnemonic != isa6502::Mnemonic::Nop;
        if !uses_data || last.write {
            return;
        }
        match last.address {
            address if is_tia(address) => {
                let pin = usize::from(address & 0x0f).checked_sub(8);
                if let Some(pin) = pin.filter(|&pin| pin < self.reads.len()) {
                    self.reads[pin] += 1;
                    self.count_mode(pin);
                    if self.discharged && self.cycles - self.last_grounded < CHARGE_CYCLES {
                        self.reads_since_discharge[pin] += 1;
                        let max =
                            self.reads_between_discharges[pin].max(self.reads_since_discharge[pin]);
                        self.reads_between_discharges[pin] = max;
                    }
                }
            }
            address => self.reads_port_a |= port_register(address) == Some(SWCHA),
        }
    }

    fn count_mode(&mut self, pin: usize) {
        let mode = OPCODES[usize::from(self.opcode)].mode;
        let mut known = self.modes.iter_mut();
        match known.find(|(known_pin, known_mode, _)| (*known_pin, *known_mode) == (pin, mode)) {
            Some((.., count)) => *count += 1,
            None => self.modes.push((pin, mode, 1)),
        }
    }

    fn record_write(&mut self, BusCycle { address, data, .. }: BusCycle) {
        if is_tia(address) && address as u8 & 0x3f == registers::write::VBLANK {
            let discharging = data & 0x80 != 0;
            if discharging && !self.discharging {
                self.reads_since_discharge = [0; 6];
            }
            if discharging || self.discharging {
                self.last_grounded = self.cycles;
            }
            self.discharging = discharging;
            self.discharged |= discharging;
        } else if port_register(address) == Some(SWACNT) {
            self.outputs |= data;
        }
    }
}

fn is_tia(address: u16) -> bool {
    Device::at(address) == Device::Tia
}

/// Returns the number, 0..=3, of the RIOT port register at an address; `None` if there is none.
fn port_register(address: u16) -> Option<u16> {
    (Device::at(address) == Device::Riot && address & 4 == 0).then_some(address & 3)
}
