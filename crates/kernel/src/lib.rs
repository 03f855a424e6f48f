//! The kernel view: what a program does in the 76 cycles of a scanline, and how much slack each of
//! its writes to the TIA has.
//!
//! [`Kernel::of`] runs a machine through some lines of a frame. A [`Line`] holds the instructions,
//! the cycles in which the processor is waiting, the picture, and the writes. A [`Write`] holds the
//! first pixel that it can change, the pixels that it does change, and its slack. [`Kernel::text`],
//! [`Kernel::svg`] and [`Kernel::json`] return the view in the format of that name.
//! [`Kernel::by_source`] combines the writes that each source line makes.
//!
#![doc = include_str!("../docs/kernel.md")]

mod find;
mod recording;
mod replay;
mod slack;
mod source_slack;
mod svg;
mod text;
mod view;

pub use find::KernelError;
pub use source_slack::SourceSlack;
pub use text::WRITE_HEADING;
pub use view::{Code, InclusiveRange, Instruction, Kernel, Line, Source, Write};
