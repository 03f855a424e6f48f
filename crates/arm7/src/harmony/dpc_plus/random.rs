//! The random number register: a linear feedback shift register that can step forward and backward.

/// The value of the register at power-on and after RRESET.
pub(super) const SEED: u32 = 0x2b43_5044;
const TAPS: u32 = 0x10ad_ab1e;

pub(super) fn next(random: u32) -> u32 {
    let rotated = random.rotate_right(11);
    match random >> 10 & 1 {
        0 => rotated,
        _ => rotated ^ TAPS,
    }
}

pub(super) fn previous(random: u32) -> u32 {
    let before = match random >> 31 {
        0 => random,
        _ => random ^ TAPS,
    };
    before.rotate_left(11)
}
