//! Names: from the text of a name to its symbol, and labels that take the current address.

use crate::assembler::Assembler;
use crate::diagnostic::Code;
use crate::line::{Line, ScopeNumber, ScopedSymbol};
use crate::passes::Reason;
use crate::segments::Address;
use crate::symbol_file::address_field;
use crate::symbols::{Content, Role, SymbolId};

/// Numbers of local scopes: the current ones and the last ones given out.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Scopes {
    /// Scope of `.name`.
    pub dot: u32,
    /// Scope of `name$`.
    pub dollar: u32,
    last_dot: u32,
    last_dollar: u32,
}

impl Scopes {
    pub fn next_dot(&mut self) {
        self.last_dot += 1;
        self.dot = self.last_dot;
    }

    pub fn next_dollar(&mut self) {
        self.last_dollar += 1;
        self.dollar = self.last_dollar;
    }
}

impl Assembler<'_> {
    /// The scope of the name, as seen from the current statement.
    pub fn scope_of(&self, name: &[u8]) -> ScopeNumber {
        match (name.first(), name.last()) {
            (Some(b'.'), _) => self.scopes.dot,
            (_, Some(b'$')) => self.scopes.dollar,
            _ => 0,
        }
    }

    /// Puts the name under which a local name is stored into the key: with the number of its
    /// scope in front. False for a global name, which is stored as it is.
    fn stored_name(&mut self, name: &[u8]) -> bool {
        if !is_local(name) {
            return false;
        }
        let scope = self.scope_of(name);
        self.key.clear();
        push_number(&mut self.key, scope);
        if name[0] != b'.' {
            self.key.push(b'$');
        }
        self.key.extend_from_slice(name);
        true
    }

    /// Finds the symbol in the current scope, or enters it.
    pub fn local_symbol(&mut self, name: &[u8]) -> SymbolId {
        match self.reserved_symbol(name) {
            Some(id) => id,
            None if self.stored_name(name) => self.symbols.find_or_create(&self.key),
            None => self.symbols.find_or_create(name),
        }
    }

    /// Finds the symbol in the current scope.
    pub fn find_symbol(&mut self, name: &[u8]) -> Option<SymbolId> {
        match self.reserved_symbol(name) {
            Some(id) => Some(id),
            None if self.stored_name(name) => self.symbols.find(&self.key),
            None => self.symbols.find(name),
        }
    }

    /// The symbol of the label field, remembered for the next time; `None` if it is new.
    fn label_symbol(&mut self, line: &Line) -> Option<SymbolId> {
        let scope = self.scope_of(line.label());
        if let Some(known) = line.memo.label.get()
            && known.scope == scope
        {
            return Some(known.id);
        }
        let id = self.find_symbol(line.label())?;
        self.remember_label(line, id);
        Some(id)
    }

    /// The symbol of the label field; it is entered if it is new.
    pub fn target_symbol(&mut self, line: &Line) -> SymbolId {
        self.label_symbol(line).unwrap_or_else(|| {
            let id = self.local_symbol(line.label());
            self.remember_label(line, id);
            id
        })
    }

    fn remember_label(&mut self, line: &Line, id: SymbolId) {
        // The reserved symbols get their value when they are looked up.
        if !id.is_reserved() {
            let scope = self.scope_of(line.label());
            line.memo.label.set(Some(ScopedSymbol { scope, id }));
        }
    }

    /// One of `.`, `..` and `...`, with its present value.
    fn reserved_symbol(&mut self, name: &[u8]) -> Option<SymbolId> {
        let id = SymbolId::reserved(name)?;
        let value = match id {
            SymbolId::HERE => self.segments.current().here(),
            SymbolId::CHECKSUM => Address {
                value: self.output.checksum,
                unknown: false,
            },
            _ => return Some(id),
        };
        let symbol = self.symbols.get_mut(id);
        (symbol.value, symbol.unknown) = (value.value, value.unknown);
        symbol.content = Content::Number;
        symbol.used_in_pass = 0;
        Some(id)
    }

    /// The address that the listing shows for the statement.
    pub fn note_address(&mut self) {
        self.listed_address = self.segments.current().origin;
    }

    /// Gives the label of a statement the current address.
    #[inline]
    pub fn program_label(&mut self, line: &Line) {
        self.note_address();
        if !line.fields.label.is_empty() {
            self.define_label(line);
        }
    }

    fn define_label(&mut self, line: &Line) {
        if !is_local(line.label()) {
            self.scopes.next_dollar();
        }
        let here = self.segments.current().here();
        if let Some(id) = self.label_symbol(line) {
            self.check_label(id, here);
        }
        let id = self.target_symbol(line);
        let place = self.place();
        self.definitions += 1;
        let symbol = self.symbols.get_mut(id);
        symbol.value = here.value;
        symbol.unknown = here.unknown;
        symbol.role = Role::Label;
        symbol.origin = self.segments.current().origin.value;
        symbol.defined_at = place;
        symbol.segment = self.segments.current_index() as u32;
        symbol.order = self.definitions;
        self.table = Some((id, here.value));
    }

    /// A label that exists already: has it been used too early, or has it moved?
    fn check_label(&mut self, id: SymbolId, here: Address) {
        let symbol = self.symbols.get(id);
        let used = symbol.used_in_pass == self.pass.number;
        if (symbol.unknown || here.unknown) && used {
            return self.redo(Reason::ForwardReference);
        }
        if symbol.unknown || here.unknown || symbol.value == here.value {
            return;
        }
        if !self.pass.unresolved_if_before {
            let mut detail = symbol.name.to_vec();
            detail.push(b' ');
            detail.extend_from_slice(address_field(symbol.value, false).as_bytes());
            let needle = symbol.name.to_vec();
            self.error_at(Code::LabelMismatch, detail, &needle, 0);
        }
        self.redo(Reason::PhaseError);
    }
}

fn is_local(name: &[u8]) -> bool {
    name.first() == Some(&b'.') || name.last() == Some(&b'$')
}

/// A decimal number without the machinery of formatting.
pub(crate) fn push_number(out: &mut Vec<u8>, number: u32) {
    if number >= 10 {
        push_number(out, number / 10);
    }
    out.push(b'0' + (number % 10) as u8);
}
