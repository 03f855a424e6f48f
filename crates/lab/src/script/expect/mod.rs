//! Parses expectations.

mod address;
mod expectation;
mod picture;

use super::{Fault, ScriptError, words, words::Words};
use crate::trace::symbols::tia_write_register_names;
pub use address::{Address, Relation, RequiredValue};
pub use expectation::{Expectation, RequiredByte, RequiredRam};
use vcs::Hash;

/// All kinds of expectation.
pub(super) const KINDS: [&str; 13] = [
    "picture",
    "audio",
    "ram",
    "pc",
    "frame-lines",
    "chain",
    "shown",
    "tia",
    "collision",
    "stack",
    "cycles",
    "bank",
    "arm-fault",
];
/// The kinds of expectation that `wait until` accepts.
pub(super) const WAIT_KINDS: [&str; 5] = ["ram", "pc", "tia", "collision", "bank"];
/// The names of the objects, in the order of their bits in the TIA's output.
pub(super) const OBJECTS: [&str; 6] = ["p0", "m0", "p1", "m1", "bl", "pf"];
/// The default for the first frame in which the stack pointer is checked. Frame 0 is not checked,
/// because programs often clear RAM there by pushing, which moves the stack pointer through all of
/// RAM.
const DEFAULT_STACK_SINCE: u64 = 1;

/// Reads the words after `expect`. The `|` lines of a picture are not read here; the parser reads
/// them later.
pub(super) fn expectation(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let kind = words.next_word();
    let expectation = match kind.text {
        "picture" => picture::picture(words)?,
        "audio" => {
            let (hash, since) = (words.hash()?, since(words)?.unwrap_or(0));
            Expectation::Audio { hash, since }
        }
        "chain" => {
            let (hash, since) = (words.hash()?, since(words)?.unwrap_or(0));
            Expectation::Chain { hash, since }
        }
        "shown" => {
            let (hash, since) = (words.hash()?, since(words)?.unwrap_or(0));
            Expectation::Shown { hash, since }
        }
        "frame-lines" => frame_lines(words)?,
        "stack" => {
            let wanted = RequiredValue::parse(words, "an address")?;
            let since = since(words)?.unwrap_or(DEFAULT_STACK_SINCE);
            Expectation::Stack { wanted, since }
        }
        "cycles" => cycles(words)?,
        "arm-fault" => {
            words.choice(&[("none", ())])?;
            Expectation::NoArmFault
        }
        "" => return Err(words.expected(kind, &format!("one of {}", KINDS.join(", ")))),
        other => match state_expectation(other, words)? {
            Some(expectation) => expectation,
            None => return Err(words.error(kind, Fault::unknown(other, &KINDS))),
        },
    };
    words.finish()?;
    Ok(expectation)
}

/// Reads the condition of `wait until`. Stops at the word `within`.
pub(super) fn condition(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let kind = words.next_word();
    match state_expectation(kind.text, words)? {
        Some(expectation) => Ok(expectation),
        None if kind.text.is_empty() => {
            Err(words.expected(kind, &format!("one of {}", WAIT_KINDS.join(", "))))
        }
        None => Err(words.error(kind, Fault::unknown(kind.text, &WAIT_KINDS))),
    }
}

/// Reads an expectation about the current state; returns `None` if `kind` does not name one.
fn state_expectation(
    kind: &str,
    words: &mut Words<'_>,
) -> Result<Option<Expectation>, ScriptError> {
    Ok(Some(match kind {
        "ram" => Expectation::Ram(ram(words)?),
        "pc" => Expectation::Pc(pc(words)?),
        "tia" => {
            let register = tia_register(words)?;
            let wanted = RequiredValue::of_byte(words)?;
            Expectation::Tia { register, wanted }
        }
        "collision" => collision(words)?,
        "bank" => Expectation::Bank(RequiredValue::parse(words, "a bank")?),
        _ => return Ok(None),
    }))
}

fn since(words: &mut Words<'_>) -> Result<Option<u64>, ScriptError> {
    if words.accept("since") {
        words.number("a frame", u64::MAX).map(Some)
    } else {
        Ok(None)
    }
}

fn ram(words: &mut Words<'_>) -> Result<RequiredRam, ScriptError> {
    let word = words.peek();
    let is_hash = word.text == "?" || word.text.parse::<Hash>().is_ok();
    if is_hash {
        return words.hash().map(RequiredRam::Hash);
    }
    words.next_word();
    let from = Address::parse(word.text)
        .filter(|from| from.symbol.is_some() || (0x80..=0xff).contains(&from.offset))
        .ok_or_else(|| words.expected(word, "a hash, a RAM address ($80 to $FF) or a symbol"))?;
    if Relation::parse(words.peek().text).is_some() {
        let wanted = RequiredValue::of_byte(words)?;
        return Ok(RequiredRam::Value(from, wanted));
    }
    let mut bytes = Vec::new();
    while !words.is_empty() && words.peek().text != "within" || bytes.is_empty() {
        let word = words.next_word();
        bytes.push(match (word.text, hex_byte(word.text)) {
            ("..", _) => RequiredByte::Any,
            ("?", _) => RequiredByte::NotRecorded,
            (_, Some(byte)) => RequiredByte::Is(byte),
            _ => {
                let wanted = "a byte of two hexadecimal digits, `..` or `?`; \
                              or =, !=, <, <=, >, >= and a number";
                return Err(words.expected(word, wanted));
            }
        });
    }
    let room = match from.symbol {
        None => 0x100 - usize::from(from.offset),
        Some(_) => 0x80,
    };
    if bytes.len() > room {
        return Err(words.expected(
            word,
            &format!("at most {room} bytes, because RAM ends at $FF"),
        ));
    }
    Ok(RequiredRam::Bytes(from, bytes))
}

fn hex_byte(text: &str) -> Option<u8> {
    let digits = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    digits.then(|| u8::from_str_radix(text, 16).ok())?
}

fn pc(words: &mut Words<'_>) -> Result<Option<(Address, Address)>, ScriptError> {
    let word = words.next_word();
    if word.text == "?" {
        return Ok(None);
    }
    let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
    match (Address::parse(from), Address::parse(to)) {
        (Some(from), Some(to)) => Ok(Some((from, to))),
        _ => Err(words.expected(
            word,
            "an address such as $F000, a range $F000..$F0FF or a symbol",
        )),
    }
}

fn frame_lines(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let word = words.next_word();
    let bound = |text| words::number(text).and_then(|number| u16::try_from(number).ok());
    let (from, to) = word.text.split_once("..").unwrap_or((word.text, word.text));
    let lines = match (word.text, bound(from), bound(to)) {
        ("?", ..) => None,
        (_, Some(from), Some(to)) if from <= to => Some(from..=to),
        _ => return Err(words.expected(word, "a number of scanlines, or a range such as 262..264")),
    };
    let since = since(words)?;
    Ok(Expectation::FrameLines { lines, since })
}

/// Reads the name or number of a TIA register. Returns an error if the register is a strobe,
/// because a strobe stores no value.
fn tia_register(words: &mut Words<'_>) -> Result<u8, ScriptError> {
    let word = words.next_word();
    let names = tia_write_register_names();
    let is_stored = |register: &u8| vcs::tia::Tia::default().written(*register).is_some();
    let named = names
        .iter()
        .position(|name| name.eq_ignore_ascii_case(word.text));
    let number = named.or(words::number(word.text).map(|number| number as usize));
    let register = number
        .and_then(|number| u8::try_from(number).ok())
        .filter(is_stored);
    register.ok_or_else(|| {
        let known = (0..).zip(names).filter(|(register, _)| is_stored(register));
        let known: Vec<&str> = known.map(|(_, name)| *name).collect();
        words.error(word, Fault::unknown(word.text, &known))
    })
}

fn collision(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    if words.accept("none") {
        let on = Some(false);
        return Ok(Expectation::Collision { pair: None, on });
    }
    let choices = [0, 1, 2, 3, 4, 5].map(|bit| (OBJECTS[bit], bit));
    let first = words.peek();
    let pair = [words.choice(&choices)?, words.choice(&choices)?];
    if pair[0] == pair[1] {
        return Err(words.expected(first, "two different objects"));
    }
    let on = match words.peek().text {
        "on" | "off" | "?" => {
            words.choice(&[("on", Some(true)), ("off", Some(false)), ("?", None)])?
        }
        _ => Some(true),
    };
    let pair = Some(pair);
    Ok(Expectation::Collision { pair, on })
}

fn cycles(words: &mut Words<'_>) -> Result<Expectation, ScriptError> {
    let word = words.next_word();
    let ends = word.text.split_once("..");
    let ends = ends.and_then(|(from, to)| Some((Address::parse(from)?, Address::parse(to)?)));
    let (from, to) = ends
        .ok_or_else(|| words.expected(word, "two addresses or labels such as Kernel..KernelEnd"))?;
    let wanted = RequiredValue::parse(words, "a number of cycles")?;
    let since = since(words)?.unwrap_or(0);
    Ok(Expectation::Cycles {
        from,
        to,
        wanted,
        since,
    })
}
