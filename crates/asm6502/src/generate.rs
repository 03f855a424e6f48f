//! Bytes: from a statement into the segment and the binary.

use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;
use crate::output::Placed;
use crate::passes::Reason;
use crate::segments::Address;
use crate::symbol_file::address_field;

impl Assembler<'_> {
    /// Puts a block of `count` bytes from [`block`](Self::block) into the segment.
    pub fn generate(&mut self, count: usize) -> Step {
        self.generated = count;
        if count > 1 {
            self.second_byte = self.block[1];
        }
        let segment = self.segments.current();
        let address = segment.origin;
        if !segment.uninitialized {
            self.first_pass_wrote |= self.pass.number == 1;
            if self.pass.redos == 0 && !self.write(address, count)? {
                return Ok(());
            }
        }
        let segment = self.segments.current_mut();
        segment.advance(count);
        let end = segment.origin.value;
        if end as u64 > self.options.address_limit {
            return self.too_large(end);
        }
        Ok(())
    }

    /// Writes the block into the binary; false if there is no address for it.
    fn write(&mut self, address: Address, count: usize) -> Result<bool, Abort> {
        let block = &self.block[..count];
        for &byte in block {
            self.output.checksum += i64::from(byte);
        }
        if self.pass.nothing_written {
            if address.unknown {
                self.redo(Reason::Obscure);
                return Ok(false);
            }
            self.pass.nothing_written = false;
        }
        match self.output.place(address.value, block, self.origin_fill) {
            Placed::Written => {}
            Placed::Backwards(position) => self.reversed(address, position)?,
            Placed::TooFar => self.too_large(address.value)?,
        }
        if self.options.map {
            self.note_bytes(address.value, count);
        }
        Ok(true)
    }

    fn reversed(&mut self, address: Address, position: i64) -> Step {
        let mut text = b"segment: ".to_vec();
        text.extend_from_slice(&self.segments.current().name);
        text.push(b' ');
        let mut field = address_field(address.value, address.unknown);
        if self.segments.current().relocating {
            // dasm takes the mark of RORG for that of an EQM symbol.
            field.replace_range(field.len() - 8.., "eqm     ");
        }
        text.extend_from_slice(field.as_bytes());
        text.extend_from_slice(format!("  vs current org: {position:04x}\n").as_bytes());
        self.messages.console.extend_from_slice(&text);
        self.abort(Code::OriginReversed, String::new())
    }

    pub(crate) fn too_large(&mut self, end: i64) -> Step {
        let limit = self.options.address_limit;
        let detail =
            format!("code segment growing larger ({end}) than max. allowed file size ({limit})\n");
        let code = if self.newer() {
            Code::Internal
        } else {
            Code::Recursion
        };
        self.abort(code, detail)
    }
}
