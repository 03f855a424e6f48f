//! The desktop program: window, sound, keyboard and pads around one session.
//!
//! ```text
//!   run.rs  the loop, once for each picture
//!     |
//!     |  poll             events.rs    keys, letters, mouse, focus, pads, sound device
//!     v
//!   Event
//!     |  nothing is open: controls.rs, input_map/    keys and buttons to contacts and commands
//!     |  a panel is open: panel/, help.rs, launcher/, debugger/    an event and facts.rs
//!     v                                                            to requests
//!   Command, Request      action.rs, request.rs
//!     |  execute/         the one place that does what they say
//!     v
//!   play::session         host.rs      a frame, none, many, or backwards
//!     |  show             show.rs      the picture and all that lies over it
//!     v
//!   view.rs, ui/, the crate canvas, window.rs, sound/
//! ```
//!
//! [`app`] holds the parts, which know nothing of each other; only `host`, `execute`, `show`,
//! `attached`, `welcome`, `run` and `start` name it. A panel sees the rest as facts, plain values,
//! and asks for changes by requests. What faces the operating system is behind a small trait or a
//! pure function, so that everything else is tested without it.
//!
//! # From a key to a console switch
//!
//! F2, Reset, takes twelve stops in eight files. A stop is a function that gets the press or what
//! became of it.
//!
//! | | stop | file | the press is |
//! |---|---|---|---|
//! | 1 | `DesktopWindow::poll` | `window.rs` | `Event::Key(F2, true)`, from the library's callback |
//! | 2 | `App::poll` | `run.rs` | the same |
//! | 3 | `App::take` | `run.rs` | the same; no panel takes it |
//! | 4 | `InputMap::key` | `input_map/mod.rs` | a key with the modifiers held |
//! | 5 | `Bindings::action` | `bindings.rs` | `Action::Hold(Control::Reset)` |
//! | 6 | `Contacts::press` | `play/src/contacts.rs` | a change that waits for a frame |
//! | 7 | `Contacts::next_frame` | `play/src/contacts.rs` | a closed contact |
//! | 8 | `Desktop::held` | `host.rs` | asked for by the session |
//! | 9 | `Contacts::held` | `play/src/contacts.rs` | `Held { reset: true }` |
//! | 10 | `Session::step` | `play/src/session/advance.rs` | the same |
//! | 11 | `Session::input` | `play/src/session/advance.rs` | the console's switches |
//! | 12 | `Timeline::frame` | `play/src/timeline.rs` | on the tape, and in the machine |
//!
//! A key that gives a command leaves at stop 4; `App::command` in `execute/mod.rs` does it.
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
mod app;
mod aspect;
mod attached;
mod autosave;
mod bindings;
mod clip;
mod clock;
mod companion;
mod controls;
mod debugger;
mod devices;
pub mod doctor;
mod events;
mod execute;
mod facts;
mod help;
mod host;
#[cfg(all(unix, not(target_os = "macos")))]
mod icon;
mod input_map;
mod keeper;
mod kept_size;
mod keys;
mod launcher;
mod logs;
mod manual_page;
mod messages;
mod meter;
mod mouse;
mod nav;
pub mod options;
mod pacing;
mod pad_control;
mod pad_map;
mod pads;
mod palette_file;
mod panel;
#[cfg_attr(
    not(all(unix, not(target_os = "macos"))),
    expect(dead_code, reason = "only X11")
)]
mod places;
mod plan;
mod recent;
mod recorder;
mod recordings;
mod request;
mod run;
mod save_key;
pub mod screenshot;
mod settings;
mod show;
mod signs;
mod slots;
mod sound;
mod start;
mod states;
mod storage;
mod testing;
mod ui;
mod view;
mod welcome;
mod window;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_image;
#[cfg(all(unix, not(target_os = "macos")))]
mod x11_presses;

pub use actions::ACTIONS;
pub use keys::KEYS;
pub use pad_control::PadControl;
pub use pad_map::pad_rows;
pub use settings::{
    Settings, TEMPLATE as SETTINGS_TEMPLATE, default_path as default_settings_path,
};
pub use start::run;
