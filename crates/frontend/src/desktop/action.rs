//! Everything that a key or a pad button can do.

use play::{
    contacts::{Control, Port},
    session::{Lever, Switch},
};

/// What a key or button does for as long as it is held, or once when it goes down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Works a control as long as it is held.
    Hold(Control),
    /// Happens once.
    Once(Command),
}

impl Action {
    /// True for controls that count only while a keypad is plugged in. Their keys may do something
    /// else as long as there is none.
    pub fn is_keypad(self) -> bool {
        matches!(self, Action::Hold(Control::Keypad(..)))
    }

    /// True if it matters how long the key is held.
    pub fn is_held(self) -> bool {
        !matches!(self, Action::Once(_))
    }
}

/// Commands to the program, in groups that are carried out in one place each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Command {
    /// Moves a console switch.
    Lever(Lever),
    /// Moves a console switch to its other position.
    Toggle(Switch),
    /// State slots.
    State(StateCommand),
    /// Pace, rewinding, power.
    Time(TimeCommand),
    /// The window and the picture.
    Picture(PictureCommand),
    /// Loudness.
    Sound(SoundCommand),
    /// Objects of the picture.
    Layer(LayerCommand),
    /// What is plugged in.
    Controller(ControllerCommand),
    /// The bundled game.
    Game(GameCommand),
    /// Recordings.
    Record(RecordCommand),
    /// Presses a control of the console for a moment.
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
    /// Opens the menu bar, or closes the window, as the settings say.
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
    /// Selects the slot of this number.
    Slot(usize),
}

/// Commands for time.
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

/// Commands for loudness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum SoundCommand {
    Volume(i8),
    Mute,
}

/// Commands for the objects of the picture, debugging aids; each for a set of
/// [`vcs::tia::LAYERS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayerCommand {
    /// Hides them, or shows them again.
    Show(u8),
    /// Switches their collisions off, or on again.
    Collide(u8),
}

/// Commands for what is plugged in.
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
    /// The cartridge plays for the player, too.
    Watch,
    OpenBook,
    /// Moves through the book by this many plies; negative is back.
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
