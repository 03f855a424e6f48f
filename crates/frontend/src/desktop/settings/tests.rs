//! Tests of the settings file.

use super::contents::*;
use crate::desktop::aspect::AspectChoice;

#[test]
fn the_template_contains_every_default() {
    let text: String = TEMPLATE
        .lines()
        .filter_map(|line| {
            line.strip_prefix("#= ")
                .or(Some(line).filter(|line| line.starts_with('[')))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    let mut settings = Settings::parse(&text).unwrap();
    assert_eq!(
        settings.keys.remove("left-fire").unwrap().0,
        ["space", "lctrl", "kp5"]
    );
    let mut all = settings.pads.remove(ALL_PADS).unwrap();
    assert_eq!(all.remove("fire").unwrap().0, ["south"]);
    assert!(all.is_empty());
    let expected = Settings {
        picture: PictureSettings {
            scale: Some(3),
            aspect: Some(AspectChoice::Tv),
            phosphor: Some(0),
            ..PictureSettings::default()
        },
        sound: SoundSettings {
            volume: Some(80),
            ..SoundSettings::default()
        },
        ..Settings::default()
    };
    assert_eq!(settings, expected);
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        (
            "[sound]\nvolume = 300\n",
            "2: invalid value: integer `300`, expected a number from 0 to 100",
        ),
        (
            "[picture]\nscale = \"x\"\n",
            "2: invalid type: string \"x\", expected a number from 1 to 10",
        ),
        (
            "[play]\ndead-zone = 100\n",
            "2: invalid value: integer `100`, expected a number from 1 to 99",
        ),
        (
            "[keys]\n\nmute = 3\n",
            "3: invalid type: integer `3`, expected a list of keys",
        ),
        (
            "[keys]\nmute = [\"shft+m\"]\n",
            "2: mute: no key is named \"shft\"; perhaps shift; ",
        ),
        ("[sound]\n\nloudness = 3\n", "3: unknown field `loudness`"),
        ("[keys]\nmute = [\"fnord\"]\n", "2: mute: no key is named"),
        (
            "[keys]\nmute = [\"x\"]\nleft-fire = [\"x\"]\n",
            "3: x is given to both mute and left-fire",
        ),
        ("preset = \"atari\"\n", "1: unknown variant `atari`"),
        // The same word occurs elsewhere, at the beginning of a line or of another name.
        (
            "[sound]\nmute = true\n[keys]\nleft-up-left = [\"x\"]\n\"mute\" = [\"fnord\"]\n",
            "5: mute: no key is named",
        ),
        (
            "[keys]\nleft-up-left = [\"x\"]\n\nleft-up = [\"qq\"]\n",
            "4: left-up: no key is named \"qq\"",
        ),
        (
            "[keys]\nleft-fier = [\"x\"]\n",
            "2: no action is named left-fier; perhaps left-fire; \
             `crownhead keys` lists all actions",
        ),
        (
            "[pads.\"My pad\"]\n\nfire = [\"soth\"]\n",
            "3: fire: no button of a pad is named \"soth\"; perhaps south; ",
        ),
        (
            "[pads.all]\nfire = \"east\"\n[pads.b]\nfire = \"c\"\nmute = [\"z\", \"c\"]\n",
            "5: c is given to both fire and mute",
        ),
        (
            "[pads.all]\nfire = 1\n",
            "2: invalid type: integer `1`, expected a list of buttons",
        ),
        (
            "[keys]\nmute = [\"ctrl+escpae\"]\n",
            "2: mute: no key is named \"escpae\"; perhaps escape; \
             `crownhead keys --names` lists all keys",
        ),
    ] {
        let error = Settings::parse(text).unwrap_err();
        assert!(
            error.starts_with(&expected[..2]) && error.contains(&expected[2..]),
            "{error}"
        );
        assert_eq!(error.lines().count(), 1);
    }
}

#[test]
fn a_single_key_needs_no_list() {
    let keys = |text: &str| {
        Settings::parse(text)
            .unwrap()
            .keys
            .remove("mute")
            .unwrap()
            .0
    };
    assert_eq!(keys("[keys]\nmute = \"k\"\n"), ["k"]);
    assert_eq!(keys("[keys]\nmute = [\"k\", \"f13\"]\n"), ["k", "f13"]);
}

#[test]
fn the_presets_have_no_key_with_two_meanings() {
    for preset in [Preset::Stella, Preset::Mame, Preset::Gopher2600] {
        let settings = Settings {
            preset,
            ..Settings::default()
        };
        settings.bindings().unwrap();
    }
}

#[test]
fn buttons_of_a_named_pad_override_those_of_all_pads() {
    let text = "[pads.all]\nfire = \"east\"\n[pads.mine]\nfire = [\"c\"]\nselect = \"east\"\n";
    let settings = Settings::parse(text).unwrap();
    let labels = |pad: Option<&str>, name| settings.pad_map(pad).unwrap().labels(name);
    assert_eq!(
        [labels(None, "fire"), labels(Some("other"), "fire")],
        ["East", "East"]
    );
    assert_eq!(
        [labels(Some("mine"), "fire"), labels(Some("mine"), "select")],
        ["C", "East"]
    );
}
