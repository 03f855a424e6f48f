//! Reproducible random numbers.

/// SplitMix64 (public domain, Sebastiano Vigna).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn word(&mut self) -> u32 {
        self.next() as u32
    }

    pub fn below(&mut self, bound: u32) -> u32 {
        self.word() % bound
    }

    pub fn one_in(&mut self, chances: u32) -> bool {
        self.below(chances) == 0
    }

    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u32) as usize]
    }
}
