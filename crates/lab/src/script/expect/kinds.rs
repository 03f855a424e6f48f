//! The kinds of expectations.

use super::address::{Address, Wanted};
use crate::trace::{Picture, Region};
use std::ops::RangeInclusive;
use vcs::Hash;

/// A condition to check. `None` is a value that has not been recorded yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// The frame of the place as text.
    Picture(Option<Box<Picture>>),
    /// The hash of the frame of the place.
    PictureHash(Option<Hash>),
    /// A part of the frame of the place as text.
    Region {
        /// Which part.
        region: Region,
        /// Its pixels, row by row.
        rows: Option<Vec<u8>>,
    },
    /// The hash of a part of the frame of the place.
    RegionHash {
        /// Which part.
        region: Region,
        /// The hash of its pixels, row by row.
        hash: Option<Hash>,
    },
    /// The hash of the samples since a frame.
    Audio {
        /// The hash.
        hash: Option<Hash>,
        /// The first frame whose samples count.
        since: u64,
    },
    /// RAM at the place.
    Ram(RamWanted),
    /// The instruction in progress begins in this range.
    Pc(Option<(Address, Address)>),
    /// Scanlines of the frame of the place, and of all frames since another.
    FrameLines {
        /// How many.
        lines: Option<RangeInclusive<u16>>,
        /// First frame that must have this number.
        since: Option<u64>,
    },
    /// The chain of frame records since a frame.
    Chain {
        /// The chain.
        hash: Option<Hash>,
        /// The frame with which it begins.
        since: u64,
    },
    /// The chain of pictures and sound since a frame.
    Shown {
        /// The chain.
        hash: Option<Hash>,
        /// The frame with which it begins.
        since: u64,
    },
    /// A register of the TIA as it was written last.
    Tia {
        /// Its address, $00..=$2C.
        register: u8,
        /// What it must be.
        wanted: Wanted,
    },
    /// A collision latch.
    Collision {
        /// Output bits of the two objects, in the order p0 m0 p1 m1 bl pf; `None` is any two.
        pair: Option<[usize; 2]>,
        /// Set or not.
        on: Option<bool>,
    },
    /// The lowest stack pointer since a frame.
    Stack {
        /// What it must be.
        wanted: Wanted,
        /// The first frame that counts.
        since: u64,
    },
    /// Cycles from one instruction to another, in every pass since a frame.
    Cycles {
        /// Address of the first instruction.
        from: Address,
        /// Address of the instruction whose start is the end.
        to: Address,
        /// How many.
        wanted: Wanted,
        /// The first frame in which a pass may begin.
        since: u64,
    },
    /// The bank of the instruction in progress.
    Bank(Wanted),
    /// All calls of ARM code since power-on have returned.
    NoArmFault,
}

/// What RAM must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum RamWanted {
    /// All of it, as a hash.
    Hash(Option<Hash>),
    /// Bytes from an address on.
    Bytes(Address, Vec<ByteWanted>),
    /// One byte.
    Value(Address, Wanted),
}

/// What a byte must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ByteWanted {
    /// This.
    Is(u8),
    /// Anything: `..`.
    Any,
    /// Not recorded yet: `?`.
    Open,
}
