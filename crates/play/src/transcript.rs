//! Writes a session as an input script, which `crownhead replay` can run.

use crate::timeline::Timeline;
use lab::script::{Setup, write_header, write_input_changes};
use std::fmt::Write;
use vcs::{Cartridge, Input, cartridge::ArmOptions};

/// The panic message if writing to a `String` fails, which cannot happen.
const CANNOT_FAIL: &str = "writing to a String cannot fail";

/// The comment that is written to a script if the session had cheats or disabled collisions. A
/// script cannot contain these, so it does not reproduce such a session.
const AIDED_NOTE: &str = "# Cheats were on, or collisions were off. This script does not contain\n\
                     # these changes, so the game takes a different course.\n";

/// Returns the script of a session up to the current moment. `cartridge` is the name in its header.
pub fn transcript(timeline: &Timeline, cartridge: Option<&str>) -> String {
    body(timeline, cartridge) + &end_line(timeline.frames())
}

/// Returns the script without its last line.
pub fn body(timeline: &Timeline, cartridge: Option<&str>) -> String {
    let changes = timeline.past();
    let setup = Setup {
        cartridge: cartridge.map(str::to_owned),
        sha256: Some(timeline.sha256().to_owned()),
        scheme: chosen_scheme(timeline.cartridge()),
        arm: arm_options(timeline.cartridge()),
        power_on: timeline.power_on(),
        save_keys: timeline.save_keys_at_power_on(),
        input: changes[0].1,
        ..Setup::default()
    };
    let mut text = String::new();
    write_header(&mut text, &setup).expect(CANNOT_FAIL);
    if timeline.is_aided() {
        text += AIDED_NOTE;
    }
    text + &lines(changes, 1)
}

/// Returns a line for each change, beginning with the change at index `from`, which must be at
/// least 1 because a line describes the difference from the previous input.
pub fn lines(changes: &[(u64, Input)], from: usize) -> String {
    let mut text = String::new();
    for pair in changes[from - 1..].windows(2) {
        let [(_, before), (frame, input)] = pair else {
            continue;
        };
        write!(text, "@{frame} ").expect(CANNOT_FAIL);
        write_input_changes(&mut text, before, input).expect(CANNOT_FAIL);
        text.push('\n');
    }
    text
}

/// Returns the last line of a script of `frames` frames.
pub fn end_line(frames: u64) -> String {
    format!("@{frames} end\n")
}

/// Returns the options of the ARM processor. A recording includes them even if they are the
/// default.
fn arm_options(cartridge: &Cartridge) -> ArmOptions {
    let options = cartridge.arm().map(|arm| arm.options);
    options.unwrap_or_default()
}

/// Returns the name of the scheme; `None` if detection would choose the same scheme.
fn chosen_scheme(cartridge: &Cartridge) -> Option<String> {
    let detected = Cartridge::from_image(cartridge.image()).map(|found| found.scheme());
    let chosen = cartridge.scheme();
    (detected != Ok(chosen)).then(|| chosen.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::BUNDLED;
    use lab::script::Script;
    use vcs::{PowerOn, cartridge::Scheme, input::Switches};

    #[test]
    fn a_transcript_is_a_script_with_every_change() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut timeline = Timeline::new(cartridge, PowerOn::default(), Input::default());
        for frame in 0..10 {
            let switches = Switches {
                reset: (3..5).contains(&frame),
                ..Switches::default()
            };
            timeline.frame(Input {
                switches,
                ..Input::default()
            });
        }
        let text = transcript(&timeline, Some("bundled"));
        let script = Script::parse(&text).unwrap();
        assert_eq!(script.events.len(), 2);
        assert_eq!(script.end.frame, 10);
        assert!(text.contains("@3 reset down\n@5 reset up\n"), "{text}");
    }

    #[test]
    fn a_transcript_says_that_cheats_were_on() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut timeline = Timeline::new(cartridge, PowerOn::default(), Input::default());
        timeline.frame(Input::default());
        assert!(!transcript(&timeline, None).contains(AIDED_NOTE));
        timeline.set_cheats(vec!["F0:5A".parse().unwrap()]);
        timeline.frame(Input::default());
        timeline.set_cheats(Vec::new());
        timeline.frame(Input::default());
        let text = transcript(&timeline, None);
        assert!(text.contains(AIDED_NOTE), "{text}");
        Script::parse(&text).unwrap();
        let saved = crate::state::load(&crate::state::save(&timeline, None), timeline.cartridge());
        assert!(saved.unwrap().aided);
        timeline.power_cycle();
        assert!(!timeline.is_aided());
    }

    #[test]
    fn a_chosen_scheme_is_in_the_header() {
        let image = vec![0xea; 8192];
        let scheme = |cartridge| {
            let timeline = Timeline::new(cartridge, PowerOn::default(), Input::default());
            let text = transcript(&timeline, Some("x.bin"));
            Script::parse(&text).unwrap().setup.scheme
        };
        assert_eq!(scheme(Cartridge::from_image(&image).unwrap()), None);
        let chosen = Cartridge::with_scheme(&image, Scheme::E0).unwrap();
        assert_eq!(scheme(chosen).as_deref(), Some("E0"));
    }
}
