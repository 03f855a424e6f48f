//! A session: a cartridge in a console, the console's past, the controllers, and mouse play.
//!
//! A front end creates a [`Session`], and calls [`Session::advance`] once for each picture that it
//! shows. It then collects the results from [`Session::picture`], [`Session::samples`] and
//! [`Session::take_notices`].

mod advance;
mod ahead;
mod base;
pub mod game;
mod look_ahead;
pub mod marks;
mod notice;
mod save_keys;
mod switches;

pub use advance::{Host, RunMode};
pub use base::{Session, SessionOptions};
pub use notice::Notice;
pub use switches::{Lever, Switch};
