//! Bytes: segments, the block of the current statement, and the binary.

use crate::address::Address;
use crate::emitter::binary::BinaryOutput;
use crate::emitter::segments::Segments;
use crate::emitter::spans::MapBuilder;
use crate::names::symbols::SymbolId;
use crate::options::Format;

pub(crate) mod binary;
pub(crate) mod segments;
pub(crate) mod spans;

/// Where bytes go.
#[derive(Debug)]
pub(crate) struct Emitter {
    pub segments: Segments,
    pub output: BinaryOutput,
    /// Bytes of the last generating statements; only the first `generated` ones are the last's.
    pub block: Vec<u8>,
    pub generated: usize,
    /// Second byte of the last block that had one: the distance of a branch to an unknown target.
    pub second_byte: u8,
    /// Byte that fills gaps before an `ORG`.
    pub origin_fill: u8,
    /// Address stored by the last statement that looked at its label field.
    pub listed_address: Address,
    /// The first pass reached code that is written.
    pub first_pass_wrote: bool,
    /// The cycle column of the listing.
    pub cycles: String,
    /// The table that data lines add to: its label and address. Kept for `-Wpage-crossing`.
    pub table: Option<(SymbolId, i64)>,
    pub map: MapBuilder,
}

impl Emitter {
    pub fn new(format: Format) -> Self {
        Emitter {
            segments: Segments::new(),
            output: BinaryOutput::new(format),
            block: Vec::new(),
            generated: 0,
            second_byte: 0,
            origin_fill: 0xff,
            listed_address: Address::default(),
            first_pass_wrote: false,
            cycles: String::new(),
            table: None,
            map: MapBuilder::default(),
        }
    }

    pub fn start_pass(&mut self) {
        self.output.start_pass();
        for segment in &mut self.segments.all {
            segment.start_pass();
        }
        self.map.start_pass();
    }
}
