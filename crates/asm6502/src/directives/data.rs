//! `DC` and its names, `DV`, `DS`, `HEX`.

use std::rc::Rc;

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::{Context, Done, Item};
use crate::line::Line;
use crate::parser::Suffix;
use crate::passes::Reason;
use crate::symbols::{Content, SymbolId};
use crate::text::lossy;

/// Blocks are placed in pieces of this size.
pub(super) const CHUNK: usize = 1024;

/// Size of a data element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Size {
    Byte,
    Word,
    Long,
    /// A word in the other byte order.
    Swapped,
}

impl Size {
    fn of(line: &Line) -> Size {
        match Suffix::parse(line.suffix()) {
            Some(Suffix::Word | Suffix::WordX | Suffix::WordY) => Size::Word,
            Some(Suffix::Long) => Size::Long,
            Some(Suffix::Swapped) => Size::Swapped,
            _ => Size::Byte,
        }
    }

    fn bytes(self) -> usize {
        match self {
            Size::Byte => 1,
            Size::Word | Size::Swapped => 2,
            Size::Long => 4,
        }
    }
}

pub(super) fn dc(assembler: &mut Assembler, line: &Line) -> Step {
    let size = Size::of(line);
    assembler.data(line, size)
}

pub(super) fn byte(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.shown.suffix = Some(b"b");
    assembler.data(line, Size::Byte)
}

pub(super) fn word(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.shown.suffix = Some(b"w");
    assembler.data(line, Size::Word)
}

pub(super) fn long(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.shown.suffix = Some(b"l");
    assembler.data(line, Size::Long)
}

pub(super) fn dv(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    let operand = line.operand();
    let length = operand
        .iter()
        .position(|&byte| byte == b' ')
        .unwrap_or(operand.len());
    let (name, list) = operand.split_at(length);
    let name = name.to_vec();
    let Some(id) = assembler.find_symbol(&name) else {
        assembler.say("EQM label not found\n");
        return Ok(());
    };
    let text = assembler.symbols.text(id).cloned();
    let (Some(text), Content::Eqm) = (text, assembler.symbols.get(id).content) else {
        assembler.say("must specify EQM label for DV\n");
        return Ok(());
    };
    let size = Size::of(line);
    let items = assembler.evaluate(list, Context::Data)?;
    assembler.data_through(&items, size, &text)
}

pub(super) fn ds(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    let size = Size::of(line);
    let items = assembler.evaluate_line(line, Context::Data)?;
    let fill = items.get(1).map_or(0, |item| item.value);
    let fill_unknown = items.get(1).is_some_and(|item| item.unknown);
    assembler.redo_if(fill_unknown, Reason::Ds);
    if items[0].unknown {
        assembler.redo(Reason::Ds);
        return Ok(());
    }
    if items[0].value < 0 {
        return assembler.abort(Code::OriginReversed, String::new());
    }
    assembler.warn_of_lost_bits(fill, size.bytes(), line);
    let bytes = (items[0].value as u64).saturating_mul(size.bytes() as u64);
    assembler.fill(bytes, fill, size)
}

pub(super) fn hex(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    assembler.block.clear();
    let digits = line.operand();
    let mut at = 0;
    while at < digits.len() {
        if digits[at] == b' ' {
            at += 1;
            continue;
        }
        let pair = (digits[at], digits.get(at + 1).copied().unwrap_or(0));
        let high = assembler.hex_digit(pair.0, digits, at);
        let low = assembler.hex_digit(pair.1, digits, at + 1);
        if at + 1 >= digits.len() {
            break;
        }
        assembler.block.push(high << 4 | low);
        at += 2;
    }
    let count = assembler.block.len();
    assembler.generate(count)?;
    assembler.check_table(line);
    Ok(())
}

impl Assembler<'_> {
    fn hex_digit(&mut self, digit: u8, text: &[u8], at: usize) -> u8 {
        match char::from(digit).to_digit(16) {
            Some(value) => value as u8,
            None => {
                let mut detail = b"Bad Hex Digit ".to_vec();
                if digit != 0 {
                    detail.push(digit);
                }
                self.error_at(Code::Syntax, detail, text, at);
                self.say("(Must be a valid hex digit)\n");
                self.listing.push(b"(Must be a valid hex digit)\n");
                0
            }
        }
    }

    fn data(&mut self, line: &Line, size: Size) -> Step {
        self.program_label(line);
        if let Some(value) = self.evaluate_simple(line) {
            self.block.clear();
            self.push_item(&value.into(), size, line);
        } else if !self.usual_data(line, size) {
            let items = self.evaluate(line.operand(), Context::Data)?;
            self.block.clear();
            for item in &items {
                self.push_item(item, size, line);
            }
        }
        let count = self.block.len();
        self.generate(count)?;
        self.check_table(line);
        Ok(())
    }

    /// Puts the items into the block if there is nothing to say about them.
    fn usual_data(&mut self, line: &Line, size: Size) -> bool {
        if self.options.warnings.truncated || (self.options.strict && size == Size::Word) {
            return false;
        }
        let little = self.writes_little(size);
        let mut block = std::mem::take(&mut self.block);
        block.clear();
        let mut unknown = 0;
        let done = self.run_line(line, Context::Data, |done| {
            match done {
                Done::Value(item) => {
                    unknown += u32::from(item.unknown);
                    if size != Size::Byte {
                        push_element(&mut block, item.value, size, little);
                    } else if (-255..=255).contains(&item.value) {
                        block.push(item.value as u8);
                    } else {
                        return false;
                    }
                }
                Done::Text(start, end) if size == Size::Byte => {
                    block.extend_from_slice(&line.operand()[start..end]);
                }
                Done::Text(start, end) => {
                    for &byte in &line.operand()[start..end] {
                        push_element(&mut block, i64::from(byte), size, little);
                    }
                }
            }
            true
        });
        self.block = block;
        if done.is_some() {
            for _ in 0..unknown {
                self.redo(Reason::Dc);
            }
        }
        done.is_some()
    }

    fn push_item(&mut self, item: &Item, size: Size, line: &Line) {
        self.redo_if(item.unknown, Reason::Dc);
        match &item.text {
            None => {
                self.check_element(item.value, size, line);
                self.push_element(item.value, size);
            }
            Some(text) => {
                for &byte in text.iter() {
                    self.push_element(i64::from(byte), size);
                }
            }
        }
    }

    fn data_through(&mut self, items: &[Item], size: Size, text: &Rc<[u8]>) -> Step {
        let mut block = Vec::new();
        for item in items {
            self.redo_if(item.unknown, Reason::Dv);
            let values: Vec<i64> = match &item.text {
                Some(text) => text.iter().map(|&byte| i64::from(byte)).collect(),
                None => vec![item.value],
            };
            for value in values {
                let current = self.symbols.get_mut(SymbolId::ITEM);
                // dasm hands the item on in 32 bits.
                current.value = i64::from(value as i32);
                current.unknown = item.unknown;
                current.content = Content::Number;
                let result = self.evaluate_one(text)?;
                self.redo_if(result.unknown, Reason::DvText);
                // Characters of strings are not checked, and of numbers only 32 bits.
                if size == Size::Byte
                    && item.text.is_none()
                    && !(-255..=255).contains(&(result.value as i32))
                {
                    let detail = format!("byte dv {}", result.value);
                    self.error_at(Code::ByteRange, detail, b"", 0);
                }
                self.block.clear();
                self.push_element(result.value, size);
                block.extend_from_slice(&self.block);
            }
        }
        self.block = block;
        let count = self.block.len();
        self.generate(count)
    }

    fn check_element(&mut self, value: i64, size: Size, line: &Line) {
        let limit = match size {
            Size::Byte => 0xff,
            Size::Word => 0xffff,
            Size::Swapped | Size::Long => i64::MAX,
        };
        if !(-limit..=limit).contains(&value) && (size == Size::Byte || self.options.strict) {
            let name = lossy(line.operation()).to_ascii_lowercase();
            let name = name.trim_start_matches('.');
            let (code, unit) = match size {
                Size::Byte => (Code::ByteRange, "byte"),
                _ => (Code::WordRange, "word"),
            };
            self.error_at(code, format!("{unit} {name} {value}"), line.operand(), 0);
        } else {
            self.warn_of_lost_bits(value, size.bytes(), line);
        }
    }

    /// Warns of a value that is neither a signed nor an unsigned number of so many bytes.
    pub fn warn_of_lost_bits(&mut self, value: i64, bytes: usize, line: &Line) {
        let bits = 8 * bytes;
        if self.options.warnings.truncated && !(-(1 << (bits - 1))..1 << bits).contains(&value) {
            let message = format!("the value {value} loses bits: it has room for {bits}");
            let help = "cut it with & if that is what you want";
            self.warn_at(message, line, line.fields.operand.start(), Some(help));
        }
    }

    /// True if elements of that size begin with their low byte.
    fn writes_little(&self, size: Size) -> bool {
        self.processor_chosen != (size == Size::Swapped)
    }

    /// Adds an element to the block, in the byte order of the processor.
    fn push_element(&mut self, value: i64, size: Size) {
        let little = self.writes_little(size);
        push_element(&mut self.block, value, size, little);
    }

    fn fill(&mut self, bytes: u64, fill: i64, size: Size) -> Step {
        if bytes == 0 {
            return Ok(());
        }
        self.block.clear();
        for _ in 0..CHUNK / size.bytes() {
            self.push_element(fill, size);
        }
        self.second_byte = self.block[1];
        self.generate_chunks(bytes)
    }

    /// Fills with a byte.
    pub(super) fn fill_bytes(&mut self, count: u64, fill: u8) -> Step {
        self.block.clear();
        self.block.resize(CHUNK, fill);
        self.second_byte = fill;
        self.generate_chunks(count)
    }

    /// Places the prepared chunk as often as needed, the last one cut short.
    fn generate_chunks(&mut self, bytes: u64) -> Step {
        let mut left = bytes;
        loop {
            let count = left.min(CHUNK as u64) as usize;
            if count == 0 {
                return Ok(());
            }
            self.generate(count)?;
            left -= count as u64;
        }
    }
}

fn push_element(block: &mut Vec<u8>, value: i64, size: Size, little: bool) {
    let [a, b, c, d, ..] = value.to_le_bytes();
    match (size, little) {
        (Size::Byte, _) => block.push(a),
        (Size::Word | Size::Swapped, true) => block.extend_from_slice(&[a, b]),
        (Size::Word | Size::Swapped, false) => block.extend_from_slice(&[b, a]),
        (Size::Long, true) => block.extend_from_slice(&[a, b, c, d]),
        (Size::Long, false) => block.extend_from_slice(&[d, c, b, a]),
    }
}
