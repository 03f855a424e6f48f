//! Renames symbols and macros. Assembles the changed program as a check; if its bytes would differ,
//! renames nothing.

use asm6502::build::Overlay;
use asm6502::record::{Span, Target};
use asm6502::syntax::{TokenKind, tokens};
use asm6502::{Options, SourceProvider};
use std::collections::BTreeMap;
use std::path::Path;
use thiserror::Error;

use crate::navigate::{related_targets, spans_of};
use crate::program::{Program, recorded_options};
use crate::text::{Edit, Position, TextRange, apply, lossy};

/// The reason why a name was not renamed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RenameError {
    /// There is no name at the position.
    #[error("there is no known name at the cursor; place the cursor on a label or macro")]
    NoName,
    /// The new name is not a valid name.
    #[error("{0:?} is not a name; use letters, digits, _ and @, and do not begin with a digit")]
    BadName(String),
    /// The new name is the name of an instruction.
    #[error("{0} is an instruction; choose another name")]
    Instruction(String),
    /// The new name would make a global name local, or a local name global.
    #[error("the new name must be local or global like the old name: write {0}")]
    OtherScope(String),
    /// The new name is already defined.
    #[error("{name} is already defined in {file}:{line}; choose another name")]
    Taken {
        /// The name.
        name: String,
        /// The file of its definition.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// In one place, the program builds the name from several pieces of text, which renaming cannot
    /// change.
    #[error(
        "{file}:{line} builds the name {name} from pieces, such as an argument of a macro; \
         rename it by hand"
    )]
    BuiltFromPieces {
        /// The name.
        name: String,
        /// The file of the use.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// The program would assemble to different bytes.
    #[error(
        "with the name {0} the program would assemble differently, so nothing is renamed; \
         choose another name"
    )]
    ChangesBytes(String),
}

/// Returns the range and the text of the name at a position.
///
/// # Errors
///
/// [`RenameError::NoName`] if there is no name.
pub fn prepare(
    program: &Program,
    file: u32,
    position: Position,
) -> Result<(TextRange, String), RenameError> {
    let (span, _) = program.name_at(file, position).ok_or(RenameError::NoName)?;
    let range = crate::program::range(span);
    Ok((range, lossy(program.text(file).slice(range))))
}

/// Returns the edits that rename the name at a position in all files, including macros and their
/// calls. A local name is renamed only in its scope. Returns an error if the renamed program would
/// not assemble to the same bytes.
///
/// # Errors
///
/// A [`RenameError`]. Its message tells the user what to do.
pub fn rename(
    program: &Program,
    provider: &dyn SourceProvider,
    options: &Options,
    file: u32,
    position: Position,
    new_name: &str,
) -> Result<Vec<Edit>, RenameError> {
    let (_, old_name) = prepare(program, file, position)?;
    let (_, targets) = program.name_at(file, position).ok_or(RenameError::NoName)?;
    if old_name == new_name {
        return Ok(Vec::new());
    }
    check_name(&old_name, new_name)?;
    let targets = related_targets(program, &targets);
    check_not_taken(program, &targets, &old_name, new_name)?;
    check_not_built_from_pieces(program, &targets, &old_name)?;
    let spans = spans_of(program, &targets);
    let edits = edits(program, &spans, &old_name, new_name);
    if !assembles_to_same_bytes(program, provider, options, &edits) {
        return Err(RenameError::ChangesBytes(new_name.to_owned()));
    }
    Ok(edits)
}

fn check_name(old_name: &str, new_name: &str) -> Result<(), RenameError> {
    let mut words = tokens(new_name.as_bytes());
    let is_name = words
        .next()
        .is_some_and(|token| token.kind == TokenKind::Name && token.range == (0..new_name.len()));
    if !is_name || matches!(new_name, "." | ".." | "...") {
        return Err(RenameError::BadName(new_name.to_owned()));
    }
    if isa6502::Mnemonic::from_dasm_name(&new_name.to_ascii_lowercase()).is_some() {
        return Err(RenameError::Instruction(new_name.to_owned()));
    }
    let local_marks = |name: &str| (name.starts_with('.'), name.ends_with('$'));
    if local_marks(old_name) != local_marks(new_name) {
        let bare = new_name.trim_start_matches('.').trim_end_matches('$');
        let (dot, dollar) = local_marks(old_name);
        let expected = format!(
            "{}{bare}{}",
            if dot { "." } else { "" },
            if dollar { "$" } else { "" }
        );
        return Err(RenameError::OtherScope(expected));
    }
    Ok(())
}

fn check_not_taken(
    program: &Program,
    targets: &[Target],
    old_name: &str,
    new_name: &str,
) -> Result<(), RenameError> {
    let scopes: Vec<_> = targets
        .iter()
        .map(|&target| scope_of(program, target))
        .collect();
    let is_macro = |target: &Target| matches!(target, Target::Macro(_));
    let taken = program.mentions().iter().find(|mention| {
        let name = program.name_of(mention.target);
        mention.is_definition
            && is_macro(&mention.target) == targets.iter().any(is_macro)
            && match is_macro(&mention.target) {
                true => name.eq_ignore_ascii_case(new_name) && !name.eq_ignore_ascii_case(old_name),
                false => name == new_name && scopes.contains(&scope_of(program, mention.target)),
            }
    });
    match taken {
        None => Ok(()),
        Some(mention) => Err(RenameError::Taken {
            name: new_name.to_owned(),
            file: lossy(program.path(mention.span.file)),
            line: mention.span.line,
        }),
    }
}

fn scope_of(program: &Program, target: Target) -> Option<&str> {
    match target {
        Target::Symbol(index) => program.symbol(index).scope.as_deref(),
        Target::Macro(_) => None,
    }
}

fn check_not_built_from_pieces(
    program: &Program,
    targets: &[Target],
    name: &str,
) -> Result<(), RenameError> {
    let names = program.record.names.iter();
    let built = names
        .clone()
        .find(|used| used.span.is_none() && targets.contains(&used.target));
    let Some(built) = built else { return Ok(()) };
    let statement = &program.record.statements[built.statement as usize];
    Err(RenameError::BuiltFromPieces {
        name: name.to_owned(),
        file: lossy(program.path(statement.file)),
        line: statement.line,
    })
}

fn edits(program: &Program, spans: &[(Span, bool)], old_name: &str, new_name: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    for &(span, _) in spans {
        let location = program.location(span);
        let text = program.text(span.file).slice(location.range);
        // In a call such as `.SLEEP 3`, the span starts after the dot, so the text there is
        // still just the name.
        if text.eq_ignore_ascii_case(old_name.as_bytes()) {
            edits.push(Edit {
                location,
                text: new_name.to_owned(),
            });
        }
    }
    edits.sort();
    edits.dedup();
    edits
}

/// Returns true if the changed program assembles to the same bytes, with the same exit code and the
/// same number of messages.
pub fn assembles_to_same_bytes(
    program: &Program,
    provider: &dyn SourceProvider,
    options: &Options,
    edits: &[Edit],
) -> bool {
    let mut by_file: BTreeMap<&[u8], Vec<(TextRange, String)>> = BTreeMap::new();
    for edit in edits {
        let entry = by_file.entry(&edit.location.file).or_default();
        entry.push((edit.location.range, edit.text.clone()));
    }
    let mut overlay = Overlay::new(provider);
    for (path, edits) in by_file {
        let Some(file) = program.file(path) else {
            return false;
        };
        let Some(changed) = apply(program.text(file), &edits) else {
            return false;
        };
        overlay.insert(Path::new(&lossy(path)), changed);
    }
    let options = recorded_options(options);
    let (before, after) = (&program.output, asm6502::assemble(&overlay, &options));
    before.binary == after.binary
        && before.exit_code == after.exit_code
        && before.diagnostics.len() == after.diagnostics.len()
}
