//! The active settings: the file for all cartridges, and the current cartridge's file, which takes
//! precedence.
//!
//! A change edits the file's text, so its comments and order are preserved. In a file made from the
//! template, a setting replaces the line that shows its default.

use super::{
    contents::{DEFAULT_PREFIX, Settings, TEMPLATE, default_path},
    text::{SettingsFile, has_setting, section_of},
};
use headless::{
    error::Error,
    output::{not_text, read_bounded},
    outputs::register_input,
    print,
};
use std::{fs, io, path::Path};
use toml::{Table, Value};

/// Number of checksum characters in the name of a cartridge's settings file.
const CHECKSUM_CHARS: usize = 16;

/// The file that a setting belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scope {
    /// The settings of all cartridges.
    #[default]
    General,
    /// The settings of the current cartridge.
    Cartridge,
}

/// The active settings.
#[derive(Debug, Clone, Default)]
pub struct Store {
    general: SettingsFile,
    cartridge: SettingsFile,
    merged: Settings,
    /// The faults in the general file, one sentence each; the faulty lines are ignored.
    faults: Vec<String>,
}

impl Settings {
    /// Reads the given file. Without one, reads the file in the platform's folder, if it exists.
    /// Reports invalid lines and ignores them.
    ///
    /// # Errors
    /// [`Error::Read`] if the file cannot be read.
    pub fn load(given: Option<&Path>) -> Result<Settings, Error> {
        let store = Store::load(given)?;
        store.faults.iter().for_each(|fault| print::message(fault));
        Ok(store.merged)
    }
}

impl Store {
    /// Reads the given file. Without one, reads the file in the platform's folder, if it exists.
    /// Ignores invalid or unknown entries; does not change the file.
    ///
    /// # Errors
    /// [`Error::Read`] if the file cannot be read.
    pub fn load(given: Option<&Path>) -> Result<Store, Error> {
        let path = given.map(Path::to_owned).or_else(default_path);
        let text = match &path {
            Some(path) => read(path, given.is_some())?,
            None => String::new(),
        };
        let (text, faults) = without_faults(text);
        let name = path.clone().unwrap_or_default();
        let name = name.display();
        let faults = faults.iter();
        let faults = faults.map(|fault| format!("{name}:{fault}; this line is ignored"));
        let mut faults: Vec<String> = faults.collect();
        let mut table: Table = text.parse().unwrap_or_default();
        let cheats = table.remove("cheats").is_some();
        if cheats {
            faults.push(format!(
                "{name}: cheats belong to one cartridge; put [cheats] into the cartridge's file \
                 in the folder `cartridges` next to this file"
            ));
        }
        let general = SettingsFile {
            path,
            text: if cheats { table.to_string() } else { text },
            head: TEMPLATE.into(),
        };
        let mut store = Store {
            general,
            faults,
            ..Store::default()
        };
        store.merge()?;
        Ok(store)
    }

    /// Returns the faults in the general file, one sentence each; the faulty lines are ignored.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Returns the settings for the current cartridge.
    pub fn merged(&self) -> &Settings {
        &self.merged
    }

    /// Switches to the cartridge with this name and checksum. Ignores the cartridge's settings file
    /// if the file has a fault.
    ///
    /// # Errors
    /// The file has a fault.
    pub fn switch_cartridge(&mut self, name: &str, sha256: &str) -> Result<(), Error> {
        let folder = self.general.path.as_deref().and_then(Path::parent);
        let file = format!("{}.toml", &sha256[..CHECKSUM_CHARS.min(sha256.len())]);
        let path = folder.map(|folder| folder.join("cartridges").join(file));
        let text = path.as_deref().map(|path| read(path, false)).transpose();
        let loaded = text.and_then(|text| {
            let cartridge = SettingsFile {
                path: path.clone(),
                text: text.unwrap_or_default(),
                head: format!(
                    "# Settings of the cartridge {name}. They override the general ones.\n"
                ),
            };
            cartridge.check().map(|()| cartridge)
        });
        let (cartridge, result) = match loaded {
            Ok(cartridge) => (cartridge, Ok(())),
            Err(error) => (SettingsFile::default(), Err(error)),
        };
        self.cartridge = cartridge;
        self.merge()?;
        result
    }

    /// Returns the value in effect: the cartridge's, else the general one, else the default.
    pub fn value(&self, section: &str, key: &str) -> Option<Value> {
        let find = |table: &Table| section_of(table, section)?.get(key).cloned();
        let layers = [&self.cartridge.text, &self.general.text].map(|text| text.parse::<Table>());
        let chosen = layers.into_iter().flatten().find_map(|table| find(&table));
        chosen.or_else(|| find(&defaults()))
    }

    /// Returns whether the cartridge's file contains the setting.
    pub fn is_overridden(&self, section: &str, key: &str) -> bool {
        has_setting(&self.cartridge.text, section, key)
    }

    /// Sets a value, or removes it if `value` is `None`, and writes the file. The section for a pad
    /// is `pads.` followed by the pad's name, which may contain dots.
    ///
    /// # Errors
    /// The value is refused, another program has left an error in the file, or the file cannot be
    /// read or written. In each case, nothing changes.
    pub fn set(
        &mut self,
        scope: Scope,
        section: &str,
        key: &str,
        value: Option<Value>,
    ) -> Result<(), Error> {
        let mut changed = self.clone();
        let file = match scope {
            Scope::General => &mut changed.general,
            Scope::Cartridge => &mut changed.cartridge,
        };
        // Another program, such as an editor or a second window, may have changed the file.
        let on_disk = file.path.as_deref().map(|path| read(path, false));
        if let Some(text) = on_disk.transpose()?.filter(|text| !text.is_empty()) {
            file.text = text;
            file.check()?;
        }
        let before = file.text.clone();
        file.set(section, key, value)?;
        if file.text == before {
            return Ok(());
        }
        file.check()?;
        file.write()?;
        changed.merge()?;
        *self = changed;
        Ok(())
    }

    fn merge(&mut self) -> Result<(), Error> {
        let mut table: Table = self.general.text.parse().unwrap_or_default();
        override_with(&mut table, self.cartridge.text.parse().unwrap_or_default());
        self.merged = Settings::parse(&table.to_string()).map_err(Error::Usage)?;
        Ok(())
    }
}

/// Comments out the faulty lines of a text, so that the other lines keep their numbers. If a fault
/// cannot be traced to a line, drops the whole text. Returns the text and the faults, each with
/// its line number.
fn without_faults(text: String) -> (String, Vec<String>) {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let mut faults = Vec::new();
    let mut text = text;
    while let Err(fault) = Settings::parse(&text) {
        let number = fault.split(':').next().and_then(|line| line.parse().ok());
        let index = number.unwrap_or(1_usize).saturating_sub(1);
        match lines.get(index).filter(|line| !line.starts_with('#')) {
            Some(_) => comment_out(&mut lines[index..]),
            // The fault cannot be traced to a line.
            None => lines.clear(),
        }
        faults.push(fault);
        text = lines.iter().map(|line| format!("{line}\n")).collect();
    }
    (text, faults)
}

/// Comments out the first of these lines, or the whole section if that line begins a section.
fn comment_out(lines: &mut [String]) {
    let is_section = |line: &String| line.trim_start().starts_with('[');
    let count = if lines.first().is_some_and(is_section) {
        1 + lines
            .iter()
            .skip(1)
            .take_while(|line| !is_section(line))
            .count()
    } else {
        1
    };
    lines[..count]
        .iter_mut()
        .for_each(|line| line.insert(0, '#'));
}

/// Replaces the values of the table `base` with those of `overrides`, section by section.
fn override_with(base: &mut Table, overrides: Table) {
    for (key, value) in overrides {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(base)), Value::Table(overrides)) => override_with(base, overrides),
            (_, value) => _ = base.insert(key, value),
        }
    }
}

/// Returns all settings with their defaults.
fn defaults() -> Table {
    let lines = TEMPLATE.lines().filter_map(|line| {
        let default = line.strip_prefix(DEFAULT_PREFIX);
        default.or(Some(line).filter(|line| line.starts_with('[')))
    });
    let text: String = lines.map(|line| format!("{line}\n")).collect();
    text.parse().unwrap_or_default()
}

/// Returns the text of a settings file. A missing file is an error if the file is `required`;
/// otherwise its text is empty.
fn read(path: &Path, required: bool) -> Result<String, Error> {
    let bytes = fs::File::open(path).and_then(read_bounded);
    register_input(path);
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| not_text()));
    match text {
        Err(error) if !required && error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        text => text.map_err(Error::read(path)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desktop::aspect::AspectChoice;

    fn store(text: &str) -> (tempfile::TempDir, Store) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        if !text.is_empty() {
            fs::write(&path, text).unwrap();
        }
        let mut store = if text.is_empty() {
            Store::default()
        } else {
            Store::load(Some(&path)).unwrap()
        };
        store.general.path = Some(path);
        store.general.head = TEMPLATE.into();
        (folder, store)
    }

    fn written(store: &Store) -> String {
        fs::read_to_string(store.general.path.as_ref().unwrap()).unwrap()
    }

    #[test]
    fn comments_and_order_survive_a_change() {
        let text =
            "# mine\n[sound]\n# not too loud\nvolume = 40 # evening\n\n[play]\ndead-zone = 20\n";
        let (_folder, mut store) = store(text);
        store
            .set(Scope::General, "sound", "volume", Some(45.into()))
            .unwrap();
        assert_eq!(written(&store), text.replace("40", "45"));
        assert_eq!(store.merged().sound.volume, Some(45));
        store
            .set(Scope::General, "sound", "mute", Some(true.into()))
            .unwrap();
        assert!(written(&store).contains("volume = 45 # evening\nmute = true\n"));
        store.set(Scope::General, "sound", "volume", None).unwrap();
        assert_eq!(store.merged().sound.volume, None);
    }

    #[test]
    fn line_endings_list_comments_and_quoted_names_survive_a_change() {
        let text = "[\"sound\"] # loud\r\n\"volume\" = 40\r\n\r\n[keys]\r\n# mine\r\n\
                    mute = [\r\n  \"k\", # the usual one\r\n  \"f13\",\r\n  # no more\r\n] # end\r\n\
                    pause = \"p\"\r\n";
        let (_folder, mut store) = store(text);
        let mut set = |section, key, value| {
            store.set(Scope::General, section, key, value).unwrap();
            written(&store)
        };
        let louder = text.replace("40", "45");
        assert_eq!(set("sound", "volume", Some(45.into())), louder);
        let list = Value::Array(vec!["x".into()]);
        let (before, after) = louder.split_once("mute").unwrap();
        let (_, after) = after.split_once(']').unwrap();
        let expected = format!("{before}# the usual one\r\n# no more\r\nmute = [\"x\"]{after}");
        assert_eq!(set("keys", "mute", Some(list)), expected);
        let expected = expected.replace("\"volume\" = 45\r\n", "");
        assert_eq!(set("sound", "volume", None), expected);
        let whole = format!("{expected}\r\n[play]\r\ndead-zone = 30\r\n");
        assert_eq!(set("play", "dead-zone", Some(30.into())), whole);
    }

    #[test]
    fn dotted_names_are_changed_in_place() {
        let (_folder, mut store) = store("keys.mute = [\n  \"k\", # mine\n]\nsound.volume = 40\n");
        let mut set = |section, key, value| {
            store.set(Scope::General, section, key, value).unwrap();
            written(&store)
        };
        let list = Value::Array(vec!["x".into()]);
        let expected = "keys.mute = [\"x\"]\nsound.volume = 40\n";
        assert_eq!(set("keys", "mute", Some(list)), expected);
        let louder = expected.replace("40", "45");
        assert_eq!(set("sound", "volume", Some(45.into())), louder);
    }

    #[test]
    fn changing_a_setting_that_shares_its_line_is_an_error() {
        let (_folder, mut store) = store("sound = { volume = 40, mute = true }\n");
        for value in [None, Some(45.into())] {
            let result = store.set(Scope::General, "sound", "volume", value);
            let error = result.unwrap_err().to_string();
            assert!(error.contains("settings file"), "{error}");
        }
        assert_eq!(store.merged().sound.volume, Some(40));
    }

    #[test]
    fn changes_by_another_program_are_kept() {
        let (_folder, mut store) = store("[sound]\nvolume = 40\n");
        let path = store.general.path.clone().unwrap();
        fs::write(&path, "# mine\n[sound]\nvolume = 50\n").unwrap();
        let mute =
            |store: &mut Store| store.set(Scope::General, "sound", "mute", Some(true.into()));
        mute(&mut store).unwrap();
        assert_eq!(
            written(&store),
            "# mine\n[sound]\nvolume = 50\nmute = true\n"
        );
        assert_eq!(store.merged().sound.volume, Some(50));
        // A file that has a fault is not changed.
        let wrong = "[sound]\nvolume = loud\n";
        fs::write(&path, wrong).unwrap();
        let error = mute(&mut store).unwrap_err().to_string();
        assert!(error.contains("settings.toml:2: "), "{error}");
        assert_eq!(written(&store), wrong);
        assert_eq!(store.merged().sound.volume, Some(50));
    }

    #[test]
    fn a_new_file_is_the_template_with_the_setting_in_its_place() {
        let (_folder, mut store) = store("");
        store
            .set(Scope::General, "picture", "aspect", Some("integer".into()))
            .unwrap();
        let expected = TEMPLATE.replace("#= aspect = \"tv\"", "aspect = \"integer\"");
        assert_eq!(written(&store), expected);
        assert_eq!(store.merged().picture.aspect, Some(AspectChoice::Integer));
    }

    #[test]
    fn every_default_of_the_template_can_be_set_and_read() {
        for (section, table) in defaults() {
            let Value::Table(table) = table else {
                continue;
            };
            // Pad buttons are nested one section deeper.
            let (section, table) = match table.get("all") {
                Some(Value::Table(all)) => (format!("{section}.all"), all.clone()),
                _ => (section, table),
            };
            for (key, value) in table {
                let (_folder, mut store) = store("");
                store
                    .set(Scope::General, &section, &key, Some(value.clone()))
                    .unwrap();
                assert_eq!(store.value(&section, &key), Some(value));
                let lines = written(&store);
                assert!(!lines.contains(&format!("#= {key} =")), "{key}");
                assert_eq!(lines.lines().count(), TEMPLATE.lines().count(), "{key}");
            }
        }
    }

    #[test]
    fn a_cartridges_own_settings_override_the_general_ones() {
        let (_folder, mut store) = store("[sound]\nvolume = 40\n[picture]\nphosphor = 10\n");
        store
            .switch_cartridge("game", "0123456789abcdef00")
            .unwrap();
        store
            .set(Scope::Cartridge, "sound", "volume", Some(70.into()))
            .unwrap();
        let cartridge_text = fs::read_to_string(store.cartridge.path.as_ref().unwrap()).unwrap();
        let head = "# Settings of the cartridge game. They override the general ones.\n";
        assert_eq!(cartridge_text, format!("{head}[sound]\nvolume = 70\n"));
        assert_eq!(store.merged().sound.volume, Some(70));
        assert_eq!(store.merged().picture.phosphor, Some(10));
        assert!(
            store.is_overridden("sound", "volume") && !store.is_overridden("picture", "phosphor")
        );
        store.switch_cartridge("other", "ffff").unwrap();
        assert_eq!(store.merged().sound.volume, Some(40));
        store
            .switch_cartridge("game", "0123456789abcdef00")
            .unwrap();
        assert_eq!(store.merged().sound.volume, Some(70));
    }

    #[test]
    fn a_pads_buttons_get_a_section_after_the_last_comment() {
        let text = "[pads.all]\nfire = \"east\" # mine\n\n[keys]\nmute = \"k\"\n# the end\n";
        let (_folder, mut store) = store(text);
        let buttons = |names: &[&str]| {
            let names = names.iter().map(|name| Value::from(*name));
            Some(Value::Array(names.collect()))
        };
        let name = "pads.Pad \"v1.0\"";
        store
            .set(Scope::General, name, "select", buttons(&["c", "z"]))
            .unwrap();
        let pad_section = "[pads.'Pad \"v1.0\"']\nselect = [\"c\", \"z\"]\n";
        assert_eq!(written(&store), format!("{text}{pad_section}"));
        assert_eq!(store.value(name, "select"), buttons(&["c", "z"]));
        store
            .set(Scope::General, "pads.all", "fire", buttons(&["west"]))
            .unwrap();
        let changed = text.replace("\"east\"", "[\"west\"]");
        assert_eq!(written(&store), format!("{changed}{pad_section}"));
        // A button given twice is refused, and nothing changes.
        let result = store.set(Scope::General, name, "fire", buttons(&["c"]));
        let error = result.unwrap_err().to_string();
        assert!(
            error.contains("c is given to both select and fire"),
            "{error}"
        );
        assert_eq!(written(&store), format!("{changed}{pad_section}"));
        // The other pad has no section, and removing a setting that is not there does not create
        // one.
        store
            .set(Scope::General, "pads.other", "fire", None)
            .unwrap();
        assert_eq!(written(&store), format!("{changed}{pad_section}"));
    }

    #[test]
    fn removing_a_setting_keeps_the_comments_above_it() {
        let text = "[sound]\n# not too loud\nvolume = 40 # evening\nmute = true";
        let (_folder, mut plain) = store(text);
        plain.set(Scope::General, "sound", "mute", None).unwrap();
        plain.set(Scope::General, "sound", "volume", None).unwrap();
        assert_eq!(written(&plain), "[sound]\n# not too loud\n");
        // In a file made from the template, the default appears again.
        let (_other, mut from_template) = store("");
        for value in [Some(45.into()), None] {
            from_template
                .set(Scope::General, "sound", "volume", value)
                .unwrap();
        }
        assert_eq!(written(&from_template), TEMPLATE);
        let (_third, mut shared) = store("sound.volume = 40\n");
        let result = shared.set(Scope::General, "sound", "volume", None);
        assert!(result.unwrap_err().to_string().contains("shares its line"));
    }

    #[test]
    fn valid_settings_apply_and_messages_name_invalid_ones() {
        let text = "from-the-future = 3\n[sound]\nvolume = 40\nloudness = 3\n\n\
                    [hologram]\nvolume = 2\n[keys]\nmute = [\"fnord\"]\npause = [\"p\"]\n\
                    [picture]\nscale = \"big\"\nphosphor = 20\n";
        let (_folder, mut store) = store(text);
        assert_eq!(store.merged().sound.volume, Some(40));
        assert_eq!(store.merged().picture.phosphor, Some(20));
        assert!(store.merged().keys.contains_key("pause"));
        assert!(!store.merged().keys.contains_key("mute"));
        for (line, what) in [
            (1, "from-the-future"),
            (4, "loudness"),
            (9, "fnord"),
            (12, "big"),
        ] {
            let prefix = format!("settings.toml:{line}: ");
            let mut faults = store.faults().iter();
            let is_reported = faults.any(|fault| fault.contains(&prefix) && fault.contains(what));
            assert!(is_reported, "{line} in {:?}", store.faults());
        }
        // The file does not change, even for a valid setting.
        let result = store.set(Scope::General, "sound", "volume", Some(50.into()));
        assert!(result.is_err());
        assert_eq!(written(&store), text);
    }

    #[test]
    fn an_invalid_settings_file_leaves_all_settings_at_their_defaults() {
        for text in [
            "[sound",
            "= = =\n\n]",
            "\"\"\"\nopen",
            "[cheats]\n\"80:FF\" = true\n",
        ] {
            let (_folder, store) = store(text);
            assert_eq!(*store.merged(), Settings::default(), "{text:?}");
            assert!(!store.faults().is_empty(), "{text:?}");
        }
    }

    #[test]
    fn a_refused_value_changes_nothing() {
        let (_folder, mut store) = store("[sound]\nvolume = 40\n");
        let before = written(&store);
        let result = store.set(Scope::General, "sound", "volume", Some(300.into()));
        assert!(result.is_err());
        assert_eq!(
            (written(&store), store.merged().sound.volume),
            (before, Some(40))
        );
    }
}
