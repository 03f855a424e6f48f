//! Edits of the sources: renaming, formatting, quick fixes.

use language::{Columns, Edit};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, DocumentFormattingParams,
    DocumentRangeFormattingParams, PrepareRenameResponse, RenameParams, TextDocumentPositionParams,
    TextEdit, Uri, WorkspaceEdit,
};
use std::{collections::HashMap, ops::Range};

use crate::lsp::{
    capabilities::Client, convert, failure::Failure, units::Analysis, workspace::Workspace,
};

pub fn prepare_rename(
    workspace: &mut Workspace,
    _: Client,
    params: TextDocumentPositionParams,
) -> Result<PrepareRenameResponse, Failure> {
    let query = workspace.query(&params, false)?;
    let file = query.file.ok_or(language::RenameError::NoName)?;
    let program = &query.analysis.program;
    let (range, placeholder) = language::prepare_rename(program, file, query.position)?;
    Ok(PrepareRenameResponse::RangeWithPlaceholder {
        range: convert::to_range(program.text(file), range, workspace.encoding),
        placeholder,
    })
}

pub fn rename(
    workspace: &mut Workspace,
    _: Client,
    params: RenameParams,
) -> Result<WorkspaceEdit, Failure> {
    let at = params.text_document_position;
    let query = workspace.query(&at, false)?;
    let file = query.file.ok_or(language::RenameError::NoName)?;
    let (unit, documents) = workspace.unit_of(&convert::path(&at.text_document.uri));
    let edits = language::rename(
        &query.analysis.program,
        &unit.sources(documents),
        &unit.options,
        file,
        query.position,
        &params.new_name,
    )?;
    Ok(workspace_edit(workspace, &query.analysis, &edits))
}

/// Groups edits by document.
// The keys are compared only by their text, which does not change.
#[allow(clippy::mutable_key_type)]
fn workspace_edit(workspace: &Workspace, analysis: &Analysis, edits: &[Edit]) -> WorkspaceEdit {
    let mut changes: HashMap<Uri, Vec<TextEdit>> = HashMap::new();
    for edit in edits {
        let Some((path, text)) = analysis.path_and_text(&edit.location.file) else {
            continue;
        };
        let document = workspace.documents.get(path);
        let uri = document
            .map(|document| document.uri.clone())
            .or_else(|| convert::uri(path));
        if let Some(uri) = uri {
            changes.entry(uri).or_default().push(TextEdit {
                range: convert::to_range(text, edit.location.range, workspace.encoding),
                new_text: edit.text.clone(),
            });
        }
    }
    WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }
}

pub fn format(
    workspace: &mut Workspace,
    _: Client,
    params: DocumentFormattingParams,
) -> Result<Vec<TextEdit>, Failure> {
    format_lines(workspace, &params.text_document.uri, 0..u32::MAX)
}

pub fn format_range(
    workspace: &mut Workspace,
    _: Client,
    params: DocumentRangeFormattingParams,
) -> Result<Vec<TextEdit>, Failure> {
    let lines = params.range.start.line..params.range.end.line.saturating_add(1);
    format_lines(workspace, &params.text_document.uri, lines)
}

/// Formats lines of a document. Assembles the program to check the result, unless no program reads
/// the document.
fn format_lines(
    workspace: &mut Workspace,
    uri: &Uri,
    lines: Range<u32>,
) -> Result<Vec<TextEdit>, Failure> {
    workspace.text(uri)?;
    let path = convert::path(uri);
    let columns = Columns::default();
    let (unit, documents) = workspace.unit_of(&path);
    let analysis = unit.analysis(documents);
    let edits = match analysis.file(&path) {
        Some(file) => {
            let sources = unit.sources(documents);
            let options = &unit.options;
            let program = &analysis.program;
            let edits = language::format_file(program, &sources, options, file, lines, columns)?;
            let edits = edits.into_iter();
            edits.map(|edit| (edit.location.range, edit.text)).collect()
        }
        None => {
            let mut edits = language::format(workspace.text(uri)?, columns);
            edits.retain(|(range, _)| lines.contains(&range.start.line));
            edits
        }
    };
    let text = workspace.text(uri)?;
    let edit = |(range, new_text)| TextEdit {
        range: convert::to_range(text, range, workspace.encoding),
        new_text,
    };
    Ok(edits.into_iter().map(edit).collect())
}

pub fn fixes(
    workspace: &mut Workspace,
    _: Client,
    params: CodeActionParams,
) -> Result<Vec<CodeActionOrCommand>, Failure> {
    let uri = params.text_document.uri;
    workspace.text(&uri)?;
    let path = convert::path(&uri);
    let (unit, documents) = workspace.unit_of(&path);
    unit.check(documents);
    let analysis = unit.analysis(documents);
    let sources = unit.sources(documents);
    let lines = params.range.start.line..=params.range.end.line;
    let problems = unit.problems.iter().filter(|problem| {
        sources.path(&problem.location.file) == path
            && lines.contains(&problem.location.range.start.line)
    });
    let text = documents.get(&path).map(|document| &document.text);
    let fixes: Vec<_> = problems
        .flat_map(|problem| {
            text.map(|text| language::fixes(problem, text))
                .unwrap_or_default()
        })
        .collect();
    let action = |(index, fix): (usize, language::Fix)| {
        CodeActionOrCommand::CodeAction(CodeAction {
            edit: Some(workspace_edit(workspace, &analysis, &fix.edits)),
            title: fix.title,
            kind: Some(CodeActionKind::QUICKFIX),
            is_preferred: Some(index == 0),
            ..CodeAction::default()
        })
    };
    Ok(fixes.into_iter().enumerate().map(action).collect())
}
