//! Finds the controllers that a program uses, from its bus accesses and its reactions to input.
//!
//! A keypad game makes its socket's half of port A an output and reads the columns. A paddle game
//! discharges the paddles' capacitors and then reads their pins in every scanline. A game for
//! two-button pads reads the second button's pin and reacts to it. A program that uses a SaveKey
//! drives the SaveKey's two lines, and the SaveKey answers. A driving controller uses the same pins
//! as a joystick. To tell them apart, `wheel.rs` closes and opens the contacts, and then checks
//! what has changed in the game. A read counts only if the instruction uses the byte, because the
//! 6507 also makes dummy reads.

mod watch;
mod wheel;

use crate::{
    cartridge::Cartridge,
    input::{Controller, ControllerKind, Input, Joystick},
    machine::{Machine, PowerOn, PowerOnState},
};
use watch::Watch;

/// The controller detected for one socket, and the reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControllerDetection {
    /// The kind of controller.
    pub kind: ControllerKind,
    /// The reason, as a clause about the program's behavior.
    pub why: &'static str,
}

/// Number of cycles to watch a program before Reset, and again after it: one second, enough for it
/// to show its first pictures.
const WATCH_CYCLES: u64 = 1_193_182;
/// Number of cycles to hold Reset: a few frames.
const RESET_CYCLES: u64 = 100_000;
/// Minimum number of reads of a pin between two discharges that counts as a measurement.
const MIN_MEASUREMENT_READS: u32 = 16;

/// Finds the controllers for the left and right sockets. Runs the cartridge for two seconds in a
/// separate machine, and presses Reset halfway through. If the bus accesses are not conclusive,
/// also runs other machines with different input.
pub fn controllers(cartridge: &Cartridge) -> [ControllerDetection; 2] {
    let mut machine = powered_on(cartridge);
    let mut watch = Watch::default();
    watch.run(&mut machine, WATCH_CYCLES);
    let title_screen = machine.clone();
    press_reset(&mut machine, &mut watch);
    watch.run(&mut machine, WATCH_CYCLES);
    [0, 1].map(|socket| {
        let snapshots = [&title_screen, &machine];
        detect_controller(&watch, cartridge, snapshots, socket)
    })
}

fn powered_on(cartridge: &Cartridge) -> Machine {
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    Machine::new(cartridge.clone(), power_on)
}

fn press_reset(machine: &mut Machine, watch: &mut Watch) {
    let mut input = Input::default();
    input.switches.reset = true;
    machine.set_input(input);
    watch.run(machine, RESET_CYCLES);
    machine.set_input(Input::default());
}

/// Chooses a socket's controller. `snapshots` holds the machine at two moments: on the program's
/// title screen, and in its game.
fn detect_controller(
    watch: &Watch,
    cartridge: &Cartridge,
    snapshots: [&Machine; 2],
    socket: usize,
) -> ControllerDetection {
    let pins = [2 * socket, 2 * socket + 1];
    let drives_port = watch.outputs & [0xf0, 0x0f][socket] != 0;
    let reads_any = |pins: &[usize]| pins.iter().any(|&pin| watch.reads[pin] > 0);
    let measures_paddles = pins
        .iter()
        .any(|&pin| watch.reads_between_discharges[pin] >= MIN_MEASUREMENT_READS);
    let (kind, why) = if drives_save_key(watch, socket) && addresses_save_key(cartridge, socket) {
        (
            ControllerKind::SaveKey,
            "it talks to a SaveKey that is plugged in",
        )
    } else if drives_port && reads_any(&pins) {
        (
            ControllerKind::Keypad,
            "it drives the keypad's rows and reads its columns",
        )
    } else if watch.discharged && measures_paddles {
        (
            ControllerKind::Paddles,
            "it discharges the paddles' capacitors and reads them",
        )
    } else if watch.discharged
        && !reads_any(&pins)
        && code_measures_paddle(cartridge.image(), socket)
    {
        (
            ControllerKind::Paddles,
            "it discharges the paddles' capacitors, and its code reads them later",
        )
    } else if reads_any(&pins[1..]) && second_button_matters(cartridge, socket) {
        (
            ControllerKind::TwoButton,
            "the pin of the second button changes its behavior",
        )
    } else if watch.reads_port_a
        && snapshots
            .iter()
            .any(|machine| wheel::reads_wheel(machine, socket))
    {
        (
            ControllerKind::Driving,
            "a turn of the wheel moves something, but the contacts of a stick move nothing",
        )
    } else {
        (
            ControllerKind::Joystick,
            "it shows no sign of another controller",
        )
    };
    ControllerDetection { kind, why }
}

/// Returns true if the image contains code that reads the socket's first paddle and branches on it.
/// A game may execute such code only after its title screen, so a trial run can miss it. A read of
/// the second paddle's pin is not evidence: a pad's second button uses the same pin, and games for
/// pads also discharge the capacitors.
fn code_measures_paddle(image: &[u8], socket: usize) -> bool {
    let pin = [0x08, 0x0a][socket];
    image.windows(3).any(|code| {
        let [opcode, address, next] = *code else {
            return false;
        };
        let reads = match opcode {
            BIT | LDA | ORA => address & 0xcf == pin,
            // An indexed read counts only if its base address is INPT0.
            LDA_X | ORA_X => socket == 0 && address & 0xcf == 0x08,
            _ => false,
        };
        reads && [BPL, BMI].contains(&next)
    })
}

/// Opcodes for measuring a paddle: reads of a pin in page zero, with or without an X index, and
/// branches on bit 7.
const BIT: u8 = 0x24;
const LDA: u8 = 0xa5;
const ORA: u8 = 0x05;
const LDA_X: u8 = 0xb5;
const ORA_X: u8 = 0x15;
const BPL: u8 = 0x10;
const BMI: u8 = 0x30;

/// Lists the evidence for the controllers in the left and right sockets.
pub fn controller_facts(cartridge: &Cartridge) -> [Vec<String>; 2] {
    let mut machine = powered_on(cartridge);
    let mut watch = Watch::default();
    watch.run(&mut machine, WATCH_CYCLES);
    press_reset(&mut machine, &mut watch);
    watch.run(&mut machine, WATCH_CYCLES);
    [0, 1].map(|socket| {
        let mut facts = Vec::new();
        let mut fact = |is_true: bool, text: &str| facts.extend(is_true.then(|| text.to_owned()));
        fact(watch.discharged, "it discharges the capacitors (VBLANK D7)");
        fact(
            watch.outputs & [0xf0, 0x0f][socket] != 0,
            "it makes the socket's half of port A an output",
        );
        fact(watch.reads_port_a, "it reads port A");
        fact(
            code_measures_paddle(cartridge.image(), socket),
            "it has code that reads a paddle and branches on it",
        );
        for pin in [2 * socket, 2 * socket + 1, 4 + socket] {
            for (_, mode, count) in watch.modes.iter().filter(|(read_pin, ..)| *read_pin == pin) {
                facts.push(format!("{count} reads of INPT{pin}, {mode:?}"));
            }
            let max = watch.reads_between_discharges[pin];
            if max > 0 {
                facts.push(format!(
                    "at most {max} reads of INPT{pin} after a discharge; {MIN_MEASUREMENT_READS} \
                     count as a measurement"
                ));
            }
        }
        facts
    })
}

/// Returns true if the program has driven both lines of a SaveKey.
fn drives_save_key(watch: &Watch, socket: usize) -> bool {
    let lines = [0xc0, 0x0c][socket];
    watch.outputs & lines == lines
}

/// Returns true if the program addresses a SaveKey that is plugged into the socket. Watches the
/// program after power-on, while Reset is held, and after Reset is released.
fn addresses_save_key(cartridge: &Cartridge, socket: usize) -> bool {
    let mut machine = powered_on(cartridge);
    let mut input = Input::default();
    input.ports[socket] = Controller::SaveKey;
    [false, true, false].into_iter().any(|reset| {
        input.switches.reset = reset;
        machine.set_input(input);
        let cycles = if reset { RESET_CYCLES } else { WATCH_CYCLES };
        (0..cycles).any(|_| {
            machine.cycle();
            machine.save_key(socket).is_addressed()
        })
    })
}

/// Returns true if holding the second button of a pad changes the program's bus accesses.
fn second_button_matters(cartridge: &Cartridge, socket: usize) -> bool {
    let [mut released, mut held] = [false, true].map(|second| {
        let mut machine = powered_on(cartridge);
        let mut input = Input::default();
        input.ports[socket] = Controller::TwoButton {
            joystick: Joystick::default(),
            second,
        };
        machine.set_input(input);
        machine
    });
    (0..WATCH_CYCLES).any(|_| {
        let [released, held] = [released.cycle(), held.cycle()];
        let [released_access, held_access] =
            [released, held].map(|cycle| (cycle.address, cycle.write));
        released_access != held_access || released.write && released.data != held.data
    })
}

#[cfg(test)]
mod tests;
