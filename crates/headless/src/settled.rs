//! The frame from which on a program no longer depends on how the console was switched on.

use super::session::Session;
use lab::{script::ScriptRun, trace::FrameRecord};
use vcs::{Place, PowerOn, PowerOnState};

/// Frames after which a program should have cleared its memory: two seconds.
const LONGEST: u64 = 120;

/// Frames without a difference that are enough: half a second.
const SAME: u64 = 30;

/// From where on the frames of a run are the same whatever memory holds at power-on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settled {
    /// The first frame from which on picture, sound and RAM are the same; `None` if there is none.
    pub frames: Option<u64>,
    /// The same for the chain of frame records, which hashes the registers, too: a flag that the
    /// program never uses keeps its value.
    pub chain: Option<u64>,
    /// The same for picture and sound alone: a random seed may stay in RAM on purpose.
    pub shown: Option<u64>,
}

/// Compares a few power-on states, as far as two seconds show. A script that names a state has no
/// other.
pub fn of(session: &Session, frames: u64) -> Settled {
    let own = session.script.setup.power_on;
    if own.state != PowerOnState::Random {
        let (frames, chain, shown) = (Some(0), Some(0), Some(0));
        return Settled {
            frames,
            chain,
            shown,
        };
    }
    let fixed = |state| PowerOn { state, seed: 0 };
    let another = PowerOn {
        seed: own.seed.wrapping_add(1),
        ..own
    };
    let others = [
        another,
        fixed(PowerOnState::Zero),
        fixed(PowerOnState::Ones),
        PowerOn {
            state: PowerOnState::RandomTia,
            ..own
        },
    ];
    let settled = compare(session, frames, &others);
    match settled.shown {
        Some(_) => settled,
        // An object that the program never places, or a tone in the phase that it began with.
        None => compare(session, frames, &others[..3]),
    }
}

/// Compares the session's own power-on state with others.
fn compare(session: &Session, frames: u64, others: &[PowerOn]) -> Settled {
    let switched_on = |power_on: PowerOn| {
        let (script, symbols) = (&session.script, &session.symbols);
        let player = ScriptRun::switched_on(session.cartridge.clone(), script, symbols, power_on);
        player.until(Place::frame(frames)).with_records()
    };
    let mut own = switched_on(session.script.setup.power_on);
    let mut others: Vec<_> = others.iter().copied().map(switched_on).collect();
    let [mut same, mut same_chain, mut same_shown] = [(); 3].map(|()| Same::default());
    for frame in 0..frames.min(LONGEST) {
        if own.frame().is_none() {
            break;
        }
        for other in &mut others {
            other.frame();
        }
        let records = |other: &ScriptRun<'_>, compare: fn(&FrameRecord, &FrameRecord) -> bool| {
            let pair = own.record().zip(other.record());
            pair.is_some_and(|(own, other)| compare(own, other))
        };
        let shown = |a: &FrameRecord, b: &FrameRecord| (a.picture, a.audio) == (b.picture, b.audio);
        same_shown.add(frame, others.iter().all(|other| records(other, shown)));
        let ram = |other: &ScriptRun<'_>| own.machine().ram() == other.machine().ram();
        same.add(
            frame,
            others
                .iter()
                .all(|other| records(other, shown) && ram(other)),
        );
        let all = |a: &FrameRecord, b: &FrameRecord| {
            (a.picture, a.audio, a.ram) == (b.picture, b.audio, b.ram)
        };
        same_chain.add(frame, others.iter().all(|other| records(other, all)));
        if same_chain.is_long_enough() {
            break;
        }
    }
    Settled {
        frames: same.first(),
        chain: same_chain.first(),
        shown: same_shown.first(),
    }
}

/// Frames without a difference.
#[derive(Debug, Default)]
struct Same {
    from: u64,
    frames: u64,
}

impl Same {
    fn add(&mut self, frame: u64, is_same: bool) {
        match is_same {
            true => self.frames += 1,
            false => (self.from, self.frames) = (frame + 1, 0),
        }
    }

    fn is_long_enough(&self) -> bool {
        self.frames >= SAME
    }

    /// The first of the frames without a difference, if there are enough of them, or no others.
    fn first(&self) -> Option<u64> {
        (self.is_long_enough() || self.from == 0 && self.frames > 0).then_some(self.from)
    }
}
