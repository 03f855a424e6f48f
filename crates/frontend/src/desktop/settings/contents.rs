//! The contents of a settings file, and their defaults.

use super::values::{
    Buttons, Keys, cheats, controller, look, palette, pieces, some_within, within,
};
use crate::desktop::{
    aspect::AspectChoice,
    bindings::{BindingError, Bindings},
    options::Sync,
    pad_map::PadMap,
    sound::DeviceChoice,
};
use club::terminal::PieceSet;
use play::{
    cheats::Cheat,
    controllers::Controllers,
    standard::{Adjustment, PaletteChoice},
};
use serde::Deserialize;
use std::{collections::BTreeMap, path::PathBuf};
use toml::Spanned;
use vcs::input::ControllerKind;

/// The file that `crownhead settings --create` writes: every setting with its default, commented
/// out.
pub const TEMPLATE: &str = include_str!("../settings.toml");
/// The prefix of a line in the template that shows a default.
pub const DEFAULT_PREFIX: &str = "#= ";

/// The contents of the file.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The key map to start from.
    pub preset: Preset,
    /// The picture.
    pub picture: PictureSettings,
    /// The sound.
    pub sound: SoundSettings,
    /// The game: controllers, pauses, aids.
    pub play: PlaySettings,
    /// The folders.
    pub files: FileSettings,
    /// Cheats such as `80:FF`, and whether they are on.
    #[serde(deserialize_with = "cheats")]
    pub cheats: BTreeMap<String, bool>,
    /// Keys, by the name of their action; the name carries its position in the file.
    pub keys: BTreeMap<Spanned<String>, Keys>,
    /// Game-pad buttons, by the pad's name or [`ALL_PADS`], then by the name of their action.
    pub pads: BTreeMap<String, BTreeMap<Spanned<String>, Buttons>>,
}

/// The default volume.
pub const DEFAULT_VOLUME: u8 = 80;
/// The section of the settings file that applies to all game pads.
pub const ALL_PADS: &str = "all";

/// Key maps, including those that players know from other programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Preset {
    /// Crownhead's own keys, which match Stella's wherever Stella has a key for the action.
    #[default]
    Stella,
    /// MAME's keys for sticks, console switches and pause.
    Mame,
    /// Gopher2600's keys for console switches, full screen and loading a state.
    Gopher2600,
}

/// `[picture]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct PictureSettings {
    #[serde(deserialize_with = "some_within::<_, 1, 10>")]
    pub scale: Option<u8>,
    pub aspect: Option<AspectChoice>,
    pub fullscreen: bool,
    /// The television set that shows the picture.
    #[serde(deserialize_with = "look")]
    pub look: Option<signal::Preset>,
    #[serde(deserialize_with = "palette")]
    pub palette: Option<PaletteChoice>,
    /// A file with the player's own colors, used instead of those of the television standard; empty
    /// for none.
    pub palette_file: String,
    #[serde(deserialize_with = "within::<_, _, { -180 }, 180>")]
    pub hue: i16,
    #[serde(deserialize_with = "within::<_, _, 0, 200>")]
    pub saturation: u16,
    #[serde(deserialize_with = "within::<_, _, 0, 200>")]
    pub contrast: u16,
    #[serde(deserialize_with = "within::<_, _, { -100 }, 100>")]
    pub brightness: i16,
    #[serde(deserialize_with = "within::<_, _, 50, 200>")]
    pub gamma: u16,
    #[serde(deserialize_with = "some_within::<_, 0, 90>")]
    pub phosphor: Option<u8>,
    pub scanlines: bool,
    pub reduce_flashing: bool,
    pub sync: Sync,
}

impl Default for PictureSettings {
    fn default() -> Self {
        PictureSettings {
            scale: None,
            aspect: None,
            fullscreen: false,
            look: Some(signal::Preset::Composite),
            palette: None,
            palette_file: String::new(),
            hue: 0,
            saturation: 100,
            contrast: 100,
            brightness: 0,
            gamma: 100,
            phosphor: None,
            scanlines: false,
            reduce_flashing: false,
            sync: Sync::default(),
        }
    }
}

impl PictureSettings {
    /// Returns the adjustment to the palette's colors.
    pub fn adjustment(&self) -> Adjustment {
        let fraction = |percent: u16| f32::from(percent) / 100.0;
        Adjustment {
            hue: f32::from(self.hue),
            saturation: fraction(self.saturation),
            contrast: fraction(self.contrast),
            brightness: f32::from(self.brightness) / 100.0,
            gamma: fraction(self.gamma),
        }
    }
}

/// `[sound]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct SoundSettings {
    #[serde(deserialize_with = "some_within::<_, 0, 100>")]
    pub volume: Option<u8>,
    pub mute: bool,
    /// The name of a device; empty for the system's default.
    pub device: String,
    #[serde(deserialize_with = "within::<_, _, 20, 300>")]
    pub latency: u16,
    /// Whether to soften high tones.
    pub filter: bool,
}

impl Default for SoundSettings {
    fn default() -> Self {
        SoundSettings {
            volume: None,
            mute: false,
            device: String::new(),
            latency: DeviceChoice::default().latency_ms,
            filter: false,
        }
    }
}

impl SoundSettings {
    /// Returns the device to play on.
    pub fn device(&self) -> DeviceChoice {
        DeviceChoice {
            name: Some(self.device.clone()).filter(|name| !name.is_empty()),
            latency_ms: self.latency,
        }
    }
}

/// `[files]`
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FileSettings {
    /// The folder that the list of cartridges shows first. If it is empty, the list shows the
    /// current cartridge's folder or, if that is not known, the working directory.
    pub cartridges: String,
    /// The folder for states, pictures and recordings; empty for the platform's data folder.
    pub data: String,
}

impl FileSettings {
    /// Returns the chosen folder for the program's data.
    pub fn data_folder(&self) -> Option<PathBuf> {
        Some(&self.data)
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
    }
}

/// `[play]`
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlaySettings {
    /// Whether time stops while a menu or a page is open.
    pub pause_in_menus: bool,
    /// Whether to pause while another window has the keyboard focus.
    pub pause_without_focus: bool,
    /// The left controller; `None` for the one that the cartridge requests.
    #[serde(deserialize_with = "controller")]
    pub left_controller: Option<ControllerKind>,
    /// The right controller.
    #[serde(deserialize_with = "controller")]
    pub right_controller: Option<ControllerKind>,
    /// Shots per second while fire is held; 0 for a single shot.
    #[serde(deserialize_with = "within::<_, _, 0, 30>")]
    pub autofire: u8,
    /// The lowest level at which Video Checkers thinks at full speed; 0 means at no level.
    #[serde(deserialize_with = "within::<_, _, 0, 9>")]
    pub fast_thinking_from: u8,
    /// Whether the left stick controls the right port, and vice versa.
    pub swap_ports: bool,
    /// Pads: whether to divide a stick's range into eight equal sectors, for games with diagonals.
    pub eight_way: bool,
    /// Pads: the smallest deflection of a stick that counts, in percent.
    #[serde(deserialize_with = "within::<_, _, 1, 99>")]
    pub dead_zone: u8,
    /// How strongly a paddle responds to mouse and stick, in percent.
    #[serde(deserialize_with = "within::<_, _, 10, 1000>")]
    pub paddle_sensitivity: u16,
    /// Percentage of a paddle's range that mouse and stick cover; 0 means only the part that the
    /// game uses.
    #[serde(deserialize_with = "within::<_, _, 0, 100>")]
    pub paddle_range: u8,
    /// Distance from the center of the paddle's range to the center of the part that mouse and
    /// stick cover, in percent; positive values are to the right.
    #[serde(deserialize_with = "within::<_, _, { -50 }, 50>")]
    pub paddle_center: i8,
    /// Pads: the response curve of a stick that turns a paddle, in percent. 100 is linear; higher
    /// values give finer control near the center.
    #[serde(deserialize_with = "within::<_, _, 50, 300>")]
    pub stick_curve: u16,
    /// Whether the two paddles of a pair are swapped.
    pub swap_paddles: bool,
    /// Whether to save the games of Video Checkers.
    pub game_record: bool,
    /// Whether to list the moves next to the board.
    pub move_list: bool,
    /// Video Checkers: the level that gives hints.
    #[serde(deserialize_with = "within::<_, _, 1, 9>")]
    pub hint_level: u8,
    /// A watched game of Video Checkers: the level that plays for the player; 0 for the hint level.
    #[serde(deserialize_with = "within::<_, _, 0, 9>")]
    pub watch_level: u8,
    /// A watched game: the pause before each move of the player's side, in seconds.
    #[serde(deserialize_with = "within::<_, _, 0, 10>")]
    pub watch_pause: u8,
    /// Video Checkers: the letters of the pieces; `None` for the cartridge's own shapes.
    #[serde(deserialize_with = "pieces")]
    pub pieces: Option<PieceSet>,
    /// When a modifier key that is also a fire button fires: on press, or later.
    pub ctrl_fire: CtrlFire,
    /// The effect of Esc during the game.
    pub escape: Escape,
}

/// The effect of Esc while no panel is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Escape {
    /// Opens the menu bar.
    #[default]
    Menu,
    /// Closes the window.
    Quit,
}

/// When Left Ctrl, or another modifier that is also a fire button, fires: on press, or later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CtrlFire {
    /// Late in Video Checkers, immediately in all other games.
    #[default]
    Auto,
    /// On press. As a side effect, a command such as Ctrl+O begins with a short press of fire.
    AtOnce,
    /// On release, or after a quarter of a second. A command therefore never presses fire.
    Late,
}

impl Default for PlaySettings {
    fn default() -> Self {
        PlaySettings {
            pause_in_menus: true,
            pause_without_focus: false,
            left_controller: None,
            right_controller: None,
            autofire: 0,
            fast_thinking_from: 6,
            swap_ports: false,
            eight_way: false,
            dead_zone: 30,
            paddle_sensitivity: 100,
            paddle_range: 0,
            paddle_center: 0,
            stick_curve: 150,
            swap_paddles: false,
            game_record: true,
            move_list: true,
            hint_level: 4,
            watch_level: 0,
            watch_pause: 1,
            pieces: None,
            ctrl_fire: CtrlFire::Auto,
            escape: Escape::Menu,
        }
    }
}

impl PlaySettings {
    /// Sets the range of paddles and the response of sticks.
    pub fn set_paddle_response(&self, controllers: &mut Controllers) {
        controllers.range = f32::from(self.paddle_range) / 100.0;
        controllers.center = f32::from(self.paddle_center) / 100.0;
        controllers.curve = f32::from(self.stick_curve) / 100.0;
    }
}

impl Settings {
    /// Reads the text of a settings file.
    ///
    /// # Errors
    /// A sentence, preceded by the line number of the error and a colon.
    pub fn parse(text: &str) -> Result<Settings, String> {
        let settings: Settings = toml::from_str(text).map_err(|error| {
            let offset = error.span().map_or(0, |span| span.start);
            let message = error.message().lines().collect::<Vec<_>>().join("; ");
            format!("{}: {message}", line_number_at(text, offset))
        })?;
        settings
            .bindings()
            .map_err(|error| error_with_line(text, &settings.keys, &error))?;
        for buttons in settings.pads.values() {
            rebind(&mut PadMap::default(), buttons)
                .map_err(|error| error_with_line(text, buttons, &error))?;
        }
        Ok(settings)
    }

    /// Returns the map for the pad with this name: the default buttons, then the changes for all
    /// pads, then the changes for this pad. Without a name, returns the map that all pads share.
    ///
    /// # Errors
    /// The first action whose buttons are invalid, with a message.
    pub fn pad_map(&self, pad: Option<&str>) -> Result<PadMap, BindingError> {
        let mut map = PadMap::default();
        for name in [Some(ALL_PADS), pad].into_iter().flatten() {
            if let Some(buttons) = self.pads.get(name) {
                rebind(&mut map, buttons)?;
            }
        }
        Ok(map)
    }

    /// Returns the cheats that are on.
    pub fn active_cheats(&self) -> Vec<Cheat> {
        let on = self.cheats.iter().filter(|(_, on)| **on);
        on.filter_map(|(text, _)| text.parse().ok()).collect()
    }

    /// Returns the key map: the preset with the changes from `[keys]`.
    ///
    /// # Errors
    /// The first action whose keys are invalid, with a message.
    pub fn bindings(&self) -> Result<Bindings, BindingError> {
        let mut bindings = Bindings::default();
        let preset: &[(&str, &str)] = match self.preset {
            Preset::Stella => &[],
            Preset::Mame => &MAME_KEYS,
            Preset::Gopher2600 => &GOPHER2600_KEYS,
        };
        let keys: Vec<(&str, Vec<String>)> = preset
            .iter()
            .map(|(name, keys)| (*name, keys.split(' ').map(str::to_owned).collect()))
            .collect();
        bindings.rebind(keys.iter().map(|(name, keys)| (*name, &keys[..])))?;
        let mut entries: Vec<_> = self.keys.iter().collect();
        entries.sort_by_key(|(name, _)| name.span().start);
        let entries = entries.into_iter();
        bindings.rebind(entries.map(|(name, keys)| (name.get_ref().as_str(), &keys.0[..])))?;
        Ok(bindings)
    }
}

/// Binds a section's buttons to a pad's actions, in file order.
fn rebind(
    map: &mut PadMap,
    buttons: &BTreeMap<Spanned<String>, Buttons>,
) -> Result<(), BindingError> {
    let mut entries: Vec<_> = buttons.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    let entries = entries.into_iter();
    map.rebind(entries.map(|(name, buttons)| (name.get_ref().as_str(), &buttons.0[..])))
}

/// Returns the error message, preceded by the line number of the wrong setting.
fn error_with_line<T>(
    text: &str,
    section: &BTreeMap<Spanned<String>, T>,
    error: &BindingError,
) -> String {
    let entry = section.get_key_value(error.action.as_str());
    let offset = entry.map_or(0, |(name, _)| name.span().start);
    format!("{}: {error}", line_number_at(text, offset))
}

/// The keys of MAME's 2600 driver that differ from ours.
const MAME_KEYS: [(&str, &str); 12] = [
    ("left-fire", "lctrl space"),
    ("right-up", "r"),
    ("right-down", "f"),
    ("right-left", "d"),
    ("right-right", "g"),
    ("right-fire", "a"),
    ("select", "1 f1"),
    ("reset", "2 f2"),
    ("toggle-color", "3"),
    ("toggle-left-difficulty", "4"),
    ("toggle-right-difficulty", "5"),
    ("pause", "p pause"),
];

/// The keys of Gopher2600 that differ from ours. In Gopher2600, each switch has one key, which
/// toggles it.
const GOPHER2600_KEYS: [(&str, &str); 5] = [
    ("toggle-color", "f3"),
    ("toggle-left-difficulty", "f4"),
    ("toggle-right-difficulty", "f5"),
    ("full-screen", "f11 alt+enter"),
    ("load-state", "f8"),
];

/// Returns the number of the line, from 1, that contains this offset in a text.
fn line_number_at(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// Returns the settings file in the platform's folder.
pub fn default_path() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "crownhead")
        .map(|dirs| dirs.config_dir().join("settings.toml"))
}
