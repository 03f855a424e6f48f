//! Parses the command line.

use crate::build;
use crate::cli::values::{
    ERROR_STYLES, FORMATS, MESSAGE_FORMATS, MessageFormat, by_name, by_number, define, file_name,
    label_pair, stack_reserve, symbol_order,
};
use crate::options::{Dialect, Format, ListingMode, Options};
use crate::sources::provider::DiskProvider;
use crate::text::{leading_number, lossy};
use std::path::{Path, PathBuf};

/// The parsed command-line arguments.
#[derive(Debug, Default)]
pub(super) struct Arguments {
    pub options: Options,
    pub output: Option<String>,
    pub listing: Option<String>,
    pub symbols: Option<String>,
    pub map: Option<String>,
    pub depfile: Option<String>,
    /// The project file, if there is one.
    pub project: Option<PathBuf>,
    /// True if `--usage` was given.
    pub usage: bool,
    /// The pairs of labels given with `--cycle-sum`.
    pub cycle_sums: Vec<(String, String)>,
    pub remove_on_error: bool,
    pub message_format: MessageFormat,
    /// The value of `-d`, if it was given. The flag does nothing except print dasm's notice.
    pub debug_notice: Option<bool>,
    /// True if `--message-format` was given.
    message_format_given: bool,
}

pub(super) enum Request {
    Assemble(Box<Arguments>),
    Help(String),
}

/// Parses the words of the command line. An error is the text to print before the program exits
/// with code 1.
pub(super) fn parse(words: &[Vec<u8>]) -> Result<Request, String> {
    if let Some(topic) = help_topic(words) {
        return Ok(Request::Help(topic));
    }
    let Some((source, rest)) = words.split_first() else {
        return Err(super::help::usage());
    };
    if source.starts_with(b"-") && rest.iter().any(|word| !word.starts_with(b"-")) {
        return Err(super::help::source_first(&lossy(source), rest));
    }
    let (options, project) = base_options(source, rest)?;
    let mut arguments = Arguments {
        options,
        project,
        output: Some("a.out".to_owned()),
        ..Arguments::default()
    };
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match word.strip_prefix(b"--") {
            Some(long) => arguments.parse_long(&lossy(long), &mut rest)?,
            None => arguments.parse_short(word)?,
        }
    }
    if arguments.options.strict_dasm && !arguments.message_format_given {
        arguments.message_format = MessageFormat::Dasm;
    }
    Ok(Request::Assemble(Box::new(arguments)))
}

/// Returns the options to start with before the flags are parsed, and the project file they come
/// from. If there is no project file, or if a flag says to ignore it, returns dasm's defaults and
/// `None`.
fn base_options(source: &[u8], rest: &[Vec<u8>]) -> Result<(Options, Option<PathBuf>), String> {
    let no_project = |word: &Vec<u8>| matches!(word.as_slice(), b"--no-project" | b"--strict-dasm");
    let plain = Options {
        source: source.to_vec(),
        ..Options::default()
    };
    if rest.iter().any(no_project) {
        return Ok((plain, None));
    }
    let name = lossy(source);
    let found =
        build::locate(&DiskProvider, Path::new(&name)).map_err(|fault| format!("{fault}\n"))?;
    let (source, Some(located)) = found else {
        return Ok((plain, None));
    };
    let options = located.project.options(located.folder(), &source);
    let options = Options {
        format: Format::default(),
        ..options
    };
    Ok((options, Some(located.path)))
}

fn help_topic(words: &[Vec<u8>]) -> Option<String> {
    let first = words.first()?;
    let topic = words.get(1).map_or(String::new(), |word| lossy(word));
    match first.as_slice() {
        b"--help" | b"-h" => Some(topic),
        b"--version" => Some("version".to_owned()),
        _ => None,
    }
}

impl Arguments {
    /// Parses one of dasm's flags: a letter, directly followed by its value.
    fn parse_short(&mut self, word: &[u8]) -> Result<(), String> {
        let (Some(b'-' | b'/'), Some(&letter)) = (word.first(), word.get(1)) else {
            return Err(super::help::usage());
        };
        let value = &word[2..];
        let options = &mut self.options;
        match letter {
            b'f' => options.format = by_number(value, &FORMATS, "Illegal format specification")?,
            b'o' => self.output = Some(file_name(value)?),
            b'l' | b'L' => {
                self.listing = Some(file_name(value)?);
                // A later -l does not undo -L.
                if letter == b'L' {
                    options.listing = ListingMode::AllPasses;
                } else if options.listing == ListingMode::None {
                    options.listing = ListingMode::LastPass;
                }
            }
            b's' => self.symbols = Some(file_name(value)?),
            b'v' => options.verbosity = leading_number(value) as u8,
            b'd' => self.debug_notice = Some(leading_number(value) != 0),
            b'D' | b'M' => options.defines.push(define(letter, value)),
            b'I' => options.include_dirs.push(value.to_vec()),
            b'p' | b'P' => {
                options.max_passes = leading_number(value).clamp(0, i64::from(u32::MAX)) as u32;
                options.all_passes = letter == b'P';
            }
            b'T' => options.symbol_order = symbol_order(value, options.dialect)?,
            b'E' => {
                let message = "Invalid error format for -E, must be 0, 1, 2";
                options.error_style = by_number(value, &ERROR_STYLES, message)?;
                if !self.message_format_given {
                    self.message_format = MessageFormat::Dasm;
                }
            }
            b'S' => options.strict = true,
            b'R' => self.remove_on_error = true,
            b'm' => {
                let limit = leading_number(value);
                if limit <= 64 {
                    return Err("-m Switch invalid argument, should be > 64\n".to_owned());
                }
                options.address_limit = limit as u64;
            }
            b'W' => return self.enable_warnings(&lossy(value)),
            _ => return Err(super::help::usage()),
        }
        Ok(())
    }

    /// Turns on `-Werror`, `-Wall` or a single warning.
    fn enable_warnings(&mut self, name: &str) -> Result<(), String> {
        if name == "error" {
            self.options.warnings_as_errors = true;
        } else if !self.options.warnings.enable(name) {
            return Err(format!(
                "unknown warning -W{name}; use -Werror, -Wall, -Wpage-crossing, -Wunused, \
                 -Wtruncated, -Wram or -Wregisters\n"
            ));
        }
        Ok(())
    }

    /// Parses a flag that dasm lacks: `--name value` or `--name=value`.
    fn parse_long<'w>(
        &mut self,
        word: &str,
        rest: &mut impl Iterator<Item = &'w Vec<u8>>,
    ) -> Result<(), String> {
        let (name, inline_value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        let mut value = || {
            let value = inline_value
                .clone()
                .or_else(|| rest.next().map(|word| lossy(word)));
            value
                .filter(|value| !value.is_empty())
                .ok_or(format!("--{name} needs a value\n"))
        };
        match name {
            "map" => {
                self.map = Some(value()?);
                self.options.map = true;
            }
            "depfile" => self.depfile = Some(value()?),
            "dialect" => self.options.dialect = by_name(&value()?, &Dialect::NAMES, "dialect")?,
            "message-format" => {
                self.message_format = by_name(&value()?, &MESSAGE_FORMATS, "message format")?;
                self.message_format_given = true;
            }
            "usage" => {
                self.usage = true;
                self.options.map = true;
            }
            "cycle-sum" => {
                self.cycle_sums.push(label_pair(&value()?)?);
                self.options.timings = true;
            }
            "stack-reserve" => self.options.stack_reserve = stack_reserve(&value()?)?,
            "strict-dasm" => self.options.strict_dasm = true,
            "extensions" => self.options.extensions = true,
            // `base_options` has already handled this flag.
            "no-project" => {}
            "cycles" => self.options.cycles = true,
            _ => return Err(format!("unknown flag --{name}; see asm6502 --help\n")),
        }
        Ok(())
    }
}
