//! A ring of saved states with a memory limit, for going back in time.

use flate2::{Compression, read::DeflateDecoder, write::DeflateEncoder};
use std::{
    collections::VecDeque,
    io::{Read, Write},
};
use vcs::{Cartridge, Machine};

/// Saved states of one machine, up to a memory limit. The oldest states are dropped to make room.
///
/// Each state is compressed on its own, so that it can be restored without the others. A compressed
/// state is a few kilobytes, most of which are the television's two pictures.
#[derive(Debug, Clone)]
pub struct Rewind {
    states: VecDeque<Vec<u8>>,
    bytes: usize,
    limit: usize,
}

impl Rewind {
    /// Creates an empty ring that holds at most `limit` bytes of compressed states.
    pub fn new(limit: usize) -> Rewind {
        Rewind {
            states: VecDeque::new(),
            bytes: 0,
            limit,
        }
    }

    /// Stores the machine's state, and drops the oldest states until the total size is within the
    /// limit. If the new state alone exceeds the limit, the ring is empty afterwards.
    pub fn push(&mut self, machine: &Machine) {
        let state = compress(&machine.save());
        self.bytes += state.len();
        self.states.push_back(state);
        while self.bytes > self.limit {
            let dropped = self.states.pop_front();
            self.bytes -= dropped.map_or(self.bytes, |state| state.len());
        }
    }

    /// Removes the newest state and returns a machine in that state. Returns `None` if the ring is
    /// empty, or if the state was saved with a different cartridge.
    pub fn pop(&mut self, cartridge: &Cartridge) -> Option<Machine> {
        let state = self.states.pop_back()?;
        self.bytes -= state.len();
        Machine::load(cartridge, &decompress(&state)?).ok()
    }

    /// Returns a machine in the state with this index, without removing the state; index 0 is the
    /// oldest. Returns `None` if there is no such state, or if it was saved with a different
    /// cartridge.
    pub fn get(&self, index: usize, cartridge: &Cartridge) -> Option<Machine> {
        let state = self.states.get(index)?;
        Machine::load(cartridge, &decompress(state)?).ok()
    }

    /// Removes the oldest state.
    pub fn drop_oldest(&mut self) {
        let dropped = self.states.pop_front();
        self.bytes -= dropped.map_or(0, |state| state.len());
    }

    /// Returns the number of states in the ring.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Returns true if the ring has no states.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns the total size of the compressed states in bytes, which is at most the limit.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Removes all states, for example when another cartridge is inserted.
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
