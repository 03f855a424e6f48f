//! Which writes change what an object shows.
//!
//! A write of a value that a register holds already, or of a register that is not shown (the other
//! one of a vertical delay's pair), changes no pixel, so it needs no redrawing.

use crate::tia::{
    ball::Ball,
    missile::Missile,
    objects::Objects,
    player::Player,
    priority::{BL, M0, M1, P0, P1},
    registers::write::*,
};

impl Objects {
    /// The objects that show something else after a write of a register that is for nothing but
    /// that; none for VSYNC, WSYNC and the inputs' part of VBLANK.
    #[inline]
    pub(crate) fn changed_by(&self, register: u8, data: u8) -> u8 {
        let [player0, player1] = &self.players;
        let [missile0, missile1] = &self.missiles;
        let ball = &self.ball;
        let set = |object: u8, changes: bool| if changes { object } else { 0 };
        match register {
            REFP0 => set(P0, player0.refp_changes(data)),
            REFP1 => set(P1, player1.refp_changes(data)),
            GRP0 => set(P0, player0.grp_changes(data)) | set(P1, player1.copy_changes()),
            GRP1 => {
                let copies = set(P0, player0.copy_changes()) | set(BL, ball.copy_changes());
                copies | set(P1, player1.grp_changes(data))
            }
            ENAM0 => set(M0, missile0.enam_changes(data)),
            ENAM1 => set(M1, missile1.enam_changes(data)),
            ENABL => set(BL, ball.enabl_changes(data)),
            VDELP0 => set(P0, player0.vdelp_changes(data)),
            VDELP1 => set(P1, player1.vdelp_changes(data)),
            VDELBL => set(BL, ball.vdelbl_changes(data)),
            _ => 0,
        }
    }
}

impl Player {
    /// True if this write of REFPx changes what is shown.
    fn refp_changes(&self, data: u8) -> bool {
        self.reflected != (data & 8 != 0)
    }

    /// True if this write of VDELPx changes what is shown.
    fn vdelp_changes(&self, data: u8) -> bool {
        self.delayed != (data & 1 != 0) && self.graphics[0] != self.graphics[1]
    }

    /// True if this write of GRPx changes what is shown.
    fn grp_changes(&self, data: u8) -> bool {
        !self.delayed && self.graphics[0] != data
    }

    /// True if a write of the other player's GRPx changes what is shown.
    fn copy_changes(&self) -> bool {
        self.delayed && self.graphics[0] != self.graphics[1]
    }
}

impl Missile {
    /// True if this write of ENAMx changes what is shown.
    fn enam_changes(&self, data: u8) -> bool {
        self.enabled != (data & 2 != 0)
    }
}

impl Ball {
    /// True if this write of ENABL changes what is shown.
    fn enabl_changes(&self, data: u8) -> bool {
        !self.delayed && self.enabled[0] != (data & 2 != 0)
    }

    /// True if this write of VDELBL changes what is shown.
    fn vdelbl_changes(&self, data: u8) -> bool {
        self.delayed != (data & 1 != 0) && self.enabled[0] != self.enabled[1]
    }

    /// True if a write of GRP1 changes what is shown.
    fn copy_changes(&self) -> bool {
        self.delayed && self.enabled[0] != self.enabled[1]
    }
}
