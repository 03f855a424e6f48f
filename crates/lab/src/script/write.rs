//! Writes the text of scripts.

use super::{SCRIPT_FORMAT, SCRIPT_VERSION, Setup};
use std::fmt::{self, Write};
use vcs::{Input, Place};

/// Writes the first line, the settings and the input at power-on.
pub fn write_header(out: &mut impl Write, setup: &Setup) -> fmt::Result {
    writeln!(out, "{SCRIPT_FORMAT} {SCRIPT_VERSION}")?;
    let arm_time = setup.arm.time.map(|time| time.name().to_owned());
    let arm_clock = setup.arm.kilohertz.map(|kilohertz| kilohertz.to_string());
    #[cfg(feature = "arm-extra")]
    let arm_compat = setup.arm.compat.map(|compat| {
        if compat {
            "on".to_owned()
        } else {
            "off".to_owned()
        }
    });
    #[cfg(feature = "arm-extra")]
    let arm_driver = setup.arm.driver.map(|driver| driver.name().to_owned());
    let settings = [
        ("cartridge", &setup.cartridge),
        ("sha256", &setup.sha256),
        ("scheme", &setup.scheme),
        ("arm-time", &arm_time),
        ("arm-clock", &arm_clock),
        #[cfg(feature = "arm-extra")]
        ("arm-compat", &arm_compat),
        #[cfg(feature = "arm-extra")]
        ("arm-driver", &arm_driver),
        #[cfg(feature = "arm-extra")]
        ("arm-symbols", &setup.arm_symbols),
        ("tv", &setup.tv),
        ("symbols", &setup.symbols),
    ];
    for (name, value) in settings {
        if let Some(value) = value {
            writeln!(out, "{name} {}", quoted(value))?;
        }
    }
    writeln!(out, "power-on {}", setup.power_on.state.name())?;
    writeln!(out, "seed {}", setup.power_on.seed)?;
    for (port, memory) in setup.save_keys.iter().enumerate() {
        for (number, page) in memory.pages() {
            let digits: String = page.iter().map(|byte| format!("{byte:02x}")).collect();
            writeln!(out, "savekey p{port} {number} {digits}")?;
        }
    }
    let changes = setup.input.changes_since(&Input::default());
    changes
        .iter()
        .try_for_each(|change| writeln!(out, "{change}"))
}

/// A script that is written as a run proceeds, with one line for each change of the input.
#[derive(Debug, Clone)]
pub struct Recorder<W> {
    out: W,
    input: Input,
}

impl<W: Write> Recorder<W> {
    /// Creates a recorder, and writes the first line, the settings and the input at power-on.
    pub fn new(mut out: W, setup: &Setup) -> Result<Self, fmt::Error> {
        write_header(&mut out, setup)?;
        writeln!(out)?;
        let input = setup.input;
        Ok(Recorder { out, input })
    }

    /// Writes a line with the place and the commands that change the previous input to `input`.
    /// Writes nothing if the input has not changed.
    pub fn input(&mut self, place: Place, input: &Input) -> fmt::Result {
        let changes = input.changes_since(&self.input);
        self.input = *input;
        if changes.is_empty() {
            Ok(())
        } else {
            self.command(place, &changes.join("; "))
        }
    }

    /// Writes a line with a place and a command.
    pub fn command(&mut self, place: Place, command: &str) -> fmt::Result {
        let Place {
            frame,
            scanline,
            clock,
        } = place;
        match (scanline, clock) {
            (0, 0) => writeln!(self.out, "@{frame} {command}"),
            (_, 0) => writeln!(self.out, "@{frame}.{scanline} {command}"),
            _ => writeln!(self.out, "@{place} {command}"),
        }
    }

    /// Writes the command `end`, and returns the output.
    pub fn end(mut self, place: Place) -> Result<W, fmt::Error> {
        self.command(place, "end")?;
        Ok(self.out)
    }

    /// Returns the output, for example to flush it.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }
}

/// Writes the commands that change the input from `from` to `to`, separated by `; `. Writes nothing
/// if the two are equal.
pub fn write_input_changes(out: &mut impl Write, from: &Input, to: &Input) -> fmt::Result {
    out.write_str(&to.changes_since(from).join("; "))
}

/// Returns a text as a single word of a script, in quotation marks if necessary. The text must not
/// contain a line break.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && c != ';';
    if !text.is_empty() && text.chars().all(plain) && !text.starts_with(['#', '"']) {
        text.into()
    } else {
        format!("\"{}\"", text.replace('"', "\"\""))
    }
}
