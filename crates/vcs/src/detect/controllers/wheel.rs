//! Distinguishes a driving controller from a joystick: both close the contacts for up and down. In
//! a joystick game something moves while a contact is closed, and the order of the contacts does
//! not matter. In a driving game an object moves one step, forward or back, with each change of the
//! Gray code. After one contact has closed and opened, that object is where it was; after a whole
//! cycle of the code, the object is four steps away, forward or back.

use crate::{
    input::{Controller, Driving, Input, Joystick},
    machine::Machine,
};

/// Frames for which a contact is held.
const HELD_FRAMES: usize = 4;
/// Frames after which only a lasting change remains.
const REST_FRAMES: usize = 8;

/// True if the program treats the socket's contacts as a wheel.
pub(super) fn is_turned(machine: &Machine, socket: usize) -> bool {
    let after = |positions: &[Controller]| after(machine, socket, positions);
    let turn = |steps: [u8; 4]| {
        after(&steps.map(|step| Controller::Driving(Driving { step, fire: false })))
    };
    let rest = after(&[Controller::default(); 4]);
    let [forward, back] = [turn([1, 2, 3, 0]), turn([3, 2, 1, 0])];
    let turned = forward != rest && back != rest && forward != back;
    turned
        && sticks()
            .iter()
            .all(|&stick| after(&[stick, stick, stick, Controller::default()]) == rest)
}

/// Returns four sticks, one for each direction in which it is pushed.
fn sticks() -> [Controller; 4] {
    let rest = Joystick::default();
    [
        Joystick { up: true, ..rest },
        Joystick { down: true, ..rest },
        Joystick { left: true, ..rest },
        Joystick {
            right: true,
            ..rest
        },
    ]
    .map(Controller::Joystick)
}

/// Returns RAM after the controller has been in these positions in sequence, and then at rest for
/// some frames.
fn after(machine: &Machine, socket: usize, positions: &[Controller]) -> [u8; 128] {
    let mut machine = machine.clone();
    let mut input = Input::default();
    for position in positions {
        input.ports[socket] = *position;
        machine.set_input(input);
        run(&mut machine, HELD_FRAMES);
    }
    run(&mut machine, REST_FRAMES);
    *machine.ram()
}

fn run(machine: &mut Machine, frames: usize) {
    (0..frames).for_each(|_| {
        machine.frame();
    });
}
