//! The bus: everything the processor is connected to. `Console` implements the processor's
//! [`Bus`](crate::cpu::Bus); a write to the TIA goes through `write_tia`.
//!
//! **Addresses.** [`Device`](crate::address::Device) decodes them: the cartridge, the TIA, the
//! RIOT's RAM or its registers.
//!
//! **Time.** A cycle is three color clocks. An access happens at the end of the cycle, after the
//! third clock; the delays of registers are counted from there. The TIA lags behind the processor.
//! It catches up before each access to it, before the host's input changes, before its state is
//! read, and at the *horizon*: the end of the first scanline that can end the frame. So a frame
//! ends in the same cycle no matter how often the TIA was accessed. The RIOT's timer is computed
//! from the cycle count. Accesses to RAM and ROM involve neither the TIA nor the timer.
//!
//! **RDY.** After a write to WSYNC in cycle n of a scanline, RDY is low at the end of cycles n+1 to
//! 75. A read in one of these cycles is repeated in the next cycle. Only the TIA and the RIOT see
//! the repeated reads. A cartridge has neither a clock nor an R/W line, so it sees a single access
//! as long as the address does not change. The length of the stall is also computed from the cycle
//! count. The write to WSYNC reaches the TIA only if the TIA must catch up before the line ends.

mod clock;
mod console;
mod step;
mod time;
mod video;

pub(crate) use clock::{CLOCKS_PER_CYCLE, Clock};
pub(crate) use console::{Console, WithoutTiaWrites};
pub use step::{BeforeStep, Step};
pub use video::VideoChip;
