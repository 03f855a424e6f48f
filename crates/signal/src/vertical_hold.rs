//! A set's vertical hold, which decides whether a frame makes the picture jump or roll. The sets in
//! this crate and the crate `check` use it.

use vcs::television::MAX_SCANLINES;

/// Number of scanlines by which a frame may be longer or shorter than usual without making the
/// picture jump.
// Console report (Stella's issue 150, two owners' sets): 2 lines make no difference, 3 do.
pub const HOLD_TOLERANCE_LINES: f32 = 2.0;
/// Number of lines by which the picture jumps up for each missing line beyond
/// [`HOLD_TOLERANCE_LINES`].
// The same report: the picture jumps by about 40 lines if 3 lines are missing.
const JUMP_PER_MISSING_LINE: f32 = 40.0;
/// Number of lines by which the picture jumps down for each extra line beyond
/// [`HOLD_TOLERANCE_LINES`].
// The same report: the picture jumps by 5 to 10 lines if there are 3 extra lines.
const JUMP_PER_EXTRA_LINE: f32 = 7.5;
/// Fraction of the displacement that remains in the next frame.
// The same report: the jump is over after 5 to 10 frames.
const JUMP_DECAY: f32 = 0.5;
/// Number of frames over which the usual frame length is averaged.
const USUAL_LENGTH_FRAMES: f32 = 4.0;

/// The effect of a frame on the vertical position of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum HoldEffect {
    /// The picture is still.
    Still,
    /// The picture has jumped. It is this many lines too high or, if the number is negative, too
    /// low. It returns to its place over the next frames.
    Jumps(f32),
    /// The set found no vertical sync, so the picture rolls.
    Rolls,
}

/// A set's vertical hold.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Hold {
    /// The usual length of a frame in scanlines; `None` before the first frame.
    usual: Option<f32>,
    jump: f32,
}

impl Hold {
    /// Receives a frame of `scanlines` lines, and returns its effect on the picture. `synced` is
    /// the value of [`Television::synced`](vcs::television::Television::synced) after the frame.
    pub fn receive(&mut self, scanlines: usize, synced: bool) -> HoldEffect {
        if !synced {
            *self = Hold::default();
            return HoldEffect::Rolls;
        }
        let scanlines = scanlines as f32;
        let usual = self.usual.unwrap_or(scanlines);
        let excess = (scanlines - usual).abs() - HOLD_TOLERANCE_LINES;
        self.jump *= JUMP_DECAY;
        if excess > 0.0 {
            let jump = if scanlines < usual {
                JUMP_PER_MISSING_LINE * excess
            } else {
                -JUMP_PER_EXTRA_LINE * excess
            };
            let max_jump = MAX_SCANLINES as f32 / 2.0;
            self.jump = (self.jump + jump).clamp(-max_jump, max_jump);
        }
        self.usual = Some(usual + (scanlines - usual) / USUAL_LENGTH_FRAMES);
        if self.jump.abs() < 0.5 {
            HoldEffect::Still
        } else {
            HoldEffect::Jumps(self.jump)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(lengths: &[usize]) -> Vec<HoldEffect> {
        let mut hold = Hold::default();
        lengths
            .iter()
            .map(|lines| hold.receive(*lines, true))
            .collect()
    }

    #[test]
    fn two_lines_more_or_less_do_not_move_the_picture() {
        let steady = [262, 264, 262, 264, 263, 262, 261, 262];
        assert!(
            effects(&steady)
                .iter()
                .all(|effect| *effect == HoldEffect::Still)
        );
        let alternating = [257, 259, 257, 259, 257, 259];
        assert!(
            effects(&alternating)
                .iter()
                .all(|effect| *effect == HoldEffect::Still)
        );
    }

    #[test]
    fn three_missing_lines_make_the_picture_jump_up_by_40_and_return() {
        let mut lengths = [262; 12];
        lengths[1] = 259;
        let results = effects(&lengths);
        assert_eq!(results[1], HoldEffect::Jumps(40.0));
        assert_eq!(results[2], HoldEffect::Jumps(20.0));
        assert_eq!(results[9..], [HoldEffect::Still; 3]);
        lengths[1] = 265;
        assert_eq!(effects(&lengths)[1], HoldEffect::Jumps(-7.5));
    }

    #[test]
    fn a_permanent_change_of_length_is_accepted_after_some_frames() {
        let mut lengths = [312; 40];
        lengths[..4].fill(262);
        let results = effects(&lengths);
        assert_ne!(results[4], HoldEffect::Still);
        assert_eq!(results[39], HoldEffect::Still);
    }

    #[test]
    fn without_a_sync_the_picture_rolls() {
        assert_eq!(Hold::default().receive(275, false), HoldEffect::Rolls);
    }
}
