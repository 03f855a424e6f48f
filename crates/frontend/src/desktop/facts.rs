//! The facts that menus and pages show: plain values, and the settings.

use super::{bindings::Bindings, pad_map::PadMap, settings::Store};
use games::session::BundledGame;
use vcs::{
    input::{ControllerKind, Switches},
    television::Standard,
};

/// The present state of the program, for menus and pages.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// The settings files.
    pub settings: &'a Store,
    /// The keys in force.
    pub bindings: &'a Bindings,
    /// The actions of the buttons of the left pad.
    pub buttons: &'a PadMap,
    /// The names of all pads that are known.
    pub pad_names: &'a [String],
    /// The pads that are plugged in and play left and right.
    pub plugged: [Option<&'a str>; 2],
    /// The rows or tiles that fit on a page.
    pub fitting: usize,
    /// The bundled game that plays.
    pub game: Option<BundledGame>,
    /// The cartridge plays for the player, too.
    pub watches: bool,
    /// The console's RAM.
    pub ram: &'a [u8; 128],
    /// The switches of the console.
    pub levers: Switches,
    /// The controllers that are plugged in, left and right.
    pub kinds: [ControllerKind; 2],
    /// The left player plays the right port.
    pub swap_ports: bool,
    /// The paddles of a pair are swapped.
    pub swap_paddles: bool,
    /// The selected state slot.
    pub slot: usize,
    /// Time is stopped.
    pub paused: bool,
    /// Time runs as fast as the computer can.
    pub turbo: bool,
    /// Time runs slowly.
    pub slow: bool,
    /// The cartridge's thinking runs at full speed.
    pub fast_thinking: bool,
    /// The window fills the screen.
    pub fullscreen: bool,
    /// The part of the previous picture that stays, in percent.
    pub phosphor: u8,
    /// There are darker lines between the scanlines.
    pub scanlines: bool,
    /// The statistics are shown.
    pub statistics: bool,
    /// The television standard.
    pub standard: Standard,
    /// The sound is off.
    pub muted: bool,
    /// The input is being recorded.
    pub records_input: bool,
    /// The sound is being recorded.
    pub records_sound: bool,
}
