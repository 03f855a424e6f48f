//! The values of flags.

use crate::options::{Define, Dialect, ErrorStyle, Format, SymbolOrder};
use crate::text::{leading_number, lossy};

/// The format of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum MessageFormat {
    /// Messages with excerpt and advice on standard error.
    #[default]
    Human,
    /// Only dasm's lines.
    Dasm,
    /// One JSON object per line on standard output.
    Json,
}

pub(super) const FORMATS: [(i64, Format); 3] =
    [(1, Format::Origin), (2, Format::Hunks), (3, Format::Raw)];

pub(super) const ERROR_STYLES: [(i64, ErrorStyle); 3] = [
    (0, ErrorStyle::Microsoft),
    (1, ErrorStyle::Dillon),
    (2, ErrorStyle::Gnu),
];

pub(super) const MESSAGE_FORMATS: [(&str, MessageFormat); 3] = [
    ("human", MessageFormat::Human),
    ("dasm", MessageFormat::Dasm),
    ("json", MessageFormat::Json),
];

/// Parses the number at the start of `value`, and returns the choice that has this number. If there
/// is none, the error is `message`.
pub(super) fn by_number<T: Copy>(
    value: &[u8],
    choices: &[(i64, T)],
    message: &str,
) -> Result<T, String> {
    let number = leading_number(value);
    let found = choices.iter().find(|(known, _)| *known == number);
    found
        .map(|(_, choice)| *choice)
        .ok_or(format!("{message}\n"))
}

/// Returns the file name that follows the letter of a flag. dasm's error message says `-o`,
/// whatever the letter is.
pub(super) fn file_name(value: &[u8]) -> Result<String, String> {
    if value.is_empty() {
        return Err("-o Switch requires file name.\n".to_owned());
    }
    Ok(lossy(value))
}

pub(super) fn define(letter: u8, value: &[u8]) -> Define {
    let mut parts = value.splitn(2, |&byte| byte == b'=');
    let name = parts.next().unwrap_or_default().to_vec();
    let text = parts.next().unwrap_or(b"0").to_vec();
    Define {
        name,
        text,
        macro_text: letter == b'M',
    }
}

pub(super) fn symbol_order(value: &[u8], dialect: Dialect) -> Result<SymbolOrder, String> {
    let orders = [
        (0, SymbolOrder::Name),
        (1, SymbolOrder::Value),
        (2, SymbolOrder::Definition),
    ];
    let newer = dialect >= Dialect::V2_20_16;
    let (orders, numbers) = if newer {
        (&orders[..], "0, 1, 2")
    } else {
        (&orders[..2], "0 or 1")
    };
    by_number(
        value,
        orders,
        &format!("Invalid sorting mode for -T option, must be {numbers}"),
    )
}

/// Splits `FROM,TO`.
pub(super) fn label_pair(value: &str) -> Result<(String, String), String> {
    let (from, to) = value
        .split_once(',')
        .ok_or("--cycle-sum needs two labels: --cycle-sum FROM,TO\n")?;
    Ok((from.to_owned(), to.to_owned()))
}

pub(super) fn stack_reserve(value: &str) -> Result<u8, String> {
    let bytes: Option<u8> = value.parse().ok().filter(|&bytes| bytes <= 128);
    bytes.ok_or("--stack-reserve needs a number of bytes, 0 to 128\n".to_owned())
}

/// Returns the choice with this name. `kind` is the kind of choice, for the message.
pub(super) fn by_name<T: Copy>(name: &str, choices: &[(&str, T)], kind: &str) -> Result<T, String> {
    if let Some((_, choice)) = choices.iter().find(|(known, _)| *known == name) {
        return Ok(*choice);
    }
    let names: Vec<&str> = choices.iter().map(|(name, _)| *name).collect();
    let (last, others) = names.split_last().unwrap_or((&"", &[]));
    let others = others.join(", ");
    Err(format!("unknown {kind} {name}; use {others} or {last}\n"))
}
