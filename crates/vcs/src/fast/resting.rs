//! Boards that observe every access, although few accesses affect them.
//!
//! The board of an ARM cartridge observes every bus cycle. While it *rests*, though, two kinds of
//! access change nothing but the board's record of the last access: accesses to a ROM byte without
//! an [`Effect`], and accesses to an address below the cartridge's window. Therefore, the board is
//! told only about the last such access, just before the next access that has an effect. The
//! cartridge's table of effects lists the bytes that have none. Only boards with our driver for a
//! Harmony cartridge can rest.

use super::Code;
use crate::cartridge::{
    Board, Cartridge,
    boards::harmony::{Driver, Harmony},
};
use arm7::harmony::{self, Effect};

/// Returns the driver of ours that a board runs. Returns `None` if the board never rests, or if it
/// runs the driver in its image.
fn our_driver(board: &mut Board) -> Option<&mut dyn harmony::Cartridge> {
    match board {
        Board::DpcPlus(board) => our_harmony_driver(board),
        Board::Cdf(board) => our_harmony_driver(board),
        #[cfg(feature = "arm-extra")]
        Board::Bus(board) => our_harmony_driver(board),
        _ => None,
    }
}

fn our_harmony_driver<D: Driver>(board: &mut Harmony<D>) -> Option<&mut dyn harmony::Cartridge> {
    match board.runs_image_driver() {
        true => None,
        false => Some(&mut *board.ours),
    }
}

impl Cartridge {
    /// Returns true if the board is one that can rest, whether or not it rests now.
    pub(crate) fn can_rest(&self) -> bool {
        !self.quiet.is_empty()
    }

    /// Returns true if the board rests now: accesses to bytes with [`Effect::None`], and accesses
    /// below the window, have no effect.
    pub(super) fn is_at_rest(&mut self) -> bool {
        self.can_rest()
            && our_driver(&mut self.board).is_some_and(|driver| !driver.is_armed_or_running())
    }

    /// Returns the instruction at an address in the window, and how many of its operand bytes can
    /// be read without telling the board. Returns `None` if the board must observe the opcode
    /// fetch. The operand's first byte will be read in `cycle`. If the board replaces that byte, it
    /// has already handled the read when this function returns. Must be called only while the board
    /// rests.
    pub(super) fn code_ahead(&mut self, address: u16, cycle: u64) -> Option<(Code, u8)> {
        let [opcode, low, high] = self.quiet.ahead(address)?;
        let mut operand = u16::from_le_bytes([low as u8, high as u8]);
        let known = match (opcode >> 8, low >> 8, high >> 8) {
            (0, 0, 0) => 2,
            (0, 0, _) => 1,
            (0, _, _) => 0,
            (effect, other, _) => {
                let arms = effect == Effect::Arms as u16 && other != Effect::Direct as u16;
                let code = [opcode as u8, low as u8];
                let driver = our_driver(&mut self.board).filter(|_| arms)?;
                operand = u16::from(driver.load(address, code, cycle, &self.rom)?);
                1
            }
        };
        let opcode = opcode as u8;
        Some((Code { opcode, operand }, known))
    }

    /// Tells the board about the last access that was made while it was resting: the address, and
    /// the byte that the board drove.
    pub(super) fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        if let Some(driver) = our_driver(&mut self.board) {
            driver.record_last_access(address, driven);
        }
    }
}
