use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// Nothing but ROM of up to 4 KiB; a smaller one repeats.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain {
    size: u16,
}

impl Plain {
    /// A dump may hold the same bytes twice: the first ones count.
    pub fn new(scheme: Scheme, size: usize) -> Plain {
        let largest = match scheme {
            Scheme::Rom2K => 0x800,
            _ => 0x1000,
        };
        Plain {
            size: size.min(largest) as u16,
        }
    }
}

impl Mapper for Plain {
    fn map(&self, window: &mut Window) {
        let size = usize::from(self.size);
        // An image smaller than a page is asked for byte by byte.
        if size < 0x100 {
            return window.unmap(0, 0x1000);
        }
        for start in (0..0x1000).step_by(size) {
            window.map(start, size, 0);
        }
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        Answer {
            byte: self.peek(access.address, rom),
            switched: false,
        }
    }

    fn peek(&self, address: u16, rom: &[u8]) -> Option<u8> {
        rom.get(usize::from(address % self.size.max(1))).copied()
    }

    fn identity(&self) -> (usize, usize) {
        (usize::from(self.size), 0)
    }
}
