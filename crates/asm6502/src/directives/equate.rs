//! Assignments: `EQU`, `=`, `SET`, `EQM`, `SETSTR`, `SETSYM`; and `SUBROUTINE`.

use std::rc::Rc;

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::{Item, big_endian};
use crate::line::Line;
use crate::passes::Reason;
use crate::symbols::{Content, Role, SymbolId};

pub(super) fn equ(assembler: &mut Assembler, line: &Line) -> Step {
    if matches!(line.label(), b"." | b"*") {
        return super::origin::assign_here(assembler, line);
    }
    let id = assembler.target_symbol(line);
    let mut item = Item::default();
    assembler.evaluate_operand(line, &mut item)?;
    let symbol = assembler.symbols.get(id);
    if !symbol.unknown {
        let old = symbol.value;
        if item.unknown {
            assembler.redo(Reason::EquUnresolved);
        } else if old != item.value {
            assembler.equ_mismatch(old, item.value, line);
        }
    }
    assembler.block.clear();
    let value = item.value as u32;
    let bytes = value.to_be_bytes();
    let wide = item.value as u64 > 0xffff;
    assembler
        .block
        .extend_from_slice(if wide { &bytes } else { &bytes[2..] });
    assembler.generated = assembler.block.len();
    assembler.second_byte = assembler.block[1];
    assembler.assign(id, &item, Role::Equate);
    Ok(())
}

pub(super) fn set(assembler: &mut Assembler, line: &Line) -> Step {
    let mut item = Item::default();
    if line.operand().contains(&b',') {
        match assembler.built_operand(line.operand())? {
            Some(name) => item = assembler.evaluate_one(&name)?,
            None => return Ok(()),
        }
    } else {
        assembler.evaluate_operand(line, &mut item)?;
    }
    let id = assembler.target_symbol(line);
    assembler.assign(id, &item, Role::Variable);
    Ok(())
}

pub(super) fn eqm(assembler: &mut Assembler, line: &Line) -> Step {
    let id = assembler.target_symbol(line);
    assembler.set_eqm(id, line.operand());
    Ok(())
}

pub(super) fn setstr(assembler: &mut Assembler, line: &Line) -> Step {
    let text = line.operand().to_vec();
    let id = assembler.target_symbol(line);
    let value = big_endian(&text);
    let item = Item {
        value,
        text: Some(text.into()),
        ..Item::default()
    };
    assembler.assign(id, &item, Role::Variable);
    Ok(())
}

pub(super) fn setsym(assembler: &mut Assembler, line: &Line) -> Step {
    let mut item = Item::default();
    assembler.evaluate_operand(line, &mut item)?;
    let Some(name) = item.text.clone() else {
        assembler.error_at(Code::TypeMismatch, "", line.operand(), 0);
        return Ok(());
    };
    let value = assembler.evaluate_one(&name)?;
    let id = assembler.target_symbol(line);
    assembler.assign(id, &value, Role::Variable);
    Ok(())
}

pub(super) fn subroutine(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.scopes.next_dot();
    assembler.program_label(line);
    Ok(())
}

impl Assembler<'_> {
    fn equ_mismatch(&mut self, old: i64, new: i64, line: &Line) {
        if !self.newer() {
            self.say("INFO: Label '");
            self.messages.console.extend_from_slice(line.label());
            self.say(&format!("' changed from ${old:04x} to ${new:04x}\n"));
        }
        self.error_at(Code::EquMismatch, "", line.operand(), 0);
        self.redo(Reason::EquMismatch);
    }

    /// Gives the symbol value and content of the item; clears the mark of use.
    pub fn assign(&mut self, id: SymbolId, item: &Item, role: Role) {
        let symbol = self.symbols.get_mut(id);
        symbol.value = item.value;
        symbol.unknown = item.unknown;
        symbol.referenced = false;
        symbol.content = Content::Number;
        symbol.role = role;
        if let Some(text) = &item.text {
            self.symbols.set_text(id, Content::Text, text.clone());
        }
        let origin = self.symbols.definition(id).origin;
        self.note_definition(id, origin);
    }

    /// Defines text that is evaluated at each use.
    pub fn set_eqm(&mut self, id: SymbolId, text: &[u8]) {
        self.assign(id, &Item::default(), Role::Equate);
        self.symbols.set_text(id, Content::Eqm, Rc::from(text));
    }

    /// `-D` and `-M`, before the first pass.
    pub fn define_from_options(&mut self) -> Step {
        for define in &self.options.defines {
            if define.macro_text {
                let id = self.local_symbol(&define.name);
                self.set_eqm(id, &define.text);
            } else {
                let item = self.evaluate_one(&define.text)?;
                let id = self.local_symbol(&define.name);
                self.assign(id, &item, Role::Variable);
            }
        }
        Ok(())
    }
}
