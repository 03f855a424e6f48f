//! Facts common to the drivers: clocks, memory, and the 6507 opcodes that the drivers recognize or
//! put on the console's bus.
//!
//! Unless another source is named, the facts come from the drivers' code.

use super::lpc::RAM;

/// The processor's clock in kHz, as set by most drivers.
pub(super) const KILOHERTZ: u32 = 70_000;
/// Number of processor clocks per step of the music.
pub(super) const CLOCKS_PER_TICK: u64 = 3_501;
/// Number of clocks that an access to flash takes.
pub(super) const FLASH_WAIT: u8 = 4;
/// RAM size, in bytes, of the smallest chip.
pub(super) const RAM_BYTES: usize = 0x2000;
/// The stack pointer at the start of the game's ARM code, after the driver has pushed nine
/// registers.
pub(super) const STACK: u32 = RAM + 0x1fdc - 36;
/// Number of clocks that the driver itself takes before and after a call. For BUS this is an
/// assumption, because no BUS driver is public.
pub(super) const OVERHEAD_CLOCKS: u64 = 70;

/// Opcodes: immediate loads, stores to page zero, JMP absolute, NOP.
pub(super) const LDA: u8 = 0xa9;
pub(super) const LDX: u8 = 0xa2;
pub(super) const LDY: u8 = 0xa0;
pub(super) const STA: u8 = 0x85;
pub(super) const STX: u8 = 0x86;
pub(super) const STY: u8 = 0x84;
pub(super) const JMP: u8 = 0x4c;
pub(super) const NOP: u8 = 0xea;
