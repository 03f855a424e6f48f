//! What the drivers have in common: clocks, memory, and opcodes of the console that they know or
//! show.
//!
//! Sources are the drivers' own code, where nothing else is named.

use super::lpc::RAM;

/// The processor's clock in kHz, as most drivers set it.
pub(super) const KILOHERTZ: u32 = 70_000;
/// Clocks of the processor in a step of the music.
pub(super) const PER_TICK: u64 = 3_501;
/// Clocks that an access to flash takes.
pub(super) const FLASH_WAIT: u8 = 4;
/// Bytes of RAM of the smallest chip.
pub(super) const RAM_BYTES: usize = 0x2000;
/// Where calls find the stack: the driver has pushed nine registers by then.
pub(super) const STACK: u32 = RAM + 0x1fdc - 36;
/// The driver's own work around a call, in clocks. No driver of BUS is public: taken as the same.
pub(super) const OVERHEAD: u64 = 70;

/// Opcodes: immediate loads, stores to the zero page, JMP absolute, NOP.
pub(super) const LDA: u8 = 0xa9;
pub(super) const LDX: u8 = 0xa2;
pub(super) const LDY: u8 = 0xa0;
pub(super) const STA: u8 = 0x85;
pub(super) const STX: u8 = 0x86;
pub(super) const STY: u8 = 0x84;
pub(super) const JMP: u8 = 0x4c;
pub(super) const NOP: u8 = 0xea;
