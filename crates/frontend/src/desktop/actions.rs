//! The table of actions: names, default keys and descriptions. The key map, the settings file, the
//! help and `crownhead keys` all use it.

use super::action::{
    Action,
    Command::{self, Controller, Game, Layer, Lever, Picture, Record, Sound, State, Time, Toggle},
    ControllerCommand, GameCommand,
    LayerCommand::{Collisions, Visibility},
    PictureCommand, RecordCommand, SoundCommand, StateCommand, TimeCommand,
};
use play::{
    contacts::{Control, Directions, Port},
    session::{Lever as Setting, Switch},
};
use vcs::{
    input::Difficulty::{A, B},
    tia::{ALL_LAYERS, LAYERS},
};

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ActionRow {
    /// The name in the settings file.
    pub name: &'static str,
    /// The description, in a few words.
    pub text: &'static str,
    /// The action.
    pub action: Action,
    /// The default keys, separated by spaces.
    pub keys: &'static str,
}

const fn stick(port: Port, directions: &str) -> Action {
    let mut held = Directions {
        up: false,
        down: false,
        left: false,
        right: false,
    };
    let bytes = directions.as_bytes();
    let mut index = 0;
    while index < bytes.len() {
        match bytes[index] {
            b'u' => held.up = true,
            b'd' => held.down = true,
            b'l' => held.left = true,
            _ => held.right = true,
        }
        index += 1;
    }
    Action::Hold(Control::Stick(port, held))
}

const fn row(
    name: &'static str,
    keys: &'static str,
    action: Action,
    text: &'static str,
) -> ActionRow {
    ActionRow {
        name,
        text,
        action,
        keys,
    }
}

const fn hold(
    name: &'static str,
    keys: &'static str,
    control: Control,
    text: &'static str,
) -> ActionRow {
    row(name, keys, Action::Hold(control), text)
}

const fn once(
    name: &'static str,
    keys: &'static str,
    command: Command,
    text: &'static str,
) -> ActionRow {
    row(name, keys, Action::Once(command), text)
}

/// All actions with their default keys, most of which are familiar from other emulators.
#[rustfmt::skip]
pub const ACTIONS: &[ActionRow] = &[
    row("left-up", "up kp8", stick(0, "u"), "left joystick up"),
    row("left-down", "down kp2", stick(0, "d"), "left joystick down"),
    row("left-left", "left kp4", stick(0, "l"), "left joystick left"),
    row("left-right", "right kp6", stick(0, "r"), "left joystick right"),
    row("left-up-left", "q kp7", stick(0, "ul"), "left joystick up and left"),
    row("left-up-right", "e kp9", stick(0, "ur"), "left joystick up and right"),
    row("left-down-left", "z kp1", stick(0, "dl"), "left joystick down and left"),
    row("left-down-right", "c kp3", stick(0, "dr"), "left joystick down and right"),
    hold("left-fire", "space lctrl kp5", Control::Fire(0), "left fire button"),
    hold("left-second-fire", "x", Control::SecondFire(0), "left second button"),
    row("right-up", "y", stick(1, "u"), "right joystick up"),
    row("right-down", "h", stick(1, "d"), "right joystick down"),
    row("right-left", "g", stick(1, "l"), "right joystick left"),
    row("right-right", "j", stick(1, "r"), "right joystick right"),
    row("right-up-left", "t", stick(1, "ul"), "right joystick up and left"),
    row("right-up-right", "u", stick(1, "ur"), "right joystick up and right"),
    row("right-down-left", "b", stick(1, "dl"), "right joystick down and left"),
    row("right-down-right", "m", stick(1, "dr"), "right joystick down and right"),
    hold("right-fire", "f", Control::Fire(1), "right fire button"),
    hold("right-second-fire", "v", Control::SecondFire(1), "right second button"),
    hold("select", "f1", Control::Select, "game select"),
    hold("reset", "f2", Control::Reset, "game reset"),
    once("color", "f3", Lever(Setting::Color(true)), "TV type: color"),
    once("black-and-white", "f4", Lever(Setting::Color(false)), "TV type: black-and-white"),
    once("toggle-color", "shift+f3 shift+f4", Toggle(Switch::TvType), "TV type: toggle"),
    once("left-difficulty-a", "f5", Lever(Setting::Difficulty(0, A)), "left difficulty A"),
    once("left-difficulty-b", "f6", Lever(Setting::Difficulty(0, B)), "left difficulty B"),
    once("toggle-left-difficulty", "shift+f5 shift+f6", Toggle(Switch::Difficulty(0)),
        "left difficulty: toggle"),
    once("right-difficulty-a", "f7", Lever(Setting::Difficulty(1, A)), "right difficulty A"),
    once("right-difficulty-b", "f8", Lever(Setting::Difficulty(1, B)), "right difficulty B"),
    once("toggle-right-difficulty", "shift+f7 shift+f8", Toggle(Switch::Difficulty(1)),
        "right difficulty: toggle"),
    once("save-state", "f9", State(StateCommand::Save), "save state"),
    once("next-slot", "f10", State(StateCommand::NextSlot), "next state slot"),
    once("previous-slot", "shift+f10", State(StateCommand::PreviousSlot), "previous state slot"),
    once("load-state", "f11", State(StateCommand::Load), "load state"),
    once("resume", "shift+f11", State(StateCommand::Resume), "continue the last session"),
    once("snapshot", "f12", Record(RecordCommand::Snapshot), "snapshot (PNG)"),
    once("pause", "p pause", Time(TimeCommand::Pause), "pause"),
    once("frame-advance", "period", Time(TimeCommand::Advance), "pause, and one frame forward"),
    once("step-back", "alt+left", Time(TimeCommand::StepBack), "rewind one step"),
    once("step-forward", "alt+right", Time(TimeCommand::StepForward), "forward one step"),
    hold("rewind", "backspace", Control::Rewind, "rewind while held"),
    hold("fast-forward", "equal", Control::FastForward, "turbo while held"),
    once("turbo", "ctrl+t", Time(TimeCommand::Turbo), "turbo"),
    once("slow-motion", "ctrl+s", Time(TimeCommand::Slow), "slow motion"),
    once("fast-think", "ctrl+k", Time(TimeCommand::FastThink), "fast thinking (Video Checkers)"),
    once("power-cycle", "ctrl+r", Time(TimeCommand::PowerCycle), "power off and on"),
    once("full-screen", "alt+enter", Picture(PictureCommand::FullScreen), "full screen"),
    once("larger", "alt+equal", Picture(PictureCommand::Scale(1)), "larger picture"),
    once("smaller", "alt+minus", Picture(PictureCommand::Scale(-1)), "smaller picture"),
    once("quieter", "alt+leftbracket", Sound(SoundCommand::Volume(-5)), "volume down"),
    once("louder", "alt+rightbracket", Sound(SoundCommand::Volume(5)), "volume up"),
    once("mute", "ctrl+rightbracket", Sound(SoundCommand::Mute), "mute"),
    once("statistics", "alt+l", Picture(PictureCommand::Statistics), "frame statistics"),
    once("debugger", "backquote shift+f12", Command::Debugger, "debugger"),
    once("phosphor", "alt+p", Picture(PictureCommand::Phosphor), "phosphor blend"),
    once("scanlines", "alt+s", Picture(PictureCommand::Scanlines), "scanlines"),
    once("palette", "ctrl+p", Picture(PictureCommand::Palette), "next palette"),
    once("standard", "ctrl+f", Picture(PictureCommand::Standard), "next video standard"),
    once("toggle-player-0", "alt+z", Layer(Visibility(LAYERS[0].1)), "show or hide player 0"),
    once("toggle-player-1", "alt+x", Layer(Visibility(LAYERS[1].1)), "show or hide player 1"),
    once("toggle-missile-0", "alt+c", Layer(Visibility(LAYERS[2].1)), "show or hide missile 0"),
    once("toggle-missile-1", "alt+v", Layer(Visibility(LAYERS[3].1)), "show or hide missile 1"),
    once("toggle-ball", "alt+b", Layer(Visibility(LAYERS[4].1)), "show or hide ball"),
    once("toggle-playfield", "alt+n", Layer(Visibility(LAYERS[5].1)), "show or hide playfield"),
    once("toggle-objects", "alt+comma", Layer(Visibility(ALL_LAYERS)), "show or hide all objects"),
    once("toggle-player-0-collisions", "shift+alt+z", Layer(Collisions(LAYERS[0].1)),
        "collisions of player 0 on or off"),
    once("toggle-player-1-collisions", "shift+alt+x", Layer(Collisions(LAYERS[1].1)),
        "collisions of player 1 on or off"),
    once("toggle-missile-0-collisions", "shift+alt+c", Layer(Collisions(LAYERS[2].1)),
        "collisions of missile 0 on or off"),
    once("toggle-missile-1-collisions", "shift+alt+v", Layer(Collisions(LAYERS[3].1)),
        "collisions of missile 1 on or off"),
    once("toggle-ball-collisions", "shift+alt+b", Layer(Collisions(LAYERS[4].1)),
        "collisions of ball on or off"),
    once("toggle-playfield-collisions", "shift+alt+n", Layer(Collisions(LAYERS[5].1)),
        "collisions of playfield on or off"),
    once("toggle-collisions", "shift+alt+comma", Layer(Collisions(ALL_LAYERS)),
        "all collisions on or off"),
    once("swap-ports", "ctrl+j", Controller(ControllerCommand::SwapPorts),
        "swap the controller ports"),
    once("swap-paddles", "alt+j", Controller(ControllerCommand::SwapPaddles),
        "swap the two paddles of a pair"),
    once("left-controller", "ctrl+1", Controller(ControllerCommand::Next(0)),
        "next kind of left controller"),
    once("right-controller", "ctrl+2", Controller(ControllerCommand::Next(1)),
        "next kind of right controller"),
    once("center-paddles", "alt+y", Controller(ControllerCommand::CenterPaddles),
        "center the paddles"),
    once("capture-mouse", "alt+m", Controller(ControllerCommand::CaptureMouse),
        "capture or free the mouse, for paddles"),
    once("take-back", "ctrl+z", Game(GameCommand::TakeBack), "take a move back (Video Checkers, Triktrak)"),
    once("numbers", "n", Game(GameCommand::Numbers), "number the squares (Video Checkers)"),
    once("move-list", "l", Game(GameCommand::MoveList), "list of moves (Video Checkers)"),
    once("save-position", "ctrl+d", Game(GameCommand::SavePosition),
        "save the position as FEN (Video Checkers)"),
    once("load-position", "ctrl+l", Game(GameCommand::LoadPosition),
        "load a position (Video Checkers)"),
    once("hint", "ctrl+h", Game(GameCommand::Hint), "hint (Video Checkers, Triktrak)"),
    once("resign", "shift+ctrl+r", Game(GameCommand::Resign), "resign (Video Checkers)"),
    once("offer-draw", "shift+ctrl+d", Game(GameCommand::OfferDraw),
        "offer a draw (Video Checkers)"),
    once("watch", "ctrl+w", Game(GameCommand::Watch),
        "watch two levels play (Video Checkers)"),
    once("open-book", "ctrl+b", Game(GameCommand::OpenBook),
        "open a book of games (Video Checkers)"),
    once("book-forward", "pagedown", Game(GameCommand::Book(1)),
        "next move of the book (Video Checkers)"),
    once("book-back", "pageup", Game(GameCommand::Book(-1)),
        "previous move of the book (Video Checkers)"),
    once("record", "ctrl+e", Record(RecordCommand::Input), "record an input script"),
    once("save-test", "alt+t", Record(RecordCommand::Test), "save as a test, with expectations"),
    once("record-sound", "alt+e", Record(RecordCommand::Sound), "record the sound (WAV)"),
    once("clip", "ctrl+g", Record(RecordCommand::Clip),
        "animated picture of the last seconds (PNG)"),
    once("open", "ctrl+o", Command::Open, "open a cartridge"),
    once("menu", "ctrl+m menu", Command::Menu, "menu bar"),
    once("options", "ctrl+comma", Command::Options, "options"),
    once("help", "tab", Command::Help, "help"),
    once("quit", "ctrl+q", Command::Quit, "quit"),
    once("escape", "escape", Command::Escape, "close what is open, or open the menus"),
    hold("left-keypad-1", "kp1", Control::Keypad(0, 0), "left keypad 1, if one is plugged in"),
    hold("left-keypad-2", "kp2", Control::Keypad(0, 1), "left keypad 2, if one is plugged in"),
    hold("left-keypad-3", "kp3", Control::Keypad(0, 2), "left keypad 3, if one is plugged in"),
    hold("left-keypad-4", "kp4", Control::Keypad(0, 3), "left keypad 4, if one is plugged in"),
    hold("left-keypad-5", "kp5", Control::Keypad(0, 4), "left keypad 5, if one is plugged in"),
    hold("left-keypad-6", "kp6", Control::Keypad(0, 5), "left keypad 6, if one is plugged in"),
    hold("left-keypad-7", "kp7", Control::Keypad(0, 6), "left keypad 7, if one is plugged in"),
    hold("left-keypad-8", "kp8", Control::Keypad(0, 7), "left keypad 8, if one is plugged in"),
    hold("left-keypad-9", "kp9", Control::Keypad(0, 8), "left keypad 9, if one is plugged in"),
    hold("left-keypad-star", "kpasterisk", Control::Keypad(0, 9),
        "left keypad *, if one is plugged in"),
    hold("left-keypad-0", "kp0", Control::Keypad(0, 10), "left keypad 0, if one is plugged in"),
    hold("left-keypad-hash", "kpslash kpdot", Control::Keypad(0, 11),
        "left keypad #, if one is plugged in"),
    hold("right-keypad-1", "1", Control::Keypad(1, 0), "right keypad 1, if one is plugged in"),
    hold("right-keypad-2", "2", Control::Keypad(1, 1), "right keypad 2, if one is plugged in"),
    hold("right-keypad-3", "3", Control::Keypad(1, 2), "right keypad 3, if one is plugged in"),
    hold("right-keypad-4", "4", Control::Keypad(1, 3), "right keypad 4, if one is plugged in"),
    hold("right-keypad-5", "5", Control::Keypad(1, 4), "right keypad 5, if one is plugged in"),
    hold("right-keypad-6", "6", Control::Keypad(1, 5), "right keypad 6, if one is plugged in"),
    hold("right-keypad-7", "7", Control::Keypad(1, 6), "right keypad 7, if one is plugged in"),
    hold("right-keypad-8", "8", Control::Keypad(1, 7), "right keypad 8, if one is plugged in"),
    hold("right-keypad-9", "9", Control::Keypad(1, 8), "right keypad 9, if one is plugged in"),
    hold("right-keypad-star", "minus", Control::Keypad(1, 9),
        "right keypad *, if one is plugged in"),
    hold("right-keypad-0", "0", Control::Keypad(1, 10), "right keypad 0, if one is plugged in"),
    hold("right-keypad-hash", "equal", Control::Keypad(1, 11),
        "right keypad #, if one is plugged in"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique() {
        let names: HashSet<_> = ACTIONS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ACTIONS.len());
    }
}
