//! The kinds of expectation.

use super::address::{Address, RequiredValue};
use crate::trace::{Picture, Region};
use std::ops::RangeInclusive;
use vcs::Hash;

/// A condition to check at a place in the run. In the variants, the *current frame* is the frame
/// that contains this place. A required value that is `None` has not been recorded yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// The picture of the current frame.
    Picture(Option<Box<Picture>>),
    /// The hash of the current frame's picture.
    PictureHash(Option<Hash>),
    /// The pixels in a part of the current frame.
    Region {
        /// The scanlines and pixels of the part.
        region: Region,
        /// The pixels, row by row.
        rows: Option<Vec<u8>>,
    },
    /// The hash of the pixels in a part of the current frame.
    RegionHash {
        /// The scanlines and pixels of the part.
        region: Region,
        /// The hash of the pixels, row by row.
        hash: Option<Hash>,
    },
    /// The hash of the sound samples of all frames from `since` to the previous frame.
    Audio {
        /// The required hash.
        hash: Option<Hash>,
        /// The first frame whose samples are hashed.
        since: u64,
    },
    /// The contents of RAM.
    Ram(RequiredRam),
    /// The range of addresses in which the current instruction must begin.
    Pc(Option<(Address, Address)>),
    /// The number of scanlines of every frame from `since` to the current frame.
    FrameLines {
        /// The allowed numbers.
        lines: Option<RangeInclusive<u16>>,
        /// The first frame to check; `None` checks only the current frame.
        since: Option<u64>,
    },
    /// The running hash over all frame records, starting at a given frame. Scripts call it `chain`.
    Chain {
        /// The required hash.
        hash: Option<Hash>,
        /// The first frame that the hash covers.
        since: u64,
    },
    /// The running hash over pictures and sound, starting at a given frame.
    Shown {
        /// The required hash.
        hash: Option<Hash>,
        /// The first frame that the hash covers.
        since: u64,
    },
    /// The last value written to a register of the TIA.
    Tia {
        /// The register's address, $00..=$2C.
        register: u8,
        /// The required value.
        wanted: RequiredValue,
    },
    /// A collision latch.
    Collision {
        /// The two objects, as indices into p0 m0 p1 m1 bl pf; `None` means all pairs.
        pair: Option<[usize; 2]>,
        /// True if the latch must be set, false if it must be clear.
        on: Option<bool>,
    },
    /// The lowest value of the stack pointer since the start of a given frame.
    Stack {
        /// The required value.
        wanted: RequiredValue,
        /// The first frame in which the stack pointer is checked.
        since: u64,
    },
    /// The number of cycles that the program takes to get from one instruction to another. The
    /// requirement applies every time that the program does so, from frame `since` onward.
    Cycles {
        /// Counting begins at the start of the instruction at this address.
        from: Address,
        /// Counting ends at the start of the instruction at this address.
        to: Address,
        /// The required number of cycles.
        wanted: RequiredValue,
        /// The first frame in which counting may begin.
        since: u64,
    },
    /// The bank of the current instruction.
    Bank(RequiredValue),
    /// The condition that all calls to ARM code since power-on have returned.
    NoArmFault,
}

impl Expectation {
    /// Returns the addresses and values in the expectation that can be symbols.
    pub fn addresses(&self) -> Vec<&Address> {
        match self {
            Expectation::Ram(RequiredRam::Bytes(from, _)) => vec![from],
            Expectation::Ram(RequiredRam::Value(from, wanted)) => {
                [from].into_iter().chain(&wanted.value).collect()
            }
            Expectation::Pc(Some((from, to))) => vec![from, to],
            Expectation::Tia { wanted, .. }
            | Expectation::Stack { wanted, .. }
            | Expectation::Bank(wanted) => wanted.value.iter().collect(),
            Expectation::Cycles {
                from, to, wanted, ..
            } => [from, to].into_iter().chain(&wanted.value).collect(),
            _ => Vec::new(),
        }
    }
}

/// The required contents of RAM.
#[derive(Debug, Clone, PartialEq)]
pub enum RequiredRam {
    /// The hash of the whole RAM.
    Hash(Option<Hash>),
    /// Consecutive bytes, beginning at an address.
    Bytes(Address, Vec<RequiredByte>),
    /// One byte.
    Value(Address, RequiredValue),
}

/// The required value of a byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequiredByte {
    /// The byte must have this value.
    Is(u8),
    /// The byte may have any value (`..` in a script).
    Any,
    /// The value has not been recorded yet (`?` in a script).
    NotRecorded,
}
