//! Answers about words: hover, completion, parameters of macros.

use headless::program::program_beside;
use lab::trace::Symbols;
use language::{Completion, CompletionKind};
use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit,
    Documentation, Hover, HoverContents, HoverParams, InsertTextFormat, MarkupContent, MarkupKind,
    ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams, SignatureInformation,
    TextEdit,
};
use std::path::Path;

use crate::lsp::{
    capabilities::Client, convert, failure::Failure, units::PositionQuery, workspace::Workspace,
};

fn markup(client: Client, text: &str) -> MarkupContent {
    if client.markdown {
        MarkupContent {
            kind: MarkupKind::Markdown,
            value: text.to_owned(),
        }
    } else {
        MarkupContent {
            kind: MarkupKind::PlainText,
            value: to_plain_text(text),
        }
    }
}

/// Converts Markdown to plain text. Tables become columns separated by spaces.
fn to_plain_text(text: &str) -> String {
    let text = text
        .replace("```dasm\n", "")
        .replace("\n```", "")
        .replace("**", "");
    let line = |line: &str| {
        let Some(cells) = line.strip_prefix('|') else {
            return Some(line.to_owned());
        };
        let is_rule = cells
            .chars()
            .all(|letter| matches!(letter, '|' | '-' | ':' | ' '));
        let cells: Vec<&str> = cells
            .trim_end_matches('|')
            .split('|')
            .map(str::trim)
            .collect();
        (!is_rule).then(|| cells.join("  "))
    };
    let lines: Vec<String> = text.lines().filter_map(line).collect();
    lines.join("\n")
}

pub fn hover(
    workspace: &mut Workspace,
    client: Client,
    params: HoverParams,
) -> Result<Option<Hover>, Failure> {
    let query = workspace.query(&params.text_document_position_params, false)?;
    let Some(file) = query.file else {
        return Ok(None);
    };
    let (program, timing) = (&query.analysis.program, &query.analysis.timing);
    let found = language::hover(program, timing, file, query.position);
    let text_with_name = |hover: &language::Hover| {
        let name = name_in_adjacent_files(&query, hover.number?)?;
        Some(format!("{}\n\n`{name}`", hover.text))
    };
    Ok(found.map(|hover| Hover {
        contents: HoverContents::Markup(markup(
            client,
            &text_with_name(&hover).unwrap_or_else(|| hover.text.clone()),
        )),
        range: Some(convert::to_range(
            program.text(file),
            hover.range,
            workspace.encoding,
        )),
    }))
}

/// Looks up the name of an address in the files next to the main source (`.sym`, `.lst`, `.map`). A
/// disassembled source needs these names, because the source itself contains only numbers.
fn name_in_adjacent_files(query: &PositionQuery, value: i64) -> Option<String> {
    let address = u16::try_from(value).ok()?;
    let image = &query.analysis.program.output.binary;
    let adjacent = program_beside(&query.main, image, Symbols::default()).ok()?;
    let labels = adjacent.labels().iter();
    let is_code_at_address =
        |label: &&debugger::Label| address & 0x1000 != 0 && (label.address ^ address) & 0x1fff == 0;
    let variables = adjacent.variables().iter();
    let variable = variables.filter(|variable| variable.address == address);
    let mut names = labels
        .filter(is_code_at_address)
        .map(|label| &label.name[..]);
    let names = names
        .by_ref()
        .chain(variable.map(|variable| &variable.name[..]));
    let name = names.chain(adjacent.symbols.name(address)).next();
    name.map(str::to_owned)
}

pub fn completion(
    workspace: &mut Workspace,
    client: Client,
    params: CompletionParams,
) -> Result<CompletionList, Failure> {
    let at = params.text_document_position;
    let query = workspace.query(&at, true)?;
    let text = workspace.text(&at.text_document.uri)?;
    let line = text.line(query.position.line).to_vec();
    if let Some(prefix) = language::file_prefix(&line, query.position) {
        return Ok(file_completions(
            &convert::path(&at.text_document.uri),
            &query.main,
            &prefix,
        ));
    }
    let options = workspace
        .unit_of(&convert::path(&at.text_document.uri))
        .0
        .options
        .clone();
    let program = &query.analysis.program;
    let found = language::complete(program, &options, query.file, &line, query.position);
    let text = workspace.text(&at.text_document.uri)?;
    let range = convert::to_range(text, found.range, workspace.encoding);
    let typed = String::from_utf8_lossy(text.slice(found.range)).to_lowercase();
    let mut items = found.items;
    items.retain(|item| language::contains_letters(&item.label, &typed));
    let is_incomplete = items.len() > MAX_COMPLETIONS;
    items.sort_by_cached_key(|item| {
        let is_prefix = item.label.to_lowercase().starts_with(&typed);
        (!is_prefix, item.rank, item.label.clone())
    });
    items.truncate(MAX_COMPLETIONS);
    let items = items.into_iter();
    let items = items.map(|item| completion_item(client, item, range));
    Ok(CompletionList {
        is_incomplete,
        items: items.collect(),
    })
}

/// Maximum number of completions in an answer. If there are more, the answer says so, and the
/// client repeats the request when the user types another letter.
const MAX_COMPLETIONS: usize = 300;

fn completion_item(client: Client, item: Completion, range: lsp_types::Range) -> CompletionItem {
    let snippet = item.snippet.filter(|_| client.snippets);
    CompletionItem {
        kind: Some(match item.kind {
            CompletionKind::Instruction => CompletionItemKind::KEYWORD,
            CompletionKind::Directive => CompletionItemKind::OPERATOR,
            CompletionKind::Macro => CompletionItemKind::METHOD,
            CompletionKind::Label => CompletionItemKind::FUNCTION,
            CompletionKind::Variable => CompletionItemKind::VARIABLE,
            CompletionKind::Register => CompletionItemKind::PROPERTY,
            CompletionKind::Constant => CompletionItemKind::CONSTANT,
            _ => CompletionItemKind::TEXT,
        }),
        detail: (!item.detail.is_empty()).then_some(item.detail),
        documentation: (!item.documentation.is_empty())
            .then(|| Documentation::MarkupContent(markup(client, &item.documentation))),
        sort_text: Some(format!("{}{}", item.rank, item.label)),
        insert_text_format: snippet.is_some().then_some(InsertTextFormat::SNIPPET),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range,
            new_text: snippet.unwrap_or_else(|| item.label.clone()),
        })),
        label: item.label,
        ..CompletionItem::default()
    }
}

/// Returns the file names that can complete an `INCLUDE`: files next to the including file or the
/// main source, and the built-in headers.
fn file_completions(including_file: &Path, main: &Path, prefix: &str) -> CompletionList {
    let folder = prefix.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut names: Vec<(String, bool)> = Vec::new();
    for start in [including_file, main].into_iter().filter_map(Path::parent) {
        for entry in std::fs::read_dir(start.join(folder))
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !name.starts_with('.') {
                names.push((name, is_folder));
            }
        }
    }
    if folder.is_empty() {
        names.extend(["macro.h", "vcs.h"].map(|name| (name.to_owned(), false)));
    }
    names.sort();
    names.dedup();
    let item = |(name, is_folder): (String, bool)| CompletionItem {
        label: name,
        kind: Some(if is_folder {
            CompletionItemKind::FOLDER
        } else {
            CompletionItemKind::FILE
        }),
        ..CompletionItem::default()
    };
    CompletionList {
        is_incomplete: false,
        items: names.into_iter().map(item).collect(),
    }
}

pub fn signature(
    workspace: &mut Workspace,
    client: Client,
    params: SignatureHelpParams,
) -> Result<Option<SignatureHelp>, Failure> {
    let at = params.text_document_position_params;
    let query = workspace.query(&at, true)?;
    let line = workspace
        .text(&at.text_document.uri)?
        .line(query.position.line)
        .to_vec();
    let call = language::call_at(&query.analysis.program, &line, query.position);
    Ok(call.map(|call| {
        let documentation = |text: &str| {
            let markup = || Documentation::MarkupContent(markup(client, text));
            (!text.is_empty()).then(markup)
        };
        let parameters = call
            .usage
            .parameters
            .iter()
            .map(|parameter| ParameterInformation {
                // Names of macros are ASCII, so a byte is one unit in any encoding that the client
                // may use.
                label: ParameterLabel::LabelOffsets(parameter.range.into()),
                documentation: documentation(&parameter.documentation),
            });
        SignatureHelp {
            signatures: vec![SignatureInformation {
                parameters: Some(parameters.collect()),
                documentation: documentation(&call.usage.documentation),
                label: call.usage.label.clone(),
                active_parameter: Some(call.active),
            }],
            active_signature: Some(0),
            active_parameter: Some(call.active),
        }
    }))
}
