//! The loop that answers the console's bus, shared by all drivers. The drivers differ only in their
//! registers.

use super::{
    call::{Origin, Service, Watch},
    calls::{Calls, Entry},
    feed::{Access, Feed, FeedOutput, Music},
    lpc::Lpc,
};
use serde::{Deserialize, Serialize};

/// The state that the loop keeps from one address to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Latches {
    /// The last address. `driven` is the byte that the cartridge drove there.
    pub(super) address: u16,
    pub(super) driven: Option<u8>,
    /// True if `driven` was driven while ARM code was running. During that time the cartridge
    /// drives the bus at every address, even at those of other chips.
    is_fed: bool,
    /// The register and byte of a pending write, which takes effect when the address changes.
    pub(super) written: Option<(u8, u8)>,
}

impl Latches {
    /// Returns the byte that the console gets while ARM code is running; `None` if none is running.
    pub(super) fn fed_byte(&self) -> Option<u8> {
        self.driven.filter(|_| self.is_fed)
    }
}

/// The side effect of reading a ROM byte while the driver is not armed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// The byte is an opcode whose operand may be replaced. It arms the driver, which then waits
    /// for the operand.
    Arms,
    /// A direct effect: the access reaches a register or switches banks.
    Direct,
}

/// The part of the state that all drivers share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Common {
    pub(super) lpc: Lpc,
    pub(super) calls: Calls,
    pub(super) bank: u8,
    pub(super) music: Music,
    pub(super) latches: Latches,
    pub(super) feed: Option<Feed>,
}

impl Common {
    pub(super) fn new(lpc: Lpc, calls: Calls, bank: u8) -> Common {
        Common {
            lpc,
            calls,
            bank,
            music: Music::default(),
            latches: Latches::default(),
            feed: None,
        }
    }

    /// Calls ARM code, running `watch` before each instruction. Returns the number of clocks that
    /// the call takes.
    pub(super) fn call(
        &mut self,
        flash: &[u8],
        entry: &Entry,
        (function, cycle): (u8, u64),
        mut serve: impl FnMut(&mut Music, Service, u32, u32) -> Option<u32>,
        watch: Watch<'_>,
    ) -> u64 {
        let origin = Origin {
            function,
            address: self.latches.address,
            bank: self.bank,
            cycle,
        };
        let music = &mut self.music;
        let serve = |service, r2, r3| serve(music, service, r2, r3);
        self.calls
            .run(&mut self.lpc, flash, entry, origin, serve, watch)
    }

    /// Starts feeding instructions to the console, for a call that begins in this cycle and takes
    /// `clocks` clocks. The feeding stops when the call ends, and the console continues at its
    /// current address. Does nothing if calls take no time.
    pub(super) fn feed(&mut self, clocks: u64, cycle: u64, with_sound: bool) {
        if !self.calls.calls_take_time() {
            return;
        }
        let tick = self.calls.clocks.ticks_at(cycle);
        let last_cycle = cycle.wrapping_add(self.calls.clocks.cycles_in(clocks));
        self.feed = Some(Feed::new(
            self.latches.address,
            last_cycle,
            with_sound.then_some(tick),
        ));
    }

    /// Returns true if the driver ignores an access to a register. That happens only with
    /// [`Options::compat`](super::Options::compat): reading a write register or writing a read
    /// register then does nothing, as in other emulators.
    pub(super) fn is_ignored(&self, access: Access, is_write_register: bool) -> bool {
        self.calls.imitates_emulators() && access.write != is_write_register
    }

    /// Returns true if the driver does not notice this access because the address has not changed.
    /// With [`Options::compat`](super::Options::compat), a write always counts as a new access,
    /// even at the address that an indexed store has just read.
    fn is_repeated(&self, access: Access) -> bool {
        let sees_writes = self.calls.imitates_emulators();
        access.address & 0x1fff == self.latches.address && !(sees_writes && access.write)
    }

    /// Returns the register and byte of the pending write, if it takes effect with this access.
    pub(super) fn write_taking_effect(&self, access: Access) -> Option<(u8, u8)> {
        self.latches.written.filter(|_| !self.is_repeated(access))
    }

    /// Runs the music up to a console cycle.
    pub(super) fn run_music(&mut self, cycle: u64) {
        self.music.run(self.calls.clocks.ticks_at(cycle));
    }
}

/// The functions that the bus loop needs from a driver.
pub(super) trait BusLoop {
    /// The opcodes that the driver feeds to the console during a call, to load the amplitude and to
    /// store it in AUDV0.
    const SOUND_OPCODES: [u8; 2];

    fn common(&self) -> &Common;
    fn common_mut(&mut self) -> &mut Common;

    /// Returns the image offset of the bank that the window shows.
    fn bank_offset(&self) -> usize;

    /// Switches banks if this offset in the window is a hot spot.
    fn switch(&mut self, offset: u16);

    /// See [`super::Cartridge::effect`].
    fn effect(&self, offset: u16, code: [u8; 3]) -> Effect;

    /// Returns the entry point of the game's ARM code.
    fn entry(&self, image: &[u8]) -> Entry;

    /// Returns true if this write to a register calls ARM code.
    fn is_call(&self, written: (u8, u8)) -> bool;

    /// Calls ARM code. Returns the number of clocks that the call takes.
    fn call_code(&mut self, function: u8, cycle: u64, flash: &[u8], watch: Watch<'_>) -> u64;

    /// Returns the amplitude that the console gets while ARM code runs.
    fn fed_amplitude(&mut self, flash: &[u8]) -> u8;

    /// Writes a register.
    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]);

    /// Returns true if the driver is armed: it is waiting for an operand or a write whose byte it
    /// may replace.
    fn is_armed(&self) -> bool;

    /// Returns the byte that replaces the operand of an immediate load; `None` if the operand is
    /// not replaced. The console reads the operand in `cycle`, while the driver is not armed.
    fn replacement(&mut self, opcode: u8, operand: u8, cycle: u64, flash: &[u8]) -> Option<u8>;

    /// Responds to an access whose address differs from that of the previous access. Returns the
    /// byte that the cartridge drives.
    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8>;

    /// See [`super::Cartridge::undriven_lines`].
    fn undriven_lines(&self) -> u8 {
        0xff
    }

    /// Returns the current bank's byte at an offset in the window.
    fn rom(&self, offset: u16, flash: &[u8]) -> u8 {
        let index = self.bank_offset() + usize::from(offset & 0xfff);
        flash.get(index).copied().unwrap_or(0)
    }

    /// Returns the byte read by an access that may have switched banks. This is the new bank's
    /// byte, or the old bank's byte `before` when imitating other emulators.
    fn byte_after_switch(&self, before: u8, offset: u16, flash: &[u8]) -> u8 {
        if self.common().calls.imitates_emulators() {
            before
        } else {
            self.rom(offset, flash)
        }
    }

    fn is_armed_or_running(&self) -> bool {
        let common = self.common();
        self.is_armed() || common.feed.is_some() || common.latches.written.is_some()
    }

    fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        let latches = &mut self.common_mut().latches;
        latches.address = address & 0x1fff;
        latches.driven = driven;
        latches.is_fed = false;
    }

    /// Runs one cycle of the console's bus. Returns the byte that the cartridge drives, or `None`.
    fn cycle(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let common = self.common_mut();
        let is_repeated = common.is_repeated(access);
        let latches = &mut common.latches;
        if is_repeated {
            if let Some((_, data)) = &mut latches.written {
                *data = access.data;
            }
            return latches.driven;
        }
        latches.address = access.address & 0x1fff;
        if let Some((register, data)) = latches.written.take() {
            self.write(register, data, access.cycle, flash);
        }
        let feed = self.common().feed;
        let is_fed = feed.is_some();
        let driven = match feed {
            Some(feed) => self.next_fed_byte(feed, access, flash),
            None => self.answer(access, flash),
        };
        let latches = &mut self.common_mut().latches;
        latches.driven = driven;
        latches.is_fed = is_fed;
        driven
    }

    /// Returns the next byte that the console gets while ARM code runs.
    fn next_fed_byte(&mut self, mut feed: Feed, access: Access, flash: &[u8]) -> Option<u8> {
        let common = self.common_mut();
        let tick = common.calls.clocks.ticks_at(access.cycle);
        let [load, store] = Self::SOUND_OPCODES;
        let fed = feed.next(access.cycle, tick, load, store);
        common.feed = Some(feed);
        match fed {
            FeedOutput::Byte(byte) => Some(byte),
            FeedOutput::Amplitude => {
                common.music.run(tick);
                Some(self.fed_amplitude(flash))
            }
            FeedOutput::Nothing => None,
            FeedOutput::Last(byte) => {
                if feed.sound.is_none() {
                    common.music.skip(tick);
                }
                common.feed = None;
                Some(byte)
            }
        }
    }
}
