//! Runs the TIA a scanline at a time: six rows of bits instead of 228 clocks.
//!
//! `Tia` defines what the chip does; a [`Scanner`] contains a `Tia` and computes the same with less
//! work. `tests/law.rs`, `tests/tia_law.rs` and the test vectors check that both have equal
//! results. They are equal because:
//!
//! 1. `period.rs` has tables with a state for each position of an object, which come from clocking
//!    the same circuits. An object whose state is that of its position is *undisturbed*: its
//!    registers, and its position when the objects' clock begins, determine all that it does in a
//!    scanline. Its pixels are its mask (a bit for each position at which it is on), rotated by
//!    that position.
//! 2. Objects do not act on each other. If an object is disturbed (by a reset, or by a change of
//!    copies while it is drawn), it is run clock by clock in the model of the chip until it is back
//!    in its period; the other objects are not clocked.
//! 3. A register acts on one thing: a graphics register on one object's row, a color on the
//!    painting, a volume on the sound. The first pixel with a value that is written at clock E is
//!    pixel E + 1 (objects), the first pixel of the group that begins at E + 2 or later
//!    (playfield), or pixel E (colors). Pixel E is the pixel of clock E; the first pixel of a line
//!    is 68. So there is work to do only when another value replaces the old one: up to this pixel,
//!    the row is drawn, the line divided, or the sound run with the old value.
//! 4. A pulse of HMOVE in the blank advances an object by one position. In the visible line a pulse
//!    makes the next clock half a clock early, so one pixel shows its right neighbor. An object
//!    gets a pulse every four clocks; its register and the counter determine how many pulses it
//!    gets.
//! 5. Collisions are the common pixels of two rows, up to the clock of a read, of CXCLR, or of the
//!    line's end. In the blank only pulses move the objects, so only a few different sets of
//!    objects reach the latches.
//! 6. If nothing changes in a line, and nothing changed in the visible part of the previous line,
//!    the line repeats the previous one.
//! 7. VBLANK only decides whether pixels are blank and whether objects collide, one clock after the
//!    write. So this clock is run first, with the old value. A blank part of the line is painted as
//!    a part whose colors are all blank. A blank also ends score mode's right half
//!    (`Tia::picture`).
//!
//! All other writes (RSYNC, or a change of RESMPx) *settle* the line: the chip's own fields are
//! brought up to this clock, and `Tia::step` runs single clocks until [`Scanner::take_over`] can
//! take over again.
//!
//! While a line is run here, the fields that only `Tia::step` needs are out of date. So the chip is
//! private to `fast/`. Outside of this folder, [`Recurring`](super::Recurring) uses only fields
//! that are up to date while the scanner waits: clock, latches and input pins. All other code gets
//! the chip from [`Scanner::settle`].
//!
//! | file | what it does |
//! | --- | --- |
//! | `write.rs` | writes, and which of them change what is shown |
//! | `motion.rs`, `pulses.rs` | HMOVE, and the objects in the blank |
//! | `sprite.rs`, `shown.rs`, `period.rs` | undisturbed objects |
//! | `locked.rs` | missiles locked to their players |
//! | `disturbed.rs`, `objects.rs` | disturbed objects, and the change between the two states |
//! | `scanline.rs`, `row.rs`, `playfield.rs` | the line's rows |
//! | `paint.rs`, `priority.rs`, `collisions.rs` | the colors and collisions of the rows |
//! | `run.rs` | clocks, lines, and the scanner itself |
//! | `sound.rs`, `hsync.rs` | sound, and the horizontal counter |
//! | `repeats.rs` | lines like the previous one |
//! | `take_over.rs` | takes a line over from the chip's own fields |
//! | `settle.rs` | brings the chip's own fields, the line and the sound up to a clock |
//! | `line_start.rs` | lines whose time passes before they are run |

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
