//! Diagnostics: errors, warnings and notes, each with its place, an excerpt and advice.

use std::fmt;

use crate::options::ErrorStyle;
use crate::terminal::escaped;
use crate::text::lossy;

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// Information only; nothing needs to change.
    Note,
    /// The program was built, but may not be what the author intended.
    Warning,
    /// The build failed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A place in the sources that a message refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Site {
    /// Path from which the file was read; for a built-in header, its name.
    pub file: String,
    /// Line number, from 1; 0 if the message is not about a line.
    pub line: u32,
}

/// A second place that helps explain the message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The place.
    pub site: Site,
    /// A description, such as `in macro SLEEP, called here`.
    pub text: String,
}

/// An error, a warning or a note.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Error, warning or note.
    pub severity: Severity,
    /// dasm's error number; 0 for a warning or note.
    pub code: u8,
    /// A description of the fault in one sentence.
    pub message: String,
    /// The place; for a statement in a macro, its line in the macro's definition.
    pub site: Site,
    /// Column of the fault in the excerpt, from 1, if known.
    pub column: Option<usize>,
    /// The line as written; inside a macro, the line with its arguments inserted.
    pub excerpt: Option<String>,
    /// Advice on how to fix the fault.
    pub help: Option<String>,
    /// The macro calls and includes that led to the place, innermost first, and other related
    /// places.
    pub notes: Vec<Note>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", escaped(&self.site.file))?;
        if self.site.line > 0 {
            write!(f, ":{}", self.site.line)?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        writeln!(f, ": {}: {}", self.severity, escaped(&self.message))?;
        if let Some(excerpt) = &self.excerpt {
            writeln!(f, "    {}", escaped(excerpt))?;
            if let Some(column) = self.column {
                writeln!(f, "    {}^", margin(excerpt, column))?;
            }
        }
        for Note { site, text } in &self.notes {
            writeln!(
                f,
                "  {}:{}: {}",
                escaped(&site.file),
                site.line,
                escaped(text)
            )?;
        }
        if let Some(help) = &self.help {
            writeln!(f, "help: {}", escaped(help))?;
        }
        Ok(())
    }
}

/// Returns the blanks before the caret. TABs in the excerpt stay TABs, so that the caret ends up
/// below its character.
fn margin(excerpt: &str, column: usize) -> String {
    let to_blank = |character| if character == '\t' { '\t' } else { ' ' };
    let before: String = excerpt.chars().take(column - 1).collect();
    let missing = column - 1 - before.chars().count();
    let margin = escaped(&before);
    margin.chars().map(to_blank).collect::<String>() + &" ".repeat(missing)
}

/// Maximum number of characters in an excerpt.
const MAX_WIDTH: usize = 160;

/// Shortens a long line to the part around the column. Returns that part, and the column in it.
pub(crate) fn window(line: &str, column: Option<usize>) -> (String, Option<usize>) {
    if line.chars().count() <= MAX_WIDTH {
        return (line.to_owned(), column);
    }
    let start = column.map_or(0, |column| column.saturating_sub(MAX_WIDTH / 2));
    let shown: String = line.chars().skip(start).take(MAX_WIDTH).collect();
    let before = if start > 0 { "..." } else { "" };
    let column = column.map(|column| column - start + before.len());
    (format!("{before}{shown}..."), column)
}

impl Diagnostic {
    /// Creates a diagnostic without further details.
    pub(crate) fn new(severity: Severity, code: u8, message: String, site: Site) -> Diagnostic {
        Diagnostic {
            severity,
            code,
            message,
            site,
            column: None,
            excerpt: None,
            help: None,
            notes: Vec::new(),
        }
    }

    /// Sets the excerpt and the column of the fault in it.
    pub(crate) fn set_excerpt(&mut self, line: &str, column: Option<usize>) {
        let (excerpt, column) = window(line, column);
        self.excerpt = Some(excerpt);
        self.column = column;
    }

    /// Returns the diagnostic as one line in the style of dasm.
    pub fn one_line(&self, style: ErrorStyle) -> String {
        let file = &self.site.file;
        let prefix = location(style, file.as_bytes(), self.site.line, self.severity);
        format!("{}{}\n", lossy(&prefix), self.message)
    }

    /// Returns the diagnostic as one line of JSON.
    pub fn json(&self) -> String {
        use crate::json::{object, optional, string};
        let notes: Vec<String> = self
            .notes
            .iter()
            .map(|note| {
                object(&[
                    ("file", string(&note.site.file)),
                    ("line", note.site.line.to_string()),
                    ("message", string(&note.text)),
                ])
            })
            .collect();
        object(&[
            ("severity", string(&self.severity.to_string())),
            ("code", self.code.to_string()),
            ("message", string(&self.message)),
            ("file", string(&self.site.file)),
            ("line", self.site.line.to_string()),
            (
                "column",
                optional(self.column.map(|column| column.to_string())),
            ),
            ("excerpt", optional(self.excerpt.as_deref().map(string))),
            ("help", optional(self.help.as_deref().map(string))),
            ("notes", format!("[{}]", notes.join(","))),
        ])
    }
}

/// Returns the prefix that dasm puts before a message.
pub(crate) fn location(style: ErrorStyle, file: &[u8], line: u32, severity: Severity) -> Vec<u8> {
    match style {
        ErrorStyle::Microsoft => [file, format!(" ({line}): {severity}: ").as_bytes()].concat(),
        ErrorStyle::Dillon => {
            let padding = " ".repeat(10usize.saturating_sub(file.len()) + 1);
            [
                format!("line {line:7} ").as_bytes(),
                file,
                padding.as_bytes(),
            ]
            .concat()
        }
        ErrorStyle::Gnu => [file, format!(":{line}: {severity}: ").as_bytes()].concat(),
    }
}
