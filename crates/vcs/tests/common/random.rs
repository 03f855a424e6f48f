//! Random damage.

/// A deterministic source of mischief.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: usize) -> usize {
        (self.next() >> 16) as usize % limit.max(1)
    }

    /// Some bytes changed, some runs moved, the end cut off or more of it.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..=self.below(8) {
            let (at, to) = (self.below(bytes.len()), self.below(bytes.len()));
            match (self.below(12), bytes.is_empty()) {
                (_, true) => bytes.push(0),
                (0, _) => bytes.truncate(at),
                (1, _) => bytes.extend_from_within(at..),
                (2, _) => {
                    let end = (at + self.below(64)).min(bytes.len());
                    let to = to.min(bytes.len() - (end - at));
                    bytes.copy_within(at..end, to);
                }
                (3, _) => bytes[at] = 0xff,
                (4, _) => bytes[at] |= 0x80,
                (5..8, _) => bytes[at] ^= 1 << self.below(8),
                _ => bytes[at] = self.next() as u8,
            }
        }
    }
}
