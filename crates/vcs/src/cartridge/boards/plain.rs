//! 2K and 4K: up to 4 KiB of ROM and nothing else. A smaller ROM is repeated to fill the window.
//!
//! An image with several games (2IN1 to 128IN1) is split into its games before a board is created.
//! The scheme of each game is chosen separately.

use super::{Access, Answer, Mapper, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plain {
    size: u16,
}

impl Mapper for Plain {
    /// Creates the board. If the image is larger than the ROM, only its first part is used. Such an
    /// image is a dump that contains the same bytes twice.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Plain {
        let max_size = match scheme {
            Scheme::Rom2K => 0x800,
            _ => 0x1000,
        };
        Plain {
            size: rom.len().min(max_size) as u16,
        }
    }

    fn map(&self, window: &mut Window) {
        let size = usize::from(self.size);
        // The window can contain only whole pages, so if the ROM is smaller than a page, the board
        // itself answers each access.
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
