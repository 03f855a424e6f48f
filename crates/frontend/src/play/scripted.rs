//! The hands of an input script in the window: what a recording did, to be watched.

use crate::{error::Error, headless::session::beside};
use lab::script::{Action, Script};
use std::path::{Path, PathBuf};
use vcs::{Input, Place};

/// The input of each frame up to the script's end.
#[derive(Debug, Clone, PartialEq)]
pub struct Scripted {
    /// Each change and the frame it comes before; the first at power-on.
    changes: Vec<(u64, Input)>,
    end: u64,
    /// The file of its cartridge, unless that is the bundled one.
    pub cartridge: Option<PathBuf>,
}

impl Scripted {
    /// Takes a script's hands.
    ///
    /// # Errors
    /// [`Error::Usage`] for a script that does something in the middle of a frame or switches the
    /// power: a window shows whole frames of one session.
    pub fn new(script: &Script, path: &Path) -> Result<Scripted, Error> {
        let wrong = |line: usize, what: &str| {
            Error::Usage(format!(
                "{}:{line}: {what}, which the window cannot do; use crownhead replay",
                path.display()
            ))
        };
        let cartridge = script.setup.cartridge.as_deref();
        let cartridge = cartridge.filter(|name| *name != "bundled");
        let mut changes = vec![(0, script.setup.input)];
        for event in &script.events {
            match &event.action {
                Action::Input(input) if event.place == Place::frame(event.place.frame) => {
                    changes.push((event.place.frame, *input));
                }
                Action::Input(_) => {
                    return Err(wrong(event.source.line, "hands move in mid-frame"));
                }
                Action::PowerCycle => {
                    return Err(wrong(event.source.line, "the power is switched"));
                }
                Action::Snapshot(_) | Action::Expect(_) => {}
            }
        }
        Ok(Scripted {
            changes,
            end: script.end.frame,
            cartridge: cartridge.map(|name| beside(path, name)),
        })
    }

    /// The input of a frame; `None` once the script has ended.
    pub fn input(&self, frame: u64) -> Option<Input> {
        let after = self.changes.partition_point(|(at, _)| *at <= frame);
        (frame < self.end).then(|| self.changes[after.saturating_sub(1)].1)
    }

    /// True for a change of the hands that is the script's: what it does, and that they rest at its end.
    pub fn makes(&self, frame: u64, input: Input) -> bool {
        frame == self.end || self.input(frame) == Some(input)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::input::Controller;

    fn scripted(text: &str) -> Result<Scripted, Error> {
        let script = Script::parse(&format!("crownhead-script 1\n{text}")).unwrap();
        Scripted::new(&script, Path::new("x.script"))
    }

    #[test]
    fn hands_are_those_of_the_script_until_its_end() {
        let hands = scripted("color bw\n@3 p0 fire\n@5 p0 -\n@9 end\n").unwrap();
        let fire = |frame| {
            let input = hands.input(frame)?;
            assert!(!input.switches.color);
            Some(matches!(input.ports[0], Controller::Joystick(stick) if stick.fire))
        };
        let seen: Vec<_> = [2, 3, 4, 5, 8, 9].map(fire).into();
        let (up, down) = (Some(false), Some(true));
        assert_eq!(seen, [up, down, down, up, up, None]);
        let own = hands.input(3).unwrap();
        let makes = [2, 3, 8, 9, 10].map(|frame| hands.makes(frame, own));
        assert_eq!(makes, [false, true, false, true, false]);
    }

    #[test]
    fn what_a_window_cannot_do_is_refused_with_its_line() {
        let fault = scripted("@3.10 p0 fire\n@5 end\n").unwrap_err();
        assert_eq!(fault.status(), 2);
        assert!(fault.to_string().starts_with("x.script:2: "), "{fault}");
    }
}
