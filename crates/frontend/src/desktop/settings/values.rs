//! Reads the settings that need checking: numbers with a range, names, cheats, and lists of keys or
//! buttons. A single key or button need not be in a list.

use clap::ValueEnum;
use club::terminal::PieceSet;
use play::{cheats::Cheat, standard::PaletteChoice};
use serde::{
    Deserialize, Deserializer,
    de::{self, SeqAccess, Unexpected, Visitor},
};
use std::{collections::BTreeMap, fmt};
use vcs::input::ControllerKind;

/// The name that stands for an automatic value.
const AUTO: &str = "auto";
/// The name that stands for the cartridge's own piece shapes.
const PICTURE: &str = "picture";

/// The keys of an action, as written in the settings file: a list, or a single key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Keys(pub Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys, D::Error> {
        let expected = "a list of keys, such as [\"x\", \"ctrl+f1\"]";
        deserializer.deserialize_any(OneOrMore(expected)).map(Keys)
    }
}

/// The buttons of an action, as written in the settings file: a list, or a single button.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Buttons(pub Vec<String>);

impl<'de> Deserialize<'de> for Buttons {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Buttons, D::Error> {
        let expected = "a list of buttons, such as [\"south\", \"left-stick\"]";
        let buttons = deserializer.deserialize_any(OneOrMore(expected));
        buttons.map(Buttons)
    }
}

/// Reads one word or a list of words; the text describes the expected value.
struct OneOrMore(&'static str);

impl<'de> Visitor<'de> for OneOrMore {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_str<E: de::Error>(self, key: &str) -> Result<Vec<String>, E> {
        Ok(vec![key.to_owned()])
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut keys: A) -> Result<Vec<String>, A::Error> {
        std::iter::from_fn(|| keys.next_element().transpose()).collect()
    }
}

/// Reads a number from `MIN` to `MAX`.
pub fn within<'de, D, N, const MIN: i64, const MAX: i64>(deserializer: D) -> Result<N, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<i64>,
{
    let number = deserializer.deserialize_i64(Within::<MIN, MAX>)?;
    N::try_from(number).map_err(|_| de::Error::custom("the number does not fit the setting"))
}

struct Within<const MIN: i64, const MAX: i64>;

impl<const MIN: i64, const MAX: i64> Visitor<'_> for Within<MIN, MAX> {
    type Value = i64;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a number from {MIN} to {MAX}")
    }

    fn visit_i64<E: de::Error>(self, number: i64) -> Result<i64, E> {
        if (MIN..=MAX).contains(&number) {
            Ok(number)
        } else {
            Err(E::invalid_value(Unexpected::Signed(number), &self))
        }
    }
}

/// Reads an optional number from `MIN` to `MAX`.
pub fn some_within<'de, D, const MIN: i64, const MAX: i64>(
    deserializer: D,
) -> Result<Option<u8>, D::Error>
where
    D: Deserializer<'de>,
{
    within::<D, u8, MIN, MAX>(deserializer).map(Some)
}

/// Reads a palette by name; `auto` means the standard's own.
pub fn palette<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<PaletteChoice>, D::Error> {
    named(
        deserializer,
        AUTO,
        &PaletteChoice::ALL.map(PaletteChoice::name),
        PaletteChoice::from_name,
        |_| None,
    )
}

/// Reads a television set by name; `bitmap` means none.
pub fn look<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<signal::Preset>, D::Error> {
    named(
        deserializer,
        signal::Preset::Bitmap.name(),
        &signal::Preset::ALL[1..]
            .iter()
            .map(|look| look.name())
            .collect::<Vec<_>>(),
        signal::Preset::from_name,
        |_| None,
    )
}

/// Reads the name of a set of letters that stand for the pieces; `picture` means the shapes that
/// the cartridge draws.
pub fn pieces<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PieceSet>, D::Error> {
    let from_name = |name: &str| PieceSet::from_str(name, false).ok();
    let names = PieceSet::value_variants().iter();
    let names: Vec<String> = names
        .filter_map(|set| Some(set.to_possible_value()?.get_name().to_owned()))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    named(deserializer, PICTURE, &names, from_name, |_| None)
}

/// Reads a kind of controller by name; `auto` means the one that the cartridge requests.
pub fn controller<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<ControllerKind>, D::Error> {
    let names = ControllerKind::ALL.map(ControllerKind::name);
    named(
        deserializer,
        AUTO,
        &names,
        ControllerKind::from_name,
        ControllerKind::not_emulated,
    )
}

/// Reads cheats and whether they are on.
pub fn cheats<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, bool>, D::Error> {
    let cheats = BTreeMap::<String, bool>::deserialize(deserializer)?;
    for text in cheats.keys() {
        text.parse::<Cheat>().map_err(de::Error::custom)?;
    }
    Ok(cheats)
}

/// Reads one of `names`, or the name `none`, which stands for `None`. For a name that is known but
/// not supported, `unsupported` returns an error message.
fn named<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    none: &str,
    names: &[&str],
    from_name: fn(&str) -> Option<T>,
    unsupported: fn(&str) -> Option<&'static str>,
) -> Result<Option<T>, D::Error> {
    let name = String::deserialize(deserializer)?;
    if name == none {
        return Ok(None);
    }
    let unknown = || {
        if let Some(sentence) = unsupported(&name) {
            return de::Error::custom(sentence);
        }
        let names = names.join(", ");
        de::Error::custom(format!("unknown name {name:?}, expected {none}, {names}"))
    };
    from_name(&name).map(Some).ok_or_else(unknown)
}
