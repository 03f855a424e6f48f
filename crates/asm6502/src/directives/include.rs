//! `INCLUDE`, `INCBIN`, `INCDIR`, `END`.

use std::rc::Rc;

use super::data::CHUNK;
use crate::assembler::{Abort, Assembler, Step};
use crate::diagnostic::Code;
use crate::expression::Context;
use crate::input::FrameKind;
use crate::line::Line;
use crate::source::SourceFile;
use crate::text::{lossy, unquote};

pub(super) fn include(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    let name = file_name(assembler, line)?;
    match assembler.find_file(&name) {
        Some(file) => {
            if name.is_empty() {
                assembler.warn_of_no_name(line);
            }
            let script = file.script();
            assembler.push_file(&name, script)
        }
        None => assembler.missing_include(&name, line),
    }
}

/// The operand as a file name: quoted, a symbol that holds a string, or the text itself.
fn file_name(assembler: &mut Assembler, line: &Line) -> Result<Vec<u8>, Abort> {
    let operand = line.operand();
    if operand.first().is_some_and(u8::is_ascii_digit) {
        return Ok(operand.to_vec());
    }
    let item = assembler.evaluate_one(operand)?;
    Ok(item
        .text
        .map_or_else(|| operand.to_vec(), |text| text.to_vec()))
}

pub(super) fn incbin(assembler: &mut Assembler, line: &Line) -> Step {
    assembler.program_label(line);
    let request = if assembler.newer() || assembler.options.extensions {
        request_by_list(assembler, line)?
    } else {
        let name = unquote(line.operand()).to_vec();
        Request {
            name,
            offset: 0,
            length: usize::MAX,
        }
    };
    let Some(file) = assembler.find_file(&request.name) else {
        return assembler.missing_binary(&request.name, line);
    };
    if request.name.is_empty() {
        assembler.warn_of_no_name(line);
    }
    let second_byte = assembler.second_byte;
    let unread = assembler.pass.redos > 0;
    let rest = file.content.get(request.offset..).unwrap_or_default();
    for chunk in rest[..rest.len().min(request.length)].chunks(CHUNK) {
        assembler.block.clear();
        assembler.block.extend_from_slice(chunk);
        assembler.generate(chunk.len())?;
    }
    assembler.generated = 0;
    if unread {
        assembler.second_byte = second_byte;
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
fn request_by_list(assembler: &mut Assembler, line: &Line) -> Result<Request, Abort> {
    let mut request = Request {
        name: Vec::new(),
        offset: 0,
        length: usize::MAX,
    };
    let items = assembler.evaluate(line.operand(), Context::Data)?;
    request.name = match &items[0].text {
        Some(text) => text.to_vec(),
        None if assembler.newer() => {
            assembler.error_at(Code::TypeMismatch, "", line.operand(), 0);
            Vec::new()
        }
        None => unquote(line.operand()).to_vec(),
    };
    let numbers = [
        items.get(1),
        items.get(2).filter(|_| assembler.options.extensions),
    ];
    for (number, target) in numbers
        .into_iter()
        .zip([&mut request.offset, &mut request.length])
    {
        let Some(item) = number else { continue };
        match usize::try_from(item.value) {
            Ok(value) => *target = value,
            Err(_) => assembler.error_at(Code::ValueUndefined, "", line.operand(), 0),
        }
    }
    Ok(request)
}

pub(super) fn incdir(assembler: &mut Assembler, line: &Line) -> Step {
    let dir = unquote(line.operand()).to_vec();
    if !assembler.include_dirs.contains(&dir) {
        assembler.include_dirs.push(dir);
    }
    Ok(())
}

pub(super) fn end(assembler: &mut Assembler, _: &Line) -> Step {
    assembler.end_file();
    Ok(())
}

impl Assembler<'_> {
    /// Looks the file up: as named, in each include directory, beside the including file.
    fn find_file(&mut self, name: &[u8]) -> Option<Rc<SourceFile>> {
        let mut candidates = vec![name.to_vec()];
        if !name.contains(&b':') {
            candidates.extend(self.include_dirs.iter().map(|dir| join(dir, name)));
        }
        candidates.extend(self.beside_includer(name));
        candidates
            .into_iter()
            .find_map(|path| self.read_file(&path))
    }

    /// The file, read once per run.
    pub fn read_file(&mut self, path: &[u8]) -> Option<Rc<SourceFile>> {
        if let Some(known) = self.files.get(path) {
            return known.clone();
        }
        let content = self.provider.read(path);
        let file = content.map(|content| Rc::new(SourceFile::new(content)));
        if file.is_some() {
            self.dependencies.push(path.to_vec());
        }
        self.files.insert(path.to_vec(), file.clone());
        file
    }

    /// dasm never looks beside the including file; a file found nowhere else is no file to it.
    fn beside_includer(&self, name: &[u8]) -> Option<Vec<u8>> {
        if self.options.strict_dasm {
            return None;
        }
        let file = self
            .frames
            .iter()
            .rev()
            .find_map(|frame| match frame.kind {
                FrameKind::File(file) => Some(file),
                FrameKind::Macro { .. } => None,
            })?;
        let includer = self.file_name(file);
        let slash = memchr::memrchr(b'/', includer)?;
        Some(join(&includer[..slash], name))
    }

    fn missing_include(&mut self, name: &[u8], line: &Line) -> Step {
        if self.newer() {
            self.error_at(Code::FileOpen, "", line.operand(), 0);
            self.redo(crate::passes::Reason::Include);
            return Ok(());
        }
        self.say("Warning: Unable to open '");
        self.messages.console.extend_from_slice(name);
        self.say("'\n");
        let message = format!("cannot open {}; assembled without it", lossy(name));
        let help =
            "check the name; it is looked up in the working directory, then in INCDIR and -I";
        self.warn_at(message, line, line.fields.operand.start(), Some(help));
        Ok(())
    }

    /// An INCDIR makes a name of nothing the name of a folder.
    fn warn_of_no_name(&mut self, line: &Line) {
        let message = "the name is empty; nothing is read".to_owned();
        self.warn_at(
            message,
            line,
            line.fields.operation.start(),
            Some("name the file"),
        );
    }

    fn missing_binary(&mut self, name: &[u8], line: &Line) -> Step {
        self.say("unable to open ");
        self.messages.console.extend_from_slice(name);
        self.say("\n");
        if self.newer() {
            return self.abort(Code::FileOpen, String::new());
        }
        let message = format!("cannot open {}; assembled without its bytes", lossy(name));
        let help = "14.1 takes all text as the name and has no offset; --dialect 2.20.16 has one";
        self.warn_at(message, line, line.fields.operand.start(), Some(help));
        Ok(())
    }
}

fn join(dir: &[u8], name: &[u8]) -> Vec<u8> {
    let mut path = dir.to_vec();
    if !matches!(dir.last(), None | Some(b'/' | b':')) {
        path.push(b'/');
    }
    path.extend_from_slice(name);
    path
}
