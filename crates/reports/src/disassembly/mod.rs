//! Disassembles a cartridge image into a source that assembles to the same bytes.
//!
//! `explore` finds code, data and graphics; `source` writes them.

mod explore;
mod source;

use lab::trace::Symbols;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};
use vcs::Cartridge;

/// The use of a byte in the image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Use {
    /// The use is unknown. The source contains the byte as data.
    #[default]
    Data,
    /// First byte of an instruction.
    Opcode,
    /// A later byte of an instruction.
    Operand,
    /// The program stores the byte to a graphics register of a player or of the playfield. The
    /// source contains the byte as a binary number.
    Graphics,
}

/// A bank: a part of the image that the cartridge's hardware switches as a unit.
#[derive(Debug, Clone)]
struct Bank {
    /// The range of the bank's bytes in the image.
    bytes: Range<usize>,
    /// The address at which the processor sees the first byte of the bank.
    origin: u16,
    /// True if `origin` is known because code in the bank has run.
    origin_is_known: bool,
}

/// An image of one or more banks, and what its bytes are used for.
pub struct Program<'a> {
    image: &'a [u8],
    banks: Vec<Bank>,
    uses: Vec<Use>,
    /// The image offsets that get a label: the targets of branches, jumps and calls, and the
    /// addresses of the symbols.
    targets: BTreeSet<usize>,
    /// The instructions that the program copied to RAM and ran there. The key is the image offset
    /// of an instruction, the value the address at which it ran.
    ram_addresses: BTreeMap<usize, u16>,
    symbols: &'a Symbols,
}

/// The assumed address of the first byte of a bank in which no code has run.
const ORIGIN: u16 = 0xf000;

impl<'a> Program<'a> {
    /// Creates the program for a cartridge's image. At first, every byte counts as data.
    fn new(cartridge: &'a Cartridge, symbols: &'a Symbols) -> Program<'a> {
        let image = cartridge.image();
        let size = cartridge.scheme().bank_size();
        let banks = (0..image.len()).step_by(size).map(|start| Bank {
            bytes: start..image.len().min(start + size),
            origin: ORIGIN,
            origin_is_known: false,
        });
        Program {
            image,
            banks: banks.collect(),
            uses: vec![Use::Data; image.len()],
            targets: BTreeSet::new(),
            ram_addresses: BTreeMap::new(),
            symbols,
        }
    }

    fn is_banked(&self) -> bool {
        self.banks.len() > 1
    }

    /// Returns the number of the bank that contains a byte of the image.
    fn bank_of(&self, offset: usize) -> usize {
        offset / self.banks[0].bytes.len()
    }

    /// Returns the address at which the processor sees a byte of the image.
    fn address(&self, offset: usize) -> u16 {
        let bank = &self.banks[self.bank_of(offset)];
        bank.origin.wrapping_add((offset - bank.bytes.start) as u16)
    }

    /// Returns the image offset of an address, as seen by code in a bank; `None` if the address is
    /// outside that bank.
    fn offset(&self, address: u16, bank: usize) -> Option<usize> {
        let Bank { bytes, origin, .. } = &self.banks[bank];
        if address & 0x1000 == 0 {
            return None;
        }
        // An image without banks that is smaller than 4 KiB is mirrored.
        let from_origin = usize::from(address.wrapping_sub(*origin) & 0x0fff);
        if self.is_banked() {
            (from_origin < bytes.len()).then_some(bytes.start + from_origin)
        } else {
            Some(from_origin % bytes.len())
        }
    }

    /// Compares the image with the bytes that an assembler produced from the source. In each bank,
    /// finds the first instruction that the assembler encoded differently, and makes it data.
    /// Returns true if it changed an instruction.
    pub fn demote_mismatches(&mut self, assembled: &[u8]) -> bool {
        let first_difference = |bank: &Bank| {
            let assembled_bytes = assembled.get(bank.bytes.start..)?;
            let mut pairs = self.image[bank.bytes.clone()].iter().zip(assembled_bytes);
            Some(bank.bytes.start + pairs.position(|(a, b)| a != b)?)
        };
        let differences: Vec<usize> = self.banks.iter().filter_map(first_difference).collect();
        let demoted = differences.into_iter().map(|at| self.demote_at(at));
        demoted.fold(false, |any, one| any | one)
    }

    fn demote_at(&mut self, offset: usize) -> bool {
        let Some(start) = (0..=offset).rev().find(|at| self.uses[*at] != Use::Operand) else {
            return false;
        };
        if self.uses[start] != Use::Opcode {
            return false;
        }
        self.uses[start] = Use::Data;
        self.ram_addresses.remove(&start);
        let operands = self.uses[start + 1..].iter_mut();
        operands
            .take_while(|byte_use| **byte_use == Use::Operand)
            .for_each(|byte_use| *byte_use = Use::Data);
        true
    }
}
