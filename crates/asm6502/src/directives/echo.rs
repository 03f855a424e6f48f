//! `ECHO` and `ERR`.

use crate::assembler::{Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::Context;
use crate::line::Line;

pub(super) fn echo(assembler: &mut Assembler, line: &Line) -> Step {
    let items = assembler.asking(|assembler| assembler.evaluate(line.operand(), Context::Data))?;
    let mut text = Vec::new();
    for item in items.iter().filter(|item| !item.unknown) {
        text.push(b' ');
        match &item.text {
            Some(string) => text.extend_from_slice(string),
            None => text.extend_from_slice(format!("${:x}", item.value).as_bytes()),
        }
    }
    text.push(b'\n');
    assembler.listing.push(&text);
    assembler.messages.echo.extend_from_slice(&text);
    Ok(())
}

pub(super) fn err(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    assembler.abort(Code::Err, String::new())
}
