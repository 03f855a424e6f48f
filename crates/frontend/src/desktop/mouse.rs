//! The mouse: where it is, how far it went, which buttons are down.

/// What the mouse does at one look.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mouse {
    /// Pixel of the window; `None` outside.
    pub at: Option<(usize, usize)>,
    /// Pixels gone to the right since the last look. While the mouse is captured it has no end.
    pub motion: f32,
    /// Left button down.
    pub left: bool,
    /// Left button pressed since the last look, and perhaps up again.
    pub pressed: bool,
    /// Whole notches of the wheel, upwards positive.
    pub wheel: f32,
}

/// What has changed since the last look.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MouseNews {
    /// The mouse has moved in the window.
    pub moved: bool,
    /// The left button went down here.
    pub clicked: Option<(usize, usize)>,
    /// The left button went down (true) or up; both when it was pressed shortly.
    pub buttons: Vec<bool>,
}

impl MouseNews {
    /// The news for a window without focus: the click that gives it the focus does nothing else.
    pub fn of_waiting_window(self) -> MouseNews {
        let releases = self.buttons.into_iter().filter(|down| !down);
        MouseNews {
            clicked: None,
            buttons: releases.collect(),
            ..self
        }
    }
}

/// Compares one look with the next.
#[derive(Debug, Default)]
pub struct Watch {
    /// `None` before the first look, so that a still mouse over a new window is no movement.
    last: Option<Mouse>,
    /// The last look reported a press as a short one.
    was_short: bool,
}

impl Watch {
    /// What is new.
    pub fn look(&mut self, now: Mouse) -> MouseNews {
        let Some(before) = self.last.replace(now) else {
            return MouseNews::default();
        };
        let buttons = match (before.left, now.left) {
            (false, true) => vec![true],
            (true, false) => vec![false],
            (false, false) if now.pressed => vec![true, false],
            // Up and down again, or nothing.
            _ => Vec::new(),
        };
        // Button and presses are not read at the same instant: a press in between is first
        // reported as a short one, and the next look shows that it lasts. It is one click.
        let lasts = self.was_short && now.left && !now.pressed;
        self.was_short = buttons.len() == 2;
        MouseNews {
            moved: now.at.is_some() && before.at.is_some() && before.at != now.at,
            clicked: now.at.filter(|_| buttons.contains(&true) && !lasts),
            buttons,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_still_mouse_is_no_news() {
        let mut watch = Watch::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        assert_eq!(watch.look(mouse), MouseNews::default());
        assert_eq!(watch.look(mouse), MouseNews::default());
        mouse.at = Some((11, 20));
        assert!(watch.look(mouse).moved);
        mouse.left = true;
        assert_eq!(watch.look(mouse).clicked, Some((11, 20)));
        assert_eq!(watch.look(mouse).clicked, None);
        mouse.left = false;
        assert_eq!(watch.look(mouse).buttons, [false]);
    }

    #[test]
    fn a_click_between_two_looks_is_reported_once() {
        let mut watch = Watch::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        watch.look(mouse);
        mouse.pressed = true;
        let news = watch.look(mouse);
        assert_eq!(
            (news.clicked, news.buttons),
            (Some((10, 20)), vec![true, false])
        );
        mouse.pressed = false;
        assert_eq!(watch.look(mouse), MouseNews::default());
        // A press that lasts is seen in both ways.
        (mouse.pressed, mouse.left) = (true, true);
        assert_eq!(watch.look(mouse).buttons, [true]);
    }

    #[test]
    fn a_press_that_turns_out_to_last_is_one_click() {
        let mut watch = Watch::default();
        let mut mouse = Mouse {
            at: Some((10, 20)),
            ..Mouse::default()
        };
        let mut look = |left, pressed| {
            (mouse.left, mouse.pressed) = (left, pressed);
            let news = watch.look(mouse);
            (news.clicked.is_some(), news.buttons)
        };
        look(false, false);
        assert_eq!(look(false, true), (true, vec![true, false]));
        assert_eq!(look(true, false), (false, vec![true]));
        assert_eq!(look(false, false), (false, vec![false]));
        assert_eq!(look(true, true), (true, vec![true]));
        assert_eq!(look(false, false), (false, vec![false]));
        // A short one, and another one that lasts.
        assert_eq!(look(false, true), (true, vec![true, false]));
        assert_eq!(look(true, true), (true, vec![true]));
    }
}
