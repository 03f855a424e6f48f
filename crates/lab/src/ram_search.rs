//! A search for a byte of RAM by its changes.

/// A condition on a byte of RAM: how its value has changed since the previous comparison, or what
/// its value is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RamCondition {
    Changed,
    Same,
    More,
    Less,
    /// The byte has this value now; its previous value does not matter.
    Is(u8),
}

/// A search for a byte of RAM, such as the number of lives left. Each comparison rules out the
/// bytes that do not meet its condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RamSearch {
    previous: [u8; 128],
    /// A mask of the bytes that are still candidates, one bit per byte of RAM.
    candidates: u128,
}

impl RamSearch {
    /// Starts a search in which every byte is a candidate.
    pub fn new(ram: &[u8; 128]) -> RamSearch {
        RamSearch {
            previous: *ram,
            candidates: u128::MAX,
        }
    }

    /// Rules out the bytes that do not meet the condition. `ram` holds the current contents of RAM.
    pub fn narrow(&mut self, condition: RamCondition, ram: &[u8; 128]) {
        for (index, (before, now)) in self.previous.iter().zip(ram).enumerate() {
            let fits = match condition {
                RamCondition::Changed => now != before,
                RamCondition::Same => now == before,
                RamCondition::More => now > before,
                RamCondition::Less => now < before,
                RamCondition::Is(value) => *now == value,
            };
            if !fits {
                self.candidates &= !(1 << index);
            }
        }
        self.previous = *ram;
    }

    /// Returns the addresses of the remaining bytes, $80..=$FF.
    pub fn addresses(&self) -> impl Iterator<Item = u8> {
        let candidates = self.candidates;
        (0..128)
            .filter(move |index| candidates >> index & 1 != 0)
            .map(|index| index + 0x80)
    }

    /// Returns the number of remaining bytes.
    pub fn count(&self) -> usize {
        self.candidates.count_ones() as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_comparison_excludes_bytes() {
        let mut ram = [7; 128];
        let mut search = RamSearch::new(&ram);
        (ram[3], ram[9], ram[20]) = (6, 6, 8);
        search.narrow(RamCondition::Changed, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83, 0x89, 0x94]);
        (ram[3], ram[20]) = (5, 7);
        search.narrow(RamCondition::Less, &ram);
        assert_eq!((search.count(), search.addresses().next()), (2, Some(0x83)));
        ram[20] = 9;
        search.narrow(RamCondition::Same, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83]);
        ram[3] = 9;
        search.narrow(RamCondition::More, &ram);
        assert_eq!(search.count(), 1);
        search.narrow(RamCondition::Is(9), &ram);
        assert_eq!(search.count(), 1);
        search.narrow(RamCondition::Is(8), &ram);
        assert_eq!(search.count(), 0);
    }
}
