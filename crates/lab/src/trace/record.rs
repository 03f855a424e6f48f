//! Frame records: one line of JSON per frame, for programs that compare runs.

use super::AudioHash;
use std::fmt::{self, Write};
use vcs::{Frame, Hash, Machine, television::Sample};

/// Format name of a frame-record file.
pub const FRAMES_FORMAT: &str = "crownhead-frames";
/// Version of the format [`FRAMES_FORMAT`].
pub const FRAMES_VERSION: u32 = 1;

/// The hashes, length and input of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameRecord {
    /// The frame's number.
    pub number: u64,
    /// Number of scanlines.
    pub lines: usize,
    /// Hash of the pixels.
    pub picture: Hash,
    /// Hash of the sound samples of the frame.
    pub audio: Hash,
    /// Hash of the 128 bytes of RAM and of A, X, Y, S, P and PC (low byte first) at the end of the
    /// frame.
    pub ram: Hash,
    /// The input at the end of the frame, as the script commands that produce it from the default
    /// input (idle joysticks and default switches). Empty if the input is the default.
    pub input: String,
    /// Running hash over all frame records so far: the hash of the previous frame's `chain` and
    /// this frame's `picture`, `audio` and `ram`, each as eight bytes, little-endian.
    pub chain: Hash,
}

impl FrameRecord {
    /// Returns the record of the frame that a machine has just completed. `previous_chain` is the
    /// `chain` of the previous frame.
    pub fn new(
        machine: &Machine,
        frame: &Frame,
        samples: &[Sample],
        previous_chain: Hash,
    ) -> FrameRecord {
        let picture = frame.hash();
        let audio = AudioHash::of(samples);
        let ram = hash_of_ram_and_registers(machine);
        FrameRecord {
            number: frame.number,
            lines: frame.scanlines(),
            picture,
            audio,
            ram,
            input: machine.input().describe(),
            chain: chain_hash(previous_chain, [picture, audio, ram]),
        }
    }

    /// Returns the running hash over the frame records up to this frame. `previous_chain` is the
    /// running hash up to the previous frame.
    pub fn chain_after(&self, previous_chain: Hash) -> Hash {
        chain_hash(previous_chain, [self.picture, self.audio, self.ram])
    }

    /// Returns the running hash over the pictures and the sound up to this frame. `previous_chain`
    /// is the same hash up to the previous frame.
    pub fn picture_and_sound_chain_after(&self, previous_chain: Hash) -> Hash {
        chain_hash(previous_chain, [self.picture, self.audio])
    }
}

fn chain_hash<const COUNT: usize>(previous_chain: Hash, hashes: [Hash; COUNT]) -> Hash {
    let all = [previous_chain].into_iter().chain(hashes);
    let bytes: Vec<u8> = all.flat_map(|hash| hash.0.to_le_bytes()).collect();
    Hash::of(&bytes)
}

fn hash_of_ram_and_registers(machine: &Machine) -> Hash {
    let registers = machine.cpu().registers();
    let [low, high] = registers.pc.to_le_bytes();
    let mut bytes = [0; 135];
    bytes[..128].copy_from_slice(machine.ram());
    let tail = [
        registers.a,
        registers.x,
        registers.y,
        registers.s,
        registers.p,
        low,
        high,
    ];
    bytes[128..].copy_from_slice(&tail);
    Hash::of(&bytes)
}

impl fmt::Display for FrameRecord {
    /// Writes the record as one line of JSON, without the newline.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            r#"{{"frame":{},"lines":{},"picture":"{}","audio":"{}","ram":"{}","input":"{}","chain":"{}"}}"#,
            self.number, self.lines, self.picture, self.audio, self.ram, self.input, self.chain
        )
    }
}

/// Writes the last line of a frame-record file.
pub fn write_frames_end(out: &mut impl Write, frames: u64, chain: Hash) -> fmt::Result {
    writeln!(out, r#"{{"end":{{"frames":{frames},"chain":"{chain}"}}}}"#)
}
