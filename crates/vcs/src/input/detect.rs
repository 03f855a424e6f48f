//! Which controllers a program asks for, from what it does on the bus.
//!
//! A paddle game discharges the capacitors of its socket and then looks at them line by line; a keypad
//! game makes the socket's half of port A an output; a game for two-button pads looks at the pin of the
//! second button but never discharges it. A driving controller is read like a joystick: that
//! choice is the player's.

use super::{Controller, Driving, Joystick, Paddle};
use crate::{BusCycle, Cartridge, Machine, PowerOn, PowerOnState, tia::registers};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of controller, without the state it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum ControllerKind {
    None,
    Joystick,
    Paddles,
    Driving,
    Keypad,
    TwoButton,
}

impl ControllerKind {
    /// Every kind.
    pub const ALL: [ControllerKind; 6] = [
        ControllerKind::None,
        ControllerKind::Joystick,
        ControllerKind::Paddles,
        ControllerKind::Driving,
        ControllerKind::Keypad,
        ControllerKind::TwoButton,
    ];

    /// The name, for options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            ControllerKind::None => "none",
            ControllerKind::Joystick => "joystick",
            ControllerKind::Paddles => "paddles",
            ControllerKind::Driving => "driving",
            ControllerKind::Keypad => "keypad",
            ControllerKind::TwoButton => "two-button",
        }
    }

    /// The kind of this name, in any mixture of cases.
    pub fn from_name(name: &str) -> Option<ControllerKind> {
        let mut kinds = ControllerKind::ALL.into_iter();
        kinds.find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// A controller of this kind that nobody touches.
    pub fn at_rest(self) -> Controller {
        match self {
            ControllerKind::None => Controller::None,
            ControllerKind::Joystick => Controller::Joystick(Joystick::default()),
            ControllerKind::Paddles => Controller::Paddles([Paddle::default(); 2]),
            ControllerKind::Driving => Controller::Driving(Driving::default()),
            ControllerKind::Keypad => Controller::Keypad(0),
            ControllerKind::TwoButton => Controller::TwoButton {
                joystick: Joystick::default(),
                second: false,
            },
        }
    }
}

impl fmt::Display for ControllerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A controller for one socket, and why it was taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ControllerDetection {
    /// The kind.
    pub kind: ControllerKind,
    /// What the program did.
    pub why: &'static str,
}

/// Cycles that a program is watched for: a second, so that it has come to its first pictures.
const CYCLES: u64 = 1_193_182;

/// Runs the cartridge for a second in a machine of its own and tells what the left and the right
/// socket are asked for.
pub fn detect_controllers(cartridge: &Cartridge) -> [ControllerDetection; 2] {
    let power_on = PowerOn {
        state: PowerOnState::Zero,
        seed: 0,
    };
    let mut machine = Machine::new(cartridge.clone(), power_on);
    let mut watch = Watch::default();
    for _ in 0..CYCLES {
        watch.see(machine.cycle());
    }
    [0, 1].map(|socket| watch.judge(socket))
}

/// What was seen on the bus.
#[derive(Debug, Default)]
struct Watch {
    /// The capacitors have been discharged (VBLANK D7).
    dumped: bool,
    /// Bits of port A that were outputs at some time.
    outputs: u8,
    /// Reads of INPT0 to INPT5.
    reads: [u32; 6],
}

impl Watch {
    fn see(&mut self, cycle: BusCycle) {
        let BusCycle { address, data, .. } = cycle;
        let is_tia = address & 0x1080 == 0;
        let is_swacnt = address & 0x1287 == 0x0281;
        match cycle.write {
            true if is_tia && address as u8 & 0x3f == registers::write::VBLANK => {
                self.dumped |= data & 0x80 != 0;
            }
            true if is_swacnt => self.outputs |= data,
            false if is_tia => {
                let input = usize::from(address & 0x0f).checked_sub(8);
                if let Some(count) = input.and_then(|input| self.reads.get_mut(input)) {
                    *count += 1;
                }
            }
            _ => {}
        }
    }

    fn judge(&self, socket: usize) -> ControllerDetection {
        let [pin9, pin5] = [self.reads[2 * socket], self.reads[2 * socket + 1]];
        let drives = self.outputs & [0xf0, 0x0f][socket] != 0;
        let (kind, why) = if drives && pin9 + pin5 > 0 {
            (
                ControllerKind::Keypad,
                "it drives the keypad's rows and reads its columns",
            )
        } else if self.dumped && pin9 + pin5 > 0 {
            (
                ControllerKind::Paddles,
                "it discharges the paddles' capacitors and reads them",
            )
        } else if pin5 > 0 && pin9 == 0 {
            (
                ControllerKind::TwoButton,
                "it reads the pin of the second button",
            )
        } else {
            (
                ControllerKind::Joystick,
                "it reads nothing that only another controller has",
            )
        };
        ControllerDetection { kind, why }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that does this over and over, with a WSYNC in between.
    fn kinds(body: &[u8]) -> [ControllerKind; 2] {
        let mut image = body.to_vec();
        image.extend([0x85, 0x02, 0x4c, 0x00, 0xf0]); // sta WSYNC: jmp $f000
        image.resize(4096, 0xea);
        image[4092..].copy_from_slice(&[0x00, 0xf0, 0x00, 0xf0]);
        let cartridge = Cartridge::from_image(&image).expect("4 KiB");
        detect_controllers(&cartridge).map(|detection| detection.kind)
    }

    use ControllerKind::{Joystick as Stick, Keypad, Paddles, TwoButton};

    #[test]
    fn a_program_gives_its_controllers_away() {
        // lda INPT4
        assert_eq!(kinds(&[0xa5, 0x0c]), [Stick, Stick]);
        // lda #$82: sta VBLANK: lda INPT0
        assert_eq!(
            kinds(&[0xa9, 0x82, 0x85, 0x01, 0xa5, 0x08]),
            [Paddles, Stick]
        );
        // the same with INPT3, in a mirror
        assert_eq!(
            kinds(&[0xa9, 0x82, 0x85, 0x01, 0xa5, 0x3b]),
            [Stick, Paddles]
        );
        // lda #$0f: sta SWACNT: lda INPT2
        let keypad = [0xa9, 0x0f, 0x8d, 0x81, 0x02, 0xa5, 0x0a];
        assert_eq!(kinds(&keypad), [Stick, Keypad]);
        // lda INPT1, never discharged
        assert_eq!(kinds(&[0xa5, 0x09]), [TwoButton, Stick]);
        // discharged, never read: many programs write to all of the TIA
        assert_eq!(kinds(&[0xa9, 0x82, 0x85, 0x01]), [Stick, Stick]);
    }

    #[test]
    fn names_and_kinds_agree() {
        for kind in ControllerKind::ALL {
            assert_eq!(ControllerKind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(ControllerKind::from_name("mouse"), None);
    }
}
