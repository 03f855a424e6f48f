//! Compares the RIOT with a public description of the chip: M6532.sv of Atari7800_MiSTer.
//!
//! The description was written for the Atari 7800 and tested with games; it does not come from a
//! netlist. In the 7800, the chip's clock edge is in the middle of a bus cycle, and the processor
//! reads at the end of the cycle.

mod chip;

use chip::Chip;
use fastrand::Rng;
use std::sync::OnceLock;
use vcs::riot::{RAM_SIZE, Riot};

const SWCHA: u8 = 0x00;
const SWACNT: u8 = 0x01;
const SWCHB: u8 = 0x02;
const SWBCNT: u8 = 0x03;
const INTIM: u8 = 0x04;
const TIMINT: u8 = 0x05;
const TIM1T: u8 = 0x14;
/// Number of cycles of random traffic.
const CYCLES: usize = 1_000_000;
/// The first accesses of every comparison. They bring both chips to the same state; at power-on,
/// the two have different timer values and different values of TIMINT D6.
const STARTUP: [Access; 2] = [Access::Write(TIM1T, 9), Access::Read(TIMINT)];

/// The processor's action on the bus in one cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Nothing,
    Read(u8),
    Write(u8, u8),
    ReadRam(u8),
    WriteRam(u8, u8),
}

/// One cycle: the levels of both ports' pins from the start of the cycle onward, and the access
/// made in the cycle.
#[derive(Debug, Clone, Copy)]
struct Cycle {
    pins: [u8; 2],
    access: Access,
}

impl Cycle {
    /// Encodes the cycle for the description's test bench.
    fn bytes(self) -> [u8; 5] {
        let (flags, address, data) = match self.access {
            Access::Nothing => (0, 0, 0),
            Access::Read(register) => (1, register, 0),
            Access::Write(register, data) => (3, register, data),
            Access::ReadRam(offset) => (5, offset, 0),
            Access::WriteRam(offset, data) => (7, offset, data),
        };
        [flags, address, data, self.pins[0], self.pins[1]]
    }
}

/// Our chip, and the cycles that it has run so far.
struct OurRiot {
    riot: Riot,
    cycles: Vec<Cycle>,
    /// The byte that each cycle read; 0 if the cycle was not a read.
    bytes_read: Vec<u8>,
}

impl OurRiot {
    fn new() -> OurRiot {
        OurRiot {
            riot: Riot::new([0; RAM_SIZE], 0xff),
            cycles: Vec::new(),
            bytes_read: Vec::new(),
        }
    }

    /// Returns the number of the next cycle.
    fn now(&self) -> u64 {
        self.cycles.len() as u64 + 1
    }

    fn run(&mut self, pins: [u8; 2], access: Access) {
        let now = self.now();
        self.riot.ports_mut().set_external_levels(pins[0], pins[1]);
        let register = |register: u8| 0x280 + u16::from(register);
        let read = match access {
            Access::Nothing => 0,
            Access::Read(at) => self.riot.read(register(at), now),
            Access::Write(at, data) => {
                self.riot.write(register(at), data, now);
                0
            }
            Access::ReadRam(offset) => self.riot.ram()[usize::from(offset)],
            Access::WriteRam(offset, data) => {
                self.riot.ram_mut()[usize::from(offset)] = data;
                0
            }
        };
        self.cycles.push(Cycle { pins, access });
        self.bytes_read.push(read);
    }

    /// Returns the bytes that the RTL drives in each cycle, before and after the clock edge in the
    /// middle of the cycle.
    fn rtl_bytes(&self, chip: &Chip) -> Vec<[u8; 2]> {
        let reset = [8, 0, 0, 0xff, 0xff];
        let cycles = self.cycles.iter().flat_map(|cycle| cycle.bytes());
        let outputs = chip.run([reset; 2].into_iter().flatten().chain(cycles).collect());
        let (pairs, _) = outputs.as_chunks::<2>();
        assert_eq!(pairs.len(), 2 + self.cycles.len());
        pairs[2..].to_vec()
    }

    /// Returns the cycles in which the chips return different bytes to a read, except those of
    /// [`STARTUP`].
    fn differences(&self, chip: &Chip) -> Vec<String> {
        let theirs = self.rtl_bytes(chip);
        let cycles = self
            .cycles
            .iter()
            .zip(&self.bytes_read)
            .zip(theirs)
            .enumerate();
        let differing =
            cycles
                .skip(STARTUP.len())
                .filter_map(|(number, ((cycle, read), [before, after]))| {
                    let theirs = match cycle.access {
                        // In the RTL, a read of TIMINT clears D6 before the processor sees it.
                        Access::Read(at) if at & 5 == TIMINT => after & 0x80 | before & 0x40,
                        Access::Read(_) | Access::ReadRam(_) => after,
                        _ => return None,
                    };
                    let text = || format!("{number}: {cycle:02x?} {read:02x} {theirs:02x}");
                    (theirs != *read).then(text)
                });
        differing.collect()
    }
}

fn chip() -> &'static Chip {
    static CHIP: OnceLock<Chip> = OnceLock::new();
    CHIP.get_or_init(|| Chip::build("riot", "RIOT/M6532.sv", "M6532", str::to_owned))
}

/// Performs random accesses, except those for which other sources disagree with the RTL (see
/// `oracle_all_differences_in_the_riot_are_known`).
fn random_traffic(ours: &mut OurRiot, random: &mut Rng) {
    let mut pins = [0xff; 2];
    let mut directions = [0; 2];
    for access in STARTUP {
        ours.run(pins, access);
    }
    let mut last = Access::Nothing;
    while ours.cycles.len() < CYCLES {
        let wrote_a = matches!(last, Access::Write(SWCHA | SWACNT, _));
        let before = pins;
        if random.u8(..16) == 0 && !wrote_a {
            pins = [random.u8(..), random.u8(..)];
        }
        // External devices do not pull down the outputs of port B, nor PA7 while it is an output.
        pins[0] |= directions[0] & 0x80;
        pins[1] |= directions[1];
        let has_edge = wrote_a || (pins[0] ^ before[0]) & 0x80 != 0;
        last = random_access(ours, random);
        if has_edge && matches!(last, Access::Read(at) if at & 5 == TIMINT) {
            last = Access::Nothing;
        }
        ours.run(pins, last);
        match last {
            Access::Write(SWACNT, data) => directions[0] = data,
            Access::Write(SWBCNT, data) => directions[1] = data,
            _ => {}
        }
    }
}

/// Chooses an access. If the timer is about to expire or has just expired, the access is usually to
/// the timer.
fn random_access(ours: &OurRiot, random: &mut Rng) -> Access {
    let (value, _) = ours.riot.timer().peek(ours.now());
    let is_near_expiry = matches!(value, 0 | 1 | 0xfd..);
    let data = random.u8(..);
    match random.u16(..if is_near_expiry { 16 } else { 256 }) {
        0..=3 => Access::Read(INTIM | data & 0x1a),
        4..=7 => Access::Read(TIMINT | data & 0x1a),
        8 => {
            let interval = data & 3;
            let max = [255, 63, 15, 2][usize::from(interval)];
            Access::Write(TIM1T | interval | data & 8, random.u8(..=max))
        }
        9 => Access::Write(INTIM | data & 0x0b, 0),
        10..=13 => Access::Read(data & 0x1b),
        14..=20 => Access::Write(data & 3, random.u8(..)),
        21..=60 => Access::ReadRam(data & 0x7f),
        61..=100 => Access::WriteRam(data & 0x7f, random.u8(..)),
        _ => Access::Nothing,
    }
}

#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_a_million_random_cycles_of_the_riot_are_the_same() {
    let mut ours = OurRiot::new();
    random_traffic(&mut ours, &mut Rng::with_seed(0x6532));
    let count_reads = |register| {
        let is_read =
            |cycle: &&Cycle| matches!(cycle.access, Access::Read(read) if read & 5 == register);
        ours.cycles.iter().filter(is_read).count()
    };
    assert!(count_reads(INTIM) > 10_000 && count_reads(TIMINT) > 10_000);
    let count_flagged = |flag: u8| {
        let cycles = ours.cycles.iter().zip(&ours.bytes_read);
        let is_read = |cycle: &Cycle| matches!(cycle.access, Access::Read(at) if at & 5 == TIMINT);
        cycles
            .filter(|(cycle, read)| is_read(cycle) && *read & flag != 0)
            .count()
    };
    assert!(count_flagged(0x80) > 1_000 && count_flagged(0x40) > 1_000);
    let differences = ours.differences(chip());
    let first = &differences[..differences.len().min(20)];
    assert!(
        first.is_empty(),
        "{} differ:\n{}",
        differences.len(),
        first.join("\n")
    );
}

/// Checks each known difference between our RIOT and the RTL, and names the source that decides
/// which of them is right. A table in `docs/evidence.md` lists the differences.
#[test]
#[ignore = "needs verilator, g++, make, and public RTL: CROWNHEAD_RTL"]
fn oracle_all_differences_in_the_riot_are_known() {
    let high = [0xff; 2];
    let last_bytes = |ours: &OurRiot| {
        let theirs = *ours.rtl_bytes(chip()).last().expect("cycles");
        (*ours.bytes_read.last().expect("cycles"), theirs)
    };

    // At power-on TIMINT D6 is set. Source: a report from a console.
    let mut ours = OurRiot::new();
    ours.run(high, Access::Read(TIMINT));
    assert_eq!(last_bytes(&ours), (0x40, [0x00, 0x00]));

    // The timer's interval at power-on is 1024 cycles, as in emulators; in the RTL it is 64.
    let mut ours = OurRiot::new();
    (0..70).for_each(|_| ours.run(high, Access::Nothing));
    ours.run(high, Access::Read(INTIM));
    assert_eq!(last_bytes(&ours), (0xff, [0xfd, 0xfd]));

    // Data sheet: reading an output of port B returns the latch, even if something pulls the pin
    // down.
    let mut ours = OurRiot::new();
    ours.run(high, Access::Write(SWBCNT, 0xf0));
    ours.run(high, Access::Write(SWCHB, 0xa0));
    ours.run([0xff, 0x3c], Access::Read(SWCHB));
    assert_eq!(last_bytes(&ours), (0xac, [0x2c, 0x2c]));

    // Data sheet: the edge detector monitors the pin PA7, not the latch.
    let mut ours = OurRiot::new();
    ours.run(high, Access::Write(SWCHA, 0x80));
    ours.run(high, Access::Write(SWACNT, 0x80));
    ours.run(high, Access::Read(TIMINT));
    ours.run([0x7f, 0xff], Access::Nothing);
    ours.run([0x7f, 0xff], Access::Nothing);
    ours.run([0x7f, 0xff], Access::Read(TIMINT));
    assert_eq!(last_bytes(&ours), (0x40, [0x00, 0x00]));

    // A read in the same cycle as PA7's edge: our chip returns the flag as set, and clears it. In
    // the RTL, the flag is still clear in that read, and set after it. No source says which is
    // right.
    let mut ours = OurRiot::new();
    ours.run(high, Access::Read(TIMINT));
    ours.run([0x7f, 0xff], Access::Read(TIMINT));
    assert_eq!(last_bytes(&ours), (0x40, [0x00, 0x40]));
    ours.run([0x7f, 0xff], Access::Read(TIMINT));
    assert_eq!(last_bytes(&ours), (0x00, [0x40, 0x00]));
}
