//! The calls that a cartridge makes: how long they take, and what they did.

use super::{
    call::{Call, End, Origin, Outcome, Service, Watch, call},
    feed::{Clocks, DriverChoice, Options, Time},
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

impl Record {
    /// Another call is over.
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

/// Makes calls and keeps the record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Calls {
    time: Time,
    pub(super) clocks: Clocks,
    compat: bool,
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
    /// Bytes of the driver that the game's code reads as 0 in other emulators.
    pub(super) hidden: usize,
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

    /// Whether to do as other emulators do.
    pub(super) fn is_compatible(&self) -> bool {
        self.compat
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
        let outcome = match self.is_compatible() {
            true => call(
                lpc,
                &without_driver(flash, entry.hidden),
                &code,
                serve,
                watch,
            ),
            false => call(lpc, flash, &code, serve, watch),
        };
        self.record.add(outcome);
        outcome.clocks
    }
}

/// The image as other emulators let code load it.
fn without_driver(flash: &[u8], hidden: usize) -> Vec<u8> {
    let mut flash = flash.to_vec();
    let hidden = hidden.min(flash.len());
    flash[..hidden].fill(0);
    flash
}
