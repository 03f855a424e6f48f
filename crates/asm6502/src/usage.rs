//! Measurements of a program: the bytes it uses in banks and segments, the cycles between two
//! addresses, and the results of its `SAMEPAGE` statements.

use crate::context::Context;
use crate::diagnostic::Site;
use crate::emitter::Timing;
use crate::text::lossy;

/// Size of a bank of the image in bytes: the 2600 sees 4 KiB of the cartridge at a time.
pub(crate) const BANK_SIZE: i64 = 0x1000;

/// The first address after page zero.
pub(crate) const PAGE_ZERO_END: i64 = 0x100;

/// The banks and segments of a program, and how many of their bytes it uses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Usage {
    /// The 4 KiB banks, in the order in which they are in the image. The last one may be shorter.
    pub banks: Vec<BankUsage>,
    /// The segments that are not empty, in the order of their first use.
    pub segments: Vec<SegmentUsage>,
}

/// How one bank is used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BankUsage {
    /// Number of the bank in the image, from 0.
    pub bank: usize,
    /// Address of the bank's first byte when the program runs.
    pub address: i64,
    /// Number of bytes written by statements, including those written by `ALIGN` and `DS`.
    pub used: usize,
    /// Number of free bytes: gaps before an `ORG`, and the unused rest of the bank.
    pub free: usize,
}

/// The addresses that one segment uses.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SegmentUsage {
    /// The name; empty for the segment of a `SEG` without a name.
    pub name: String,
    /// True for `SEG.U`, which reserves addresses but writes no bytes to the image.
    pub uninitialized: bool,
    /// Lowest address that the segment uses.
    pub first: i64,
    /// Address after the highest one that the segment uses.
    pub end: i64,
    /// Number of bytes reserved or written in the segment.
    pub used: u64,
    /// Number of bytes left for variables if this is a `SEG.U` segment in the RAM of page zero,
    /// otherwise `None`. Counts the bytes after the segment up to $FF, minus those reserved for the
    /// stack. Negative if there are too many variables.
    pub free: Option<i64>,
}

/// The number of cycles that a range of code takes if each of its instructions runs once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CycleSum {
    /// The minimum, if no branch is taken and no indexed access crosses a page.
    pub min: u64,
    /// The maximum, if every branch is taken and every indexed access that can cross a page does
    /// so.
    pub max: u64,
}

/// A `SAMEPAGE` statement, and the two addresses that it compares.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PageMark {
    /// The line of the `SAMEPAGE`.
    pub site: Site,
    /// The two addresses that must be on the same page.
    pub addresses: (i64, i64),
}

impl PageMark {
    /// Returns true if the addresses are on different pages.
    pub fn is_violated(&self) -> bool {
        self.addresses.0 >> 8 != self.addresses.1 >> 8
    }
}

/// Returns the total number of cycles of the instructions at addresses from `first` to `end - 1`.
pub(crate) fn cycle_sum(timings: &[Timing], first: i64, end: i64) -> CycleSum {
    let within = timings
        .iter()
        .filter(|timing| (first..end).contains(&timing.address));
    within.fold(CycleSum::default(), |sum, timing| CycleSum {
        min: sum.min + u64::from(timing.min),
        max: sum.max + u64::from(timing.max),
    })
}

/// Returns the usage of banks and segments at the end of a run.
pub(crate) fn usage(context: &Context) -> Usage {
    Usage {
        banks: banks(context),
        segments: segments(context),
    }
}

fn banks(context: &Context) -> Vec<BankUsage> {
    let spans = &context.emitter.spans;
    let first = spans.first().map_or(0, |span| span.origin);
    let mut banks: Vec<BankUsage> = Vec::new();
    for span in spans {
        let mut origin = span.origin - first;
        let end = origin + span.length as i64;
        while origin < end {
            let bank = origin.div_euclid(BANK_SIZE) as usize;
            let stop = end.min((bank as i64 + 1) * BANK_SIZE);
            while banks.len() <= bank {
                banks.push(BankUsage {
                    bank: banks.len(),
                    address: span.address + origin - (span.origin - first),
                    used: 0,
                    free: BANK_SIZE as usize,
                });
            }
            let used = (stop - origin) as usize;
            banks[bank].used += used;
            banks[bank].free = banks[bank].free.saturating_sub(used);
            origin = stop;
        }
    }
    banks
}

fn segments(context: &Context) -> Vec<SegmentUsage> {
    let limit = PAGE_ZERO_END - i64::from(context.options.stack_reserve);
    let segments = context.emitter.segments.all.iter();
    let used = segments.filter_map(|segment| {
        let extent = segment.extent?;
        let ram = segment.uninitialized && (0x80..PAGE_ZERO_END).contains(&extent.first);
        Some(SegmentUsage {
            name: lossy(&segment.name),
            uninitialized: segment.uninitialized,
            first: extent.first,
            end: extent.end,
            used: extent.used,
            free: ram.then_some(limit - extent.end),
        })
    });
    used.collect()
}
