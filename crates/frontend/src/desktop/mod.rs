//! The desktop program: window, sound, keyboard and pads around one session.
//!
//! ```text
//!   run.rs  the loop, once for each picture
//!     |
//!     |  poll             events.rs    keys, letters, mouse, focus, pads, sound device
//!     v
//!   Event
//!     |  nothing is open: controls.rs, input_map/    keys and buttons to contacts and commands
//!     |  a panel is open: panel/, help.rs, launcher/, debugger/    events to requests,
//!     v                                                            with facts.rs
//!   Command, Request      action.rs, request.rs
//!     |  execute/         executes all of them
//!     v
//!   play::session         host.rs      runs a frame, none or many, or goes back
//!     |  show             show.rs      the picture and the panels over it
//!     v
//!   view.rs, ui/, the crate canvas, window.rs, sound/
//! ```
//!
//! [`app`] holds the parts of the program, which do not depend on each other. Only the modules
//! `host`, `execute`, `show`, `attached`, `welcome`, `run` and `start` use `app`. A panel receives
//! facts (plain values) about the rest of the program, and changes the program only through
//! requests. Code that calls the operating system is isolated behind small traits and pure
//! functions, so that everything else can be tested without the system.
//!
//! # From a key to a console switch
//!
//! A press of F2 (Reset) takes twelve steps in eight files. Each step is a function that receives
//! the key press, or what an earlier step has made of it.
//!
//! | | step | file | the press is |
//! |---|---|---|---|
//! | 1 | `DesktopWindow::poll` | `window.rs` | `Event::Key(F2, true)`, from the library's callback |
//! | 2 | `App::poll` | `run.rs` | the same |
//! | 3 | `App::handle_event` | `run.rs` | the same, if no panel is open |
//! | 4 | `InputMap::key` | `input_map/mod.rs` | a key with the modifiers held |
//! | 5 | `Bindings::action` | `bindings.rs` | `Action::Hold(Control::Reset)` |
//! | 6 | `Contacts::press` | `play/src/contacts.rs` | a change that waits for a frame |
//! | 7 | `Contacts::next_frame` | `play/src/contacts.rs` | a closed contact |
//! | 8 | `Desktop::held` | `host.rs` | read by the session |
//! | 9 | `Contacts::held` | `play/src/contacts.rs` | `HeldControls { reset: true }` |
//! | 10 | `Session::step` | `play/src/session/advance.rs` | the same |
//! | 11 | `Session::input` | `play/src/session/advance.rs` | the console's switches |
//! | 12 | `Timeline::frame` | `play/src/timeline.rs` | in the recording, and in the machine |
//!
//! If the key is bound to a command, only the first five steps take place; then `App::command` in
//! `execute/mod.rs` runs the command.
//!
//! The time from a key press to the changed pixel is 12 ms on average under Xvfb (the test
//! `soak_latency_from_key_to_picture`): half a frame until the keys are read, and the rest to run
//! the frame and show it. On a device with periods of 8 ms, sound is heard about 56 ms after it is
//! made: it spends 40 ms in the ring buffer and two periods in the device. If the device's period
//! is longer, the ring buffer holds less. The rewind history takes at most 32 MB
//! ([`play::timeline`]). The pictures recorded for a clip of the last seconds take 7 MB.

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
mod game_saver;
mod help;
mod host;
#[cfg(all(unix, not(target_os = "macos")))]
mod icon;
mod input_map;
#[cfg_attr(
    not(all(unix, not(target_os = "macos"))),
    expect(dead_code, reason = "only X11")
)]
mod key_positions;
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
mod piece_letters;
mod plan;
mod recent;
mod recorder;
mod recordings;
mod request;
mod run;
mod save_as_test;
mod save_key;
mod saved_window;
pub mod screenshot;
mod settings;
mod show;
mod slots;
mod sound;
mod start;
mod states;
mod storage;
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
pub use launcher::FileKind;
pub use pad_control::PadControl;
pub use pad_map::pad_rows;
pub use panel::{OPTIONS, TABS, Values};
pub use settings::{
    Settings, TEMPLATE as SETTINGS_TEMPLATE, default_path as default_settings_path,
};
pub use start::run;
