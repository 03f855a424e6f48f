//! Creates sessions with a bundled game, for this crate's tests.

use crate::session::recognize;
use play::{
    bundled::Bundled,
    contacts::HeldControls,
    session::{Session, SessionOptions},
};

/// Returns a session in which the console has just been switched on with this cartridge.
pub fn session(bundled: &Bundled) -> Session {
    let options = SessionOptions {
        recognize,
        ..SessionOptions::default()
    };
    Session::open(bundled.name, bundled.image.to_vec(), options).unwrap()
}

/// Returns a session in which Reset was pressed and the board is on the screen.
pub fn started_session(bundled: &Bundled) -> Session {
    let mut session = session(bundled);
    run(&mut session, 10);
    let mut reset = HeldControls {
        reset: true,
        ..HeldControls::default()
    };
    (0..4).for_each(|_| _ = session.advance(&mut reset, false));
    run(&mut session, 30);
    session
}

/// Runs frames without input.
pub fn run(session: &mut Session, frames: u32) {
    (0..frames).for_each(|_| _ = session.advance(&mut HeldControls::default(), false));
}
