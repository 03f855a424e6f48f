//! The desktop program: window, sound, keyboard and pads around one session.
//!
//! [`player`] is the loop: it waits, takes the input ([`events`]), emulates ([`pass_time`]), and
//! shows the result ([`show`]). Input comes in through [`input_map`] (keys by [`bindings`],
//! [`pads`] by [`pad_map`]), goes through [`play::session`], and leaves through [`view`] to the
//! [`window`] and through [`sound`] to the device. [`panel`] is what can be open over the game,
//! [`ui`] draws it; [`debugger`] opens over the game, too. What faces the operating system is
//! behind a small trait or a pure function, so that everything else is tested without it.
//!
//! From a key press to the changed pixel it takes 12 ms on average under Xvfb (the test
//! `soak_from_key_to_picture`): half a frame until the next look at the keys, then the frame
//! itself. Sound is heard some 56 ms after it is made, where the device takes 8 ms at a time: 40 ms
//! in the ring buffer, and two such periods in the device. For a device with a longer period the
//! ring is kept emptier. The rewind history takes 32 MB at most ([`play::timeline`]), the clip of
//! the last seconds 7 MB.

mod action;
mod actions;
mod adviser;
mod aspect;
mod autosave;
mod bindings;
mod canvas;
mod clip;
mod clock;
mod commands;
mod debugger;
mod devices;
pub mod doctor;
mod events;
mod help;
#[cfg(all(unix, not(target_os = "macos")))]
mod icon;
mod input_map;
mod keeper;
mod keys;
mod launcher;
mod logs;
mod manual_page;
mod messages;
mod meter;
mod mouse;
pub mod options;
mod pacing;
mod pad_control;
mod pad_map;
mod pads;
mod panel;
mod pass_time;
mod player;
mod recent;
mod recorder;
mod save_key;
mod scaling;
pub mod screenshot;
mod settings;
mod show;
mod signs;
mod slots;
mod sound;
mod start;
mod testing;
mod ui;
mod view;
mod window;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;

pub use actions::ACTIONS;
pub use keys::KEYS;
pub use pad_control::PadControl;
pub use pad_map::pad_rows;
pub use settings::{
    Settings, TEMPLATE as SETTINGS_TEMPLATE, default_path as default_settings_path,
};
pub use start::run;
