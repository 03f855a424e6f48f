//! A settings file, and changes to its text that preserve its comments and order.

use super::contents::{DEFAULT_PREFIX, Settings, TEMPLATE};
use headless::{error::Error, files::write_whole};
use std::{
    fs,
    path::{Path, PathBuf},
};
use toml::{Table, Value};
use toml_edit::{Document, DocumentMut, Item, RawString};

/// A settings file and its text.
#[derive(Debug, Clone, Default)]
pub struct SettingsFile {
    /// The path; without a path, nothing is written.
    pub path: Option<PathBuf>,
    /// The text; empty if there is no file yet.
    pub text: String,
    /// The first lines of a new file.
    pub head: String,
}

impl SettingsFile {
    /// Checks the whole file.
    ///
    /// # Errors
    /// The fault, with the file's name and line.
    pub fn check(&self) -> Result<(), Error> {
        let name = self.path.as_deref().unwrap_or(Path::new("settings"));
        let with_name = |fault| Error::Usage(format!("{}:{fault}", name.display()));
        Settings::parse(&self.text).map(drop).map_err(with_name)
    }

    /// Sets a value, or removes it with `None`. Keeps the file's line endings.
    ///
    /// # Errors
    /// `section` is the name of a setting instead of a section, or the setting shares its line with
    /// others.
    pub fn set(&mut self, section: &str, key: &str, value: Option<Value>) -> Result<(), Error> {
        let lf_text = self.text.replace("\r\n", "\n");
        let changed = match value {
            Some(value) if lf_text.is_empty() => with_setting(&self.head, section, key, value)?,
            Some(value) => with_setting(&lf_text, section, key, value)?,
            None => without_setting(&lf_text, section, key)?,
        };
        if changed != lf_text {
            self.text = if self.text.contains("\r\n") {
                changed.replace('\n', "\r\n")
            } else {
                changed
            };
        }
        Ok(())
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn write(&self) -> Result<(), Error> {
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        write_whole(path, self.text.as_bytes())
    }
}

fn usage_error(error: toml_edit::TomlError) -> Error {
    Error::Usage(error.message().to_owned())
}

/// Returns the text with a setting added. The setting replaces the line that shows its default, if
/// there is one.
fn with_setting(text: &str, section: &str, key: &str, value: Value) -> Result<String, Error> {
    let text = with_section(text, section);
    let text = if has_setting(&text, section, key) {
        text
    } else {
        with_default_line(&text, section, key)
    };
    let mut document: DocumentMut = text.parse().map_err(usage_error)?;
    // If the file contains only comments, keep them above the first setting.
    let mut leading_comments = String::new();
    if document.as_table().is_empty() {
        (leading_comments, document) = (text, DocumentMut::new());
    }
    let mut table = Some(document.as_table_mut());
    for name in table_names(section) {
        table = table.and_then(|table| table.get_mut(name)?.as_table_mut());
    }
    let Some(table) = table else {
        return Err(Error::Usage(format!(
            "{section} is not a section; begin it with a line [{section}] in the settings file"
        )));
    };
    put_value(table, key, to_edit_value(value));
    Ok(format!("{leading_comments}{document}"))
}

/// Puts a value into a section. Keeps the comments of the old value: a comment after the value
/// stays there, and comments inside a list move above the value.
fn put_value(table: &mut toml_edit::Table, key: &str, mut new: toml_edit::Value) {
    let is_dotted = table.is_dotted();
    if let Some((mut name, item)) = table.get_key_value_mut(key)
        && let Some(old) = item.as_value_mut()
    {
        let comments = comments_in(old);
        // In a dotted name, the last part cannot have comments above it.
        if !comments.is_empty() && !is_dotted {
            let prefix = name.leaf_decor().prefix().and_then(RawString::as_str);
            let prefix = format!("{}{comments}", prefix.unwrap_or_default());
            name.leaf_decor_mut().set_prefix(prefix);
        }
        *new.decor_mut() = old.decor().clone();
        *old = new;
    } else {
        table.insert(key, Item::Value(new));
    }
}

/// Returns the comments inside a list, one per line.
fn comments_in(value: &toml_edit::Value) -> String {
    let Some(list) = value.as_array() else {
        return String::new();
    };
    let decors = list.iter().map(toml_edit::Value::decor);
    let decors = decors.flat_map(|decor| [decor.prefix(), decor.suffix()]);
    let texts = decors.flatten().chain([list.trailing()]);
    let lines = texts.filter_map(RawString::as_str).flat_map(str::lines);
    let comments = lines.map(str::trim).filter(|line| line.starts_with('#'));
    comments.map(|comment| format!("{comment}\n")).collect()
}

/// Returns the text with a setting removed. The comments above it stay. In a file made from the
/// template, the line that shows the default appears again.
fn without_setting(text: &str, section: &str, key: &str) -> Result<String, Error> {
    let document = Document::parse(text).map_err(usage_error)?;
    let mut table = Some(document.as_table());
    for name in table_names(section) {
        table = table.and_then(|table| table.get(name)?.as_table());
    }
    let Some((name, value)) = table.and_then(|table| table.get_key_value(key)) else {
        return if has_setting(text, section, key) {
            Err(shared_line_error(section, key))
        } else {
            Ok(text.to_owned())
        };
    };
    let (Some(name), Some(value)) = (name.span(), value.span()) else {
        return Ok(text.to_owned());
    };
    let start = text[..name.start].rfind('\n').map_or(0, |at| at + 1);
    let end = text[value.end..].find('\n');
    let end = end.map_or(text.len(), |at| value.end + at + 1);
    if !text[start..name.start].trim().is_empty() {
        return Err(shared_line_error(section, key));
    }
    let default = if text.lines().any(|line| line.starts_with(DEFAULT_PREFIX)) {
        default_line(section, key).unwrap_or_default()
    } else {
        String::new()
    };
    Ok(format!("{}{default}{}", &text[..start], &text[end..]))
}

fn shared_line_error(section: &str, key: &str) -> Error {
    Error::Usage(format!(
        "{section}.{key} shares its line with other settings; remove {key} from that line in the \
         settings file"
    ))
}

/// Returns the template's line that shows the default of a setting.
fn default_line(section: &str, key: &str) -> Option<String> {
    let changed = with_default_line(TEMPLATE, section, key);
    let mut lines = TEMPLATE.lines().zip(changed.lines());
    let (line, _) = lines.find(|(before, after)| before != after)?;
    Some(format!("{line}\n"))
}

/// Returns the text with a setting in place of the line that shows its default.
fn with_default_line(text: &str, section: &str, key: &str) -> String {
    let mut current = "";
    let lines = text.lines().map(|line| {
        if let Some(name) = line.strip_prefix('[') {
            current = name.split(']').next().unwrap_or_default();
        }
        let default = line.strip_prefix(DEFAULT_PREFIX).filter(|default| {
            let name = default.split('=').next().unwrap_or_default();
            current == section && name.trim() == key
        });
        format!("{}\n", default.unwrap_or(line))
    });
    lines.collect()
}

/// Returns the table names that lead to a section: none for the top level, two for a pad, otherwise
/// one.
fn table_names(section: &str) -> impl Iterator<Item = &str> {
    section.splitn(2, '.').filter(|name| !name.is_empty())
}

/// Returns a section of a document.
pub fn section_of<'a>(table: &'a Table, section: &str) -> Option<&'a Table> {
    table_names(section).try_fold(table, |table, name| table.get(name)?.as_table())
}

/// Returns whether a document has a setting.
pub fn has_setting(text: &str, section: &str, key: &str) -> bool {
    let table = text.parse::<Table>().unwrap_or_default();
    section_of(&table, section).is_some_and(|table| table.contains_key(key))
}

/// Returns the text with a section added if it is missing. It goes at the end, after all comments.
fn with_section(text: &str, section: &str) -> String {
    let table = text.parse::<Table>().unwrap_or_default();
    if section_of(&table, section).is_some() {
        return text.to_owned();
    }
    let names: Vec<String> = table_names(section)
        .map(|name| toml_edit::Key::new(name).to_string())
        .collect();
    let last = text.lines().next_back().unwrap_or_default();
    let blank_line = if last.is_empty() || last.starts_with('#') {
        ""
    } else {
        "\n"
    };
    let line_end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("{text}{line_end}{blank_line}[{}]\n", names.join("."))
}

/// Converts a value for use in the document.
fn to_edit_value(value: Value) -> toml_edit::Value {
    match value {
        Value::String(text) => text.into(),
        Value::Integer(number) => number.into(),
        Value::Float(number) => number.into(),
        Value::Boolean(on) => on.into(),
        Value::Array(values) => values.into_iter().map(to_edit_value).collect(),
        other => other.to_string().into(),
    }
}
