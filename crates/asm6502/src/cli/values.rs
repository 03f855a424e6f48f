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

/// Parses the number at the start of `value`, and returns the choice that has this number. If there
/// is none, the error is `message`.
pub(super) fn pick<T: Copy>(
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
    pick(
        value,
        orders,
        &format!("Invalid sorting mode for -T option, must be {numbers}"),
    )
}

pub(super) fn error_style(value: &[u8]) -> Result<ErrorStyle, String> {
    let styles = [
        (0, ErrorStyle::Microsoft),
        (1, ErrorStyle::Dillon),
        (2, ErrorStyle::Gnu),
    ];
    pick(
        value,
        &styles,
        "Invalid error format for -E, must be 0, 1, 2",
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

pub(super) fn dialect(value: &str) -> Result<Dialect, String> {
    match value {
        "2.20.14.1" => Ok(Dialect::V2_20_14_1),
        "2.20.16" => Ok(Dialect::V2_20_16),
        _ => Err(format!(
            "unknown dialect {value}; use 2.20.14.1 or 2.20.16\n"
        )),
    }
}

pub(super) fn message_format(value: &str) -> Result<MessageFormat, String> {
    match value {
        "human" => Ok(MessageFormat::Human),
        "dasm" => Ok(MessageFormat::Dasm),
        "json" => Ok(MessageFormat::Json),
        _ => Err(format!(
            "unknown message format {value}; use human, dasm or json\n"
        )),
    }
}
