//! Answers that consist of places: definitions, uses, symbols, folds, links, selections.

use language::{OutlineItem, OutlineKind, Text};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, DocumentLink,
    DocumentLinkParams, DocumentSymbol, DocumentSymbolParams, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, GotoDefinitionParams, Location, ReferenceParams, SelectionRange,
    SelectionRangeParams, SymbolInformation, SymbolKind, Uri, WorkspaceSymbolParams,
};
use serde_json::{Value, json};

use crate::lsp::{
    capabilities::Client,
    convert,
    documents::resolve,
    failure::Failure,
    units::{Analysis, AnalyzedDocument, PositionQuery},
    workspace::Workspace,
};

/// Converts a location in one of the program's files to a location for the editor.
pub(super) fn location(
    workspace: &Workspace,
    analysis: &Analysis,
    place: &language::Location,
) -> Option<Location> {
    let (path, text) = analysis.path_and_text(&place.file)?;
    let document = workspace.documents.get(path);
    let uri = document
        .map(|document| document.uri.clone())
        .or_else(|| convert::uri(path))?;
    let range = convert::to_range(text, place.range, workspace.encoding);
    Some(Location { uri, range })
}

pub fn definition(
    workspace: &mut Workspace,
    _: Client,
    params: GotoDefinitionParams,
) -> Result<Vec<Location>, Failure> {
    let query = workspace.query(&params.text_document_position_params, false)?;
    let places = query
        .file
        .map(|file| language::definition(&query.analysis.program, file, query.position));
    Ok(locations(workspace, &query, &places.unwrap_or_default()))
}

fn locations(
    workspace: &Workspace,
    query: &PositionQuery,
    places: &[language::Location],
) -> Vec<Location> {
    let places = places.iter();
    places
        .filter_map(|place| location(workspace, &query.analysis, place))
        .collect()
}

pub fn references(
    workspace: &mut Workspace,
    _: Client,
    params: ReferenceParams,
) -> Result<Vec<Location>, Failure> {
    let query = workspace.query(&params.text_document_position, false)?;
    let with_definition = params.context.include_declaration;
    let places = query.file.map(|file| {
        language::references(
            &query.analysis.program,
            file,
            query.position,
            with_definition,
        )
    });
    Ok(locations(workspace, &query, &places.unwrap_or_default()))
}

pub fn highlight(
    workspace: &mut Workspace,
    _: Client,
    params: DocumentHighlightParams,
) -> Result<Vec<DocumentHighlight>, Failure> {
    let query = workspace.query(&params.text_document_position_params, false)?;
    let Some(file) = query.file else {
        return Ok(Vec::new());
    };
    let program = &query.analysis.program;
    let path = program.path(file);
    let all = language::references(program, file, query.position, true);
    let definitions = language::definition(program, file, query.position);
    let in_file = all.iter().filter(|place| place.file == path);
    let highlight = |place: &language::Location| DocumentHighlight {
        range: convert::to_range(program.text(file), place.range, workspace.encoding),
        kind: Some(if definitions.contains(place) {
            DocumentHighlightKind::WRITE
        } else {
            DocumentHighlightKind::READ
        }),
    };
    Ok(in_file.map(highlight).collect())
}

pub fn document_symbols(
    workspace: &mut Workspace,
    client: Client,
    params: DocumentSymbolParams,
) -> Result<Value, Failure> {
    let uri = params.text_document.uri;
    let encoding = workspace.encoding;
    let AnalyzedDocument { analysis, file, .. } = workspace.analyzed(&uri)?;
    let Some(file) = file else {
        return Ok(json!([]));
    };
    let text = analysis.program.text(file);
    let items = language::outline(&analysis.program, file);
    if client.symbol_tree {
        let tree: Vec<_> = items
            .iter()
            .map(|item| symbol(text, item, encoding))
            .collect();
        return Ok(serde_json::to_value(tree)?);
    }
    let flat = items
        .iter()
        .flat_map(|item| std::iter::once(item).chain(&item.children));
    let flat: Vec<_> = flat
        .map(|item| flat_symbol(text, item, &uri, encoding))
        .collect();
    Ok(serde_json::to_value(flat)?)
}

// The type still requires the deprecated field, which `tags` has replaced.
#[allow(deprecated)]
fn symbol(text: &Text, item: &OutlineItem, encoding: language::Encoding) -> DocumentSymbol {
    let children: Vec<_> = item
        .children
        .iter()
        .map(|item| symbol(text, item, encoding))
        .collect();
    DocumentSymbol {
        name: item.name.clone(),
        detail: Some(item.detail.clone()),
        kind: symbol_kind(item.kind),
        tags: None,
        deprecated: None,
        range: convert::to_range(text, item.range, encoding),
        selection_range: convert::to_range(text, item.name_range, encoding),
        children: (!children.is_empty()).then_some(children),
    }
}

#[allow(deprecated)]
fn flat_symbol(
    text: &Text,
    item: &OutlineItem,
    uri: &Uri,
    encoding: language::Encoding,
) -> SymbolInformation {
    SymbolInformation {
        name: item.name.clone(),
        kind: symbol_kind(item.kind),
        tags: None,
        deprecated: None,
        location: Location {
            uri: uri.clone(),
            range: convert::to_range(text, item.range, encoding),
        },
        container_name: None,
    }
}

pub(super) fn symbol_kind(kind: OutlineKind) -> SymbolKind {
    match kind {
        OutlineKind::Routine => SymbolKind::FUNCTION,
        OutlineKind::Label => SymbolKind::FIELD,
        OutlineKind::Variable => SymbolKind::VARIABLE,
        OutlineKind::Macro => SymbolKind::METHOD,
        _ => SymbolKind::CONSTANT,
    }
}

#[allow(deprecated)]
pub fn workspace_symbols(
    workspace: &mut Workspace,
    _: Client,
    params: WorkspaceSymbolParams,
) -> Result<Vec<SymbolInformation>, Failure> {
    let (units, documents) = workspace.units();
    let analyses: Vec<_> = units.map(|unit| unit.analysis(documents)).collect();
    let mut symbols: Vec<SymbolInformation> = Vec::new();
    for analysis in analyses {
        for (name, outline_kind, place) in language::find_symbols(&analysis.program, &params.query)
        {
            if let Some(location) = location(workspace, &analysis, &place) {
                let container = location
                    .uri
                    .path()
                    .segments()
                    .next_back()
                    .map(ToString::to_string);
                symbols.push(SymbolInformation {
                    name,
                    kind: symbol_kind(outline_kind),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: container,
                });
            }
        }
    }
    Ok(symbols)
}

pub fn folds(
    workspace: &mut Workspace,
    _: Client,
    params: FoldingRangeParams,
) -> Result<Vec<FoldingRange>, Failure> {
    let text = workspace.text(&params.text_document.uri)?;
    let folds = language::folds(text).into_iter();
    let range = |fold: language::Fold| FoldingRange {
        start_line: fold.first,
        end_line: fold.last,
        kind: Some(if fold.is_comment {
            FoldingRangeKind::Comment
        } else {
            FoldingRangeKind::Region
        }),
        ..FoldingRange::default()
    };
    Ok(folds.map(range).collect())
}

pub fn links(
    workspace: &mut Workspace,
    _: Client,
    params: DocumentLinkParams,
) -> Result<Vec<DocumentLink>, Failure> {
    let encoding = workspace.encoding;
    let AnalyzedDocument {
        unit,
        analysis,
        file,
    } = workspace.analyzed(&params.text_document.uri)?;
    let Some(file) = file else {
        return Ok(Vec::new());
    };
    let text = analysis.program.text(file);
    let links = language::links(&analysis.program, file).into_iter();
    let link = |link: language::Link| {
        Some(DocumentLink {
            range: convert::to_range(text, link.range, encoding),
            target: Some(convert::uri(&resolve(&unit.base, &link.file))?),
            tooltip: None,
            data: None,
        })
    };
    Ok(links.filter_map(link).collect())
}

pub fn selections(
    workspace: &mut Workspace,
    _: Client,
    params: SelectionRangeParams,
) -> Result<Vec<SelectionRange>, Failure> {
    let encoding = workspace.encoding;
    let text = workspace.text(&params.text_document.uri)?;
    let selection_at = |position| {
        let position = convert::from_position(text, position, encoding);
        let mut ranges = language::selections(text, position).into_iter().rev();
        let range = |range| convert::to_range(text, range, encoding);
        let outermost = SelectionRange {
            range: range(ranges.next().unwrap_or_default()),
            parent: None,
        };
        ranges.fold(outermost, |parent, inner| SelectionRange {
            range: range(inner),
            parent: Some(Box::new(parent)),
        })
    };
    Ok(params.positions.into_iter().map(selection_at).collect())
}
