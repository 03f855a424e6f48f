//! Diagnostics: dasm's numbered errors, and everything a reader needs besides the number.

use std::fmt;

use crate::options::ErrorStyle;
use crate::text::lossy;

/// dasm's errors. The number is the exit code if the error ends the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Code {
    FileOpen,
    NotResolvable,
    TooManyPasses,
    Errors,
    Syntax,
    DivisionByZero,
    UnknownMnemonic,
    AddressingMode,
    ForcedMode,
    MissingArgument,
    PrematureEnd,
    IllegalCharacter(u8),
    BranchRange,
    Err,
    OriginReversed,
    EquMismatch,
    ByteRange,
    WordRange,
    LabelMismatch,
    MacroRepeated,
    ValueUndefined,
    Processor,
    NegativeRepeat,
    SecondProcessor,
    Recursion,
    Internal,
    MacroBalance,
    CommentOpen,
    CommentClose,
    TypeMismatch,
    /// An `ASSERT` that failed (extension).
    Assertion,
}

impl Code {
    /// dasm's number of the error, in the numbering of 2.20.14.1.
    pub fn number(self) -> u8 {
        use Code::*;
        match self {
            FileOpen => 2,
            NotResolvable => 3,
            TooManyPasses => 4,
            Errors | Assertion => 5,
            Syntax => 6,
            DivisionByZero => 9,
            UnknownMnemonic => 10,
            AddressingMode => 11,
            ForcedMode => 12,
            MissingArgument => 13,
            PrematureEnd => 14,
            IllegalCharacter(_) => 15,
            BranchRange => 16,
            Err => 17,
            OriginReversed => 18,
            EquMismatch => 19,
            ByteRange => 20,
            WordRange => 21,
            LabelMismatch => 24,
            MacroRepeated => 25,
            ValueUndefined => 26,
            Processor => 27,
            NegativeRepeat => 28,
            SecondProcessor => 30,
            Recursion => 38,
            Internal => 39,
            MacroBalance => 40,
            CommentOpen => 41,
            CommentClose => 42,
            TypeMismatch => 43,
        }
    }

    /// True if a last pass with this error ends with exit code 5.
    pub fn is_fatal(self) -> bool {
        use Code::*;
        !matches!(
            self,
            AddressingMode | BranchRange | EquMismatch | LabelMismatch | NegativeRepeat
        )
    }

    /// dasm's text of the error.
    pub fn text(self, detail: &str) -> String {
        use Code::*;
        match self {
            FileOpen => "Unable to open file.".into(),
            NotResolvable => "Source is not resolvable.".into(),
            TooManyPasses => format!("Too many passes ({detail})."),
            Errors => "Too many errors.".into(),
            Syntax => format!("Syntax Error '{detail}'."),
            DivisionByZero => "Division by zero.".into(),
            UnknownMnemonic => format!("Unknown Mnemonic '{detail}'."),
            AddressingMode => format!("Illegal Addressing mode '{detail}'."),
            ForcedMode => format!("Illegal forced Addressing mode on '{detail}'."),
            MissingArgument => "Not enough args passed to Macro.".into(),
            PrematureEnd => "Premature EOF.".into(),
            IllegalCharacter(_) => format!("Illegal character '{detail}'."),
            BranchRange => format!("Branch out of range ({detail} bytes)."),
            Err => "ERR pseudo-op encountered.".into(),
            OriginReversed => "Origin Reverse-indexed.".into(),
            EquMismatch => "EQU: Value mismatch.".into(),
            ByteRange => format!("Value in '{detail}' must be <$100."),
            WordRange => format!("Value in '{detail}' must be <$10000."),
            LabelMismatch => format!("Label mismatch...\n --> {detail}"),
            MacroRepeated => format!("Macro \"{detail}\" definition is repeated."),
            ValueUndefined => "Value Undefined.".into(),
            Processor => format!("Processor '{detail}' not supported."),
            NegativeRepeat => "REPEAT parameter < 0 (ignored).".into(),
            SecondProcessor => "Only one processor type may be selected.".into(),
            Recursion => format!("Recursion too deep in {detail}"),
            Internal => format!("Internal error in {detail}"),
            MacroBalance => format!("Unbalanced macro {detail}"),
            CommentOpen => "Multi-line comment not closed.".into(),
            CommentClose => "Multi-line comment closed without open.".into(),
            TypeMismatch => "Type mismatch".into(),
            Assertion => format!("Assertion failed: {detail}"),
        }
    }
}

/// The severity of a diagnostic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Severity {
    /// The code is built, but may not be what was meant.
    Warning,
    /// The build failed.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// A place in the sources that a message refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Site {
    /// Name of the file as the source writes it.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
}

/// A further place that is related to the message, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Where.
    pub site: Site,
    /// What happens there: `in macro SLEEP, called here`.
    pub text: String,
}

/// One error or warning.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// dasm's number of the error, or 0.
    pub code: u8,
    /// What is wrong, in one sentence.
    pub message: String,
    /// The innermost place: inside a macro, the line of its definition.
    pub site: Site,
    /// Column in the excerpt, from 1, where the fault is, if known.
    pub column: Option<usize>,
    /// The line: as written, or as expanded inside a macro.
    pub excerpt: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// Macro calls and includes that led here, the innermost first; other places.
    pub notes: Vec<Note>,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.site.file)?;
        if self.site.line > 0 {
            write!(f, ":{}", self.site.line)?;
        }
        if let Some(column) = self.column {
            write!(f, ":{column}")?;
        }
        writeln!(f, ": {}: {}", self.severity, self.message)?;
        if let Some(excerpt) = &self.excerpt {
            writeln!(f, "    {excerpt}")?;
            if let Some(column) = self.column {
                writeln!(f, "    {}^", margin(excerpt, column))?;
            }
        }
        for note in &self.notes {
            writeln!(f, "  {}:{}: {}", note.site.file, note.site.line, note.text)?;
        }
        if let Some(help) = &self.help {
            writeln!(f, "help: {help}")?;
        }
        Ok(())
    }
}

/// Blanks up to the column; TABs stay TABs, so that the caret is below its character.
fn margin(excerpt: &str, column: usize) -> String {
    let tabs = |character| if character == '\t' { '\t' } else { ' ' };
    let mut margin: String = excerpt.chars().take(column - 1).map(tabs).collect();
    while margin.chars().count() < column - 1 {
        margin.push(' ');
    }
    margin
}

impl Diagnostic {
    /// The message as one line in the style of dasm.
    pub fn one_line(&self, style: ErrorStyle) -> String {
        let file = &self.site.file;
        let prefix = location(style, file.as_bytes(), self.site.line, self.severity);
        format!("{}{}\n", lossy(&prefix), self.message)
    }

    /// The message as one line of JSON.
    pub fn json(&self) -> String {
        use crate::json::{object, string};
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
        let optional =
            |text: &Option<String>| text.as_ref().map_or("null".into(), |text| string(text));
        object(&[
            ("severity", string(&self.severity.to_string())),
            ("code", self.code.to_string()),
            ("message", string(&self.message)),
            ("file", string(&self.site.file)),
            ("line", self.site.line.to_string()),
            (
                "column",
                self.column
                    .map_or("null".into(), |column| column.to_string()),
            ),
            ("excerpt", optional(&self.excerpt)),
            ("help", optional(&self.help)),
            ("notes", format!("[{}]", notes.join(","))),
        ])
    }
}

/// dasm's prefix of a message.
pub(crate) fn location(style: ErrorStyle, file: &[u8], line: u32, severity: Severity) -> Vec<u8> {
    let mut prefix = Vec::new();
    match style {
        ErrorStyle::Microsoft => {
            prefix.extend_from_slice(file);
            prefix.extend_from_slice(format!(" ({line}): {severity}: ").as_bytes());
        }
        ErrorStyle::Dillon => {
            prefix.extend_from_slice(format!("line {line:7} ").as_bytes());
            prefix.extend_from_slice(file);
            prefix.resize(prefix.len() + 10usize.saturating_sub(file.len()), b' ');
            prefix.push(b' ');
        }
        ErrorStyle::Gnu => {
            prefix.extend_from_slice(file);
            prefix.extend_from_slice(format!(":{line}: {severity}: ").as_bytes());
        }
    }
    prefix
}

/// The run ends here. The message has been recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Abort(pub Code);

/// Result of everything that may abort.
pub(crate) type Step = Result<(), Abort>;
