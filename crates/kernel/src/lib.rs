//! The kernel view: what a program does in the 76 cycles of a scanline, and how much slack each
//! write to the TIA has.
//!
//! [`Kernel::of`] runs a machine through some lines of a frame. Each [`Line`] has its instructions,
//! the cycles in which the processor waits, the picture, and each [`Write`] with the pixel from
//! which it acts, the pixels that it changes, and its slack. [`Kernel::text`], [`Kernel::svg`] and
//! [`Kernel::json`] write the view. [`Kernel::by_source`] sums it up for each line of the source.
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
pub use text::WRITE_HEAD;
pub use view::{Cells, Code, Instruction, Kernel, Line, Source, Write};
