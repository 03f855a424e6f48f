//! The table of options: every setting in the file except the preset, the keys and the pads'
//! buttons.

use crate::desktop::launcher::FileKind;

/// An option: where it is in the settings file, its label on the page, and its values.
#[derive(Debug, Clone, Copy)]
pub struct OptionRow {
    /// The tab of the page that shows the option.
    pub tab: usize,
    /// The section in the settings file.
    pub section: &'static str,
    /// The name in the section.
    pub key: &'static str,
    /// The label on the page.
    pub label: &'static str,
    /// The values of the option.
    pub values: Values,
}

/// The values of an option.
#[derive(Debug, Clone, Copy)]
pub enum Values {
    /// On and off.
    Switch,
    /// Numbers: minimum, maximum, step and unit.
    Number(i64, i64, i64, &'static str),
    /// Numbers from 0 to a maximum, their unit, and the label of 0.
    UpTo(i64, &'static str, &'static str),
    /// Words as they are in the file, and their labels.
    Words(&'static [(&'static str, &'static str)]),
    /// The sound devices, by name.
    Devices,
    /// A file or folder, chosen from a list.
    Path(FileKind),
}

/// The tabs of the options page.
pub const TABS: [&str; 8] = [
    "Picture", "Sound", "Play", "Pads", "Keys", "Console", "Cheats", "Files",
];
/// The tab with the picture settings, which leaves the picture visible.
pub const PICTURE: usize = 0;
/// The tab with the game pads.
pub const PADS: usize = 3;
/// The tab with the keys.
pub const KEYS: usize = 4;
/// The tab with the console's switches.
pub const CONSOLE: usize = 5;
/// The tab with the cartridge's cheats.
pub const CHEATS: usize = 6;
/// The tab with the folders. They are the same for all cartridges, because the program needs them
/// before it loads one.
pub const FILES: usize = 7;

const CONTROLLERS: Values = Values::Words(&[
    ("auto", "automatic"),
    ("joystick", "joystick"),
    ("paddles", "paddles"),
    ("driving", "driving controller"),
    ("keypad", "keypad"),
    ("two-button", "two buttons"),
    ("savekey", "SaveKey"),
    ("none", "nothing"),
]);

const fn row(
    tab: usize,
    section: &'static str,
    key: &'static str,
    label: &'static str,
    values: Values,
) -> OptionRow {
    OptionRow {
        tab,
        section,
        key,
        label,
        values,
    }
}

/// All options.
#[rustfmt::skip]
pub const OPTIONS: &[OptionRow] = &[
    row(0, "picture", "aspect", "Shape",
        Values::Words(&[("tv", "as on a television"), ("integer", "whole pixels")])),
    row(0, "picture", "scale", "Size of the window", Values::Number(1, 10, 1, "")),
    row(0, "picture", "fullscreen", "Start in full screen", Values::Switch),
    row(0, "picture", "look", "Television", Values::Words(
        &[("bitmap", "none"), ("clean", "clean"), ("composite", "composite"),
          ("rf", "antenna cable"), ("pal", "PAL"), ("secam", "SECAM")])),
    row(0, "picture", "palette", "Palette", Values::Words(
        &[("auto", "the standard's own"), ("ntsc", "NTSC"), ("pal", "PAL"),
          ("secam", "SECAM"), ("gray", "gray")])),
    row(0, "picture", "palette-file", "Palette file", Values::Path(FileKind::Palette)),
    row(0, "picture", "hue", "Hue", Values::Number(-180, 180, 5, "°")),
    row(0, "picture", "saturation", "Saturation", Values::Number(0, 200, 5, " %")),
    row(0, "picture", "contrast", "Contrast", Values::Number(0, 200, 5, " %")),
    row(0, "picture", "brightness", "Brightness", Values::Number(-100, 100, 5, " %")),
    row(0, "picture", "gamma", "Gamma", Values::Number(50, 200, 5, " %")),
    row(0, "picture", "phosphor", "Phosphor", Values::Number(0, 90, 5, " %")),
    row(0, "picture", "scanlines", "Scanlines", Values::Switch),
    row(0, "picture", "reduce-flashing", "Reduce flashing", Values::Switch),
    row(0, "picture", "sync", "Pace",
        Values::Words(&[("console", "the console's own"), ("display", "the display's")])),
    row(1, "sound", "volume", "Volume", Values::Number(0, 100, 5, " %")),
    row(1, "sound", "mute", "Mute", Values::Switch),
    row(1, "sound", "device", "Device", Values::Devices),
    row(1, "sound", "latency", "Latency", Values::Number(20, 300, 10, " ms")),
    row(1, "sound", "filter", "Softer high tones", Values::Switch),
    row(2, "play", "pause-in-menus", "Pause while a menu is open", Values::Switch),
    row(2, "play", "pause-without-focus", "Pause in the background", Values::Switch),
    row(2, "play", "escape", "Esc in the game", Values::Words(
        &[("menu", "opens the menus"), ("quit", "quits")])),
    row(2, "play", "left-controller", "Left controller", CONTROLLERS),
    row(2, "play", "right-controller", "Right controller", CONTROLLERS),
    row(2, "play", "swap-ports", "Swap the ports", Values::Switch),
    row(2, "play", "autofire", "Autofire", Values::UpTo(30, " shots / s", "off")),
    row(2, "play", "ctrl-fire", "Ctrl as fire", Values::Words(
        &[("auto", "late in checkers"), ("at-once", "when pressed"),
          ("late", "when released")])),
    row(2, "play", "fast-thinking-from", "Checkers: fast thinking from",
        Values::UpTo(9, "", "never")),
    row(2, "play", "game-record", "Checkers: save the games", Values::Switch),
    row(2, "play", "move-list", "Checkers: list of moves", Values::Switch),
    row(2, "play", "hint-level", "Checkers: level of hints", Values::Number(1, 9, 1, "")),
    row(2, "play", "watch-level", "Checkers: your level in a watched game",
        Values::UpTo(9, "", "as hints")),
    row(2, "play", "watch-pause", "Checkers: pause in a watched game",
        Values::UpTo(10, " s", "none")),
    row(2, "play", "pieces", "Checkers: pieces", Values::Words(
        &[("picture", "as drawn"), ("clear", "b B w W"), ("letters", "b B r R"),
          ("stars", "* ** O OO")])),
    row(PADS, "play", "dead-zone", "Dead zone", Values::Number(1, 99, 1, " %")),
    row(PADS, "play", "stick-curve", "Finer near the middle (paddles)",
        Values::Number(50, 300, 10, " %")),
    row(PADS, "play", "eight-way", "Eight equal directions", Values::Switch),
    row(PADS, "play", "paddle-sensitivity", "Paddle sensitivity", Values::Number(10, 1000, 10, " %")),
    row(PADS, "play", "paddle-range", "Paddle range", Values::UpTo(100, " %", "what the game uses")),
    row(PADS, "play", "paddle-center", "Paddle center", Values::Number(-50, 50, 1, " %")),
    row(PADS, "play", "swap-paddles", "Swap the paddles of a pair", Values::Switch),
    row(FILES, "files", "cartridges", "Folder of cartridges", Values::Path(FileKind::Folder)),
    row(FILES, "files", "data", "Data folder (after a restart)", Values::Path(FileKind::Folder)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::SETTINGS_TEMPLATE;
    use std::collections::HashSet;

    #[test]
    fn every_setting_in_the_file_is_on_a_page() {
        let rows: HashSet<(&str, &str)> =
            OPTIONS.iter().map(|row| (row.section, row.key)).collect();
        assert_eq!(rows.len(), OPTIONS.len());
        let mut in_file = HashSet::new();
        let mut section = "";
        for line in SETTINGS_TEMPLATE.lines() {
            if let Some(name) = line.strip_prefix('[') {
                section = name.trim_end_matches(']');
            }
            let default = line
                .strip_prefix("#= ")
                .and_then(|line| line.split('=').next());
            if let Some(key) = default.filter(|_| !["", "keys", "pads.all"].contains(&section)) {
                in_file.insert((section, key.trim()));
            }
        }
        let unmatched: Vec<_> = rows.symmetric_difference(&in_file).collect();
        assert!(
            unmatched.is_empty(),
            "in OPTIONS or as a `#= ` line in settings.toml, but not in both: {unmatched:?}"
        );
    }
}
