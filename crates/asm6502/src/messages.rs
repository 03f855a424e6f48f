//! The buffers of console text, and the building of messages.

use crate::assembler::{Abort, Assembler};
use crate::diagnostic::{Code, Diagnostic, Note, Severity, Site, location};
use crate::input::FrameKind;
use crate::line::Line;
use crate::options::{ErrorStyle, Options};
use crate::symbols::{Place, SymbolId};
use crate::text::lossy;

/// What is printed, and the messages of the current pass.
#[derive(Debug)]
pub(crate) struct Messages {
    style: ErrorStyle,
    /// Text printed so far, over all passes.
    pub console: Vec<u8>,
    /// Error lines of the pass.
    pub errors: Vec<u8>,
    /// Text of `ECHO` in the pass.
    pub echo: Vec<u8>,
    /// The same errors, with all that a reader needs.
    pub diagnostics: Vec<Diagnostic>,
    /// Diagnostics of the statement whose excerpt is still missing.
    pending: Vec<Pending>,
    /// Uses of unknown symbols in the pass.
    pub unknown_uses: Vec<UnknownUse>,
    /// How many of these still lack their excerpt.
    unexplained: usize,
    /// Location of the last error line.
    location: Vec<u8>,
    silent: bool,
    /// The statement only asks whether names are known.
    asking: bool,
}

/// A use of a symbol that had no value.
#[derive(Debug)]
pub(crate) struct UnknownUse {
    pub symbol: SymbolId,
    pub place: Place,
    pub chain: Vec<Note>,
    pub excerpt: String,
    pub column: Option<usize>,
    /// The operand, until the excerpt is there, and where the name begins in it.
    needle: Vec<u8>,
    at: usize,
}

/// Where in the line a message belongs: at a distance from a piece of its text.
#[derive(Debug)]
struct Pending {
    diagnostic: usize,
    needle: Vec<u8>,
    at: usize,
}

/// Most diagnostics kept per pass, and most uses of unknown symbols.
const MOST: usize = 1000;

impl Messages {
    pub fn new(options: &Options) -> Self {
        Messages {
            style: options.error_style,
            console: Vec::new(),
            errors: Vec::new(),
            echo: Vec::new(),
            diagnostics: Vec::new(),
            pending: Vec::new(),
            unknown_uses: Vec::new(),
            unexplained: 0,
            location: Vec::new(),
            silent: options.strict_dasm,
            asking: false,
        }
    }

    /// Location of the last error of the pass, as dasm repeats it for the final message.
    pub fn last_location(&self) -> Vec<u8> {
        self.location.clone()
    }

    /// True if a statement has left messages without their excerpt.
    pub fn lack_excerpts(&self) -> bool {
        !self.pending.is_empty() || self.unexplained > 0
    }

    pub fn start_pass(&mut self) {
        self.location.clear();
        self.errors.clear();
        self.echo.clear();
        self.diagnostics.clear();
        self.pending.clear();
        self.unknown_uses.clear();
        self.unexplained = 0;
    }
}

impl Assembler<'_> {
    /// Records an error. `needle` is a piece of the line's text, `at` a place in it.
    pub fn error_at(&mut self, code: Code, detail: impl Into<Vec<u8>>, needle: &[u8], at: usize) {
        let detail = detail.into();
        let place = self.reported_place();
        let name = self.file_name(place.file).to_vec();
        let mut text = location(self.messages.style, &name, place.line, Severity::Error);
        self.messages.location.clone_from(&text);
        push_text(&mut text, code, &detail);
        text.push(b'\n');
        self.listing.push(&text);
        self.messages.errors.extend_from_slice(&text);
        if code.is_fatal() {
            self.pass.fatal_errors += 1;
        }
        if self.messages.diagnostics.len() >= MOST {
            return; // What help there is would not be shown.
        }
        let help = crate::hints::help(self, code, &detail);
        let message = crate::hints::message(code, &detail);
        self.add_diagnostic(Severity::Error, code.number(), message, help, needle, at);
    }

    /// Records the error and ends the run.
    pub fn abort<T>(&mut self, code: Code, detail: String) -> Result<T, Abort> {
        self.error_at(code, detail, b"", 0);
        Err(Abort(code))
    }

    /// Warns at a place of the line.
    pub fn warn_at(&mut self, message: String, line: &Line, at: usize, help: Option<&str>) {
        self.warn(message, line.own_text(), at, help);
    }

    /// Warns, unless exact imitation of dasm is asked for.
    pub fn warn(&mut self, message: String, needle: &[u8], at: usize, help: Option<&str>) {
        if !self.messages.silent {
            let help = help.map(str::to_owned);
            self.add_diagnostic(Severity::Warning, 0, message, help, needle, at);
        }
    }

    /// Warns of a place that is not the current statement's.
    pub fn warn_of_place(&mut self, message: String, place: Place, help: &str) {
        if self.messages.silent || self.messages.diagnostics.len() >= MOST {
            return;
        }
        let site = self.site(place);
        self.messages.diagnostics.push(Diagnostic {
            severity: Severity::Warning,
            code: 0,
            message,
            site,
            column: None,
            excerpt: None,
            help: Some(help.to_owned()),
            notes: Vec::new(),
        });
    }

    /// Does what only asks whether names are known: nobody misses those that are not.
    pub fn asking<T>(&mut self, what: impl FnOnce(&mut Self) -> T) -> T {
        self.messages.asking = true;
        let result = what(self);
        self.messages.asking = false;
        result
    }

    fn add_diagnostic(
        &mut self,
        severity: Severity,
        code: u8,
        message: String,
        help: Option<String>,
        needle: &[u8],
        at: usize,
    ) {
        if self.messages.diagnostics.len() >= MOST {
            return;
        }
        let site = self.site(self.place());
        let notes = self.chain();
        let diagnostic = self.messages.diagnostics.len();
        self.messages.pending.push(Pending {
            diagnostic,
            needle: needle.to_vec(),
            at,
        });
        self.messages.diagnostics.push(Diagnostic {
            severity,
            code,
            message,
            site,
            column: None,
            excerpt: None,
            help,
            notes,
        });
    }

    pub fn site(&self, place: Place) -> Site {
        Site {
            file: lossy(self.file_name(place.file)),
            line: place.line,
        }
    }

    /// Macro calls and includes that led to the statement, the innermost first.
    fn chain(&self) -> Vec<Note> {
        let mut notes = Vec::new();
        for pair in self.frames.windows(2).rev() {
            let [outer, inner] = pair else { continue };
            let text = match &inner.kind {
                FrameKind::Macro { body, .. } => {
                    format!("in macro {}, called here", lossy(&body.name))
                }
                FrameKind::File { .. } => "included here".to_owned(),
            };
            notes.push(Note {
                site: self.site(outer.place()),
                text,
            });
        }
        notes
    }

    /// Fills in excerpt and column of what the statement reported.
    pub fn attach_excerpts(&mut self, line: &Line) {
        for pending in std::mem::take(&mut self.messages.pending) {
            let site = self.messages.diagnostics[pending.diagnostic].site.clone();
            let excerpt = self.excerpt(&site, line);
            let diagnostic = &mut self.messages.diagnostics[pending.diagnostic];
            diagnostic.column = column(&excerpt, &pending.needle, pending.at);
            diagnostic.excerpt = Some(lossy(&excerpt));
        }
        let from = self.messages.unknown_uses.len() - self.messages.unexplained;
        self.messages.unexplained = 0;
        for index in from..self.messages.unknown_uses.len() {
            let site = self.site(self.messages.unknown_uses[index].place);
            let excerpt = self.excerpt(&site, line);
            let unknown = &mut self.messages.unknown_uses[index];
            unknown.column = column(&excerpt, &unknown.needle, unknown.at);
            unknown.excerpt = lossy(&excerpt);
        }
    }

    /// The line as the file has it; in a macro, as it was expanded.
    fn excerpt(&self, site: &Site, line: &Line) -> Vec<u8> {
        // A macro or include that the line has just entered is not the line's place.
        let fresh = self.frames.last().is_some_and(|frame| frame.line == 0);
        let at = self.frames.len().saturating_sub(1 + usize::from(fresh));
        match self.frames.get(at).map(|frame| (&frame.kind, frame.line)) {
            Some((FrameKind::File(_), number)) if number == site.line && number > 0 => {
                let raw = self.frames[at].raw_line();
                raw.strip_suffix(b"\r").unwrap_or(raw).to_vec()
            }
            _ => line.own_text().to_vec(),
        }
    }

    /// Remembers where an unknown symbol is used, for the message if it stays unknown.
    pub fn note_unknown_use(&mut self, symbol: SymbolId, text: &[u8], at: usize) {
        // In the first pass every forward reference is one; a name that stays unknown needs two.
        let messages = &self.messages;
        if self.pass.number < 2 || messages.asking || messages.unknown_uses.len() >= MOST {
            return;
        }
        self.messages.unexplained += 1;
        self.messages.unknown_uses.push(UnknownUse {
            symbol,
            place: self.place(),
            chain: self.chain(),
            excerpt: String::new(),
            column: None,
            needle: text.to_vec(),
            at,
        });
    }

    /// The two lines that go with error 15: one on the console, one in the listing.
    pub fn illegal_character_said(&mut self, character: u8, before: i8) {
        let mut listed = b"char = '".to_vec();
        listed.push(character);
        listed.extend_from_slice(format!("' code {}\n", character as i8).as_bytes());
        self.listing.push(&listed);
        let mut text = b"char = '".to_vec();
        text.push(character);
        text.extend_from_slice(format!("' {} (-1: {before})\n", character as i8).as_bytes());
        self.messages.console.extend_from_slice(&text);
    }
}

fn push_text(out: &mut Vec<u8>, code: Code, detail: &[u8]) {
    const MARK: &str = "\u{1}";
    let text = code.text(MARK);
    match text.split_once(MARK) {
        Some((before, after)) => {
            out.extend_from_slice(before.as_bytes());
            out.extend_from_slice(detail);
            out.extend_from_slice(after.as_bytes());
        }
        None => out.extend_from_slice(text.as_bytes()),
    }
}

/// The column, from 1, of a place in a piece of the excerpt. The piece comes from the cleaned
/// line, where TABs are blanks; if blanks were squeezed, the word at the place has to do.
fn column(excerpt: &[u8], needle: &[u8], at: usize) -> Option<usize> {
    if needle.is_empty() {
        return None;
    }
    let blank = |&byte: &u8| if byte == b'\t' { b' ' } else { byte };
    let line: Vec<u8> = excerpt.iter().map(blank).collect();
    let place = match memchr::memmem::find(&line, needle) {
        Some(start) => start + at,
        None => {
            let word = needle.get(at..)?.split(|&byte| byte == b' ').next()?;
            memchr::memmem::find(&line, word).filter(|_| !word.is_empty())?
        }
    };
    let end = place.min(excerpt.len());
    Some(lossy(&excerpt[..end]).chars().count() + 1)
}
