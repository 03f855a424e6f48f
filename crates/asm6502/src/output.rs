//! The output of a run: files, messages and symbols.

use crate::diagnostic::Diagnostic;
use crate::emitter::Timing;
use crate::map::LineSpan;
use crate::names::scopes::subroutine_of;
use crate::names::symbol_file;
use crate::names::symbols::{Role, SymbolId, Symbols};
use crate::options::SymbolOrder;
use crate::text::lossy;
use crate::usage::{CycleSum, PageMark, Usage, cycle_sum};

/// A symbol at the end of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SymbolInfo {
    /// The name as the symbol file shows it: a local name includes the number of its scope.
    pub name: String,
    /// For a local name, the label of the SUBROUTINE that contains it.
    pub subroutine: Option<String>,
    /// The value; for a string, its bytes in big-endian order.
    pub value: i64,
    /// False if the symbol was used but never got a value.
    pub known: bool,
    /// True for a label in an uninitialized segment, which is a variable in RAM.
    pub is_variable: bool,
}

/// The result of a run.
#[derive(Debug)]
pub struct Output {
    /// The binary. It is complete if the exit code is 0 or 5.
    pub binary: Vec<u8>,
    /// The listing; empty if none was requested, or if it went to a
    /// [`ListingSink`](crate::ListingSink).
    pub listing: Vec<u8>,
    /// The text that dasm prints to standard output.
    pub printed: Vec<u8>,
    /// Errors and warnings of the last pass.
    pub diagnostics: Vec<Diagnostic>,
    /// dasm's exit code.
    pub exit_code: u8,
    /// True if an error ended the run in the middle of a pass.
    pub aborted: bool,
    /// Number of passes.
    pub passes: u32,
    /// The text of the map file, if it was requested.
    pub map: Option<String>,
    /// Bytes used in banks and segments, if [`Options::map`](crate::Options::map) or
    /// [`Options::lines`](crate::Options::lines) is set.
    pub usage: Option<Usage>,
    /// The source line of each range of bytes, in the order in which the bytes were written; empty
    /// unless [`Options::lines`](crate::Options::lines) is set.
    pub lines: Vec<LineSpan>,
    /// The pairs of addresses that `SAMEPAGE` has compared.
    pub page_marks: Vec<PageMark>,
    /// The files that were read, the source first.
    pub dependencies: Vec<Vec<u8>>,
    pub(crate) timings: Vec<Timing>,
    pub(crate) table: Symbols,
    pub(crate) subroutines: Vec<(u32, SymbolId)>,
    /// For each segment, indexed by number, whether it is uninitialized.
    pub(crate) uninitialized: Vec<bool>,
    pub(crate) order: SymbolOrder,
    /// True if the symbol file sorts values by 32-bit comparisons, as in dasm 2.20.14.1.
    pub(crate) compares_32_bits: bool,
    pub(crate) writes_symbols: bool,
}

impl SymbolInfo {
    /// Returns the name to show to users: for a local name, with the label of its SUBROUTINE, as in
    /// `Main.loop`.
    pub fn full_name(&self) -> String {
        match &self.subroutine {
            Some(label) => format!("{label}{}", crate::split_scope(self.name.as_bytes()).0),
            None => self.name.clone(),
        }
    }
}

impl Output {
    /// Returns the symbol file; `None` if dasm would not write one.
    pub fn symbol_file(&self) -> Option<Vec<u8>> {
        let text = || symbol_file::render(&self.table, self.order, self.compares_32_bits);
        self.writes_symbols.then(text)
    }

    /// Returns all symbols, in the order of the symbol file.
    pub fn symbols(&self) -> Vec<SymbolInfo> {
        let info = |id: SymbolId| {
            let symbol = self.table.get(id);
            let segment = self.table.definition(id).segment as usize;
            SymbolInfo {
                name: lossy(self.table.name(id)),
                subroutine: subroutine_of(&self.table, id, &self.subroutines),
                value: symbol.value,
                known: !symbol.unknown,
                is_variable: symbol.role == Role::Label && self.uninitialized[segment],
            }
        };
        self.table
            .sorted(self.order, self.compares_32_bits)
            .into_iter()
            .map(info)
            .collect()
    }

    /// Returns the value of the symbol `name`, or `None` if there is no such symbol or it has no
    /// value. `name` is the name in the symbol file. For a local name in a SUBROUTINE, it can also
    /// be the full name, such as `Main.loop`.
    pub fn symbol(&self, name: &str) -> Option<i64> {
        let local = || {
            let (subroutine, local) = name.split_once('.')?;
            let mut subroutines = self.subroutines.iter();
            let (scope, _) =
                subroutines.find(|(_, label)| self.table.name(*label) == subroutine.as_bytes())?;
            self.table.find(format!("{scope}.{local}").as_bytes())
        };
        let id = self.table.find(name.as_bytes()).or_else(local)?;
        let symbol = self.table.get(id);
        (!symbol.unknown).then_some(symbol.value)
    }

    /// Returns the total cycles of the instructions between the addresses of two symbols, as if
    /// each instruction ran once, in order. Returns `None` if a symbol is unknown.
    /// [`Options::timings`](crate::Options::timings) must be set.
    pub fn cycles_between(&self, from: &str, to: &str) -> Option<CycleSum> {
        Some(cycle_sum(
            &self.timings,
            self.symbol(from)?,
            self.symbol(to)?,
        ))
    }

    /// Returns the errors and warnings as text, one after the other.
    pub fn messages(&self) -> String {
        self.diagnostics
            .iter()
            .map(|diagnostic| diagnostic.to_string())
            .collect()
    }
}
