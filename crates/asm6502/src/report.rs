//! The end of a run: exit code, console text, and everything the caller gets.

use std::io::{self, Write};

use crate::assembler::{Assembler, Files};
use crate::diagnostic::{Code, Diagnostic, Note, Severity};
use crate::expression::Programs;
use crate::hints::similar;
use crate::options::{Dialect, SymbolOrder};
use crate::passes::Ending;
use crate::symbols::{Place, Role, SymbolId, Symbols};
use crate::text::lossy;

/// A symbol at the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolInfo {
    /// The name as the symbol file has it: local names with the number of their scope.
    pub name: String,
    /// The value; of strings their bytes in big-endian order.
    pub value: i64,
    /// False if the symbol was used but never got a value.
    pub known: bool,
}

/// What a run leaves behind.
#[derive(Debug)]
pub struct Output {
    /// The binary as far as it was written: all of it with exit codes 0 and 5.
    pub binary: Vec<u8>,
    /// The listing, if one was asked for; empty, too, if it went to a
    /// [`ListingSink`](crate::ListingSink).
    pub listing: Vec<u8>,
    /// What dasm prints to standard output.
    pub console: Vec<u8>,
    /// Errors and warnings of the last pass, as far as they count.
    pub diagnostics: Vec<Diagnostic>,
    /// dasm's exit code.
    pub exit_code: u8,
    /// True if the run stopped on the spot.
    pub aborted: bool,
    /// Number of passes.
    pub passes: u32,
    /// The map file, if asked for.
    pub map: Option<String>,
    /// Files that took part in the build, the source first.
    pub dependencies: Vec<Vec<u8>>,
    table: Symbols,
    order: SymbolOrder,
    /// Compare values by 32 bits, as 2.20.14.1 does.
    narrow: bool,
    writes_symbols: bool,
}

/// What else there is of a run: most of its memory.
pub(crate) type Rest = (Files, Programs);

impl Output {
    /// The symbol file; `None` where dasm writes none.
    pub fn symbol_file(&self) -> Option<Vec<u8>> {
        let mut text = Vec::new();
        let written = self.write_symbol_file(&mut text);
        (self.writes_symbols && written.is_ok()).then_some(text)
    }

    /// Writes the symbol file; nothing where dasm writes none.
    pub fn write_symbol_file(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.writes_symbols {
            true => crate::symbol_file::render(&self.table, self.order, self.narrow, out),
            false => Ok(()),
        }
    }

    /// True if there is a symbol file.
    pub(crate) fn has_symbol_file(&self) -> bool {
        self.writes_symbols
    }

    /// All symbols, in the order of the symbol file.
    pub fn symbols(&self) -> Vec<SymbolInfo> {
        let info = |id: SymbolId| SymbolInfo {
            name: lossy(self.table.name(id)),
            value: self.table.get(id).value,
            known: !self.table.get(id).unknown,
        };
        self.table
            .sorted(self.order, self.narrow)
            .into_iter()
            .map(info)
            .collect()
    }

    /// The value of a symbol, by its name in the symbol file.
    pub fn symbol(&self, name: &str) -> Option<i64> {
        let symbol = self.table.get(self.table.find(name.as_bytes())?);
        (!symbol.unknown).then_some(symbol.value)
    }

    /// The errors as text for a person, one below the other.
    pub fn messages(&self) -> String {
        self.diagnostics
            .iter()
            .map(|diagnostic| diagnostic.to_string())
            .collect()
    }
}

/// Makes the output of a run that has ended, and says what else there is of it.
pub(crate) fn report(mut assembler: Assembler, ending: Ending) -> (Output, Rest) {
    let exit_code = assembler.conclude(ending);
    let aborted = matches!(ending, Ending::Aborted(_));
    let unbalanced = exit_code == Code::MacroBalance.number();
    let writes_symbols = !aborted && !unbalanced && !matches!(ending, Ending::TooManyPasses);
    if exit_code == 0 || exit_code == Code::NotResolvable.number() {
        assembler.explain_unresolved(exit_code);
    }
    let mut exit_code = exit_code;
    if exit_code == 0 {
        assembler.final_warnings();
        if assembler.options.warnings_as_errors && !assembler.messages.diagnostics.is_empty() {
            exit_code = Code::Errors.number();
        }
    }
    assembler.listing.flush();
    let output = Output {
        map: assembler.options.map.then(|| assembler.map_file()),
        binary: assembler.output.bytes,
        listing: assembler.listing.text,
        console: assembler.messages.console,
        diagnostics: assembler.messages.diagnostics,
        exit_code,
        aborted,
        passes: assembler.pass.number,
        dependencies: assembler.dependencies,
        order: assembler.options.symbol_order,
        narrow: assembler.options.dialect < Dialect::V2_20_16,
        table: assembler.symbols,
        writes_symbols,
    };
    (output, (assembler.files, assembler.programs))
}

impl Assembler<'_> {
    /// Prints what dasm prints at the end; returns its exit code.
    fn conclude(&mut self, ending: Ending) -> u8 {
        let echo = std::mem::take(&mut self.messages.echo);
        let errors = std::mem::take(&mut self.messages.errors);
        match ending {
            Ending::Settled => self.conclude_settled(&echo, &errors),
            Ending::NotResolvable => {
                let unresolved = crate::symbol_file::unresolved(&self.symbols);
                let end = b"\nFatal assembly error: Source is not resolvable.\n";
                self.print(&[&unresolved, &echo, b"\n", &errors, end]);
                Code::NotResolvable.number()
            }
            Ending::TooManyPasses => {
                let count = self.pass.number + 1;
                let notice: &[u8] = if self.listing.enabled() {
                    b""
                } else {
                    b"Aborting assembly\n"
                };
                let text = format!("Too many passes ({count}).\n\n");
                let location = self.messages.last_location();
                self.print(&[&echo, b"\n", notice, &errors, &location, text.as_bytes()]);
                Code::TooManyPasses.number()
            }
            Ending::CommentOpen => {
                let end = b"\nFatal assembly error: Multi-line comment not closed.\n";
                self.print(&[&echo, b"\n", &errors, end]);
                Code::CommentOpen.number()
            }
            Ending::Aborted(code) => {
                let notice: &[u8] = b"Aborting assembly\n";
                if self.listing.enabled() {
                    self.listing.push(notice);
                    self.print(&[&echo, b"\n", &errors, b"\n"]);
                } else {
                    self.print(&[&echo, b"\n", notice, &errors, b"\n"]);
                }
                code.number()
            }
        }
    }

    fn conclude_settled(&mut self, echo: &[u8], errors: &[u8]) -> u8 {
        let failed = self.pass.fatal_errors > 0;
        if failed {
            let end = b"\nUnrecoverable error(s) in pass, aborting assembly!\n";
            self.print(&[errors, end]);
        } else {
            self.print(&[echo, b"\n"]);
        }
        let (opened, closed) = (self.macros_opened, self.macros_closed);
        if opened != closed && self.listing.enabled() {
            return Code::MacroBalance.number();
        }
        if opened != closed {
            let text = format!(
                "premature end of file, macros opened:{opened}  closed:{closed}Aborting assembly\n"
            );
            self.print(&[text.as_bytes()]);
            return Code::MacroBalance.number();
        }
        if failed {
            self.print(&[b"Complete. (5)\n"]);
            return Code::Errors.number();
        }
        self.print(&[b"Complete. (0)\n"]);
        0
    }

    fn print(&mut self, parts: &[&[u8]]) {
        for part in parts {
            self.messages.console.extend_from_slice(part);
        }
    }

    /// Says where each unresolved name is used, and what similar names exist.
    fn explain_unresolved(&mut self, exit_code: u8) {
        if exit_code == 0 {
            return;
        }
        let mut uses = std::mem::take(&mut self.messages.unknown_uses);
        uses.retain(|unknown| self.symbols.get(unknown.symbol).unknown);
        let mut told = Vec::new();
        for unknown in &uses {
            if told.contains(&unknown.symbol) {
                continue;
            }
            told.push(unknown.symbol);
            let name = self.symbols.name(unknown.symbol);
            let mut known = self.symbols.table_order();
            known.retain(|&id| {
                let symbol = self.symbols.get(id);
                !symbol.unknown && symbol.role != Role::Undefined
            });
            let similar = similar(name, known.iter().map(|&id| self.symbols.name(id)));
            let help = match similar.is_empty() {
                true => "define it, or check its spelling; names are case-sensitive".to_owned(),
                false => format!("did you mean {}?", similar.join(" or ")),
            };
            let others = uses
                .iter()
                .filter(|other| other.symbol == unknown.symbol)
                .skip(1);
            let notes = others.take(8).map(|other| Note {
                site: self.site(other.place),
                text: "also used here".to_owned(),
            });
            let mut notes: Vec<Note> = notes.collect();
            notes.splice(0..0, unknown.chain.iter().cloned());
            let diagnostic = Diagnostic {
                severity: Severity::Error,
                code: Code::NotResolvable.number(),
                message: format!("the symbol {} is not defined", lossy(name)),
                site: self.site(unknown.place),
                column: unknown.column,
                excerpt: Some(unknown.excerpt.clone()),
                help: Some(help),
                notes,
            };
            self.messages.diagnostics.push(diagnostic);
        }
    }

    /// Warnings that need the finished run.
    fn final_warnings(&mut self) {
        if self.output.bytes.is_empty() && self.pass.number > 1 && self.first_pass_wrote {
            let message =
                "the binary is empty: each pass begins in the segment where the last one \
                           ended, and that one is uninitialized"
                    .to_owned();
            let help = "put a SEG before the first code";
            self.warn(message, b"", 0, Some(help));
        }
        if self.options.warnings.unused {
            self.warn_unused();
        }
    }

    /// Labels of the program that nothing refers to.
    fn warn_unused(&mut self) {
        let unused: Vec<(String, Place)> = self
            .symbols
            .table_order()
            .into_iter()
            .filter(|&id| {
                let symbol = self.symbols.get(id);
                symbol.role == Role::Label && symbol.used_in_pass == 0
            })
            .map(|id| {
                (
                    lossy(self.symbols.name(id)),
                    self.symbols.definition(id).place,
                )
            })
            .collect();
        for (name, place) in unused {
            let site = self.site(place);
            self.messages.diagnostics.push(Diagnostic {
                severity: Severity::Warning,
                code: 0,
                message: format!("the label {name} is never used"),
                site,
                column: None,
                excerpt: None,
                help: None,
                notes: Vec::new(),
            });
        }
    }
}
