//! The frame from which on a program no longer depends on how the console was switched on.

use super::session::Session;
use lab::script::Player;
use vcs::{PowerOn, PowerOnState};

/// Frames after which a program should have cleared its memory: two seconds.
const LONGEST: u64 = 120;

/// Frames without a difference that are enough: half a second.
const SAME: u64 = 30;

/// The first frame of the run from which on all frames are the same whatever memory holds at
/// power-on, as far as a few trials show; `None` if they differ for two seconds, or to the end.
pub fn frame(session: &Session, frames: u64) -> Option<u64> {
    let own = session.script.setup.power_on;
    let random = |seed: u64| PowerOn {
        state: PowerOnState::Random,
        seed,
    };
    let fixed = |state| PowerOn { state, seed: 0 };
    let states = [
        own,
        random(own.seed.wrapping_add(1)),
        fixed(PowerOnState::Zero),
        fixed(PowerOnState::Ones),
    ];
    let mut players = states.map(|power_on| {
        let (script, symbols) = (&session.script, &session.symbols);
        Player::switched_on(session.cartridge.clone(), script, symbols, power_on).with_records()
    });
    let mut settled = 0;
    for frame in 0..frames.min(LONGEST) {
        let [own, others @ ..] = &mut players;
        if own.frame().is_none() {
            break;
        }
        others.iter_mut().for_each(|other| {
            other.frame();
        });
        let same = |other: &Player<'_>| match (own.record(), other.record()) {
            (Some(own), Some(other)) => {
                (own.picture, own.audio, own.ram) == (other.picture, other.audio, other.ram)
            }
            _ => false,
        };
        if !others.iter().all(same) {
            settled = frame + 1;
        } else if others.iter().all(|other| other.future() == own.future()) {
            return Some(settled);
        }
    }
    // What differs may be a register that the program never uses.
    let ran = players[0].place().frame;
    (settled + SAME <= ran || settled == 0 && ran > 0).then_some(settled)
}
