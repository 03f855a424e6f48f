//! The ARM7TDMI-S of modern Atari 2600 cartridges: Thumb and ARM state of ARMv4T, and the Thumb of
//! ARMv6-M for cartridges that are ELF files.
//!
//! A [`Cpu`] is a value: clone it, compare it, save it between any two instructions. It knows
//! nothing of the console; it is connected only to a [`Memory`]. [`Cpu::step`] executes one
//! instruction, [`Cpu::run`] many. An error in a program is a value as well: an [`Exception`]
//! names it, and the processor still points at the instruction.
//!
//! ```
//! use arm7::{Abort, Architecture, Cpu, Cycle, Memory, Stop};
//!
//! struct Flash([u16; 4]);
//! impl Memory for Flash {
//!     fn fetch16(&mut self, address: u32, _: Cycle) -> Result<u16, Abort> {
//!         self.0.get(address as usize / 2).copied().ok_or(Abort)
//!     }
//! #   fn fetch32(&mut self, _: u32, _: Cycle) -> Result<u32, Abort> { Err(Abort) }
//! #   fn load8(&mut self, _: u32, _: Cycle) -> Result<u8, Abort> { Err(Abort) }
//! #   fn load16(&mut self, _: u32, _: Cycle) -> Result<u16, Abort> { Err(Abort) }
//! #   fn load32(&mut self, _: u32, _: Cycle) -> Result<u32, Abort> { Err(Abort) }
//! #   fn store8(&mut self, _: u32, _: u8, _: Cycle) -> Result<(), Abort> { Err(Abort) }
//! #   fn store16(&mut self, _: u32, _: u16, _: Cycle) -> Result<(), Abort> { Err(Abort) }
//! #   fn store32(&mut self, _: u32, _: u32, _: Cycle) -> Result<(), Abort> { Err(Abort) }
//!     // ... and the other accesses
//! }
//! let mut flash = Flash([0x2007, 0x3023, 0x4770, 0]); // movs r0, #7; adds r0, #35; bx lr
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
