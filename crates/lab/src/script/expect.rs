//! Expectations: what must hold, and how it is written.

use super::{Fault, ScriptError, words, words::Words};
use crate::trace::Picture;
use std::{fmt, ops::RangeInclusive};
use vcs::Hash;

/// What must hold. `None` stands for a value that has not been recorded yet.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// The frame of the place as text.
    Picture(Option<Box<Picture>>),
    /// The hash of the frame of the place.
    PictureHash(Option<Hash>),
    /// The hash of all samples so far.
    Audio(Option<Hash>),
    /// RAM at the place.
    Ram(RamWanted),
    /// The instruction in progress begins in this range.
    Pc(Option<(Address, Address)>),
    /// Scanlines of the frame of the place, and of all frames since another.
    FrameLines {
        /// How many.
        lines: Option<RangeInclusive<u16>>,
        /// First frame that must have so many.
        since: Option<u64>,
    },
    /// The chain of frame records so far.
    Chain(Option<Hash>),
}

/// What RAM must hold.
#[derive(Debug, Clone, PartialEq)]
pub enum RamWanted {
    /// All of it, as a hash.
    Hash(Option<Hash>),
    /// Bytes from an address on; `None` is any byte.
    Bytes(Address, Vec<Option<u8>>),
}

/// A number, or a symbol with an offset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// Name in the symbol file.
    pub symbol: Option<String>,
    /// Added to the symbol's value.
    pub offset: u16,
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.symbol, self.offset) {
            (None, offset) if offset < 0x100 => write!(f, "${offset:02X}"),
            (None, offset) => write!(f, "${offset:04X}"),
            (Some(name), 0) => write!(f, "{name}"),
            (Some(name), offset) => write!(f, "{name}+{offset}"),
        }
    }
}

const KINDS: [&str; 6] = ["picture", "audio", "ram", "pc", "frame-lines", "chain"];

/// Reads an expectation, whose first word has been taken; a picture's `|` lines come later.
pub(super) fn expectation(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let kind = words.take();
    let expectation = match kind.text {
        "picture" if words.is_empty() => Expectation::Picture(None),
        "picture" => Expectation::PictureHash(hash(words)?),
        "audio" => Expectation::Audio(hash(words)?),
        "chain" => Expectation::Chain(hash(words)?),
        "ram" => Expectation::Ram(ram(words)?),
        "pc" => Expectation::Pc(pc(words)?),
        "frame-lines" => frame_lines(words)?,
        "" => return Err(words.expected(kind, &format!("one of {}", KINDS.join(", ")))),
        other => return Err(words.error(kind, Fault::unknown(other, &KINDS))),
    };
    words.finish()?;
    Ok(expectation)
}

fn hash(words: &mut Words<'_>) -> Result<Option<Hash>, ScriptError> {
    let word = words.take();
    match (word.text, word.text.parse()) {
        ("?", _) => Ok(None),
        (_, Ok(hash)) => Ok(Some(hash)),
        _ => Err(words.expected(word, "a hash of 16 hexadecimal digits, or `?`")),
    }
}

fn ram(words: &mut Words<'_>) -> Result<RamWanted, ScriptError> {
    let word = words.peek();
    let is_hash = word.text == "?" || word.text.parse::<Hash>().is_ok();
    if is_hash {
        return hash(words).map(RamWanted::Hash);
    }
    words.take();
    let from = address(word.text)
        .filter(|from| from.symbol.is_some() || (0x80..=0xff).contains(&from.offset))
        .ok_or_else(|| words.expected(word, "a hash, a RAM address ($80 to $FF) or a symbol"))?;
    let mut bytes = Vec::new();
    while !words.is_empty() || bytes.is_empty() {
        let word = words.take();
        bytes.push(match (word.text, hex_byte(word.text)) {
            ("..", _) => None,
            (_, Some(byte)) => Some(byte),
            _ => return Err(words.expected(word, "a byte of two hexadecimal digits, or `..`")),
        });
    }
    let room = match from.symbol {
        None => 0x100 - usize::from(from.offset),
        Some(_) => 0x80,
    };
    if bytes.len() > room {
        return Err(words.expected(word, &format!("at most {room} bytes of RAM from here")));
    }
    Ok(RamWanted::Bytes(from, bytes))
}

fn hex_byte(text: &str) -> Option<u8> {
    let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u8::from_str_radix(text, 16).ok())?
}

fn pc(words: &mut Words<'_>) -> Result<Option<(Address, Address)>, ScriptError> {
    let word = words.take();
    if word.text == "?" {
        return Ok(None);
    }
    let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
    match (address(from), address(to)) {
        (Some(from), Some(to)) => Ok(Some((from, to))),
        _ => Err(words.expected(
            word,
            "an address such as $F000, a range $F000..$F0FF or a symbol",
        )),
    }
}

/// A number, or a symbol with `+N`.
fn address(text: &str) -> Option<Address> {
    let numeric = |text| words::number(text).and_then(|number| u16::try_from(number).ok());
    if let Some(offset) = numeric(text) {
        let symbol = None;
        return Some(Address { symbol, offset });
    }
    let (name, offset) = match text.split_once('+') {
        Some((name, offset)) => (name, numeric(offset)?),
        None => (text, 0),
    };
    let mut letters = name.chars();
    let starts = letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '.');
    (starts && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '.')).then(|| Address {
        symbol: Some(name.into()),
        offset,
    })
}

fn frame_lines(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let word = words.take();
    let bound = |text| words::number(text).and_then(|number| u16::try_from(number).ok());
    let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
    let lines = match (word.text, bound(from), bound(to)) {
        ("?", ..) => None,
        (_, Some(from), Some(to)) if from <= to => Some(from..=to),
        _ => return Err(words.expected(word, "a number of scanlines, or a range such as 262..264")),
    };
    let since = match words.accept("since") {
        true => Some(words.number("a frame", u64::MAX)?),
        false => None,
    };
    Ok(Expectation::FrameLines { lines, since })
}
