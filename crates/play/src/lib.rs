//! A session at the console, for any front end.
//!
//! A desktop window, a web page and a libretro core share what lies here: no files, windows, sound
//! devices, threads or clocks. Bytes and events go in; pictures, samples, messages and bytes come
//! out.
//!
//! - [`session`] is the whole of it: one cartridge being played. Start there.
//! - [`image`] makes a cartridge of the bytes of a file, [`archive`] unpacks zip and gzip, and
//!   [`bundled`] holds the program's own cartridges.
//! - [`timeline`] runs one console forwards and backwards, frame by frame; [`state`] turns it into
//!   bytes, [`transcript`] into an input script, and [`playback`] plays one.
//! - [`contacts`] collects keys, buttons and taps so that none is lost, and [`controllers`] makes
//!   of them what the console's sockets see.
//! - [`video_checkers`] follows the bundled game in RAM, and [`thinking`] finds out when it thinks;
//!   [`robot`] works the controls, and [`mouse_play`] makes moves of clicks.
//! - [`picture`] and [`standard`] are the television, [`sound`] the loudspeaker.
//!
//! ```
//! use play::{
//!     bundled::BUNDLED,
//!     contacts::{Contacts, Control},
//!     session::{Host, Session, SessionOptions},
//!     standard::PaletteChoice,
//! };
//!
//! /// The smallest front end: contacts, and no time for more than the necessary frames.
//! struct FrontEnd(Contacts<&'static str>);
//!
//! impl Host for FrontEnd {
//!     fn held(&mut self) -> play::contacts::Held {
//!         self.0.next_frame();
//!         self.0.held()
//!     }
//! }
//!
//! let image = BUNDLED[0].image.to_vec();
//! let mut session = Session::open("video-checkers.bin", image, SessionOptions::default())?;
//! let mut front_end = FrontEnd(Contacts::default());
//! front_end.0.press("F2", Control::Reset);
//! front_end.0.release("F2");
//! for _ in 0..30 {
//!     session.advance(&mut front_end, false);
//! }
//! let colors = PaletteChoice::of(session.standard()).table();
//! assert_eq!(session.picture(&colors).height(), 228);
//! assert_eq!(session.samples().len(), 2 * 262);
//! assert!(session.is_players_turn());
//! # Ok::<(), play::image::ImageError>(())
//! ```

pub mod archive;
pub mod bundled;
pub mod contacts;
pub mod controllers;
mod history;
pub mod image;
pub mod mouse_play;
pub mod picture;
pub mod playback;
pub mod robot;
pub mod session;
pub mod sound;
pub mod standard;
pub mod state;
pub mod thinking;
pub mod timeline;
pub mod transcript;
pub mod video_checkers;
