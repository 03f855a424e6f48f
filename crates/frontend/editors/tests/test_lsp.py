"""Tests the language server with pytest-lsp, on a project with several files and two banks."""

import asyncio
import os
import pathlib
import shutil

import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROJECT = pathlib.Path(__file__).parent / "project"


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ["CROWNHEAD"], "lsp"]),
)
async def client(lsp_client: LanguageClient, tmp_path_factory):
    root = tmp_path_factory.mktemp("game") / "project"
    shutil.copytree(PROJECT, root)
    lsp_client.root = root

    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def watch_files(params):
        """Accepts the server's request to be notified of changed files."""

    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities("visual-studio-code"),
            root_uri=root.as_uri(),
            initialization_options={"kernelFrame": 20},
            workspace_folders=[types.WorkspaceFolder(uri=root.as_uri(), name="game")],
        )
    )
    yield
    await lsp_client.shutdown_session()


async def wait_for_hint(client, document, wanted):
    """Requests hints until one has the label `wanted`. Returns the labels of each line.

    The server has to run the program before it can return this hint.
    """

    async def wait():
        while True:
            hints = await client.text_document_inlay_hint_async(
                types.InlayHintParams(document, whole_document())
            )
            labels = {}
            for hint in hints:
                labels.setdefault(hint.position.line + 1, []).append(hint.label)
            if any(wanted in row for row in labels.values()):
                return labels
            await asyncio.sleep(0.1)

    return await asyncio.wait_for(wait(), 60)


def open_document(client, name, text=None):
    path = client.root / name
    text = text if text is not None else path.read_text()
    item = types.TextDocumentItem(path.as_uri(), "dasm", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return types.TextDocumentIdentifier(path.as_uri()), text


async def wait_for_diagnostics(client, document, accepts):
    """Waits until `accepts` is true for the diagnostics of a document, and returns them."""

    async def wait():
        while not accepts(client.diagnostics.get(document.uri)):
            await client.wait_for_notification("textDocument/publishDiagnostics")

    await asyncio.wait_for(wait(), 60)
    return client.diagnostics[document.uri]


def position(text, snippet, extra=0):
    """Returns the position in `text` that is `extra` characters after the start of `snippet`."""
    offset = text.index(snippet) + extra
    before = text[:offset]
    return types.Position(before.count("\n"), offset - (before.rfind("\n") + 1))


def whole_document():
    return types.Range(types.Position(0, 0), types.Position(999, 0))


async def test_diagnostics_and_quick_fix(client):
    original = (client.root / "bank0.asm").read_text()
    document, _ = open_document(client, "bank0.asm", original.replace("lda Ship,y", "lda Shep,y"))
    found = await wait_for_diagnostics(client, document, bool)
    assert [item.range.start.line for item in found] == [19]
    assert "Shep is not defined" in found[0].message
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document, whole_document(), types.CodeActionContext(found))
    )
    assert actions[0].title == "replace with Ship"
    changes = [types.TextDocumentContentChangeWholeDocument(original)]
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(2, document.uri), changes
        )
    )
    await wait_for_diagnostics(
        client, document, lambda found: found is not None and len(found) == 0
    )


async def test_definition_references_and_rename(client):
    document, text = open_document(client, "bank0.asm")
    call = types.TextDocumentPositionParams(document, position(text, "CALL_BANK1 Music", 12))
    found = await client.text_document_definition_async(
        types.DefinitionParams(call.text_document, call.position)
    )
    assert [item.uri.rsplit("/")[-1] for item in found] == ["bank1.asm"]
    found = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), document, position(text, "WAIT 37", 1))
    )
    assert len(found) == 5
    edit = await client.text_document_rename_async(
        types.RenameParams(document, call.position, "Song")
    )
    assert sorted(uri.rsplit("/")[-1] for uri in edit.changes) == ["bank0.asm", "bank1.asm"]


async def test_slack_of_writes(client):
    source = PROJECT.parent / "vscode-project" / "main.asm"
    text = source.read_text().replace('include "colors.inc"', "processor 6502\nBLUE = $84")
    text += "Ship    .byte %00011000\n        .byte %00111100\n"
    document, text = open_document(client, "blue.asm", text)
    labels = await wait_for_hint(client, document, "cycle 12, slack -12..+63")
    line = position(text, "sta COLUBK").line + 1
    assert labels[line] == ["3 @13", "cycle 12, slack -12..+63"]
    assert labels[position(text, "%00011000").line + 1] == ["░░░██░░░"]


async def test_hover_hints_lenses_tokens_and_symbols(client):
    document, text = open_document(client, "bank0.asm")
    hover = await client.text_document_hover_async(
        types.HoverParams(document, position(text, "sta GRP0", 5))
    )
    assert "8 pixels of player 0" in hover.contents.value
    hints = await client.text_document_inlay_hint_async(
        types.InlayHintParams(document, whole_document())
    )
    labels = {hint.position.line + 1: hint.label for hint in hints}
    assert labels[16] == "3 @3" and labels[18] == "2 @8"
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert any("bank 0" in lens.command.title for lens in lenses)
    tokens = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(document)
    )
    assert len(tokens.data) > 300
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert folds
    symbols = await client.text_document_document_symbol_async(
        types.DocumentSymbolParams(document)
    )
    assert "Frame" in [symbol.name for symbol in symbols]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams("music"))
    assert [symbol.name for symbol in found] == ["Music"]


async def test_completion_signature_help_and_formatting(client):
    document, text = open_document(client, "bank0.asm")
    found = await client.text_document_completion_async(
        types.CompletionParams(document, position(text, "sta COLUBK", 6))
    )
    assert "COLUBK" in [item.label for item in found.items]
    help = await client.text_document_signature_help_async(
        types.SignatureHelpParams(document, position(text, "STORE 2, VSYNC", 9))
    )
    assert help.signatures[0].label == "STORE {1}, {2}"
    assert help.active_parameter == 1
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(document, types.FormattingOptions(8, True))
    )
    assert not edits
