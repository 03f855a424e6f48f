//! The commands for breakpoints, watchpoints and traps.

use super::{Answer, CommandError, Commander, usage};
use crate::{
    debugger::{Debugger, spot_of},
    evaluate::expand_local_labels,
    location::{Location, number},
    observe::{canonical_address, read_back_address},
    points::{HitRule, Point, Spot, Watch, WatchKind},
    template::Template,
    traps::Trap,
};
use isa6502::Mnemonic;
use lab::trace::{Condition, symbols::register_name};
use std::ops::RangeInclusive;

impl Commander {
    pub(super) fn add_break(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (place, clauses) = split_clauses(rest);
        check_clauses(place)?;
        let point = parse_break(&self.debugger, place)?;
        let mut answer = self.add(point, clauses)?;
        answer.text += &self.remarks(place);
        Ok(answer)
    }

    /// Returns notes to print if the user may have meant a different place for a breakpoint.
    fn remarks(&self, place: &str) -> String {
        let (program, machine) = (self.debugger.program(), self.debugger.machine());
        let location = match self.debugger.location(place) {
            Ok(location) => location,
            Err(_) => return String::new(),
        };
        let requested_line = place
            .rsplit_once(':')
            .and_then(|(_, line)| line.trim().parse().ok());
        match location {
            Location::Code {
                line: Some(line), ..
            } if requested_line.is_some_and(|requested: u32| requested != line.line) => {
                format!(
                    "note: that line has no code; the breakpoint is at {}\n",
                    program.describe(line)
                )
            }
            Location::Address { address, .. } => {
                let offset = machine.cartridge().offset(address);
                let span = offset.and_then(|offset| Some((offset, program.span_at(offset)?)));
                let runs_at =
                    span.map(|(offset, span)| span.address + (offset - span.offset) as u16);
                match runs_at.filter(|runs_at| (runs_at ^ address) & 0x1fff != 0) {
                    Some(runs_at) => format!(
                        "note: the code at ${address:04X} is copied to ${runs_at:04X} and runs \
                         there; set a breakpoint at that address\n"
                    ),
                    None => String::new(),
                }
            }
            _ => String::new(),
        }
    }

    pub(super) fn add_watch(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (place, clauses) = split_clauses(rest);
        check_clauses(place)?;
        let (kind, name) = match place.split_once(char::is_whitespace) {
            Some((kind, name)) => {
                let kind: Result<WatchKind, String> = kind.parse();
                (kind.map_err(|fault| usage("watch", fault))?, name)
            }
            None if place.is_empty() => return Err(usage("watch", "name a place")),
            None => (WatchKind::Change, place),
        };
        let kind = self.kind_for(name.trim(), kind)?;
        let addresses = data_range(&self.debugger, name.trim(), kind)?;
        let point = Point::new(
            Spot::Watch(Watch { addresses, kind }),
            format!("{kind} {}", name.trim()),
        );
        self.add(point, clauses)
    }

    /// Returns the kind of access that a watchpoint on `name` detects. If `name` is a read-only or
    /// write-only register, `Access` becomes `Read` or `Write`.
    ///
    /// # Errors
    /// [`CommandError::Refused`] if the register does not allow that kind of access.
    pub fn kind_for(&self, name: &str, kind: WatchKind) -> Result<WatchKind, CommandError> {
        if self
            .debugger
            .program()
            .variables()
            .iter()
            .any(|variable| variable.name == name)
        {
            return Ok(kind);
        }
        let refused = |text: &str| Err(CommandError::Refused(format!("{name} {text}")));
        match (
            register_named(name, false),
            register_named(name, true),
            kind,
        ) {
            (Some(_), None, WatchKind::Access) => Ok(WatchKind::Read),
            (None, Some(_), WatchKind::Access) => Ok(WatchKind::Write),
            (Some(_), None, WatchKind::Write | WatchKind::Change) => {
                refused("can only be read; the console determines its value")
            }
            (None, Some(_), WatchKind::Read) => refused("can only be written"),
            _ => Ok(kind),
        }
    }

    /// Returns the addresses of a variable, a register, an address or a range. Maps mirrors to
    /// their canonical addresses.
    ///
    /// # Errors
    /// [`CommandError`] if the text is none of these.
    pub fn data_range(&self, text: &str) -> Result<RangeInclusive<u16>, CommandError> {
        data_range(&self.debugger, text, WatchKind::Write)
    }

    fn add(&mut self, mut point: Point, clauses: &str) -> Result<Answer, CommandError> {
        read_clauses(&self.debugger, &mut point, clauses)?;
        if point.spot == Spot::Anywhere && point.condition.is_none() {
            return Err(usage("break", "`anywhere` needs a condition"));
        }
        let (text, notes) = (point.describe(), point.notes());
        let id = self.debugger.points.add(point);
        Ok(Answer::text(format!("{id}  {text}\n{notes}")))
    }

    pub(super) fn set_trap(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (rest, condition) = match rest.split_once(" if ") {
            Some((rest, condition)) => (rest, Some(condition.trim())),
            None => (rest, None),
        };
        let condition = condition
            .map(|text| parse_condition(&self.debugger, text))
            .transpose()?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let on = words.last() != Some(&"off");
        match words.first() {
            None => return Ok(Answer::text(self.traps_text())),
            Some(&"all") => Trap::ALL.into_iter().for_each(|trap| {
                self.debugger.traps.set(trap, on);
                self.debugger.traps.set_condition(trap, condition.clone());
            }),
            Some(name) => {
                let trap: Trap = name.parse().map_err(CommandError::Refused)?;
                let region = words.get(1).filter(|word| **word != "off");
                if let Some(region) = region {
                    let region = Some(*region)
                        .filter(|_| trap == Trap::PageCrossing)
                        .and_then(number_range)
                        .ok_or_else(|| usage("trap", format!("`{region}` is not a region")))?;
                    self.debugger.traps.add_same_page_region(region);
                }
                self.debugger.traps.set(trap, on);
                self.debugger.traps.set_condition(trap, condition);
            }
        }
        Ok(Answer::text(self.traps_text()))
    }

    fn traps_text(&self) -> String {
        let line = |trap: Trap| {
            let mark = if self.debugger.traps.has(trap) {
                '*'
            } else {
                ' '
            };
            format!("{mark} {:13} {}\n", trap.name(), trap.description())
        };
        Trap::ALL.into_iter().map(line).collect()
    }

    pub(super) fn list_points(&self) -> Answer {
        Answer::text(self.points_text())
    }

    /// Returns a list of the breakpoints, one per line, and of the traps.
    pub fn points_text(&self) -> String {
        let line = |point: &Point| {
            let off = if point.enabled { "" } else { "  off" };
            let plural = if point.hits == 1 { "" } else { "s" };
            format!(
                "{}  {}  {} hit{plural}{off}\n",
                point.id,
                point.describe(),
                point.hits
            )
        };
        let mut text: String = self.debugger.points.list().iter().map(line).collect();
        let traps = self.debugger.traps.list();
        if !traps.is_empty() {
            let names: Vec<&str> = traps.iter().map(|trap| trap.name()).collect();
            text += &format!("traps: {}\n", names.join(", "));
        }
        text
    }

    pub(super) fn delete(&mut self, rest: &str) -> Result<Answer, CommandError> {
        if rest == "all" {
            self.debugger.points.clear();
            return Ok(Answer::default());
        }
        let id = parse_id("delete", rest)?;
        if self.debugger.points.remove(id) {
            Ok(Answer::default())
        } else {
            Err(no_such_point(id))
        }
    }

    pub(super) fn set_enabled(&mut self, rest: &str, on: bool) -> Result<Answer, CommandError> {
        let ids: Vec<u32> = match rest {
            "all" => self
                .debugger
                .points
                .list()
                .iter()
                .map(|point| point.id)
                .collect(),
            _ => vec![parse_id(if on { "enable" } else { "disable" }, rest)?],
        };
        for id in ids {
            let point = self.debugger.points.get_mut(id);
            point.ok_or_else(|| no_such_point(id))?.enabled = on;
        }
        Ok(Answer::default())
    }

    /// After the program has changed, moves the breakpoints on source lines and labels to the new
    /// offsets of their code, and resets their hit counts. Disables those whose line or label no
    /// longer exists.
    pub(super) fn relocate_points(&mut self) {
        let texts: Vec<(u32, String)> = self
            .debugger
            .points
            .list()
            .iter()
            .filter(|point| matches!(point.spot, Spot::Offsets(_)))
            .map(|point| (point.id, point.text.clone()))
            .collect();
        for (id, text) in texts {
            let spot = self
                .debugger
                .location(&text)
                .map(|location| spot_of(&location));
            if let Some(point) = self.debugger.points.get_mut(id) {
                point.forget_hits();
                match spot {
                    Ok(spot) => point.spot = spot,
                    Err(_) => point.enabled = false,
                }
            }
        }
    }
}

/// Parses a breakpoint's place as the user wrote it.
fn parse_break(debugger: &Debugger, place: &str) -> Result<Point, CommandError> {
    if place.is_empty() {
        return Err(usage("break", "name a place"));
    }
    if place == "anywhere" {
        return Ok(Point::new(Spot::Anywhere, place));
    }
    if let Some(name) = place.strip_prefix("opcode ") {
        let mnemonic = match name.trim().to_lowercase().as_str() {
            "jam" => Some(Mnemonic::Jam),
            name => Mnemonic::from_name(name),
        };
        let mnemonic = mnemonic
            .ok_or_else(|| usage("break", format!("`{}` is not an instruction", name.trim())))?;
        return Ok(Point::new(Spot::Opcode(mnemonic), place));
    }
    if let Some(advice) = advice_on_bare_number(place) {
        return Err(usage("break", advice));
    }
    let location = debugger
        .location(place)
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    Ok(Point::new(spot_of(&location), place))
}

/// Returns advice if the text is a plain decimal number, because that could be a line or an
/// address. Otherwise returns `None`.
pub(super) fn advice_on_bare_number(place: &str) -> Option<String> {
    let is_decimal = place.bytes().all(|byte| byte.is_ascii_digit());
    let number = number(place).filter(|_| is_decimal)?;
    Some(format!(
        "for line {number} write `:{number}`, for the address `${number:X}`"
    ))
}

/// Splits a text such as `kernel.asm:40 if a > 3` into the place and the clauses after it.
fn split_clauses(text: &str) -> (&str, &str) {
    let starts = [" if ", " hits ", " log "].map(|clause| text.find(clause));
    match starts.into_iter().flatten().min() {
        Some(at) => (text[..at].trim(), &text[at..]),
        None => (text.trim(), ""),
    }
}

/// Rejects a clause without its expression, such as `Main if`.
fn check_clauses(place: &str) -> Result<(), CommandError> {
    let required = [
        ("if", "an expression"),
        ("hits", "a number"),
        ("log", "a text"),
    ];
    let missing = required.iter().find(|(word, _)| {
        let before = place.strip_suffix(word);
        before.is_some_and(|before| before.ends_with(char::is_whitespace))
    });
    match missing {
        Some((word, what)) => Err(usage("break", format!("{what} is missing after `{word}`"))),
        None => Ok(()),
    }
}

/// Parses a condition. Local labels are looked up in the scope of the current instruction.
fn parse_condition(debugger: &Debugger, text: &str) -> Result<Condition, CommandError> {
    let full = expand_local_labels(text, debugger.program(), debugger.machine());
    Condition::parse(&full, &debugger.program().symbols)
        .map_err(|error| CommandError::Refused(error.to_string()))
}

/// Parses `if EXPRESSION`, `hits RULE` and `log TEXT`, in this order. The log text is everything up
/// to the end of the line.
fn read_clauses(debugger: &Debugger, point: &mut Point, clauses: &str) -> Result<(), CommandError> {
    let symbols = &debugger.program().symbols;
    let refused = |error: &dyn ToString| CommandError::Refused(error.to_string());
    let (clauses, log) = match clauses.find(" log ") {
        Some(at) => (&clauses[..at], Some(clauses[at + 5..].trim())),
        None => (clauses, None),
    };
    let (clauses, hits) = match clauses.find(" hits ") {
        Some(at) => (&clauses[..at], Some(&clauses[at + 6..])),
        None => (clauses, None),
    };
    if let Some(condition) = clauses.trim().strip_prefix("if ") {
        let parsed = parse_condition(debugger, condition)?;
        point.condition = Some((condition.trim().into(), parsed));
    }
    if let Some(hits) = hits {
        let rule: HitRule = hits.parse().map_err(|error: String| refused(&error))?;
        point.rule = Some(rule);
    }
    if let Some(log) = log {
        point.log = Some(Template::parse(log, symbols).map_err(|error| refused(&error))?);
    }
    Ok(())
}

/// Returns the addresses that a name or range refers to, such as `score` (all its bytes), `GRP0` or
/// `$80..$8F`. Maps mirrors to their canonical addresses.
pub(super) fn data_range(
    debugger: &Debugger,
    text: &str,
    kind: WatchKind,
) -> Result<RangeInclusive<u16>, CommandError> {
    let write = kind != WatchKind::Read;
    let program = debugger.program();
    let canonical = |address| match canonical_address(address, write) {
        address if write => read_back_address(debugger.machine(), address),
        address => address,
    };
    if let Some(variable) = program
        .variables()
        .iter()
        .find(|variable| variable.name == text)
    {
        let first = canonical(variable.address);
        return Ok(first..=first + variable.size - 1);
    }
    if let Some(address) = register_address(text, write) {
        return Ok(address..=address);
    }
    if let Some(range) = text.contains("..").then(|| number_range(text)).flatten() {
        let (first, last) = (*range.start(), *range.end());
        return Ok(canonical(first)..=canonical(last));
    }
    if let Some((first, last)) = text.split_once("..") {
        let first = data_range(debugger, first.trim(), kind)?;
        let last = data_range(debugger, last.trim(), kind)?;
        return if first.start() <= last.end() {
            Ok(*first.start()..=*last.end())
        } else {
            Err(CommandError::Refused(format!(
                "the range {text} ends before it begins"
            )))
        };
    }
    let location = debugger
        .location(text)
        .map_err(|error| CommandError::Refused(error.to_string()))?;
    let address = canonical(location.address());
    Ok(address..=address)
}

/// Returns the address of the TIA or RIOT register with this name. The name must be in capitals.
fn register_address(name: &str, write: bool) -> Option<u16> {
    register_named(name, write).or_else(|| register_named(name, !write))
}

/// Returns the address of the register with this name: its write address if `write` is true,
/// otherwise its read address.
fn register_named(name: &str, write: bool) -> Option<u16> {
    let tia = if write { 0..=0x3f } else { 0..=0x0f };
    // The timer is written and read at different addresses.
    let riot = (0x280..=0x297).filter(|address| match address {
        0x284..=0x285 => !write,
        0x294.. => write,
        _ => true,
    });
    let mut addresses = tia.chain(riot);
    addresses.find(|address| register_name(*address, write) == Some(name))
}

/// Parses a range such as `$F000..$F0FF`.
fn number_range(text: &str) -> Option<RangeInclusive<u16>> {
    let (first, last) = text.split_once("..")?;
    let (first, last) = (number(first.trim())?, number(last.trim())?);
    (first <= last).then_some(first..=last)
}

fn parse_id(name: &str, text: &str) -> Result<u32, CommandError> {
    text.parse()
        .map_err(|_| usage(name, format!("`{text}` is not the number of a breakpoint")))
}

fn no_such_point(id: u32) -> CommandError {
    CommandError::Refused(format!("there is no breakpoint {id}; `points` lists them"))
}
