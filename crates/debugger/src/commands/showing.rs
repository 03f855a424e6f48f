//! The commands that show the machine or change it.

use super::{
    Answer, CommandError, Commander, Host, moving::parse_place, points::data_range, usage,
};
use crate::{points::WatchKind, timeline::Edit, view};
use std::fmt::Write as _;
use vcs::{Frame, cpu::Registers, television::WIDTH};

impl Commander {
    pub(super) fn show(&mut self, name: &str) -> Result<Answer, CommandError> {
        let debugger = &self.debugger;
        let machine = debugger.machine();
        Ok(Answer::text(match name {
            "where" => view::status_line(debugger),
            "stack" => view::calls(debugger),
            "registers" => {
                let step = debugger.step_here();
                format!(
                    "pc {:04X} {}  bank {}  cycle {}\n",
                    step.registers.pc,
                    view::registers(&step),
                    step.bank,
                    debugger.moment()
                )
            }
            "tia" => view::tia(machine),
            "objects" => {
                let collisions = match view::collisions(machine).join(" ") {
                    names if names.is_empty() => "none".into(),
                    names => names,
                };
                view::objects(machine) + &format!("collisions: {collisions}\n")
            }
            "riot" => {
                let lines = view::inputs(machine).into_iter();
                lines
                    .map(|(name, value)| format!("{name:7}${value:02X}\n"))
                    .collect()
            }
            "ram" => self.ram(),
            _ => view::variables(debugger, view::written_variables(debugger)),
        }))
    }

    /// Returns RAM as text, with a star after each byte that the last step changed.
    fn ram(&self) -> String {
        let mut out = String::new();
        let ram = self.debugger.machine().ram();
        for (row, bytes) in ram.chunks(16).enumerate() {
            let _ = write!(out, "${:02X} ", 0x80 + 16 * row);
            for (column, byte) in bytes.iter().enumerate() {
                let changed = self.ram_before[16 * row + column] != *byte;
                let _ = write!(out, " {byte:02X}{}", if changed { '*' } else { ' ' });
            }
            out.truncate(out.trim_end().len());
            out.push('\n');
        }
        out
    }

    pub(super) fn memory(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (name, count) = rest.split_once(char::is_whitespace).unwrap_or((rest, "16"));
        let count: usize = parse_number("memory", count, 4096)?;
        let first = *data_range(&self.debugger, name, WatchKind::Read)?.start();
        let machine = self.debugger.machine();
        let mut out = String::new();
        let addresses: Vec<u16> = (0..count as u16)
            .map(|byte| first.wrapping_add(byte))
            .collect();
        for row in addresses.chunks(16) {
            let bytes: Vec<String> = row
                .iter()
                .map(|address| format!("{:02X}", machine.peek(*address)))
                .collect();
            let _ = writeln!(out, "${:04X}  {}", row[0], bytes.join(" "));
        }
        Ok(Answer::text(out))
    }

    pub(super) fn disassemble(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (from, count) = location_and_count(rest);
        let count = parse_number("disassemble", count.unwrap_or("10"), 4096)?;
        let address = match from {
            "" => self.debugger.pc(),
            from => self
                .debugger
                .location(from)
                .map_err(|error| CommandError::Refused(error.to_string()))?
                .address(),
        };
        let pc = self.debugger.pc();
        let mut out = String::new();
        for line in view::disassembly(&self.debugger, address, count) {
            let mark = if line.address == pc { '>' } else { ' ' };
            let program = self.debugger.program();
            let source = program
                .span(self.debugger.machine(), line.address)
                .map_or(String::new(), |span| program.describe(span.line));
            let line = format!(
                "{mark} ${:04X}  {:8}  {:28} {source}",
                line.address,
                line.bytes(),
                line.text
            );
            let _ = writeln!(out, "{}", line.trim_end());
        }
        Ok(Answer::text(out))
    }

    pub(super) fn list(&mut self, rest: &str, host: &mut dyn Host) -> Result<Answer, CommandError> {
        let (from, count) = location_and_count(rest);
        let count: u32 = parse_number("list", count.unwrap_or("11"), 1000)? as u32;
        let debugger = &self.debugger;
        let (program, pc) = (debugger.program(), debugger.pc());
        let current = program.span(debugger.machine(), pc).map(|span| span.line);
        let line = match from {
            "" => current,
            from => match debugger
                .location(from)
                .map_err(|error| CommandError::Refused(error.to_string()))?
            {
                crate::location::Location::Code {
                    line: Some(line), ..
                } => Some(line),
                location => program
                    .span(debugger.machine(), location.address())
                    .map(|span| span.line),
            },
        };
        let line = line.ok_or_else(|| {
            CommandError::Refused(
                "no source line is known for this location; use `disassemble`".into(),
            )
        })?;
        let file = program.file(line).to_owned();
        let first = line.line.saturating_sub(count / 2).max(1);
        let mut out = format!("{file}\n");
        for number in first..first + count {
            let Some(text) = self.source_line(&file, number, host) else {
                continue;
            };
            let here =
                current.is_some_and(|current| current.line == number && current.file == line.file);
            let _ = writeln!(out, "{} {number:5}  {text}", if here { '>' } else { ' ' });
        }
        Ok(Answer::text(out))
    }

    pub(super) fn print(&mut self, rest: &str) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            return Err(usage("print", "name an expression"));
        }
        let value = self
            .debugger
            .evaluate(rest)
            .map_err(CommandError::Refused)?;
        let notes = self.debugger.notes(rest);
        Ok(Answer::text(format!("{}\n{notes}", view::number(value))))
    }

    pub(super) fn set(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let (name, value) = rest
            .split_once('=')
            .ok_or_else(|| usage("set", "the `=` is missing"))?;
        let value = self
            .debugger
            .evaluate(value.trim())
            .map_err(CommandError::Refused)?;
        self.assign(name.trim(), value)
            .map_err(CommandError::Refused)?;
        Ok(Answer::default())
    }

    /// Changes a register, a flag or a byte.
    ///
    /// # Errors
    /// A sentence that says why the change is not possible.
    pub fn assign(&mut self, name: &str, value: i64) -> Result<(), String> {
        let mut registers = *self.debugger.machine().cpu().registers();
        let is_symbol = self.debugger.program().symbols.value(name).is_some();
        let register = name.strip_prefix('.').unwrap_or(name);
        if !is_symbol && set_register(&mut registers, register, value)? {
            return if self.debugger.edit(Edit::Registers(registers)) {
                Ok(())
            } else {
                Err(
                    "registers can be set only between two instructions; use `step` \
                              first"
                        .into(),
                )
            };
        }
        let range = data_range(&self.debugger, name, WatchKind::Write)
            .map_err(|error| error.to_string())?;
        let address = *range.start();
        let byte = to_byte(value)?;
        if self.debugger.machine().cartridge().is_plain_rom(address) {
            return Err(format!(
                "${:04X} is ROM; use `patch` to change it",
                self.debugger.program().full_address(address)
            ));
        }
        self.debugger.edit(Edit::Poke(address, byte));
        Ok(())
    }

    pub(super) fn why(&mut self, rest: &str) -> Result<Answer, CommandError> {
        let mut words = rest.split([' ', ',']).filter(|word| !word.is_empty());
        let (Some(line), Some(x), None) = (words.next(), words.next(), words.next()) else {
            return Err(usage("why", "name a scanline and a pixel"));
        };
        let x = x
            .parse()
            .map_err(|_| usage("why", format!("`{x}` is not a pixel")))?;
        let (frame, scanline) = match line.contains('.') {
            true => parse_place(line).map(|place| (Some(place.frame), place.scanline)),
            false => line.parse().ok().map(|scanline| (None, scanline)),
        }
        .ok_or_else(|| usage("why", format!("`{line}` is not a scanline")))?;
        let frame = frame.unwrap_or_else(|| self.last_frame_with_pixel(scanline, x));
        let pixel = self
            .debugger
            .explain_pixel(frame, scanline, x)
            .map_err(|error| CommandError::Refused(error.to_string()))?;
        Ok(Answer::text(view::pixel(self.debugger.program(), &pixel)))
    }

    /// Returns the number of the last frame in which the beam has already passed a pixel.
    pub fn last_frame_with_pixel(&self, scanline: u16, x: u16) -> u64 {
        let now = self.debugger.place();
        let passed = (now.scanline, now.clock) > (scanline, x + vcs::place::BLANK_CLOCKS);
        now.frame.saturating_sub(u64::from(!passed))
    }

    pub(super) fn who(&mut self, rest: &str) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            return Err(usage("who", "name a byte"));
        }
        let (name, moment) = match rest.split_once('@') {
            Some((name, cycle)) => {
                let cycle = cycle.trim();
                let moment = cycle.parse();
                let moment =
                    moment.map_err(|_| usage("who", format!("`{cycle}` is not a CPU cycle")))?;
                (name.trim(), moment)
            }
            None => (rest, self.debugger.moment()),
        };
        self.kind_for(name, WatchKind::Write)?;
        let address = *data_range(&self.debugger, name, WatchKind::Write)?.start();
        let text = view::last_write(&self.debugger, address, moment)
            .map_err(|error| CommandError::Refused(error.to_string()))?;
        Ok(Answer::text(text + "\n"))
    }

    pub(super) fn picture(
        &mut self,
        rest: &str,
        host: &mut dyn Host,
    ) -> Result<Answer, CommandError> {
        if rest.is_empty() {
            return Err(usage("picture", "name a file"));
        }
        let frame = self.frame_in_progress();
        host.save_picture(rest, &frame)
            .map_err(CommandError::Refused)?;
        Ok(Answer::default())
    }

    /// Returns the picture that a television would show now (see [`crate::Debugger::picture`]),
    /// with a white cross at the beam's position.
    pub fn frame_in_progress(&mut self) -> Frame {
        let place = self.debugger.place();
        let mut frame = self.debugger.picture();
        let lines = frame.scanlines();
        let (x, y) = (place.pixel(), i32::from(place.scanline));
        for (dx, dy) in [
            (0, 0),
            (1, 0),
            (2, 0),
            (-1, 0),
            (-2, 0),
            (0, 1),
            (0, 2),
            (0, -1),
            (0, -2),
        ] {
            let (x, y) = (i32::from(x) + dx, y + dy);
            if (0..WIDTH as i32).contains(&x) && (0..lines as i32).contains(&y) {
                frame.pixels[y as usize * WIDTH + x as usize] = WHITE;
            }
        }
        frame
    }
}

/// The color number of white.
const WHITE: u8 = 0x0e;

/// Sets a register or flag. Returns false if `name` is neither.
fn set_register(registers: &mut Registers, name: &str, value: i64) -> Result<bool, String> {
    let flag = |letter: u8| match letter {
        b'n' => Some(0x80),
        b'v' => Some(0x40),
        b'd' => Some(0x08),
        b'i' => Some(0x04),
        b'z' => Some(0x02),
        b'c' => Some(0x01),
        _ => None,
    };
    match name.to_ascii_lowercase().as_str() {
        "a" => registers.a = to_byte(value)?,
        "x" => registers.x = to_byte(value)?,
        "y" => registers.y = to_byte(value)?,
        "s" | "sp" => registers.s = to_byte(value)?,
        "p" => registers.p = to_byte(value)? & 0xcf | 0x20,
        "pc" => {
            registers.pc =
                u16::try_from(value).map_err(|_| format!("{value} is not a 16-bit address"))?;
        }
        name => match name.as_bytes() {
            [letter] if flag(*letter).is_some() => {
                let bit = flag(*letter).unwrap_or_default();
                registers.p = registers.p & !bit | if value != 0 { bit } else { 0 };
            }
            _ => return Ok(false),
        },
    }
    Ok(true)
}

/// Converts a number from -128 to 255 to a byte.
pub(super) fn to_byte(value: i64) -> Result<u8, String> {
    match value {
        -128..=255 => Ok(value as u8),
        _ => Err(format!("{value} is not a byte; use -128 to 255")),
    }
}

pub(super) fn parse_number(name: &str, text: &str, max: usize) -> Result<usize, CommandError> {
    text.trim()
        .parse()
        .ok()
        .filter(|count| (1..=max).contains(count))
        .ok_or_else(|| {
            usage(
                name,
                format!("`{}` is not a number from 1 to {max}", text.trim()),
            )
        })
}

/// Splits a text into a location and a count. It can be `$F000 20`, `Main` or empty; a decimal
/// number alone, such as `20`, is a count.
fn location_and_count(text: &str) -> (&str, Option<&str>) {
    match text.rsplit_once(char::is_whitespace) {
        Some((location, count)) => (location.trim(), Some(count)),
        None if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) => {
            ("", Some(text))
        }
        None => (text, None),
    }
}
