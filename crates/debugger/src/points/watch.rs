//! Watchpoints: the ranges that they watch, and the text that describes an access.

use crate::{observe::Accessed, program::Program};
use lab::trace::{instruction_text, symbols::register_name};
use std::{fmt, ops::RangeInclusive, str::FromStr};
use vcs::{BusCycle, Machine, Step};

/// The accesses that a watchpoint detects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WatchKind {
    /// Reads. Dummy reads count, because they also affect hot spots and registers.
    Read,
    /// Writes.
    Write,
    /// Reads and writes.
    Access,
    /// Writes that change the value.
    Change,
}

/// The names of the kinds.
const KINDS: [(&str, WatchKind); 4] = [
    ("read", WatchKind::Read),
    ("write", WatchKind::Write),
    ("access", WatchKind::Access),
    ("change", WatchKind::Change),
];

impl FromStr for WatchKind {
    type Err = String;

    fn from_str(text: &str) -> Result<WatchKind, String> {
        let found = KINDS.iter().find(|(name, _)| *name == text);
        found
            .map(|(_, kind)| *kind)
            .ok_or_else(|| format!("`{text}` is not one of read, write, access and change"))
    }
}

impl fmt::Display for WatchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = KINDS.iter().find(|(_, kind)| kind == self);
        f.write_str(name.map_or("", |(name, _)| name))
    }
}

/// A watched range of canonical addresses: the TIA at `$00..=$3F`, RAM at `$80..=$FF`, the RIOT at
/// `$280..=$297`, the cartridge at `$1000..=$1FFF`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watch {
    /// The addresses.
    pub addresses: RangeInclusive<u16>,
    /// The kind of access.
    pub kind: WatchKind,
}

impl Watch {
    pub(super) fn matches(&self, cycle: &BusCycle, address: u16, before: Option<u8>) -> bool {
        if !self.addresses.contains(&address) {
            return false;
        }
        match self.kind {
            WatchKind::Read => !cycle.write,
            WatchKind::Write => cycle.write,
            WatchKind::Access => true,
            WatchKind::Change => cycle.write && before != Some(cycle.data),
        }
    }

    /// Returns the watched addresses whose current values are known, with those values.
    pub(super) fn known_values(&self, machine: &Machine) -> Vec<(u16, u8)> {
        let tia = machine.tia();
        let byte = |address: u16| match address {
            0..=0x3f => tia.written(address as u8).map(|written| written.value),
            _ => Some(machine.peek(address)),
        };
        self.addresses
            .clone()
            .filter_map(|address| Some((address, byte(address)?)))
            .collect()
    }
}

/// Returns an address as text: a register's name, the name and address of a byte of RAM, or just
/// the address.
pub(crate) fn address_name(program: &Program, address: u16, write: bool) -> String {
    if let Some(name) = register_name(address, write) {
        return name.into();
    }
    let number = match address {
        0..0x100 => format!("${address:02X}"),
        0x1000.. => format!("${:04X}", program.full_address(address)),
        _ => format!("${address:04X}"),
    };
    match program.ram_name(address) {
        Some(name) => format!("{name} {number}"),
        None => number,
    }
}

/// Describes an access, such as `GRP0 = $3C (was $00) at 12.40.128, by sta GRP0 at $F012`.
pub(super) fn describe(
    program: &Program,
    accessed: &Accessed,
    address: u16,
    before: Option<u8>,
    step: &Step,
) -> String {
    let cycle = &accessed.cycle;
    let name = address_name(program, address, cycle.write);
    let what = match (cycle.write, before) {
        (false, _) => format!("{name} read as ${:02X}", cycle.data),
        (true, Some(before)) => format!("{name} = ${:02X} (was ${before:02X})", cycle.data),
        (true, None) => format!("{name} = ${:02X}", cycle.data),
    };
    format!(
        "{what} at {}, by {} at ${:04X}",
        accessed.place,
        instruction_text(step, &program.symbols),
        step.registers.pc
    )
}
