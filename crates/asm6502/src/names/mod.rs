//! The names of a run: symbols with their scopes, and the words of the operation field.

use crate::names::operations::Operations;
use crate::names::scopes::{Scopes, is_local, push_decimal};
use crate::names::symbols::{SymbolId, Symbols};

pub(crate) mod operations;
pub(crate) mod scopes;
pub(crate) mod symbol_file;
pub(crate) mod symbols;

/// The symbols, scopes and operations of a run.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub symbols: Symbols,
    pub scopes: Scopes,
    /// The scopes that SUBROUTINE directives begin, in order: their numbers and labels.
    pub subroutines: Vec<(u32, SymbolId)>,
    /// The words that can be in the operation field, with their meaning.
    pub operations: Operations,
    /// True if `PROCESSOR` has been assembled, so that the instructions are known.
    pub processor_chosen: bool,
    /// True if `PROCESSOR` is in column 1, where it is a label.
    pub processor_misplaced: bool,
    /// True if this pass has reported an instruction before `PROCESSOR`.
    pub missing_processor_reported: bool,
    /// Number of definitions in this pass.
    pub definitions: u32,
    /// The key that [`Names::make_key`] built last.
    pub key: Vec<u8>,
}

impl Names {
    pub fn start_pass(&mut self) {
        self.scopes = Scopes::default();
        self.subroutines.clear();
        self.definitions = 0;
        self.missing_processor_reported = false;
    }

    /// Builds the key under which a local name is stored: the number of its scope, then the name.
    /// Returns false for a global name, which is its own key.
    pub fn make_key(&mut self, name: &[u8]) -> bool {
        if !is_local(name) {
            return false;
        }
        self.key.clear();
        if name[0] == b'.' {
            push_decimal(&mut self.key, self.scopes.dot);
        } else {
            push_decimal(&mut self.key, self.scopes.dollar);
            self.key.push(b'$');
        }
        self.key.extend_from_slice(name);
        true
    }
}
