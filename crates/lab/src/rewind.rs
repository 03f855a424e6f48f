//! Going back in time: states kept in a ring of bounded size.

use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use std::{
    collections::VecDeque,
    io::{Read, Write},
};
use vcs::{Cartridge, Machine};

/// States of one machine, oldest dropped first, within a bound of memory.
///
/// Each state is compressed by itself: a few kilobytes, most of it the two pictures that the
/// television holds. So any one can be taken back without the others.
#[derive(Debug, Clone)]
pub struct Rewind {
    states: VecDeque<Vec<u8>>,
    bytes: usize,
    limit: usize,
}

impl Rewind {
    /// An empty ring that holds at most `limit` bytes of compressed states.
    pub fn new(limit: usize) -> Rewind {
        Rewind {
            states: VecDeque::new(),
            bytes: 0,
            limit,
        }
    }

    /// Keeps the machine's state. Drops the oldest states until all fit; a state that is larger
    /// than the limit is not kept.
    pub fn push(&mut self, machine: &Machine) {
        let state = compress(&machine.save());
        self.bytes += state.len();
        self.states.push_back(state);
        while self.bytes > self.limit {
            let dropped = self.states.pop_front();
            self.bytes -= dropped.map_or(self.bytes, |state| state.len());
        }
    }

    /// Takes back the newest state; `None` when there is none left.
    pub fn pop(&mut self, cartridge: &Cartridge) -> Option<Machine> {
        let state = self.states.pop_back()?;
        self.bytes -= state.len();
        Machine::load(cartridge, &decompress(&state)?).ok()
    }

    /// A state of the ring, 0 the oldest, which stays there.
    pub fn get(&self, index: usize, cartridge: &Cartridge) -> Option<Machine> {
        let state = self.states.get(index)?;
        Machine::load(cartridge, &decompress(state)?).ok()
    }

    /// Forgets the oldest state.
    pub fn drop_oldest(&mut self) {
        let dropped = self.states.pop_front();
        self.bytes -= dropped.map_or(0, |state| state.len());
    }

    /// States in the ring.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// True when there is nothing to go back to.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Bytes that the states take; never above the limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets everything, as after another cartridge.
    pub fn clear(&mut self) {
        self.states.clear();
        self.bytes = 0;
    }
}

fn compress(state: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(state);
    encoder.finish().unwrap_or_default()
}

fn decompress(state: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    DeflateDecoder::new(state).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
