//! The calls that a cartridge makes: how long they take, and what they did.

use super::{
    call::{Call, End, Origin, Outcome, Service, Watch, call},
    feed::{Clocks, Options, Time},
    lpc::Lpc,
};
use serde::{Deserialize, Serialize};

/// Clocks after which a call that has not ended is given up: 50 ms at 70 MHz, more than the console
/// can be fed before its addresses leave the window.
const LIMIT: u64 = 3_500_000;

/// What the calls since power-on did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Record {
    /// Calls made.
    pub made: u64,
    /// Instructions and clocks of them all.
    pub instructions: u64,
    /// Clocks of them all.
    pub clocks: u64,
    /// The last one.
    pub last: Option<Outcome>,
    /// Calls that did not return.
    pub faults: u64,
    /// The first of these.
    pub first_fault: Option<Outcome>,
}

/// Makes calls and keeps the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Calls {
    time: Time,
    pub(super) clocks: Clocks,
    record: Record,
}

/// Where ARM code is entered.
pub(super) struct Entry {
    /// The first instruction; bit 0 chooses Thumb state.
    pub(super) address: u32,
    /// The stack pointer there.
    pub(super) stack: u32,
    /// The first of the driver's services in flash; none if 0.
    pub(super) services: u32,
}

impl Calls {
    pub(super) fn new(time: Time, clocks: Clocks) -> Calls {
        Calls {
            time,
            clocks,
            record: Record::default(),
        }
    }

    pub(super) fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn set_options(&mut self, options: Options) {
        self.time = options.time.unwrap_or(self.time);
        self.clocks.kilohertz = options.kilohertz.unwrap_or(self.clocks.kilohertz);
    }

    pub(super) fn options(&self) -> Options {
        Options {
            time: Some(self.time),
            kilohertz: Some(self.clocks.kilohertz),
        }
    }

    /// Whether calls take time.
    pub(super) fn take_time(&self) -> bool {
        self.time == Time::Model
    }

    /// Makes a call. The clocks it took.
    pub(super) fn make(
        &mut self,
        lpc: &mut Lpc,
        flash: &[u8],
        entry: &Entry,
        origin: Origin,
        serve: impl FnMut(Service, u32, u32) -> Option<u32>,
        watch: Watch<'_>,
    ) -> u64 {
        // An endless call: the chip would be in it for good.
        if let Some(last) = self.record.last
            && matches!(last.end, End::TooLong(_))
        {
            return 0;
        }
        lpc.set_clock(self.clocks.at(origin.cycle));
        let code = Call {
            entry: entry.address,
            stack: entry.stack,
            services: entry.services,
            limit: LIMIT,
            origin,
        };
        let outcome = call(lpc, flash, &code, serve, watch);
        let record = &mut self.record;
        record.made = record.made.wrapping_add(1);
        record.instructions = record.instructions.wrapping_add(outcome.instructions);
        record.clocks = record.clocks.wrapping_add(outcome.clocks);
        record.last = Some(outcome);
        if outcome.end != End::Returned {
            record.faults = record.faults.wrapping_add(1);
            record.first_fault = record.first_fault.or(Some(outcome));
        }
        outcome.clocks
    }
}
