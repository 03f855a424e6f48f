//! Runs a machine cycle by cycle, and reports each instruction and each access.

use crate::timeline::{Present, Tape, Timeline};
use lab::trace::bus::register_written;
use vcs::{BusCycle, Machine, Place, Step, address::Device};

/// An instruction whose opcode has just been fetched.
pub(crate) struct Fetched<'a> {
    /// The machine after the fetch.
    pub machine: &'a Machine,
    /// The instruction, with the state before the fetch.
    pub step: Step,
    /// The moment before the fetch.
    pub moment: u64,
}

/// A bus access that has just happened. Reads that the CPU repeats while RDY is low are not
/// reported.
pub(crate) struct Accessed<'a> {
    /// The machine after the access.
    pub machine: &'a Machine,
    /// The access.
    pub cycle: BusCycle,
    /// The place at the end of the cycle: the first color clock that the access can affect.
    pub place: Place,
    /// The moment after the access.
    pub moment: u64,
}

impl Accessed<'_> {
    /// Returns the canonical address; for a write to cartridge RAM, the address at which the byte
    /// can be read back.
    pub fn address(&self) -> u16 {
        let address = canonical_mirror(&self.cycle);
        if self.cycle.write {
            read_back_address(self.machine, address)
        } else {
            address
        }
    }
}

/// An observer of a run.
pub(crate) trait Observer {
    /// Handles the start of an instruction; returns true to stop before it.
    fn on_instruction(&mut self, fetched: &Fetched) -> bool;

    /// Handles a bus access.
    fn on_access(&mut self, _accessed: &Accessed) {}
}

/// A machine that can be run and observed: the timeline's machine, or a copy of it at a past
/// moment.
pub(crate) trait Observable {
    fn present(&self) -> &Present;
    fn cycle(&mut self) -> BusCycle;
    fn skip_stall(&mut self);
}

impl Observable for Timeline {
    fn present(&self) -> &Present {
        Timeline::present(self)
    }

    fn cycle(&mut self) -> BusCycle {
        Timeline::cycle(self)
    }

    fn skip_stall(&mut self) {
        Timeline::skip_stall(self);
    }
}

/// A copy of the machine that runs through the past.
pub(crate) struct Scout<'a> {
    pub present: Present,
    pub tape: &'a Tape,
}

impl<'a> Scout<'a> {
    /// Creates a copy of the machine at a past moment.
    pub fn at(timeline: &'a Timeline, moment: u64) -> Scout<'a> {
        Scout {
            present: timeline.past(moment),
            tape: timeline.tape(),
        }
    }
}

impl Observable for Scout<'_> {
    fn present(&self) -> &Present {
        &self.present
    }

    fn cycle(&mut self) -> BusCycle {
        let cycle = self.present.cycle(self.tape);
        self.present.discard_new_frame_sound();
        cycle
    }

    fn skip_stall(&mut self) {
        self.present.skip_stall(self.tape);
        self.present.discard_new_frame_sound();
    }
}

/// Runs to a moment, or until the observer stops the run before an instruction. If the observer
/// stops the run, returns the moment before that instruction; the machine has then already executed
/// one more cycle, the opcode fetch.
pub(crate) fn observe(
    run: &mut impl Observable,
    until: u64,
    observer: &mut impl Observer,
) -> Option<u64> {
    while run.present().moment() < until {
        let present = run.present();
        let before = present
            .at_instruction()
            .then(|| (present.before_step(), present.moment()));
        let cycle = run.cycle();
        let present = run.present();
        if let Some((before, moment)) = before {
            let fetched = Fetched {
                machine: present.machine(),
                step: present.step(before),
                moment,
            };
            if observer.on_instruction(&fetched) {
                return Some(moment);
            }
        }
        if !cycle.write && !cycle.rdy {
            run.skip_stall();
            continue;
        }
        observer.on_access(&Accessed {
            machine: present.machine(),
            cycle,
            place: present.place(),
            moment: present.moment(),
        });
    }
    None
}

/// Maps the address of an access to its canonical mirror: `$00..=$3F` for the TIA (`$00..=$0F` for
/// reads), `$80..=$FF` for RAM, `$280..` for the RIOT, `$1000..=$1FFF` for the cartridge.
pub(crate) fn canonical_mirror(cycle: &BusCycle) -> u16 {
    let address = cycle.address;
    match Device::at(address) {
        Device::Cartridge => address,
        Device::Ram => 0x80 | address & 0x7f,
        Device::Tia if cycle.write => address & 0x3f,
        Device::Tia => address & 0x0f,
        Device::Riot => match register_written(cycle) {
            Some(register) => register,
            None if address & 4 != 0 => 0x284 | address & 1,
            None => 0x280 | address & 3,
        },
    }
}

/// Returns the address at which a byte written to `address` can be read back. The result differs
/// from `address` only in cartridge RAM that has separate addresses for reads and writes.
pub(crate) fn read_back_address(machine: &Machine, address: u16) -> u16 {
    let is_in_cartridge = Device::at(address) == Device::Cartridge;
    let port = is_in_cartridge.then(|| machine.cartridge().read_port(address));
    port.flatten().map_or(address, |port| 0x1000 | port)
}

/// Maps an address from the source, such as `$F123`, `$0280` or `$85`, to its canonical mirror.
pub(crate) fn canonical_address(address: u16, write: bool) -> u16 {
    canonical_mirror(&BusCycle {
        address: address & 0x1fff,
        data: 0,
        write,
        rdy: true,
        sync: false,
    })
}
