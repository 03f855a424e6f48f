//! The actions of keys and pad buttons.

use play::{
    contacts::{Control, Port},
    session::{Lever, Switch},
};

/// The action of a key or button. Some actions last as long as the key is held; the others take
/// place once, when the key goes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Operates a control while the key is held.
    Hold(Control),
    /// Runs a command once.
    Once(Command),
}

impl Action {
    /// Returns whether the action presses a key of a keypad controller. While no keypad is plugged
    /// in, the same keyboard keys may have other actions.
    pub fn is_keypad(self) -> bool {
        matches!(self, Action::Hold(Control::Keypad(..)))
    }

    /// Returns whether the action depends on how long the key is held.
    pub fn is_hold(self) -> bool {
        !matches!(self, Action::Once(_))
    }
}

/// Commands to the program, in groups. Each group has a function that executes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Moves a console switch to a given position.
    Lever(Lever),
    /// Moves a console switch to its other position.
    Toggle(Switch),
    /// Saved states.
    State(StateCommand),
    /// Speed, rewinding, power.
    Time(TimeCommand),
    /// The window and the picture.
    Picture(PictureCommand),
    /// Volume.
    Sound(SoundCommand),
    /// The TIA's graphics objects.
    Layer(LayerCommand),
    /// Plugged-in controllers.
    Controller(ControllerCommand),
    /// The bundled game.
    Game(GameCommand),
    /// Recordings.
    Record(RecordCommand),
    /// Briefly presses a control of the console.
    Press(Control),
    /// Opens the list of cartridges.
    Open,
    /// Opens the menu bar.
    Menu,
    /// Opens the options.
    Options,
    /// Opens the help.
    Help,
    /// Opens the debugger.
    Debugger,
    /// Closes the window.
    Quit,
    /// Opens the menu bar or closes the window, depending on the settings.
    Escape,
}

/// Commands for state slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum StateCommand {
    Save,
    Load,
    Resume,
    NextSlot,
    PreviousSlot,
    /// Selects the slot with this number.
    Slot(usize),
}

/// Commands for speed, rewinding and power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum TimeCommand {
    Pause,
    Advance,
    StepBack,
    StepForward,
    Turbo,
    Slow,
    FastThink,
    PowerCycle,
}

/// Commands for the window and the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum PictureCommand {
    FullScreen,
    Scale(i8),
    Statistics,
    Phosphor,
    Scanlines,
    Palette,
    Standard,
}

/// Commands for the volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SoundCommand {
    Volume(i8),
    Mute,
}

/// Debugging commands for the TIA's graphics objects. The number in each command selects the
/// objects; its bits are those of [`vcs::tia::LAYERS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerCommand {
    /// Hides the objects, or shows them again.
    Visibility(u8),
    /// Turns the objects' collisions off, or on again.
    Collisions(u8),
}

/// Commands for the plugged-in controllers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ControllerCommand {
    SwapPorts,
    SwapPaddles,
    Next(Port),
    CenterPaddles,
    CaptureMouse,
}

/// Commands for the bundled game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum GameCommand {
    TakeBack,
    Numbers,
    MoveList,
    SavePosition,
    LoadPosition,
    Hint,
    Resign,
    OfferDraw,
    /// Lets the cartridge play both sides while the player watches.
    Watch,
    OpenBook,
    /// Moves through the book (the opened file of games) by this number of plies; a negative number
    /// moves back.
    Book(i8),
}

/// Commands for recordings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RecordCommand {
    Snapshot,
    Clip,
    Input,
    Sound,
    Test,
}
