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
    let request = Request {
        workspace,
        client,
        params,
    };
    match method.strip_prefix("textDocument/").unwrap_or(method) {
        "definition" => request.handle(places::definition),
        "references" => request.handle(places::references),
        "documentHighlight" => request.handle(places::highlight),
        "documentSymbol" => request.handle(places::document_symbols),
        "workspace/symbol" => request.handle(places::workspace_symbols),
        "foldingRange" => request.handle(places::folds),
        "hover" => request.handle(words::hover),
        "completion" => request.handle(words::completion),
        "signatureHelp" => request.handle(words::signature),
        "inlayHint" => request.handle(annotations::inlay_hints),
        "codeLens" => request.handle(annotations::lenses),
        "semanticTokens/full" => request.handle(annotations::semantic_tokens),
        "semanticTokens/range" => request.handle(annotations::semantic_tokens_in_range),
        "prepareRename" => request.handle(changes::prepare_rename),
        "rename" => request.handle(changes::rename),
        "formatting" => request.handle(changes::format),
        "rangeFormatting" => request.handle(changes::format_range),
        "documentLink" => request.handle(places::links),
        "selectionRange" => request.handle(places::selections),
        "documentColor" => request.handle(annotations::colors),
        "colorPresentation" => request.handle(annotations::color_presentations),
        "prepareCallHierarchy" => request.handle(calls::prepare),
        "callHierarchy/incomingCalls" => request.handle(calls::incoming),
        "callHierarchy/outgoingCalls" => request.handle(calls::outgoing),
        "codeAction" => request.handle(changes::fixes),
        _ => Err(Failure::Unknown(method.to_owned())),
    }
}

/// A request's parameters, and the state needed to answer it.
struct Request<'w> {
    workspace: &'w mut Workspace,
    client: Client,
    params: Value,
}

impl Request<'_> {
    fn handle<P: DeserializeOwned, R: Serialize>(
        self,
        handler: fn(&mut Workspace, Client, P) -> Result<R, Failure>,
    ) -> Result<Value, Failure> {
        let params = serde_json::from_value(self.params)?;
        let result = handler(self.workspace, self.client, params)?;
        Ok(serde_json::to_value(result)?)
    }
}
