//! Everything between the emulated console and a front end.
//!
//! The desktop window, the web page and the libretro core share this crate. It uses no files,
//! windows, sound devices, threads or clocks. A front end passes in bytes and events, and gets back
//! pictures, samples, messages and bytes.
//!
//! - [`session`] plays one cartridge. It uses all the other modules, so start reading there.
//! - [`image`] turns the contents of a file into a cartridge, [`archive`] reads zip and gzip files,
//!   and [`bundled`] has the cartridges that come with the program.
//! - [`timeline`] runs one console forward and backward, frame by frame. [`state`] saves it as
//!   bytes, [`transcript`] writes its input as a script, and [`playback`] plays such a script.
//! - [`contacts`] collects the presses of keys, buttons and touches without losing any, and
//!   [`controllers`] turns them into the state of the controllers in the console's ports.
//! - [`session::game`] is the interface through which a session follows the game in a cartridge.
//!   The crate `games` implements it for the bundled cartridges.
//! - [`titles`] looks up the names of games by the checksums of their images.
//! - [`cheats`] freezes bytes in RAM and patches bytes in the cartridge.
//! - [`picture`] converts frames to colors, [`standard`] describes the television standards, and
//!   [`sound`] mixes and resamples sound.
//!
//! ```
//! use play::{
//!     bundled::BUNDLED,
//!     contacts::{Contacts, Control},
//!     session::{Host, Session, SessionOptions},
//!     standard::PaletteChoice,
//! };
//!
//! /// The smallest front end: it only tells the session which controls are held.
//! struct FrontEnd(Contacts<&'static str>);
//!
//! impl Host for FrontEnd {
//!     fn held(&mut self) -> play::contacts::HeldControls {
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
//! # Ok::<(), play::image::ImageError>(())
//! ```

pub mod archive;
pub mod bundled;
pub mod cheats;
pub mod contacts;
pub mod controllers;
mod history;
pub mod image;
mod paddles;
pub mod picture;
pub mod playback;
pub mod session;
pub mod sound;
pub mod standard;
pub mod state;
pub mod timeline;
pub mod titles;
pub mod transcript;
