//! One session: a cartridge in a console, its past, its controllers, and mouse play.
//!
//! A front end creates a [`Session`], calls [`Session::advance`] once for each picture that it
//! shows, and collects the results: [`Session::picture`], [`Session::samples`],
//! [`Session::take_notices`].

mod advance;
mod ahead;
mod base;
pub mod game;
mod levers;
mod look_ahead;
pub mod marks;
mod notice;
mod save_keys;

pub use advance::{Host, Ran};
pub use base::{Session, SessionOptions};
pub use levers::{Lever, Switch};
pub use notice::Notice;
