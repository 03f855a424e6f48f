//! Everything that exists only to make the console faster. You need not read this folder to
//! understand the console: without it, the chips, the bus and the boards would do the same.
//!
//! [`Machine`](crate::Machine) runs this code. If it is not obvious that a file gives the same
//! results as the code outside this folder, the file begins by explaining why it does.
//! `tests/law.rs`, `tests/tia_law.rs` and the test vectors check that the results are the same.
//! `docs/speed.md` has a row for each part, with its lines of code, its speedup, and its tests.
//!
//! ```text
//!   Machine::frame
//!     │ code in plain ROM     │ then other code        │ a read that RDY holds up
//!   run_rom                 run_any_code             skip_stall
//!   RomBus (rom_bus.rs)     AnyCodeBus, resting.rs   stall.rs
//!     └───────────┬───────────┘
//!   run_instructions: a function for each opcode (instructions/); timer_loop.rs
//!                 │ a write to the TIA
//!   RomBus::write_last, write_register ── if the scanner is waiting: only note the write in Memo
//!                 │                       (try_note). When the line ends, it is copied from a
//!                 │                       stored one, or run.
//!                 │ else: bring the TIA's time up to date
//!   Recurring::write (recurring/) ─────── if the scanner has begun to wait: note the write
//!                 │
//!   Scanner::write (scanner/write.rs): a function for each register
//!                 │                    first brings one part of the line up to this clock
//!   Tia::apply: the register's new value
//!                 │ at the line's end
//!   finish_line: rows become pixels (paint.rs) and latches (settle.rs)
//! ```
//!
//! *Plain* ROM consists of bytes of ROM to which an access has no effect on the board. In some
//! lines, the scanner *waits*: time passes, but `write_register` only notes each write (see
//! `recurring/`). In any other line that the scanner runs, and if no missile is locked to its
//! player, a write to RESP0 by plain ROM passes through 14 functions in 8 files, not counting
//! helpers. (If more has to be done than to move the clock, as at the first write after a WSYNC,
//! `write_now` calls `write_after_run`, which first runs the TIA.) The functions are
//! `Machine::frame`, `run_rom`, `run_instructions`, `Running::run`, `Instruction::execute`,
//! `RomBus::write_last`, `write_register`, `write_now`, `Recurring::write`, `Scanner::write`,
//! `strobe_reset`, `disturb`, `Tia::apply`, `Objects::strobe`. In mid-line, `disturb` applies the
//! HMOVE pulses that are due (`motion.rs`), draws the player up to this clock, and copies its state
//! to the chip's own fields (`disturbed.rs`). The chip only records the strobe: it resets the
//! position counter when the player is next drawn, at the end of the line at the latest. After the
//! write, the player is *disturbed*: its state no longer follows from its position. The chip model
//! (`tia`) runs it clock by clock until its state is again the one that `period.rs` has for its
//! position.
//!
//! This folder also contains methods of types from other folders, such as `Hmove` in `pulses.rs`,
//! `Objects` in `objects.rs` and `shown.rs`, and `Console` in `rom_bus.rs`. To list them, run `grep
//! -rn '^impl' src/fast`.
//!
//! Some parts of other modules exist only for this folder. A cartridge has a table that says what
//! an access to each of its ROM bytes affects (`cartridge/quiet.rs`), and its board reports whether
//! it listens to the addresses of the TIA and of RAM. The television can copy a line. It can also
//! discard sound samples while a line is run after its time has passed.
//! `VideoChip` is the TIA's interface to the bus; the chip and [`Recurring`] implement it.
//! Everything else that a board does for speed is in `resting.rs`.
//!
//! [`Recurring`], [`Scanner`] and [`run_instructions`] are public only for tests and benchmarks.

mod any_code;
mod instructions;
mod recurring;
mod resting;
mod rom_bus;
mod scanner;
mod stall;
mod timer_loop;

pub use crate::bus::VideoChip;
pub(crate) use any_code::run_any_code;
pub use instructions::{Code, InstructionBus, Past, run_instructions};
pub(crate) use recurring::Console;
pub use recurring::Recurring;
pub(crate) use rom_bus::run_rom;
pub use scanner::Scanner;
