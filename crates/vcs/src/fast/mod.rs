//! Everything that only makes the console faster. A reader of the console need not open this
//! folder.
//!
//! The chips, the bus and the cartridges know nothing of it; [`Machine`](crate::Machine) chooses
//! it. Each file begins with the argument for its equality with the plain path, and `tests/law.rs`,
//! `tests/tia_law.rs` and the vectors hold the two equal.
//!
//! - [`Recurring`]: the TIA; lines that recur are recalled, others run by a [`Scanner`].
//! - [`Scanner`]: the TIA, a scanline at a time.
//! - [`run_instructions`]: the processor, an instruction at a time, on an [`InstructionBus`]:
//!   `RomBus` for code in plain ROM, `AnyCodeBus` for other code, `TracingBus` for traces,
//!   `CountingBus` for coverage.
//! - `stall.rs`, `timer_loop.rs` and `nops.rs`: waits, in one step.
//!
//! Public for tests and benchmarks only.

mod any_code;
mod instructions;
mod nops;
mod recurring;
mod resting;
mod rom_bus;
mod scanner;
mod stall;
mod timer_loop;

pub(crate) use any_code::run_any_code;
pub use instructions::{Code, InstructionBus, Past, run_instructions};
pub(crate) use nops::skip_nops;
pub use recurring::Recurring;
pub(crate) use rom_bus::{count_rom, run_rom, trace_rom};
pub use scanner::Scanner;

/// The console as the machine runs it.
pub(crate) type Console = crate::bus::Console<Recurring>;
