//! The controllers in the two ports, and the dials (paddles and wheels) that the players turn.
//!
//! The left player uses some of the keys, pad 0 and the mouse; the right player uses other keys and
//! pad 1. The left player's controller is in the left port, unless the ports are swapped. A port
//! can also hold a pair of paddles, one for each player.

use crate::bundled::Bundled;
use serde::{Deserialize, Serialize};
use vcs::{
    Cartridge, detect,
    input::{Controller, ControllerKind, Driving, Joystick, Paddle},
};

/// Returns the kind of controller to plug in, given the kind that detection has found. Returns a
/// joystick if detection has found no controller or a two-button pad; otherwise, returns the kind
/// that was found.
pub fn kind_to_plug(found: ControllerKind) -> ControllerKind {
    match found {
        ControllerKind::None | ControllerKind::TwoButton => ControllerKind::Joystick,
        kind => kind,
    }
}

/// Fraction of its range by which a paddle turns in each frame while a key is held. At this speed,
/// it turns from end to end in a second.
const KEY_PADDLE_TURN: f32 = 1.0 / 60.0;
/// Number of steps by which a wheel turns in each frame while a key is held. At this speed, a full
/// turn of sixteen steps takes about a second.
const KEY_STEPS: f32 = 0.25;
/// Number of steps by which a wheel turns when the mouse crosses the whole window. They make two
/// full turns.
const MOUSE_STEPS: f32 = 32.0;
/// Largest deflection with which an analog stick still counts as released.
const STICK_AT_REST: f32 = 0.05;

/// The controllers in the ports, and the players' dials.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Controllers {
    /// The kinds of controllers, left and right.
    pub kinds: [ControllerKind; 2],
    /// True if the left player uses the right port.
    pub swap_ports: bool,
    /// True if the left player has the second paddle of a pair.
    pub swap_paddles: bool,
    /// Sensitivity of mouse, stick and keys. If it is 1, a paddle turns from end to end while the
    /// mouse crosses the window.
    pub sensitivity: f32,
    /// Fraction of a paddle's range over which mouse, stick and keys turn the paddle. If it is 0,
    /// they turn it over the part of the range that the game uses.
    #[serde(skip)]
    pub range: f32,
    /// Distance by which the part covered by mouse, stick and keys is shifted to the right, as a
    /// fraction of the paddle's range. Without a shift, that part is in the middle of the paddle's
    /// range or, if `range` is 0, is the part that the game uses.
    #[serde(skip)]
    pub center: f32,
    /// Exponent of an analog stick's response curve; 0 means linear. An exponent above 1 makes
    /// control finer near the middle.
    #[serde(skip)]
    pub curve: f32,
    /// The ends of the part of the range that the game uses, once they are known.
    #[serde(skip)]
    used_range: Option<[f32; 2]>,
    dials: [PlayerDials; 2],
}

/// The dials of one player.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct PlayerDials {
    /// The position of the paddle: 0 is all the way to the left, 1 all the way to the right.
    paddle: f32,
    /// The position of the driving controller's wheel, in steps; a turn to the right increases it.
    wheel: f32,
    /// True while the analog stick, instead of the keys or the mouse, turns the dial.
    by_stick: bool,
}

/// The controls that one player holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayerInput {
    /// The joystick and its button.
    pub joystick: Joystick,
    /// The second button of a pad.
    pub second_button: bool,
    /// The held keys of a keypad. Bit n is the key with index n, from 0, in
    /// `1 2 3 4 5 6 7 8 9 * 0 #`.
    pub keypad: u16,
}

impl Controllers {
    /// Creates controllers of the given kinds; `None` means the kind that the cartridge needs.
    pub fn new(given: [Option<ControllerKind>; 2], cartridge: &Cartridge) -> Controllers {
        let mut controllers = Controllers {
            kinds: [ControllerKind::Joystick; 2],
            swap_ports: false,
            swap_paddles: false,
            sensitivity: 1.0,
            range: 0.0,
            center: 0.0,
            curve: 0.0,
            used_range: None,
            dials: [PlayerDials {
                paddle: 0.5,
                wheel: 0.0,
                by_stick: false,
            }; 2],
        };
        controllers.plug(given, cartridge);
        controllers
    }

    /// Plugs in the given kinds; `None` means the kind that the cartridge needs. A two-button pad
    /// is plugged in only if it is given, never because it was detected. Few programs need the
    /// second button, and many read its pin without using it.
    pub fn plug(&mut self, given: [Option<ControllerKind>; 2], cartridge: &Cartridge) {
        self.used_range = None;
        // Skip detection for the bundled games, whose controllers are known. Detection takes a
        // fifth of a second in a browser.
        let mut found = Bundled::of(cartridge.image()).map(|_| [ControllerKind::Joystick; 2]);
        self.kinds = [0, 1].map(|socket| {
            given[socket].unwrap_or_else(|| {
                let found = found.get_or_insert_with(|| detect_kinds(cartridge));
                kind_to_plug(found[socket])
            })
        });
    }

    /// Plugs the next kind of controller into a port, and returns it.
    pub fn next_kind(&mut self, socket: usize) -> ControllerKind {
        let all = ControllerKind::ALL;
        let at = all.iter().position(|kind| *kind == self.kinds[socket]);
        self.kinds[socket] = all[at.map_or(0, |at| at + 1) % all.len()];
        self.kinds[socket]
    }

    /// Returns the player who uses a port: 0 is the left player, 1 the right one.
    fn player_of(&self, socket: usize) -> usize {
        socket ^ usize::from(self.swap_ports)
    }

    /// Returns two flags that say whether the left and the right player have a keypad.
    pub fn keypads(&self) -> [bool; 2] {
        [0, 1].map(|player| self.kinds[self.player_of(player)] == ControllerKind::Keypad)
    }

    /// Returns true if the mouse turns a paddle or a wheel. The mouse button is then the left
    /// player's fire button.
    pub fn uses_mouse(&self) -> bool {
        let is_turned = |kind: &ControllerKind| {
            matches!(kind, ControllerKind::Paddles | ControllerKind::Driving)
        };
        self.kinds.iter().any(is_turned)
    }

    /// Returns the port of the paddles if the part of their range that the game uses still has to
    /// be found. Returns `None` if there are no paddles, if that part is already known, or if the
    /// player has chosen a range.
    pub(crate) fn paddles_to_explore(&self) -> Option<usize> {
        let paddles = |kind: &ControllerKind| *kind == ControllerKind::Paddles;
        let socket = self.kinds.iter().position(paddles);
        socket.filter(|_| self.used_range.is_none() && self.range == 0.0)
    }

    /// Stores the ends of the part of the range that the game uses. The paddles do not move.
    pub(crate) fn set_used_range(&mut self, range: [f32; 2]) {
        self.used_range = Some(range);
    }

    /// Returns the middle and the length of the part of the range over which the player turns a
    /// paddle.
    fn covered_range(&self) -> (f32, f32) {
        let [left, right] = self.used_range.unwrap_or([0.0, 1.0]);
        match self.range {
            range if range > 0.0 => (0.5 + self.center, range),
            _ => ((left + right) / 2.0 + self.center, right - left),
        }
    }

    /// Turns the left player's paddle to the horizontal position of the mouse in the window: -0.5
    /// is the left edge, 0.5 the right edge.
    pub fn set_mouse(&mut self, position: f32) {
        self.set_paddle(0, position * self.sensitivity);
        self.dials[0].by_stick = false;
    }

    /// Turns the left player's wheel when the mouse has moved. `distance` is a fraction of the
    /// window's width.
    pub fn mouse_moved(&mut self, distance: f32) {
        let dial = &mut self.dials[0];
        dial.wheel += distance * self.sensitivity * MOUSE_STEPS;
    }

    /// Turns the left player's paddle when the captured mouse has moved. `distance` is a
    /// fraction of the window's width.
    pub fn captured_mouse_moved(&mut self, distance: f32) {
        let (middle, length) = self.covered_range();
        let position = (self.dials[0].paddle - middle) / length + distance * self.sensitivity;
        self.set_paddle(0, position);
        self.dials[0].by_stick = false;
    }

    /// Turns the paddles of both players to the middle.
    pub fn center(&mut self) {
        (0..2).for_each(|player| self.set_paddle(player, 0.0));
    }

    /// Turns a player's paddle to the position of the analog stick, and the player's wheel in the
    /// direction of the stick. `axis` is the horizontal position of the stick, from -1 (left) to 1
    /// (right).
    pub fn set_stick(&mut self, player: usize, axis: f32) {
        let pushed = axis.abs() > STICK_AT_REST;
        // When the stick is released, center the paddle once.
        if pushed || self.dials[player].by_stick {
            let curved = match self.curve {
                curve if curve > 0.0 => axis.abs().min(1.0).powf(curve).copysign(axis),
                _ => axis,
            };
            self.set_paddle(player, curved / 2.0 * self.sensitivity);
        }
        self.dials[player].by_stick = pushed;
        if pushed {
            self.dials[player].wheel += axis * KEY_STEPS;
        }
    }

    /// Turns a paddle to a position within the part of the range that the player covers: -0.5 is
    /// its left end, 0.5 its right end.
    fn set_paddle(&mut self, player: usize, position: f32) {
        let (middle, length) = self.covered_range();
        let position = middle + position.clamp(-0.5, 0.5) * length;
        self.dials[player].paddle = position.clamp(0.0, 1.0);
    }

    /// Turns the dials by one frame's amount for each player who holds the key for left or right.
    pub fn turn_dials(&mut self, players: &[PlayerInput; 2]) {
        let (middle, length) = self.covered_range();
        for (index, player) in players.iter().enumerate() {
            let stick = &player.joystick;
            let direction = f32::from(u8::from(stick.right)) - f32::from(u8::from(stick.left));
            if !self.dials[index].by_stick && direction != 0.0 {
                let position = (self.dials[index].paddle - middle) / length;
                self.set_paddle(
                    index,
                    position + direction * KEY_PADDLE_TURN * self.sensitivity,
                );
                self.dials[index].wheel += direction * KEY_STEPS;
            }
        }
    }

    /// Returns the controllers in the ports, with the state that the players give them.
    pub fn ports(&self, players: &[PlayerInput; 2]) -> [Controller; 2] {
        [0, 1].map(|socket| {
            let index = self.player_of(socket);
            let player = players[index];
            match self.kinds[socket] {
                ControllerKind::Paddles => {
                    let first = index ^ usize::from(self.swap_paddles);
                    Controller::Paddles([first, 1 - first].map(|index| Paddle {
                        // Turning the paddle clockwise lowers its resistance.
                        position: ((1.0 - self.dials[index].paddle) * 65535.0) as u16,
                        fire: players[index].joystick.fire,
                    }))
                }
                ControllerKind::Driving => Controller::Driving(Driving {
                    step: self.dials[index].wheel.floor().rem_euclid(4.0) as u8,
                    fire: player.joystick.fire,
                }),
                ControllerKind::Keypad => Controller::Keypad(player.keypad),
                ControllerKind::TwoButton => Controller::TwoButton {
                    joystick: player.joystick,
                    second: player.second_button,
                },
                ControllerKind::None => Controller::None,
                ControllerKind::SaveKey => Controller::SaveKey,
                ControllerKind::Joystick => Controller::Joystick(player.joystick),
            }
        })
    }
}

/// Returns the kinds of controller that a cartridge needs, detected by running it.
fn detect_kinds(cartridge: &Cartridge) -> [ControllerKind; 2] {
    detect::controllers(cartridge).map(|found| found.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::BUNDLED;

    fn controllers_of(kind: ControllerKind) -> Controllers {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        Controllers::new([Some(kind); 2], &cartridge)
    }

    fn players(joystick: Joystick) -> [PlayerInput; 2] {
        let player = PlayerInput {
            joystick,
            ..PlayerInput::default()
        };
        [player, PlayerInput::default()]
    }

    const RIGHT: Joystick = Joystick {
        up: false,
        down: false,
        left: false,
        right: true,
        fire: true,
    };

    fn paddles(controllers: &Controllers) -> [Paddle; 2] {
        match controllers.ports(&players(RIGHT))[0] {
            Controller::Paddles(paddles) => paddles,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn keys_mouse_and_stick_turn_a_paddle_from_end_to_end() {
        let mut controllers = controllers_of(ControllerKind::Paddles);
        assert_eq!(paddles(&controllers)[0].position, 32767);
        (0..60).for_each(|_| controllers.turn_dials(&players(RIGHT)));
        assert_eq!(paddles(&controllers)[0].position, 0);
        assert!(paddles(&controllers)[0].fire && !paddles(&controllers)[1].fire);
        controllers.set_mouse(-0.5);
        assert_eq!(paddles(&controllers)[0].position, 65535);
        controllers.set_stick(0, 1.0);
        controllers.turn_dials(&players(RIGHT));
        assert_eq!(paddles(&controllers)[0].position, 0);
        controllers.center();
        controllers.captured_mouse_moved(0.25);
        assert_eq!(paddles(&controllers)[0].position, 16383);
        controllers.sensitivity = 2.0;
        controllers.set_mouse(0.25);
        assert_eq!(paddles(&controllers)[0].position, 0);
    }

    #[test]
    fn a_stick_is_finer_near_its_middle() {
        let mut controllers = controllers_of(ControllerKind::Paddles);
        controllers.curve = 2.0;
        let mut position = |axis| {
            controllers.set_stick(0, axis);
            paddles(&controllers)[0].position
        };
        assert_eq!([position(0.5), position(-0.5)], [24575, 40959]);
        assert_eq!(
            [position(1.0), position(-1.0), position(0.0)],
            [0, 65535, 32767]
        );
    }

    #[test]
    fn paddles_and_ports_are_swapped() {
        let mut controllers = controllers_of(ControllerKind::Paddles);
        controllers.swap_paddles = true;
        assert!(paddles(&controllers)[1].fire);
        controllers.swap_ports = true;
        assert!(paddles(&controllers)[0].fire);
    }

    #[test]
    fn a_wheel_turns_in_both_directions() {
        let mut controllers = controllers_of(ControllerKind::Driving);
        let step = |controllers: &Controllers| match controllers.ports(&players(RIGHT))[0] {
            Controller::Driving(driving) => driving.step,
            other => panic!("{other:?}"),
        };
        let steps: Vec<u8> = (0..8)
            .map(|_| {
                controllers.mouse_moved(1.0 / MOUSE_STEPS);
                step(&controllers)
            })
            .collect();
        assert_eq!(steps, [1, 2, 3, 0, 1, 2, 3, 0]);
        controllers.mouse_moved(-1.0 / MOUSE_STEPS);
        assert_eq!(step(&controllers), 3);
        (0..64).for_each(|_| controllers.turn_dials(&players(RIGHT)));
        assert_eq!(step(&controllers), 3, "a turn is sixteen steps");
    }

    #[test]
    fn the_bundled_cartridges_are_played_with_joysticks() {
        for bundled in BUNDLED {
            let cartridge = Cartridge::from_image(bundled.image).unwrap();
            assert_eq!(detect_kinds(&cartridge), [ControllerKind::Joystick; 2]);
            let controllers = Controllers::new([None; 2], &cartridge);
            assert_eq!(controllers.kinds, [ControllerKind::Joystick; 2]);
            assert!(!controllers.uses_mouse());
        }
    }
}
