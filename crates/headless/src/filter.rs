//! Selects the part of a run that goes into a trace.

use super::session::{LimitArgs, Session};
use crate::{error::Error, print::message};
use lab::trace::{Condition, Symbols};
use std::{ops::RangeInclusive, str::FromStr};
use vcs::{Place, Step};

/// A range of numbers on the command line: `N`, or `A..B` including both ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberRange(pub RangeInclusive<u64>);

impl FromStr for NumberRange {
    type Err = String;

    fn from_str(text: &str) -> Result<NumberRange, String> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        match (number(from), number(to.trim_start_matches('='))) {
            (Some(from), Some(to)) if from <= to => Ok(NumberRange(from..=to)),
            (Some(from), Some(to)) => Err(format!(
                "the range ends before it begins; write {to}..{from}"
            )),
            _ if text.split("..").all(is_large) => Err(TOO_LARGE.into()),
            _ => Err("expected a number or a range such as 40..231".into()),
        }
    }
}

/// Frames to trace: `N` means the first N frames, `A..B` means frames A to B.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frames(pub RangeInclusive<u64>);

impl FromStr for Frames {
    type Err = String;

    fn from_str(text: &str) -> Result<Frames, String> {
        if text.contains("..") {
            return NumberRange::from_str(text).map(|range| Frames(range.0));
        }
        match number(text) {
            Some(count @ 1..) => Ok(Frames(0..=count - 1)),
            Some(0) => Ok(Frames(NO_FRAMES)),
            None if is_large(text) => Err(TOO_LARGE.into()),
            None => Err("expected a number of frames, or a range such as 100..110".into()),
        }
    }
}

/// An empty range, for `--frames 0`.
const NO_FRAMES: RangeInclusive<u64> = RangeInclusive::new(1, 0);

/// The option `--frames`, which several commands share.
#[derive(Debug, Clone, clap::Args)]
pub struct FramesArgs {
    /// Frames to run: a count, or a range such as 100..110
    #[arg(long, value_name = "N|A..B", allow_negative_numbers = true)]
    frames: Option<Frames>,
}

impl FramesArgs {
    /// Returns the selected frames, and the place where the run ends. Without `--frames`, selects
    /// all frames of the script or, if there is no script, the first `count` frames.
    ///
    /// # Errors
    /// [`Error::Usage`] for `--frames 0`, or for more frames than `limit` allows.
    pub fn select(
        &self,
        session: &Session,
        limit: LimitArgs,
        count: u64,
    ) -> Result<(RangeInclusive<u64>, Place), Error> {
        Ok(match (&self.frames, session.has_script()) {
            (Some(Frames(frames)), _) if *frames == NO_FRAMES => return Err(no_frames_error()),
            (Some(Frames(frames)), _) => {
                let end = frames.end().saturating_add(1);
                limit.check("command", end)?;
                (frames.clone(), Place::frame(end))
            }
            (None, true) => (0..=u64::MAX, session.script.end),
            (None, false) => (0..=count - 1, Place::frame(count)),
        })
    }

    /// Returns the number of frames for a command that always starts at power-on. Returns `None` if
    /// `--frames` was not given.
    ///
    /// # Errors
    /// [`Error::Usage`] for a range that does not start with frame 0, or for more frames than
    /// `limit` allows.
    pub fn count(&self, limit: LimitArgs) -> Result<Option<u64>, Error> {
        match &self.frames {
            None => Ok(None),
            Some(Frames(frames)) if *frames == NO_FRAMES => Ok(Some(0)),
            Some(Frames(frames)) if *frames.start() == 0 => {
                let count = frames.end().saturating_add(1);
                limit.check("command", count)?;
                Ok(Some(count))
            }
            Some(_) => Err(Error::Usage(
                "this command starts at power-on; give --frames a number, not a range".into(),
            )),
        }
    }
}

/// Returns the error for a command that needs at least one frame.
pub fn no_frames_error() -> Error {
    Error::Usage("--frames must be at least 1".into())
}

/// The message for a number that does not fit into 64 bits.
const TOO_LARGE: &str = "the number is too large";

/// Returns true if the text is a decimal number with more than 15 digits. If parsing such a number
/// as `u64` fails, the number is too large.
fn is_large(text: &str) -> bool {
    text.len() > 15 && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn number(text: &str) -> Option<u64> {
    match text.strip_prefix('$').or_else(|| text.strip_prefix("0x")) {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    }
}

/// The options that narrow down a trace.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "Filters (kinds instruction, bus, tia and vcd)")]
pub struct FilterArgs {
    /// Only these scanlines, including both ends
    #[arg(long, value_name = "A..B")]
    pub scanlines: Option<NumberRange>,
    /// Only instructions at these addresses, such as $F000..$F0FF (the low 13 bits are compared)
    #[arg(long, value_name = "A..B")]
    pub pc: Option<NumberRange>,
    /// Only writes to registers of the TIA and RIOT
    #[arg(long)]
    pub writes: bool,
    /// Start before the first instruction for which this expression is true: 'pc == Main && a > 3'
    #[arg(long, value_name = "EXPR")]
    pub from: Option<String>,
    /// End before the first instruction (after --from) for which this expression is true
    #[arg(long, value_name = "EXPR")]
    pub until: Option<String>,
}

impl FilterArgs {
    /// Returns true if these options select the whole run.
    pub fn is_empty(&self) -> bool {
        self.scanlines.is_none()
            && self.pc.is_none()
            && !self.writes
            && self.from.is_none()
            && self.until.is_none()
    }
}

/// The filters of a trace. The value also stores whether the conditions of `--from` and `--until`
/// have already become true.
pub struct Filter {
    scanlines: Option<RangeInclusive<u64>>,
    pc: Option<Addresses>,
    /// Whether to trace only register writes.
    pub only_writes: bool,
    from: Option<Condition>,
    until: Option<Condition>,
    ended: bool,
}

impl Filter {
    /// Creates the filters from the options. Prints notes about the expressions to standard error.
    ///
    /// # Errors
    /// [`Error::Usage`] for an invalid expression or address.
    pub fn new(args: &FilterArgs, symbols: &Symbols) -> Result<Filter, Error> {
        let condition = |text: &Option<String>| -> Result<Option<Condition>, Error> {
            let condition = text.as_ref().map(|text| Condition::parse(text, symbols));
            let condition = condition
                .transpose()
                .map_err(|error| Error::Usage(error.to_string()))?;
            for note in condition.iter().flat_map(Condition::notes) {
                message(&format!("note: {note}"));
            }
            Ok(condition)
        };
        let pc = args.pc.as_ref().map(Addresses::new).transpose()?;
        Ok(Filter {
            scanlines: args
                .scanlines
                .as_ref()
                .map(|NumberRange(range)| range.clone()),
            pc,
            only_writes: args.writes,
            from: condition(&args.from)?,
            until: condition(&args.until)?,
            ended: false,
        })
    }

    /// Returns true if `--from` or `--until` was given. Then, [`Filter::check`] must be called
    /// before every instruction.
    pub fn has_conditions(&self) -> bool {
        self.from.is_some() || self.until.is_some()
    }

    /// Checks the conditions of `--from` and `--until` before an instruction.
    pub fn check(&mut self, machine: &vcs::Machine, step: &Step) {
        if let Some(from) = &self.from {
            if !from.holds(machine, step) {
                return;
            }
            self.from = None;
        }
        let until = self.until.as_ref();
        self.ended |= until.is_some_and(|until| until.holds(machine, step));
    }

    /// Returns true once the condition of `--until` has become true.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// Returns true if the trace should include a row. `place` is the position of the beam at that
    /// row, and `pc` is the address of the current instruction.
    pub fn includes(&self, place: Place, pc: u16) -> bool {
        let line = u64::from(place.scanline);
        self.from.is_none()
            && !self.ended
            && self
                .scanlines
                .as_ref()
                .is_none_or(|lines| lines.contains(&line))
            && self.pc.as_ref().is_none_or(|range| range.contains(pc))
    }
}

/// A range of bus addresses: the first address, and the number of addresses that follow it.
#[derive(Debug, Clone, Copy)]
struct Addresses {
    first: u16,
    following: u16,
}

impl Addresses {
    fn new(NumberRange(range): &NumberRange) -> Result<Addresses, Error> {
        let address = |number: &u64| {
            u16::try_from(*number)
                .map_err(|_| Error::Usage("--pc takes addresses of 16 bits, $0000 to $FFFF".into()))
        };
        let (first, last) = (address(range.start())?, address(range.end())?);
        let following = last - first;
        Ok(Addresses { first, following })
    }

    /// Returns true if the range contains an address. Only the low 13 bits of the addresses are
    /// compared, because the bus has 13 address lines; so the range may wrap around.
    fn contains(self, pc: u16) -> bool {
        pc.wrapping_sub(self.first) & 0x1fff <= self.following
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!("40..231".parse(), Ok(NumberRange(40..=231)));
        assert_eq!("$F000..$F0FF".parse(), Ok(NumberRange(0xf000..=0xf0ff)));
        assert_eq!("7".parse(), Ok(NumberRange(7..=7)));
        assert_eq!("600".parse(), Ok(Frames(0..=599)));
        assert_eq!("100..110".parse(), Ok(Frames(100..=110)));
        let max = "18446744073709551615";
        assert_eq!(max.parse(), Ok(Frames(0..=u64::MAX - 1)));
        assert_eq!("0".parse(), Ok(Frames(NO_FRAMES)));
        for bad in ["", "5..4", "a..b", "1..", "-1"] {
            assert!(bad.parse::<Frames>().is_err(), "{bad}");
        }
    }

    #[test]
    fn only_thirteen_bits_of_an_address_are_compared() {
        let contains = |text: &str, pc| {
            let span = text.parse().unwrap();
            Addresses::new(&span).unwrap().contains(pc)
        };
        assert!(contains("$F000..$F0FF", 0x1080));
        assert!(!contains("$F000..$F0FF", 0x1180));
        // $DFF0 and $FFF0 are the same address on the bus.
        assert!(contains("$DFF0..$F00F", 0x1ff8) && contains("$DFF0..$F00F", 0x1008));
        assert!(!contains("$FFF0", 0x1008));
        assert!(contains("$0000..$FFFF", 0x1234));
        assert!(Addresses::new(&NumberRange(0..=0x10000)).is_err());
    }
}
