//! Distinguishes a driving controller from a joystick. Both close the contacts for up and down. In
//! a joystick game, something moves while a contact is closed, and the order of the contacts does
//! not matter. In a driving game, each change of the Gray code moves an object one step forward or
//! back. If one contact closes and opens again, the object is back where it was. After a whole
//! cycle of the code, the object is four steps away from where it was.

use crate::{
    input::{Controller, Driving, Input, Joystick},
    machine::Machine,
};

/// Number of frames to hold a contact closed.
const HELD_FRAMES: usize = 4;
/// Number of frames to wait until only lasting changes remain.
const REST_FRAMES: usize = 8;

/// Returns true if the program reads the socket's contacts as the Gray code of a wheel.
pub(super) fn reads_wheel(machine: &Machine, socket: usize) -> bool {
    let ram_after = |positions: &[Controller]| ram_after(machine, socket, positions);
    let turn = |steps: [u8; 4]| {
        ram_after(&steps.map(|step| Controller::Driving(Driving { step, fire: false })))
    };
    let rest = ram_after(&[Controller::default(); 4]);
    let [forward, back] = [turn([1, 2, 3, 0]), turn([3, 2, 1, 0])];
    let turned = forward != rest && back != rest && forward != back;
    turned
        && pushed_sticks()
            .iter()
            .all(|&stick| ram_after(&[stick, stick, stick, Controller::default()]) == rest)
}

/// Returns four joysticks, each pushed in a different direction.
fn pushed_sticks() -> [Controller; 4] {
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

/// Returns the contents of RAM after the controller has gone through these positions and then been
/// at rest for some frames.
fn ram_after(machine: &Machine, socket: usize, positions: &[Controller]) -> [u8; 128] {
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
