//! Everything that a key or a pad button can do, by name.
//!
//! [`ACTIONS`] is the one table behind the default key map, the settings file, the help overlay
//! and `crownhead keys`.

use vcs::input::Difficulty;

/// Left is 0, right is 1.
pub type Port = usize;

/// What a contact does for as long as it is held, or once when it closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Pushes a joystick: up, down, left, right. A diagonal closes two contacts in one frame.
    Stick(Port, Directions),
    /// The joystick's button.
    Fire(Port),
    /// The second button of a pad with two.
    SecondFire(Port),
    /// A key of a keypad: n is key n of `1 2 3 4 5 6 7 8 9 * 0 #`.
    Keypad(Port, u8),
    /// Game select, as long as it is held.
    Select,
    /// Game reset, as long as it is held.
    Reset,
    /// Time runs backwards as long as it is held.
    Rewind,
    /// Time runs fast as long as it is held.
    FastForward,
    /// Happens once.
    Once(Command),
}

impl Action {
    /// True for keys that count only while a keypad is plugged in. They may be bound to keys that do
    /// something else as long as there is none.
    pub fn is_keypad(self) -> bool {
        matches!(self, Action::Keypad(..))
    }

    /// True where it matters how long the key is held.
    pub fn is_held(self) -> bool {
        !matches!(self, Action::Once(_))
    }
}

/// A set of joystick contacts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[allow(missing_docs)]
pub struct Directions {
    pub up: bool,
    pub down: bool,
    pub left: bool,
    pub right: bool,
}

impl Directions {
    /// True for two neighbors of the four.
    pub fn is_diagonal(self) -> bool {
        self.up != self.down && self.left != self.right
    }
}

/// Commands to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Command {
    Color(bool),
    ToggleColor,
    Difficulty(Port, Difficulty),
    ToggleDifficulty(Port),
    SaveState,
    LoadState,
    Resume,
    NextSlot,
    PreviousSlot,
    Snapshot,
    Pause,
    Advance,
    StepBack,
    StepForward,
    Turbo,
    Slow,
    PowerCycle,
    FullScreen,
    Scale(i8),
    Volume(i8),
    Mute,
    Statistics,
    Phosphor,
    Scanlines,
    Palette,
    Standard,
    FastThink,
    SwapPorts,
    SwapPaddles,
    NextController(Port),
    CenterPaddles,
    CaptureMouse,
    Record,
    RecordSound,
    Clip,
    Open,
    TakeBack,
    Numbers,
    MoveList,
    SavePosition,
    LoadPosition,
    Help,
    Quit,
    Escape,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct ActionRow {
    /// The name in the settings file.
    pub name: &'static str,
    /// What it does, in a few words.
    pub text: &'static str,
    /// What it does.
    pub action: Action,
    /// The default keys, separated by spaces.
    pub keys: &'static str,
}

const fn stick(port: Port, directions: &str) -> Action {
    let mut set = Directions {
        up: false,
        down: false,
        left: false,
        right: false,
    };
    let bytes = directions.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'u' => set.up = true,
            b'd' => set.down = true,
            b'l' => set.left = true,
            _ => set.right = true,
        }
        at += 1;
    }
    Action::Stick(port, set)
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

const fn once(
    name: &'static str,
    keys: &'static str,
    command: Command,
    text: &'static str,
) -> ActionRow {
    row(name, keys, Action::Once(command), text)
}

/// All actions with their default keys, which are those that users of other emulators know.
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
    row("left-fire", "space lctrl kp5", Action::Fire(0), "left fire button"),
    row("left-second-fire", "x", Action::SecondFire(0), "left second button"),
    row("right-up", "y", stick(1, "u"), "right joystick up"),
    row("right-down", "h", stick(1, "d"), "right joystick down"),
    row("right-left", "g", stick(1, "l"), "right joystick left"),
    row("right-right", "j", stick(1, "r"), "right joystick right"),
    row("right-up-left", "t", stick(1, "ul"), "right joystick up and left"),
    row("right-up-right", "u", stick(1, "ur"), "right joystick up and right"),
    row("right-down-left", "b", stick(1, "dl"), "right joystick down and left"),
    row("right-down-right", "m", stick(1, "dr"), "right joystick down and right"),
    row("right-fire", "f", Action::Fire(1), "right fire button"),
    row("right-second-fire", "v", Action::SecondFire(1), "right second button"),
    row("select", "f1", Action::Select, "game select"),
    row("reset", "f2", Action::Reset, "game reset"),
    once("color", "f3", Command::Color(true), "TV type: color"),
    once("black-and-white", "f4", Command::Color(false), "TV type: black-and-white"),
    once("toggle-color", "shift+f3 shift+f4", Command::ToggleColor, "TV type: the other"),
    once("left-difficulty-a", "f5", Command::Difficulty(0, Difficulty::A), "left difficulty A"),
    once("left-difficulty-b", "f6", Command::Difficulty(0, Difficulty::B), "left difficulty B"),
    once("toggle-left-difficulty", "shift+f5 shift+f6", Command::ToggleDifficulty(0), "left difficulty: the other"),
    once("right-difficulty-a", "f7", Command::Difficulty(1, Difficulty::A), "right difficulty A"),
    once("right-difficulty-b", "f8", Command::Difficulty(1, Difficulty::B), "right difficulty B"),
    once("toggle-right-difficulty", "shift+f7 shift+f8", Command::ToggleDifficulty(1), "right difficulty: the other"),
    once("save-state", "f9", Command::SaveState, "save state"),
    once("next-slot", "f10", Command::NextSlot, "next state slot"),
    once("previous-slot", "shift+f10", Command::PreviousSlot, "previous state slot"),
    once("load-state", "f11", Command::LoadState, "load state"),
    once("resume", "shift+f11", Command::Resume, "go on where the last session ended"),
    once("snapshot", "f12", Command::Snapshot, "snapshot (PNG)"),
    once("pause", "p pause", Command::Pause, "pause"),
    once("frame-advance", "period", Command::Advance, "pause, and one frame forward"),
    once("step-back", "alt+left", Command::StepBack, "rewind one step"),
    once("step-forward", "alt+right", Command::StepForward, "unwind one step"),
    row("rewind", "backspace", Action::Rewind, "rewind while held"),
    row("fast-forward", "equal", Action::FastForward, "turbo while held"),
    once("turbo", "ctrl+t", Command::Turbo, "turbo"),
    once("slow-motion", "ctrl+s", Command::Slow, "slow motion"),
    once("fast-think", "ctrl+k", Command::FastThink, "fast thinking (Video Checkers)"),
    once("power-cycle", "ctrl+r", Command::PowerCycle, "power off and on"),
    once("full-screen", "alt+enter", Command::FullScreen, "full screen"),
    once("larger", "alt+equal", Command::Scale(1), "larger picture"),
    once("smaller", "alt+minus", Command::Scale(-1), "smaller picture"),
    once("quieter", "alt+leftbracket", Command::Volume(-5), "volume down"),
    once("louder", "alt+rightbracket", Command::Volume(5), "volume up"),
    once("mute", "ctrl+rightbracket", Command::Mute, "mute"),
    once("statistics", "alt+l", Command::Statistics, "frame statistics"),
    once("phosphor", "alt+p", Command::Phosphor, "phosphor blend"),
    once("scanlines", "alt+s", Command::Scanlines, "scanlines"),
    once("palette", "ctrl+p", Command::Palette, "next palette"),
    once("standard", "ctrl+f", Command::Standard, "next video standard"),
    once("swap-ports", "ctrl+j", Command::SwapPorts, "swap the controller ports"),
    once("swap-paddles", "alt+j", Command::SwapPaddles, "swap the two paddles of a pair"),
    once("left-controller", "ctrl+1", Command::NextController(0), "next kind of left controller"),
    once("right-controller", "ctrl+2", Command::NextController(1), "next kind of right controller"),
    once("center-paddles", "alt+c", Command::CenterPaddles, "paddles to the middle"),
    once("capture-mouse", "alt+m", Command::CaptureMouse, "catch or free the mouse, for paddles"),
    once("take-back", "ctrl+z", Command::TakeBack, "take a move back (Video Checkers)"),
    once("numbers", "n", Command::Numbers, "number the squares (Video Checkers)"),
    once("move-list", "l", Command::MoveList, "list of moves (Video Checkers)"),
    once("save-position", "ctrl+d", Command::SavePosition, "save the position as FEN (Video Checkers)"),
    once("load-position", "ctrl+l", Command::LoadPosition, "load a position (Video Checkers)"),
    once("record", "ctrl+e", Command::Record, "record an input script"),
    once("record-sound", "alt+e", Command::RecordSound, "record the sound (WAV)"),
    once("clip", "ctrl+g", Command::Clip, "animated picture of the last seconds (PNG)"),
    once("open", "ctrl+o", Command::Open, "open a cartridge"),
    once("help", "tab", Command::Help, "help"),
    once("quit", "ctrl+q", Command::Quit, "quit"),
    once("escape", "escape", Command::Escape, "close the overlay, or quit"),
    row("left-keypad-1", "kp1", Action::Keypad(0, 0), "left keypad 1, where one is plugged in"),
    row("left-keypad-2", "kp2", Action::Keypad(0, 1), "left keypad 2, where one is plugged in"),
    row("left-keypad-3", "kp3", Action::Keypad(0, 2), "left keypad 3, where one is plugged in"),
    row("left-keypad-4", "kp4", Action::Keypad(0, 3), "left keypad 4, where one is plugged in"),
    row("left-keypad-5", "kp5", Action::Keypad(0, 4), "left keypad 5, where one is plugged in"),
    row("left-keypad-6", "kp6", Action::Keypad(0, 5), "left keypad 6, where one is plugged in"),
    row("left-keypad-7", "kp7", Action::Keypad(0, 6), "left keypad 7, where one is plugged in"),
    row("left-keypad-8", "kp8", Action::Keypad(0, 7), "left keypad 8, where one is plugged in"),
    row("left-keypad-9", "kp9", Action::Keypad(0, 8), "left keypad 9, where one is plugged in"),
    row("left-keypad-star", "kpasterisk", Action::Keypad(0, 9), "left keypad *, where one is plugged in"),
    row("left-keypad-0", "kp0", Action::Keypad(0, 10), "left keypad 0, where one is plugged in"),
    row("left-keypad-hash", "kpslash kpdot", Action::Keypad(0, 11), "left keypad #, where one is plugged in"),
    row("right-keypad-1", "1", Action::Keypad(1, 0), "right keypad 1, where one is plugged in"),
    row("right-keypad-2", "2", Action::Keypad(1, 1), "right keypad 2, where one is plugged in"),
    row("right-keypad-3", "3", Action::Keypad(1, 2), "right keypad 3, where one is plugged in"),
    row("right-keypad-4", "4", Action::Keypad(1, 3), "right keypad 4, where one is plugged in"),
    row("right-keypad-5", "5", Action::Keypad(1, 4), "right keypad 5, where one is plugged in"),
    row("right-keypad-6", "6", Action::Keypad(1, 5), "right keypad 6, where one is plugged in"),
    row("right-keypad-7", "7", Action::Keypad(1, 6), "right keypad 7, where one is plugged in"),
    row("right-keypad-8", "8", Action::Keypad(1, 7), "right keypad 8, where one is plugged in"),
    row("right-keypad-9", "9", Action::Keypad(1, 8), "right keypad 9, where one is plugged in"),
    row("right-keypad-star", "minus", Action::Keypad(1, 9), "right keypad *, where one is plugged in"),
    row("right-keypad-0", "0", Action::Keypad(1, 10), "right keypad 0, where one is plugged in"),
    row("right-keypad-hash", "equal", Action::Keypad(1, 11), "right keypad #, where one is plugged in"),
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
