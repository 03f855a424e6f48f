//! Parses the settings, which precede the first place.

use super::{Fault, ScriptError, Setup, words::Words};
use vcs::{
    PowerOnState,
    cartridge::{ArmOptions, ArmTime},
    input::SaveKeyMemory,
    television::Standard,
};

/// The names of all settings.
pub(super) const SETTINGS: &[&str] = &[
    "cartridge",
    "sha256",
    "scheme",
    "arm-time",
    "arm-clock",
    #[cfg(feature = "arm-extra")]
    "arm-compat",
    #[cfg(feature = "arm-extra")]
    "arm-driver",
    #[cfg(feature = "arm-extra")]
    "arm-symbols",
    "tv",
    "power-on",
    "seed",
    "savekey",
    "symbols",
];

/// Reads the words after a setting's name, and stores the setting in `setup`.
pub(super) fn parse_setting(
    setup: &mut Setup,
    name: &str,
    words: &mut Words<'_>,
) -> Result<(), ScriptError> {
    match name {
        "cartridge" => setup.cartridge = Some(text(words, "a path or `bundled`")?),
        "sha256" => setup.sha256 = Some(sha256(words)?),
        "scheme" => setup.scheme = Some(text(words, "the name of a scheme")?),
        "arm-time" => {
            let times = ArmTime::ALL.map(|time| (time.name(), time));
            setup.arm.time = Some(words.choice(&times)?);
        }
        "arm-clock" => setup.arm.kilohertz = Some(kilohertz(words)?),
        #[cfg(feature = "arm-extra")]
        "arm-driver" => {
            let choices = vcs::cartridge::ArmDriver::ALL.map(|choice| (choice.name(), choice));
            setup.arm.driver = Some(words.choice(&choices)?);
        }
        #[cfg(feature = "arm-extra")]
        "arm-symbols" => setup.arm_symbols = Some(text(words, "the path of an ELF file or a map")?),
        #[cfg(feature = "arm-extra")]
        "arm-compat" => {
            setup.arm.compat = Some(words.choice(&[("on", true), ("off", false)])?);
        }
        "tv" => {
            let standards = Standard::ALL.map(|standard| (standard.name(), standard));
            setup.tv = Some(words.choice(&standards)?.name().into());
        }
        "power-on" => {
            let states = PowerOnState::ALL.map(|state| (state.name(), state));
            setup.power_on.state = words.choice(&states)?;
        }
        "seed" => setup.power_on.seed = words.number("a seed", u64::MAX)?,
        "savekey" => save_key_page(setup, words)?,
        _ => setup.symbols = Some(text(words, "the path of a symbol file")?),
    }
    words.finish()
}

/// Reads the contents of one page of a SaveKey: the port, the page's number, and its bytes.
fn save_key_page(setup: &mut Setup, words: &mut Words<'_>) -> Result<(), ScriptError> {
    let port = words.choice(&[("p0", 0), ("p1", 1)])?;
    let last = u64::from(SaveKeyMemory::PAGES - 1);
    let number = words.number("a page", last)? as u16;
    let word = words.next_word();
    let digits = word.text.as_bytes();
    let is_page =
        digits.len() == 2 * SaveKeyMemory::PAGE_SIZE && digits.iter().all(u8::is_ascii_hexdigit);
    if !is_page {
        return Err(words.expected(word, "64 bytes as 128 hexadecimal digits"));
    }
    let digit_value = |digit: u8| (digit as char).to_digit(16).unwrap_or_default() as u8;
    let bytes = digits
        .chunks(2)
        .map(|pair| digit_value(pair[0]) << 4 | digit_value(pair[1]));
    setup.save_keys[port].set_page(number, &bytes.collect::<Vec<u8>>());
    Ok(())
}

fn text(words: &mut Words<'_>, wanted: &str) -> Result<String, ScriptError> {
    let word = words.next_word();
    match word.text {
        "" => Err(words.expected(word, wanted)),
        _ => Ok(word.to_text()),
    }
}

fn kilohertz(words: &mut Words<'_>) -> Result<u32, ScriptError> {
    let word = words.peek();
    let number = words.number(CLOCK_VALUES, u64::MAX)?;
    let kilohertz = u32::try_from(number).ok();
    kilohertz
        .filter(|kilohertz| ArmOptions::KILOHERTZ.contains(kilohertz))
        .ok_or_else(|| words.expected(word, CLOCK_VALUES))
}

/// The description of a valid clock, for messages.
const CLOCK_VALUES: &str = "a clock in kHz, 1000 to 1000000";

fn sha256(words: &mut Words<'_>) -> Result<String, ScriptError> {
    let word = words.next_word();
    if word.text.len() == 64 && word.text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(word.text.to_ascii_lowercase());
    }
    let wanted = "a SHA-256 of 64 hexadecimal digits".into();
    let found = word.text.into();
    Err(words.error(word, Fault::Expected { wanted, found }))
}
