//! Bus traces, with one row per bus cycle, and traces of the writes to TIA and RIOT registers.

use super::{
    Metadata,
    columns::{CounterColumn, PlaceColumns, hex2, hex4},
    symbols::register_name,
};
use isa6502::Access;
use std::fmt::{self, Write};
use vcs::{BusCycle, Place, Step, address::Device};

/// Format name of a bus trace.
pub const BUS_FORMAT: &str = "crownhead-bus";
/// Version of the format [`BUS_FORMAT`].
pub const BUS_VERSION: u32 = 1;
/// Format name of a trace of register writes.
pub const TIA_FORMAT: &str = "crownhead-tia";
/// Version of the format [`TIA_FORMAT`].
pub const TIA_VERSION: u32 = 1;

/// Writes the lines before the first bus cycle.
pub fn write_bus_header(out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
    let headings = "    cycle frame line clk addr da rw rdy sync";
    metadata.write_table(out, BUS_FORMAT, BUS_VERSION, headings)
}

/// Writes the lines before the first register write.
pub fn write_tia_header(out: &mut impl Write, metadata: &Metadata) -> fmt::Result {
    let headings = "frame line clk      cycle pc   register data";
    metadata.write_table(out, TIA_FORMAT, TIA_VERSION, headings)
}

/// Writes the rows of bus traces.
#[derive(Debug, Default)]
pub struct BusWriter {
    cycle: CounterColumn<11>,
    place: PlaceColumns<15>,
}

impl BusWriter {
    /// Appends the row of a bus cycle. `number` is the cycle's number since power-on.
    pub fn append_cycle(&mut self, out: &mut Vec<u8>, place: Place, number: u64, cycle: &BusCycle) {
        self.cycle.push(out, number);
        self.place.push(out, place);
        let mut row = *b" addr da  R   0    0\n";
        row[1..5].copy_from_slice(&hex4(cycle.address));
        row[6..8].copy_from_slice(&hex2(cycle.data));
        row[10] = if cycle.write { b'W' } else { b'R' };
        row[14] = b'0' + u8::from(cycle.rdy);
        row[19] = b'0' + u8::from(cycle.sync);
        out.extend_from_slice(&row);
    }
}

/// Writes the rows of traces of register writes.
#[derive(Debug, Default)]
pub struct TiaWriter {
    place: PlaceColumns<16>,
    cycle: CounterColumn<11>,
}

impl TiaWriter {
    /// Appends a row if a bus cycle writes to a TIA or RIOT register. Ignores other cycles.
    ///
    /// `place` is the end of the cycle: the first color clock that the write can affect. `pc` is
    /// the address of the instruction that writes.
    pub fn append_write(
        &mut self,
        out: &mut Vec<u8>,
        place: Place,
        number: u64,
        pc: u16,
        cycle: &BusCycle,
    ) {
        let Some(address) = register_written(cycle) else {
            return;
        };
        self.place.push(out, place);
        self.cycle.push(out, number);
        let mut row = *b" addr $addr    da\n";
        row[1..5].copy_from_slice(&hex4(pc));
        match register_name(address, true) {
            Some(name) => {
                row[6..14].fill(b' ');
                row[6..6 + name.len()].copy_from_slice(name.as_bytes());
            }
            None => row[7..11].copy_from_slice(&hex4(address)),
        }
        row[15..17].copy_from_slice(&hex2(cycle.data));
        out.extend_from_slice(&row);
    }
}

/// Returns the address of the register to which a bus cycle writes: `$00..=$3F` for the TIA,
/// `$280..` for the RIOT. A mirror counts as the register's lowest address. Returns `None` if the
/// cycle does not write to a register.
pub fn register_written(cycle: &BusCycle) -> Option<u16> {
    register_at(cycle.address).filter(|_| cycle.write)
}

/// If a bus cycle sets the timer, returns the number of cycles until the timer runs out; otherwise
/// `None`.
pub fn timer_cycles_set(cycle: &BusCycle) -> Option<u64> {
    const TIM1T: u16 = 0x294;
    // Cycles per timer count, for TIM1T, TIM8T, TIM64T and T1024T.
    const INTERVALS: [u64; 4] = [1, 8, 64, 1024];
    let index = register_written(cycle)?.checked_sub(TIM1T)?;
    let interval = INTERVALS.get(usize::from(index))?;
    Some(u64::from(cycle.data) * interval)
}

/// Returns true if a bus cycle reads INTIM or TIMINT.
pub fn reads_timer(cycle: &BusCycle) -> bool {
    !cycle.write && cycle.address & 0x1284 == 0x0284
}

/// Returns true if an instruction writes to a register of the TIA or the RIOT.
pub fn writes_register(step: &Step) -> bool {
    let writes = matches!(step.access(), Access::Write | Access::Modify);
    step.effective
        .is_some_and(|address| writes && register_at(address).is_some())
}

/// Returns the lowest address of the register at `address` or mirrored there; `None` if there is no
/// register.
fn register_at(address: u16) -> Option<u16> {
    match Device::at(address) {
        Device::Tia => Some(address & 0x3f),
        // The ports decode only A0 and A1. If A2 is set, A4 selects the timer rather than the edge
        // control; A3 enables an interrupt that the console does not have.
        Device::Riot if address & 0x04 == 0 => Some(0x280 | address & 0x03),
        Device::Riot => Some(0x284 | address & 0x13),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(address: u16) -> BusCycle {
        BusCycle {
            address,
            data: 0x5a,
            write: true,
            rdy: true,
            sync: false,
        }
    }

    #[test]
    fn a_write_to_a_mirror_counts_as_a_write_to_the_register() {
        let name =
            |address| register_written(&write(address)).and_then(|at| register_name(at, true));
        assert_eq!(name(0x0002), Some("WSYNC"));
        assert_eq!(name(0x0142), Some("WSYNC"));
        assert_eq!(name(0x0296), Some("TIM64T"));
        assert_eq!(name(0x029e), Some("TIM64T"));
        assert_eq!(name(0x0281), Some("SWACNT"));
        assert_eq!(name(0x0299), Some("SWACNT"));
        assert_eq!(
            register_written(&write(0x028d)),
            Some(0x285),
            "edge control"
        );
        assert_eq!(name(0x0285), None);
        assert_eq!(register_written(&write(0x0081)), None);
        assert_eq!(register_written(&write(0x1002)), None);
    }

    #[test]
    fn rows_have_fixed_columns() {
        let place = Place {
            frame: 12,
            scanline: 40,
            clock: 68,
        };
        let mut out = Vec::new();
        BusWriter::default().append_cycle(&mut out, place, 1234, &write(0x1b));
        assert_eq!(out, b"       1234    12   40  68 001B 5A  W   1    0\n");
        out.clear();
        let mut writer = TiaWriter::default();
        for register in [0x1b, 0x2d] {
            writer.append_write(&mut out, place, 1234, 0xf012, &write(register));
        }
        let named = "     12   40  68       1234 F012 GRP0     5A\n";
        let nameless = "     12   40  68       1234 F012 $002D    5A\n";
        assert_eq!(out, [named, nameless].concat().as_bytes());
    }
}
