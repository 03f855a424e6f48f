//! `ECHO` and `ERR`.

use crate::code::{Code, Step};
use crate::context::Context;
use crate::expression::machine::evaluate;
use crate::labels::program_label;
use crate::operand::value::Syntax;
use crate::sources::line::Line;

pub(crate) fn echo(context: &mut Context, line: &Line) -> Step {
    let items = context.asking(|context| evaluate(context, line.operand(), Syntax::Data))?;
    let mut text = Vec::new();
    for item in items.iter().filter(|item| !item.unknown) {
        text.push(b' ');
        match &item.text {
            Some(string) => text.extend_from_slice(string),
            None => text.extend_from_slice(format!("${:x}", item.value).as_bytes()),
        }
    }
    text.push(b'\n');
    context.report.listing.push(&text);
    context.report.messages.echo.extend_from_slice(&text);
    Ok(())
}

pub(crate) fn err(context: &mut Context, line: &Line) -> Step {
    program_label(context, line);
    context.abort(Code::Err, String::new())
}
