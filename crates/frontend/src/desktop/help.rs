//! The help overlay: the keys in force and the present position of every switch, on two pages.

use super::{
    action::{
        Action,
        Command::{self, Controller, Picture, Record, Sound, State, Time},
        ControllerCommand, GameCommand, PictureCommand, RecordCommand, SoundCommand, StateCommand,
        TimeCommand,
    },
    actions::ACTIONS,
    bindings::Bindings,
    canvas::{CELL, Canvas},
    keys::Chord,
};
use play::{
    contacts::{Control, Directions},
    session::{Lever, Switch},
};
use vcs::input::{Difficulty, Switches};

const INK: u32 = 0xd8d8d8;
const TITLE: u32 = 0xffd866;
const ON: u32 = 0x78e08f;

/// What the overlay shows besides the keys.
#[derive(Debug, Clone)]
pub struct HelpState {
    /// The positions of the switches.
    pub switches: Switches,
    /// Selected state slot.
    pub slot: usize,
    /// The cartridge is Video Checkers.
    pub checkers: bool,
}

/// The page of the overlay that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Page {
    /// Nothing.
    #[default]
    Closed,
    /// Console, sticks, the game.
    Play,
    /// The program.
    Program,
}

impl Page {
    /// What the help key opens next.
    pub fn next(self) -> Page {
        match self {
            Page::Closed => Page::Play,
            Page::Play => Page::Program,
            Page::Program => Page::Closed,
        }
    }

    /// True while a page is shown.
    pub fn is_open(self) -> bool {
        self != Page::Closed
    }
}

/// A line of the overlay and its color.
type Line = (String, u32);

/// Draws a page over a dimmed picture.
pub fn draw(canvas: &mut Canvas, page: Page, bindings: &Bindings, state: &HelpState) {
    canvas.dim(48);
    let cell = CELL * canvas.unit();
    let lines = lines(page, bindings, state);
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
fn lines(page: Page, bindings: &Bindings, state: &HelpState) -> Vec<Line> {
    let hint = bindings.hint(Action::Once(Command::Help));
    let title = |text: &str| (pair("CROWNHEAD", &format!("{hint}: {text}")), TITLE);
    match page {
        Page::Closed => Vec::new(),
        Page::Play => {
            let mut lines = vec![title("more")];
            lines.extend(console(bindings, &state.switches));
            lines.extend(sticks(bindings));
            lines.extend(common(bindings));
            if state.checkers {
                lines.extend(checkers(bindings));
            }
            lines
        }
        Page::Program => {
            let mut lines = vec![title("close")];
            lines.extend(program(bindings, state.slot));
            lines
        }
    }
}

fn console(bindings: &Bindings, s: &Switches) -> Vec<Line> {
    let held = |action| keys(bindings, action, 2);
    let mut lines = vec![
        (
            pair("Select (hold)", &held(Action::Hold(Control::Select))),
            INK,
        ),
        (
            pair(
                "Reset (hold): starts a game",
                &held(Action::Hold(Control::Reset)),
            ),
            INK,
        ),
        switch(
            "TV type",
            ["color", "b/w"],
            s.color,
            [
                Command::Lever(Lever::Color(true)),
                Command::Lever(Lever::Color(false)),
            ],
            Command::Toggle(Switch::TvType),
            bindings,
        ),
    ];
    for (port, name, now) in [
        (0, "Left difficulty", s.left),
        (1, "Right difficulty", s.right),
    ] {
        let commands = [
            Command::Lever(Lever::Difficulty(port, Difficulty::A)),
            Command::Lever(Lever::Difficulty(port, Difficulty::B)),
        ];
        let first = now == Difficulty::A;
        let toggle = Command::Toggle(Switch::Difficulty(port));
        lines.push(switch(name, ["A", "B"], first, commands, toggle, bindings));
    }
    lines
}

fn sticks(bindings: &Bindings) -> Vec<Line> {
    let mut lines = vec![("PLAY".into(), TITLE)];
    for (port, name) in [(0, "Left"), (1, "Right")] {
        let row = |what: &str, keys: &str| (pair(&format!("{name} {what}"), keys), INK);
        lines.extend([
            row("stick", &stick_keys(bindings, port, STRAIGHT)),
            row("diagonals", &stick_keys(bindings, port, DIAGONAL)),
            row(
                "fire",
                &keys(bindings, Action::Hold(Control::Fire(port)), 2),
            ),
        ]);
    }
    lines
}

fn common(bindings: &Bindings) -> Vec<Line> {
    let hint = |command| bindings.hint(Action::Once(command));
    let quit = format!("{}, {}", hint(Command::Escape), hint(Command::Quit));
    vec![
        (pair("Pause", &hint(Command::Time(TimeCommand::Pause))), INK),
        (
            pair(
                "Rewind (hold)",
                &keys(bindings, Action::Hold(Control::Rewind), 1),
            ),
            INK,
        ),
        (pair("Open a cartridge", &hint(Command::Open)), INK),
        (pair("Quit", &quit), INK),
    ]
}

fn checkers(bindings: &Bindings) -> Vec<Line> {
    let hint = |command| bindings.hint(Action::Once(command));
    let two = |a, b| format!("{} {}", hint(a), hint(b));
    let ink = |text: String| (text, INK);
    vec![
        ("VIDEO CHECKERS".into(), TITLE),
        ink("Mouse: click a piece, then its square".into()),
        ink("Stick: diagonals; fire takes and drops".into()),
        ink("Select: 1-9 levels, 10 two players,".into()),
        ink("        11-19 giveaway, levels 1-9".into()),
        ink("Right A trades sides, left A: set-up".into()),
        ink(pair(
            "Take back",
            &hint(Command::Game(GameCommand::TakeBack)),
        )),
        ink(pair(
            "Square numbers / list of moves",
            &two(
                Command::Game(GameCommand::Numbers),
                Command::Game(GameCommand::MoveList),
            ),
        )),
        ink(pair(
            "Save / load position",
            &two(
                Command::Game(GameCommand::SavePosition),
                Command::Game(GameCommand::LoadPosition),
            ),
        )),
    ]
}

/// Lines of the program's page: a text and two commands. The line with the number of the state slot
/// begins with `Slot`.
#[rustfmt::skip]
const PROGRAM: [(&str, Command, Command); 16] = [
    ("Save / load state", State(StateCommand::Save), State(StateCommand::Load)),
    ("Slot: next / previous", State(StateCommand::NextSlot), State(StateCommand::PreviousSlot)),
    ("Step back / forward", Time(TimeCommand::StepBack), Time(TimeCommand::StepForward)),
    ("Pause / one frame", Time(TimeCommand::Pause), Time(TimeCommand::Advance)),
    ("Turbo / slow motion", Time(TimeCommand::Turbo), Time(TimeCommand::Slow)),
    ("Volume", Sound(SoundCommand::Volume(-5)), Sound(SoundCommand::Volume(5))),
    ("Mute / power off and on", Sound(SoundCommand::Mute), Time(TimeCommand::PowerCycle)),
    ("Fullscreen / statistics",
     Picture(PictureCommand::FullScreen), Picture(PictureCommand::Statistics)),
    ("Smaller / larger", Picture(PictureCommand::Scale(-1)), Picture(PictureCommand::Scale(1))),
    ("Phosphor / scanlines", Picture(PictureCommand::Phosphor), Picture(PictureCommand::Scanlines)),
    ("Palette / standard", Picture(PictureCommand::Palette), Picture(PictureCommand::Standard)),
    ("Snapshot / clip", Record(RecordCommand::Snapshot), Record(RecordCommand::Clip)),
    ("Record input / sound", Record(RecordCommand::Input), Record(RecordCommand::Sound)),
    ("Left / right controller",
     Controller(ControllerCommand::Next(0)), Controller(ControllerCommand::Next(1))),
    ("Swap ports / paddles",
     Controller(ControllerCommand::SwapPorts), Controller(ControllerCommand::SwapPaddles)),
    ("Center / capture mouse",
     Controller(ControllerCommand::CenterPaddles), Controller(ControllerCommand::CaptureMouse)),
];

fn program(bindings: &Bindings, slot: usize) -> Vec<Line> {
    let hint = |command| bindings.hint(Action::Once(command));
    let mut lines = vec![("PROGRAM".into(), TITLE)];
    lines.extend(PROGRAM.map(|(text, first, second)| {
        let text = text.replace("Slot", &format!("Slot {slot}"));
        let keys = format!("{} {}", hint(first), hint(second));
        (pair(&text, &keys), INK)
    }));
    let held = keys(bindings, Action::Hold(Control::FastForward), 1);
    let fast = format!("{held} {}", hint(Time(TimeCommand::FastThink)));
    let resume = hint(State(StateCommand::Resume));
    lines.extend([
        (pair("Continue the last session", &resume), INK),
        (pair("Turbo (hold) / fast thinking", &fast), INK),
        ("Right Ctrl gives commands, too".into(), INK),
        ("To change the keys, create a file:".into(), INK),
        ("crownhead settings --create".into(), INK),
        ("PAD (Start: Reset; Select: Select)".into(), TITLE),
        (pair("Fire, second button", "South, East"), INK),
        (pair("TV type / open a cartridge", "North West"), INK),
        (pair("Difficulties left / right", "shoulders"), INK),
        (pair("Rewind / turbo (hold)", "triggers"), INK),
    ]);
    lines
}

/// A line with a text at the left and keys at the right.
fn pair(text: &str, keys: &str) -> String {
    let space = 39usize
        .saturating_sub(text.chars().count() + keys.chars().count())
        .max(1);
    format!("{text}{}{keys}", " ".repeat(space))
}

/// A line for a switch, its position in brackets, and the keys that set it; where one is missing,
/// the key that toggles it.
fn switch(
    name: &str,
    positions: [&str; 2],
    first: bool,
    commands: [Command; 2],
    toggle: Command,
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
    let bound = |command: &Command| bindings.chords(Action::Once(*command)).next().is_some();
    let hint = |command| bindings.hint(Action::Once(command));
    let keys = match commands.iter().all(bound) {
        true => commands.map(hint).join(" "),
        false => format!("toggle {}", hint(toggle)),
    };
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
        .filter(|row| match row.action {
            Action::Hold(Control::Stick(of, set)) => of == port && count(set) == contacts,
            _ => false,
        })
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
            checkers: true,
        }
    }

    #[test]
    fn the_help_fits_the_smallest_picture() {
        for page in [Page::Play, Page::Program] {
            let lines = lines(page, &Bindings::default(), &state());
            assert!(lines.len() <= 28, "{} lines", lines.len());
            for (line, _) in lines {
                assert!(line.chars().count() <= 39, "{line}");
            }
        }
    }

    #[test]
    fn a_switch_without_keys_shows_the_key_that_toggles_it() {
        let mut bindings = Bindings::default();
        let keys = [
            ("color", &[][..]),
            ("black-and-white", &[][..]),
            ("toggle-color", &["k".into()][..]),
        ];
        bindings.rebind(keys).unwrap();
        let lines = console(&bindings, &Switches::default());
        assert!(lines[2].0.ends_with(" toggle K"), "{}", lines[2].0);
        assert!(lines[3].0.ends_with(" F5 F6"), "{}", lines[3].0);
        bindings
            .rebind([("load-state", &["f6".into()][..])])
            .unwrap();
        let lines = console(&bindings, &Switches::default());
        assert!(lines[3].0.ends_with(" toggle Shift+F5"), "{}", lines[3].0);
    }

    #[test]
    fn the_help_shows_the_switches_and_the_keys_in_force() {
        let mut bindings = Bindings::default();
        bindings.rebind([("left-fire", &["x".into()][..])]).unwrap();
        let text: Vec<String> = lines(Page::Play, &bindings, &state())
            .into_iter()
            .map(|(line, _)| line)
            .collect();
        let text = text.join("\n");
        assert!(text.contains("TV type [color] b/w"));
        assert!(
            text.lines()
                .any(|line| line.starts_with("Left fire") && line.ends_with(" X"))
        );
        assert!(text.contains("Left difficulty  A [B]"));
    }
}
