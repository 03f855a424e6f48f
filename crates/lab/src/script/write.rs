//! Script to text: what a recorder writes.

use super::{
    SCRIPT_FORMAT, SCRIPT_VERSION, Setup,
    commands::{KEYS, controller_name},
};
use std::fmt::{self, Write};
use vcs::{
    Input, Place, PowerOnState,
    input::{Controller, Difficulty, Joystick},
};

/// Writes the first line, the settings and the input at power-on.
pub fn write_header(out: &mut impl Write, setup: &Setup) -> fmt::Result {
    writeln!(out, "{SCRIPT_FORMAT} {SCRIPT_VERSION}")?;
    let texts = [
        ("cartridge", &setup.cartridge),
        ("sha256", &setup.sha256),
        ("scheme", &setup.scheme),
        ("tv", &setup.tv),
        ("symbols", &setup.symbols),
    ];
    for (name, value) in texts {
        if let Some(value) = value {
            writeln!(out, "{name} {}", quoted(value))?;
        }
    }
    let state = match setup.power_on.state {
        PowerOnState::Zero => "zero",
        PowerOnState::Ones => "ones",
        PowerOnState::Random => "random",
    };
    writeln!(out, "power-on {state}")?;
    writeln!(out, "seed {}", setup.power_on.seed)?;
    let changes = changes(&Input::default(), &setup.input);
    changes
        .iter()
        .try_for_each(|change| writeln!(out, "{change}"))
}

/// Writes a script as the hands move, for recorders.
#[derive(Debug, Clone)]
pub struct Recorder<W> {
    out: W,
    input: Input,
}

impl<W: Write> Recorder<W> {
    /// Writes the settings and the input at power-on.
    pub fn new(mut out: W, setup: &Setup) -> Result<Self, fmt::Error> {
        write_header(&mut out, setup)?;
        writeln!(out)?;
        let input = setup.input;
        Ok(Recorder { out, input })
    }

    /// The input in force from a place on. Nothing is written where nothing changes.
    pub fn input(&mut self, place: Place, input: &Input) -> fmt::Result {
        let changes = changes(&self.input, input);
        self.input = *input;
        match changes.is_empty() {
            true => Ok(()),
            false => self.command(place, &changes.join("; ")),
        }
    }

    /// Any other command at a place.
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

    /// Writes the end, and gives back what was written to.
    pub fn end(mut self, place: Place) -> Result<W, fmt::Error> {
        self.command(place, "end")?;
        Ok(self.out)
    }

    /// What is written to.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }
}

/// Writes the commands that lead from one input to another, separated by `; `; nothing when
/// they are equal.
pub fn write_input_changes(out: &mut impl Write, from: &Input, to: &Input) -> fmt::Result {
    out.write_str(&changes(from, to).join("; "))
}

/// The commands that lead from idle joysticks and switches to an input; empty when it is idle.
pub fn describe_input(input: &Input) -> String {
    changes(&Input::default(), input).join("; ")
}

/// A text as one word of a script, between quotation marks if it needs them. It must not contain a
/// line break.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| !c.is_whitespace() && c != ';';
    match !text.is_empty() && text.chars().all(plain) && !text.starts_with(['#', '"']) {
        true => text.into(),
        false => format!("\"{}\"", text.replace('"', "\"\"")),
    }
}

fn changes(from: &Input, to: &Input) -> Vec<String> {
    let mut commands = Vec::new();
    for port in 0..2 {
        let (before, after) = (&from.ports[port], &to.ports[port]);
        if before != after {
            controller_changes(&mut commands, port, before, after);
        }
    }
    let (before, after) = (&from.switches, &to.switches);
    let mut switch = |name, changed: bool, value| {
        if changed {
            commands.push(format!("{name} {value}"));
        }
    };
    let down = |held| if held { "down" } else { "up" };
    let color = if after.color { "color" } else { "bw" };
    switch("select", before.select != after.select, down(after.select));
    switch("reset", before.reset != after.reset, down(after.reset));
    switch("color", before.color != after.color, color);
    switch("ldiff", before.left != after.left, difficulty(after.left));
    switch(
        "rdiff",
        before.right != after.right,
        difficulty(after.right),
    );
    commands
}

fn difficulty(difficulty: Difficulty) -> &'static str {
    match difficulty {
        Difficulty::A => "a",
        Difficulty::B => "b",
    }
}

fn controller_changes(out: &mut Vec<String>, port: usize, from: &Controller, to: &Controller) {
    let name = controller_name(to);
    let replugged = controller_name(from) != name;
    if replugged {
        out.push(format!("plug p{port} {name}"));
    }
    if let Controller::Paddles(paddles) = to {
        let before = match from {
            Controller::Paddles(before) => *before,
            _ => Default::default(),
        };
        for (side, paddle) in paddles.iter().enumerate() {
            if before[side] != *paddle {
                let fire = if paddle.fire { " fire" } else { "" };
                let number = port * 2 + side;
                out.push(format!("paddle{number} {}{fire}", paddle.position));
            }
        }
        return;
    }
    let held = held(to);
    if !(replugged && held.is_empty()) && *to != Controller::None {
        let held = if held.is_empty() { " -".into() } else { held };
        out.push(format!("p{port}{held}"));
    }
}

/// What is held, each word behind a space.
fn held(controller: &Controller) -> String {
    match controller {
        Controller::None | Controller::Paddles(_) => String::new(),
        Controller::Joystick(stick) => stick_words(stick),
        Controller::TwoButton { joystick, second } => {
            let second = if *second { " second" } else { "" };
            stick_words(joystick) + second
        }
        Controller::Driving(driving) => {
            let fire = if driving.fire { " fire" } else { "" };
            format!(" step {}{fire}", driving.step & 3)
        }
        Controller::Keypad(keys) => {
            let held = KEYS
                .iter()
                .enumerate()
                .filter(|(bit, _)| keys >> bit & 1 != 0);
            held.map(|(_, key)| format!(" {key}")).collect()
        }
    }
}

fn stick_words(stick: &Joystick) -> String {
    let contacts = [
        (stick.up, " up"),
        (stick.down, " down"),
        (stick.left, " left"),
        (stick.right, " right"),
        (stick.fire, " fire"),
    ];
    contacts
        .iter()
        .filter(|(held, _)| *held)
        .map(|(_, word)| *word)
        .collect()
}
