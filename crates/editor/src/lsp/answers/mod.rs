//! The answers to requests, by method.

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::lsp::{capabilities::Client, failure::Failure, workspace::Workspace};

mod annotations;
mod calls;
mod changes;
mod places;
mod words;

/// Returns the answer to a request.
///
/// # Errors
/// [`Failure`] if the request is unknown, if its parameters are wrong, or if it cannot be carried
/// out.
pub fn answer(
    workspace: &mut Workspace,
    client: Client,
    method: &str,
    params: Value,
) -> Result<Value, Failure> {
    let ask = Ask {
        workspace,
        client,
        params,
    };
    match method.strip_prefix("textDocument/").unwrap_or(method) {
        "definition" => ask.with(places::definition),
        "references" => ask.with(places::references),
        "documentHighlight" => ask.with(places::highlight),
        "documentSymbol" => ask.with(places::document_symbols),
        "workspace/symbol" => ask.with(places::workspace_symbols),
        "foldingRange" => ask.with(places::folds),
        "hover" => ask.with(words::hover),
        "completion" => ask.with(words::completion),
        "signatureHelp" => ask.with(words::signature),
        "inlayHint" => ask.with(annotations::inlay_hints),
        "codeLens" => ask.with(annotations::lenses),
        "semanticTokens/full" => ask.with(annotations::semantic_tokens),
        "semanticTokens/range" => ask.with(annotations::semantic_tokens_in_range),
        "prepareRename" => ask.with(changes::prepare_rename),
        "rename" => ask.with(changes::rename),
        "formatting" => ask.with(changes::format),
        "rangeFormatting" => ask.with(changes::format_range),
        "documentLink" => ask.with(places::links),
        "selectionRange" => ask.with(places::selections),
        "documentColor" => ask.with(annotations::colors),
        "colorPresentation" => ask.with(annotations::color_presentations),
        "prepareCallHierarchy" => ask.with(calls::prepare),
        "callHierarchy/incomingCalls" => ask.with(calls::incoming),
        "callHierarchy/outgoingCalls" => ask.with(calls::outgoing),
        "codeAction" => ask.with(changes::fixes),
        _ => Err(Failure::Unknown(method.to_owned())),
    }
}

/// A request's parameters, and the state needed to answer it.
struct Ask<'w> {
    workspace: &'w mut Workspace,
    client: Client,
    params: Value,
}

impl Ask<'_> {
    fn with<P: DeserializeOwned, R: Serialize>(
        self,
        act: fn(&mut Workspace, Client, P) -> Result<R, Failure>,
    ) -> Result<Value, Failure> {
        let params = serde_json::from_value(self.params)?;
        let result = act(self.workspace, self.client, params)?;
        Ok(serde_json::to_value(result)?)
    }
}
