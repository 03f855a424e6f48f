//! The resources that a program uses: bytes in banks and segments, cycles between addresses, and
//! `SAMEPAGE` marks.

use crate::context::Context;
use crate::diagnostic::Site;
use crate::emitter::timing::Timing;
use crate::text::lossy;

/// Number of bytes in a bank of the image, because the 2600 sees 4 KiB of the cartridge at a time.
pub(crate) const BANK: i64 = 0x1000;

/// The first address after page zero.
pub(crate) const PAGE_ZERO_END: i64 = 0x100;

/// The parts of its image and of memory that a program uses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Usage {
    /// The 4 KiB banks, in the order of the image. The last one may be shorter.
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
    /// Number of bytes that statements have placed, including `ALIGN` and `DS`.
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
    /// True for `SEG.U`, which reserves addresses without bytes in the image.
    pub uninitialized: bool,
    /// Lowest address.
    pub first: i64,
    /// Address after the highest one.
    pub end: i64,
    /// Number of bytes reserved or written in the segment.
    pub used: u64,
    /// If the segment is in the RAM of page zero, the number of bytes left for variables: those up
    /// to $FF, minus those reserved for the stack. Negative if there are too many variables.
    pub free: Option<i64>,
}

/// The number of cycles that a range of code takes if each of its instructions runs once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct CycleSum {
    /// Minimum: no branch is taken, and no indexed access crosses a page.
    pub least: u64,
    /// Maximum: every branch is taken, and every indexed access crosses a page.
    pub most: u64,
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

/// Returns the total cycles of the instructions in a range of addresses.
pub(crate) fn cycle_sum(timings: &[Timing], first: i64, end: i64) -> CycleSum {
    let within = timings
        .iter()
        .filter(|timing| (first..end).contains(&timing.address));
    within.fold(CycleSum::default(), |sum, timing| CycleSum {
        least: sum.least + u64::from(timing.least),
        most: sum.most + u64::from(timing.most),
    })
}

/// Returns what the program has used by the end of a run.
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
            let bank = origin.div_euclid(BANK) as usize;
            let stop = end.min((bank as i64 + 1) * BANK);
            while banks.len() <= bank {
                banks.push(BankUsage {
                    bank: banks.len(),
                    address: span.address + origin - (span.origin - first),
                    used: 0,
                    free: BANK as usize,
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
