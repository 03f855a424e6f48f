//! Damages bytes at random.

use fastrand::Rng;

/// Makes one to eight random changes, each of which changes a byte, copies a run of bytes, cuts off
/// the end, or repeats the end.
pub fn damage(random: &mut Rng, bytes: &mut Vec<u8>) {
    for _ in 0..=random.usize(..8) {
        if bytes.is_empty() {
            bytes.push(0);
            continue;
        }
        let (start, to) = (random.usize(..bytes.len()), random.usize(..bytes.len()));
        match random.u8(..12) {
            0 => bytes.truncate(start),
            1 => bytes.extend_from_within(start..),
            2 => {
                let end = (start + random.usize(..64)).min(bytes.len());
                let to = to.min(bytes.len() - (end - start));
                bytes.copy_within(start..end, to);
            }
            3 => bytes[start] = 0xff,
            4 => bytes[start] |= 0x80,
            5..8 => bytes[start] ^= 1 << random.u8(..8),
            _ => bytes[start] = random.u8(..),
        }
    }
}
