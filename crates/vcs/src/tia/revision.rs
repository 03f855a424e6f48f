//! Differences between real chips, as independent switches.
//!
//! The quirks were reported one at a time, and it is not known which of them occur together on the
//! same chip, so no field depends on another. Sets of objects use the bits of
//! [`Tia::objects_on`](super::Tia::objects_on). `docs/evidence.md` has the evidence for each field.

use super::priority::{BL, M0, M1, P0, P1};
use serde::{Deserialize, Serialize};

/// The properties of one chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// Objects that miss a regular clock at each HMOVE pulse in the visible line, so that the pulse
    /// moves them one pixel to the right. Default none; on late Juniors and late 7800s, all
    /// objects.
    pub visible_hmove_swallows_clock: u8,
    /// Objects that show their next pixel one clock early at an HMOVE pulse in the visible line.
    /// Default all.
    pub visible_hmove_pixels: u8,
    /// Number of clocks, 0..=3, by which HMOVE pulses in the visible line are late compared with
    /// the netlist.
    pub starfield_phase: u8,
    /// Objects that lose the first pulse of a line if HMOVE was strobed in cycle 72 or 73 of the
    /// previous line. Default none.
    pub late_hmove_loses_pulse: u8,
    /// True if HMOVE in cycle 74 extends the next line's blank. Default true. In the netlist this
    /// is a race condition; the simulation gives false.
    pub hmove74_comb: bool,
    /// Objects that lose a motion pulse that coincides with a reset strobe. Default none.
    pub reset_loses_motion_pulse: u8,
    /// True if a reset strobe near the end of the blank holds an object's position counter for one
    /// more clock. Default false.
    pub reset_blank_edge_late: bool,
    /// The pixel at which the playfield's color changes in score mode.
    pub score_switch: ScoreSwitch,
    /// Clocks, 2 or 3, from the end of a write to PF0..PF2 to the first group of four pixels that
    /// shows the new value.
    pub pf_delay: u8,
    /// Clocks, 0 or 1, from the end of a write to COLUPF to the first pixel in the new color.
    pub colupf_delay: u8,
    /// Clocks, 0 or 1, from the end of a write to COLUBK to the first pixel in the new color.
    pub colubk_delay: u8,
    /// Objects, among the players and the ball, whose delayed register is copied one clock late.
    /// Default none.
    pub late_vdel_copy: u8,
    /// Clocks, 0 or 1, from the end of a write to VDELPx or VDELBL to the first pixel that the
    /// write can change.
    pub vdel_delay: u8,
    /// True if a reset strobe does not interrupt a ball that is being drawn: the current group of
    /// four clocks continues, so a wide ball is stretched. Default true, as in the netlist; if
    /// false, the ball stops and starts again four clocks later, as in emulators.
    pub ball_reset_stretches: bool,
    /// Clocks, 0 or 1, by which reads of the collision latches lag behind the picture. Default 1,
    /// as in the netlist; emulators use 0.
    pub collision_read_delay: u8,
    /// True if undriven bits read as noise instead of the last byte on the bus.
    pub floating_bits_random: bool,
}

/// The pixel at which the right half of the playfield takes player 1's color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum ScoreSwitch {
    /// Pixel 79.
    Pixel79,
    /// Pixel 80.
    #[default]
    Pixel80,
    /// On the real chip, pixel 79 flickers between both players' colors. Here its color alternates
    /// from one scanline to the next.
    Unsteady,
}

/// All five movable objects.
pub(crate) const MOVABLE: u8 = P0 | P1 | M0 | M1 | BL;

impl Revision {
    /// A chip that behaves as the netlist does in simulation.
    pub const NETLIST: Revision = Revision {
        visible_hmove_swallows_clock: 0,
        visible_hmove_pixels: MOVABLE,
        starfield_phase: 0,
        late_hmove_loses_pulse: 0,
        hmove74_comb: false,
        reset_loses_motion_pulse: 0,
        reset_blank_edge_late: false,
        score_switch: ScoreSwitch::Pixel80,
        pf_delay: 2,
        colupf_delay: 0,
        colubk_delay: 0,
        late_vdel_copy: 0,
        vdel_delay: 1,
        ball_reset_stretches: true,
        collision_read_delay: 1,
        floating_bits_random: false,
    };

    /// A chip with the behavior that is reported for most consoles.
    pub const COMMON: Revision = Revision {
        hmove74_comb: true,
        ..Revision::NETLIST
    };
}

impl Default for Revision {
    fn default() -> Self {
        Revision::COMMON
    }
}
