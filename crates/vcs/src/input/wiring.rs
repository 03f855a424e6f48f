//! The wiring of controllers and switches: computes the levels at the input pins of the RIOT and
//! the TIA.
//!
//! A controller socket has seven signal pins:
//!
//! | pins | signal | left socket | right socket |
//! | --- | --- | --- | --- |
//! | 1, 2, 3, 4 | up, down, left, right | SWCHA D4-D7 | SWCHA D0-D3 |
//! | 6 | trigger | INPT4 | INPT5 |
//! | 9, 5 | inputs that VBLANK D7 grounds | INPT0, INPT1 | INPT2, INPT3 |

use super::{Controller, Difficulty, Driving, Input, Joystick, Paddle};
use crate::tia::inputs::{Pin, Pins};

/// The resistance, in ohms, of each of the keypad's two pull-up resistors, which are on the columns
/// at pins 9 and 5 (hardware notes).
const KEYPAD_OHMS: u32 = 4_700;

impl Input {
    /// Returns the levels at which the controllers drive SWCHA: 0 for a closed contact. The high
    /// nibble belongs to the left socket.
    pub(crate) fn port_a(&self) -> u8 {
        let [left, right] = self.ports.map(Controller::directions);
        left << 4 | right
    }

    /// Returns the levels at which the switches drive SWCHB. D2, D4 and D5 are not connected and
    /// read as 1.
    pub(crate) fn port_b(&self) -> u8 {
        let switches = &self.switches;
        let bits = [
            (0x01, !switches.reset),
            (0x02, !switches.select),
            (0x08, switches.color),
            (0x40, switches.left == Difficulty::A),
            (0x80, switches.right == Difficulty::A),
        ];
        bits.into_iter()
            .filter(|&(_, high)| high)
            .fold(0x34, |port, (bit, _)| port | bit)
    }

    /// Returns the state of the TIA's input pins. `driven` is what the program outputs on port A.
    pub(crate) fn pins(&self, driven: u8) -> Pins {
        let [left, right] = self.ports;
        let rows = [driven >> 4, driven & 0x0f];
        let [[pot0, pot1], [pot2, pot3]] = [left.pots(rows[0]), right.pots(rows[1])];
        Pins {
            pots: [pot0, pot1, pot2, pot3],
            triggers: [left.trigger(rows[0]), right.trigger(rows[1])],
        }
    }

    /// For each socket, returns true if a SaveKey is plugged in.
    pub(crate) fn save_keys(&self) -> [bool; 2] {
        self.ports.map(|port| port == Controller::SaveKey)
    }

    /// Returns true if at least one controller responds to what the program writes to port A.
    pub(crate) fn responds_to_port_a(&self) -> bool {
        let responds =
            |port: &Controller| matches!(port, Controller::Keypad(_) | Controller::SaveKey);
        self.ports.iter().any(responds)
    }
}

impl Controller {
    /// Returns the levels of pins 1 to 4 (up, down, left, right) in D0 to D3: 0 for a closed
    /// contact.
    fn directions(self) -> u8 {
        match self {
            Controller::None | Controller::Keypad(_) | Controller::SaveKey => 0x0f,
            Controller::Joystick(joystick) | Controller::TwoButton { joystick, .. } => {
                joystick.directions()
            }
            Controller::Paddles(paddles) => paddle_buttons(paddles),
            Controller::Driving(driving) => driving.gray_code() | 0x0c,
        }
    }

    /// Returns the level of pin 6, which is low while its contact is closed. `rows` are the levels
    /// that the program drives on the keypad's rows.
    fn trigger(self, rows: u8) -> bool {
        match self {
            Controller::None | Controller::Paddles(_) | Controller::SaveKey => true,
            Controller::Joystick(joystick) | Controller::TwoButton { joystick, .. } => {
                !joystick.fire
            }
            Controller::Driving(driving) => !driving.fire,
            Controller::Keypad(keys) => !is_column_low(keys, 2, rows),
        }
    }

    /// Returns what pins 9 and 5 are connected to. `rows` are the levels that the program drives on
    /// the keypad's rows.
    fn pots(self, rows: u8) -> [Pin; 2] {
        match self {
            Controller::Paddles(paddles) => paddles.map(Paddle::pin),
            Controller::Keypad(keys) => [0, 1].map(|column| {
                if is_column_low(keys, column, rows) {
                    Pin::Grounded
                } else {
                    Pin::Charged(KEYPAD_OHMS)
                }
            }),
            // As in Stella: the second button grounds pin 5, which is otherwise high.
            Controller::TwoButton { second: true, .. } => [Pin::Charged(0), Pin::Grounded],
            Controller::TwoButton { second: false, .. } => [Pin::Charged(0); 2],
            Controller::None
            | Controller::Joystick(_)
            | Controller::Driving(_)
            | Controller::SaveKey => [Pin::Open; 2],
        }
    }
}

impl Joystick {
    fn directions(self) -> u8 {
        let closed = [self.up, self.down, self.left, self.right];
        let bits = closed.into_iter().enumerate();
        bits.fold(0x0f, |pins, (bit, closed)| {
            pins & !(u8::from(closed) << bit)
        })
    }
}

impl Paddle {
    /// Returns the state of the pin: charged through the paddle's resistance, which is one megohm
    /// if the paddle is turned fully counterclockwise.
    fn pin(self) -> Pin {
        let ohms = u64::from(self.position) * 1_000_000 / u64::from(u16::MAX);
        Pin::Charged(ohms as u32)
    }
}

impl Driving {
    /// Returns the levels of pins 1 and 2 in D0 and D1: two contacts that close one after the other
    /// as the wheel turns.
    fn gray_code(self) -> u8 {
        [0b11, 0b01, 0b00, 0b10][usize::from(self.step % 4)]
    }
}

/// Returns the levels of pins 1 to 4 for a pair of paddles. The first paddle's button is connected
/// to pin 4 (right on a joystick), and the second paddle's button to pin 3 (left).
fn paddle_buttons([first, second]: [Paddle; 2]) -> u8 {
    0x0f & !(u8::from(first.fire) << 3 | u8::from(second.fire) << 2)
}

/// Returns true if at least one pressed key connects this column (0..=2) to a row that the program
/// drives low.
fn is_column_low(keys: u16, column: usize, rows: u8) -> bool {
    (0..4).any(|row| rows >> row & 1 == 0 && keys >> (3 * row + column) & 1 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Switches;

    fn with_left(left: Controller) -> Input {
        Input {
            ports: [left, Controller::None],
            ..Input::default()
        }
    }

    #[test]
    fn idle_ports_have_the_levels_of_a_real_console() {
        let mut input = Input::default();
        assert_eq!((input.port_a(), input.port_b()), (0xff, 0x3f));
        input.switches.color = false;
        assert_eq!(input.port_b(), 0x37);
    }

    #[test]
    fn each_switch_has_its_bit() {
        let port_b = |switches| {
            Input {
                switches,
                ..Input::default()
            }
            .port_b()
        };
        let idle = Switches::default();
        assert_eq!(
            port_b(Switches {
                reset: true,
                ..idle
            }),
            0x3e
        );
        assert_eq!(
            port_b(Switches {
                select: true,
                ..idle
            }),
            0x3d
        );
        assert_eq!(
            port_b(Switches {
                left: Difficulty::A,
                ..idle
            }),
            0x7f
        );
        assert_eq!(
            port_b(Switches {
                right: Difficulty::A,
                ..idle
            }),
            0xbf
        );
    }

    #[test]
    fn each_direction_has_its_bit() {
        let stick = Joystick::default();
        let port_a = |joystick| with_left(Controller::Joystick(joystick)).port_a();
        assert_eq!(port_a(Joystick { up: true, ..stick }), 0xef);
        assert_eq!(
            port_a(Joystick {
                down: true,
                ..stick
            }),
            0xdf
        );
        assert_eq!(
            port_a(Joystick {
                left: true,
                ..stick
            }),
            0xbf
        );
        assert_eq!(
            port_a(Joystick {
                right: true,
                ..stick
            }),
            0x7f
        );
        let right_socket = Input {
            ports: [
                Controller::None,
                Controller::Joystick(Joystick { up: true, ..stick }),
            ],
            ..Input::default()
        };
        assert_eq!(right_socket.port_a(), 0xfe);
    }

    #[test]
    fn fire_pulls_the_trigger_low() {
        let joystick = Joystick {
            fire: true,
            ..Joystick::default()
        };
        assert_eq!(
            with_left(Controller::Joystick(joystick))
                .pins(0xff)
                .triggers,
            [false, true]
        );
    }

    #[test]
    fn paddle_buttons_are_on_the_stick_pins() {
        let held = Paddle {
            position: 65535,
            fire: true,
        };
        let input = with_left(Controller::Paddles([held, Paddle::default()]));
        assert_eq!(input.port_a(), 0x7f);
        assert_eq!(input.pins(0xff).pots[0], Pin::Charged(1_000_000));
        assert_eq!(input.pins(0xff).pots[2], Pin::Open);
    }

    #[test]
    fn a_driving_wheel_changes_one_contact_per_step() {
        let port_a = |step| with_left(Controller::Driving(Driving { step, fire: false })).port_a();
        for step in 0..8 {
            let changed = port_a(step) ^ port_a(step + 1);
            assert!(
                changed == 0x10 || changed == 0x20,
                "step {step}: {changed:02x}"
            );
        }
    }

    #[test]
    fn a_key_pulls_its_column_low_while_its_row_is_low() {
        // Key 8: third row, middle column.
        let input = with_left(Controller::Keypad(1 << 7));
        assert_eq!(input.pins(0b1011_1111).pots[1], Pin::Grounded);
        assert_eq!(input.pins(0b1101_1111).pots[1], Pin::Charged(KEYPAD_OHMS));
        assert_eq!(input.pins(0b1011_1111).pots[0], Pin::Charged(KEYPAD_OHMS));
        // Key #: last row, right column.
        let input = with_left(Controller::Keypad(1 << 11));
        assert!(!input.pins(0b0111_1111).triggers[0]);
        assert!(input.pins(0b1011_1111).triggers[0]);
    }
}
