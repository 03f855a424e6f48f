//! The menus of the menu bar.

use crate::desktop::{
    action::{
        Action,
        Command::{self, Controller, Game, Picture, Record, Sound, State, Time},
        ControllerCommand, GameCommand, PictureCommand, RecordCommand, SoundCommand, StateCommand,
        TimeCommand,
    },
    facts::Facts,
    slots::SLOTS,
    ui::{Choice, Item, Menu},
};
use games::session::BundledGame;
use play::{contacts::Control, session::Lever};
use vcs::input::Difficulty::{A, B};

/// Returns all menus, with the current key bindings. Options that are on are marked.
pub fn menus(facts: &Facts) -> Vec<Menu> {
    let menu = |title, items| Menu { title, items };
    vec![
        menu("Game", facts.game_menu()),
        menu("Console", facts.console_menu()),
        menu("State", facts.state_menu()),
        menu("Time", facts.time_menu()),
        menu("Picture", facts.picture_menu()),
        menu("Sound", facts.sound_menu()),
        menu("Record", facts.record_menu()),
        menu("Help", facts.help_menu()),
    ]
}

impl Facts<'_> {
    fn item(&self, label: &str, command: Command) -> Item {
        let chord = self.bindings.chords(Action::Once(command)).next();
        Item {
            label: label.into(),
            keys: chord.map_or_else(String::new, |chord| chord.label()),
            marked: false,
            choice: Choice::Command(command),
        }
    }

    fn marked_item(&self, label: &str, command: Command, marked: bool) -> Item {
        Item {
            marked,
            ..self.item(label, command)
        }
    }

    fn press_item(&self, label: &str, control: Control) -> Item {
        let chord = self.bindings.chords(Action::Hold(control)).next();
        Item {
            label: label.into(),
            keys: chord.map_or_else(String::new, |chord| chord.label()),
            marked: false,
            choice: Choice::Command(Command::Press(control)),
        }
    }

    fn game_menu(&self) -> Vec<Item> {
        let mut items = vec![
            self.item("Open a cartridge…", Command::Open),
            self.item("Options…", Command::Options),
            Item::separator(),
        ];
        if self.game.is_some() {
            items.extend([
                self.item("Hint", Game(GameCommand::Hint)),
                self.item("Take a move back", Game(GameCommand::TakeBack)),
            ]);
        }
        if self.game == Some(BundledGame::Triktrak) {
            items.push(Item::separator());
        }
        if self.game == Some(BundledGame::VideoCheckers) {
            items.extend([
                self.item("Resign", Game(GameCommand::Resign)),
                self.item("Offer a draw", Game(GameCommand::OfferDraw)),
                self.marked_item(
                    "Watch two levels play",
                    Game(GameCommand::Watch),
                    self.is_watching,
                ),
                Item::separator(),
                self.item("Number the squares", Game(GameCommand::Numbers)),
                self.item("List of moves", Game(GameCommand::MoveList)),
                self.item("Save the position", Game(GameCommand::SavePosition)),
                self.item("Load a position…", Game(GameCommand::LoadPosition)),
                self.item("Open a book of games…", Game(GameCommand::OpenBook)),
                self.item("Next move of the book", Game(GameCommand::Book(1))),
                self.item("Previous move of the book", Game(GameCommand::Book(-1))),
                Item::separator(),
            ]);
        }
        items.push(self.item("Quit", Command::Quit));
        items
    }

    fn console_menu(&self) -> Vec<Item> {
        let switches = self.switches;
        let difficulty = |port, name: &str, current, position| {
            let command = Command::Lever(Lever::Difficulty(port, position));
            self.marked_item(name, command, current == position)
        };
        vec![
            self.press_item("Select: next game", Control::Select),
            self.press_item("Reset: start", Control::Reset),
            self.item("Power off and on", Time(TimeCommand::PowerCycle)),
            Item::separator(),
            self.marked_item("Color", Command::Lever(Lever::Color(true)), switches.color),
            self.marked_item(
                "Black-and-white",
                Command::Lever(Lever::Color(false)),
                !switches.color,
            ),
            Item::separator(),
            difficulty(0, "Left difficulty A", switches.left, A),
            difficulty(0, "Left difficulty B", switches.left, B),
            difficulty(1, "Right difficulty A", switches.right, A),
            difficulty(1, "Right difficulty B", switches.right, B),
            Item::separator(),
            self.item(
                &format!("Left controller: {}", self.controllers[0]),
                Controller(ControllerCommand::Next(0)),
            ),
            self.item(
                &format!("Right controller: {}", self.controllers[1]),
                Controller(ControllerCommand::Next(1)),
            ),
            self.marked_item(
                "Swap the ports",
                Controller(ControllerCommand::SwapPorts),
                self.swap_ports,
            ),
            self.marked_item(
                "Swap the paddles",
                Controller(ControllerCommand::SwapPaddles),
                self.swap_paddles,
            ),
        ]
    }

    fn state_menu(&self) -> Vec<Item> {
        let mut items = vec![
            self.item("Save", State(StateCommand::Save)),
            self.item("Load", State(StateCommand::Load)),
            self.item("Continue the last session", State(StateCommand::Resume)),
            Item::separator(),
        ];
        items.extend((0..SLOTS).map(|slot| Item {
            label: format!("Slot {slot}"),
            keys: String::new(),
            marked: slot == self.slot,
            choice: Choice::Command(State(StateCommand::Slot(slot))),
        }));
        items
    }

    fn time_menu(&self) -> Vec<Item> {
        vec![
            self.marked_item("Pause", Time(TimeCommand::Pause), self.paused),
            self.item("One frame forward", Time(TimeCommand::Advance)),
            self.item("Rewind half a second", Time(TimeCommand::StepBack)),
            self.item("Half a second forward", Time(TimeCommand::StepForward)),
            Item::separator(),
            self.marked_item("Turbo", Time(TimeCommand::Turbo), self.turbo),
            self.marked_item("Slow motion", Time(TimeCommand::Slow), self.slow),
            self.marked_item(
                "Fast thinking",
                Time(TimeCommand::FastThink),
                self.fast_thinking,
            ),
            Item::separator(),
            self.item("Debugger", Command::Debugger),
        ]
    }

    fn picture_menu(&self) -> Vec<Item> {
        let standard = self.standard.name().to_uppercase();
        vec![
            self.marked_item(
                "Full screen",
                Picture(PictureCommand::FullScreen),
                self.fullscreen,
            ),
            self.item("Larger", Picture(PictureCommand::Scale(1))),
            self.item("Smaller", Picture(PictureCommand::Scale(-1))),
            Item::separator(),
            self.marked_item(
                "Phosphor",
                Picture(PictureCommand::Phosphor),
                self.phosphor > 0,
            ),
            self.marked_item(
                "Scanlines",
                Picture(PictureCommand::Scanlines),
                self.scanlines,
            ),
            self.item("Next palette", Picture(PictureCommand::Palette)),
            self.item(
                &format!("Standard: {standard}"),
                Picture(PictureCommand::Standard),
            ),
            self.marked_item(
                "Statistics",
                Picture(PictureCommand::Statistics),
                self.statistics,
            ),
        ]
    }

    fn sound_menu(&self) -> Vec<Item> {
        vec![
            self.marked_item("Mute", Sound(SoundCommand::Mute), self.muted),
            self.item("Louder", Sound(SoundCommand::Volume(5))),
            self.item("Quieter", Sound(SoundCommand::Volume(-5))),
        ]
    }

    fn record_menu(&self) -> Vec<Item> {
        vec![
            self.item("Snapshot", Record(RecordCommand::Snapshot)),
            self.item("Clip of the last seconds", Record(RecordCommand::Clip)),
            self.marked_item(
                "Record the input",
                Record(RecordCommand::Input),
                self.is_recording_input,
            ),
            self.marked_item(
                "Record the sound",
                Record(RecordCommand::Sound),
                self.is_recording_sound,
            ),
        ]
    }

    fn help_menu(&self) -> Vec<Item> {
        vec![
            self.item("Keys and switches", Command::Help),
            self.item("Menu", Command::Menu),
        ]
    }
}
