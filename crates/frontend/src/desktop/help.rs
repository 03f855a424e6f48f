//! The help pages: the active keys, and the current position of every switch.

use super::{
    action::{
        Action,
        Command::{self, Controller, Picture, Record, Sound, State, Time},
        ControllerCommand, GameCommand, PictureCommand, RecordCommand, SoundCommand, StateCommand,
        TimeCommand,
    },
    actions::ACTIONS,
    bindings::Bindings,
    keys::Chord,
    manual_page,
    nav::Nav,
    pad_map::PadMap,
    ui::{Page, Row, RowKind},
};
use games::session::BundledGame;
use play::{
    contacts::{Control, Directions},
    session::{Lever, Switch},
};
use vcs::input::{ControllerKind, Difficulty, Switches};

/// The state that the help pages show, apart from the key bindings.
#[derive(Debug, Clone)]
pub struct HelpState {
    /// The positions of the switches.
    pub switches: Switches,
    /// The selected state slot.
    pub slot: usize,
    /// The bundled game that is running, if any.
    pub game: Option<BundledGame>,
    /// The plugged-in controllers, left and right.
    pub controllers: [ControllerKind; 2],
    /// The actions of the buttons on the left pad.
    pub pad_map: PadMap,
}

/// The pages. The last one is the player's manual of the running bundled game.
const TABS: [&str; 4] = ["Play", "Program", "Pads", "Manual"];

/// The open tab, and the row to which it is scrolled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HelpPage {
    tab: usize,
    row: usize,
}

impl HelpPage {
    /// Handles a navigation key in the help. Returns false if the help must close.
    pub fn navigate(&mut self, nav: Nav) -> bool {
        let page_rows = 12;
        let HelpPage { tab, row } = *self;
        let (tab, row) = match nav {
            // The key that opened the help steps through its pages. On the last page, it closes the
            // help.
            Nav::NextTab | Nav::Choose if tab + 1 == TABS.len() => return false,
            Nav::NextTab | Nav::Choose => (tab + 1, 0),
            Nav::Right => ((tab + 1) % TABS.len(), 0),
            Nav::Left => ((tab + TABS.len() - 1) % TABS.len(), 0),
            Nav::Up => (tab, row.saturating_sub(1)),
            Nav::Down => (tab, row.saturating_add(1)),
            Nav::PageUp => (tab, row.saturating_sub(page_rows)),
            Nav::PageDown => (tab, row.saturating_add(page_rows)),
            Nav::First => (tab, 0),
            Nav::Last => (tab, usize::MAX),
            Nav::Close | Nav::Erase => return false,
            Nav::ToggleTiles | Nav::ToggleFavorite => (tab, row),
        };
        *self = HelpPage { tab, row };
        true
    }

    /// Opens a tab.
    pub fn open(&mut self, tab: usize) {
        self.tab = tab;
    }

    /// Scrolls by rows.
    pub fn scroll(&mut self, rows: isize) {
        self.row = self.row.saturating_add_signed(rows);
    }

    /// Returns the page to draw. Scrolls back if the page is scrolled past its last row.
    pub fn show(&mut self, bindings: &Bindings, state: &HelpState) -> Page {
        let rows = match self.tab {
            0 => play(bindings, state),
            1 => program(bindings, state.slot),
            2 => pads(&state.pad_map),
            _ => manual_page::rows(state.game),
        };
        self.row = self.row.min(rows.len().saturating_sub(1));
        let hint = bindings.hint(Action::Once(Command::Help));
        Page {
            title: "Help".into(),
            tabs: TABS.map(str::to_owned).into(),
            tab: self.tab,
            cursor: self.row,
            rows,
            footer: format!(
                "{hint}: next page · Esc: back · {}: menus · Options change the keys",
                bindings.hint(Action::Once(Command::Menu))
            ),
            ..Page::default()
        }
    }
}

fn heading(text: &str) -> Row {
    Row {
        label: text.into(),
        kind: RowKind::Heading,
        ..Row::default()
    }
}

/// Returns a row with text on the left and keys on the right.
fn pair(text: &str, keys: &str) -> Row {
    Row {
        label: text.into(),
        value: keys.into(),
        kind: RowKind::Note,
        image: None,
    }
}

fn play(bindings: &Bindings, state: &HelpState) -> Vec<Row> {
    let mut rows = vec![heading("Console")];
    rows.extend(console(bindings, &state.switches));
    rows.push(heading("Controllers"));
    rows.extend(controllers(bindings, state.controllers));
    rows.push(heading("Always"));
    rows.extend(common(bindings));
    let game = match state.game {
        Some(BundledGame::VideoCheckers) => Some(("Video Checkers", checkers(bindings))),
        Some(BundledGame::Triktrak) => Some(("Triktrak", triktrak(bindings))),
        None => None,
    };
    if let Some((name, lines)) = game {
        rows.push(heading(name));
        rows.extend(lines);
    }
    rows
}

fn console(bindings: &Bindings, switches: &Switches) -> Vec<Row> {
    let held = |control| keys(bindings, Action::Hold(control), 2);
    let mut rows = vec![
        pair("Select (hold)", &held(Control::Select)),
        pair("Reset (hold): starts a game", &held(Control::Reset)),
        switch_row(
            "TV type",
            ["color", "black-and-white"],
            switches.color,
            [
                Command::Lever(Lever::Color(true)),
                Command::Lever(Lever::Color(false)),
            ],
            Command::Toggle(Switch::TvType),
            bindings,
        ),
    ];
    for (port, name, position) in [
        (0, "Left difficulty", switches.left),
        (1, "Right difficulty", switches.right),
    ] {
        let commands = [
            Command::Lever(Lever::Difficulty(port, Difficulty::A)),
            Command::Lever(Lever::Difficulty(port, Difficulty::B)),
        ];
        let is_first = position == Difficulty::A;
        let toggle = Command::Toggle(Switch::Difficulty(port));
        rows.push(switch_row(
            name,
            ["A", "B"],
            is_first,
            commands,
            toggle,
            bindings,
        ));
    }
    rows
}

/// Returns the rows about the plugged-in controllers and their keys.
fn controllers(bindings: &Bindings, controllers: [ControllerKind; 2]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (port, name) in [(0, "Left"), (1, "Right")] {
        let row = |suffix: &str, keys: &str| pair(&format!("{name} {suffix}"), keys);
        match controllers[port] {
            ControllerKind::None | ControllerKind::SaveKey => continue,
            ControllerKind::Paddles | ControllerKind::Driving => {
                let capture = Controller(ControllerCommand::CaptureMouse);
                let capture = bindings.hint(Action::Once(capture));
                let suffix = format!("{}: the mouse, or left and right", controllers[port]);
                rows.push(row(&suffix, &format!("{capture} captures it")));
            }
            ControllerKind::Keypad => {
                let digits = ["keypad of the keyboard", "digits, - and ="][port];
                rows.push(row("keypad", digits));
                continue;
            }
            ControllerKind::Joystick | ControllerKind::TwoButton => rows.extend([
                row("stick", &stick_keys(bindings, port, STRAIGHT)),
                row("diagonals", &stick_keys(bindings, port, DIAGONAL)),
            ]),
        }
        let fire = Action::Hold(Control::Fire(port));
        rows.push(row("fire", &keys(bindings, fire, 2)));
    }
    rows
}

fn common(bindings: &Bindings) -> Vec<Row> {
    let hint = |command| bindings.hint(Action::Once(command));
    vec![
        pair("Pause", &hint(Command::Time(TimeCommand::Pause))),
        pair(
            "Rewind (hold)",
            &keys(bindings, Action::Hold(Control::Rewind), 1),
        ),
        pair("Open a cartridge", &hint(Command::Open)),
        pair(
            "Menus, or the mouse at the upper edge",
            &hint(Command::Menu),
        ),
        pair("Options", &hint(Command::Options)),
        pair("Quit", &hint(Command::Quit)),
    ]
}

fn triktrak(bindings: &Bindings) -> Vec<Row> {
    let game = |command| bindings.hint(Action::Once(Command::Game(command)));
    vec![
        pair("Mouse", "click to throw, click a wedge to move"),
        pair("Stick", "choose a wedge; fire throws and moves"),
        pair("Select", "WHITE, BLACK, two players, DEMO"),
        pair("Left difficulty A", "no wedge is lit"),
        pair("Right difficulty A", "a fast computer"),
        pair("Hint", &game(GameCommand::Hint)),
        pair("Take back", &game(GameCommand::TakeBack)),
    ]
}

fn checkers(bindings: &Bindings) -> Vec<Row> {
    let hint = |command| bindings.hint(Action::Once(command));
    let game = |command| hint(Command::Game(command));
    let two = |a, b| format!("{}, {}", game(a), game(b));
    vec![
        pair("Mouse", "click a piece, then its target square"),
        pair("Stick", "push a diagonal; fire picks up and drops"),
        pair("Select", "1-9 levels, 10 two players, 11-19 giveaway"),
        pair(
            "Right difficulty A, left difficulty A",
            "swap sides, set up",
        ),
        pair("Take back", &game(GameCommand::TakeBack)),
        pair(
            "Square numbers, list of moves",
            &two(GameCommand::Numbers, GameCommand::MoveList),
        ),
        pair(
            "Save, load a position",
            &two(GameCommand::SavePosition, GameCommand::LoadPosition),
        ),
    ]
}

/// Rows of the page Program: each has a text and two commands. The page adds the number of the
/// state slot to the row that begins with `Slot`.
#[rustfmt::skip]
const PROGRAM: &[(&str, Command, Command)] = &[
    ("Save, load state", State(StateCommand::Save), State(StateCommand::Load)),
    ("Slot: next, previous", State(StateCommand::NextSlot), State(StateCommand::PreviousSlot)),
    ("Step back, forward", Time(TimeCommand::StepBack), Time(TimeCommand::StepForward)),
    ("Pause, one frame", Time(TimeCommand::Pause), Time(TimeCommand::Advance)),
    ("Turbo, slow motion", Time(TimeCommand::Turbo), Time(TimeCommand::Slow)),
    ("Volume down, up", Sound(SoundCommand::Volume(-5)), Sound(SoundCommand::Volume(5))),
    ("Mute, power off and on", Sound(SoundCommand::Mute), Time(TimeCommand::PowerCycle)),
    ("Full screen, statistics",
     Picture(PictureCommand::FullScreen), Picture(PictureCommand::Statistics)),
    ("Smaller, larger", Picture(PictureCommand::Scale(-1)), Picture(PictureCommand::Scale(1))),
    ("Phosphor, scanlines", Picture(PictureCommand::Phosphor), Picture(PictureCommand::Scanlines)),
    ("Palette, standard", Picture(PictureCommand::Palette), Picture(PictureCommand::Standard)),
    ("Snapshot, clip", Record(RecordCommand::Snapshot), Record(RecordCommand::Clip)),
    ("Record input, sound", Record(RecordCommand::Input), Record(RecordCommand::Sound)),
    ("Save as a test, open", Record(RecordCommand::Test), Command::Open),
    ("Left, right controller",
     Controller(ControllerCommand::Next(0)), Controller(ControllerCommand::Next(1))),
    ("Swap ports, paddles",
     Controller(ControllerCommand::SwapPorts), Controller(ControllerCommand::SwapPaddles)),
    ("Center, capture mouse",
     Controller(ControllerCommand::CenterPaddles), Controller(ControllerCommand::CaptureMouse)),
];

fn program(bindings: &Bindings, slot: usize) -> Vec<Row> {
    let hint = |command| bindings.hint(Action::Once(command));
    let mut rows = vec![heading("Program")];
    rows.extend(PROGRAM.iter().map(|(text, first, second)| {
        let text = text.replace("Slot", &format!("Slot {slot}"));
        pair(&text, &format!("{}, {}", hint(*first), hint(*second)))
    }));
    let held = keys(bindings, Action::Hold(Control::FastForward), 1);
    let fast_thinking = hint(Time(TimeCommand::FastThink));
    rows.extend([
        pair(
            "Continue the last session",
            &hint(State(StateCommand::Resume)),
        ),
        pair(
            "Turbo (hold), fast thinking",
            &format!("{held}, {fast_thinking}"),
        ),
        pair("Ctrl without firing", "right Ctrl"),
    ]);
    rows
}

/// Rows of the page Pads, each with a text and the names of one or two actions.
const PADS: [(&str, &[&str]); 6] = [
    ("Fire, second button", &["fire", "second-fire"]),
    ("Select, Reset", &["select", "reset"]),
    ("TV type, open a cartridge", &["toggle-color", "open"]),
    (
        "Left, right difficulty",
        &["toggle-left-difficulty", "toggle-right-difficulty"],
    ),
    ("Rewind, turbo (hold)", &["rewind", "fast-forward"]),
    ("Menus", &["menu"]),
];

fn pads(pad_map: &PadMap) -> Vec<Row> {
    let mut rows = vec![heading("Game pads: the first plays left, the second right")];
    rows.extend(PADS.map(|(text, actions)| {
        let labels = actions.iter().map(|action| match pad_map.labels(action) {
            labels if labels.is_empty() => "(no button)".into(),
            labels => labels,
        });
        pair(text, &labels.collect::<Vec<_>>().join(", "))
    }));
    rows.extend([
        heading("In menus and lists"),
        pair("Choose, back", "South, East"),
        pair("Erase, default value", "West"),
        pair("Pages, next list", "shoulders, North"),
        pair("Tiles, favorite", "triggers"),
    ]);
    rows
}

/// Returns a row for a switch: its position, and the keys that set its two positions. If a position
/// has no key, shows the key that toggles the switch instead. `is_first` is true if the switch
/// is in the first of `positions`.
fn switch_row(
    name: &str,
    positions: [&str; 2],
    is_first: bool,
    commands: [Command; 2],
    toggle: Command,
    bindings: &Bindings,
) -> Row {
    let text = format!("{name}: {}", positions[usize::from(!is_first)]);
    let is_bound = |command: &Command| bindings.chords(Action::Once(*command)).next().is_some();
    let hint = |command| bindings.hint(Action::Once(command));
    let keys = if commands.iter().all(is_bound) {
        commands.map(hint).join(", ")
    } else {
        format!("toggle {}", hint(toggle))
    };
    pair(&text, &keys)
}

/// Number of contacts that a stick closes in a straight direction.
const STRAIGHT: usize = 1;
/// Number of contacts that a stick closes in a diagonal direction.
const DIAGONAL: usize = 2;

/// Returns the keys for those directions of a stick that close this number of contacts, which is
/// [`STRAIGHT`] or [`DIAGONAL`].
fn stick_keys(bindings: &Bindings, port: usize, contacts: usize) -> String {
    let count = |stick: Directions| {
        [stick.up, stick.down, stick.left, stick.right]
            .into_iter()
            .filter(|on| *on)
            .count()
    };
    let keys: Vec<String> = ACTIONS
        .iter()
        .filter(|row| match row.action {
            Action::Hold(Control::Stick(stick_port, directions)) => {
                stick_port == port && count(directions) == contacts
            }
            _ => false,
        })
        .map(|row| keys(bindings, row.action, 1))
        .collect();
    match keys.join(" ") {
        keys if keys == "Up Down Left Right" => "arrow keys, keypad".into(),
        keys => keys,
    }
}

fn keys(bindings: &Bindings, action: Action, max: usize) -> String {
    let keys: Vec<String> = bindings
        .chords(action)
        .take(max)
        .map(Chord::label)
        .collect();
    if keys.is_empty() {
        "(no key)".into()
    } else {
        keys.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> HelpState {
        HelpState {
            switches: Switches::default(),
            slot: 3,
            game: Some(BundledGame::VideoCheckers),
            controllers: [ControllerKind::Joystick; 2],
            pad_map: PadMap::default(),
        }
    }

    fn value(rows: &[Row], label: &str) -> String {
        let row = rows.iter().find(|row| row.label.starts_with(label));
        row.map(|row| row.value.clone()).unwrap_or_default()
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
        let rows = console(&bindings, &Switches::default());
        assert_eq!(value(&rows, "TV type"), "toggle K");
        assert_eq!(value(&rows, "Left difficulty"), "F5, F6");
        bindings
            .rebind([("load-state", &["f6".into()][..])])
            .unwrap();
        let rows = console(&bindings, &Switches::default());
        assert_eq!(value(&rows, "Left difficulty"), "toggle Shift+F5");
    }

    #[test]
    fn the_help_shows_the_current_switches_and_keys() {
        let mut bindings = Bindings::default();
        bindings.rebind([("left-fire", &["x".into()][..])]).unwrap();
        let rows = HelpPage::default().show(&bindings, &state()).rows;
        assert_eq!(value(&rows, "Left fire"), "X");
        let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert!(labels.contains(&"TV type: color") && labels.contains(&"Left difficulty: B"));
    }

    #[test]
    fn the_help_names_the_controller_that_is_plugged_in() {
        let state = HelpState {
            controllers: [ControllerKind::Paddles, ControllerKind::None],
            ..state()
        };
        let rows = HelpPage::default().show(&Bindings::default(), &state).rows;
        let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
        assert!(
            labels.iter().any(|label| label.contains("the mouse")),
            "{labels:?}"
        );
        assert!(!labels.iter().any(|label| label.contains("Right fire")));
    }

    #[test]
    fn the_help_shows_the_current_buttons() {
        let mut state = state();
        let buttons = ["c".to_owned()];
        let entries = [("fire", &buttons[..]), ("menu", &[][..])];
        state.pad_map.rebind(entries).unwrap();
        let mut page = HelpPage { tab: 2, row: 0 };
        let rows = page.show(&Bindings::default(), &state).rows;
        assert_eq!(value(&rows, "Fire"), "C, East");
        assert_eq!(value(&rows, "Menus"), "(no button)");
    }

    #[test]
    fn keys_that_move_down_stay_on_the_last_row() {
        for nav in [Nav::Down, Nav::PageDown] {
            let mut page = HelpPage { tab: 0, row: 3 };
            assert!(page.navigate(Nav::Last) && page.navigate(nav));
            let last = HelpPage {
                tab: 0,
                row: usize::MAX,
            };
            assert_eq!(page, last);
        }
    }

    #[test]
    fn the_help_key_steps_through_all_pages_and_then_closes_the_help() {
        let mut page = HelpPage::default();
        let pages = (1..).find(|_| !page.navigate(Nav::NextTab));
        assert_eq!(pages, Some(TABS.len()));
    }
}
