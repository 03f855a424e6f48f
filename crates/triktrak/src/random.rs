//! Reproducible random numbers: SplitMix64 (Steele, Lea, Flood, 2014).

/// A random number generator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rng(u64);

impl Rng {
    /// Creates a generator. The same seed always gives the same numbers.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// Returns the next random number, from 0 to `limit` - 1. `limit` must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let mixed = mixed ^ mixed >> 31;
        (((mixed >> 32) * limit as u64) >> 32) as usize
    }
}
