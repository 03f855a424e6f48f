//! Errors and warnings about the current statement.

use crate::context::Context;
use crate::diagnostic::{Diagnostic, Note, Severity, Site, location};
use crate::error::{Abort, ErrorCode};
use crate::names::symbols::{Place, SymbolId};
use crate::report::hints;
use crate::report::messages::{MAX_KEPT, Owner, Pending, UnknownUse, column, push_error_text};
use crate::sources::file::SourceFile;
use crate::sources::line::{Field, Line};
use crate::sources::provider::MAX_BYTES;
use crate::text::lossy;

impl Context<'_> {
    /// Records an error at the offset `at` within `needle`, which is a part of the line's text.
    pub fn error_at(
        &mut self,
        code: ErrorCode,
        detail: impl Into<Vec<u8>>,
        needle: &[u8],
        at: usize,
    ) {
        self.report.messages.latest = None;
        let detail = detail.into();
        let place = self.sources.reported_place();
        let name = self.sources.file_name(place.file).to_vec();
        let mut text = location(self.options.error_style, &name, place.line, Severity::Error);
        self.report.messages.location.clone_from(&text);
        push_error_text(&mut text, code, &detail);
        text.push(b'\n');
        self.report.listing.push(&text);
        self.report.messages.errors.extend_from_slice(&text);
        if code.is_fatal() {
            self.report.pass.fatal_errors += 1;
        }
        if self.report.messages.diagnostics.len() >= MAX_KEPT {
            return;
        }
        let help = hints::help(&self.names, code, &detail);
        let message = hints::message(code, &detail);
        self.add_diagnostic(Severity::Error, code.number(), message, help, needle, at);
    }

    /// Records the error and ends the run.
    pub fn abort<T>(&mut self, code: ErrorCode, detail: String) -> Result<T, Abort> {
        self.error_at(code, detail, b"", 0);
        Err(Abort(code))
    }

    /// Aborts the run if the file is longer than [`MAX_BYTES`].
    pub fn check_size(&mut self, name: &[u8], file: &SourceFile) -> Result<(), Abort> {
        if file.content.len() <= MAX_BYTES {
            return Ok(());
        }
        let name = lossy(name);
        let detail = format!("{name}: more than {} MiB", MAX_BYTES >> 20);
        let result = self.abort(ErrorCode::Recursion, detail);
        self.amend(|diagnostic| {
            if diagnostic.site.line == 0 {
                diagnostic.site.file = name;
            }
        });
        self.advise("name a file with source text or data");
        result
    }

    /// Warns about a field of the line.
    pub fn warn_at<'h>(
        &mut self,
        message: impl Into<String>,
        line: &Line,
        field: Field,
        help: impl Into<Option<&'h str>>,
    ) {
        self.warn(message.into(), line.own_text(), field.start(), help.into());
    }

    /// Warns about the character at the offset `at` within `needle`, unless `--strict-dasm` asks
    /// for an exact imitation of dasm.
    pub fn warn(&mut self, message: String, needle: &[u8], at: usize, help: Option<&str>) {
        self.report.messages.latest = None;
        if !self.options.strict_dasm {
            let help = help.map(str::to_owned);
            self.add_diagnostic(Severity::Warning, 0, message, help, needle, at);
        }
    }

    /// Warns about a value that does not fit in `bytes` bytes, either as a signed or as an unsigned
    /// number.
    #[inline(always)]
    pub fn warn_about_lost_bits(&mut self, value: i64, bytes: usize, line: &Line) {
        if self.options.warnings.truncated {
            self.check_bits(value, 8 * bytes, line);
        }
    }

    fn check_bits(&mut self, value: i64, bits: usize, line: &Line) {
        if !(-(1 << (bits - 1))..1 << bits).contains(&value) {
            let message = format!("the value {value} does not fit in {bits} bits and is truncated");
            let help = "if this is intended, mask the value with &";
            self.warn_at(message, line, line.fields.operand, help);
        }
    }

    /// Adds a note, which is information rather than a warning, without an excerpt.
    pub fn note(&mut self, message: String) {
        self.report.messages.latest = None;
        self.add_at_place(Severity::Note, message, self.sources.place(), None);
    }

    /// Adds a warning located at `place`, which need not be the current statement.
    pub fn warn_at_place(&mut self, message: String, place: Place, help: &str) {
        self.add_at_place(Severity::Warning, message, place, Some(help.to_owned()));
    }

    fn add_at_place(
        &mut self,
        level: Severity,
        message: String,
        place: Place,
        help: Option<String>,
    ) {
        let diagnostics = &mut self.report.messages.diagnostics;
        if !self.options.strict_dasm && diagnostics.len() < MAX_KEPT {
            let site = self.sources.site(place);
            diagnostics.push(Diagnostic {
                help,
                ..Diagnostic::new(level, 0, message, site)
            });
        }
    }

    /// Runs `action` without recording the unknown names that it finds. This is for directives
    /// whose operands may contain unknown names.
    pub fn ignoring_unknown_names<T>(&mut self, action: impl FnOnce(&mut Self) -> T) -> T {
        self.report.messages.ignore_unknown = true;
        let result = action(self);
        self.report.messages.ignore_unknown = false;
        result
    }

    /// Replaces the message and the advice of the last diagnostic.
    pub fn explain(&mut self, message: impl Into<String>, help: impl Into<String>) {
        self.amend(|diagnostic| diagnostic.message = message.into());
        self.advise(help);
    }

    /// Replaces the advice of the last diagnostic.
    pub fn advise(&mut self, help: impl Into<String>) {
        self.amend(|diagnostic| diagnostic.help = Some(help.into()));
    }

    /// Adds a second place to the last diagnostic.
    pub fn add_note(&mut self, site: Site, text: &str) {
        let text = text.to_owned();
        self.amend(|diagnostic| diagnostic.notes.push(Note { site, text }));
    }

    /// Changes the last diagnostic, if it was kept.
    pub fn amend(&mut self, change: impl FnOnce(&mut Diagnostic)) {
        if let Some(index) = self.report.messages.latest {
            change(&mut self.report.messages.diagnostics[index]);
        }
    }

    /// Replaces the message of the last diagnostic, and moves the diagnostic to `place`, where its
    /// cause is.
    pub fn blame(&mut self, place: Place, message: String) {
        let Some(index) = self.report.messages.latest else {
            return;
        };
        let excerpt = self.sources.line_at(place);
        let diagnostic = &mut self.report.messages.diagnostics[index];
        diagnostic.message = message;
        if let Some(excerpt) = excerpt {
            let indent = excerpt.iter().take_while(|byte| byte.is_ascii_whitespace());
            diagnostic.set_excerpt(&lossy(&excerpt), Some(indent.count() + 1));
            diagnostic.site = self.sources.site(place);
            diagnostic.notes.clear();
            let pending = &mut self.report.messages.pending;
            pending.retain(|pending| pending.owner != Owner::Diagnostic(index));
        }
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
        if self.report.messages.diagnostics.len() >= MAX_KEPT {
            return;
        }
        let site = self.sources.site(self.sources.place());
        let notes = self.sources.call_chain();
        let index = self.report.messages.diagnostics.len();
        self.report.messages.latest = Some(index);
        self.report.messages.pending.push(Pending {
            owner: Owner::Diagnostic(index),
            needle: needle.to_vec(),
            at,
        });
        self.report.messages.diagnostics.push(Diagnostic {
            help,
            notes,
            ..Diagnostic::new(severity, code, message, site)
        });
    }

    /// Adds the excerpt and the column to the messages about the current statement.
    pub fn attach_excerpts(&mut self, line: &Line) {
        for pending in std::mem::take(&mut self.report.messages.pending) {
            let line_number = self.report.messages.diagnostic_of(pending.owner).site.line;
            let excerpt = self.excerpt(line_number, line);
            let column = column(&excerpt, &pending.needle, pending.at);
            let diagnostic = self.report.messages.diagnostic_of(pending.owner);
            diagnostic.set_excerpt(&lossy(&excerpt), column);
        }
    }

    /// Returns the line as it is in the file or, in a macro, as expanded.
    fn excerpt(&self, number: u32, line: &Line) -> Vec<u8> {
        // A line that has just called a macro or included a file has pushed a new frame, but the
        // line itself belongs to the frame below.
        let frames = &self.sources.frames;
        let just_entered = frames.last().is_some_and(|frame| frame.line == 0);
        let frame = frames.iter().rev().nth(usize::from(just_entered));
        match frame.filter(|frame| !frame.is_macro() && frame.line == number && number > 0) {
            Some(frame) => {
                let raw = frame.raw_line();
                raw.strip_suffix(b"\r").unwrap_or(raw).to_vec()
            }
            None => line.own_text().to_vec(),
        }
    }

    /// Records the use of an unknown symbol. If the symbol is still unknown at the end, an error
    /// message shows this use.
    pub fn record_unknown_use(&mut self, symbol: SymbolId, text: &[u8], at: usize) {
        // In the first pass, every forward reference is unknown. A name that is never defined is
        // still unknown in the second pass.
        let messages = &self.report.messages;
        if self.report.pass.number < 2
            || messages.ignore_unknown
            || messages.unknown_uses.len() >= MAX_KEPT
        {
            return;
        }
        let place = self.sources.place();
        let (code, site) = (ErrorCode::NotResolvable.number(), self.sources.site(place));
        let diagnostic = Diagnostic {
            notes: self.sources.call_chain(),
            ..Diagnostic::new(Severity::Error, code, String::new(), site)
        };
        let messages = &mut self.report.messages;
        messages.pending.push(Pending {
            owner: Owner::UnknownUse(messages.unknown_uses.len()),
            needle: text.to_vec(),
            at,
        });
        messages.unknown_uses.push(UnknownUse {
            symbol,
            place,
            diagnostic,
        });
    }

    /// Drops the last diagnostic, because another one has reported its cause.
    pub fn drop_latest(&mut self) {
        let messages = &mut self.report.messages;
        if messages.latest.take().is_some() {
            messages.diagnostics.pop();
            messages.pending.pop();
        }
    }

    /// Prints dasm's line about an illegal character (error 15), and adds a differently worded line
    /// to the listing.
    pub fn report_illegal_character(&mut self, character: u8, previous: i8) {
        let code = character as i8;
        let start = [b"char = '", &[character][..], b"' "].concat();
        let listed = format!("code {code}\n");
        self.report
            .listing
            .push(&[&start, listed.as_bytes()].concat());
        let printed = format!("{code} (-1: {previous})\n");
        self.report.print([&start, printed.as_bytes()].concat());
    }
}
