//! The ARM7TDMI-S of modern Atari 2600 cartridges. It executes the Thumb and ARM instructions of
//! ARMv4T and, for cartridges that are ELF files, the Thumb instructions of ARMv6-M.
//!
//! A [`Cpu`] can be cloned, compared and saved between any two instructions. It is connected only
//! to a [`Memory`], not to the console. [`Cpu::step`] executes one instruction, [`Cpu::run`] many.
//! An error in a program is an [`Exception`] and leaves the processor at the failing instruction.
//!
//! ```
//! use arm7::{Abort, Architecture, Cpu, Cycle, Memory, Stop};
//!
//! struct Flash([u8; 8]);
//! impl Memory for Flash {
//!     fn fetch<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
//!         let code = self.0.get(address as usize..).and_then(|code| code.first_chunk());
//!         code.copied().ok_or(Abort)
//!     }
//!     fn load<const N: usize>(&mut self, _: u32, _: Cycle) -> Result<[u8; N], Abort> {
//!         Err(Abort)
//!     }
//!     fn store<const N: usize>(&mut self, _: u32, _: [u8; N], _: Cycle) -> Result<(), Abort> {
//!         Err(Abort)
//!     }
//! }
//! // movs r0, #7; adds r0, #35; bx lr
//! let mut flash = Flash([0x07, 0x20, 0x23, 0x30, 0x70, 0x47, 0, 0]);
//! let mut cpu = Cpu::new(Architecture::V4T, 0x0000_0001, &mut flash);
//! let run = cpu.run(&mut flash, 1_000);
//! assert_eq!((run.instructions, run.stop), (3, Stop::StateChanged));
//! assert_eq!(cpu.register(0), 42);
//! ```
#![doc = include_str!("../docs/processor.md")]

mod alu;
mod arm;
mod banks;
mod cpu;
pub mod elf;
mod enter;
mod exception;
pub mod harmony;
mod memory;
mod status;
pub mod text;
mod thumb;
mod transfer;

pub use cpu::{Architecture, Cpu, Run, Stop};
pub use exception::{Exception, Interrupt};
pub use memory::{Abort, Cycle, Memory};
pub use status::{Mode, Status};
