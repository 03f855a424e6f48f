//! The calls that a cartridge makes to ARM code: how long they take, and their statistics.

use super::{
    call::{Call, End, Origin, Outcome, Service, Watch, call},
    feed::{Clocks, DriverChoice, Options, Time},
    lpc::Lpc,
};
use serde::{Deserialize, Serialize};

/// Maximum number of clocks that a call may take: 50 ms at 70 MHz. The console executes NOPs during
/// a call and would run past the end of the cartridge window long before that.
const MAX_CALL_CLOCKS: u64 = 3_500_000;

/// Statistics about the calls since power-on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Record {
    /// Number of calls.
    pub made: u64,
    /// Total number of instructions in all calls.
    pub instructions: u64,
    /// Total number of clocks in all calls.
    pub clocks: u64,
    /// The last call.
    pub last: Option<Outcome>,
    /// Number of calls that did not return.
    pub faults: u64,
    /// The first call that did not return.
    pub first_fault: Option<Outcome>,
}

impl Record {
    /// Adds a completed call.
    pub(crate) fn add(&mut self, outcome: Outcome) {
        self.made = self.made.wrapping_add(1);
        self.instructions = self.instructions.wrapping_add(outcome.instructions);
        self.clocks = self.clocks.wrapping_add(outcome.clocks);
        self.last = Some(outcome);
        if outcome.end != End::Returned {
            self.faults = self.faults.wrapping_add(1);
            self.first_fault = self.first_fault.or(Some(outcome));
        }
    }
}

/// The options that affect calls, and the calls' statistics.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Calls {
    time: Time,
    pub(super) clocks: Clocks,
    compat: bool,
    record: Record,
}

/// The address and state in which the game's ARM code starts.
pub(super) struct Entry {
    /// Address of the first instruction; bit 0 selects Thumb state.
    pub(super) address: u32,
    /// The stack pointer at the start.
    pub(super) stack: u32,
    /// Address in flash of the driver's services; 0 if it has none.
    pub(super) services: u32,
    /// Number of bytes, from the start of the image, that other emulators hide from the game's
    /// code: they belong to the driver and read as 0 there.
    pub(super) hidden_bytes: usize,
}

impl Calls {
    pub(super) fn new(time: Time, clocks: Clocks) -> Calls {
        Calls {
            time,
            clocks,
            compat: false,
            record: Record::default(),
        }
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn set_options(&mut self, options: Options) {
        self.time = options.time.unwrap_or(self.time);
        self.clocks.kilohertz = options.kilohertz.unwrap_or(self.clocks.kilohertz);
        self.compat = options.compat.unwrap_or(self.compat);
    }

    pub(super) fn options(&self) -> Options {
        Options {
            time: Some(self.time),
            kilohertz: Some(self.clocks.kilohertz),
            compat: Some(self.compat),
            driver: Some(DriverChoice::Ours),
        }
    }

    /// Returns true if the cartridge imitates other emulators ([`Options::compat`]).
    pub(super) fn imitates_emulators(&self) -> bool {
        self.compat
    }

    /// Returns true if calls take time.
    pub(super) fn calls_take_time(&self) -> bool {
        self.time == Time::Model
    }

    /// Performs a call. Returns the number of processor clocks that it takes.
    pub(super) fn run(
        &mut self,
        lpc: &mut Lpc,
        flash: &[u8],
        entry: &Entry,
        origin: Origin,
        serve: impl FnMut(Service, u32, u32) -> Option<u32>,
        watch: Watch<'_>,
    ) -> u64 {
        // A call that reached the clock limit would never return on the real chip, so make no more
        // calls after it.
        if let Some(last) = self.record.last
            && matches!(last.end, End::TooLong(_))
        {
            return 0;
        }
        lpc.set_clock(self.clocks.clocks_at(origin.cycle));
        let request = Call {
            entry: entry.address,
            stack: entry.stack,
            services: entry.services,
            limit: MAX_CALL_CLOCKS,
            origin,
        };
        let outcome = if self.imitates_emulators() {
            call(
                lpc,
                &without_driver(flash, entry.hidden_bytes),
                &request,
                serve,
                watch,
            )
        } else {
            call(lpc, flash, &request, serve, watch)
        };
        self.record.add(outcome);
        outcome.clocks
    }
}

/// Returns the image as the game's code sees it in other emulators, with the driver's bytes zeroed.
fn without_driver(flash: &[u8], hidden_bytes: usize) -> Vec<u8> {
    let mut flash = flash.to_vec();
    let hidden_bytes = hidden_bytes.min(flash.len());
    flash[..hidden_bytes].fill(0);
    flash
}
