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
    Record,
    Clip,
    Open,
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
    row("right-up", "y", stick(1, "u"), "right joystick up"),
    row("right-down", "h", stick(1, "d"), "right joystick down"),
    row("right-left", "g", stick(1, "l"), "right joystick left"),
    row("right-right", "j", stick(1, "r"), "right joystick right"),
    row("right-up-left", "t", stick(1, "ul"), "right joystick up and left"),
    row("right-up-right", "u", stick(1, "ur"), "right joystick up and right"),
    row("right-down-left", "b", stick(1, "dl"), "right joystick down and left"),
    row("right-down-right", "m", stick(1, "dr"), "right joystick down and right"),
    row("right-fire", "f", Action::Fire(1), "right fire button"),
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
    once("record", "ctrl+e", Command::Record, "record an input script"),
    once("clip", "ctrl+g", Command::Clip, "animated picture of the last seconds (PNG)"),
    once("open", "ctrl+o", Command::Open, "open a cartridge"),
    once("help", "tab", Command::Help, "help"),
    once("quit", "ctrl+q", Command::Quit, "quit"),
    once("escape", "escape", Command::Escape, "close the overlay, or quit"),
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
