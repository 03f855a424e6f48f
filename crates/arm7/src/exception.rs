//! Exceptions and interrupts.

use serde::{Deserialize, Serialize};

/// The reason an instruction did not complete.
///
/// [`Cpu::step`](crate::Cpu::step) leaves the processor at this instruction, with the registers
/// unchanged. Memory that a multiple store or a swap has already written stays written. The caller
/// can report the exception, or call [`Cpu::enter`](crate::Cpu::enter), which enters its handler as
/// the chip would.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum Exception {
    /// This architecture does not define the opcode.
    #[error("undefined instruction")]
    Undefined,
    /// SWI, with the low byte of its operand.
    #[error("software interrupt {0:#04x}")]
    SoftwareInterrupt(u8),
    /// ARMv6-M only: BKPT, with its operand.
    #[error("breakpoint {0:#04x}")]
    Breakpoint(u8),
    /// The instruction could not be fetched.
    #[error("no code at this address")]
    PrefetchAbort,
    /// A load or store at this address failed.
    #[error("no memory at {0:#010x}")]
    DataAbort(u32),
    /// ARMv6-M only: a load or store at an address that is not a multiple of the access's size.
    #[error("misaligned address {0:#010x}")]
    Misaligned(u32),
    /// ARMv6-M only: a branch to an even address, which would be ARM state.
    #[error("branch to ARM state at {0:#010x}, which this processor does not have")]
    NoArmState(u32),
}

/// The two interrupt inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interrupt {
    /// nIRQ.
    Irq,
    /// nFIQ: its mode has separate registers R8 to R14.
    Fiq,
}
