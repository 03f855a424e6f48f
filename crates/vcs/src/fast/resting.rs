//! Boards that see every access, although few accesses have an effect on them.
//!
//! The board of an ARM cartridge sees each cycle of the bus. But while the board *rests*, an access
//! to a byte of ROM without an [`Effect`], or to an address below the cartridge's window, only
//! changes the board's record of the last access. So the board gets only the last one of these
//! accesses, just before the next access that has an effect. The cartridge's table of effects shows
//! which bytes have no effect. A board that can rest implements [`Resting`] in this file; all other
//! boards never rest.

use super::Code;
use crate::cartridge::{
    Board, Cartridge,
    boards::harmony::{Driver, Harmony},
};
use arm7::harmony::Effect;

/// A board that can rest.
trait Resting {
    /// Returns whether accesses to bytes with [`Effect::None`], and accesses below the window, have
    /// no effect now.
    fn rests(&self) -> bool;

    /// Gives the board the last access that was made while the board rested: the address, and the
    /// byte that the board drove.
    fn record_last_access(&mut self, address: u16, driven: Option<u8>);

    /// Makes two reads while the board rests: the fetch of the opcode `code[0]`, which has
    /// [`Effect::Arms`], at address `at`, and the read of its operand in `cycle`. Returns the byte
    /// that the board drives as the operand. If this byte is the ROM's own, returns `None` and
    /// changes nothing.
    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8>;
}

impl<D: Driver> Resting for Harmony<D> {
    fn rests(&self) -> bool {
        !self.runs_driver() && !self.ours.waits()
    }

    fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        self.ours.record_last_access(address, driven);
    }

    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8> {
        self.ours.load(at, code, cycle, rom)
    }
}

/// Returns the board, if it can rest.
#[inline]
fn resting(board: &mut Board) -> Option<&mut dyn Resting> {
    Some(match board {
        Board::DpcPlus(board) => board,
        Board::Cdf(board) => board,
        #[cfg(feature = "arm-extra")]
        Board::Bus(board) => board,
        _ => return None,
    })
}

impl Cartridge {
    /// Returns whether the board can rest.
    #[inline]
    pub(crate) fn may_rest(&self) -> bool {
        !self.quiet.is_empty()
    }

    /// Returns whether the board rests now.
    #[inline]
    pub(super) fn rests(&mut self) -> bool {
        self.may_rest() && resting(&mut self.board).is_some_and(|board| board.rests())
    }

    /// Returns the instruction at an address of the window, and the number of its operand bytes
    /// whose reads the board need not see. Returns `None` if the board must see the opcode fetch.
    /// Call this only while the board rests. The operand's first byte will be read in `cycle`; if
    /// the board replaces this byte, the board has already handled the read.
    #[inline(always)]
    pub(super) fn code_ahead(&mut self, address: u16, cycle: u64) -> Option<(Code, u8)> {
        let [opcode, low, high] = self.quiet.ahead(address)?;
        let mut operand = u16::from_le_bytes([low as u8, high as u8]);
        let known = match (opcode >> 8, low >> 8, high >> 8) {
            (0, 0, 0) => 2,
            (0, 0, _) => 1,
            (0, _, _) => 0,
            (effect, other, _) => {
                let arms = effect == Effect::Arms as u16 && other != Effect::Acts as u16;
                let code = [opcode as u8, low as u8];
                let board = resting(&mut self.board).filter(|_| arms)?;
                operand = u16::from(board.load(address, code, cycle, &self.rom)?);
                1
            }
        };
        let opcode = opcode as u8;
        Some((Code { opcode, operand }, known))
    }

    /// See [`Resting::record_last_access`].
    pub(super) fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        if let Some(board) = resting(&mut self.board) {
            board.record_last_access(address, driven);
        }
    }
}
