//! Bytes: segments, the block of the current statement, and the binary.

use crate::address::Address;
use crate::emitter::binary::BinaryOutput;
use crate::emitter::segments::Segments;
use crate::emitter::spans::SourceSpan;
use crate::emitter::timing::Timing;
use crate::names::symbols::{Place, SymbolId};
use crate::options::Format;

pub(crate) mod binary;
pub(crate) mod segments;
pub(crate) mod spans;
pub(crate) mod timing;

/// Where bytes go.
#[derive(Debug, Default)]
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
    /// Which line each run of bytes comes from, if that is recorded.
    pub spans: Vec<SourceSpan>,
    /// The files that have placed bytes in this pass, if they are recorded.
    pub writers: Vec<u32>,
    /// The instructions of this pass, if they are recorded.
    pub timings: Vec<Timing>,
    /// The addresses that must be on one page, with the line of the mark.
    pub marks: Vec<(Place, i64, i64)>,
}

impl Emitter {
    pub fn new(format: Format) -> Self {
        Emitter {
            output: BinaryOutput::new(format),
            origin_fill: 0xff,
            ..Emitter::default()
        }
    }

    pub fn start_pass(&mut self) {
        self.output.start_pass();
        for segment in &mut self.segments.all {
            segment.start_pass();
        }
        self.spans.clear();
        self.writers.clear();
        self.timings.clear();
        self.marks.clear();
    }
}
