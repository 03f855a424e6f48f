//! The server, which receives and returns messages as values.

use lsp_server::{ErrorCode, Message, Notification, Request, Response};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{path::PathBuf, sync::mpsc::Sender, thread};
use vcs::television::Standard;

use crate::lsp::{
    answers::answer,
    capabilities::{self, Client},
    convert,
    kernels::View,
    transport::{Incoming, error_response},
    workspace::Workspace,
};

/// The phase of the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Phase {
    /// Before `initialize`.
    #[default]
    New,
    Running,
    /// After `shutdown`.
    Ending,
    /// After `exit`, with the exit status.
    Ended(u8),
}

/// A conversation with one client.
#[derive(Debug, Default)]
pub struct Server {
    phase: Phase,
    client: Client,
    workspace: Workspace,
    /// True if a source has changed since the last diagnostics.
    diagnostics_outdated: bool,
    /// True if a source has changed since the last run for the kernel view.
    kernel_view_outdated: bool,
    /// The channel that receives the result of a run for the kernel view; `None` if the server does
    /// not run programs.
    results: Option<Sender<Incoming>>,
    requests_sent: i32,
}

impl Server {
    /// Creates a server. When a run for the kernel view is finished, its results are sent to
    /// `results`; the caller then passes them to [`Server::store_views`].
    pub fn new(results: Sender<Incoming>) -> Server {
        Server {
            results: Some(results),
            ..Server::default()
        }
    }

    /// Handles a message, and returns the messages to send.
    pub fn handle(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => vec![self.handle_request(request)],
            Message::Notification(notification) => self.handle_notification(notification),
            // Responses to the server's own requests need no reaction.
            Message::Response(_) => Vec::new(),
        }
    }

    /// Does the work for which there is time while no message is waiting: starts a run for the
    /// kernel view if necessary, and returns messages with the diagnostics of changed sources.
    pub fn on_idle(&mut self) -> Vec<Message> {
        if self.phase != Phase::Running {
            return Vec::new();
        }
        let mut messages = Vec::new();
        if std::mem::take(&mut self.diagnostics_outdated) {
            self.kernel_view_outdated = true;
            let method = "textDocument/publishDiagnostics";
            let diagnostics = self.workspace.updated_diagnostics().into_iter();
            messages
                .extend(diagnostics.map(|params| Notification::new(method.into(), params).into()));
        }
        if self.kernel_view_outdated && !self.workspace.kernels.is_running() {
            self.kernel_view_outdated = false;
            self.start_run();
        }
        messages
    }

    /// Runs changed programs in another thread, so that no answer has to wait for them.
    fn start_run(&mut self) {
        let Some(results) = self.results.clone() else {
            return;
        };
        if let Some(run) = self.workspace.start_run() {
            // If there is no receiver, the conversation is over, so ignore the error.
            thread::spawn(move || results.send(Incoming::Views(run.views())));
        }
    }

    /// Stores the views from a run. Returns a message that tells the client to request the hints
    /// again.
    pub fn store_views(&mut self, views: Vec<(PathBuf, View)>) -> Vec<Message> {
        self.workspace.kernels.store_views(views);
        if self.phase != Phase::Running || !self.client.refreshes_hints {
            return Vec::new();
        }
        vec![self.server_request("workspace/inlayHint/refresh", Value::Null)]
    }

    fn server_request(&mut self, method: &str, params: Value) -> Message {
        self.requests_sent += 1;
        Request::new(self.requests_sent.into(), method.to_owned(), params).into()
    }

    /// Returns the exit status if the client has sent `exit`.
    pub fn exit_status(&self) -> Option<u8> {
        match self.phase {
            Phase::Ended(status) => Some(status),
            _ => None,
        }
    }

    fn handle_request(&mut self, request: Request) -> Message {
        let Request { id, method, params } = request;
        match (self.phase, method.as_str()) {
            (Phase::New, "initialize") => {
                self.initialize(&params);
                let result = json!({
                    "capabilities": capabilities::server_capabilities(self.client),
                    "serverInfo": {"name": "crownhead", "version": env!("CARGO_PKG_VERSION")},
                });
                Response::new_ok(id, result).into()
            }
            (Phase::New, _) => {
                let text = "the first request must be `initialize`";
                error_response(id, ErrorCode::ServerNotInitialized, text)
            }
            (Phase::Running, "initialize") => error_response(
                id,
                ErrorCode::InvalidRequest,
                "the server is already initialized; send `initialize` only once",
            ),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::Ending;
                Response::new_ok(id, Value::Null).into()
            }
            (Phase::Running, method) => {
                match answer(&mut self.workspace, self.client, method, params) {
                    Ok(result) => Response::new_ok(id, result).into(),
                    Err(failure) => error_response(id, failure.code(), failure.to_string()),
                }
            }
            (Phase::Ending | Phase::Ended(_), _) => {
                let text = "after `shutdown`, only the notification `exit` is allowed";
                error_response(id, ErrorCode::InvalidRequest, text)
            }
        }
    }

    fn initialize(&mut self, params: &Value) {
        self.phase = Phase::Running;
        self.client = Client::new(params.get("capabilities").unwrap_or(&Value::Null));
        let standard = params.pointer("/initializationOptions/tv");
        let standard = standard.and_then(Value::as_str);
        if let Some(standard) = standard.and_then(Standard::from_name) {
            self.client.standard = standard;
        }
        let frame = params.pointer("/initializationOptions/kernelFrame");
        if let Some(frame) = frame.and_then(Value::as_u64) {
            self.workspace.kernels.show_frame(frame);
        }
        self.workspace.encoding = self.client.encoding;
        let folders = params.get("workspaceFolders").and_then(Value::as_array);
        let listed = folders
            .into_iter()
            .flatten()
            .filter_map(|folder| folder.get("uri"));
        let mut roots: Vec<PathBuf> = listed.filter_map(folder_path).collect();
        if roots.is_empty() {
            roots.extend(params.get("rootUri").and_then(folder_path));
        }
        self.workspace.roots = roots;
    }

    fn handle_notification(&mut self, notification: Notification) -> Vec<Message> {
        let Notification { method, params } = notification;
        if method == "exit" {
            let orderly = self.phase == Phase::Ending;
            self.phase = Phase::Ended(u8::from(!orderly));
            return Vec::new();
        }
        if self.phase != Phase::Running {
            return Vec::new();
        }
        match method.as_str() {
            "initialized" => return self.watch_files(),
            "textDocument/didOpen" => self.apply(params, Server::open),
            "textDocument/didChange" => self.apply(params, Server::change),
            "textDocument/didClose" => self.apply(params, Server::close),
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.workspace.refresh();
                self.diagnostics_outdated = true;
            }
            "workspace/didChangeWorkspaceFolders" => self.apply(params, Server::change_folders),
            // The protocol allows the server to ignore all other notifications.
            _ => {}
        }
        Vec::new()
    }

    /// Calls `handler` with the parameters of a notification. If the parameters are wrong, ignores
    /// the notification, because notifications have no answer that could report the error.
    fn apply<P: DeserializeOwned>(&mut self, params: Value, handler: fn(&mut Server, P)) {
        if let Ok(params) = serde_json::from_value(params) {
            handler(self, params);
            self.diagnostics_outdated = true;
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let documents = &mut self.workspace.documents;
        let path = documents.open(document.uri, document.version, document.text);
        self.workspace.touch(&path);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let encoding = self.client.encoding;
        let changes = params.content_changes;
        let documents = &mut self.workspace.documents;
        if let Some(path) = documents.change(&document.uri, document.version, changes, encoding) {
            self.workspace.touch(&path);
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let path = self.workspace.documents.close(&params.text_document.uri);
        self.workspace.close(&path);
    }

    fn change_folders(&mut self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: &lsp_types::WorkspaceFolder| convert::path(&folder.uri);
        let removed: Vec<PathBuf> = params.event.removed.iter().map(path).collect();
        self.workspace.roots.retain(|root| !removed.contains(root));
        self.workspace
            .roots
            .extend(params.event.added.iter().map(path));
        self.workspace.refresh();
    }

    /// Returns the request that makes the client report changes to files on disk.
    fn watch_files(&mut self) -> Vec<Message> {
        if !self.client.watches_files {
            return Vec::new();
        }
        let watchers = json!([{"globPattern": "**/*.{asm,s,a65,dasm,src,h,inc,i,bin}"},
            {"globPattern": "**/crownhead.toml"}]);
        let params = json!({"registrations": [{
            "id": "files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        }]});
        vec![self.server_request("client/registerCapability", params)]
    }
}

/// Converts a folder's URI to its path.
fn folder_path(uri: &Value) -> Option<PathBuf> {
    Some(convert::path(&uri.as_str()?.parse().ok()?))
}
