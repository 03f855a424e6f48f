//! The kernel view: shows what a program does in the 76 cycles of a scanline, and how much slack
//! each write to the TIA has.
//!
//! [`Kernel::of`] runs a machine through some lines of a frame. A [`Line`] contains the
//! instructions, the cycles in which the processor waits, the picture, and the writes. A [`Write`]
//! contains the first pixel that it can change, the pixels that it changes, and its slack.
//! [`Kernel::text`], [`Kernel::svg`] and [`Kernel::json`] return the view in these formats.
//! [`Kernel::by_source`] combines the writes of each source line.
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
