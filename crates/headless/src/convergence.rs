//! Finds the first frame from which a program no longer depends on its power-on state.

use super::session::Session;
use lab::{script::ScriptRun, trace::FrameRecord};
use vcs::{Place, PowerOn, PowerOnState};

/// Maximum number of frames to compare (two seconds). By then, a program should have cleared its
/// memory.
const MAX_FRAMES: u64 = 120;

/// Number of consecutive equal frames (half a second) after which the comparison ends.
const EQUAL_FRAMES: u64 = 30;

/// The first frame from which the power-on state no longer matters, by three criteria: from then
/// on, all runs are equal, although they started from different power-on states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Convergence {
    /// The first frame from which picture, sound and RAM are equal; `None` if there is none.
    pub ram: Option<u64>,
    /// The first frame from which everything in the hash chain of the frame records is equal:
    /// picture, sound, RAM and registers. There may be no such frame: for example, a processor flag
    /// that the program never sets keeps its power-on value.
    pub chain: Option<u64>,
    /// The first frame from which picture and sound are equal. RAM may still differ, because a
    /// program may intentionally take a random seed from it.
    pub shown: Option<u64>,
}

/// Compares runs from several power-on states over `frames` frames, but not over more than two
/// seconds. If the script chooses a power-on state other than `random`, compares nothing and
/// returns frame 0 for every criterion.
pub fn of(session: &Session, frames: u64) -> Convergence {
    let own = session.script.setup.power_on;
    if own.state != PowerOnState::Random {
        let (ram, chain, shown) = (Some(0), Some(0), Some(0));
        return Convergence { ram, chain, shown };
    }
    let fixed = |state| PowerOn { state, seed: 0 };
    let next_seed = PowerOn {
        seed: own.seed.wrapping_add(1),
        ..own
    };
    let others = [
        next_seed,
        fixed(PowerOnState::Zero),
        fixed(PowerOnState::Ones),
        PowerOn {
            state: PowerOnState::RandomTia,
            ..own
        },
    ];
    let convergence = compare(session, frames, &others);
    match convergence.shown {
        Some(_) => convergence,
        // The runs may differ because of the TIA's state. For example, the program may never set an
        // object's position, or a tone may start in a different phase. Compare again without the
        // state `random-tia`.
        None => compare(session, frames, &others[..3]),
    }
}

/// Runs the session from its own power-on state and from each of the states in `others`, and finds
/// the first frames from which all these runs are equal.
fn compare(session: &Session, frames: u64, others: &[PowerOn]) -> Convergence {
    let start_run = |power_on: PowerOn| {
        let (script, symbols) = (&session.script, &session.symbols);
        let player = ScriptRun::from_power_on(session.cartridge.clone(), script, symbols, power_on);
        player.until(Place::frame(frames)).with_records()
    };
    let mut own = start_run(session.script.setup.power_on);
    let mut others: Vec<_> = others.iter().copied().map(start_run).collect();
    let [mut ram_streak, mut chain_streak, mut shown_streak] = [(); 3].map(|()| Streak::default());
    for frame in 0..frames.min(MAX_FRAMES) {
        if own.frame().is_none() {
            break;
        }
        for other in &mut others {
            other.frame();
        }
        let records_agree =
            |other: &ScriptRun<'_>, compare: fn(&FrameRecord, &FrameRecord) -> bool| {
                let pair = own.record().zip(other.record());
                pair.is_some_and(|(own, other)| compare(own, other))
            };
        let same_output =
            |a: &FrameRecord, b: &FrameRecord| (a.picture, a.audio) == (b.picture, b.audio);
        shown_streak.add(
            frame,
            others.iter().all(|other| records_agree(other, same_output)),
        );
        let same_ram = |other: &ScriptRun<'_>| own.machine().ram() == other.machine().ram();
        ram_streak.add(
            frame,
            others
                .iter()
                .all(|other| records_agree(other, same_output) && same_ram(other)),
        );
        let same_record = |a: &FrameRecord, b: &FrameRecord| {
            (a.picture, a.audio, a.ram) == (b.picture, b.audio, b.ram)
        };
        chain_streak.add(
            frame,
            others.iter().all(|other| records_agree(other, same_record)),
        );
        if chain_streak.is_long_enough() {
            break;
        }
    }
    Convergence {
        ram: ram_streak.first(),
        chain: chain_streak.first(),
        shown: shown_streak.first(),
    }
}

/// The current streak of consecutive frames that are equal in all runs.
#[derive(Debug, Default)]
struct Streak {
    from: u64,
    frames: u64,
}

impl Streak {
    fn add(&mut self, frame: u64, is_same: bool) {
        if is_same {
            self.frames += 1;
        } else {
            (self.from, self.frames) = (frame + 1, 0);
        }
    }

    fn is_long_enough(&self) -> bool {
        self.frames >= EQUAL_FRAMES
    }

    /// Returns the first frame of the streak. Returns `None` if the streak is too short, unless it
    /// began with frame 0.
    fn first(&self) -> Option<u64> {
        (self.is_long_enough() || self.from == 0 && self.frames > 0).then_some(self.from)
    }
}
