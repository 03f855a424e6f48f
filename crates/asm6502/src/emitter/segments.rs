//! Segments: address counters that share one output stream.

use crate::address::Address;
use crate::names::symbols::Place;

/// The addresses that a segment uses.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    pub first: i64,
    /// The address just past the highest one used.
    pub end: i64,
    /// Number of bytes reserved or written.
    pub used: u64,
    /// The line that reached the highest address.
    pub place: Place,
}

#[derive(Debug, Clone)]
pub(crate) struct Segment {
    pub name: Vec<u8>,
    /// `SEG.U`: reserves addresses, but writes no bytes.
    pub uninitialized: bool,
    /// The address of the next byte in the binary, set by `ORG`.
    pub origin: Address,
    /// While `RORG` is active, the address that the next byte has when the program runs.
    pub relocated: Address,
    pub relocating: bool,
    /// The line of the last `ORG`.
    pub origin_place: Place,
    /// The addresses used in this pass, if they are recorded.
    pub extent: Option<Extent>,
    /// Address of the first `ORG` of the pass, for the table that `-v1` prints. The next pass
    /// begins with the same address, marked as unknown.
    pub initial_origin: Address,
}

impl Segment {
    pub fn new(name: &[u8], uninitialized: bool) -> Self {
        Segment {
            name: name.to_vec(),
            uninitialized,
            origin: Address::UNKNOWN,
            relocated: Address::UNKNOWN,
            relocating: false,
            origin_place: Place::default(),
            extent: None,
            initial_origin: Address::UNKNOWN,
        }
    }

    /// Returns the value of `.` and `*`.
    pub fn here(&self) -> Address {
        if self.relocating {
            self.relocated
        } else {
            self.origin
        }
    }

    /// Advances the addresses by `count` bytes.
    pub fn advance(&mut self, count: usize) {
        self.origin.value = self.origin.value.wrapping_add(count as i64);
        if self.relocating {
            self.relocated.value = self.relocated.value.wrapping_add(count as i64);
        }
    }

    /// Adds a block of `count` bytes at the current address to the segment's extent.
    pub fn extend(&mut self, count: usize, place: Place) {
        // If code is relocated to run in RAM, count the addresses in the cartridge where it is
        // stored.
        let here = self.here().value;
        let in_rom = !self.uninitialized && here < 0x1000 && self.origin.value >= 0x1000;
        let first = if in_rom { self.origin.value } else { here };
        let end = first.wrapping_add(count as i64);
        let extent = self.extent.get_or_insert(Extent {
            first,
            end,
            used: 0,
            place,
        });
        extent.first = extent.first.min(first);
        if end > extent.end {
            extent.end = end;
            extent.place = place;
        }
        extent.used += count as u64;
    }

    /// Starts a new pass: addresses keep their values, but are marked as unknown.
    pub fn start_pass(&mut self) {
        self.origin.unknown = true;
        self.relocated.unknown = true;
        self.relocating = false;
        self.initial_origin.unknown = true;
        self.extent = None;
    }
}

/// All segments. A pass starts in the segment in which the previous pass ended, as in dasm.
#[derive(Debug)]
pub(crate) struct Segments {
    pub all: Vec<Segment>,
    current: usize,
}

impl Default for Segments {
    fn default() -> Self {
        Segments {
            all: vec![Segment::new(b"INITIAL CODE SEGMENT", false)],
            current: 0,
        }
    }
}

impl Segments {
    pub fn current(&self) -> &Segment {
        &self.all[self.current]
    }

    pub fn current_mut(&mut self) -> &mut Segment {
        &mut self.all[self.current]
    }

    pub fn current_index(&self) -> usize {
        self.current
    }

    /// Switches to the segment; creates it if it is new.
    pub fn switch(&mut self, name: &[u8], uninitialized: bool) {
        let found = self.all.iter().position(|segment| segment.name == name);
        self.current = found.unwrap_or_else(|| {
            self.all.push(Segment::new(name, uninitialized));
            self.all.len() - 1
        });
    }
}
