//! Runs the TIA a scanline at a time, with six rows of bits instead of 228 clocks.
//!
//! `Tia` defines what the chip does; a [`Scanner`] contains a `Tia` and computes the same results
//! with less work. `tests/law.rs`, `tests/tia_law.rs` and the test vectors check that the results
//! are the same. They are, because:
//!
//! 1. `period.rs` has a table of an object's *period*, which is its state at each of its 160
//!    positions. The table is made by clocking the same circuits. An object is *undisturbed* if its
//!    state is the one that its period has for its position, or if it is on a known way there
//!    (rule 2). What it does in a scanline then depends only on its registers and on its position
//!    when the objects' clock begins. Its pixels are its mask (a bit for each position at which it
//!    is on), rotated by that position.
//! 2. Objects do not affect each other. A reset *disturbs* an object. A disturbed object is run
//!    clock by clock in the model of the chip until its state is back in its period; the other
//!    objects are not clocked. After a change of its copies, an object takes a *detour* to its new
//!    period. At the positions of the detour, its row shows the detour's pixels instead of its
//!    mask's.
//! 3. Each register affects only one thing: a graphics register affects one object's row, a color
//!    affects painting, and a volume affects sound. A value written at clock E first shows in pixel
//!    E + 1 (objects), in the first pixel of the group that begins at E + 2 or later (playfield),
//!    or in pixel E (colors). Pixels are numbered by their clocks here, so the first pixel of a
//!    line is 68. Therefore, a write causes work only if it changes the value. The old value is
//!    then applied up to that pixel: the row is drawn, the line is divided into parts to paint, or
//!    the sound is run.
//! 4. An HMOVE pulse during the blank advances an object by one position. In the visible line, a
//!    pulse makes the next clock come half a clock early, so that one pixel shows its right
//!    neighbor. An object receives a pulse every four clocks; its register and the counter
//!    determine how many pulses it receives.
//! 5. Two objects collide if their rows have a pixel in common. The rows are compared up to the
//!    clock of a read, of a write to CXCLR, or of the line's end. During the blank, only pulses
//!    move the objects, so only a few different sets of objects reach the latches.
//! 6. If nothing changes in a line and nothing changed in the visible part of the previous line,
//!    the line repeats the previous one.
//! 7. VBLANK decides only whether pixels are blank and whether objects collide. A write takes
//!    effect one clock later, so the scanner first runs the clock of the write with the old value.
//!    A blank part of the line is painted as a part whose colors are all blank. VBLANK also ends
//!    the right half of score mode (`Tia::output_pixel`).
//!
//! Writes that need the chip itself *settle* the line: RSYNC, a change to RESMPx, some writes while
//! a missile is locked (`locked.rs`), and some writes on unusual revisions of the chip
//! (`needs_chip`). The chip's own fields are brought up to date, and `Tia::step` runs single clocks
//! until [`Scanner::take_over`] can take over again, which is possible only in the blank.
//!
//! While the scanner runs a line, the fields that only `Tia::step` needs are out of date, so the
//! chip is private to `fast/`. Outside of this folder, [`Recurring`](super::Recurring) uses only
//! fields that are up to date while the scanner is waiting: the clock, the latches and the input
//! pins. All other code gets the chip from [`Scanner::settle`].
//!
//! | file | what it does |
//! | --- | --- |
//! | `write.rs` | writes, and which of them change what is shown |
//! | `motion.rs`, `pulses.rs` | HMOVE, and the objects during the blank |
//! | `sprite.rs`, `shown.rs`, `period.rs` | undisturbed objects |
//! | `locked.rs` | missiles locked to their players by RESMPx |
//! | `disturbed.rs`, `objects.rs` | disturbed objects, and how they become undisturbed again |
//! | `detour.rs` | changes of copies |
//! | `scanline.rs`, `row.rs`, `playfield.rs` | the line's rows |
//! | `paint.rs`, `priority.rs`, `collisions.rs` | the colors and collisions of the rows |
//! | `run.rs` | clocks, lines, and the scanner itself |
//! | `sound.rs`, `hsync.rs` | sound, and the horizontal counter |
//! | `repeats.rs` | lines that repeat the previous one |
//! | `take_over.rs` | takes a line over from the chip's own fields |
//! | `settle.rs` | brings the chip's own fields, the line and the sound up to the current clock |
//! | `line_start.rs` | lines that are run after their time has passed |

mod collisions;
mod detour;
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
pub(super) use line_start::{LineStart, READ_FLAG, encode_note, mix};
pub use run::Scanner;
use sets::{members, set};
