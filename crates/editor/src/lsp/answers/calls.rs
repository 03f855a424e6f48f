//! The call hierarchy.

use language::{Callable, Position, Text, TextRange};
use lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem,
    CallHierarchyOutgoingCall, CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range,
};
use serde::{Deserialize, Serialize};
use std::{path::PathBuf, rc::Rc};

use super::places::{location, symbol_kind};
use crate::lsp::{
    capabilities::Client, convert, failure::Failure, units::Analysis, workspace::Workspace,
};

/// The data that lets the server find an item again in later requests.
#[derive(Debug, Serialize, Deserialize)]
struct ItemPlace {
    /// The main source of the item's program.
    main: PathBuf,
    file: PathBuf,
    line: u32,
    column: u32,
}

pub fn prepare(
    workspace: &mut Workspace,
    _: Client,
    params: CallHierarchyPrepareParams,
) -> Result<Vec<CallHierarchyItem>, Failure> {
    let query = workspace.query(&params.text_document_position_params, false)?;
    let program = &query.analysis.program;
    let found = query
        .file
        .and_then(|file| language::callable_at(program, file, query.position));
    let item = found.and_then(|found| item(workspace, &query.analysis, &query.main, &found));
    Ok(item.into_iter().collect())
}

pub fn incoming(
    workspace: &mut Workspace,
    _: Client,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Vec<CallHierarchyIncomingCall>, Failure> {
    let Some((place, analysis, callee)) = callable_of_item(workspace, params.item)? else {
        return Ok(Vec::new());
    };
    let calls = language::callers(&analysis.program, &callee).into_iter();
    let call = |(caller, ranges): (Callable, Vec<TextRange>)| {
        let text = analysis.path_and_text(&caller.location.file)?.1;
        Some(CallHierarchyIncomingCall {
            from: item(workspace, &analysis, &place.main, &caller)?,
            from_ranges: ranges_in(text, ranges, workspace),
        })
    };
    Ok(calls.filter_map(call).collect())
}

pub fn outgoing(
    workspace: &mut Workspace,
    _: Client,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Vec<CallHierarchyOutgoingCall>, Failure> {
    let Some((place, analysis, caller)) = callable_of_item(workspace, params.item)? else {
        return Ok(Vec::new());
    };
    let Some((_, text)) = analysis.path_and_text(&caller.location.file) else {
        return Ok(Vec::new());
    };
    let calls = language::callees(&analysis.program, &caller).into_iter();
    let call = |(callee, ranges): (Callable, Vec<TextRange>)| {
        Some(CallHierarchyOutgoingCall {
            to: item(workspace, &analysis, &place.main, &callee)?,
            from_ranges: ranges_in(text, ranges, workspace),
        })
    };
    Ok(calls.filter_map(call).collect())
}

fn ranges_in(text: &Text, ranges: Vec<TextRange>, workspace: &Workspace) -> Vec<Range> {
    let range = |range| convert::to_range(text, range, workspace.encoding);
    ranges.into_iter().map(range).collect()
}

/// Finds the routine or macro of an item from an earlier answer. Looks at the item's place in the
/// current analysis; returns `None` if there is no longer a routine or macro at that place.
fn callable_of_item(
    workspace: &mut Workspace,
    item: CallHierarchyItem,
) -> Result<Option<(ItemPlace, Rc<Analysis>, Callable)>, Failure> {
    let place: ItemPlace = serde_json::from_value(item.data.unwrap_or_default())?;
    let (unit, documents) = workspace.unit_of(&place.main);
    let analysis = unit.analysis(documents);
    let position = Position {
        line: place.line,
        column: place.column,
    };
    let found = analysis
        .file(&place.file)
        .and_then(|file| language::callable_at(&analysis.program, file, position));
    Ok(found.map(|found| (place, analysis, found)))
}

fn item(
    workspace: &Workspace,
    analysis: &Analysis,
    main: &std::path::Path,
    callable: &Callable,
) -> Option<CallHierarchyItem> {
    let location = location(workspace, analysis, &callable.location)?;
    let (file, _) = analysis.path_and_text(&callable.location.file)?;
    let start = callable.location.range.start;
    let place = ItemPlace {
        main: main.to_owned(),
        file: file.to_owned(),
        line: start.line,
        column: start.column,
    };
    Some(CallHierarchyItem {
        name: callable.item.name.clone(),
        kind: symbol_kind(callable.item.kind),
        tags: None,
        detail: Some(callable.item.detail.clone()),
        uri: location.uri,
        range: location.range,
        selection_range: location.range,
        data: serde_json::to_value(place).ok(),
    })
}
