//! The core's options: a table of all options, and the settings that the player has chosen.

use play::standard::PaletteChoice;
use signal::Preset;
use std::ffi::CStr;
use vcs::{
    input::{ControllerKind, Difficulty},
    television::Standard,
};

/// An option as a front end lists it.
#[derive(Debug)]
pub struct CoreOption {
    /// The key under which a front end stores the value.
    pub key: &'static CStr,
    /// The title.
    pub title: &'static CStr,
    /// The help text.
    pub info: &'static CStr,
    /// The values and their labels. The first value is the default.
    pub values: &'static [(&'static CStr, &'static CStr)],
}

const CONTROLLERS: &[(&CStr, &CStr)] = &[
    (c"auto", c"Automatic (from the cartridge)"),
    (c"joystick", c"Joystick"),
    (c"two-button", c"Joystick with two buttons"),
    (c"paddles", c"Paddles"),
    (c"driving", c"Driving controller"),
    (c"keypad", c"Keypad"),
    (c"savekey", c"SaveKey"),
    (c"none", c"None"),
];
const DIFFICULTIES: &[(&CStr, &CStr)] = &[(c"b", c"B (amateur)"), (c"a", c"A (expert)")];

/// All options, in the order in which they are listed.
pub const OPTIONS: [CoreOption; 13] = [
    CoreOption {
        key: c"crownhead_standard",
        title: c"Television standard",
        info: c"Sets frame rate and colors. Auto detects the standard from the picture.",
        values: &[
            (c"auto", c"Auto"),
            (c"ntsc", c"NTSC"),
            (c"pal", c"PAL"),
            (c"secam", c"SECAM"),
            (c"ntsc50", c"NTSC at 50 Hz"),
            (c"pal60", c"PAL at 60 Hz"),
        ],
    },
    CoreOption {
        key: c"crownhead_palette",
        title: c"Palette",
        info: c"Selects the colors. Auto follows the television standard.",
        values: &[
            (c"auto", c"Auto"),
            (c"ntsc", c"NTSC"),
            (c"pal", c"PAL"),
            (c"secam", c"SECAM"),
            (c"gray", c"Black and white"),
        ],
    },
    CoreOption {
        key: c"crownhead_television",
        title: c"Television set",
        info: c"Shows the artifacts of a television set's decoder. Bitmap shows the exact pixels.",
        values: &[
            (c"bitmap", c"None (bitmap)"),
            (c"clean", c"Clean"),
            (c"composite", c"Composite"),
            (c"rf", c"RF"),
            (c"pal", c"PAL console and set"),
            (c"secam", c"SECAM console and set"),
        ],
    },
    CoreOption {
        key: c"crownhead_phosphor",
        title: c"Phosphor",
        info: c"How much of the previous frame is mixed into each frame. This reduces flicker.",
        values: &[
            (c"0", c"Off"),
            (c"30", c"30 %"),
            (c"50", c"50 %"),
            (c"70", c"70 %"),
            (c"90", c"90 %"),
        ],
    },
    CoreOption {
        key: c"crownhead_left_controller",
        title: c"Left controller",
        info: c"Overrides the controller of the left port.",
        values: CONTROLLERS,
    },
    CoreOption {
        key: c"crownhead_right_controller",
        title: c"Right controller",
        info: c"Overrides the controller of the right port.",
        values: CONTROLLERS,
    },
    CoreOption {
        key: c"crownhead_left_difficulty",
        title: c"Left difficulty switch",
        info: c"Position at power-on. Later, L moves the switch to A, and L2 to B.",
        values: DIFFICULTIES,
    },
    CoreOption {
        key: c"crownhead_right_difficulty",
        title: c"Right difficulty switch",
        info: c"Position at power-on. Later, R moves the switch to A, and R2 to B.",
        values: DIFFICULTIES,
    },
    CoreOption {
        key: c"crownhead_color",
        title: c"Color switch",
        info: c"Position at power-on. Later, L3 selects color, and R3 black and white.",
        values: &[(c"color", c"Color"), (c"bw", c"Black and white")],
    },
    CoreOption {
        key: c"crownhead_paddle_sensitivity",
        title: c"Paddle sensitivity",
        info: c"How far a stick, key or mouse turns a paddle or driving controller, in percent.",
        values: &[
            (c"100", c"100 %"),
            (c"50", c"50 %"),
            (c"75", c"75 %"),
            (c"150", c"150 %"),
            (c"200", c"200 %"),
            (c"300", c"300 %"),
        ],
    },
    CoreOption {
        key: c"crownhead_paddle_mouse",
        title: c"Mouse turns the left paddle",
        info: c"The left mouse button is the paddle's button.",
        values: &[(c"on", c"On"), (c"off", c"Off")],
    },
    CoreOption {
        key: c"crownhead_fast_thinking",
        title: c"Fast thinking",
        info: c"Faster thinking in games 6 to 9 and 16 to 19 of Video Checkers.",
        values: &[(c"on", c"On"), (c"off", c"Off")],
    },
    CoreOption {
        key: c"crownhead_debug_port",
        title: c"Port for a debugger",
        info: c"Opens a port on this computer, so that `crownhead dap` can attach to the game.",
        values: &[
            (c"off", c"Off"),
            (c"4711", c"4711"),
            (c"4712", c"4712"),
            (c"4713", c"4713"),
            (c"free", c"Any free port"),
        ],
    },
];

/// The options' values, converted to the types that the core uses.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// The chosen television standard; `None` detects the standard from the picture.
    pub standard: Option<Standard>,
    /// The chosen palette; `None` follows the television standard.
    pub palette: Option<PaletteChoice>,
    /// The television set that shows the picture.
    pub television: Preset,
    /// Brightness of the previous frame in the current one, in percent; 0 turns phosphor off.
    pub phosphor: u32,
    /// The controllers chosen for the left and right port; `None` if the front end or the cartridge
    /// determines the controller.
    pub controllers: [Option<ControllerKind>; 2],
    /// Positions of the difficulty switches when the console is switched on.
    pub difficulties: [Difficulty; 2],
    /// Whether the TV type switch is set to color when the console is switched on.
    pub color: bool,
    /// The sensitivity of paddles. With 1, moving the mouse across the whole picture turns a paddle
    /// from one end to the other.
    pub sensitivity: f32,
    /// Whether the mouse turns the left paddle.
    pub mouse_turns_paddle: bool,
    /// Whether the core speeds up the computer's thinking at the higher levels of Video Checkers.
    pub fast_thinking: bool,
    /// The network port to which a debugger can connect. 0 means any free port; `None` means no
    /// port.
    pub debug_port: Option<u16>,
}

impl Settings {
    /// Reads all options. `value` returns the front end's value for a key; `None` if the front end
    /// has none. A value that is not in the table is treated as the default.
    pub fn read(value: impl Fn(&CStr) -> Option<String>) -> Settings {
        let [
            standard,
            palette,
            television,
            phosphor,
            left,
            right,
            left_difficulty,
            right_difficulty,
            color,
            sensitivity,
            mouse,
            thinking,
            debug_port,
        ] = OPTIONS.map(|option| selected_value(&option, &value));
        Settings {
            standard: Standard::from_name(&standard),
            palette: PaletteChoice::from_name(&palette),
            television: Preset::from_name(&television).unwrap_or_default(),
            phosphor: phosphor.parse().unwrap_or(0),
            controllers: [left, right].map(|name| ControllerKind::from_name(&name)),
            difficulties: [left_difficulty, right_difficulty].map(|name| match name.as_str() {
                "a" => Difficulty::A,
                _ => Difficulty::B,
            }),
            color: color == "color",
            sensitivity: sensitivity.parse::<f32>().unwrap_or(100.0) / 100.0,
            mouse_turns_paddle: mouse == "on",
            fast_thinking: thinking == "on",
            debug_port: match debug_port.as_str() {
                "free" => Some(0),
                number => number.parse().ok(),
            },
        }
    }
}

/// Returns the front end's value for an option if the option allows it, otherwise the default.
fn selected_value(option: &CoreOption, value: impl Fn(&CStr) -> Option<String>) -> String {
    let allowed = || option.values.iter().map(|(value, _)| value.to_str());
    value(option.key)
        .filter(|value| allowed().any(|allowed| allowed == Ok(value)))
        .unwrap_or_else(|| allowed().flatten().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_of_an_option_gives_different_settings() {
        let default = Settings::read(|_| None);
        for option in &OPTIONS {
            let mut seen: Vec<Settings> = Vec::new();
            for (value, _) in option.values {
                let value = value.to_str().unwrap();
                let settings = Settings::read(|key| (key == option.key).then(|| value.to_owned()));
                assert!(!seen.contains(&settings), "{:?} = {value}", option.key);
                seen.push(settings);
            }
            assert_eq!(
                seen[0], default,
                "{:?}: the first value is the default",
                option.key
            );
        }
    }

    #[test]
    fn an_unknown_value_counts_as_the_default() {
        let settings = Settings::read(|_| Some("nonsense".to_owned()));
        assert_eq!(settings, Settings::read(|_| None));
    }
}
