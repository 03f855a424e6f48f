//! The common facts about the drivers: clocks, memory, and the 6507 opcodes that they recognize or
//! put on the console's bus.
//!
//! Sources are the drivers' code, unless another one is named.

use super::lpc::RAM;

/// The processor's clock in kHz, as most drivers set it.
pub(super) const KILOHERTZ: u32 = 70_000;
/// Number of processor clocks in a step of the music.
pub(super) const PER_TICK: u64 = 3_501;
/// Number of clocks of an access to flash.
pub(super) const FLASH_WAIT: u8 = 4;
/// Size of the smallest chip's RAM in bytes.
pub(super) const RAM_BYTES: usize = 0x2000;
/// The stack pointer of calls, after the driver has pushed nine registers.
pub(super) const STACK: u32 = RAM + 0x1fdc - 36;
/// Number of clocks that the driver itself needs before and after a call. No driver of BUS is
/// public, so the same number is assumed.
pub(super) const OVERHEAD: u64 = 70;

/// Opcodes: immediate loads, stores to page zero, JMP absolute, NOP.
pub(super) const LDA: u8 = 0xa9;
pub(super) const LDX: u8 = 0xa2;
pub(super) const LDY: u8 = 0xa0;
pub(super) const STA: u8 = 0x85;
pub(super) const STX: u8 = 0x86;
pub(super) const STY: u8 = 0x84;
pub(super) const JMP: u8 = 0x4c;
pub(super) const NOP: u8 = 0xea;
