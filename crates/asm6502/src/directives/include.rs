//! `INCLUDE`, `INCBIN`, `INCDIR`, `END`.

use crate::context::Context;
use crate::directives::space::CHUNK_SIZE;
use crate::error::{Abort, ErrorCode};
use crate::expression::machine::{evaluate, evaluate_one};
use crate::generate::generate;
use crate::labels::program_label;
use crate::reading::{end_file, enter_file};
use crate::report::pass::Reason;
use crate::sources::line::Line;
use crate::text::{lossy, unquote};

pub(crate) fn include(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let name = file_name(context, line)?;
    match context.sources.find_file(&name) {
        Some(file) => {
            context.check_size(&name, &file)?;
            warn_about_directory(context, &name, file.directory, line);
            if let Some((problem, help)) = file.problem.filter(|_| !context.options.strict_dasm) {
                let result = context.abort(ErrorCode::FileOpen, String::new());
                context.explain(format!("{}: {problem}", lossy(&name)), help);
                return result;
            }
            enter_file(context, &name, &file.path, file.script())
        }
        None => match context.sources.built_in_header(&name) {
            Some(script) => {
                context.note(format!("{} comes with the assembler", lossy(&name)));
                enter_file(context, &name, &name, script)
            }
            None => report_missing_include(context, &name, line),
        },
    }
}

/// Returns the file name in the operand: a quoted string, the value of a string symbol, or plain
/// text.
fn file_name(context: &mut Context, line: &Line) -> Result<Vec<u8>, Abort> {
    let operand = line.operand();
    if operand.first().is_some_and(u8::is_ascii_digit) {
        return Ok(operand.to_vec());
    }
    let error_count = context.report.messages.errors.len();
    let item = evaluate_one(context, operand)?;
    if context.report.messages.errors.len() > error_count && operand.contains(&b' ') {
        context.advise("put a file name with blanks in quotation marks");
    }
    Ok(item
        .text
        .map_or_else(|| operand.to_vec(), |text| text.to_vec()))
}

pub(crate) fn incbin(context: &mut Context, line: &Line) -> Result<(), Abort> {
    program_label(context, line);
    let request = if context.is_newer_dialect() || context.options.extensions {
        match evaluate_incbin_request(context, line)? {
            Some(request) => request,
            None => return Ok(()),
        }
    } else {
        let name = unquote(line.operand()).to_vec();
        Request {
            name,
            offset: 0,
            length: usize::MAX,
        }
    };
    let Some(file) = context.sources.find_file(&request.name) else {
        return report_missing_binary(context, &request.name, line);
    };
    context.check_size(&request.name, &file)?;
    warn_about_directory(context, &request.name, file.directory, line);
    let second_byte = context.emitter.second_byte;
    let not_written = context.report.pass.redos > 0;
    let content = file.content.clone();
    let rest = content.get(request.offset..).unwrap_or_default();
    for chunk in rest[..rest.len().min(request.length)].chunks(CHUNK_SIZE) {
        context.emitter.block.clear();
        context.emitter.block.extend_from_slice(chunk);
        generate(context, chunk.len())?;
    }
    context.emitter.generated = 0;
    if not_written {
        context.emitter.second_byte = second_byte;
    }
    Ok(())
}

/// The part of a file that `INCBIN` inserts.
struct Request {
    name: Vec<u8>,
    offset: usize,
    length: usize,
}

/// Evaluates `name[,offset[,length]]`, where `length` is an extension. If a number is negative or,
/// in 2.20.16, if the name is not a string, reports an error and returns `None`.
fn evaluate_incbin_request(context: &mut Context, line: &Line) -> Result<Option<Request>, Abort> {
    let items = evaluate(context, line.operand())?;
    let name = match &items[0].text {
        Some(text) => text.to_vec(),
        None if context.is_newer_dialect() => {
            context.error_at(ErrorCode::TypeMismatch, "", line.operand(), 0);
            context.report.redo(Reason::Include);
            return Ok(None);
        }
        None => unquote(line.operand()).to_vec(),
    };
    let mut numbers = [0, usize::MAX];
    let limit = 1 + usize::from(context.options.extensions);
    for (number, item) in numbers.iter_mut().zip(items.iter().skip(1).take(limit)) {
        if item.unknown {
            return context.abort(ErrorCode::ValueUndefined, String::new());
        }
        let Ok(value) = usize::try_from(item.value) else {
            let detail = "INCBIN skip value must not be negative";
            context.error_at(ErrorCode::Syntax, detail, line.operand(), 0);
            return Ok(None);
        };
        *number = value;
    }
    let [offset, length] = numbers;
    Ok(Some(Request {
        name,
        offset,
        length,
    }))
}

pub(crate) fn incdir(context: &mut Context, line: &Line) -> Result<(), Abort> {
    let dir = unquote(line.operand()).to_vec();
    if !context.sources.include_dirs.contains(&dir) {
        context.sources.include_dirs.push(dir);
    }
    Ok(())
}

pub(crate) fn end(context: &mut Context, _: &Line) -> Result<(), Abort> {
    end_file(context);
    Ok(())
}

fn report_missing_include(context: &mut Context, name: &[u8], line: &Line) -> Result<(), Abort> {
    if context.is_newer_dialect() {
        context.error_at(ErrorCode::FileOpen, "", line.operand(), 0);
        context.report.redo(Reason::Include);
        return Ok(());
    }
    let text = [b"Warning: Unable to open '", name, b"'\n"].concat();
    context.report.print(text);
    let message = format!(
        "cannot open {}; the program is assembled without this file",
        lossy(name)
    );
    let help = advice_on_name(context, name);
    context.warn_at(message, line, line.fields.operand, help.as_str());
    Ok(())
}

/// Returns advice for the user when a file cannot be found.
fn advice_on_name(context: &mut Context, name: &[u8]) -> String {
    if name.contains(&b'\\') {
        return "use / to separate folder names".to_owned();
    }
    let cases = [name.to_ascii_lowercase(), name.to_ascii_uppercase()];
    for other in cases.iter().filter(|other| *other != name) {
        if context.sources.exists(other) {
            let other = lossy(other);
            return format!("there is a file {other}; write its name in the same case");
        }
    }
    "check the name; INCLUDE looks in the working directory, INCDIR, -I, and beside this file"
        .to_owned()
}

/// Warns if the name is empty or names a directory. With INCDIR, an empty name resolves to a
/// directory.
fn warn_about_directory(context: &mut Context, name: &[u8], directory: bool, line: &Line) {
    let message = match name {
        b"" => "the file name is empty; nothing is read".to_owned(),
        _ if directory => format!("{} is a directory; nothing is read", lossy(name)),
        _ => return,
    };
    context.warn_at(message, line, line.fields.operation, "name the file");
}

fn report_missing_binary(context: &mut Context, name: &[u8], line: &Line) -> Result<(), Abort> {
    let text = [b"unable to open ", name, b"\n"].concat();
    context.report.print(text);
    if context.is_newer_dialect() {
        return context.abort(ErrorCode::FileOpen, String::new());
    }
    let message = format!(
        "cannot open {}; the program is assembled without its bytes",
        lossy(name)
    );
    let help = "check the name: the whole operand is the name; --dialect 2.20.16 allows an offset";
    context.warn_at(message, line, line.fields.operand, help);
    Ok(())
}
