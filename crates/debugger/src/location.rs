//! Locations in a program, as users write them.

use crate::{program::Program, source_line::SourceLine};
use std::borrow::Cow;
use strsim::damerau_levenshtein;
use thiserror::Error;
use vcs::Machine;

/// A location in a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// Code in the image.
    Code {
        /// The offsets of the instructions in the image.
        offsets: Vec<usize>,
        /// The source line. If the user named a line without code, this is the next line with code.
        line: Option<SourceLine>,
        /// The address of the first instruction.
        address: u16,
    },
    /// An address, in any bank or in one bank.
    Address {
        /// The address as the user wrote it.
        address: u16,
        /// The bank; `None` for any bank.
        bank: Option<usize>,
    },
}

/// The reason a string is not a valid location.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum LocationError {
    /// No source file of the program has this name.
    #[error("there is no source file {name}; the files are: {files}")]
    NoFile {
        /// The name.
        name: String,
        /// The files of the program, separated by commas.
        files: String,
    },
    /// Several source files of the program have this name, in different folders.
    #[error("there are several source files {name}: {files}; name the folder, too")]
    Ambiguous {
        /// The name.
        name: String,
        /// The files.
        files: String,
    },
    /// The cartridge has no such bank.
    #[error("there is no bank {bank}; the cartridge has banks 0 to {last}")]
    NoBank {
        /// The bank.
        bank: usize,
        /// The last bank of the cartridge.
        last: usize,
    },
    /// Neither the line nor the ten lines after it contain code.
    #[error("{file}:{line} and the ten lines after it contain no code; name another line")]
    NoCode {
        /// The file.
        file: String,
        /// The line.
        line: u32,
    },
    /// The text is neither a number nor a name in the program.
    #[error("`{text}` is not an address, label or FILE:LINE{hint}")]
    Unknown {
        /// The text.
        text: String,
        /// `; perhaps NAME`, or advice if no names are known, or nothing.
        hint: String,
    },
}

impl Location {
    /// Parses `kernel.asm:40`, `:40` (in the file of the current instruction), `DrawRank`,
    /// `DrawRank+5`, `.loop` (the local label in the scope of the current instruction),
    /// `DrawRank.loop`, `$F123` or `2:$F123` (in bank 2).
    ///
    /// # Errors
    /// [`LocationError`] if there is no such location.
    pub fn parse(
        text: &str,
        program: &Program,
        machine: &Machine,
    ) -> Result<Location, LocationError> {
        let text = &with_dots(text.trim(), program);
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.trim().parse::<u32>()
            && file.parse::<usize>().is_err()
        {
            return Location::in_file(file, line, program, machine);
        }
        if let Some((bank, address)) = text.split_once(':')
            && let (Ok(bank), Some(address)) = (bank.trim().parse(), number(address.trim()))
        {
            let cartridge = machine.cartridge();
            let size = cartridge.scheme().bank_size().max(1);
            let last = (cartridge.image().len().div_ceil(size)).saturating_sub(1);
            return if bank <= last {
                Ok(Location::Address {
                    address,
                    bank: Some(bank),
                })
            } else {
                Err(LocationError::NoBank { bank, last })
            };
        }
        if let Some(address) = number(text) {
            return Ok(Location::Address {
                address,
                bank: None,
            });
        }
        let label = if text.starts_with('.') {
            program.local_label(machine, text)
        } else {
            program.label(text)
        };
        let found = label.map(|label| match label.offset {
            Some(offset) => Location::Code {
                offsets: vec![offset],
                line: label.line,
                address: label.address,
            },
            None => Location::Address {
                address: label.address,
                bank: None,
            },
        });
        let value = || {
            Some(Location::Address {
                address: program.symbols.value(text)?,
                bank: None,
            })
        };
        if let Some(found) = found.or_else(value) {
            return Ok(found);
        }
        if let Some((base, distance)) = split_distance(text) {
            return Ok(Location::parse(base, program, machine)?.offset_by(distance, program));
        }
        Err(LocationError::Unknown {
            text: text.to_string(),
            hint: suggestion(text, program),
        })
    }

    /// Returns the location that is `distance` bytes after this one.
    fn offset_by(self, distance: i32, program: &Program) -> Location {
        match self {
            Location::Code {
                offsets, address, ..
            } => {
                let offsets: Vec<usize> = offsets
                    .into_iter()
                    .filter_map(|offset| offset.checked_add_signed(distance as isize))
                    .collect();
                let first = offsets.first().and_then(|first| program.span_at(*first));
                Location::Code {
                    line: first.map(|span| span.line),
                    offsets,
                    address: address.wrapping_add_signed(distance as i16),
                }
            }
            Location::Address { address, bank } => Location::Address {
                address: address.wrapping_add_signed(distance as i16),
                bank,
            },
        }
    }

    /// Returns the location of the code that a source line generates. An empty name means the file
    /// of the current instruction.
    ///
    /// # Errors
    /// [`LocationError`] if there is no such file, or no code in the line and the ten lines after
    /// it.
    pub fn in_file(
        name: &str,
        line: u32,
        program: &Program,
        machine: &Machine,
    ) -> Result<Location, LocationError> {
        let pc = machine.cpu().registers().pc;
        let files = match name {
            "" => program
                .span(machine, pc)
                .map(|span| vec![span.outer_line().file])
                .unwrap_or_default(),
            _ => program.files_named(name),
        };
        let names = |indices: &[usize]| {
            let names: Vec<&str> = indices
                .iter()
                .filter_map(|index| program.files().get(*index).map(String::as_str))
                .collect();
            names.join(", ")
        };
        let file = match files[..] {
            [file] => file,
            [] => {
                return Err(LocationError::NoFile {
                    name: name.into(),
                    files: match program.files() {
                        [] => "none, because the program has no source or map".into(),
                        files => files.join(", "),
                    },
                });
            }
            _ => {
                return Err(LocationError::Ambiguous {
                    name: name.into(),
                    files: names(&files),
                });
            }
        };
        let (line, offsets) =
            program
                .code_of_line(file, line)
                .ok_or_else(|| LocationError::NoCode {
                    file: names(&[file]),
                    line,
                })?;
        let address = offsets
            .first()
            .and_then(|offset| program.span_at(*offset))
            .map_or(0, |span| span.address);
        Ok(Location::Code {
            offsets,
            line: Some(SourceLine { file, line }),
            address,
        })
    }

    /// Returns the address; for code, the address of the first instruction.
    pub fn address(&self) -> u16 {
        match self {
            Location::Code { address, .. } | Location::Address { address, .. } => *address,
        }
    }
}

/// Converts a ca65 local name, such as `Main@loop` or `@loop`, to the debugger's form: `Main.loop`
/// or `.loop`.
pub(crate) fn with_dots<'a>(text: &'a str, program: &Program) -> Cow<'a, str> {
    if !text.contains('@') || program.label(text).is_some() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('@', "."))
}

/// Splits a text such as `Main+5` or `Main-$10` into a name and a distance; `None` for any other
/// text.
fn split_distance(text: &str) -> Option<(&str, i32)> {
    let sign_index = text
        .rfind(['+', '-'])
        .filter(|sign_index| *sign_index > 0)?;
    let distance = i32::from(number(text[sign_index + 1..].trim())?);
    let sign = if text[sign_index..].starts_with('-') {
        -1
    } else {
        1
    };
    Some((text[..sign_index].trim(), sign * distance))
}

/// Reads `$F123`, `0xF123`, `%101` or a decimal number, up to 65535; `None` for any other text.
pub fn number(text: &str) -> Option<u16> {
    let digits = |text: &str, radix| u16::from_str_radix(text, radix).ok();
    match text.as_bytes() {
        [b'$', b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F', ..] => digits(&text[1..], 16),
        [b'0', b'x' | b'X', _, ..] => digits(&text[2..], 16),
        [b'%', b'0' | b'1', ..] => digits(&text[1..], 2),
        [b'0'..=b'9', ..] => digits(text, 10),
        _ => None,
    }
}

/// Returns advice for a text that names nothing in the program: a similar name, if there is one.
fn suggestion(text: &str, program: &Program) -> String {
    if program.symbols.values().next().is_none() {
        return "; no names are known: open the source instead of the image, or name the image's \
                symbol file (`--symbols`), map or listing"
            .into();
    }
    let wanted = text.to_lowercase();
    let variables = program.variables().iter().map(|variable| &variable.name);
    let names = program.labels().iter().map(|label| &label.name);
    // First compare names without regard to case. If two are equally similar to the text, prefer
    // the one whose case is closer.
    names
        .chain(variables)
        .map(|name| {
            let distance = damerau_levenshtein(&name.to_lowercase(), &wanted);
            (distance, damerau_levenshtein(name, text), name)
        })
        .filter(|(distance, ..)| *distance <= 1 + wanted.chars().count() / 4)
        .min()
        .map_or(String::new(), |(.., name)| format!("; perhaps {name}"))
}
