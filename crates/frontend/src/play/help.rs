//! The help overlay: the keys in force and the present position of every switch.

use super::{
    action::{ACTIONS, Action, Command, Directions},
    bindings::Bindings,
    canvas::{CELL, Canvas},
    keys::Chord,
};
use vcs::input::{Difficulty, Switches};

const INK: u32 = 0xd8d8d8;
const TITLE: u32 = 0xffd866;
const ON: u32 = 0x78e08f;

/// What the overlay shows besides the keys.
#[derive(Debug, Clone)]
pub struct HelpState {
    /// The switches as they stand.
    pub switches: Switches,
    /// Selected state slot.
    pub slot: usize,
}

/// Draws the overlay over a dimmed picture.
pub fn draw(canvas: &mut Canvas, bindings: &Bindings, state: &HelpState) {
    canvas.dim(48);
    let cell = CELL * canvas.unit();
    let lines = lines(bindings, state);
    let (columns, rows) = canvas.cells();
    let left = columns.saturating_sub(39) / 2 * cell + cell / 2;
    let spread = (rows * 8).saturating_sub(4) / lines.len().max(1);
    let step = (spread.clamp(8, 10) * canvas.unit()).max(1);
    let (_, height) = canvas.size();
    let top = height.saturating_sub(lines.len() * step) / 2;
    for (index, (text, color)) in lines.iter().enumerate() {
        canvas.text(left, top + index * step, text, *color);
    }
}

/// The overlay's lines, at most 39 characters each.
fn lines(bindings: &Bindings, state: &HelpState) -> Vec<(String, u32)> {
    let hint = |command| bindings.hint(Action::Once(command));
    let held = |action| keys(bindings, action, 2);
    let s = &state.switches;
    let mut lines = vec![
        (
            pair("CROWNHEAD", &format!("{} closes this", hint(Command::Help))),
            TITLE,
        ),
        (pair("Select (hold)", &held(Action::Select)), INK),
        (
            pair("Reset (hold): starts a game", &held(Action::Reset)),
            INK,
        ),
        switch(
            "TV type",
            ["color", "b/w"],
            s.color,
            [Command::Color(true), Command::Color(false)],
            bindings,
        ),
    ];
    for (port, name, now) in [
        (0, "Left difficulty", s.left),
        (1, "Right difficulty", s.right),
    ] {
        let commands = [
            Command::Difficulty(port, Difficulty::A),
            Command::Difficulty(port, Difficulty::B),
        ];
        lines.push(switch(
            name,
            ["A", "B"],
            now == Difficulty::A,
            commands,
            bindings,
        ));
    }
    lines.push(("PLAY".into(), TITLE));
    for (port, name) in [(0, "Left"), (1, "Right")] {
        lines.push((
            pair(
                &format!("{name} stick"),
                &stick_keys(bindings, port, STRAIGHT),
            ),
            INK,
        ));
        lines.push((
            pair(
                &format!("{name} diagonals"),
                &stick_keys(bindings, port, DIAGONAL),
            ),
            INK,
        ));
        lines.push((
            pair(&format!("{name} fire"), &held(Action::Fire(port))),
            INK,
        ));
    }
    lines.push(("PROGRAM".into(), TITLE));
    let rows = [
        ("Pause / one frame", [Command::Pause, Command::Advance]),
        ("Turbo / slow motion", [Command::Turbo, Command::Slow]),
        (
            "Save / load state",
            [Command::SaveState, Command::LoadState],
        ),
        ("Volume", [Command::Volume(-5), Command::Volume(5)]),
        ("Mute / snapshot", [Command::Mute, Command::Snapshot]),
        (
            "Full screen / zoom",
            [Command::FullScreen, Command::Scale(1)],
        ),
        (
            "Phosphor / scanlines",
            [Command::Phosphor, Command::Scanlines],
        ),
        ("Palette / standard", [Command::Palette, Command::Standard]),
        (
            "Power off and on / quit",
            [Command::PowerCycle, Command::Quit],
        ),
    ];
    for (text, [first, second]) in rows {
        lines.push((
            pair(text, &format!("{} {}", hint(first), hint(second))),
            INK,
        ));
    }
    lines.push((pair("Rewind (hold)", &held(Action::Rewind)), INK));
    lines.push((
        pair(
            &format!("State slot {}: next", state.slot),
            &hint(Command::NextSlot),
        ),
        INK,
    ));
    lines
}

/// A line with a text at the left and keys at the right.
fn pair(text: &str, keys: &str) -> String {
    let space = 39usize
        .saturating_sub(text.chars().count() + keys.chars().count())
        .max(1);
    format!("{text}{}{keys}", " ".repeat(space))
}

/// A line for a switch, its position in brackets.
fn switch(
    name: &str,
    positions: [&str; 2],
    first: bool,
    commands: [Command; 2],
    bindings: &Bindings,
) -> (String, u32) {
    let mark = |text: &str, on: bool| {
        if on {
            format!("[{text}]")
        } else {
            format!(" {text} ")
        }
    };
    let text = format!(
        "{name} {}{}",
        mark(positions[0], first),
        mark(positions[1], !first)
    );
    let keys = commands
        .map(|command| bindings.hint(Action::Once(command)))
        .join(" ");
    (pair(&text, &keys), ON)
}

const STRAIGHT: usize = 1;
const DIAGONAL: usize = 2;

/// The keys of a stick's straight or diagonal directions.
fn stick_keys(bindings: &Bindings, port: usize, contacts: usize) -> String {
    let count = |set: Directions| {
        [set.up, set.down, set.left, set.right]
            .into_iter()
            .filter(|on| *on)
            .count()
    };
    let keys: Vec<String> = ACTIONS
        .iter()
        .filter(|row| matches!(row.action, Action::Stick(of, set) if of == port && count(set) == contacts))
        .map(|row| keys(bindings, row.action, 1))
        .collect();
    match keys.join(" ") {
        all if all == "Up Down Left Right" => "arrow keys, keypad".into(),
        all => all,
    }
}

fn keys(bindings: &Bindings, action: Action, at_most: usize) -> String {
    let keys: Vec<String> = bindings
        .chords(action)
        .take(at_most)
        .map(Chord::label)
        .collect();
    match keys.is_empty() {
        true => "(no key)".into(),
        false => keys.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> HelpState {
        HelpState {
            switches: Switches::default(),
            slot: 3,
        }
    }

    #[test]
    fn it_fits_the_smallest_picture() {
        let lines = lines(&Bindings::default(), &state());
        assert!(lines.len() <= 28, "{} lines", lines.len());
        for (line, _) in lines {
            assert!(line.chars().count() <= 39, "{line}");
        }
    }

    #[test]
    fn it_shows_switches_and_the_keys_in_force() {
        let mut bindings = Bindings::default();
        bindings.rebind([("left-fire", &["x".into()][..])]).unwrap();
        let text: Vec<String> = lines(&bindings, &state())
            .into_iter()
            .map(|(line, _)| line)
            .collect();
        let text = text.join("\n");
        assert!(text.contains(" color [b/w]") || text.contains("[color]"));
        assert!(
            text.lines()
                .any(|line| line.starts_with("Left fire") && line.ends_with(" X"))
        );
        assert!(text.contains("Left difficulty  A [B]"));
    }
}
