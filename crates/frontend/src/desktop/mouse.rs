//! The mouse: its position, its motion and its buttons.

/// The state of the mouse at one reading.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mouse {
    /// The pixel of the window under the mouse; `None` if the mouse is outside the window.
    pub at: Option<(usize, usize)>,
    /// Motion to the right in pixels since the last reading. While the mouse is captured, the edges
    /// of the window do not limit it.
    pub motion: f32,
    /// Whether the left button is down.
    pub left: bool,
    /// Whether the left button was pressed since the last reading; it may be up again.
    pub pressed: bool,
    /// Whole notches of the wheel, positive upwards.
    pub wheel: f32,
}

/// The changes since the last reading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MouseChanges {
    /// Whether the mouse has moved in the window.
    pub moved: bool,
    /// The point where the left button went down.
    pub clicked: Option<(usize, usize)>,
    /// Changes of the left button: true for down, false for up. A short press gives both.
    pub buttons: Vec<bool>,
}

impl MouseChanges {
    /// Removes clicks and presses. Used for a window without the focus, because the click that
    /// gives a window the focus must have no other effect.
    pub fn without_focus(self) -> MouseChanges {
        let releases = self.buttons.into_iter().filter(|down| !down);
        MouseChanges {
            clicked: None,
            buttons: releases.collect(),
            ..self
        }
    }
}

/// A tracker that compares each reading of the mouse with the previous one.
#[derive(Debug, Default)]
pub struct MouseTracker {
    /// The last reading. `None` before the first one, so that a still mouse over a new window does
    /// not count as a movement.
    last: Option<Mouse>,
    /// Whether the last reading reported a short press.
    had_short_press: bool,
}

impl MouseTracker {
    /// Returns the changes since the last reading.
    pub fn update(&mut self, now: Mouse) -> MouseChanges {
        let Some(before) = self.last.replace(now) else {
            return MouseChanges::default();
        };
        let buttons = match (before.left, now.left) {
            (false, true) => vec![true],
            (true, false) => vec![false],
            (false, false) if now.pressed => vec![true, false],
            // The button went up and down again, or did not change.
            _ => Vec::new(),
        };
        // `left` and `pressed` are read at slightly different times. If the button goes down in
        // between, this reading shows a short press, and the next one shows that the button is
        // still down. Count both as one click.
        let continues_press = self.had_short_press && now.left && !now.pressed;
        self.had_short_press = buttons.len() == 2;
        MouseChanges {
            moved: now.at.is_some() && before.at.is_some() && before.at != now.at,
            clicked: now
                .at
                .filter(|_| buttons.contains(&true) && !continues_press),
            buttons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mouse_at_rest_causes_no_changes() {
        let mut tracker = MouseTracker::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        assert_eq!(tracker.update(mouse), MouseChanges::default());
        assert_eq!(tracker.update(mouse), MouseChanges::default());
        mouse.at = Some((11, 20));
        assert!(tracker.update(mouse).moved);
        mouse.left = true;
        assert_eq!(tracker.update(mouse).clicked, Some((11, 20)));
        assert_eq!(tracker.update(mouse).clicked, None);
        mouse.left = false;
        assert_eq!(tracker.update(mouse).buttons, [false]);
    }

    #[test]
    fn a_click_between_two_readings_is_reported_once() {
        let mut tracker = MouseTracker::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        tracker.update(mouse);
        mouse.pressed = true;
        let changes = tracker.update(mouse);
        assert_eq!(
            (changes.clicked, changes.buttons),
            (Some((10, 20)), vec![true, false])
        );
        mouse.pressed = false;
        assert_eq!(tracker.update(mouse), MouseChanges::default());
        // A long press appears in both `pressed` and `left`.
        (mouse.pressed, mouse.left) = (true, true);
        assert_eq!(tracker.update(mouse).buttons, [true]);
    }

    #[test]
    fn a_short_press_followed_by_a_held_button_is_one_click() {
        let mut tracker = MouseTracker::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        let mut read = |left, pressed| {
            (mouse.left, mouse.pressed) = (left, pressed);
            let changes = tracker.update(mouse);
            (changes.clicked.is_some(), changes.buttons)
        };
        read(false, false);
        assert_eq!(read(false, true), (true, vec![true, false]));
        assert_eq!(read(true, false), (false, vec![true]));
        assert_eq!(read(false, false), (false, vec![false]));
        assert_eq!(read(true, true), (true, vec![true]));
        assert_eq!(read(false, false), (false, vec![false]));
        // A short press, then a long one.
        assert_eq!(read(false, true), (true, vec![true, false]));
        assert_eq!(read(true, true), (true, vec![true]));
    }
}
