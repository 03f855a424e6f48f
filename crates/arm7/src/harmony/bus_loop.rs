//! The loop in which every driver answers the console's bus, whatever its registers are.

use super::feed::{Access, Clocks, Fed, Feed, Music};
use serde::{Deserialize, Serialize};

/// What the loop keeps from one address to the next.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Latches {
    /// The last address, and what was driven there.
    pub(super) address: u16,
    pub(super) driven: Option<u8>,
    /// It was driven because ARM code runs: at any address, also those of other chips.
    fed: bool,
    /// A write that takes effect when the address changes.
    pub(super) written: Option<(u8, u8)>,
}

impl Latches {
    /// The byte that the console gets while ARM code runs.
    pub(super) fn fed(&self) -> Option<u8> {
        self.driven.filter(|_| self.fed)
    }

    /// The write that takes effect with this access.
    pub(super) fn taking_effect(&self, access: Access) -> Option<(u8, u8)> {
        self.written
            .filter(|_| access.address & 0x1fff != self.address)
    }
}

/// What an access to a byte of ROM can do besides showing it, while the driver waits for nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    None,
    /// It is an opcode whose operand may be replaced.
    Arms,
    /// It is a register, or it switches banks.
    Acts,
}

/// A driver: its registers, as the loop uses them.
pub(super) trait BusLoop {
    /// The opcodes that load the amplitude and store it in AUDV0.
    const PLAY: [u8; 2];

    fn latches(&mut self) -> &mut Latches;
    fn feed(&mut self) -> &mut Option<Feed>;
    fn music(&mut self) -> &mut Music;
    fn clocks(&self) -> Clocks;

    /// The amplitude as it is fed while ARM code runs.
    fn fed_amplitude(&mut self, flash: &[u8]) -> u8;

    /// A write to a register takes effect.
    fn write(&mut self, register: u8, data: u8, cycle: u64, flash: &[u8]);

    /// Whether an operand is to be replaced.
    fn is_armed(&self) -> bool;

    /// Whether the next access may have an effect wherever it is: an operand is to be replaced, a
    /// write is to take effect, or ARM code runs.
    fn waits(&mut self) -> bool {
        self.is_armed() || self.feed().is_some() || self.latches().written.is_some()
    }

    /// Accesses without an effect have been made while the driver did not wait: the last one, and
    /// what was driven there.
    fn pass(&mut self, address: u16, driven: Option<u8>) {
        let latches = self.latches();
        latches.address = address & 0x1fff;
        latches.driven = driven;
        latches.fed = false;
    }

    /// The operand of an immediate load, read in a cycle while the driver waits for nothing:
    /// `None` if it is not replaced.
    fn replaced(&mut self, opcode: u8, operand: u8, cycle: u64, flash: &[u8]) -> Option<u8>;

    /// The opcode `code[0]` is fetched at an address, while the driver waits for nothing, and in
    /// the numbered cycle the operand after it. What the console gets for that; `None`, with
    /// nothing done, if it is not replaced.
    fn load(&mut self, address: u16, code: [u8; 2], cycle: u64, flash: &[u8]) -> Option<u8> {
        let byte = self.replaced(code[0], code[1], cycle, flash)?;
        self.pass(address.wrapping_add(1), Some(byte));
        Some(byte)
    }

    /// NOPs that the console runs after the numbered cycle, with the next opcode at `address`. As
    /// many as are fed for sure, up to `most`, have run then; their number.
    fn skip_nops(&mut self, address: u16, cycle: u64, most: u16) -> u16 {
        let (clocks, feed) = (self.clocks(), *self.feed());
        let latches = self.latches();
        // The dummy read of the NOP before has shown this address.
        let Some(feed) = feed.filter(|_| latches.address == address && latches.fed) else {
            return 0;
        };
        let nops = feed.nops(cycle, most, |cycle| clocks.ticks(cycle));
        latches.address = address + nops;
        nops
    }

    /// Another address is on the bus: the byte that the cartridge drives there.
    fn answer(&mut self, access: Access, flash: &[u8]) -> Option<u8>;

    /// A cycle of the console's bus. The byte that the cartridge drives; `None` while it does not.
    fn cycle(&mut self, access: Access, flash: &[u8]) -> Option<u8> {
        let address = access.address & 0x1fff;
        let latches = self.latches();
        if address == latches.address {
            // The driver waits for another address: this is still the same access.
            if let Some((_, data)) = &mut latches.written {
                *data = access.data;
            }
            return latches.driven;
        }
        latches.address = address;
        if let Some((register, data)) = latches.written.take() {
            self.write(register, data, access.cycle, flash);
        }
        let feed = *self.feed();
        let feeds = feed.is_some();
        let driven = match feed {
            Some(feed) => self.fed(feed, access, flash),
            None => self.answer(access, flash),
        };
        let latches = self.latches();
        latches.driven = driven;
        latches.fed = feeds;
        driven
    }

    /// The byte while ARM code runs.
    fn fed(&mut self, mut feed: Feed, access: Access, flash: &[u8]) -> Option<u8> {
        let tick = self.clocks().ticks(access.cycle);
        let [load, store] = Self::PLAY;
        let fed = feed.next(access.cycle, tick, load, store);
        *self.feed() = Some(feed);
        match fed {
            Fed::Byte(byte) => Some(byte),
            Fed::Amplitude => {
                self.music().run(tick);
                Some(self.fed_amplitude(flash))
            }
            Fed::Nothing => None,
            Fed::Last(byte) => {
                if feed.sound.is_none() {
                    self.music().skip(tick);
                }
                *self.feed() = None;
                Some(byte)
            }
        }
    }
}
