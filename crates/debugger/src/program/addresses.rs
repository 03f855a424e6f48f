//! Maps the machine's addresses to offsets in the image and to the addresses that the source uses.
//! For code that runs in RAM, finds the part of the image from which it was copied.
//!
//! If the code was assembled under, for example, `RORG $90`, its source lines already have the
//! addresses of the copy. Code without RORG is found by comparing bytes.

use super::{Program, Span};
use isa6502::disassemble;
use vcs::{Machine, address::Device};

/// Number of bytes to compare before and after an instruction.
const COMPARED_BYTES: usize = 16;
/// Minimum number of consecutive equal bytes that counts as a match.
const MIN_MATCH: usize = 4;

impl Program {
    /// Returns the image offset of the code at an address; for code copied to RAM, the offset of
    /// the original.
    pub fn offset(&self, machine: &Machine, address: u16) -> Option<usize> {
        let offset = machine.cartridge().offset(address);
        offset.or_else(|| match Device::at(address & 0x1fff) {
            Device::Ram | Device::Cartridge => self.copied_from(machine, address),
            Device::Tia | Device::Riot => None,
        })
    }

    /// Replaces the upper three bits of `address` by those that the source uses in the current
    /// bank: a bank may be assembled for `$D000` or for `$F000`.
    pub fn source_address(&self, machine: &Machine, address: u16) -> u16 {
        let offset = machine.cartridge().offset(address);
        let span = offset.and_then(|offset| Some((offset, self.span_at(offset)?)));
        span.map(|(offset, span)| span.address.wrapping_add((offset - span.offset) as u16))
            .filter(|candidate| (candidate ^ address) & 0x1fff == 0)
            .unwrap_or(address)
    }

    /// Adds the upper three bits to a 13-bit address. They come from the first source line, in any
    /// bank, that has code at this address. If there is none, the upper bits are those of `$F000`
    /// for a cartridge address, otherwise 0.
    pub fn full_address(&self, address: u16) -> u16 {
        let contains = |span: &&Span| distance(address, span.address) < span.length;
        match self.spans.iter().find(contains) {
            Some(span) => span
                .address
                .wrapping_add(distance(address, span.address) as u16),
            None if address & 0x1000 != 0 => address | 0xf000,
            None => address,
        }
    }

    /// Returns the image offset of the code that was copied to an address. Prefers code that the
    /// source assembles for this address with RORG, then the code with the longest run of equal
    /// bytes.
    fn copied_from(&self, machine: &Machine, address: u16) -> Option<usize> {
        let image = machine.cartridge().image();
        let bytes = [0, 1, 2].map(|byte| machine.peek(address.wrapping_add(byte)));
        let instruction = disassemble(address, &bytes);
        let candidate = |span: &Span| {
            let byte = distance(address, span.address);
            let is_assembled_here = byte < span.length;
            let offset = if is_assembled_here {
                span.offset + byte
            } else {
                span.offset
            };
            if image.get(offset) != bytes.first() {
                return None;
            }
            let is_equal = |distance: isize| {
                let byte = offset
                    .checked_add_signed(distance)
                    .and_then(|at| image.get(at));
                byte == Some(&machine.peek(address.wrapping_add_signed(distance as i16)))
            };
            let reach = COMPARED_BYTES as isize;
            let after = (0..reach)
                .take_while(|distance| is_equal(*distance))
                .count();
            let before = (1..reach)
                .take_while(|distance| is_equal(-distance))
                .count();
            let is_match = after >= instruction.bytes().len() && after + before >= MIN_MATCH;
            (is_assembled_here || is_match).then_some((is_assembled_here, after + before, offset))
        };
        let found = self.spans.iter().filter_map(candidate);
        // If several candidates are equally good, choose the first.
        let best = found.reduce(|best, next| match (next.0, next.1) > (best.0, best.1) {
            true => next,
            false => best,
        });
        best.map(|(_, _, offset)| offset)
    }
}

/// Returns the number of bytes from `from` to `address`, as 13-bit addresses.
fn distance(address: u16, from: u16) -> usize {
    usize::from(address.wrapping_sub(from) & 0x1fff)
}
