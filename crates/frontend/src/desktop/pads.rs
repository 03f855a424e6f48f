//! Game pads: which ones are connected, and the state of their controls. This is the device layer
//! on top of gilrs.

use super::{
    pad_control::{BUTTONS, PadControl},
    settings::PlaySettings,
};
use gilrs::{Axis, Gamepad, GamepadId, Gilrs};
use play::contacts::Directions;

/// Converts the position of an analog stick into directions. `x` increases to the right and `y`
/// upward; both are from -1 to 1.
///
/// With an eight-way gate, the stick's circle is divided into eight equal sectors, so that
/// diagonals are easy to hold. Without the gate, each axis is evaluated on its own.
pub fn stick_directions(x: f32, y: f32, dead_zone: f32, eight_way: bool) -> Directions {
    if x.hypot(y) < dead_zone {
        return Directions::default();
    }
    // tan(22.5 degrees) is the boundary between a straight and a diagonal sector.
    let edge = |across: f32| {
        if eight_way {
            across.abs() * 0.414_213_57
        } else {
            0.0
        }
    };
    let limit_x = edge(y).max(if eight_way { 0.0 } else { dead_zone });
    let limit_y = edge(x).max(if eight_way { 0.0 } else { dead_zone });
    Directions {
        up: y > limit_y,
        down: -y > limit_y,
        left: -x > limit_x,
        right: x > limit_x,
    }
}

/// A change in the pads or their controls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PadChange {
    /// A pad was connected: its index and its name.
    Connected(usize, String),
    /// The pad at this index is gone.
    Disconnected(usize),
    /// A control of the pad at this index was pressed (true) or released.
    Control(usize, PadControl, bool),
}

/// The pads of this computer. If gilrs cannot start, there are no pads, which is not an error.
pub struct Pads {
    gilrs: Option<Gilrs>,
    ids: [Option<GamepadId>; 2],
    names: [Option<String>; 2],
    /// The pressed controls of each pad.
    held: [Vec<PadControl>; 2],
    /// Whether sticks have an eight-way gate.
    pub eight_way: bool,
    /// The smallest deflection of a stick that has an effect, as a fraction of full deflection.
    pub dead_zone: f32,
    /// Horizontal position of the sticks, -1..=1, for paddles and driving controllers.
    axes: [Option<f32>; 2],
}

impl Pads {
    /// Finds the connected pads; finds none if gilrs cannot start.
    pub fn new(settings: &PlaySettings) -> Pads {
        Pads {
            gilrs: Gilrs::new().ok(),
            ids: [None; 2],
            names: [None, None],
            held: [Vec::new(), Vec::new()],
            eight_way: settings.eight_way,
            dead_zone: f32::from(settings.dead_zone.clamp(1, 99)) / 100.0,
            axes: [None; 2],
        }
    }

    /// Returns all changes since the last call. No short press is lost, because every press in
    /// gilrs's event queue is reported, even if the button is up again by now.
    pub fn poll(&mut self) -> Vec<PadChange> {
        let Some(mut gilrs) = self.gilrs.take() else {
            return Vec::new();
        };
        let mut changes = Vec::new();
        while let Some(event) = gilrs.next_event() {
            if let gilrs::EventType::ButtonPressed(button, _) = event.event
                && let Some(index) = self.index_of(event.id)
                && let Some(control) = PadControl::from_button(button)
            {
                self.update_control(index, control, true, &mut changes);
            }
            self.compare(&gilrs, &mut changes);
        }
        self.compare(&gilrs, &mut changes);
        self.gilrs = Some(gilrs);
        changes
    }

    /// Returns the horizontal position, -1..=1, of the stick on the pad at this index; `None` if
    /// there is no pad.
    pub fn axis(&self, index: usize) -> Option<f32> {
        self.axes[index]
    }

    /// Returns the name of the pad at this index.
    pub fn name(&self, index: usize) -> Option<&str> {
        self.names[index].as_deref()
    }

    fn index_of(&self, id: GamepadId) -> Option<usize> {
        self.ids.iter().position(|known| *known == Some(id))
    }

    /// Compares the controls of each pad with their previous state, and adds what has changed to
    /// `changes`.
    fn compare(&mut self, gilrs: &Gilrs, changes: &mut Vec<PadChange>) {
        self.assign_pads(gilrs, changes);
        for index in 0..self.ids.len() {
            self.axes[index] = None;
            let Some(id) = self.ids[index] else {
                continue;
            };
            self.axes[index] = Some(gilrs.gamepad(id).value(Axis::LeftStickX));
            let held = held_controls(&gilrs.gamepad(id), self.dead_zone, self.eight_way);
            for control in PadControl::all() {
                self.update_control(index, control, held.contains(&control), changes);
            }
        }
    }

    /// Assigns pads to players: the first pad to the left player, the second to the right. A new
    /// pad takes the index of a disconnected one.
    fn assign_pads(&mut self, gilrs: &Gilrs, changes: &mut Vec<PadChange>) {
        for index in 0..self.ids.len() {
            let gone = self.ids[index].is_some_and(|id| gilrs.connected_gamepad(id).is_none());
            if gone {
                for control in std::mem::take(&mut self.held[index]) {
                    changes.push(PadChange::Control(index, control, false));
                }
                self.ids[index] = None;
                self.names[index] = None;
                changes.push(PadChange::Disconnected(index));
            }
        }
        for (id, pad) in gilrs.gamepads() {
            if self.index_of(id).is_none()
                && let Some(free_index) = self.ids.iter().position(Option::is_none)
            {
                self.ids[free_index] = Some(id);
                self.names[free_index] = Some(pad.name().to_owned());
                changes.push(PadChange::Connected(free_index, pad.name().to_owned()));
            }
        }
    }

    fn update_control(
        &mut self,
        index: usize,
        control: PadControl,
        down: bool,
        changes: &mut Vec<PadChange>,
    ) {
        let held = &mut self.held[index];
        match (held.iter().position(|pressed| *pressed == control), down) {
            (None, true) => held.push(control),
            (Some(position), false) => {
                held.swap_remove(position);
            }
            _ => return,
        }
        changes.push(PadChange::Control(index, control, down));
    }
}

fn held_controls(pad: &Gamepad<'_>, dead_zone: f32, eight_way: bool) -> Vec<PadControl> {
    let stick = stick_directions(
        pad.value(Axis::LeftStickX),
        pad.value(Axis::LeftStickY),
        dead_zone,
        eight_way,
    );
    let directions = [
        (stick.up, PadControl::Up),
        (stick.down, PadControl::Down),
        (stick.left, PadControl::Left),
        (stick.right, PadControl::Right),
    ];
    let pressed = BUTTONS
        .into_iter()
        .filter(|(button, _)| pad.is_pressed(*button))
        .map(|(_, control)| control);
    pressed
        .chain(
            directions
                .into_iter()
                .filter(|(on, _)| *on)
                .map(|(_, control)| control),
        )
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEAD_ZONE: f32 = 0.3;

    #[test]
    fn a_stick_within_the_dead_zone_is_at_rest() {
        assert_eq!(
            stick_directions(0.2, -0.2, DEAD_ZONE, false),
            Directions::default()
        );
    }

    #[test]
    fn without_the_gate_each_axis_is_evaluated_separately() {
        let up_right = Directions {
            up: true,
            right: true,
            ..Directions::default()
        };
        assert_eq!(stick_directions(0.4, 0.9, DEAD_ZONE, false), up_right);
        assert_eq!(
            stick_directions(0.2, 0.9, DEAD_ZONE, false),
            Directions {
                right: false,
                ..up_right
            }
        );
    }

    #[test]
    fn the_gate_has_eight_equal_sectors() {
        let count = |set: Directions| {
            [set.up, set.down, set.left, set.right]
                .iter()
                .filter(|on| **on)
                .count()
        };
        let diagonals = (0..360)
            .map(|degree| (degree as f32 + 0.25).to_radians())
            .filter(|angle| count(stick_directions(angle.cos(), angle.sin(), DEAD_ZONE, true)) == 2)
            .count();
        assert_eq!(diagonals, 180);
    }
}
