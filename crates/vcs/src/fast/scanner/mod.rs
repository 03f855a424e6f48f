//! Runs the TIA a scanline at a time: six rows of bits instead of 228 clocks.
//!
//! `Tia` is the chip; a [`Scanner`] holds one and only saves work. The law tests and the vectors
//! check that the two are equal. The argument:
//!
//! 1. `period.rs` has tables with a state for each position of an object, which come from clocking
//!    the same circuits. An object whose state is that of its position is *undisturbed*: its
//!    registers, and its position when the objects' clock begins, determine all that it does in a
//!    scanline. It shows its mask, rotated by that position.
//! 2. Objects do not act on each other. If an object is disturbed (by a reset, or by a change of
//!    copies while it is drawn), its own circuits clock it until it is back in its period; the
//!    other objects are not clocked.
//! 3. A register acts on one thing: a graphics register on one object's row, a color on the
//!    painting, a volume on the sound. A value that is written at clock E acts from pixel E + 1 on
//!    (objects), from the first group at E + 2 or later (playfield) or from pixel E (colors). Pixel
//!    E is the pixel of clock E; the first is 68. So the row is drawn, the line divided, or the
//!    sound run up to this pixel with the old value only when another value replaces it.
//! 4. A pulse of HMOVE in the blank advances an object by one position. In the visible line a pulse
//!    makes the next clock half a clock early, so one pixel shows its right neighbor. An object
//!    gets a pulse every four clocks; its register and the counter determine how many.
//! 5. Collisions are the common pixels of two rows, up to the clock of a read, of CXCLR, or of the
//!    line's end. In the blank only pulses move the objects, so few sets of objects are latched.
//! 6. If nothing changes in a line, and nothing changed in the visible part of the previous line,
//!    the line repeats the previous one.
//! 7. VBLANK only decides whether pixels are blank and whether objects collide, one clock after the
//!    write. So this clock is run first, with the old value. A blank part of the line is a part in
//!    which all colors are blank. A blank also ends score mode's right half (`Tia::picture`).
//!
//! All other writes (a change of RESMPx, RSYNC) *settle* the line: the chip's own fields get the
//! values that they have at this clock, and `Tia::step` runs single clocks until
//! [`Scanner::take_over`] can take over again.
//!
//! While a line is run here, some of the chip's fields are out of date: only `Tia::step` needs
//! them. So the chip is private to this folder. [`Recurring`](super::Recurring) uses fields that
//! are always up to date while the scanner waits: clock, latches and input pins. Everybody else
//! gets the chip from [`Scanner::settle`].
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
