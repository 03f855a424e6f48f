//! The TIA, a scanline at a time: six rows of bits in place of 228 clocks.
//!
//! `Tia` is the chip; a [`Scanner`] holds one and only saves work. The law tests and the vectors
//! check that the two are equal. The argument:
//!
//! 1. An object whose state is that of its position in `period.rs`, whose tables are made by
//!    clocking the same circuits, is undisturbed: all it does in a scanline follows from its
//!    position when the objects' clock begins and from its registers. What it shows is its mask,
//!    rotated by that position.
//! 2. Objects do not act on each other. A disturbed one (by a reset, or by a change of copies in
//!    mid-draw) is clocked by its own circuits until it is back in its period, and the others are
//!    not.
//! 3. A register acts on one thing: a graphics register on one object's row, a color on the
//!    painting, a volume on the sound. What is written at clock E acts from pixel E + 1 on
//!    (objects), from the first group at E + 2 or later (playfield) or from pixel E (colors), where
//!    pixel E is the one of clock E, and 68 is the first. So each row is drawn, the line divided or
//!    the sound run up to there with the old value when another value replaces it, and only then.
//! 4. A pulse of HMOVE in the blank is one position more. In the visible line it is the clock that
//!    was due, half a clock early, and so one pixel that shows its right neighbor. How many pulses
//!    an object gets, one every four clocks, follows from its register and the counter.
//! 5. Collisions are the pixels that two rows have in common, taken up to the clock of a read, of
//!    CXCLR, or of the line's end. In the blank only pulses move the objects, and the sets that are
//!    latched are few.
//! 6. A line in which nothing changes, after one in whose visible part nothing changed, is the same
//!    line again.
//!
//! All other writes (a change of VBLANK or RESMPx, RSYNC) *settle* the line: the chip's own fields
//! get the values that they have at this clock, and `Tia::step` runs single clocks until
//! [`Scanner::take_over`] can take over again.
//!
//! While a line is run here, some of the chip's fields are out of date: only `Tia::step` needs
//! them. So the chip is private: [`Scanner::settle`] is the only way to it.
//!
//! | file | what it does |
//! | --- | --- |
//! | `write.rs` | writes, and which of them change what is shown |
//! | `motion.rs`, `pulses.rs` | HMOVE, and the objects in the blank |
//! | `sprite.rs`, `shown.rs`, `period.rs` | undisturbed objects |
//! | `locked.rs` | missiles locked to their players |
//! | `disturbed.rs`, `objects.rs` | disturbed objects, and the way between the two |
//! | `scanline.rs`, `row.rs`, `playfield.rs` | the line's rows |
//! | `paint.rs`, `priority.rs`, `collisions.rs` | their colors and collisions |
//! | `run.rs` | clocks, lines, and the scanner itself |
//! | `sound.rs`, `hsync.rs` | sound, and the horizontal counter |
//! | `repeats.rs` | lines like the previous one |
//! | `take_over.rs` | the way from the chip |
//! | `settle.rs` | the way back to the chip; finishes the line and the sound up to a clock |
//! | `line_start.rs` | lines that pass before they are run |

mod collisions;
mod disturbed;
mod hsync;
mod line_start;
mod locked;
mod motion;
mod objects;
mod paint;
mod period;
mod playfield;
mod priority;
mod pulses;
mod repeats;
mod row;
mod run;
mod scanline;
mod sets;
mod settle;
mod shown;
mod sound;
mod sprite;
mod take_over;
mod write;

use hsync::{LAST_BLANK, next_group};
pub(super) use line_start::{LineStart, READ, mix, note};
pub use run::Scanner;
use sets::{members, set};
