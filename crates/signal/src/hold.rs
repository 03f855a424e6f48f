//! A set's vertical hold, which decides whether a frame makes the picture jump or roll. The sets in
//! this crate and the crate `check` use it.

use vcs::television::MAX_SCANLINES;

/// Number of scanlines by which a frame may be longer or shorter than usual without making the
/// picture jump.
// Console report (Stella's issue 150, two owners' sets): 2 lines make no difference, 3 do.
pub const HELD_LINES: f32 = 2.0;
/// Number of lines by which the picture jumps up for each missing line beyond [`HELD_LINES`].
// The same report: the picture jumps by about 40 lines if 3 lines are missing.
const JUMP_SHORT: f32 = 40.0;
/// Number of lines by which the picture jumps down for each extra line beyond [`HELD_LINES`].
// The same report: the picture jumps by 5 to 10 lines if there are 3 extra lines.
const JUMP_LONG: f32 = 7.5;
/// Fraction of the displacement that remains in the next frame.
// The same report: the jump is over after 5 to 10 frames.
const LEFT: f32 = 0.5;
/// Number of frames over which the usual frame length is averaged.
const USUAL_FRAMES: f32 = 4.0;

/// The effect of a frame on the vertical position of the picture.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Held {
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
    pub fn frame(&mut self, scanlines: usize, synced: bool) -> Held {
        if !synced {
            *self = Hold::default();
            return Held::Rolls;
        }
        let scanlines = scanlines as f32;
        let usual = self.usual.unwrap_or(scanlines);
        let beyond = (scanlines - usual).abs() - HELD_LINES;
        self.jump *= LEFT;
        if beyond > 0.0 {
            let jump = if scanlines < usual {
                JUMP_SHORT * beyond
            } else {
                -JUMP_LONG * beyond
            };
            let most = MAX_SCANLINES as f32 / 2.0;
            self.jump = (self.jump + jump).clamp(-most, most);
        }
        self.usual = Some(usual + (scanlines - usual) / USUAL_FRAMES);
        if self.jump.abs() < 0.5 {
            Held::Still
        } else {
            Held::Jumps(self.jump)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(lengths: &[usize]) -> Vec<Held> {
        let mut hold = Hold::default();
        lengths
            .iter()
            .map(|lines| hold.frame(*lines, true))
            .collect()
    }

    #[test]
    fn two_lines_more_or_less_are_held() {
        let steady = [262, 264, 262, 264, 263, 262, 261, 262];
        assert!(all(&steady).iter().all(|held| *held == Held::Still));
        let alternating = [257, 259, 257, 259, 257, 259];
        assert!(all(&alternating).iter().all(|held| *held == Held::Still));
    }

    #[test]
    fn three_lines_less_jump_up_by_40_and_come_back() {
        let mut lengths = [262; 12];
        lengths[1] = 259;
        let held = all(&lengths);
        assert_eq!(held[1], Held::Jumps(40.0));
        assert_eq!(held[2], Held::Jumps(20.0));
        assert_eq!(held[9..], [Held::Still; 3]);
        lengths[1] = 265;
        assert_eq!(all(&lengths)[1], Held::Jumps(-7.5));
    }

    #[test]
    fn a_permanent_change_of_length_is_held_after_some_frames() {
        let mut lengths = [312; 40];
        lengths[..4].fill(262);
        let held = all(&lengths);
        assert_ne!(held[4], Held::Still);
        assert_eq!(held[39], Held::Still);
    }

    #[test]
    fn without_a_sync_the_picture_rolls() {
        assert_eq!(Hold::default().frame(275, false), Held::Rolls);
    }
}
