//! `INCLUDE`, `INCBIN`, `INCDIR`, `END`.

use crate::context::Context;
use crate::diagnostic::{Abort, Code, Step};
use crate::directives::space::CHUNK;
use crate::expression::machine::{evaluate, evaluate_one};
use crate::generate::generate;
use crate::labels::program_label;
use crate::operand::value::Syntax;
use crate::reading::{end_file, enter_file};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::{lossy, unquote};

pub(crate) fn include(context: &mut Context, line: &Line) -> Step {
    program_label(context, line);
    let name = file_name(context, line)?;
    match context.sources.find_file(&name) {
        Some(file) => {
            if name.is_empty() {
                warn_of_no_name(context, line);
            }
            let script = file.script();
            enter_file(context, &name, script)
        }
        None => missing_include(context, &name, line),
    }
}

/// The operand as a file name: quoted, a symbol that holds a string, or the text itself.
fn file_name(context: &mut Context, line: &Line) -> Result<Vec<u8>, Abort> {
    let operand = line.operand();
    if operand.first().is_some_and(u8::is_ascii_digit) {
        return Ok(operand.to_vec());
    }
    let item = evaluate_one(context, operand)?;
    Ok(item
        .text
        .map_or_else(|| operand.to_vec(), |text| text.to_vec()))
}

pub(crate) fn incbin(context: &mut Context, line: &Line) -> Step {
    program_label(context, line);
    let request = if context.newer() || context.options.extensions {
        request_by_list(context, line)?
    } else {
        let name = unquote(line.operand()).to_vec();
        Request {
            name,
            offset: 0,
            length: usize::MAX,
        }
    };
    let Some(file) = context.sources.find_file(&request.name) else {
        return missing_binary(context, &request.name, line);
    };
    if request.name.is_empty() {
        warn_of_no_name(context, line);
    }
    let second_byte = context.emitter.second_byte;
    let unread = context.report.pass.redos > 0;
    let rest = file.content.get(request.offset..).unwrap_or_default();
    for chunk in rest[..rest.len().min(request.length)].chunks(CHUNK) {
        context.emitter.block.clear();
        context.emitter.block.extend_from_slice(chunk);
        generate(context, chunk.len())?;
    }
    context.emitter.generated = 0;
    if unread {
        context.emitter.second_byte = second_byte;
    }
    Ok(())
}

/// What `INCBIN` is to insert.
struct Request {
    name: Vec<u8>,
    offset: usize,
    length: usize,
}

/// `name[,offset[,length]]`; the length is an extension.
fn request_by_list(context: &mut Context, line: &Line) -> Result<Request, Abort> {
    let mut request = Request {
        name: Vec::new(),
        offset: 0,
        length: usize::MAX,
    };
    let items = evaluate(context, line.operand(), Syntax::Data)?;
    request.name = match &items[0].text {
        Some(text) => text.to_vec(),
        None if context.newer() => {
            context.error_at(Code::TypeMismatch, "", line.operand(), 0);
            Vec::new()
        }
        None => unquote(line.operand()).to_vec(),
    };
    let numbers = [
        items.get(1),
        items.get(2).filter(|_| context.options.extensions),
    ];
    for (number, target) in numbers
        .into_iter()
        .zip([&mut request.offset, &mut request.length])
    {
        let Some(item) = number else { continue };
        match usize::try_from(item.value) {
            Ok(value) => *target = value,
            Err(_) => context.error_at(Code::ValueUndefined, "", line.operand(), 0),
        }
    }
    Ok(request)
}

pub(crate) fn incdir(context: &mut Context, line: &Line) -> Step {
    let dir = unquote(line.operand()).to_vec();
    if !context.sources.include_dirs.contains(&dir) {
        context.sources.include_dirs.push(dir);
    }
    Ok(())
}

pub(crate) fn end(context: &mut Context, _: &Line) -> Step {
    end_file(context);
    Ok(())
}

fn missing_include(context: &mut Context, name: &[u8], line: &Line) -> Step {
    if context.newer() {
        context.error_at(Code::FileOpen, "", line.operand(), 0);
        context.report.redo(Reason::Include);
        return Ok(());
    }
    context.report.say("Warning: Unable to open '");
    context.report.messages.console.extend_from_slice(name);
    context.report.say("'\n");
    let message = format!("cannot open {}; assembled without it", lossy(name));
    let help = "check the name; it is looked up in the working directory, then in INCDIR and -I";
    context.warn_at(message, line, line.fields.operand.start(), Some(help));
    Ok(())
}

/// With INCDIR, an empty name is the name of a directory.
fn warn_of_no_name(context: &mut Context, line: &Line) {
    let message = "the file name is empty; nothing is read".to_owned();
    context.warn_at(
        message,
        line,
        line.fields.operation.start(),
        Some("name the file"),
    );
}

fn missing_binary(context: &mut Context, name: &[u8], line: &Line) -> Step {
    context.report.say("unable to open ");
    context.report.messages.console.extend_from_slice(name);
    context.report.say("\n");
    if context.newer() {
        return context.abort(Code::FileOpen, String::new());
    }
    let message = format!("cannot open {}; assembled without its bytes", lossy(name));
    let help = "14.1 takes all text as the name and has no offset; --dialect 2.20.16 has one";
    context.warn_at(message, line, line.fields.operand.start(), Some(help));
    Ok(())
}
