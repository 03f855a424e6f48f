//! The capabilities of the server and of the client.

use language::Encoding;
use lsp_types::{
    CallHierarchyServerCapability, CodeActionKind, CodeActionOptions, CodeActionProviderCapability,
    CodeLensOptions, ColorProviderCapability, CompletionOptions, DocumentLinkOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, PositionEncodingKind,
    RenameOptions, SelectionRangeProviderCapability, SemanticTokenModifier, SemanticTokenType,
    SemanticTokensFullOptions, SemanticTokensLegend, SemanticTokensOptions,
    SemanticTokensServerCapabilities, ServerCapabilities, SignatureHelpOptions,
    TextDocumentSyncCapability, TextDocumentSyncKind, TextDocumentSyncOptions,
    WorkspaceFoldersServerCapabilities, WorkspaceServerCapabilities,
};
use serde_json::Value;
use vcs::television::Standard;

/// The capabilities and settings of the client that the server uses.
#[derive(Debug, Clone, Copy, Default)]
pub struct Client {
    /// The unit in which the client counts columns.
    pub encoding: Encoding,
    /// True if the client shows symbols as a tree.
    pub symbol_tree: bool,
    /// True if the client supports completions with placeholders for arguments.
    pub snippets: bool,
    /// True if the client can watch files for the server.
    pub watches_files: bool,
    /// True if the client accepts the server's request to fetch hints again.
    pub refreshes_hints: bool,
    /// True if the client renders Markdown.
    pub markdown: bool,
    /// The television standard in which colors are shown.
    pub standard: Standard,
}

impl Client {
    /// Extracts the capabilities from the client's parameters.
    pub fn new(capabilities: &Value) -> Client {
        let at = |path: &str| capabilities.pointer(path);
        let flag = |path: &str| at(path).and_then(Value::as_bool).unwrap_or(false);
        let lists = |path: &str, word: &str| {
            let list = at(path).and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|item| item == word))
        };
        Client {
            encoding: if lists("/general/positionEncodings", "utf-8") {
                Encoding::Utf8
            } else {
                Encoding::Utf16
            },
            symbol_tree: flag("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport"),
            snippets: flag("/textDocument/completion/completionItem/snippetSupport"),
            watches_files: flag("/workspace/didChangeWatchedFiles/dynamicRegistration"),
            refreshes_hints: flag("/workspace/inlayHint/refreshSupport"),
            markdown: lists("/textDocument/hover/contentFormat", "markdown"),
            standard: Standard::default(),
        }
    }
}

/// The protocol's token types, in the order of their numbers.
pub const TOKEN_TYPES: [SemanticTokenType; 13] = [
    SemanticTokenType::COMMENT,
    SemanticTokenType::KEYWORD,
    SemanticTokenType::MODIFIER,
    SemanticTokenType::MACRO,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::METHOD,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::OPERATOR,
];

/// Returns the capabilities of the server.
pub fn server_capabilities(client: Client) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(lsp_types::TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(
                [".", "#", "<", ">", "(", "\"", "/"]
                    .map(str::to_owned)
                    .into(),
            ),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some([" ", ","].map(str::to_owned).into()),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        code_action_provider: Some(CodeActionProviderCapability::Options(CodeActionOptions {
            code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
            ..CodeActionOptions::default()
        })),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(SemanticTokensServerCapabilities::SemanticTokensOptions(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: TOKEN_TYPES.into(),
                    token_modifiers: vec![
                        SemanticTokenModifier::DEFINITION,
                        SemanticTokenModifier::DEFAULT_LIBRARY,
                    ],
                },
                range: Some(true),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            },
        )),
        document_link_provider: Some(DocumentLinkOptions {
            resolve_provider: Some(false),
            work_done_progress_options: Default::default(),
        }),
        selection_range_provider: Some(SelectionRangeProviderCapability::Simple(true)),
        color_provider: Some(ColorProviderCapability::Simple(true)),
        call_hierarchy_provider: Some(CallHierarchyServerCapability::Simple(true)),
        inlay_hint_provider: Some(OneOf::Left(true)),
        workspace: Some(WorkspaceServerCapabilities {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(OneOf::Left(true)),
            }),
            file_operations: None,
        }),
        ..ServerCapabilities::default()
    }
}
