//! The facts that menus and pages show: plain values and the settings.

use super::{bindings::Bindings, pad_map::PadMap, settings::Store};
use games::session::BundledGame;
use vcs::{
    input::{ControllerKind, Switches},
    television::Standard,
};

/// The current state of the program, for menus and pages.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The settings files.
    pub settings: &'a Store,
    /// The active key map.
    pub bindings: &'a Bindings,
    /// The actions of the buttons on the left pad.
    pub pad_map: &'a PadMap,
    /// The names of all known pads.
    pub pad_names: &'a [String],
    /// The names of the pads that the left and the right player use.
    pub plugged_pads: [Option<&'a str>; 2],
    /// Number of rows or tiles that fit on a page.
    pub page_size: usize,
    /// The bundled game that is running, if any.
    pub game: Option<BundledGame>,
    /// Whether the player is watching a game in which the cartridge plays both sides.
    pub is_watching: bool,
    /// The console's RAM.
    pub ram: &'a [u8; 128],
    /// The switches of the console.
    pub switches: Switches,
    /// The plugged-in controllers, left and right.
    pub controllers: [ControllerKind; 2],
    /// Whether the left player uses the right port.
    pub swap_ports: bool,
    /// Whether the paddles of a pair are swapped.
    pub swap_paddles: bool,
    /// The selected state slot.
    pub slot: usize,
    /// Whether time is stopped.
    pub paused: bool,
    /// Whether time runs as fast as the computer can.
    pub turbo: bool,
    /// Whether time runs in slow motion.
    pub slow: bool,
    /// Whether the console runs as fast as the computer can while the cartridge is thinking.
    pub fast_thinking: bool,
    /// Whether the window fills the screen.
    pub fullscreen: bool,
    /// How much of the previous picture persists, in percent.
    pub phosphor: u8,
    /// Whether there are darker lines between the scanlines.
    pub scanlines: bool,
    /// Whether the statistics are shown.
    pub statistics: bool,
    /// The television standard.
    pub standard: Standard,
    /// Whether the sound is off.
    pub muted: bool,
    /// Whether the input is being recorded.
    pub is_recording_input: bool,
    /// Whether the sound is being recorded.
    pub is_recording_sound: bool,
}
