//! Random input that imitates a player. The same seed always gives the same input.

use super::{Action, Event, Script, Source};
use fastrand::Rng;
use vcs::{
    Cartridge, Input, Place, detect,
    input::{Controller, ControllerKind, Difficulty, Driving, Joystick, Paddle},
};

/// The frame in which Reset is pressed, and the frame in which it is released.
const RESET_FRAMES: (u64, u64) = (30, 36);
/// Number of frames between changes of the input.
const FRAMES_BETWEEN_CHANGES: std::ops::RangeInclusive<u64> = 3..=20;

/// Returns a copy of `idle`, a script without input, with random input added: first a press of
/// Reset, then many controller movements and a few switch changes.
pub fn seeded_play(cartridge: &Cartridge, idle: &Script, seed: u64) -> Script {
    let mut script = idle.clone();
    let kinds = detect::controllers(cartridge).map(|found| found.kind);
    if script.setup.input.ports == Input::default().ports {
        script.setup.input.ports = kinds.map(ControllerKind::at_rest);
    }
    let mut input = script.setup.input;
    let mut rng = Rng::with_seed(seed);
    let mut add_input = |frame: u64, input: &Input| {
        script.events.push(Event {
            place: Place::frame(frame),
            action: Action::Input(*input),
            source: Source::default(),
        });
    };
    let end = idle.end.frame;
    for (frame, pressed) in [(RESET_FRAMES.0, true), (RESET_FRAMES.1, false)] {
        input.switches.reset = pressed;
        if frame < end {
            add_input(frame, &input);
        }
    }
    let mut frame = RESET_FRAMES.1 + rng.u64(FRAMES_BETWEEN_CHANGES);
    while frame < end {
        for port in &mut input.ports {
            *port = random_state(*port, &mut rng);
        }
        let switches = &mut input.switches;
        switches.reset = rng.u8(..) == 0;
        switches.select = rng.u8(..) == 0;
        if rng.u8(..) < 4 {
            switches.left = match switches.left {
                Difficulty::A => Difficulty::B,
                Difficulty::B => Difficulty::A,
            };
        }
        add_input(frame, &input);
        frame += rng.u64(FRAMES_BETWEEN_CHANGES);
    }
    script
}

/// Returns a controller of the same kind in a random state. A driving controller turns by at most
/// one step.
fn random_state(controller: Controller, rng: &mut Rng) -> Controller {
    let stick = |rng: &mut Rng| {
        let (x, y) = (rng.u8(0..3), rng.u8(0..3));
        Joystick {
            up: y == 1,
            down: y == 2,
            left: x == 1,
            right: x == 2,
            fire: rng.u8(0..3) == 0,
        }
    };
    match controller {
        Controller::Joystick(_) => Controller::Joystick(stick(rng)),
        Controller::TwoButton { .. } => Controller::TwoButton {
            joystick: stick(rng),
            second: rng.u8(0..4) == 0,
        },
        Controller::Paddles(_) => Controller::Paddles([(); 2].map(|()| Paddle {
            position: rng.u16(..),
            fire: rng.u8(0..3) == 0,
        })),
        Controller::Driving(Driving { step, .. }) => Controller::Driving(Driving {
            step: step.wrapping_add(rng.u8(0..3)).wrapping_sub(1) & 3,
            fire: rng.u8(0..3) == 0,
        }),
        Controller::Keypad(_) => Controller::Keypad(match rng.u8(0..3) {
            0 => 0,
            _ => 1 << rng.u16(0..12),
        }),
        other => other,
    }
}
