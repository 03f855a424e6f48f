//! The names of controls and levers in the page's messages. They are the same as in input scripts:
//! for example, `p0 up left`, `p1 fire`, `select` and `p0 key 3` are controls, and `color bw` and
//! `ldiff a` are positions of levers.

use crate::error::WebError;
use play::{
    contacts::{Control, Directions, Port},
    session::Lever,
};
use vcs::input::Difficulty;

/// Returns the control with this name.
///
/// # Errors
/// Returns [`WebError::NoControl`] if there is no such control.
pub fn control(name: &str) -> Result<Control, WebError> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let found = match words[..] {
        ["select"] => Some(Control::Select),
        ["reset"] => Some(Control::Reset),
        ["rewind"] => Some(Control::Rewind),
        ["fast"] => Some(Control::FastForward),
        [player, "fire"] => port(player).map(Control::Fire),
        [player, "second"] => port(player).map(Control::SecondFire),
        [player, "key", key] => port(player)
            .zip(key.parse().ok().filter(|key| *key < 12))
            .map(|(port, key)| Control::Keypad(port, key)),
        [player, ref rest @ ..] => port(player)
            .zip(directions(rest))
            .map(|(port, directions)| Control::Stick(port, directions)),
        [] => None,
    };
    found.ok_or_else(|| WebError::NoControl(name.into()))
}

fn port(word: &str) -> Option<Port> {
    match word {
        "p0" => Some(0),
        "p1" => Some(1),
        _ => None,
    }
}

fn directions(words: &[&str]) -> Option<Directions> {
    let mut held = Directions::default();
    for word in words {
        match *word {
            "up" => held.up = true,
            "down" => held.down = true,
            "left" => held.left = true,
            "right" => held.right = true,
            _ => return None,
        }
    }
    (held != Directions::default()).then_some(held)
}

/// Returns the lever and position with this name.
///
/// # Errors
/// Returns [`WebError::NoControl`] if there is no such lever or position.
pub fn lever(name: &str) -> Result<Lever, WebError> {
    Ok(match name {
        "color color" => Lever::Color(true),
        "color bw" => Lever::Color(false),
        "ldiff a" => Lever::Difficulty(0, Difficulty::A),
        "ldiff b" => Lever::Difficulty(0, Difficulty::B),
        "rdiff a" => Lever::Difficulty(1, Difficulty::A),
        "rdiff b" => Lever::Difficulty(1, Difficulty::B),
        _ => return Err(WebError::NoControl(name.into())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_control_has_a_name() {
        let up_left = Directions {
            up: true,
            left: true,
            ..Directions::default()
        };
        let named = |name| control(name).unwrap();
        assert_eq!(named("p0 up left"), Control::Stick(0, up_left));
        assert_eq!(named("p1 fire"), Control::Fire(1));
        assert_eq!(named("p1 second"), Control::SecondFire(1));
        assert_eq!(named("p0 key 11"), Control::Keypad(0, 11));
        assert_eq!(named("select"), Control::Select);
        assert_eq!(named("rewind"), Control::Rewind);
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "p2 up",
            "p0",
            "p0 sideways",
            "p0 key 12",
            "p0 key x",
            "up",
        ] {
            assert!(control(name).is_err(), "{name:?}");
        }
        assert!(lever("ldiff c").is_err());
    }
}
