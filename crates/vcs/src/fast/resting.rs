//! Boards that watch every access, but of which few accesses have an effect.
//!
//! A board with an ARM's driver sees each cycle of the bus, but as long as it *rests*, an access to
//! a byte of ROM without an [`Effect`], or below the window, only tells it the last address. So the
//! board receives only the last of such accesses, just before the next access that has an effect.
//! The cartridge's table of effects says which bytes have none. A board that can rest implements
//! this trait, in this file; all other boards never rest.

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

    /// Tells the board the last access that was made while the board rested: the address, and the
    /// byte that the board drove.
    fn record_last_access(&mut self, address: u16, driven: Option<u8>);

    /// Fetches the opcode `code[0]`, which has [`Effect::Arms`], at an address while the board
    /// rests, and its operand in `cycle`. Returns the byte that the board drives as operand. If
    /// this is the byte of the ROM, returns `None` and changes nothing.
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

    /// Returns the code at an address of the window, while the board rests, and the number of bytes
    /// of its operand that the board need not see; `None` if the board must see the opcode. The
    /// operand's first byte will be read in `cycle`. If the board replaces the operand, the board
    /// has already handled this read.
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
