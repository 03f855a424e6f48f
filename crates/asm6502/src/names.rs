//! Names: from the text of a name to its symbol, and labels that take the current address.

use crate::assembler::Assembler;
use crate::diagnostic::Code;
use crate::line::{Line, Scope};
use crate::passes::Reason;
use crate::segments::Address;
use crate::symbol_file::address_field;
use crate::symbols::{Content, Definition, Role, SymbolId};

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

    /// The scope of the name, as seen from here.
    pub fn of(&self, name: &[u8]) -> Scope {
        match (name.first(), name.last()) {
            (Some(b'.'), _) => Scope::dot(self.dot),
            (_, Some(b'$')) => Scope::dollar(self.dollar),
            _ => Scope::GLOBAL,
        }
    }

    /// True if a name of that scope can be seen from here.
    #[inline]
    pub fn see(&self, scope: Scope) -> bool {
        scope == Scope::GLOBAL
            || scope == Scope::dot(self.dot)
            || scope == Scope::dollar(self.dollar)
    }
}

impl Assembler<'_> {
    /// Puts the name under which a local name is stored into the key: with the number of its
    /// scope in front. False for a global name, which is stored as it is.
    fn stored_name(&mut self, name: &[u8]) -> bool {
        if !is_local(name) {
            return false;
        }
        self.key.clear();
        if name[0] == b'.' {
            push_number(&mut self.key, self.scopes.dot);
        } else {
            push_number(&mut self.key, self.scopes.dollar);
            self.key.push(b'$');
        }
        self.key.extend_from_slice(name);
        true
    }

    /// Finds the symbol in the current scope, or enters it.
    pub fn local_symbol(&mut self, name: &[u8]) -> SymbolId {
        let scope = self.scopes.of(name);
        match self.reserved_symbol(name) {
            Some(id) => id,
            None if self.stored_name(name) => self.symbols.find_or_create(&self.key, scope),
            None => self.symbols.find_or_create(name, scope),
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

    /// True if the symbol may be remembered for the name: as long as its scope can be seen, the
    /// name means nothing else. The reserved symbols get their value when they are looked up.
    pub fn is_lasting(&self, id: SymbolId, name: &[u8]) -> bool {
        !id.is_reserved() && self.symbols.get(id).scope == self.scopes.of(name)
    }

    /// What was remembered, if it holds here.
    #[inline]
    pub fn still_known(&self, known: Option<SymbolId>) -> Option<SymbolId> {
        known.filter(|&id| self.scopes.see(self.symbols.get(id).scope))
    }

    /// The symbol of the label field, remembered for the next time; it is entered if it is new.
    pub fn target_symbol(&mut self, line: &Line) -> SymbolId {
        let known = self.still_known(line.memo.label.get());
        known.unwrap_or_else(|| {
            let id = self.local_symbol(line.label());
            self.remember_label(line, id);
            id
        })
    }

    fn remember_label(&mut self, line: &Line, id: SymbolId) {
        if self.is_lasting(id, line.label()) {
            line.memo.label.set(Some(id));
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
        let id = self.target_symbol(line);
        self.check_label(id, here);
        let symbol = self.symbols.get_mut(id);
        symbol.value = here.value;
        symbol.unknown = here.unknown;
        symbol.role = Role::Label;
        self.note_definition(id, self.segments.current().origin.value);
        self.table = Some((id, here.value));
    }

    /// Remembers the place of a definition for those who ask for it.
    #[inline]
    pub fn note_definition(&mut self, id: SymbolId, origin: i64) {
        self.definitions += 1;
        if self.symbols.keep_definitions() {
            let definition = Definition {
                place: self.place(),
                order: self.definitions,
                segment: self.segments.current_index() as u32,
                origin,
            };
            self.symbols.set_definition(id, definition);
        }
    }

    /// Has the label been used too early, or has it moved? A new one has neither.
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
            let value = symbol.value;
            let needle = self.symbols.name(id).to_vec();
            let mut detail = needle.clone();
            detail.push(b' ');
            detail.extend_from_slice(address_field(value, false).as_bytes());
            self.error_at(Code::LabelMismatch, detail, &needle, 0);
        }
        self.redo(Reason::PhaseError);
    }
}

fn is_local(name: &[u8]) -> bool {
    name.first() == Some(&b'.') || name.last() == Some(&b'$')
}

/// A decimal number without the machinery of formatting.
fn push_number(out: &mut Vec<u8>, mut number: u32) {
    let mut digits = [0; 10];
    let mut at = digits.len();
    loop {
        at -= 1;
        digits[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return out.extend_from_slice(&digits[at..]);
        }
    }
}
