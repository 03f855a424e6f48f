//! A search for a byte of RAM by its changes.

/// A condition on a byte of RAM: how its value has changed since the previous comparison, or what
/// its value is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Difference {
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
    last: [u8; 128],
    /// A mask of the bytes that are still candidates, one bit per byte of RAM.
    left: u128,
}

impl RamSearch {
    /// Starts a search in which every byte is a candidate.
    pub fn new(ram: &[u8; 128]) -> RamSearch {
        RamSearch {
            last: *ram,
            left: u128::MAX,
        }
    }

    /// Rules out the bytes that do not meet the condition. `ram` holds the current contents of RAM.
    pub fn narrow(&mut self, difference: Difference, ram: &[u8; 128]) {
        for (at, (before, now)) in self.last.iter().zip(ram).enumerate() {
            let fits = match difference {
                Difference::Changed => now != before,
                Difference::Same => now == before,
                Difference::More => now > before,
                Difference::Less => now < before,
                Difference::Is(value) => *now == value,
            };
            if !fits {
                self.left &= !(1 << at);
            }
        }
        self.last = *ram;
    }

    /// Returns the addresses of the remaining bytes, $80..=$FF.
    pub fn addresses(&self) -> impl Iterator<Item = u8> {
        let left = self.left;
        (0..128)
            .filter(move |at| left >> at & 1 != 0)
            .map(|at| at + 0x80)
    }

    /// Returns the number of remaining bytes.
    pub fn count(&self) -> usize {
        self.left.count_ones() as usize
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
        search.narrow(Difference::Changed, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83, 0x89, 0x94]);
        (ram[3], ram[20]) = (5, 7);
        search.narrow(Difference::Less, &ram);
        assert_eq!((search.count(), search.addresses().next()), (2, Some(0x83)));
        ram[20] = 9;
        search.narrow(Difference::Same, &ram);
        assert_eq!(search.addresses().collect::<Vec<_>>(), [0x83]);
        ram[3] = 9;
        search.narrow(Difference::More, &ram);
        assert_eq!(search.count(), 1);
        search.narrow(Difference::Is(9), &ram);
        assert_eq!(search.count(), 1);
        search.narrow(Difference::Is(8), &ram);
        assert_eq!(search.count(), 0);
    }
}
